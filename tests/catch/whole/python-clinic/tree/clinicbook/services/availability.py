"""Queries about slots, and the locks on them. Imports no other service."""
from __future__ import annotations

from datetime import date, timedelta

from sqlalchemy import select

from clinicbook.clock import day_bounds
from clinicbook.context import ServiceContext
from clinicbook.errors import InvalidInput, NotFound
from clinicbook.models import Appointment, AppointmentKind, AppointmentStatus, Clinic, Slot, SlotStatus

LONGEST_SEARCH = timedelta(days=62)


def find_free_slots(
    ctx: ServiceContext,
    clinic_id: int,
    kind: AppointmentKind,
    first: date,
    last: date,
    practitioner_id: int | None = None,
) -> list[Slot]:
    """Slots that anybody may book, from the first day to the last, both included. Never one in the past."""
    if last < first:
        raise InvalidInput("The last day is before the first")
    if last - first > LONGEST_SEARCH:
        raise InvalidInput(f"At most {LONGEST_SEARCH.days} days can be searched at once")
    clinic = ctx.session.get(Clinic, clinic_id)
    if clinic is None:
        raise NotFound("There is no such clinic")
    begin, _ = day_bounds(first, clinic.timezone)
    _, end = day_bounds(last, clinic.timezone)
    query = (
        select(Slot)
        .where(
            Slot.clinic_id == clinic_id,
            Slot.kind == kind,
            Slot.status == SlotStatus.FREE,
            Slot.starts_at >= max(begin, ctx.now),
            Slot.starts_at < end,
        )
        .order_by(Slot.starts_at, Slot.id)
    )
    if practitioner_id is not None:
        query = query.where(Slot.practitioner_id == practitioner_id)
    return list(ctx.session.scalars(query))


def lock_slots(ctx: ServiceContext, *slot_ids: int) -> list[Slot]:
    """The slots, locked until the transaction ends, in the order asked for.

    They are locked in the order of their ids, so that two transactions cannot wait for each other. Whatever the session
    knew about them before is read again.
    """
    rows = ctx.session.scalars(
        select(Slot)
        .where(Slot.id.in_(set(slot_ids)))
        .order_by(Slot.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    found = {slot.id: slot for slot in rows}
    for slot_id in slot_ids:
        if slot_id not in found:
            raise NotFound(f"There is no slot {slot_id}")
    return [found[slot_id] for slot_id in slot_ids]


def overlapping_appointment(
    ctx: ServiceContext, patient_id: int, slot: Slot, *, ignoring: int | None = None
) -> Appointment | None:
    """The patient's confirmed appointment at the same time, at whichever clinic. `ignoring` is an appointment's id."""
    day = timedelta(days=1)
    near = ctx.session.scalars(
        select(Appointment)
        .join(Appointment.slot)
        .where(
            Appointment.patient_id == patient_id,
            Appointment.status == AppointmentStatus.CONFIRMED,
            Slot.starts_at > slot.starts_at - day,
            Slot.starts_at < slot.starts_at + day,
        )
        .order_by(Slot.starts_at)
    )
    for appointment in near:
        if appointment.id != ignoring and appointment.slot.overlaps(slot):
            return appointment
    return None
