"""The store in one SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from datetime import datetime, timezone
from pathlib import Path

from fieldlog.errors import StorageError
from fieldlog.models import Quality, Reading
from fieldlog.storage.migrations import apply_migrations


def row_to_reading(row: tuple[str, str, int, float, str, str]) -> Reading:
    station, metric, taken_at, value, unit, quality = row
    moment = datetime.fromtimestamp(taken_at, tz=timezone.utc)
    return Reading(station, metric, moment, value, unit, Quality(quality))


class SqliteStore:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> "SqliteStore":
        """Open or create; migrations are applied. A locked or broken file is a `StorageError`."""
        try:
            connection = sqlite3.connect(path, timeout=5.0)
            apply_migrations(connection)
        except sqlite3.Error as error:
            raise StorageError(f"{path}: {error}") from error
        return cls(connection)

    def insert_batch(self, readings: Iterable[Reading]) -> int:
        rows = [(*r.key(), r.value, r.unit, r.quality.value) for r in readings]
        try:
            with self._connection:
                self._connection.executemany(
                    "INSERT INTO readings(station, metric, taken_at, value, unit, quality)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    rows,
                )
        except sqlite3.Error as error:
            raise StorageError(str(error)) from error
        return len(rows)

    def query_range(self, station: str, start: datetime, end: datetime) -> Iterator[Reading]:
        cursor = self._connection.execute(
            "SELECT station, metric, taken_at, value, unit, quality FROM readings"
            " WHERE station = ? AND taken_at >= ? AND taken_at < ? ORDER BY taken_at",
            (station, int(start.timestamp()), int(end.timestamp())),
        )
        return (row_to_reading(row) for row in cursor)

    def delete_before(self, cutoff: datetime) -> int:
        with self._connection:
            cursor = self._connection.execute(
                "DELETE FROM readings WHERE taken_at < ?", (int(cutoff.timestamp()),)
            )
        return cursor.rowcount

    def close(self) -> None:
        self._connection.close()
