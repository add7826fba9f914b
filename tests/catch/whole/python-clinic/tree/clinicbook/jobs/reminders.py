"""Reminds patients of tomorrow's appointment."""
from __future__ import annotations

from datetime import timedelta

from sqlalchemy import select

from clinicbook.clock import spoken
from clinicbook.context import OpenContext, ServiceContext
from clinicbook.jobs.registry import job
from clinicbook.models import Appointment, AppointmentStatus, Slot
from clinicbook.services.messages import next_sendable, queue_message


@job("send_reminders", every=timedelta(minutes=15))
def send_reminders(open_ctx: OpenContext) -> int:
    with open_ctx() as ctx:
        due = list(
            ctx.session.scalars(
                select(Appointment.id)
                .join(Appointment.slot)
                .where(
                    Appointment.status == AppointmentStatus.CONFIRMED,
                    Appointment.reminded_at.is_(None),
                    Slot.starts_at > ctx.now,
                    Slot.starts_at <= ctx.now + ctx.settings.reminder_lead,
                )
            )
        )
    done = 0
    for appointment_id in due:
        with open_ctx() as ctx:
            done += _remind(ctx, appointment_id)
    return done


def _remind(ctx: ServiceContext, appointment_id: int) -> bool:
    appointment = ctx.session.get(Appointment, appointment_id, with_for_update=True)
    if appointment.status is not AppointmentStatus.CONFIRMED or appointment.reminded_at is not None:
        return False
    slot, clinic = appointment.slot, appointment.slot.clinic
    send_after = next_sendable(ctx, clinic)
    appointment.reminded_at = ctx.now
    if send_after >= slot.starts_at:
        return False  # booked at night for the first slot of the morning: a reminder would come too late
    queue_message(
        ctx,
        appointment.patient,
        "reminder",
        {
            "clinic": clinic.name,
            "when": spoken(slot.starts_at, clinic.timezone),
            "link": f"{ctx.settings.public_url}/appointments/{appointment.id}",
        },
        send_after=send_after,
        dedupe_key=f"reminder:{appointment.id}:{slot.id}",
    )
    return True
