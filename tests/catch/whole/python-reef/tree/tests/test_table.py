from __future__ import annotations

import math

import pytest

from reefline.categories import Scheme
from reefline.cover import compare_tables, survey_table
from reefline.model import (
    CoverRow,
    LineTransect,
    Photo,
    PhotoTransect,
    PointTransect,
    ReeflineError,
    Survey,
)


def test_transects_come_before_the_mean_of_their_site(
    photo_transect: PhotoTransect, point_transect: PointTransect, scheme: Scheme
) -> None:
    table = survey_table(Survey("s", (photo_transect, point_transect)), scheme)
    assert [row.transect for row in table[::3]] == ["P1", "T1", None]
    coral = [row for row in table if row.group == "coral"]
    assert coral[-1].cover == pytest.approx((0.3 + 0.375) / 2, rel=1e-12)
    assert (coral[-1].method, coral[-1].n) == ("mixed", 2)


def test_n_counts_units_with_something_to_score(
    photo_transect: PhotoTransect, line_transect: LineTransect, scheme: Scheme
) -> None:
    table = survey_table(Survey("s", (photo_transect, line_transect)), scheme)
    assert {row.transect: row.n for row in table} == {"T1": 3, "L1": 4, None: 2}


def test_a_dark_transect_does_not_spoil_its_site(
    photo_transect: PhotoTransect, scheme: Scheme
) -> None:
    dark = PhotoTransect("Lagoon", "T2", (Photo("x.jpg", ("SHAD",)),))
    table = survey_table(Survey("s", (photo_transect, dark)), scheme)
    coral = {row.transect: row for row in table if row.group == "coral"}
    assert math.isnan(coral["T2"].cover)
    assert coral[None].cover == pytest.approx(0.3, rel=1e-12)
    assert coral[None].n == 1


def _site(site: str, cover: float) -> CoverRow:
    return CoverRow(site, None, "photo", "coral", cover, 4)


def test_change_is_after_minus_before() -> None:
    (row,) = compare_tables([_site("N", 0.42), _site("S", 0.2)], [_site("N", 0.30)])
    assert row.change == pytest.approx(-0.12, abs=1e-12)


def test_nothing_in_common_is_an_error() -> None:
    with pytest.raises(ReeflineError, match="in common"):
        compare_tables([_site("N", 0.4)], [_site("S", 0.3)])
