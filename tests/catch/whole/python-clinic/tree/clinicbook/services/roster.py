"""What staff do to slots: open a series of them, take one out, put it back."""
from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select

from clinicbook.context import ServiceContext
from clinicbook.errors import Conflict, InvalidInput, NotFound
from clinicbook.models import AppointmentKind, Practitioner, Slot, SlotStatus
from clinicbook.services import audit
from clinicbook.services.availability import lock_slots

MOST_SLOTS_AT_ONCE = 60


def open_slots(
    ctx: ServiceContext, practitioner_id: int, kind: AppointmentKind, starts_at: datetime, minutes: int, count: int
) -> list[Slot]:
    """Opens `count` slots, one right after the other. All or none."""
    practitioner = ctx.session.get(Practitioner, practitioner_id)
    if practitioner is None:
        raise NotFound("There is no such practitioner")
    ctx.actor.require_staff_of(practitioner.clinic_id)
    if not 5 <= minutes <= 180:
        raise InvalidInput("A slot has 5 to 180 minutes")
    if not 1 <= count <= MOST_SLOTS_AT_ONCE:
        raise InvalidInput(f"1 to {MOST_SLOTS_AT_ONCE} slots can be opened at once")
    if starts_at <= ctx.now:
        raise InvalidInput("A slot cannot be opened in the past")
    slots = [
        Slot(
            clinic_id=practitioner.clinic_id,
            practitioner_id=practitioner.id,
            kind=kind,
            starts_at=starts_at + timedelta(minutes=minutes) * number,
            minutes=minutes,
            status=SlotStatus.FREE,
        )
        for number in range(count)
    ]
    _require_no_collision(ctx, slots)
    ctx.session.add_all(slots)
    ctx.session.flush()
    audit.record(ctx, "slots_opened", practitioner, slot_ids=[slot.id for slot in slots])
    return slots


def block_slot(ctx: ServiceContext, slot_id: int, reason: str) -> Slot:
    """Takes a free slot out. A booked one must be cancelled first, so that its patient is told."""
    (slot,) = lock_slots(ctx, slot_id)
    ctx.actor.require_staff_of(slot.clinic_id)
    if slot.status is SlotStatus.BLOCKED:
        return slot
    if slot.status is SlotStatus.BOOKED:
        raise Conflict("Cancel the appointment first", code="slot_booked")
    slot.status = SlotStatus.BLOCKED
    audit.record(ctx, "slot_blocked", slot, reason=reason)
    return slot


def unblock_slot(ctx: ServiceContext, slot_id: int) -> Slot:
    (slot,) = lock_slots(ctx, slot_id)
    ctx.actor.require_staff_of(slot.clinic_id)
    if slot.status is not SlotStatus.BLOCKED:
        raise Conflict("The slot is not blocked", code="not_blocked")
    slot.status = SlotStatus.FREE
    audit.record(ctx, "slot_unblocked", slot)
    return slot


def _require_no_collision(ctx: ServiceContext, slots: list[Slot]) -> None:
    first, last = slots[0], slots[-1]
    known = ctx.session.scalars(
        select(Slot).where(
            Slot.practitioner_id == first.practitioner_id,
            Slot.starts_at > first.starts_at - timedelta(hours=3),
            Slot.starts_at < last.ends_at,
        )
    ).all()
    if any(old.overlaps(new) for old in known for new in slots):
        raise Conflict("The practitioner has a slot at that time already", code="slot_collision")
