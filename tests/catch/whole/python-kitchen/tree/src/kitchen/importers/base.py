"""What all feeds have in common: read rows, skip bad ones, store the rest."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TextIO

from kitchen.errors import ImportRowError, UnitError
from kitchen.models import SupplierRow
from kitchen.repositories import ingredients

Record = Mapping[str, str]


@dataclass(frozen=True)
class Feed:
    supplier: str
    delimiter: str
    parse: Callable[[Record], SupplierRow]


@dataclass
class ImportReport:
    stored: int = 0
    errors: list[ImportRowError] = field(default_factory=list)


def required(record: Record, column: str) -> str:
    """The trimmed cell, or ValueError when the column or its value is missing."""
    value = (record.get(column) or "").strip()
    if not value:
        raise ValueError(f"{column} is empty")
    return value


def run_import(conn: sqlite3.Connection, feed: Feed, source: TextIO) -> ImportReport:
    """Store every good row. `parse` reports a bad one as ValueError or UnitError."""
    report = ImportReport()
    reader = csv.DictReader(source, delimiter=feed.delimiter)
    for record in reader:
        try:
            row = feed.parse(record)
        except (ValueError, UnitError) as error:
            report.errors.append(ImportRowError(reader.line_num, str(error)))
            continue
        ingredients.upsert(conn, row)
        report.stored += 1
    conn.commit()
    return report
