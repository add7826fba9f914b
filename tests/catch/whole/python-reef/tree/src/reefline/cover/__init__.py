"""Cover figures: of a transect (`photo`, `intercept`), of a survey (`table`), between two (`compare`)."""

from reefline.cover.compare import compare_tables
from reefline.cover.intercept import line_cover, point_cover, tally_lengths, tally_points
from reefline.cover.photo import photo_cover, tally_photos
from reefline.cover.table import site_rows, survey_table, transect_rows

__all__ = [
    "compare_tables",
    "line_cover",
    "photo_cover",
    "point_cover",
    "site_rows",
    "survey_table",
    "tally_lengths",
    "tally_photos",
    "tally_points",
    "transect_rows",
]
