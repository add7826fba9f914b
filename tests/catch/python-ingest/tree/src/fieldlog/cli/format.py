"""Text for terminals."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta


def format_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns padded to the widest cell; no trailing blanks."""
    lines = [list(header), *[list(row) for row in rows]]
    widths = [max(len(line[i]) for line in lines) for i in range(len(header))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip()
        for line in lines
    )


def human_duration(length: timedelta) -> str:
    """`45s`, `12m`, `3h`, `2d`: the largest unit that fits, rounded down."""
    seconds = int(length.total_seconds())
    for size, letter in ((86400, "d"), (3600, "h"), (60, "m")):
        if seconds >= size:
            return f"{seconds // size}{letter}"
    return f"{seconds}s"
