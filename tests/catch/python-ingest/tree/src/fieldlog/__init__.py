"""Ingest for the readings of river and weather stations."""

from fieldlog.models import Batch, Quality, Reading, Station

__all__ = ["Batch", "Quality", "Reading", "Station"]
__version__ = "0.7.2"
