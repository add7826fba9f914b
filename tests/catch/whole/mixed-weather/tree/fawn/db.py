"""The database in the shed: one SQLite file, grown by the files of sql/."""

import re
import sqlite3
from pathlib import Path
from typing import List, Tuple

SQL_DIR = Path(__file__).resolve().parent.parent / "sql"


def connect(path: str) -> sqlite3.Connection:
    conn = sqlite3.connect(path)
    conn.row_factory = sqlite3.Row
    conn.execute("PRAGMA foreign_keys = ON")
    return conn


def migrations() -> List[Tuple[int, Path]]:
    """The numbered files of sql/, lowest first."""
    found = []
    for path in SQL_DIR.glob("*.sql"):
        match = re.match(r"(\d{3})_", path.name)
        if match:
            found.append((int(match.group(1)), path))
    return sorted(found)


def version(conn: sqlite3.Connection) -> int:
    return conn.execute("PRAGMA user_version").fetchone()[0]


def migrate(conn: sqlite3.Connection, upto: int = 999) -> int:
    """Apply what is newer than the database, each file in a transaction.

    `upto` stops early; the tests of migrations want that. Returns the version.
    """
    for number, path in migrations():
        if version(conn) < number <= upto:
            conn.executescript(
                f"BEGIN;\n{path.read_text()}\nPRAGMA user_version = {number};\nCOMMIT;"
            )
    return version(conn)


def add_station(
    conn: sqlite3.Connection,
    station: str,
    name: str,
    keeper: str,
    latitude: float,
    longitude: float,
    height_m: int,
    since: str,
) -> None:
    """Callers commit, here and everywhere else in this package."""
    conn.execute(
        "INSERT INTO stations VALUES (?, ?, ?, ?, ?, ?, ?)",
        (station, name, keeper, latitude, longitude, height_m, since),
    )


def stations(conn: sqlite3.Connection) -> List[str]:
    return [row["station"] for row in conn.execute("SELECT station FROM stations ORDER BY station")]
