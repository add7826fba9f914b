"""Settings from a TOML file. examples/reefline.toml lists every key."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from reefline.model import ReeflineError


class ConfigError(ReeflineError):
    """A setting that does not exist or has a value that cannot be used."""


@dataclass(frozen=True)
class ReportSettings:
    decimals: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.decimals <= 6:
            raise ConfigError(f"report.decimals must lie between 0 and 6, not {self.decimals}")


@dataclass(frozen=True)
class PlotSettings:
    dpi: int = 150
    palette: str = "tab10"

    def __post_init__(self) -> None:
        if self.dpi < 50:
            raise ConfigError(f"plots.dpi must be at least 50, not {self.dpi}")


@dataclass(frozen=True)
class Settings:
    scheme: Path | None = None
    report: ReportSettings = field(default_factory=ReportSettings)
    plots: PlotSettings = field(default_factory=PlotSettings)


_TABLES = {"report": ReportSettings, "plots": PlotSettings}


def _build(kind: type, table: str, values: dict[str, Any]) -> Any:
    known = {f.name: f for f in fields(kind)}
    for key, value in values.items():
        if key not in known:
            raise ConfigError(f"{table}.{key} is not a setting; there are: {', '.join(known)}")
        wanted = type(known[key].default)
        if type(value) is not wanted:
            raise ConfigError(f"{table}.{key} must be of type {wanted.__name__}, not {value!r}")
    return kind(**values)


def load_settings(path: Path | None) -> Settings:
    """Settings from `path`, or the defaults without one. A relative scheme is sought beside the file."""
    if path is None:
        return Settings()
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path}: {error}") from error
    labels = data.pop("labels", {})
    unknown = set(data) - set(_TABLES)
    if unknown:
        raise ConfigError(f"{path}: no such table: {', '.join(sorted(unknown))}")
    scheme = labels.get("scheme")
    return Settings(
        scheme=(path.parent / scheme) if scheme else None,
        **{name: _build(kind, name, data.get(name, {})) for name, kind in _TABLES.items()},
    )
