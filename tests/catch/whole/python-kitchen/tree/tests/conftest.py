from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from decimal import Decimal

import pytest

from kitchen import db
from kitchen.models import RecipeLine, SupplierRow
from kitchen.repositories import ingredients, recipes


@pytest.fixture
def conn() -> Iterator[sqlite3.Connection]:
    connection = db.connect(":memory:")
    db.migrate(connection)
    yield connection
    connection.close()


@pytest.fixture
def add_ingredient(conn: sqlite3.Connection) -> Callable[..., int]:
    """add_ingredient("Flour") -> id. The sku is the name in capitals, the supplier is `house`."""

    def add(name: str, price_cents: int = 100, unit: str = "kg") -> int:
        return ingredients.upsert(conn, SupplierRow("house", name.upper(), name, unit, price_cents))

    return add


@pytest.fixture
def lasagne(conn: sqlite3.Connection, add_ingredient: Callable[..., int]) -> int:
    """Lasagne with a béchamel as sub-recipe: butter occurs in both."""
    flour, milk, butter = (add_ingredient(name) for name in ("Flour", "Milk", "Butter"))
    pasta, tomato = (add_ingredient(name) for name in ("Pasta sheets", "Tomato"))
    bechamel = recipes.add(
        conn,
        "Béchamel",
        10,
        Decimal(1000),
        [
            RecipeLine(Decimal(850), "ml", ingredient_id=milk),
            RecipeLine(Decimal(75), "g", ingredient_id=flour),
            RecipeLine(Decimal(75), "g", ingredient_id=butter),
        ],
    )
    return recipes.add(
        conn,
        "Lasagne",
        10,
        Decimal(3000),
        [
            RecipeLine(Decimal("1.5"), "kg", ingredient_id=tomato),
            RecipeLine(Decimal(600), "g", ingredient_id=pasta),
            RecipeLine(Decimal(800), "g", sub_recipe_id=bechamel),
            RecipeLine(Decimal(100), "g", ingredient_id=butter),
        ],
        shelf_life_days=3,
    )
