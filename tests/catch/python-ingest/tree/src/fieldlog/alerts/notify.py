"""Channels. Add a class to `NOTIFIERS` and the settings can name it."""

from __future__ import annotations

import logging
import smtplib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from email.message import EmailMessage

from fieldlog.alerts.rules import Alert
from fieldlog.config import AlertSettings

log = logging.getLogger("fieldlog.alerts")


class Notifier(ABC):
    """Made once for each run, from the alert settings."""

    def __init__(self, settings: AlertSettings) -> None:
        self.settings = settings

    @abstractmethod
    def send(self, alert: Alert) -> None:
        """Deliver, or raise OSError."""


class LogNotifier(Notifier):
    def send(self, alert: Alert) -> None:
        log.warning("%s", alert.text)


class EmailNotifier(Notifier):
    def send(self, alert: Alert) -> None:
        message = EmailMessage()
        message["Subject"] = alert.text
        message["To"] = ", ".join(self.settings.recipients)
        message.set_content(f"{alert.text}\nraised at {alert.raised_at.isoformat()}\n")
        with smtplib.SMTP(self.settings.smtp_host, timeout=10) as server:
            server.send_message(message)


NOTIFIERS: dict[str, type[Notifier]] = {"log": LogNotifier, "email": EmailNotifier}


def dispatch(alerts: Sequence[Alert], notifiers: Sequence[Notifier]) -> list[str]:
    """Try every channel for every alert; the failures, one line each."""
    failures: list[str] = []
    for alert in alerts:
        for notifier in notifiers:
            try:
                notifier.send(alert)
            except OSError as error:
                failures.append(f"{type(notifier).__name__}: {error}")
    return failures
