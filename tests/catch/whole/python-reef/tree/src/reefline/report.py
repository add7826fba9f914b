"""Tables for the screen, in percent."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from reefline.model import ChangeRow, CoverRow


def percent(value: float, decimals: int, signed: bool = False) -> str:
    """A fraction as percent without the sign %; a dash for NaN."""
    if math.isnan(value):
        return "-"
    sign = "+" if signed else ""
    return f"{100 * value:{sign}.{decimals}f}"


def _layout(header: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Columns as wide as their widest cell; the first is flush left, the others flush right."""
    widths = [max(len(cells[i]) for cells in [header, *lines]) for i in range(len(header))]
    out = []
    for cells in [header, *lines]:
        padded = [cells[0].ljust(widths[0])]
        padded += [cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True)]
        out.append("  ".join(padded).rstrip())
    return "\n".join(out) + "\n"


def cover_text(rows: Iterable[CoverRow], groups: Sequence[str], decimals: int) -> str:
    """One line for each site, one column for each group."""
    sites: dict[str, dict[str, CoverRow]] = {}
    for row in rows:
        if row.transect is None:
            sites.setdefault(row.site, {})[row.group] = row
    lines = [
        [site, str(by_group[groups[0]].n)]
        + [percent(by_group[group].cover, decimals) for group in groups]
        for site, by_group in sites.items()
    ]
    return _layout(["site", "n", *groups], lines)


def change_text(changes: Iterable[ChangeRow], decimals: int) -> str:
    """One line for each site and group, the change in percentage points."""
    lines = [
        [
            f"{row.site} {row.group}",
            percent(row.before, decimals),
            percent(row.after, decimals),
            percent(row.change, decimals, signed=True),
        ]
        for row in changes
    ]
    return _layout(["site and group", "before", "after", "change"], lines)
