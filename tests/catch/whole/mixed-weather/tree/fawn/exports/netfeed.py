"""The newest readings of a station, as the county network fetches them.

Plain "key=value" lines. A reading older than MAX_AGE is not sent, so a station
that is down fades from the county's map instead of freezing on it.
"""

import sqlite3

from fawn.channels import CHANNELS
from fawn.exports.csv_day import iso_time

MAX_AGE = 30 * 60


def latest_feed(conn: sqlite3.Connection, station: str, now: int) -> str:
    rows = conn.execute(
        "SELECT channel, ts, value FROM latest"
        " WHERE station = ? AND ts > ? ORDER BY channel",
        (station, now - MAX_AGE),
    ).fetchall()
    lines = [f"station={station}"]
    if rows:
        lines.append(f"time={iso_time(max(row['ts'] for row in rows))}")
    for row in rows:
        channel = CHANNELS[row["channel"]]
        lines.append(f"{channel.code}={channel.text(row['value'])}")
    return "\n".join(lines) + "\n"
