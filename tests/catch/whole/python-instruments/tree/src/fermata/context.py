"""What every service function needs: a connection, a clock and the settings."""

import sqlite3
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from fermata.config import Settings


class Clock(Protocol):
    def now(self) -> datetime:
        """The moment, in UTC."""

    def today(self) -> date:
        """The date at the desk."""


class SystemClock:
    def __init__(self, timezone: str) -> None:
        self._zone = ZoneInfo(timezone)

    def now(self) -> datetime:
        return datetime.now(UTC)

    def today(self) -> date:
        return datetime.now(self._zone).date()


@dataclass(frozen=True)
class Context:
    conn: sqlite3.Connection
    clock: Clock
    settings: Settings
