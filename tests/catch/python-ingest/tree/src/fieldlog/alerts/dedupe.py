"""The same alert is not sent twice within a window."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from fieldlog.alerts.rules import Alert


class AlertWindow:
    """Remembers when each key was last let through."""

    def __init__(self, minutes: int) -> None:
        self._length = timedelta(minutes=minutes)
        self._sent: dict[tuple[str, str], datetime] = {}

    def admits(self, alert: Alert) -> bool:
        last = self._sent.get(alert.key())
        if last is not None and alert.raised_at - last < self._length:
            return False
        self._sent[alert.key()] = alert.raised_at
        return True


def suppress_repeats(alerts: Iterable[Alert], window: AlertWindow) -> list[Alert]:
    return [alert for alert in alerts if window.admits(alert)]
