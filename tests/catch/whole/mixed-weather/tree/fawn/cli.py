"""The command `fawn`. Cron on the Pi in the shed calls it; see docs/wiki/Shed.md."""

import argparse
import sys
import time
from pathlib import Path
from typing import List, Optional

from fawn import db
from fawn.daily import day_of, store_day
from fawn.exports.csv_day import write_day_csv
from fawn.exports.month_json import write_month_json
from fawn.exports.netfeed import latest_feed
from fawn.ingest import ingest_tree


def cmd_ingest(conn, args) -> int:
    result = ingest_tree(conn, Path(args.spool))
    print(f"added {result.added} duplicate {result.duplicate} rejected {result.rejected}")
    return 0


def cmd_daily(conn, args) -> int:
    for station in db.stations(conn):
        store_day(conn, station, args.day)
    return 0


def cmd_csv(conn, args) -> int:
    write_day_csv(conn, args.station, args.day, sys.stdout)
    return 0


def cmd_month(conn, args) -> int:
    write_month_json(conn, args.station, args.month, sys.stdout)
    return 0


def cmd_feed(conn, args) -> int:
    sys.stdout.write(latest_feed(conn, args.station, int(time.time())))
    return 0


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="fawn")
    top.add_argument("--db", default="/var/lib/fawn/fawn.db")
    commands = top.add_subparsers(dest="command", required=True)

    ingest = commands.add_parser("ingest", help="read the spool files")
    ingest.add_argument("spool")
    ingest.set_defaults(run=cmd_ingest)

    daily = commands.add_parser("daily", help="work out the figures of a day")
    daily.add_argument("day", nargs="?", default=day_of(int(time.time()) - 86400))
    daily.set_defaults(run=cmd_daily)

    day_csv = commands.add_parser("csv", help="every measurement of a day")
    day_csv.add_argument("station")
    day_csv.add_argument("day")
    day_csv.set_defaults(run=cmd_csv)

    month = commands.add_parser("month", help="the daily figures of a month")
    month.add_argument("station")
    month.add_argument("month")
    month.set_defaults(run=cmd_month)

    feed = commands.add_parser("feed", help="the newest readings, for the county")
    feed.add_argument("station")
    feed.set_defaults(run=cmd_feed)
    return top


def main(argv: Optional[List[str]] = None) -> int:
    args = parser().parse_args(argv)
    conn = db.connect(args.db)
    db.migrate(conn)
    try:
        with conn:
            return args.run(conn, args)
    finally:
        conn.close()


if __name__ == "__main__":
    sys.exit(main())
