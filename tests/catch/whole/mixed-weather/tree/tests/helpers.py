"""What several tests need."""

from fawn import db
from fawn.lines import Reading, format_line

NOON = 1717243200   # 2024-06-01T12:00:00Z
DAY = "2024-06-01"


def memory_db(*codes, upto=999):
    """An empty database with a station for each code (FEN01 without any)."""
    conn = db.connect(":memory:")
    db.migrate(conn, upto)
    for code in codes or ("FEN01",):
        db.add_station(conn, code, f"Station {code}", "Hazel", 52.4, 0.2, 3, "2019-04-01")
    return conn


def reading(ts, channel, value, station="FEN01"):
    return Reading(station, ts, channel, value)


def write_spool(root, name, lines):
    """root/FEN01/2024-06-01.wl; `name` is the part below root."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(line + "\n" for line in lines))
    return path


def insert(conn, *readings):
    for item in readings:
        conn.execute(
            "INSERT INTO measurements (station, ts, channel, value) VALUES (?, ?, ?, ?)",
            (item.station, item.ts, item.channel, item.value),
        )


__all__ = ["DAY", "NOON", "format_line", "insert", "memory_db", "reading", "write_spool"]
