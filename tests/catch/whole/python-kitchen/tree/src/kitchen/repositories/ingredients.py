"""Ingredients in the database."""

from __future__ import annotations

import sqlite3

from kitchen.errors import NotFoundError
from kitchen.models import Ingredient, SupplierRow

_COLUMNS = "id, supplier, sku, name, unit, price_cents"


def _to_ingredient(row: sqlite3.Row) -> Ingredient:
    return Ingredient(
        id=row["id"],
        supplier=row["supplier"],
        sku=row["sku"],
        name=row["name"],
        unit=row["unit"],
        price_cents=row["price_cents"],
    )


def get(conn: sqlite3.Connection, ingredient_id: int) -> Ingredient:
    row = conn.execute(
        f"SELECT {_COLUMNS} FROM ingredients WHERE id = ?", (ingredient_id,)
    ).fetchone()
    if row is None:
        raise NotFoundError("ingredient", ingredient_id)
    return _to_ingredient(row)


def get_by_sku(conn: sqlite3.Connection, supplier: str, sku: str) -> Ingredient:
    row = conn.execute(
        f"SELECT {_COLUMNS} FROM ingredients WHERE supplier = ? AND sku = ?", (supplier, sku)
    ).fetchone()
    if row is None:
        raise NotFoundError("ingredient", f"{supplier}/{sku}")
    return _to_ingredient(row)


def list_all(conn: sqlite3.Connection) -> list[Ingredient]:
    rows = conn.execute(f"SELECT {_COLUMNS} FROM ingredients ORDER BY name, id")
    return [_to_ingredient(row) for row in rows]


def upsert(conn: sqlite3.Connection, row: SupplierRow) -> int:
    """Insert the article, or update name, unit and price. Returns its id. Does not commit."""
    conn.execute(
        """
        INSERT INTO ingredients (supplier, sku, name, unit, price_cents)
        VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (supplier, sku) DO UPDATE SET
            name = excluded.name,
            unit = excluded.unit,
            price_cents = excluded.price_cents
        """,
        (row.supplier, row.sku, row.name, row.unit, row.price_cents),
    )
    return get_by_sku(conn, row.supplier, row.sku).id
