"""The SQLite connection and the migrations."""

from __future__ import annotations

import sqlite3
from importlib import resources
from pathlib import Path


def connect(path: Path | str) -> sqlite3.Connection:
    conn = sqlite3.connect(str(path))
    conn.row_factory = sqlite3.Row
    conn.execute("PRAGMA foreign_keys = ON")
    return conn


def migration_names() -> list[str]:
    """File names in the order in which they are applied."""
    folder = resources.files("kitchen") / "migrations"
    return sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))


def applied(conn: sqlite3.Connection) -> set[str]:
    conn.execute("CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY)")
    return {row["name"] for row in conn.execute("SELECT name FROM schema_migrations")}


def migrate(conn: sqlite3.Connection) -> list[str]:
    """Apply what is missing, oldest first. Returns the names of the applied ones."""
    done = applied(conn)
    new: list[str] = []
    for name in migration_names():
        if name in done:
            continue
        sql = (resources.files("kitchen") / "migrations" / name).read_text(encoding="utf-8")
        conn.executescript(sql)
        conn.execute("INSERT INTO schema_migrations (name) VALUES (?)", (name,))
        conn.commit()
        new.append(name)
    return new
