"""The columns and rows of a table whose cells are drawn one by one: shades and borders that touch side by side.

Browsers draw the border and the background of each cell for itself, so that even a table that shows nothing but lines
between its rows says where its columns part.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parsers.lib.pdf_page import RULE, Shape

TOUCH = 0.8  # points between two cells of a row
ALIKE = 1.5  # points by which the edges of two rows may differ
NEAR = 30.0  # points: a header without a shade, or a last row without a border, stand so far outside
MOST_SHAPES = 4000


@dataclass(frozen=True, slots=True)
class Row:
    """Cells drawn side by side: their edges from left to right."""

    edges: tuple[float, ...]
    top: float
    bottom: float

    @property
    def heights(self) -> tuple[float, ...]:
        """Where it parts rows: a line once, a shade above and below."""
        return (self.top, self.bottom) if self.bottom - self.top >= RULE else ((self.top + self.bottom) / 2,)


@dataclass(frozen=True, slots=True)
class DrawnCells:
    """The rows of one table that part at the same places."""

    edges: tuple[float, ...]
    top: float
    bottom: float
    heights: tuple[float, ...] = ()  # of lines and of the edges of shades

    @property
    def cuts(self) -> tuple[float, ...]:
        """Where its columns part."""
        return self.edges[1:-1]

    def around(self, x0: float, top: float, x1: float, bottom: float) -> bool:
        """Whether a stretch of the page lies in the table, or right above or below its drawn rows."""
        across = self.edges[0] - ALIKE <= x0 and x1 <= self.edges[-1] + ALIKE
        return across and top < self.bottom + NEAR and bottom > self.top and top > self.top - NEAR


def drawn_cells(shapes: Sequence[Shape]) -> list[DrawnCells]:
    """The tables of a page whose cells are drawn, by the rows that part at the same places."""
    tables: dict[tuple[int, int], list[list[Row]]] = defaultdict(list)
    for row in sorted(_rows(shapes[:MOST_SHAPES]), key=lambda row: row.top):
        begun = tables[len(row.edges), round(row.edges[0] / ALIKE)]
        if begun and _alike(row, begun[-1][0]):
            begun[-1].append(row)
        else:
            begun.append([row])
    found = [_table(rows) for begun in tables.values() for rows in begun if len({round(row.top) for row in rows}) > 1]
    return sorted(found, key=lambda one: -len(one.edges))


def _table(rows: Sequence[Row]) -> DrawnCells:
    heights = sorted({y for row in rows for y in row.heights})
    return DrawnCells(rows[0].edges, rows[0].top, max(row.bottom for row in rows), tuple(heights))


def _alike(one: Row, other: Row) -> bool:
    return all(abs(a - b) <= ALIKE for a, b in zip(one.edges, other.edges, strict=True))


def _rows(shapes: Sequence[Shape]) -> Iterator[Row]:
    """Boxes or level lines of one height in a row, each touching the next; two at least."""
    level: dict[tuple[int, int], list[Shape]] = defaultdict(list)
    for shape in shapes:
        if shape.kind != "curve" and shape.width > RULE:
            level[round(shape.top * 2), round(shape.bottom * 2)].append(shape)
    for row in level.values():
        run: list[Shape] = []
        for shape in sorted(row, key=lambda one: one.x0):
            if run and abs(shape.x0 - run[-1].x1) > TOUCH:
                yield from _row(run)
                run = []
            run.append(shape)
        yield from _row(run)


def _row(run: Sequence[Shape]) -> Iterator[Row]:
    if len(run) > 1:
        yield Row((*(shape.x0 for shape in run), run[-1].x1), run[0].top, run[0].bottom)
