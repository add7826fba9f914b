"""The SQLite file: connections, transactions, migrations."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources


def connect(path: str) -> sqlite3.Connection:
    # Autocommit; transactions are opened by transaction() and by nothing else.
    conn = sqlite3.connect(path, isolation_level=None)
    conn.row_factory = sqlite3.Row
    conn.execute("PRAGMA journal_mode = WAL")
    conn.execute("PRAGMA busy_timeout = 5000")
    conn.execute("PRAGMA foreign_keys = ON")
    return conn


@contextmanager
def transaction(conn: sqlite3.Connection) -> Iterator[None]:
    """BEGIN IMMEDIATE ... COMMIT, or ROLLBACK on any exception. Does not nest."""
    conn.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        conn.execute("ROLLBACK")
        raise
    conn.execute("COMMIT")


def version(conn: sqlite3.Connection) -> int:
    conn.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY)")
    return conn.execute("SELECT coalesce(max(version), 0) FROM schema_version").fetchone()[0]


def migrate(conn: sqlite3.Connection, upto: int | None = None) -> int:
    """Apply what is missing, each file in a transaction of its own. Returns the version reached.

    `upto` stops after that number; tests use it to look at the step that follows.
    """
    current = version(conn)
    for number, sql in _migrations():
        if number <= current or (upto is not None and number > upto):
            continue
        try:
            conn.executescript(
                f"BEGIN IMMEDIATE;\n{sql}\n"
                f"INSERT INTO schema_version (version) VALUES ({number});\nCOMMIT;"
            )
        except sqlite3.Error:
            if conn.in_transaction:
                conn.execute("ROLLBACK")
            raise
        current = number
    return current


def _migrations() -> list[tuple[int, str]]:
    found = []
    for entry in resources.files("fermata").joinpath("migrations").iterdir():
        match = re.fullmatch(r"(\d{4})_\w+\.sql", entry.name)
        if match:
            found.append((int(match.group(1)), entry.read_text(encoding="utf-8")))
    return sorted(found)
