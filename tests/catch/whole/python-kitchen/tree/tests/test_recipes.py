from __future__ import annotations

from decimal import Decimal

import pytest

from kitchen.errors import NotFoundError, RecipeCycleError
from kitchen.models import RecipeLine
from kitchen.repositories import recipes
from kitchen.services.recipes import cost_cents, explode


def test_explode_merges_sub_recipes_heaviest_first(conn, lasagne) -> None:
    amounts = [(a.ingredient.name, a.grams) for a in explode(conn, lasagne)]
    assert amounts == [
        ("Tomato", Decimal(1500)),
        ("Milk", Decimal(680)),
        ("Pasta sheets", Decimal(600)),
        ("Butter", Decimal(160)),
        ("Flour", Decimal(60)),
    ]


def test_explode_scales_by_portions(conn, lasagne) -> None:
    assert explode(conn, lasagne, 20)[0].grams == Decimal(3000)


def test_explode_refuses_a_cycle(conn, add_ingredient) -> None:
    stock = recipes.add(conn, "Stock", 1, Decimal(100), [])
    soup = recipes.add(conn, "Soup", 1, Decimal(100), [RecipeLine(Decimal(1), "g", sub_recipe_id=stock)])
    conn.execute(
        "INSERT INTO recipe_lines (recipe_id, position, sub_recipe_id, quantity, unit)"
        " VALUES (?, 0, ?, '1', 'g')",
        (stock, soup),
    )
    with pytest.raises(RecipeCycleError, match="Soup > Stock > Soup"):
        explode(conn, soup)


def test_cost(conn, lasagne) -> None:
    assert cost_cents(conn, lasagne) == 300


def test_unknown_recipe(conn) -> None:
    with pytest.raises(NotFoundError):
        explode(conn, 99)
