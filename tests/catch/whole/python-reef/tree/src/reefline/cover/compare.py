"""Change of cover between two surveys of the same sites."""

from __future__ import annotations

from collections.abc import Iterable

from reefline.model import ChangeRow, CoverRow, ReeflineError


def _sites(rows: Iterable[CoverRow]) -> dict[tuple[str, str], CoverRow]:
    return {(row.site, row.group): row for row in rows if row.transect is None}


def compare_tables(before: Iterable[CoverRow], after: Iterable[CoverRow]) -> list[ChangeRow]:
    """One row for each site and group that both tables have, in the order of `after`.

    Transect rows are ignored: tapes are seldom laid twice in the same place, so only sites are comparable.
    """
    old, new = _sites(before), _sites(after)
    shared = [key for key in new if key in old]
    if not shared:
        raise ReeflineError("the two tables have no site in common")
    return [
        ChangeRow(
            site=site,
            group=group,
            before=old[site, group].cover,
            after=new[site, group].cover,
            change=new[site, group].cover - old[site, group].cover,
        )
        for site, group in shared
    ]
