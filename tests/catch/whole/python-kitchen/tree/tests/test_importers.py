from __future__ import annotations

from pathlib import Path

import pytest

from kitchen.importers import FEEDS
from kitchen.importers.base import run_import
from kitchen.repositories import ingredients

FIXTURES = Path(__file__).parent / "fixtures"


def load(conn, supplier: str):
    with (FIXTURES / f"{supplier}.csv").open(encoding="utf-8", newline="") as source:
        return run_import(conn, FEEDS[supplier], source)


@pytest.mark.parametrize(
    ("supplier", "sku", "name", "unit", "price_cents"),
    [
        ("greenfield", "GF-100", "Wheat flour", "kg", 89),
        ("marlin", "M-07", "Lachsfilet", "kg", 2390),
        ("norden", "40011", "Butter", "kg", 745),
    ],
)
def test_first_article(conn, supplier, sku, name, unit, price_cents) -> None:
    load(conn, supplier)
    found = ingredients.get_by_sku(conn, supplier, sku)
    assert (found.name, found.unit, found.price_cents) == (name, unit, price_cents)


def test_a_bad_row_is_skipped_and_named(conn) -> None:
    report = load(conn, "greenfield")
    assert report.stored == 4
    assert [str(error) for error in report.errors] == ["line 6: price_eur 'n/a' is not a number"]


def test_importing_twice_updates(conn) -> None:
    load(conn, "norden")
    load(conn, "norden")
    assert len(ingredients.list_all(conn)) == 3
