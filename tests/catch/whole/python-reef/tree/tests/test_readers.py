from __future__ import annotations

from pathlib import Path

import pytest

from reefline.io import read_file, read_survey
from reefline.model import LineTransect, PointTransect, SurveyFormatError


def test_cpce_groups_points_by_photo(data: Path) -> None:
    first, *rest = read_file(data / "cpce_2019.csv")
    assert (first.site, first.transect) == ("North", "T1")
    assert [len(photo.labels) for photo in first.photos] == [5, 5, 5]
    assert len(rest) == 1


def test_coralnet_leaves_out_unconfirmed_points(tmp_path: Path) -> None:
    path = tmp_path / "net.csv"
    path.write_text("Name,Aux1,Aux2,Row,Column,Label\na.jpg,North,T1,10,12,HC\na.jpg,North,T1,40,9,\n")
    (transect,) = read_file(path)
    assert transect.photos[0].labels == ("HC",)


def test_pit_takes_spacing_from_positions(tmp_path: Path) -> None:
    path = tmp_path / "pit.csv"
    path.write_text("site,transect,position_m,label\nN,P1,0.5,HC\nN,P1,0,SND\nN,P1,1.0,HC\n")
    (transect,) = read_file(path)
    assert transect == PointTransect("N", "P1", 0.5, ("SND", "HC", "HC"))


def test_pit_with_a_gap_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pit.csv"
    path.write_text("site,transect,position_m,label\nN,P1,0,HC\nN,P1,0.5,HC\nN,P1,1.0,HC\nN,P1,2.0,HC\n")
    with pytest.raises(SurveyFormatError, match="equally spaced"):
        read_file(path)


def test_lit_segments_follow_one_another(tmp_path: Path) -> None:
    path = tmp_path / "lit.csv"
    path.write_text("site,transect,end_cm,label\nN,L1,120,HC\nN,L1,300,SND\n")
    (transect,) = read_file(path)
    assert isinstance(transect, LineTransect)
    assert [(s.start_cm, s.end_cm) for s in transect.segments] == [(0, 120), (120, 300)]


def test_same_transect_twice_is_refused(data: Path) -> None:
    with pytest.raises(SurveyFormatError, match="already"):
        read_survey([data / "cpce_2019.csv", data / "cpce_2019.csv"])
