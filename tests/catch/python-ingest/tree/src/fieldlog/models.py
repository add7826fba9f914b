"""The nouns: readings, stations and batches."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum


class Quality(Enum):
    """How far a reading may be trusted."""

    GOOD = "good"
    SUSPECT = "suspect"
    REJECTED = "rejected"


@dataclass(frozen=True)
class Station:
    """A place that reports; `interval_s` is how often it should."""

    code: str
    name: str
    interval_s: int = 600


@dataclass(frozen=True)
class Reading:
    """One value of one metric at one time."""

    station: str
    metric: str
    taken_at: datetime
    value: float
    unit: str
    quality: Quality = Quality.GOOD

    def key(self) -> tuple[str, str, int]:
        """What makes two readings the same one."""
        return (self.station, self.metric, int(self.taken_at.timestamp()))


@dataclass
class Batch:
    """The readings of one file, in file order."""

    source: str
    readings: list[Reading] = field(default_factory=list)

    def add(self, reading: Reading) -> None:
        self.readings.append(reading)

    def stations(self) -> set[str]:
        return {reading.station for reading in self.readings}
