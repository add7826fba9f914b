"""CoralNet's annotation export. Site and transect are its first two auxiliary fields."""

from __future__ import annotations

from pathlib import Path

from reefline.io.cpce import group_photos
from reefline.model import PhotoTransect, SurveyFormatError

CORALNET_COLUMNS = frozenset({"Name", "Aux1", "Aux2", "Row", "Column", "Label"})


def read_coralnet(path: Path, rows: list[dict[str, str]]) -> list[PhotoTransect]:
    """Points that nobody has confirmed have an empty label in the export: they are left out."""
    labels: dict[tuple[str, str], dict[str, list[str]]] = {}
    for number, row in enumerate(rows, start=2):
        site, transect = row["Aux1"].strip(), row["Aux2"].strip()
        if not site or not transect:
            raise SurveyFormatError(f"{path}:{number}: Aux1 and Aux2 must name site and transect")
        label = (row["Label"] or "").strip()
        photos = labels.setdefault((site, transect), {})
        points = photos.setdefault(row["Name"].strip(), [])
        if label:
            points.append(label)
    return group_photos(labels)
