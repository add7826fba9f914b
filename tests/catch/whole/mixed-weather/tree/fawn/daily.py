"""The figures of a day, kept in the table `daily`. A day is a UTC day."""

import sqlite3
from datetime import datetime, timedelta, timezone
from typing import List, NamedTuple, Optional, Tuple

from fawn.channels import CHANNELS


class DaySummary(NamedTuple):
    station: str
    day: str
    channel: str
    n: int
    minimum: Optional[float]
    maximum: Optional[float]
    mean: Optional[float]
    total: Optional[float]


def day_bounds(day: str) -> Tuple[int, int]:
    """The first second of the day, and the first of the next."""
    start = datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=timezone.utc)
    return int(start.timestamp()), int((start + timedelta(days=1)).timestamp())


def day_of(ts: int) -> str:
    return datetime.fromtimestamp(ts, timezone.utc).strftime("%Y-%m-%d")


def summarise_day(conn: sqlite3.Connection, station: str, day: str) -> List[DaySummary]:
    """One summary for each channel that measured something on that day."""
    start, end = day_bounds(day)
    rows = conn.execute(
        "SELECT channel, COUNT(*) AS n, MIN(value) AS lo, MAX(value) AS hi,"
        "       AVG(value) AS mean, SUM(value) AS total"
        "  FROM measurements WHERE station = ? AND ts >= ? AND ts < ?"
        " GROUP BY channel ORDER BY channel",
        (station, start, end),
    )
    summaries = []
    for row in rows:
        channel = CHANNELS[row["channel"]]
        if channel.aggregate == "sum":
            figures = (None, None, None, channel.rounded(row["total"]))
        else:
            figures = (row["lo"], row["hi"], channel.rounded(row["mean"]), None)
        summaries.append(DaySummary(station, day, channel.code, row["n"], *figures))
    return summaries


def store_day(conn: sqlite3.Connection, station: str, day: str) -> int:
    """Replace the rows of that day. Returns how many channels there are."""
    summaries = summarise_day(conn, station, day)
    conn.execute("DELETE FROM daily WHERE station = ? AND day = ?", (station, day))
    conn.executemany(
        "INSERT INTO daily (station, day, channel, n, minimum, maximum, mean, total)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        summaries,
    )
    return len(summaries)
