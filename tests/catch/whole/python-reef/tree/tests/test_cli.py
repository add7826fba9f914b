from __future__ import annotations

from pathlib import Path

import pytest

from reefline.cli import main
from reefline.config import ConfigError, load_settings


def test_cover_prints_a_line_for_each_site(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cover", str(data / "cpce_2019.csv")]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].split() == ["site", "n", "hard_coral", "soft_coral", "algae", "cca", "other_live", "abiotic"]
    assert out[1].split() == ["North", "2", "41.4", "0.0", "17.1", "0.0", "0.0", "41.4"]


def test_compare(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for year in ("2019", "2023"):
        source = str(data / f"cpce_{year}.csv")
        assert main(["cover", source, "--csv", str(tmp_path / f"{year}.csv")]) == 0
    capsys.readouterr()
    assert main(["compare", str(tmp_path / "2019.csv"), str(tmp_path / "2023.csv")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["North", "hard_coral", "41.4", "20.0", "-21.4"]


def test_errors_go_to_stderr(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cover", str(tmp_path / "none.csv")]) == 2
    assert "none.csv" in capsys.readouterr().err


def test_example_lists_the_defaults() -> None:
    example = Path(__file__).parents[1] / "examples" / "reefline.toml"
    assert load_settings(example) == load_settings(None)


def test_unknown_key_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text("[report]\ndigits = 2\n")
    with pytest.raises(ConfigError, match="report.digits"):
        load_settings(path)
