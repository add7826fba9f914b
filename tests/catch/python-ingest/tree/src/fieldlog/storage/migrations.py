"""Schema changes, in order. See docs/storage.md."""

from __future__ import annotations

import sqlite3

MIGRATIONS: list[tuple[int, str]] = [
    (
        1,
        "CREATE TABLE readings(station TEXT NOT NULL, metric TEXT NOT NULL,"
        " taken_at INTEGER NOT NULL, value REAL NOT NULL, unit TEXT NOT NULL)",
    ),
    (2, "ALTER TABLE readings ADD COLUMN quality TEXT NOT NULL DEFAULT 'good'"),
    (3, "CREATE INDEX readings_by_time ON readings(station, taken_at)"),
]


def schema_version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def apply_migrations(connection: sqlite3.Connection) -> int:
    """Apply what is missing, each in a transaction; the new version."""
    current = schema_version(connection)
    for number, sql in MIGRATIONS:
        if number > current:
            with connection:
                connection.execute(sql)
                connection.execute(f"PRAGMA user_version = {number}")
            current = number
    return current
