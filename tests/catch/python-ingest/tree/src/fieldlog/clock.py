"""Time: one place that knows what now is and how loggers spell a moment."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Protocol

ACCEPTED_FORMATS = ("%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%d %H:%M:%S", "%d.%m.%Y %H:%M")


class Clock(Protocol):
    def now(self) -> datetime: ...


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(timezone.utc)


class FixedClock:
    """For tests."""

    def __init__(self, moment: datetime) -> None:
        self._moment = moment

    def now(self) -> datetime:
        return self._moment


def to_utc(moment: datetime) -> datetime:
    """A naive moment is taken to be UTC already."""
    if moment.tzinfo is None:
        return moment.replace(tzinfo=timezone.utc)
    return moment.astimezone(timezone.utc)


def parse_timestamp(text: str) -> datetime:
    """Try each accepted format; raise ValueError naming the text if none fits."""
    for fmt in ACCEPTED_FORMATS:
        try:
            return to_utc(datetime.strptime(text.strip(), fmt))
        except ValueError:
            continue
    raise ValueError(f"not a time: {text!r}")
