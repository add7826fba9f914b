"""A month of daily figures of one station: for the charts of the club's site."""

import json
import sqlite3
from typing import Any, Dict, TextIO

from fawn.channels import CHANNELS


def _figures(row: sqlite3.Row) -> Dict[str, Any]:
    if CHANNELS[row["channel"]].aggregate == "sum":
        return {"n": row["n"], "total": row["total"]}
    return {"n": row["n"], "min": row["minimum"], "max": row["maximum"], "mean": row["mean"]}


def month_document(conn: sqlite3.Connection, station: str, month: str) -> Dict[str, Any]:
    """`month` is YYYY-MM. Days without a row in `daily` are not in the document."""
    days: Dict[str, Dict[str, Any]] = {}
    rows = conn.execute(
        "SELECT * FROM daily WHERE station = ? AND day LIKE ? ORDER BY day, channel",
        (station, f"{month}-%"),
    )
    for row in rows:
        days.setdefault(row["day"], {})[row["channel"]] = _figures(row)
    return {
        "station": station,
        "month": month,
        "units": {code: channel.unit for code, channel in CHANNELS.items()},
        "days": days,
    }


def write_month_json(conn: sqlite3.Connection, station: str, month: str, out: TextIO) -> None:
    json.dump(month_document(conn, station, month), out, indent=1)
    out.write("\n")
