"""Norden: dairy, bakery, frozen. Tab separated, prices in cents."""

from __future__ import annotations

from kitchen.importers.base import Feed, Record, required
from kitchen.models import SupplierRow
from kitchen.units import normalise

SUPPLIER = "norden"


def _price(text: str) -> int:
    if not text.isdigit():
        raise ValueError(f"PRICE_CT {text!r} is not a whole number")
    return int(text)


def parse(record: Record) -> SupplierRow:
    return SupplierRow(
        supplier=SUPPLIER,
        sku=required(record, "SKU"),
        name=required(record, "TEXT").capitalize(),
        unit=normalise(required(record, "UOM")),
        price_cents=_price(required(record, "PRICE_CT")),
    )


NORDEN = Feed(supplier=SUPPLIER, delimiter="\t", parse=parse)
