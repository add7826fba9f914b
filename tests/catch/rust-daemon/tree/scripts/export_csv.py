"""Write the readings of some days as CSV to standard output."""

import argparse
import csv
import sys

from common import iter_readings, list_segments, parse_day, run


def select_segments(folder, first, last):
    """Segments whose day lies between first and last, both included."""
    return [path for path in list_segments(folder) if first <= int(path.stem) <= last]


def write_csv(paths, out):
    writer = csv.writer(out)
    writer.writerow(["at", "gauge", "level_mm"])
    for path in paths:
        writer.writerows(iter_readings(path))


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--from", dest="first", required=True)
    parser.add_argument("--to", dest="last", required=True)
    options = parser.parse_args(argv)
    paths = select_segments(options.folder, parse_day(options.first), parse_day(options.last))
    write_csv(paths, sys.stdout)


if __name__ == "__main__":
    run(main)
