from __future__ import annotations

import numpy as np

from reefline.categories import Scheme
from reefline.cover import line_cover, point_cover, tally_lengths
from reefline.model import LineTransect, PointTransect
from reefline.synthetic import LIVE, draw_line_transect


def test_point_cover(point_transect: PointTransect, scheme: Scheme) -> None:
    np.testing.assert_allclose(point_cover(point_transect, scheme), [3 / 8, 1 / 8, 4 / 8], rtol=1e-12)


def test_line_cover_leaves_out_shadow(line_transect: LineTransect, scheme: Scheme) -> None:
    np.testing.assert_allclose(line_cover(line_transect, scheme), [0.375, 0.0, 0.625], rtol=1e-12)


def test_tally_lengths_counts_scorable_segments(
    line_transect: LineTransect, scheme: Scheme
) -> None:
    lengths, segments = tally_lengths(line_transect, scheme)
    np.testing.assert_allclose(lengths, [300.0, 0.0, 500.0], rtol=1e-12)
    assert segments == 4


def test_synthetic_line_has_about_the_cover_asked_for(scheme: Scheme) -> None:
    # Standard error of about 0.008 for a tape of 1000 m with colonies of 25 cm: five of them.
    line = draw_line_transect(np.random.default_rng(11), 100_000.0, 0.3, 25.0)
    assert LIVE in scheme.group_of
    np.testing.assert_allclose(line_cover(line, scheme)[0], 0.3, atol=0.04)
