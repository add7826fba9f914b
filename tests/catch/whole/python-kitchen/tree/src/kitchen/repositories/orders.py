"""Orders in the database."""

from __future__ import annotations

import sqlite3
from datetime import date

from kitchen.errors import NotFoundError, OrderStateError
from kitchen.models import Order


def _to_order(row: sqlite3.Row) -> Order:
    return Order(
        id=row["id"],
        customer=row["customer"],
        recipe_id=row["recipe_id"],
        portions=row["portions"],
        day=date.fromisoformat(row["day"]),
        state=row["state"],
    )


def add(
    conn: sqlite3.Connection, customer: str, recipe_id: int, portions: int, day: date
) -> int:
    cursor = conn.execute(
        "INSERT INTO orders (customer, recipe_id, portions, day) VALUES (?, ?, ?, ?)",
        (customer, recipe_id, portions, day.isoformat()),
    )
    conn.commit()
    return int(cursor.lastrowid or 0)


def get(conn: sqlite3.Connection, order_id: int) -> Order:
    row = conn.execute("SELECT * FROM orders WHERE id = ?", (order_id,)).fetchone()
    if row is None:
        raise NotFoundError("order", order_id)
    return _to_order(row)


def confirm(conn: sqlite3.Connection, order_id: int) -> Order:
    """draft -> confirmed. Anything else is an error."""
    order = get(conn, order_id)
    if order.state != "draft":
        raise OrderStateError(f"order {order_id} is {order.state}, not draft")
    conn.execute("UPDATE orders SET state = 'confirmed' WHERE id = ?", (order_id,))
    conn.commit()
    return get(conn, order_id)


def confirmed_on(conn: sqlite3.Connection, day: date) -> list[Order]:
    rows = conn.execute(
        "SELECT * FROM orders WHERE day = ? AND state = 'confirmed' ORDER BY id",
        (day.isoformat(),),
    )
    return [_to_order(row) for row in rows]
