"""Made-up surveys with a known cover, for the demo and for tests.

Photos differ more than points drawn at random would make them: the cover of a photo is drawn from a Beta
distribution with mean `cover` and intraclass correlation `rho`, then its points from a binomial (Skellam 1948).
The design effect of the transect is then 1 + (points - 1) * rho.
"""

from __future__ import annotations

import argparse
import csv
import sys

import numpy as np

from reefline.model import LineTransect, Photo, PhotoTransect, Segment

LIVE, REST = "HC", "SND"


def draw_photo_transect(
    rng: np.random.Generator,
    photos: int,
    points: int,
    cover: float,
    rho: float,
    site: str = "Synthetic",
    transect: str = "T1",
) -> PhotoTransect:
    """`photos` photos with `points` points each; 0 < cover < 1 and 0 < rho < 1."""
    scale = (1 - rho) / rho
    shares = rng.beta(cover * scale, (1 - cover) * scale, size=photos)
    hits = rng.binomial(points, shares)
    return PhotoTransect(
        site,
        transect,
        tuple(
            Photo(f"{transect}_{i:03d}.jpg", (LIVE,) * int(k) + (REST,) * (points - int(k)))
            for i, k in enumerate(hits)
        ),
    )


def draw_line_transect(
    rng: np.random.Generator,
    length_cm: float,
    cover: float,
    colony_cm: float,
    site: str = "Synthetic",
    transect: str = "L1",
) -> LineTransect:
    """Colonies and gaps with exponential lengths; colonies are `colony_cm` long on average."""
    gap_cm = colony_cm * (1 - cover) / cover
    segments: list[Segment] = []
    live, start = bool(rng.random() < cover), 0.0
    while start < length_cm:
        end = min(length_cm, start + rng.exponential(colony_cm if live else gap_cm))
        segments.append(Segment(start, end, LIVE if live else REST))
        live, start = not live, end
    return LineTransect(site, transect, tuple(segments))


def main() -> None:
    parser = argparse.ArgumentParser(description="write a made-up CPCe export to standard output")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--transects", type=int, default=4)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["Site", "Transect", "Image", "Point", "Label"])
    for i in range(args.transects):
        drawn = draw_photo_transect(rng, 20, 25, 0.3, 0.1, transect=f"T{i + 1}")
        for photo in drawn.photos:
            for number, label in enumerate(photo.labels, start=1):
                writer.writerow([drawn.site, drawn.transect, photo.name, number, label])


if __name__ == "__main__":
    main()
