"""Sends what is in the outbox."""
from __future__ import annotations

import json
import logging
import urllib.request
from datetime import timedelta

from sqlalchemy import select

from clinicbook.config import Settings
from clinicbook.context import OpenContext
from clinicbook.jobs.registry import job
from clinicbook.models import OutboxMessage

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 8
BATCH = 200


@job("deliver_outbox", every=timedelta(seconds=10))
def deliver_outbox(open_ctx: OpenContext) -> int:
    """Each message in a transaction of its own: one that the gateway refuses does not hold up the rest."""
    with open_ctx() as ctx:
        due = list(
            ctx.session.scalars(
                select(OutboxMessage.id)
                .where(
                    OutboxMessage.sent_at.is_(None),
                    OutboxMessage.send_after <= ctx.now,
                    OutboxMessage.attempts < MOST_ATTEMPTS,
                )
                .order_by(OutboxMessage.send_after, OutboxMessage.id)
                .limit(BATCH)
            )
        )
    sent = 0
    for message_id in due:
        with open_ctx() as ctx:
            message = ctx.session.scalar(
                select(OutboxMessage).where(OutboxMessage.id == message_id).with_for_update(skip_locked=True)
            )
            if message is None or message.sent_at is not None:
                continue
            message.attempts += 1
            try:
                send(ctx.settings, message)
            except OSError as error:
                log.warning("message %d, attempt %d: %s", message.id, message.attempts, error)
                continue
            message.sent_at = ctx.now
            sent += 1
    return sent


def send(settings: Settings, message: OutboxMessage) -> None:
    """Raises OSError when the gateway does not take it. Without a gateway the message is printed."""
    address = message.patient.phone if message.channel == "sms" else message.patient.email
    if not settings.gateway_url:
        print(f"[{message.channel} to {address}] {message.body}")
        return
    request = urllib.request.Request(
        settings.gateway_url,
        data=json.dumps({"channel": message.channel, "to": address, "text": message.body}).encode(),
        headers={"Content-Type": "application/json"},
        method="POST",
    )
    with urllib.request.urlopen(request, timeout=10):
        pass
