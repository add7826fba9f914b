"""What a recipe is made of, down to the articles that we buy."""

from __future__ import annotations

import sqlite3
from decimal import Decimal

from kitchen.errors import RecipeCycleError
from kitchen.models import IngredientAmount
from kitchen.repositories import ingredients, recipes
from kitchen.units import to_grams


def explode(
    conn: sqlite3.Connection, recipe_id: int, portions: int | None = None
) -> list[IngredientAmount]:
    """Ingredients of a recipe and its sub-recipes, one entry each, heaviest first.

    Without `portions` the recipe's own number counts. Equal weights are in order of name.
    """
    recipe = recipes.get(conn, recipe_id)
    factor = Decimal(1)
    if portions is not None:
        factor = Decimal(portions) / Decimal(recipe.portions)
    totals: dict[int, Decimal] = {}
    _collect(conn, recipe_id, factor, totals, [])
    amounts = [
        IngredientAmount(ingredients.get(conn, ingredient_id), grams)
        for ingredient_id, grams in totals.items()
    ]
    return sorted(amounts, key=lambda amount: (-amount.grams, amount.ingredient.name))


def _collect(
    conn: sqlite3.Connection,
    recipe_id: int,
    factor: Decimal,
    totals: dict[int, Decimal],
    path: list[int],
) -> None:
    recipe = recipes.get(conn, recipe_id)
    if recipe_id in path:
        names = [recipes.get(conn, step).name for step in [*path, recipe_id]]
        raise RecipeCycleError(names)
    for line in recipe.lines:
        grams = to_grams(line.quantity, line.unit) * factor
        if line.ingredient_id is not None:
            totals[line.ingredient_id] = totals.get(line.ingredient_id, Decimal(0)) + grams
        elif line.sub_recipe_id is not None:
            sub = recipes.get(conn, line.sub_recipe_id)
            _collect(conn, sub.id, grams / sub.yield_grams, totals, [*path, recipe_id])


def cost_cents(conn: sqlite3.Connection, recipe_id: int, portions: int | None = None) -> int:
    """Cost of goods. The price of an article is for one of its unit."""
    total = Decimal(0)
    for amount in explode(conn, recipe_id, portions):
        per_gram = Decimal(amount.ingredient.price_cents) / to_grams(
            Decimal(1), amount.ingredient.unit
        )
        total += per_gram * amount.grams
    return int(total.to_integral_value())
