"""Benthic cover from photo quadrats and intercept transects."""

from reefline.categories import DEFAULT_SCHEME, Scheme
from reefline.cover import compare_tables, survey_table
from reefline.io import read_survey
from reefline.model import CoverRow, ReeflineError, Survey

__version__ = "0.8.0"

__all__ = [
    "DEFAULT_SCHEME",
    "CoverRow",
    "ReeflineError",
    "Scheme",
    "Survey",
    "compare_tables",
    "read_survey",
    "survey_table",
]
