from __future__ import annotations

from kitchen import db


def test_migrations_are_applied_once() -> None:
    conn = db.connect(":memory:")
    assert db.migrate(conn) == db.migration_names()
    assert db.migrate(conn) == []


def test_foreign_keys_are_on(conn) -> None:
    assert conn.execute("PRAGMA foreign_keys").fetchone()[0] == 1


def test_migrations_are_numbered_without_gaps() -> None:
    numbers = [int(name.split("_")[0]) for name in db.migration_names()]
    assert numbers == list(range(1, len(numbers) + 1))
