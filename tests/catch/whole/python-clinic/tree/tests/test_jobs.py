from __future__ import annotations

from datetime import datetime, timezone

from sqlalchemy import select

import clinicbook.jobs  # noqa: F401  (registers the jobs)
from clinicbook.context import Actor
from clinicbook.jobs import outbox
from clinicbook.jobs.registry import JOBS, run_job
from clinicbook.models import OutboxMessage
from clinicbook.services import booking


def messages(world, template: str) -> list[OutboxMessage]:
    with world.ctx() as ctx:
        return list(ctx.session.scalars(select(OutboxMessage).where(OutboxMessage.template == template)))


def book(world, in_hours: float) -> None:
    ana, slot = world.patient(), world.slot(in_hours)
    with world.ctx(Actor.patient(ana.id)) as ctx:
        booking.book_slot(ctx, ana.id, slot.id)


def test_the_jobs_are_registered():
    assert set(JOBS) == {"deliver_outbox", "send_reminders"}


def test_a_reminder_is_queued_once(world):
    book(world, 20)
    assert run_job("send_reminders", world.ctx) == 1
    assert run_job("send_reminders", world.ctx) == 0
    assert len(messages(world, "reminder")) == 1


def test_a_reminder_waits_until_the_quiet_hours_are_over(world):
    world.now = datetime(2025, 3, 4, 22, 30, tzinfo=timezone.utc)  # 23:30 in Brussels
    book(world, 20)
    run_job("send_reminders", world.ctx)
    (reminder,) = messages(world, "reminder")
    assert reminder.send_after == datetime(2025, 3, 5, 7, 0, tzinfo=timezone.utc)


def test_the_outbox_is_delivered(world, capsys):
    book(world, 48)
    assert run_job("deliver_outbox", world.ctx) == 1
    assert "Dr Maes" in capsys.readouterr().out
    assert run_job("deliver_outbox", world.ctx) == 0


def test_a_message_that_the_gateway_refuses_is_tried_again(world, monkeypatch):
    book(world, 48)

    def refuse(settings, message):
        raise OSError("gateway is down")

    monkeypatch.setattr(outbox, "send", refuse)
    assert run_job("deliver_outbox", world.ctx) == 0
    (message,) = messages(world, "booked")
    assert (message.sent_at, message.attempts) == (None, 1)
