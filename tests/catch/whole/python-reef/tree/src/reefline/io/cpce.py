"""CPCe, long export: one line for each point (Kohler and Gill 2006)."""

from __future__ import annotations

from pathlib import Path

from reefline.model import Photo, PhotoTransect, SurveyFormatError

CPCE_COLUMNS = frozenset({"Site", "Transect", "Image", "Point", "Label"})


def read_cpce(path: Path, rows: list[dict[str, str]]) -> list[PhotoTransect]:
    labels: dict[tuple[str, str], dict[str, list[str]]] = {}
    for number, row in enumerate(rows, start=2):
        label = (row["Label"] or "").strip()
        if not label:
            raise SurveyFormatError(f"{path}:{number}: a point without a label")
        photos = labels.setdefault((row["Site"].strip(), row["Transect"].strip()), {})
        photos.setdefault(row["Image"].strip(), []).append(label)
    return group_photos(labels)


def group_photos(
    labels: dict[tuple[str, str], dict[str, list[str]]],
) -> list[PhotoTransect]:
    """Transects from labels by (site, transect) and photo. CoralNet's reader uses it too."""
    return [
        PhotoTransect(
            site=site,
            transect=transect,
            photos=tuple(Photo(name, tuple(codes)) for name, codes in photos.items()),
        )
        for (site, transect), photos in labels.items()
    ]
