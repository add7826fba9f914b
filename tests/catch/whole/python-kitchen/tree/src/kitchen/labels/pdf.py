"""Draw labels with reportlab, one page each."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from kitchen.labels import layout
from kitchen.models import LabelContent


def render_labels(
    contents: Iterable[LabelContent], path: Path, *, compress: bool = True
) -> int:
    """Write the PDF and return the number of pages. `compress=False` is for tests."""
    canvas = Canvas(
        str(path),
        pagesize=(layout.LABEL_WIDTH, layout.LABEL_HEIGHT),
        pageCompression=1 if compress else 0,
    )
    pages = 0
    for content in contents:
        _draw(canvas, content)
        canvas.showPage()
        pages += 1
    canvas.save()
    return pages


def _draw(canvas: Canvas, content: LabelContent) -> None:
    left = layout.MARGIN
    canvas.setFont(layout.FONT_BOLD, 12)
    canvas.drawString(left, layout.LABEL_HEIGHT - 9 * layout.mm, content.title)
    canvas.setFont(layout.FONT, 8)
    canvas.drawString(
        left,
        layout.LABEL_HEIGHT - 14 * layout.mm,
        f"{content.portions} portions, batch {content.batch}",
    )
    ingredients = layout.fit_text("Ingredients: " + ", ".join(content.ingredients))
    _draw_block(canvas, ingredients, layout.FONT, layout.INGREDIENT_TOP)
    canvas.setFont(layout.FONT, 8)
    canvas.drawString(left, layout.FOOTER_TOP, f"Use by {content.use_by:%d.%m.%Y}")
    canvas.drawString(left, layout.FOOTER_TOP - 10, content.storage)
    canvas.drawString(left, layout.FOOTER_TOP - 20, content.company)


def _draw_block(canvas: Canvas, text: layout.FittedText, font: str, top: float) -> None:
    """Draw the lines below `top`."""
    canvas.setFont(font, text.size)
    y = top - text.size
    for line in text.lines:
        canvas.drawString(layout.MARGIN, y, line)
        y -= text.size * layout.LEADING
