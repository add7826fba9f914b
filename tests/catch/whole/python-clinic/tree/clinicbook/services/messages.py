"""Messages to patients. This module writes rows; the job `deliver_outbox` sends them."""
from __future__ import annotations

from datetime import datetime

from sqlalchemy import select

from clinicbook.clock import after_quiet_hours
from clinicbook.context import ServiceContext
from clinicbook.models import Clinic, OutboxMessage, Patient

DEFAULT_LANGUAGE = "en"

TEMPLATES: dict[str, dict[str, str]] = {
    "booked": {
        "en": "{clinic}: your appointment on {when} with {practitioner} is booked.",
        "fr": "{clinic} : votre rendez-vous du {when} avec {practitioner} est confirmé.",
    },
    "moved": {
        "en": "{clinic}: your appointment is now on {when} with {practitioner}.",
        "fr": "{clinic} : votre rendez-vous est désormais le {when} avec {practitioner}.",
    },
    "cancelled": {
        "en": "{clinic}: your appointment on {when} is cancelled. Questions? {phone}",
        "fr": "{clinic} : votre rendez-vous du {when} est annulé. Des questions ? {phone}",
    },
    "reminder": {
        "en": "{clinic}: we expect you on {when}. Cannot come? Please tell us: {link}",
        "fr": "{clinic} : nous vous attendons le {when}. Empêché(e) ? Prévenez-nous : {link}",
    },
}


def render(template: str, language: str, values: dict[str, str]) -> str:
    texts = TEMPLATES[template]
    return texts.get(language, texts[DEFAULT_LANGUAGE]).format(**values)


def queue_message(
    ctx: ServiceContext,
    patient: Patient,
    template: str,
    values: dict[str, str],
    *,
    send_after: datetime | None = None,
    dedupe_key: str | None = None,
) -> OutboxMessage | None:
    """Puts a message into the outbox. None when one with the same key is there already, sent or not."""
    if dedupe_key is not None:
        known = ctx.session.scalar(select(OutboxMessage.id).where(OutboxMessage.dedupe_key == dedupe_key))
        if known is not None:
            return None
    message = OutboxMessage(
        patient_id=patient.id,
        channel=patient.channel,
        template=template,
        body=render(template, patient.language, values),
        dedupe_key=dedupe_key,
        send_after=send_after or ctx.now,
    )
    ctx.session.add(message)
    ctx.session.flush()
    return message


def next_sendable(ctx: ServiceContext, clinic: Clinic) -> datetime:
    """When a message that nobody waits for may go out: now, or when the clinic's quiet hours end."""
    return after_quiet_hours(ctx.now, clinic.timezone, ctx.settings.quiet_from, ctx.settings.quiet_until)
