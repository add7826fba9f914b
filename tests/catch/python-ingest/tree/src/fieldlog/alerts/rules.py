"""Thresholds, and what happens when one is crossed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from fieldlog.models import Reading


@dataclass(frozen=True)
class Threshold:
    metric: str
    above: float | None = None
    below: float | None = None

    def crossed_by(self, value: float) -> bool:
        if self.above is not None and value > self.above:
            return True
        return self.below is not None and value < self.below


@dataclass(frozen=True)
class Alert:
    station: str
    metric: str
    raised_at: datetime
    text: str

    def key(self) -> tuple[str, str]:
        return (self.station, self.metric)


def evaluate(readings: Iterable[Reading], thresholds: Iterable[Threshold]) -> Iterator[Alert]:
    """One alert for each reading that crosses a threshold of its metric."""
    by_metric: dict[str, list[Threshold]] = {}
    for threshold in thresholds:
        by_metric.setdefault(threshold.metric, []).append(threshold)
    for reading in readings:
        for threshold in by_metric.get(reading.metric, []):
            if threshold.crossed_by(reading.value):
                yield Alert(
                    reading.station,
                    reading.metric,
                    reading.taken_at,
                    f"{reading.metric} at {reading.station}: {reading.value} {reading.unit}",
                )
