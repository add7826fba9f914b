"""Units: spellings and conversion."""

from __future__ import annotations

_SPELLINGS = {
    "m": "m", "meter": "m", "metre": "m",
    "cm": "cm",
    "c": "degC", "degc": "degC", "°c": "degC",
    "f": "degF", "degf": "degF",
    "mm": "mm",
}


def normalize_unit(text: str) -> str | None:
    """The canonical spelling, or None for a unit we do not know."""
    return _SPELLINGS.get(text.strip().lower())


def convert_unit(value: float, source: str, target: str) -> float:
    """Convert between canonical units; ValueError for a pair that does not convert."""
    if source == target:
        return value
    if (source, target) == ("cm", "m"):
        return value / 100.0
    if (source, target) == ("m", "cm"):
        return value * 100.0
    if (source, target) == ("degF", "degC"):
        return (value - 32.0) * 5.0 / 9.0
    if (source, target) == ("degC", "degF"):
        return value * 9.0 / 5.0 + 32.0
    raise ValueError(f"cannot convert {source} to {target}")
