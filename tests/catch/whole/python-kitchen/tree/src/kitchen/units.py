"""Units of recipes and feeds. Everything is weighed in grams in the end."""

from __future__ import annotations

from decimal import Decimal

from kitchen.errors import UnitError

_GRAMS: dict[str, Decimal] = {
    "g": Decimal(1),
    "kg": Decimal(1000),
    "ml": Decimal(1),
    "cl": Decimal(10),
    "l": Decimal(1000),
}

_ALIASES = {
    "gr": "g",
    "gramm": "g",
    "kilo": "kg",
    "lt": "l",
    "ltr": "l",
    "liter": "l",
}


def normalise(unit: str) -> str:
    """Our name of a unit, whatever the supplier calls it."""
    key = unit.strip().lower().rstrip(".")
    key = _ALIASES.get(key, key)
    if key not in _GRAMS:
        raise UnitError(f"unknown unit {unit!r}")
    return key


def to_grams(quantity: Decimal, unit: str) -> Decimal:
    """One millilitre counts as one gram: good enough for order of weight and for shopping."""
    return quantity * _GRAMS[normalise(unit)]
