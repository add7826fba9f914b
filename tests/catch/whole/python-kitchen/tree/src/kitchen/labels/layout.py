"""Measures of the label, and text that has to fit into a block. All lengths are points."""

from __future__ import annotations

from dataclasses import dataclass

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth

from kitchen.errors import LabelOverflowError

LABEL_WIDTH = 100 * mm
LABEL_HEIGHT = 62 * mm
MARGIN = 4 * mm
TEXT_WIDTH = LABEL_WIDTH - 2 * MARGIN

INGREDIENT_TOP = LABEL_HEIGHT - 19 * mm
INGREDIENT_HEIGHT = 74.0
FOOTER_TOP = 12 * mm

FONT = "Helvetica"
FONT_BOLD = "Helvetica-Bold"
LEADING = 1.2
SIZES = (8.0, 7.0, 6.0)


@dataclass(frozen=True)
class FittedText:
    size: float
    lines: tuple[str, ...]

    @property
    def height(self) -> float:
        return len(self.lines) * self.size * LEADING


def wrap_text(text: str, font: str, size: float, width: float) -> list[str]:
    """Break at blanks. A newline in the text always starts a new line."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        current = ""
        for word in paragraph.split():
            candidate = f"{current} {word}" if current else word
            if current and stringWidth(candidate, font, size) > width:
                lines.append(current)
                current = word
            else:
                current = candidate
        lines.append(current)
    return lines


def fit_text(
    text: str,
    *,
    font: str = FONT,
    width: float = TEXT_WIDTH,
    height: float = INGREDIENT_HEIGHT,
    sizes: tuple[float, ...] = SIZES,
) -> FittedText:
    """The largest of `sizes` at which the text fits, or LabelOverflowError."""
    for size in sizes:
        fitted = FittedText(size, tuple(wrap_text(text, font, size, width)))
        if fitted.height <= height:
            return fitted
    raise LabelOverflowError(text)
