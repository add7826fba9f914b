"""Settings, read from the environment."""

from collections.abc import Mapping
from dataclasses import dataclass


class ConfigError(Exception):
    """The environment does not make a valid configuration."""


@dataclass(frozen=True)
class Settings:
    database: str
    staff_token: str
    portal_token: str
    smtp_host: str = "localhost"
    smtp_port: int = 25
    mail_from: str = "instruments@caldervale.example"
    timezone: str = "Europe/London"
    loan_days: int = 28
    block_at_pence: int = 1000
    poll_seconds: int = 30


def from_env(env: Mapping[str, str]) -> Settings:
    return Settings(
        database=_required(env, "FERMATA_DATABASE"),
        staff_token=_token(env, "FERMATA_STAFF_TOKEN"),
        portal_token=_token(env, "FERMATA_PORTAL_TOKEN"),
        smtp_host=env.get("FERMATA_SMTP_HOST", Settings.smtp_host),
        smtp_port=_int(env, "FERMATA_SMTP_PORT", Settings.smtp_port),
        mail_from=env.get("FERMATA_MAIL_FROM", Settings.mail_from),
        timezone=env.get("FERMATA_TIMEZONE", Settings.timezone),
        loan_days=_int(env, "FERMATA_LOAN_DAYS", Settings.loan_days),
        block_at_pence=_int(env, "FERMATA_BLOCK_AT_PENCE", Settings.block_at_pence),
        poll_seconds=_int(env, "FERMATA_POLL_SECONDS", Settings.poll_seconds),
    )


def _required(env: Mapping[str, str], name: str) -> str:
    value = env.get(name, "")
    if not value:
        raise ConfigError(f"{name} is not set")
    return value


def _token(env: Mapping[str, str], name: str) -> str:
    value = _required(env, name)
    if len(value) < 16:
        raise ConfigError(f"{name} is shorter than 16 characters")
    return value


def _int(env: Mapping[str, str], name: str, default: int) -> int:
    """A whole number of at least 1."""
    raw = env.get(name)
    if raw is None:
        return default
    try:
        value = int(raw)
    except ValueError:
        raise ConfigError(f"{name} is not a number: {raw!r}") from None
    if value < 1:
        raise ConfigError(f"{name} must be at least 1")
    return value
