"""Settings, read from the environment once at start."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

DEFAULT_DB = "kitchen.db"
DEFAULT_COMPANY = "Saltbush Catering, Wien"


@dataclass(frozen=True)
class Settings:
    db_path: Path
    company: str

    @classmethod
    def from_env(cls, env: Mapping[str, str] | None = None) -> Settings:
        env = os.environ if env is None else env
        return cls(
            db_path=Path(env.get("KITCHEN_DB", DEFAULT_DB)),
            company=env.get("KITCHEN_COMPANY", DEFAULT_COMPANY),
        )
