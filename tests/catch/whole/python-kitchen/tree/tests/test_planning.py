from __future__ import annotations

import io
from datetime import date

import pytest

from kitchen.errors import OrderStateError
from kitchen.repositories import orders
from kitchen.services.planning import build_plan, plan_to_csv, shopping_list

DAY = date(2024, 5, 8)


def test_plan_sums_confirmed_orders(conn, lasagne) -> None:
    first = orders.add(conn, "Stadtwerke", lasagne, 30, DAY)
    second = orders.add(conn, "Museum", lasagne, 10, DAY)
    orders.add(conn, "Draft only", lasagne, 99, DAY)
    orders.confirm(conn, first)
    orders.confirm(conn, second)
    (line,) = build_plan(conn, DAY)
    assert (line.recipe_name, line.portions, line.order_ids) == ("Lasagne", 40, (first, second))


def test_an_order_is_confirmed_once(conn, lasagne) -> None:
    order = orders.add(conn, "Museum", lasagne, 10, DAY)
    orders.confirm(conn, order)
    with pytest.raises(OrderStateError):
        orders.confirm(conn, order)


def test_csv(conn, lasagne) -> None:
    order = orders.add(conn, "Museum", lasagne, 10, DAY)
    orders.confirm(conn, order)
    out = io.StringIO()
    plan_to_csv(build_plan(conn, DAY), out)
    assert out.getvalue() == f"recipe_id,dish,portions,orders\n{lasagne},Lasagne,10,{order}\n"


def test_shopping_list(conn, lasagne) -> None:
    orders.confirm(conn, orders.add(conn, "Museum", lasagne, 20, DAY))
    amounts = shopping_list(conn, build_plan(conn, DAY))
    assert amounts[0].ingredient.name == "Tomato"
    assert amounts[0].grams == 3000
