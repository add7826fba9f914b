"""CSV and JSON files. Column by column in docs/file-formats.md."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path

from reefline.model import ChangeRow, CoverRow, ReeflineError

COVER_COLUMNS = ("site", "transect", "method", "group", "cover", "n")
CHANGE_COLUMNS = ("site", "group", "before", "after", "change")


def _text(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.6f}"


def _value(text: str) -> float:
    return float(text) if text else math.nan


def _json_number(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 6)


def write_cover_csv(rows: Iterable[CoverRow], path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COVER_COLUMNS)
        for row in rows:
            writer.writerow(
                [row.site, row.transect or "", row.method, row.group, _text(row.cover), row.n]
            )


def read_cover_csv(path: Path) -> list[CoverRow]:
    """What `write_cover_csv` wrote; `compare` starts from two such files."""
    try:
        with path.open(newline="", encoding="utf-8") as file:
            table = csv.DictReader(file)
            if tuple(table.fieldnames or ()) != COVER_COLUMNS:
                raise ReeflineError(f"{path}: not a table of cover figures")
            return [
                CoverRow(
                    site=line["site"],
                    transect=line["transect"] or None,
                    method=line["method"],
                    group=line["group"],
                    cover=_value(line["cover"]),
                    n=int(line["n"]),
                )
                for line in table
            ]
    except OSError as error:
        raise ReeflineError(f"{path}: {error.strerror}") from error


def write_cover_json(
    rows: Iterable[CoverRow], survey: str, groups: Sequence[str], path: Path
) -> None:
    document = {
        "survey": survey,
        "groups": list(groups),
        "rows": [
            {
                "site": row.site,
                "transect": row.transect,
                "method": row.method,
                "group": row.group,
                "cover": _json_number(row.cover),
                "n": row.n,
            }
            for row in rows
        ],
    }
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def write_change_csv(changes: Iterable[ChangeRow], path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(CHANGE_COLUMNS)
        for row in changes:
            writer.writerow(
                [row.site, row.group, _text(row.before), _text(row.after), _text(row.change)]
            )
