"""Mails are rendered here and put into the outbox; the worker sends them."""

from datetime import date
from importlib import resources

from fermata.context import Context


def long_date(day: date) -> str:
    """14 May 2024"""
    return f"{day.day} {day:%B %Y}"


def render(template: str, **fields: str) -> tuple[str, str]:
    """Subject and body of templates/<template>.txt, whose first line is `Subject: ...`."""
    text = (
        resources.files("fermata")
        .joinpath("templates", f"{template}.txt")
        .read_text(encoding="utf-8")
    )
    subject, _, body = text.partition("\n\n")
    return subject.removeprefix("Subject: ").format(**fields), body.format(**fields)


def enqueue(ctx: Context, recipient: str, template: str, **fields: str) -> None:
    """Call it inside the transaction of the change that the mail is about."""
    subject, body = render(template, **fields)
    ctx.conn.execute(
        "INSERT INTO mails (recipient, subject, body, created_at) VALUES (?, ?, ?, ?)",
        (recipient, subject, body, ctx.clock.now().isoformat()),
    )
