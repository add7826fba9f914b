"""Label schemes: which code belongs to which group, and which codes cannot be scored."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from reefline.model import ReeflineError


class UnknownLabelError(ReeflineError):
    def __init__(self, label: str, scheme: str) -> None:
        super().__init__(f"label {label!r} is not in the scheme {scheme!r}")
        self.label = label


@dataclass(frozen=True)
class Scheme:
    """`groups` gives the order of the columns in every array of cover figures."""

    name: str
    groups: tuple[str, ...]
    group_of: Mapping[str, str]
    unscorable: frozenset[str]

    @cached_property
    def _columns(self) -> dict[str, int]:
        position = {group: i for i, group in enumerate(self.groups)}
        return {label.upper(): position[group] for label, group in self.group_of.items()}

    def column(self, label: str) -> int | None:
        """The column of the label's group; None for shadow, tape and the like."""
        code = label.strip().upper()
        if code in self.unscorable:
            return None
        try:
            return self._columns[code]
        except KeyError:
            raise UnknownLabelError(label, self.name) from None


DEFAULT_SCHEME = Scheme(
    name="default",
    groups=("hard_coral", "soft_coral", "algae", "cca", "other_live", "abiotic"),
    group_of={
        "ACR": "hard_coral",
        "POC": "hard_coral",
        "POR": "hard_coral",
        "HC": "hard_coral",
        "SC": "soft_coral",
        "MA": "algae",
        "TA": "algae",
        "CCA": "cca",
        "SPO": "other_live",
        "OT": "other_live",
        "SND": "abiotic",
        "RUB": "abiotic",
        "RCK": "abiotic",
    },
    unscorable=frozenset({"SHAD", "TAPE", "WAND", "UNK"}),
)


def load_scheme(path: Path) -> Scheme:
    """Read a scheme from TOML: `name`, `unscorable`, and a table `groups` with a list of codes for each group."""
    with path.open("rb") as file:
        data = tomllib.load(file)
    groups = data.get("groups")
    if not groups:
        raise ReeflineError(f"{path}: no table [groups]")
    group_of: dict[str, str] = {}
    for group, codes in groups.items():
        for code in codes:
            if code.upper() in group_of:
                raise ReeflineError(f"{path}: {code} is in two groups")
            group_of[code.upper()] = group
    return Scheme(
        name=data.get("name", path.stem),
        groups=tuple(groups),
        group_of=group_of,
        unscorable=frozenset(code.upper() for code in data.get("unscorable", [])),
    )
