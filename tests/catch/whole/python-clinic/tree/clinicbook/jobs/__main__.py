"""`python -m clinicbook.jobs run` or `python -m clinicbook.jobs once NAME`."""
from __future__ import annotations

import argparse
import logging
import time
from functools import partial

import clinicbook.jobs  # noqa: F401  (registers the jobs)
from clinicbook.clock import utcnow
from clinicbook.config import Settings
from clinicbook.context import Actor, open_context
from clinicbook.db import make_engine, make_session_factory
from clinicbook.jobs.registry import JOBS, run_due, run_job

TICK_SECONDS = 5


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="clinicbook.jobs")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="run what is due, for ever")
    once = commands.add_parser("once", help="run one job now")
    once.add_argument("name", choices=sorted(JOBS))
    args = parser.parse_args(argv)

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s")
    settings = Settings.from_env()
    factory = make_session_factory(make_engine(settings.database_url))
    open_ctx = partial(open_context, factory, settings, Actor.system())

    if args.command == "once":
        print(run_job(args.name, open_ctx))
        return 0
    while True:
        run_due(open_ctx, utcnow())
        time.sleep(TICK_SECONDS)


if __name__ == "__main__":
    raise SystemExit(main())
