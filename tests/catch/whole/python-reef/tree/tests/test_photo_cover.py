from __future__ import annotations

import numpy as np
import pytest

from reefline.categories import Scheme, UnknownLabelError
from reefline.cover import photo_cover, tally_photos
from reefline.model import Photo, PhotoTransect


def test_tally(photo_transect: PhotoTransect, scheme: Scheme) -> None:
    counts, scorable = tally_photos(photo_transect, scheme)
    np.testing.assert_array_equal(counts, [[1, 1, 2], [2, 0, 2], [0, 1, 1]])
    np.testing.assert_array_equal(scorable, [4, 4, 2])


def test_cover_is_the_ratio_of_the_sums(photo_transect: PhotoTransect, scheme: Scheme) -> None:
    np.testing.assert_allclose(photo_cover(photo_transect, scheme), [0.3, 0.2, 0.5], rtol=1e-12)


def test_nothing_to_score_is_nan(scheme: Scheme) -> None:
    dark = PhotoTransect("S", "T", (Photo("a.jpg", ("SHAD", "SHAD")),))
    assert np.isnan(photo_cover(dark, scheme)).all()


def test_unknown_label_is_named(scheme: Scheme) -> None:
    odd = PhotoTransect("S", "T", (Photo("a.jpg", ("XYZ",)),))
    with pytest.raises(UnknownLabelError, match="XYZ"):
        photo_cover(odd, scheme)
