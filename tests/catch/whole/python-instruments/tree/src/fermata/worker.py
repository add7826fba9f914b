"""The e-mail worker: takes mails from the outbox and sends them."""

import logging
import smtplib
import threading
from collections.abc import Callable
from email.message import EmailMessage

from fermata.config import Settings
from fermata.context import Context

log = logging.getLogger(__name__)

MAX_ATTEMPTS = 5
BATCH = 50

Send = Callable[[EmailMessage], None]


def smtp_sender(settings: Settings) -> Send:
    def send(message: EmailMessage) -> None:
        with smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=20) as smtp:
            smtp.send_message(message)

    return send


class Worker:
    def __init__(self, ctx: Context, send: Send) -> None:
        self.ctx = ctx
        self._send = send

    def run_once(self) -> int:
        """Send what is due, and return how many mails went out."""
        rows = self.ctx.conn.execute(
            "SELECT * FROM mails WHERE sent_at IS NULL AND attempts < ? ORDER BY id LIMIT ?",
            (MAX_ATTEMPTS, BATCH),
        ).fetchall()
        sent = 0
        for row in rows:
            message = EmailMessage()
            message["From"] = self.ctx.settings.mail_from
            message["To"] = row["recipient"]
            message["Subject"] = row["subject"]
            message.set_content(row["body"])
            try:
                self._send(message)
            except (smtplib.SMTPException, OSError) as error:
                log.warning("mail %s was not sent: %s", row["id"], error)
                self.ctx.conn.execute(
                    "UPDATE mails SET attempts = attempts + 1, last_error = ? WHERE id = ?",
                    (str(error), row["id"]),
                )
                continue
            self.ctx.conn.execute(
                "UPDATE mails SET sent_at = ? WHERE id = ?",
                (self.ctx.clock.now().isoformat(), row["id"]),
            )
            sent += 1
        return sent

    def run_forever(self, stop: threading.Event) -> None:
        while not stop.is_set():
            self.run_once()
            stop.wait(self.ctx.settings.poll_seconds)
