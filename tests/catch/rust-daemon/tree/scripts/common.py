"""What the operators' scripts share."""

import pathlib
import sys
from datetime import datetime, timezone

DAY = 86_400


class ScriptError(Exception):
    """Ends a script with one line on standard error and exit code 1."""


def iter_readings(path):
    """Yield (at, gauge, level_mm) for each good line of a segment."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if len(fields) == 3:
                yield int(fields[0]), fields[1], int(fields[2])


def list_segments(folder):
    """All segments of a data folder, oldest first."""
    paths = pathlib.Path(folder).glob("*.seg")
    return sorted(paths, key=lambda path: int(path.stem))


def parse_day(text):
    """`2026-01-05` -> days since 1970."""
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=timezone.utc)
    except ValueError:
        raise ScriptError(f"not a day: {text}") from None
    return int(day.timestamp()) // DAY


def run(main):
    """Call main, and turn a ScriptError into exit code 1."""
    try:
        main(sys.argv[1:])
    except ScriptError as error:
        print(f"error: {error}", file=sys.stderr)
        raise SystemExit(1)
