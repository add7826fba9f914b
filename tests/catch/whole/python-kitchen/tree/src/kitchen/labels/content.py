"""From a line of the plan to what its label says."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from datetime import date, timedelta

from kitchen.models import LabelContent, PlanLine
from kitchen.repositories import recipes
from kitchen.services.recipes import explode


def batch_code(recipe_id: int, day: date) -> str:
    """Day of production and recipe, as the packing room reads them out on the phone."""
    return f"{day:%y%m%d}-{recipe_id:03d}"


def build_label(
    conn: sqlite3.Connection, line: PlanLine, day: date, company: str
) -> LabelContent:
    recipe = recipes.get(conn, line.recipe_id)
    amounts = explode(conn, line.recipe_id, line.portions)
    return LabelContent(
        title=recipe.name,
        portions=line.portions,
        batch=batch_code(recipe.id, day),
        ingredients=tuple(amount.ingredient.name for amount in amounts),
        use_by=day + timedelta(days=recipe.shelf_life_days),
        storage=recipe.storage,
        company=company,
    )


def build_labels(
    conn: sqlite3.Connection, lines: Iterable[PlanLine], day: date, company: str
) -> list[LabelContent]:
    """All labels of a plan. The first error stops the run: nothing is printed."""
    return [build_label(conn, line, day, company) for line in lines]
