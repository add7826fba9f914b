"""Bar charts of cover and of change. Agg only: surveys are worked up on servers without a display."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402

from reefline.config import PlotSettings  # noqa: E402
from reefline.model import ChangeRow, CoverRow  # noqa: E402


def site_cover_figure(
    rows: Sequence[CoverRow], groups: Sequence[str], settings: PlotSettings
) -> Figure:
    """Bars side by side: a cluster for each site, a colour for each group."""
    means = [row for row in rows if row.transect is None]
    sites = list(dict.fromkeys(row.site for row in means))
    colours = plt.get_cmap(settings.palette)
    width = 0.8 / len(groups)
    figure, axes = plt.subplots(figsize=(max(4.0, 1.6 * len(sites)), 4.0), layout="constrained")
    for i, group in enumerate(groups):
        cover = {row.site: 100 * row.cover for row in means if row.group == group}
        x = np.arange(len(sites)) + (i - (len(groups) - 1) / 2) * width
        axes.bar(x, [cover[site] for site in sites], width, label=group, color=colours(i))
    axes.set_xticks(np.arange(len(sites)), sites)
    axes.set_ylabel("cover (%)")
    axes.set_ylim(0, 100)
    axes.legend(frameon=False, fontsize="small")
    return figure


def change_figure(changes: Sequence[ChangeRow], settings: PlotSettings) -> Figure:
    """Horizontal bars, one for each site and group, left of zero where cover was lost."""
    names = [f"{row.site} {row.group}" for row in changes]
    values = [100 * row.change for row in changes]
    colours = plt.get_cmap(settings.palette)
    figure, axes = plt.subplots(figsize=(6.0, 1.0 + 0.3 * len(names)), layout="constrained")
    axes.barh(names, values, color=[colours(3 if value < 0 else 2) for value in values])
    axes.axvline(0, color="black", linewidth=0.8)
    axes.invert_yaxis()
    axes.set_xlabel("change of cover (percentage points)")
    return figure


def save(figure: Figure, path: Path, settings: PlotSettings) -> None:
    figure.savefig(path, dpi=settings.dpi)
    plt.close(figure)
