"""fermata migrate, fermata worker"""

import argparse
import logging
import os
import signal
import sys
import threading

from fermata import config, db
from fermata.context import Context, SystemClock
from fermata.worker import Worker, smtp_sender


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="fermata")
    parser.add_argument("command", choices=["migrate", "worker"])
    args = parser.parse_args(argv)
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s %(message)s")
    try:
        settings = config.from_env(os.environ)
    except config.ConfigError as error:
        print(f"fermata: {error}", file=sys.stderr)
        return 2
    conn = db.connect(settings.database)
    if args.command == "migrate":
        print(f"schema is at version {db.migrate(conn)}")
        return 0
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    ctx = Context(conn, SystemClock(settings.timezone), settings)
    Worker(ctx, smtp_sender(settings)).run_forever(stop)
    return 0
