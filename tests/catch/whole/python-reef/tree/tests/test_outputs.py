from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from reefline import export, plots, report
from reefline.config import PlotSettings
from reefline.model import ChangeRow, CoverRow, ReeflineError

GROUPS = ("coral", "sand")
ROWS = [
    CoverRow("North", "T1", "photo", "coral", 0.25, 3),
    CoverRow("North", "T1", "photo", "sand", 0.75, 3),
    CoverRow("North", None, "photo", "coral", 0.25, 1),
    CoverRow("North", None, "photo", "sand", 0.75, 1),
]
CHANGES = [ChangeRow("North", "coral", 0.25, 0.125, -0.125)]


def test_csv_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "cover.csv"
    export.write_cover_csv(ROWS, path)
    assert path.read_text().splitlines()[1] == "North,T1,photo,coral,0.250000,3"
    assert export.read_cover_csv(path) == ROWS


def test_nan_is_an_empty_field(tmp_path: Path) -> None:
    path = tmp_path / "cover.csv"
    export.write_cover_csv([CoverRow("N", "T1", "photo", "coral", math.nan, 0)], path)
    assert path.read_text().splitlines()[1] == "N,T1,photo,coral,,0"
    assert math.isnan(export.read_cover_csv(path)[0].cover)


def test_other_csv_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(ReeflineError, match="not a table"):
        export.read_cover_csv(path)


def test_json(tmp_path: Path) -> None:
    path = tmp_path / "cover.json"
    export.write_cover_json(ROWS, "2019", GROUPS, path)
    document = json.loads(path.read_text())
    assert document["groups"] == ["coral", "sand"]
    assert document["rows"][2] == {
        "site": "North", "transect": None, "method": "photo", "group": "coral", "cover": 0.25, "n": 1,
    }  # fmt: skip


def test_change_csv(tmp_path: Path) -> None:
    path = tmp_path / "change.csv"
    export.write_change_csv(CHANGES, path)
    assert path.read_text() == "site,group,before,after,change\nNorth,coral,0.250000,0.125000,-0.125000\n"


def test_texts() -> None:
    assert report.cover_text(ROWS, GROUPS, 1) == "site   n  coral  sand\nNorth  1   25.0  75.0\n"
    assert report.change_text(CHANGES, 1).splitlines()[1] == "North coral       25.0   12.5   -12.5"


def test_figures_have_one_bar_for_each_figure() -> None:
    cover = plots.site_cover_figure(ROWS, GROUPS, PlotSettings())
    assert [bar.get_height() for bar in cover.axes[0].patches] == pytest.approx([25.0, 75.0])
    change = plots.change_figure(CHANGES, PlotSettings())
    assert [bar.get_width() for bar in change.axes[0].patches] == pytest.approx([-12.5])
