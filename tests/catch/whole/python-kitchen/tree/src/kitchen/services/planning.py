"""The production plan of a day, and what has to be bought for it."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import TextIO

from kitchen.models import IngredientAmount, PlanLine
from kitchen.repositories import orders, recipes
from kitchen.services.recipes import explode

CSV_HEADER = ["recipe_id", "dish", "portions", "orders"]


def build_plan(conn: sqlite3.Connection, day: date) -> list[PlanLine]:
    """One line per dish over all confirmed orders of the day, in order of name."""
    portions: dict[int, int] = {}
    order_ids: dict[int, list[int]] = {}
    for order in orders.confirmed_on(conn, day):
        portions[order.recipe_id] = portions.get(order.recipe_id, 0) + order.portions
        order_ids.setdefault(order.recipe_id, []).append(order.id)
    lines = [
        PlanLine(
            recipe_id=recipe_id,
            recipe_name=recipes.get(conn, recipe_id).name,
            portions=count,
            order_ids=tuple(order_ids[recipe_id]),
        )
        for recipe_id, count in portions.items()
    ]
    return sorted(lines, key=lambda line: line.recipe_name)


def plan_to_csv(lines: Iterable[PlanLine], out: TextIO) -> None:
    """The sheet that hangs in the kitchen."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_HEADER)
    for line in lines:
        writer.writerow(
            [
                line.recipe_id,
                line.recipe_name,
                line.portions,
                " ".join(str(order_id) for order_id in line.order_ids),
            ]
        )


def shopping_list(
    conn: sqlite3.Connection, lines: Iterable[PlanLine]
) -> list[IngredientAmount]:
    """Amounts over all lines of a plan, heaviest first."""
    totals: dict[int, IngredientAmount] = {}
    for line in lines:
        for amount in explode(conn, line.recipe_id, line.portions):
            known = totals.get(amount.ingredient.id)
            grams = amount.grams + (known.grams if known else Decimal(0))
            totals[amount.ingredient.id] = IngredientAmount(amount.ingredient, grams)
    return sorted(totals.values(), key=lambda amount: (-amount.grams, amount.ingredient.name))
