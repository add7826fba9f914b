"""Settings: a TOML file over defaults."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from fieldlog.errors import SettingsError


@dataclass(frozen=True)
class AlertSettings:
    window_minutes: int = 30
    smtp_host: str = "localhost"
    recipients: tuple[str, ...] = ()


@dataclass(frozen=True)
class Settings:
    database: Path = Path("readings.db")
    stations_file: Path = Path("stations.toml")
    alerts: AlertSettings = field(default_factory=AlertSettings)


def load_settings(path: Path | None) -> Settings:
    """Without a path: the defaults. An unknown key is an error that names it."""
    if path is None:
        return Settings()
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path}: {error}") from error
    return settings_from_mapping(raw)


def settings_from_mapping(raw: dict[str, object]) -> Settings:
    known = {"database", "stations_file", "alerts"}
    for key in raw:
        if key not in known:
            raise SettingsError(f"unknown key: {key}")
    alerts = raw.get("alerts", {})
    if not isinstance(alerts, dict):
        raise SettingsError("alerts: not a table")
    return Settings(
        database=Path(str(raw.get("database", "readings.db"))),
        stations_file=Path(str(raw.get("stations_file", "stations.toml"))),
        alerts=AlertSettings(**{**alerts, "recipients": tuple(alerts.get("recipients", ()))}),
    )
