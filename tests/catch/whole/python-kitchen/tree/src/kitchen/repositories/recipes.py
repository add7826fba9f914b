"""Recipes and their lines in the database."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from decimal import Decimal

from kitchen.errors import NotFoundError
from kitchen.models import Recipe, RecipeLine


def _lines(conn: sqlite3.Connection, recipe_id: int) -> tuple[RecipeLine, ...]:
    rows = conn.execute(
        "SELECT ingredient_id, sub_recipe_id, quantity, unit FROM recipe_lines"
        " WHERE recipe_id = ? ORDER BY position",
        (recipe_id,),
    )
    return tuple(
        RecipeLine(
            quantity=Decimal(row["quantity"]),
            unit=row["unit"],
            ingredient_id=row["ingredient_id"],
            sub_recipe_id=row["sub_recipe_id"],
        )
        for row in rows
    )


def get(conn: sqlite3.Connection, recipe_id: int) -> Recipe:
    row = conn.execute("SELECT * FROM recipes WHERE id = ?", (recipe_id,)).fetchone()
    if row is None:
        raise NotFoundError("recipe", recipe_id)
    return Recipe(
        id=row["id"],
        name=row["name"],
        portions=row["portions"],
        yield_grams=Decimal(row["yield_grams"]),
        storage=row["storage"],
        shelf_life_days=row["shelf_life_days"],
        lines=_lines(conn, recipe_id),
    )


def add(
    conn: sqlite3.Connection,
    name: str,
    portions: int,
    yield_grams: Decimal,
    lines: Sequence[RecipeLine],
    *,
    storage: str = "Keep refrigerated below 5 °C",
    shelf_life_days: int = 2,
) -> int:
    cursor = conn.execute(
        "INSERT INTO recipes (name, portions, yield_grams, storage, shelf_life_days)"
        " VALUES (?, ?, ?, ?, ?)",
        (name, portions, str(yield_grams), storage, shelf_life_days),
    )
    recipe_id = int(cursor.lastrowid or 0)
    conn.executemany(
        "INSERT INTO recipe_lines (recipe_id, position, ingredient_id, sub_recipe_id, quantity, unit)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [
            (recipe_id, i, line.ingredient_id, line.sub_recipe_id, str(line.quantity), line.unit)
            for i, line in enumerate(lines)
        ],
    )
    conn.commit()
    return recipe_id
