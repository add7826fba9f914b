"""Name the gauges that have sent nothing since a given day."""

import argparse

from common import iter_readings, list_segments, parse_day, run


def last_days(folder):
    """The last day on which each gauge was heard."""
    heard = {}
    for path in list_segments(folder):
        for _, gauge, _ in iter_readings(path):
            heard[gauge] = int(path.stem)
    return heard


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--since", required=True)
    options = parser.parse_args(argv)
    since = parse_day(options.since)
    for gauge, day in sorted(last_days(options.folder).items()):
        if day < since:
            print(gauge)


if __name__ == "__main__":
    run(main)
