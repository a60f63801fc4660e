"""Pages drawn on their side: a wide table on an upright sheet, without a word about it in the page's properties.

They are read as if the sheet were turned; the places of words and bars are those of the page as it is displayed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from parsers.lib.chart_desk import ChartArea
from parsers.lib.pdf_page import Line, Page, Print, Shape
from schemas.document import Bar, Box

ENOUGH = 0.8  # of the letters on a page
FEWEST = 3  # texts
SIDEWAYS = (90, -90)


@dataclass(frozen=True, slots=True)
class Turn:
    """How a sheet is turned: its size as displayed, and the angle at which its text reads."""

    angle: int
    width: float
    height: float

    def page(self, page: Page) -> Page:
        """The page with its text upright."""
        lines = tuple(self._line(line) for line in page.lines)
        shapes = tuple(self._shape(shape) for shape in page.shapes)
        return replace(page, width=page.height, height=page.width, lines=lines, shapes=shapes)

    def back(self, word: Print) -> Print:
        """A word of the turned sheet where the page displays it."""
        return Print(word.text, *self._back(word.x0, word.top, word.x1, word.bottom))

    def charts(self, areas: Sequence[ChartArea]) -> list[ChartArea]:
        """Charts of the turned sheet with their bars where the page displays them."""
        return [
            replace(
                area,
                bars=tuple(self._bar(bar) for bar in area.bars),
                pieces=tuple(replace(one, bar=one.bar and self._bar(one.bar)) for one in area.pieces),
            )
            for area in areas
        ]

    def _line(self, line: Line) -> Line:
        words = tuple(Print(w.text, *self._turned(w.x0, w.top, w.x1, w.bottom)) for w in line.words)
        return replace(line, words=words, angle=0 if line.angle == self.angle else 90)

    def _shape(self, shape: Shape) -> Shape:
        x0, top, x1, bottom = self._turned(shape.x0, shape.top, shape.x1, shape.bottom)
        return replace(shape, x0=x0, top=top, x1=x1, bottom=bottom)

    def _bar(self, bar: Bar) -> Bar:
        x0, top, x1, bottom = self._back(bar.box.x0, bar.box.top, bar.box.x1, bar.box.bottom)
        return replace(bar, box=Box(bar.box.page, x0, top, x1, bottom))

    def _turned(self, x0: float, top: float, x1: float, bottom: float) -> tuple[float, float, float, float]:
        if self.angle == SIDEWAYS[0]:
            return self.height - bottom, x0, self.height - top, x1
        return top, self.width - x1, bottom, self.width - x0

    def _back(self, x0: float, top: float, x1: float, bottom: float) -> tuple[float, float, float, float]:
        if self.angle == SIDEWAYS[0]:
            return top, self.height - x1, bottom, self.height - x0
        return self.width - bottom, x0, self.width - top, x1


def turn_of(page: Page) -> Turn | None:
    """How a page is turned whose text nearly all reads up or down; None for any other."""
    if len(page.lines) < FEWEST:
        return None
    letters = dict.fromkeys(SIDEWAYS, 0)
    for line in page.lines:
        if line.angle in letters:
            letters[line.angle] += sum(len(word.text) for word in line.words)
    angle = max(SIDEWAYS, key=lambda one: letters[one])
    every = sum(len(word.text) for line in page.lines for word in line.words)
    return Turn(angle, page.width, page.height) if letters[angle] >= ENOUGH * max(every, 1) else None
