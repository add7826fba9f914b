import pytest

from fermata import fines, loans, reservations
from fermata.errors import Conflict
from fermata.models import ReservationState


def test_lending_marks_the_instrument(ctx, outbox, status):
    loan = loans.lend(ctx, 1, 1)
    assert (loan.due_on - loan.lent_on).days == 28
    assert status(1) == "on_loan"
    assert outbox() == [("ada@example.org", "You have borrowed VN-001")]


def test_a_hold_is_lent_to_its_patron_only(ctx):
    reservation = reservations.reserve(ctx, 1, 1)
    with pytest.raises(Conflict):
        loans.lend(ctx, 1, 2)
    loans.lend(ctx, 1, 1)
    assert reservations.get(ctx, reservation.id).state is ReservationState.COLLECTED


def test_returning_in_time_costs_nothing(ctx, clock, status):
    loan = loans.lend(ctx, 1, 1)
    clock.advance(days=28)
    assert loans.return_instrument(ctx, loan.id) == 0
    assert status(1) == "available"


@pytest.mark.parametrize(("late", "pence"), [(1, 50), (10, 500), (90, fines.CAP_PENCE)])
def test_returning_late_is_fined(ctx, clock, late, pence):
    loan = loans.lend(ctx, 1, 1)
    clock.advance(days=28 + late)
    assert loans.return_instrument(ctx, loan.id) == pence
    assert fines.balance(ctx, 1) == pence


def test_returning_serves_the_queue_in_order(ctx, outbox, status):
    loan = loans.lend(ctx, 1, 1)
    first, second = reservations.reserve(ctx, 1, 2), reservations.reserve(ctx, 1, 3)
    loans.return_instrument(ctx, loan.id)
    assert reservations.get(ctx, first.id).state is ReservationState.READY
    assert reservations.get(ctx, second.id).state is ReservationState.WAITING
    assert status(1) == "on_hold"
    assert outbox()[-1] == ("ben@example.org", "Your violin is waiting for you")


def test_returning_twice_is_refused(ctx):
    loan = loans.lend(ctx, 1, 1)
    loans.return_instrument(ctx, loan.id)
    with pytest.raises(Conflict):
        loans.return_instrument(ctx, loan.id)
