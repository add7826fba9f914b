"""Greenfield: fruit, vegetables, dry goods. Comma separated, prices with a point."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from kitchen.importers.base import Feed, Record, required
from kitchen.models import SupplierRow
from kitchen.units import normalise

SUPPLIER = "greenfield"


def _price(text: str) -> int:
    try:
        return int((Decimal(text) * 100).to_integral_value())
    except InvalidOperation:
        raise ValueError(f"price_eur {text!r} is not a number") from None


def parse(record: Record) -> SupplierRow:
    return SupplierRow(
        supplier=SUPPLIER,
        sku=required(record, "article"),
        name=required(record, "description"),
        unit=normalise(required(record, "unit")),
        price_cents=_price(required(record, "price_eur")),
    )


GREENFIELD = Feed(supplier=SUPPLIER, delimiter=",", parse=parse)
