"""The subcommands. `COMMANDS` is the table that the parser is built from."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fieldlog.clock import parse_timestamp
from fieldlog.cli.format import format_table
from fieldlog.config import Settings
from fieldlog.readers import reader_for
from fieldlog.readers.retry import retry_with_backoff
from fieldlog.storage import SqliteStore
from fieldlog.validation import validate_batch


@dataclass(frozen=True)
class Command:
    name: str
    help: str
    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, Settings], int]


def configure_ingest(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--db", type=Path, default=None)


def run_ingest(args: argparse.Namespace, settings: Settings) -> int:
    """Read, validate and store each file; one summary line for each."""
    store = SqliteStore.open(args.db or settings.database)
    try:
        for path in args.files:
            batch = retry_with_backoff(lambda: reader_for(path).read(path))
            report = validate_batch(batch)
            written = store.insert_batch(report.accepted)
            print(f"{path}: {report.summary()}, {written} stored")
    finally:
        store.close()
    return 0


def configure_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("station")
    parser.add_argument("--start", required=True)
    parser.add_argument("--end", required=True)


def run_show(args: argparse.Namespace, settings: Settings) -> int:
    store = SqliteStore.open(settings.database)
    readings = store.query_range(
        args.station, parse_timestamp(args.start), parse_timestamp(args.end)
    )
    rows = [[r.taken_at.isoformat(), r.metric, f"{r.value:g}", r.unit] for r in readings]
    print(format_table(["time", "metric", "value", "unit"], rows))
    store.close()
    return 0


COMMANDS: list[Command] = [
    Command("ingest", "read files into the database", configure_ingest, run_ingest),
    Command("show", "print the readings of a station", configure_show, run_show),
]
