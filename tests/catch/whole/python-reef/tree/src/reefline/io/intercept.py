"""Point intercept (PIT) and line intercept (LIT) transects."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from reefline.model import LineTransect, PointTransect, Segment, SurveyFormatError

PIT_COLUMNS = frozenset({"site", "transect", "position_m", "label"})
LIT_COLUMNS = frozenset({"site", "transect", "end_cm", "label"})

# Positions are noted by hand under water, to the centimetre at best.
SPACING_TOLERANCE_M = 0.011


def _number(path: Path, number: int, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise SurveyFormatError(f"{path}:{number}: {text!r} is not a number") from None


def _grouped(
    path: Path, rows: list[dict[str, str]], column: str
) -> dict[tuple[str, str], list[tuple[float, str]]]:
    groups: dict[tuple[str, str], list[tuple[float, str]]] = {}
    for number, row in enumerate(rows, start=2):
        key = (row["site"].strip(), row["transect"].strip())
        reading = (_number(path, number, row[column]), row["label"].strip())
        groups.setdefault(key, []).append(reading)
    return groups


def read_pit(path: Path, rows: list[dict[str, str]]) -> list[PointTransect]:
    transects = []
    for (site, name), readings in _grouped(path, rows, "position_m").items():
        readings.sort(key=lambda reading: reading[0])
        if len(readings) < 2:
            raise SurveyFormatError(f"{path}: transect {name} of {site} has a single point")
        steps = np.diff([position for position, _ in readings])
        spacing = float(np.median(steps))
        if np.any(np.abs(steps - spacing) > SPACING_TOLERANCE_M):
            raise SurveyFormatError(f"{path}: points of {name} of {site} are not equally spaced")
        labels = tuple(label for _, label in readings)
        transects.append(PointTransect(site, name, spacing, labels))
    return transects


def read_lit(path: Path, rows: list[dict[str, str]]) -> list[LineTransect]:
    transects = []
    for (site, name), readings in _grouped(path, rows, "end_cm").items():
        start = 0.0
        segments = []
        for end, label in readings:
            if end <= start:
                raise SurveyFormatError(f"{path}: {name} of {site}: {end} cm is not after {start} cm")
            segments.append(Segment(start, end, label))
            start = end
        transects.append(LineTransect(site, name, tuple(segments)))
    return transects
