"""Cover from point and line intercept transects."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from reefline.categories import Scheme
from reefline.model import LineTransect, PointTransect


def tally_points(transect: PointTransect, scheme: Scheme) -> NDArray[np.int_]:
    """Points by group."""
    counts = np.zeros(len(scheme.groups), dtype=np.int_)
    for label in transect.labels:
        column = scheme.column(label)
        if column is not None:
            counts[column] += 1
    return counts


def tally_lengths(transect: LineTransect, scheme: Scheme) -> tuple[NDArray[np.float64], int]:
    """Centimetres by group, and the number of segments that could be scored."""
    lengths = np.zeros(len(scheme.groups))
    scorable = 0
    for segment in transect.segments:
        column = scheme.column(segment.label)
        if column is not None:
            lengths[column] += segment.length_cm
            scorable += 1
    return lengths, scorable


def _share(amounts: NDArray[np.float64] | NDArray[np.int_]) -> NDArray[np.float64]:
    total = amounts.sum()
    if total == 0:
        return np.full(len(amounts), np.nan)
    return amounts / total


def point_cover(transect: PointTransect, scheme: Scheme) -> NDArray[np.float64]:
    return _share(tally_points(transect, scheme))


def line_cover(transect: LineTransect, scheme: Scheme) -> NDArray[np.float64]:
    return _share(tally_lengths(transect, scheme)[0])
