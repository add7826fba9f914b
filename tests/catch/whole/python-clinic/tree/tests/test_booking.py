from __future__ import annotations

import pytest
from sqlalchemy import select

from clinicbook.context import Actor
from clinicbook.errors import Conflict, Forbidden
from clinicbook.models import AppointmentKind, AppointmentStatus, OutboxMessage, Slot, SlotStatus
from clinicbook.services import booking, roster


def status_of(world, slot: Slot) -> SlotStatus:
    with world.ctx() as ctx:
        return ctx.session.get(Slot, slot.id).status


def book(world, patient, slot) -> int:
    with world.ctx(Actor.patient(patient.id)) as ctx:
        return booking.book_slot(ctx, patient.id, slot.id).id


def test_a_booked_slot_is_taken(world):
    ana, ben, slot = world.patient("Ana"), world.patient("Ben"), world.slot()
    book(world, ana, slot)
    assert status_of(world, slot) is SlotStatus.BOOKED
    with pytest.raises(Conflict) as caught:
        book(world, ben, slot)
    assert caught.value.code == "slot_taken"


def test_nobody_is_in_two_places(world):
    ana = world.patient()
    book(world, ana, world.slot(48))
    with pytest.raises(Conflict) as caught:
        book(world, ana, world.slot(48.1))
    assert caught.value.code == "overlap"


def test_a_cancelled_slot_is_free_and_the_patient_is_told(world):
    ana, slot = world.patient(), world.slot()
    appointment_id = book(world, ana, slot)
    with world.ctx(Actor.patient(ana.id)) as ctx:
        gone = booking.cancel_appointment(ctx, appointment_id, "holiday")
        assert gone.status is AppointmentStatus.CANCELLED
    assert status_of(world, slot) is SlotStatus.FREE
    with world.ctx() as ctx:
        templates = list(ctx.session.scalars(select(OutboxMessage.template).order_by(OutboxMessage.id)))
    assert templates == ["booked", "cancelled"]


def test_patients_cannot_cancel_after_the_cutoff_but_staff_can(world):
    ana, slot = world.patient(), world.slot(3)
    appointment_id = book(world, ana, slot)
    with pytest.raises(Conflict) as caught, world.ctx(Actor.patient(ana.id)) as ctx:
        booking.cancel_appointment(ctx, appointment_id)
    assert caught.value.code == "after_cutoff"
    with world.ctx(world.staff) as ctx:
        booking.cancel_appointment(ctx, appointment_id, "practitioner is ill")
    assert status_of(world, slot) is SlotStatus.FREE


def test_a_moved_appointment_keeps_its_id_and_frees_the_old_slot(world):
    ana, old, new = world.patient(), world.slot(48), world.slot(24)
    appointment_id = book(world, ana, old)
    with world.ctx(Actor.patient(ana.id)) as ctx:
        moved = booking.reschedule_appointment(ctx, appointment_id, new.id)
        assert moved.id == appointment_id
    assert status_of(world, old) is SlotStatus.FREE
    assert status_of(world, new) is SlotStatus.BOOKED


def test_an_appointment_is_not_moved_to_another_kind(world):
    ana, scan = world.patient(), world.slot(24, kind=AppointmentKind.IMAGING)
    appointment_id = book(world, ana, world.slot(48))
    with pytest.raises(Conflict) as caught, world.ctx(Actor.patient(ana.id)) as ctx:
        booking.reschedule_appointment(ctx, appointment_id, scan.id)
    assert caught.value.code == "different_kind"


def test_only_staff_of_the_clinic_block(world):
    slot = world.slot()
    with pytest.raises(Forbidden), world.ctx(Actor.staff(2, frozenset({99}))) as ctx:
        roster.block_slot(ctx, slot.id, "training")
    with world.ctx(world.staff) as ctx:
        roster.block_slot(ctx, slot.id, "training")
    assert status_of(world, slot) is SlotStatus.BLOCKED
    with world.ctx(world.staff) as ctx:
        roster.unblock_slot(ctx, slot.id)
    assert status_of(world, slot) is SlotStatus.FREE
