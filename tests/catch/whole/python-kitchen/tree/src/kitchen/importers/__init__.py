"""Supplier feeds, by the name that `kitchen import` takes."""

from __future__ import annotations

from kitchen.importers.base import Feed
from kitchen.importers.greenfield import GREENFIELD
from kitchen.importers.marlin import MARLIN
from kitchen.importers.norden import NORDEN

FEEDS: dict[str, Feed] = {feed.supplier: feed for feed in (GREENFIELD, MARLIN, NORDEN)}
