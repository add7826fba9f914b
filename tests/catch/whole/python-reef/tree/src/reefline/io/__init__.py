"""Reading survey files. The kind of a file is told from its header."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from pathlib import Path

from reefline.io.coralnet import CORALNET_COLUMNS, read_coralnet
from reefline.io.cpce import CPCE_COLUMNS, read_cpce
from reefline.io.intercept import LIT_COLUMNS, PIT_COLUMNS, read_lit, read_pit
from reefline.model import Survey, SurveyFormatError, Transect

Rows = list[dict[str, str]]
Reader = Callable[[Path, Rows], list[Transect]]

READERS: tuple[tuple[frozenset[str], Reader], ...] = (
    (CPCE_COLUMNS, read_cpce),
    (CORALNET_COLUMNS, read_coralnet),
    (PIT_COLUMNS, read_pit),
    (LIT_COLUMNS, read_lit),
)


def read_file(path: Path) -> list[Transect]:
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            table = csv.DictReader(file)
            header = frozenset(table.fieldnames or ())
            rows = list(table)
    except OSError as error:
        raise SurveyFormatError(f"{path}: {error.strerror}") from error
    for columns, reader in READERS:
        if columns <= header:
            return reader(path, rows)
    raise SurveyFormatError(f"{path}: header {sorted(header)} is of no kind that is known")


def read_survey(paths: Iterable[Path], name: str = "survey") -> Survey:
    """All files of one survey. The same transect in two files is an error: it would count twice."""
    transects: list[Transect] = []
    seen: dict[tuple[str, str], Path] = {}
    for path in paths:
        for transect in read_file(path):
            key = (transect.site, transect.transect)
            if key in seen:
                raise SurveyFormatError(
                    f"{path}: transect {key[1]} of {key[0]} is in {seen[key]} already"
                )
            seen[key] = path
            transects.append(transect)
    return Survey(name=name, transects=tuple(transects))
