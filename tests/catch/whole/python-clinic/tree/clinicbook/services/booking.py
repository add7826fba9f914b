"""Booking, moving and cancelling an appointment."""
from __future__ import annotations

from sqlalchemy import select

from clinicbook.clock import spoken
from clinicbook.context import ServiceContext
from clinicbook.errors import Conflict, NotFound
from clinicbook.models import Appointment, AppointmentStatus, Patient, Slot, SlotStatus
from clinicbook.services import audit
from clinicbook.services.availability import lock_slots, overlapping_appointment
from clinicbook.services.messages import queue_message


def book_slot(ctx: ServiceContext, patient_id: int, slot_id: int) -> Appointment:
    patient = ctx.session.get(Patient, patient_id)
    if patient is None:
        raise NotFound("There is no such patient")
    (slot,) = lock_slots(ctx, slot_id)
    ctx.actor.require_self_or_staff(patient_id, slot.clinic_id)
    _require_free(ctx, slot)
    require_no_overlap(ctx, patient_id, slot)
    return create_appointment(ctx, patient, slot)


def reschedule_appointment(ctx: ServiceContext, appointment_id: int, new_slot_id: int) -> Appointment:
    """Moves an appointment to another slot of the same clinic and kind. It keeps its id."""
    appointment = _confirmed(ctx, appointment_id)
    old, new = lock_slots(ctx, appointment.slot_id, new_slot_id)
    ctx.actor.require_self_or_staff(appointment.patient_id, old.clinic_id)
    if (new.clinic_id, new.kind) != (old.clinic_id, old.kind):
        raise Conflict("An appointment can only be moved within its clinic and kind", code="different_kind")
    _require_before_cutoff(ctx, old)
    _require_free(ctx, new)
    require_no_overlap(ctx, appointment.patient_id, new, ignoring=appointment.id)
    return move_appointment(ctx, appointment, old, new)


def cancel_appointment(ctx: ServiceContext, appointment_id: int, reason: str | None = None) -> Appointment:
    appointment = _confirmed(ctx, appointment_id)
    (slot,) = lock_slots(ctx, appointment.slot_id)
    ctx.actor.require_self_or_staff(appointment.patient_id, slot.clinic_id)
    _require_before_cutoff(ctx, slot)
    appointment.status = AppointmentStatus.CANCELLED
    appointment.cancelled_at = ctx.now
    appointment.cancel_reason = reason
    slot.status = SlotStatus.FREE
    audit.record(ctx, "appointment_cancelled", appointment, slot_id=slot.id)
    clinic = slot.clinic
    queue_message(
        ctx,
        appointment.patient,
        "cancelled",
        {"clinic": clinic.name, "when": spoken(slot.starts_at, clinic.timezone), "phone": clinic.phone},
    )
    return appointment


def appointments_of(ctx: ServiceContext, patient_id: int) -> list[Appointment]:
    """The patient's confirmed appointments that have not begun, soonest first."""
    return list(
        ctx.session.scalars(
            select(Appointment)
            .join(Appointment.slot)
            .where(
                Appointment.patient_id == patient_id,
                Appointment.status == AppointmentStatus.CONFIRMED,
                Slot.starts_at > ctx.now,
            )
            .order_by(Slot.starts_at)
        )
    )


def create_appointment(ctx: ServiceContext, patient: Patient, slot: Slot) -> Appointment:
    """Fills a slot. The caller has locked it and made sure that this patient may have it."""
    appointment = Appointment(patient=patient, slot=slot, booked_at=ctx.now, status=AppointmentStatus.CONFIRMED)
    slot.status = SlotStatus.BOOKED
    ctx.session.add(appointment)
    ctx.session.flush()
    audit.record(ctx, "appointment_booked", appointment, slot_id=slot.id)
    queue_message(ctx, patient, "booked", _values(slot))
    return appointment


def move_appointment(ctx: ServiceContext, appointment: Appointment, old: Slot, new: Slot) -> Appointment:
    """Moves without asking. The caller has locked both slots and made sure that the new one may be had."""
    appointment.slot = new
    appointment.reminded_at = None
    new.status = SlotStatus.BOOKED
    old.status = SlotStatus.FREE
    ctx.session.flush()
    audit.record(ctx, "appointment_moved", appointment, from_slot_id=old.id, to_slot_id=new.id)
    queue_message(ctx, appointment.patient, "moved", _values(new))
    return appointment


def require_no_overlap(ctx: ServiceContext, patient_id: int, slot: Slot, *, ignoring: int | None = None) -> None:
    other = overlapping_appointment(ctx, patient_id, slot, ignoring=ignoring)
    if other is not None:
        raise Conflict("The patient has another appointment at that time", code="overlap")


def _confirmed(ctx: ServiceContext, appointment_id: int) -> Appointment:
    # The row is locked: two requests that cancel the same appointment must not both free its slot.
    appointment = ctx.session.get(Appointment, appointment_id, with_for_update=True, populate_existing=True)
    if appointment is None:
        raise NotFound("There is no such appointment")
    if appointment.status is not AppointmentStatus.CONFIRMED:
        raise Conflict("The appointment is not confirmed any more", code="not_confirmed")
    return appointment


def _require_free(ctx: ServiceContext, slot: Slot) -> None:
    if slot.status is not SlotStatus.FREE or slot.starts_at <= ctx.now:
        raise Conflict("The slot is not free any more", code="slot_taken")


def _require_before_cutoff(ctx: ServiceContext, slot: Slot) -> None:
    """Staff may always cancel and move. Patients may until the cutoff."""
    if ctx.actor.kind == "patient" and slot.starts_at - ctx.now < ctx.settings.cancel_cutoff:
        raise Conflict(f"Too late to change this here, please call {slot.clinic.phone}", code="after_cutoff")


def _values(slot: Slot) -> dict[str, str]:
    return {
        "clinic": slot.clinic.name,
        "when": spoken(slot.starts_at, slot.clinic.timezone),
        "practitioner": slot.practitioner.name,
    }
