"""Shapes and texts as seen along the bars of a chart, so that lying and standing bars are read by the same code.

`a` runs along the bars in the direction of growing values (rightwards, or upwards), `c` across them. All in points.
"""

from dataclasses import dataclass

from parsers.lib.pdf_page import Line, Print, Shape

SAME = 0.75  # edges closer than this are one edge


@dataclass(frozen=True, slots=True)
class Seen:
    """A rectangle as seen along the bars."""

    a0: float
    a1: float
    c0: float
    c1: float

    @property
    def a(self) -> float:
        """Its middle along the bars."""
        return (self.a0 + self.a1) / 2

    @property
    def c(self) -> float:
        """Its middle across the bars."""
        return (self.c0 + self.c1) / 2


def seen(thing: Shape | Line | Print, horizontal: bool) -> Seen:
    """A shape or a text as seen along horizontal or vertical bars."""
    if horizontal:
        return Seen(thing.x0, thing.x1, thing.top, thing.bottom)
    return Seen(-thing.bottom, -thing.top, thing.x0, thing.x1)
