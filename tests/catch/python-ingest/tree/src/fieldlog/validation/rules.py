"""The rules that a reading has to pass. `RULES` is the list that runs by default."""

from __future__ import annotations

from typing import Protocol

from fieldlog.models import Reading

LIMITS = {
    "water_level": (-2.0, 25.0),
    "air_temp": (-60.0, 60.0),
    "rain": (0.0, 300.0),
}


class Rule(Protocol):
    """A rule may keep state between calls; a fresh instance is made for each batch."""

    name: str

    def check(self, reading: Reading) -> str | None:
        """None if the reading passes, else the reason in one line."""
        ...


class RangeRule:
    name = "range"

    def check(self, reading: Reading) -> str | None:
        low, high = LIMITS.get(reading.metric, (float("-inf"), float("inf")))
        if low <= reading.value <= high:
            return None
        return f"{reading.value} outside {low}..{high}"


class MonotonicTimeRule:
    """Within a file, the times of one station and metric only go forward."""

    name = "monotonic-time"

    def __init__(self) -> None:
        self._last: dict[tuple[str, str], float] = {}

    def check(self, reading: Reading) -> str | None:
        key = (reading.station, reading.metric)
        moment = reading.taken_at.timestamp()
        if moment < self._last.get(key, float("-inf")):
            return "earlier than the reading before it"
        self._last[key] = moment
        return None


class KnownUnitRule:
    name = "known-unit"

    def check(self, reading: Reading) -> str | None:
        from fieldlog.validation.units import normalize_unit

        return None if normalize_unit(reading.unit) else f"unknown unit {reading.unit!r}"


RULES: list[type[Rule]] = [RangeRule, MonotonicTimeRule, KnownUnitRule]
