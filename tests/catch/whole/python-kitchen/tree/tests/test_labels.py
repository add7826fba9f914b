from __future__ import annotations

from datetime import date

import pytest

from kitchen.errors import LabelOverflowError
from kitchen.labels import layout
from kitchen.labels.content import batch_code, build_label
from kitchen.labels.pdf import render_labels
from kitchen.models import PlanLine

DAY = date(2024, 5, 8)


@pytest.fixture
def content(conn, lasagne):
    return build_label(conn, PlanLine(lasagne, "Lasagne", 10), DAY, "Saltbush")


def test_batch_code() -> None:
    assert batch_code(7, DAY) == "240508-007"


def test_content(content) -> None:
    assert content.title == "Lasagne"
    assert content.ingredients == ("Tomato", "Milk", "Pasta sheets", "Butter", "Flour")
    assert content.use_by == date(2024, 5, 11)


def test_pdf_has_one_page_per_label(content, tmp_path) -> None:
    path = tmp_path / "labels.pdf"
    assert render_labels([content, content], path, compress=False) == 2
    data = path.read_bytes()
    assert b"(Ingredients: Tomato, Milk, Pasta sheets, Butter, Flour) Tj" in data
    assert b"(Use by 11.05.2024) Tj" in data


def test_long_text_is_set_smaller() -> None:
    short = layout.fit_text("Tomato, " * 10)
    long = layout.fit_text("Tomato, " * 70)
    assert short.size == 8.0
    assert long.size < 8.0


def test_text_that_never_fits_is_an_error() -> None:
    with pytest.raises(LabelOverflowError):
        layout.fit_text("Tomato, " * 400)
