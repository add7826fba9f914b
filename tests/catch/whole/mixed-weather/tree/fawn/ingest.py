"""From the spool files to the table `measurements`."""

import sqlite3
import time
from pathlib import Path
from typing import NamedTuple

from fawn.db import stations
from fawn.lines import LineError, parse_line


class IngestResult(NamedTuple):
    added: int = 0
    duplicate: int = 0
    rejected: int = 0

    def plus(self, other: "IngestResult") -> "IngestResult":
        return IngestResult(*(a + b for a, b in zip(self, other)))


def _reject(conn: sqlite3.Connection, source: str, line_no: int, text: str, reason: str) -> None:
    conn.execute(
        "INSERT INTO rejects (seen_at, source, line_no, text, reason) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (source, line_no) DO NOTHING",
        (int(time.time()), source, line_no, text, reason),
    )


def ingest_file(conn: sqlite3.Connection, path: Path) -> IngestResult:
    """Read one spool file. Reading it again adds only what is new.

    A measurement that is there already stays as it is: the files are synced
    from the stations every ten minutes, and most of each file is old.
    """
    known = set(stations(conn))
    added = duplicate = rejected = 0
    source = f"{path.parent.name}/{path.name}"
    text = path.read_text(encoding="ascii", errors="replace")
    for line_no, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            reading = parse_line(line)
            if reading.station not in known:
                raise LineError(f"unknown station: {reading.station}")
        except LineError as error:
            _reject(conn, source, line_no, line, str(error))
            rejected += 1
            continue
        cursor = conn.execute(
            "INSERT INTO measurements (station, ts, channel, value) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (station, ts, channel) DO NOTHING",
            (reading.station, reading.ts, reading.channel, reading.value),
        )
        if cursor.rowcount == 1:
            added += 1
        else:
            duplicate += 1
    return IngestResult(added, duplicate, rejected)


def ingest_tree(conn: sqlite3.Connection, root: Path) -> IngestResult:
    """All spool files below `root`: root/FEN01/2024-06-01.wl and so on."""
    result = IngestResult()
    for path in sorted(root.glob("*/*.wl")):
        result = result.plus(ingest_file(conn, path))
    return result
