"""One station, one day, every measurement: for members with a spreadsheet."""

import csv
import sqlite3
from datetime import datetime, timezone
from typing import TextIO

from fawn.channels import CHANNELS
from fawn.daily import day_bounds

HEADER = ["time", "channel", "value", "unit"]


def iso_time(ts: int) -> str:
    return datetime.fromtimestamp(ts, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def write_day_csv(conn: sqlite3.Connection, station: str, day: str, out: TextIO) -> int:
    """Write header and rows to `out`. Returns the number of rows."""
    start, end = day_bounds(day)
    rows = conn.execute(
        "SELECT ts, channel, value FROM measurements"
        " WHERE station = ? AND ts >= ? AND ts < ? ORDER BY ts, channel",
        (station, start, end),
    )
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    count = 0
    for row in rows:
        channel = CHANNELS[row["channel"]]
        writer.writerow(
            [iso_time(row["ts"]), channel.name, channel.text(row["value"]), channel.unit]
        )
        count += 1
    return count
