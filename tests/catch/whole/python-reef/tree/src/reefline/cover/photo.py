"""Cover from photo quadrats."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from reefline.categories import Scheme
from reefline.model import PhotoTransect


def tally_photos(
    transect: PhotoTransect, scheme: Scheme
) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Points by photo and group, shape (photos, groups), and scorable points by photo, shape (photos,)."""
    counts = np.zeros((len(transect.photos), len(scheme.groups)), dtype=np.int_)
    for i, photo in enumerate(transect.photos):
        for label in photo.labels:
            column = scheme.column(label)
            if column is not None:
                counts[i, column] += 1
    return counts, counts.sum(axis=1)


def photo_cover(transect: PhotoTransect, scheme: Scheme) -> NDArray[np.float64]:
    """Ratio of the sums over photos, see docs/methods.md. NaN when no point could be scored."""
    counts, scorable = tally_photos(transect, scheme)
    total = scorable.sum()
    if total == 0:
        return np.full(len(scheme.groups), np.nan)
    return counts.sum(axis=0) / total
