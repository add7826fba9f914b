"""Small surveys whose covers can be worked out on paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from reefline.categories import Scheme
from reefline.model import LineTransect, Photo, PhotoTransect, PointTransect, Segment

DATA = Path(__file__).parent / "data"


@pytest.fixture
def scheme() -> Scheme:
    return Scheme(
        name="test",
        groups=("coral", "algae", "sand"),
        group_of={"HC": "coral", "MA": "algae", "SND": "sand"},
        unscorable=frozenset({"SHAD"}),
    )


@pytest.fixture
def photo_transect() -> PhotoTransect:
    """Coral 1 of 4, 2 of 4, 0 of 2 scorable points: 3 of 10."""
    return PhotoTransect(
        "Lagoon",
        "T1",
        (
            Photo("a.jpg", ("HC", "SND", "SND", "MA")),
            Photo("b.jpg", ("HC", "HC", "SND", "SND")),
            Photo("c.jpg", ("SHAD", "SHAD", "MA", "SND")),
        ),
    )


@pytest.fixture
def point_transect() -> PointTransect:
    return PointTransect("Lagoon", "P1", 0.5, ("HC", "HC", "SND", "SHAD", "SND", "MA", "HC", "SND", "SND"))


@pytest.fixture
def line_transect() -> LineTransect:
    """1000 cm: coral 300, sand 500, shadow 200."""
    return LineTransect(
        "Lagoon",
        "L1",
        (
            Segment(0.0, 250.0, "HC"),
            Segment(250.0, 600.0, "SND"),
            Segment(600.0, 800.0, "SHAD"),
            Segment(800.0, 850.0, "HC"),
            Segment(850.0, 1000.0, "SND"),
        ),
    )


@pytest.fixture
def data() -> Path:
    return DATA
