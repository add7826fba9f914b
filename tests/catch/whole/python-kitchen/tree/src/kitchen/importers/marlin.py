"""Marlin: fish and seafood. Semicolons, German headings, prices with a comma."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from kitchen.importers.base import Feed, Record, required
from kitchen.models import SupplierRow
from kitchen.units import normalise

SUPPLIER = "marlin"


def _price(text: str) -> int:
    """`1.234,50` -> 123450"""
    try:
        return int((Decimal(text.replace(".", "").replace(",", ".")) * 100).to_integral_value())
    except InvalidOperation:
        raise ValueError(f"Preis {text!r} is not a number") from None


def parse(record: Record) -> SupplierRow:
    return SupplierRow(
        supplier=SUPPLIER,
        sku=required(record, "ArtNr"),
        name=required(record, "Bezeichnung"),
        unit=normalise(required(record, "Einheit")),
        price_cents=_price(required(record, "Preis")),
    )


MARLIN = Feed(supplier=SUPPLIER, delimiter=";", parse=parse)
