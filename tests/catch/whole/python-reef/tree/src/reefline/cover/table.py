"""The table of cover figures of a survey: every transect, then the mean of each site."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from reefline.categories import Scheme
from reefline.cover.intercept import line_cover, point_cover, tally_lengths, tally_points
from reefline.cover.photo import photo_cover, tally_photos
from reefline.model import CoverRow, LineTransect, PhotoTransect, PointTransect, Survey, Transect


def _measure(transect: Transect, scheme: Scheme) -> tuple[str, int, NDArray[np.float64]]:
    """Method, number of units with something to score, cover by group."""
    match transect:
        case PhotoTransect():
            _, scorable = tally_photos(transect, scheme)
            return "photo", int(np.count_nonzero(scorable)), photo_cover(transect, scheme)
        case PointTransect():
            counts = tally_points(transect, scheme)
            return "point", int(counts.sum()), point_cover(transect, scheme)
        case LineTransect():
            _, segments = tally_lengths(transect, scheme)
            return "line", segments, line_cover(transect, scheme)
    raise TypeError(f"not a transect: {transect!r}")


def transect_rows(transect: Transect, scheme: Scheme) -> list[CoverRow]:
    """One row for each group, in the order of the scheme."""
    method, n, cover = _measure(transect, scheme)
    return [
        CoverRow(transect.site, transect.transect, method, group, float(value), n)
        for group, value in zip(scheme.groups, cover, strict=True)
    ]


def site_rows(site: str, rows: Sequence[CoverRow], scheme: Scheme) -> list[CoverRow]:
    """Mean over the transects of one site, each with the same weight; NaN covers are left out."""
    methods = {row.method for row in rows}
    method = methods.pop() if len(methods) == 1 else "mixed"
    means = []
    for group in scheme.groups:
        covers = np.array([row.cover for row in rows if row.group == group])
        covers = covers[~np.isnan(covers)]
        mean = float(covers.mean()) if covers.size else float("nan")
        means.append(CoverRow(site, None, method, group, mean, int(covers.size)))
    return means


def survey_table(survey: Survey, scheme: Scheme) -> list[CoverRow]:
    table: list[CoverRow] = []
    for site, transects in survey.by_site():
        rows = [row for transect in transects for row in transect_rows(transect, scheme)]
        table.extend(rows)
        table.extend(site_rows(site, rows, scheme))
    return table
