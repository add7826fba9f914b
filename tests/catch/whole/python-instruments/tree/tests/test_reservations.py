import pytest

from fermata import loans, reservations
from fermata.errors import Conflict, Forbidden
from fermata.models import ReservationState


def test_reserving_a_free_instrument_puts_it_aside(ctx, outbox, status):
    reservation = reservations.reserve(ctx, 1, 1)
    assert reservation.state is ReservationState.READY
    assert status(1) == "on_hold"
    assert outbox() == [("ada@example.org", "Your violin is waiting for you")]


def test_reserving_a_lent_instrument_waits(ctx, status):
    loans.lend(ctx, 1, 1)
    second, third = reservations.reserve(ctx, 1, 2), reservations.reserve(ctx, 1, 3)
    assert [reservations.position(ctx, r) for r in (second, third)] == [1, 2]
    assert status(1) == "on_loan"


def test_reserving_twice_is_refused(ctx):
    reservations.reserve(ctx, 1, 1)
    with pytest.raises(Conflict):
        reservations.reserve(ctx, 1, 1)


def test_reserving_with_fines_is_refused(ctx, clock):
    loan = loans.lend(ctx, 1, 1)
    clock.advance(days=28 + 20)
    loans.return_instrument(ctx, loan.id)
    with pytest.raises(Forbidden):
        reservations.reserve(ctx, 2, 1)


def test_cancelling_a_hold_passes_it_on(ctx, outbox, status):
    first, second = reservations.reserve(ctx, 1, 1), reservations.reserve(ctx, 1, 2)
    reservations.cancel(ctx, first.id)
    assert reservations.get(ctx, second.id).state is ReservationState.READY
    assert status(1) == "on_hold"
    assert outbox()[-1] == ("ben@example.org", "Your violin is waiting for you")


def test_cancelling_the_last_hold_frees_the_instrument(ctx, status):
    reservations.cancel(ctx, reservations.reserve(ctx, 1, 1).id)
    assert status(1) == "available"


def test_cancelling_twice_is_refused(ctx):
    reservation = reservations.reserve(ctx, 1, 1)
    reservations.cancel(ctx, reservation.id)
    with pytest.raises(Conflict):
        reservations.cancel(ctx, reservation.id)


def test_force_release_passes_the_hold_on(ctx, outbox):
    first, second = reservations.reserve(ctx, 1, 1), reservations.reserve(ctx, 1, 2)
    reservations.force_release(ctx, first.id)
    assert reservations.get(ctx, first.id).state is ReservationState.CANCELLED
    assert reservations.get(ctx, second.id).state is ReservationState.READY
    assert outbox()[-1][0] == "ben@example.org"


def test_force_release_refuses_a_waiting_reservation(ctx):
    reservations.reserve(ctx, 1, 1)
    waiting = reservations.reserve(ctx, 1, 2)
    with pytest.raises(Conflict):
        reservations.force_release(ctx, waiting.id)
