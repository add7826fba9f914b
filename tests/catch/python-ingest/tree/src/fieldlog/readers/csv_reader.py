"""Comma or semicolon separated logger files."""

from __future__ import annotations

import csv
from pathlib import Path

from fieldlog.clock import parse_timestamp
from fieldlog.errors import ReadError
from fieldlog.models import Batch, Reading
from fieldlog.readers.base import register_reader

COLUMNS = ("station", "metric", "taken_at", "value", "unit")


def detect_delimiter(header: str) -> str:
    """Semicolon if the header holds more of them than commas."""
    return ";" if header.count(";") > header.count(",") else ","


def parse_row(row: dict[str, str], source: str, line: int) -> Reading:
    """One row to a reading; a missing column or a bad value is a `ReadError` with the line."""
    try:
        return Reading(
            station=row["station"].strip(),
            metric=row["metric"].strip(),
            taken_at=parse_timestamp(row["taken_at"]),
            value=float(row["value"].replace(",", ".")),
            unit=row["unit"].strip(),
        )
    except (KeyError, AttributeError) as error:
        raise ReadError(source, line, f"missing column: {error}") from error
    except ValueError as error:
        raise ReadError(source, line, str(error)) from error


@register_reader(".csv")
class CsvReader:
    def read(self, path: Path) -> Batch:
        batch = Batch(source=str(path))
        with path.open(encoding="utf-8-sig", newline="") as handle:
            delimiter = detect_delimiter(handle.readline())
            handle.seek(0)
            for number, row in enumerate(csv.DictReader(handle, delimiter=delimiter), start=2):
                batch.add(parse_row(row, str(path), number))
        return batch
