"""The types that the rest of the package passes around. No numerics in here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


class ReeflineError(Exception):
    """Anything that is the user's to mend: the command prints it without a traceback."""


class SurveyFormatError(ReeflineError):
    """A survey file that cannot be read."""


@dataclass(frozen=True)
class Photo:
    """One photo quadrat: the labels of its points in the order of the file."""

    name: str
    labels: tuple[str, ...]


@dataclass(frozen=True)
class PhotoTransect:
    site: str
    transect: str
    photos: tuple[Photo, ...]


@dataclass(frozen=True)
class PointTransect:
    """Point intercept (PIT): one label every `spacing_m` metres."""

    site: str
    transect: str
    spacing_m: float
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Segment:
    """A stretch of tape over one kind of benthos. Positions from the start of the tape."""

    start_cm: float
    end_cm: float
    label: str

    @property
    def length_cm(self) -> float:
        return self.end_cm - self.start_cm


@dataclass(frozen=True)
class LineTransect:
    """Line intercept (LIT): segments without gaps, the first begins at 0."""

    site: str
    transect: str
    segments: tuple[Segment, ...]

    @property
    def length_cm(self) -> float:
        return self.segments[-1].end_cm if self.segments else 0.0


Transect = PhotoTransect | PointTransect | LineTransect


@dataclass(frozen=True)
class Survey:
    name: str
    transects: tuple[Transect, ...]

    def by_site(self) -> Iterator[tuple[str, list[Transect]]]:
        """Sites in alphabetical order, the transects of each by name."""
        for site in sorted({t.site for t in self.transects}):
            here = [t for t in self.transects if t.site == site]
            yield site, sorted(here, key=lambda t: t.transect)


@dataclass(frozen=True)
class CoverRow:
    """One cover figure. `transect` is None on the row of a site's mean.

    `cover` is a fraction, NaN when nothing could be scored. `n` counts photos, points or segments with
    something to score, and transects on the row of a site.
    """

    site: str
    transect: str | None
    method: str
    group: str
    cover: float
    n: int


@dataclass(frozen=True)
class ChangeRow:
    """Cover of one group at one site in two surveys; `change` is after minus before."""

    site: str
    group: str
    before: float
    after: float
    change: float
