"""Settings, read once from the environment."""
from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time, timedelta


@dataclass(frozen=True)
class Settings:
    secret_key: str
    database_url: str = "sqlite://"
    public_url: str = "https://book.havenbrook.example"
    gateway_url: str = ""
    cancel_cutoff: timedelta = timedelta(hours=4)
    reminder_lead: timedelta = timedelta(hours=24)
    quiet_from: time = time(21, 0)
    quiet_until: time = time(8, 0)

    @classmethod
    def from_env(cls, env: Mapping[str, str] | None = None) -> Settings:
        env = os.environ if env is None else env
        try:
            secret_key = env["CLINICBOOK_SECRET_KEY"]
        except KeyError:
            raise RuntimeError("CLINICBOOK_SECRET_KEY is not set") from None
        return cls(
            secret_key=secret_key,
            database_url=env.get("CLINICBOOK_DATABASE_URL", cls.database_url),
            public_url=env.get("CLINICBOOK_PUBLIC_URL", cls.public_url).rstrip("/"),
            gateway_url=env.get("CLINICBOOK_GATEWAY_URL", cls.gateway_url),
            cancel_cutoff=_hours(env, "CLINICBOOK_CANCEL_CUTOFF_HOURS", cls.cancel_cutoff),
            reminder_lead=_hours(env, "CLINICBOOK_REMINDER_LEAD_HOURS", cls.reminder_lead),
            quiet_from=_clock(env, "CLINICBOOK_QUIET_FROM", cls.quiet_from),
            quiet_until=_clock(env, "CLINICBOOK_QUIET_UNTIL", cls.quiet_until),
        )


def _hours(env: Mapping[str, str], name: str, default: timedelta) -> timedelta:
    if name not in env:
        return default
    hours = float(env[name])
    if hours < 0:
        raise RuntimeError(f"{name} is negative")
    return timedelta(hours=hours)


def _clock(env: Mapping[str, str], name: str, default: time) -> time:
    return time.fromisoformat(env[name]) if name in env else default
