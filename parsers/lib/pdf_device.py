"""What a page's content draws, taken down where it is displayed: glyphs and shapes.

A device of our own for pdfminer's interpreter, because the layout objects of the libraries above it cost more than
everything else done here. What lies outside the crop box is not shown and not read.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pdfminer.pdfcolor import PDFColorSpace
from pdfminer.pdfdevice import PDFTextDevice
from pdfminer.pdffont import PDFFont, PDFUnicodeNotDefined
from pdfminer.pdfinterp import PDFGraphicState, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.pdftypes import PDFStream
from pdfminer.utils import Matrix, PathSegment, Rect, apply_matrix_pt, apply_matrix_rect

from parsers.lib.pdf_lines import Glyph
from parsers.lib.pdf_page import Shape, ShapeKind

ON_EDGE = 1.0  # points: a stroke along the edge of a clip is half shown
MAX_OBJECTS = 200_000  # drawn objects a page
DEEPEST = -0.3  # of the type size: a plot's Type 3 fonts give the deepest of all glyphs for a descent
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
LIGATURES = str.maketrans(
    {
        "\ufb00": "ff",
        "\ufb01": "fi",
        "\ufb02": "fl",
        "\ufb03": "ffi",
        "\ufb04": "ffl",
        "\ufb05": "st",
        "\ufb06": "st",
        "\xad": "-",
    }
)


EVERYWHERE: Rect = (-math.inf, -math.inf, math.inf, math.inf)


class TooMuchError(Exception):
    """More is drawn on a page than is worth reading; the message says how much."""


class Device(PDFTextDevice):
    """Takes down glyphs and shapes where they are displayed."""

    def __init__(self, resources: PDFResourceManager) -> None:
        super().__init__(resources)
        self.glyphs: list[Glyph] = []
        self.shapes: list[Shape] = []
        self.images = self.unmapped = self._drawn = 0
        self.shown: Rect = (0.0, 0.0, 0.0, 0.0)  # the visible part in pdfminer's turned space, y upwards
        self.clip = EVERYWHERE  # what is shown of shapes now, where displayed

    def begin_page(self, page: PDFPage, ctm: Matrix) -> None:
        """The part of the page that is displayed: its crop box, where that makes sense."""
        media, crop = _ordered(page.mediabox), _ordered(page.cropbox)
        part = (max(media[0], crop[0]), max(media[1], crop[1]), min(media[2], crop[2]), min(media[3], crop[3]))
        self.shown = apply_matrix_rect(ctm, part if part[0] < part[2] and part[1] < part[3] else media)

    def begin_figure(self, name: str, bbox: Rect, matrix: Matrix) -> None:
        """Counted: figures within figures can be drawn for ever."""
        self._count()

    def render_image(self, name: str, stream: PDFStream) -> None:
        """Counted: what a picture shows is not read."""
        self.images += 1

    def paint_path(
        self, graphicstate: PDFGraphicState, stroke: bool, fill: bool, evenodd: bool, path: Sequence[PathSegment]
    ) -> None:
        """Each part of a path becomes a shape."""
        for part in _subpaths(path):
            self._count()
            points = [self._place(*apply_matrix_pt(self._ctm, end)) for end in _ends(part)]
            self._draw(_shape(points, "c" in {step[0] for step in part}, stroke, fill, graphicstate, self._ctm))

    def narrow(self, path: Sequence[PathSegment]) -> None:
        """From here on, show only what lies within the bounds of a path."""
        points = [self._place(*apply_matrix_pt(self._ctm, end)) for end in _ends(path)]
        if points:
            xs, ys = [x for x, _ in points], [y for _, y in points]
            x0, top, x1, bottom = self.clip
            self.clip = max(x0, min(xs)), max(top, min(ys)), min(x1, max(xs)), min(bottom, max(ys))

    def shade(self, colour: tuple[float, ...]) -> None:
        """Fill all that is shown with a gradient that begins in a colour."""
        self._count()
        if self.clip[0] < self.clip[2] < math.inf and self.clip[1] < self.clip[3] < math.inf:
            self._draw(Shape("box", *self.clip, filled=True, colour=colour))

    def _draw(self, shape: Shape) -> None:
        x0, top, x1, bottom = self.clip
        edges = max(shape.x0, x0), max(shape.top, top), min(shape.x1, x1), min(shape.bottom, bottom)
        if edges[2] - edges[0] < -ON_EDGE or edges[3] - edges[1] < -ON_EDGE:
            return
        if edges != (shape.x0, shape.top, shape.x1, shape.bottom):
            shape = replace(shape, x0=edges[0], top=edges[1], x1=max(edges[::2]), bottom=max(edges[1::2]))
        if self._visible(shape.x0, shape.top, shape.x1, shape.bottom):
            self.shapes.append(shape)

    def render_char(
        self,
        matrix: Matrix,
        font: PDFFont,
        fontsize: float,
        scaling: float,
        rise: float,
        cid: int,
        ncs: PDFColorSpace,
        graphicstate: PDFGraphicState,
    ) -> float:
        """A character becomes a glyph; its advance is what pdfminer goes on by."""
        self._count()
        advance = font.char_width(cid) * fontsize * scaling
        low = max(font.get_descent(), DEEPEST) * fontsize + rise
        x0, y0, x1, y1 = apply_matrix_rect(matrix, (0, low, advance, low + fontsize))
        box = (*self._place(x0, y1), *self._place(x1, y0))
        if self._visible(*box):
            # A raised mark has a base line of its own; left on the one of its line, it would read as a digit more.
            raised = (*matrix[:4], *apply_matrix_pt(matrix, (0, rise))) if rise else matrix
            self.glyphs.append(self._glyph(_character(font, cid), box, raised, font, fontsize, advance))
            self.unmapped += self.glyphs[-1].text == UNKNOWN
        return advance

    def _glyph(
        self,
        text: str,
        box: tuple[float, float, float, float],
        matrix: Matrix,
        font: PDFFont,
        fontsize: float,
        advance: float,
    ) -> Glyph:
        a, b, c, d, e, f = matrix
        angle = round(math.degrees(math.atan2(b, a)))
        across, down = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
        x, y = self._place(e, f)
        along = x * across + y * down
        name = font.fontname if isinstance(font.fontname, str) else repr(font.fontname)
        size = abs(fontsize) * math.hypot(c, d)
        return Glyph(
            text, box, size, angle, name, along, along + abs(advance) * math.hypot(a, b), y * across - x * down
        )

    @property
    def _ctm(self) -> Matrix:
        return self.ctm or (1, 0, 0, 1, 0, 0)

    def _place(self, x: float, y: float) -> tuple[float, float]:
        return x - self.shown[0], self.shown[3] - y

    def _visible(self, x0: float, top: float, x1: float, bottom: float) -> bool:
        """Whether its middle is on the displayed page; NaN and infinite places are not."""
        x, y = (x0 + x1) / 2, (top + bottom) / 2
        return -1 <= x <= self.shown[2] - self.shown[0] + 1 and -1 <= y <= self.shown[3] - self.shown[1] + 1

    def _count(self) -> None:
        self._drawn += 1
        if self._drawn > MAX_OBJECTS:
            raise TooMuchError(f"more than {MAX_OBJECTS:,} drawn objects")


def _ordered(rect: Rect) -> Rect:
    return min(rect[0], rect[2]), min(rect[1], rect[3]), max(rect[0], rect[2]), max(rect[1], rect[3])


def _character(font: PDFFont, cid: int) -> str:
    """What a glyph says; "\N{REPLACEMENT CHARACTER}" where the font does not tell."""
    try:
        text = font.to_unichr(cid)
    except PDFUnicodeNotDefined:
        # Codes that Windows' encoding leaves free stand for a bullet (PDF 32000-1, annex D.2, note 3).
        return "\N{BULLET}" if cid == 0x7F and not font.is_multibyte() else UNKNOWN
    if not text or any(char < " " and not char.isspace() for char in text):
        return UNKNOWN
    # Lone surrogates could never be written to a file again.
    return "".join(UNKNOWN if "\ud800" <= char <= "\udfff" else char for char in text).translate(LIGATURES)


def _subpaths(path: Sequence[PathSegment]) -> Iterator[list[PathSegment]]:
    part: list[PathSegment] = []
    for step in path:
        if step[0] == "m" and part:
            yield from [part] if len(part) > 1 else []
            part = []
        part.append(step)
    if len(part) > 1:
        yield part


def _ends(part: Sequence[PathSegment]) -> list[tuple[float, float]]:
    """The end point of each step."""
    return [(float(step[-2]), float(step[-1])) for step in part if len(step) >= 3]


def _shape(
    points: Sequence[tuple[float, float]], curved: bool, stroke: bool, fill: bool, state: PDFGraphicState, ctm: Matrix
) -> Shape:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x0, x1, top, bottom = min(xs), max(xs), min(ys), max(ys)
    kind: ShapeKind = "curve"
    if not curved:
        upright = all(abs(a[0] - b[0]) < 0.05 or abs(a[1] - b[1]) < 0.05 for a, b in pairwise(points))
        kind = "box" if upright and len(points) >= 4 else "line" if len(set(points)) <= 2 else "curve"
    thick = state.linewidth * math.sqrt(abs(ctm[0] * ctm[3] - ctm[1] * ctm[2]))
    colour = _colour(state.ncolor if fill else state.scolor)
    if kind == "line" and stroke and thick >= 3:
        # A bar may be drawn as one fat stroke; its width is then nowhere but in the pen.
        half = thick / 2
        wide, high = (0.0, half) if x1 - x0 >= bottom - top else (half, 0.0)
        return Shape("box", x0 - wide, top - high, x1 + wide, bottom + high, True, False, colour)
    return Shape(kind, x0, top, x1, bottom, fill, stroke, colour, _covers(points) if curved else 1.0)


def _covers(points: Sequence[tuple[float, float]]) -> float:
    """Area of the polygon through the points as a share of its bounds: 0.5 for a circle, near 1 for a rounded bar."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    bounds = (max(xs) - min(xs)) * (max(ys) - min(ys))
    closed = [*points, points[0]]
    area = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(closed))) / 2
    return area / bounds if bounds else 0.0


def _colour(value: object) -> tuple[float, ...]:
    values = value if isinstance(value, (tuple, list)) else (value,)
    return tuple(round(float(part), 3) for part in values if isinstance(part, (int, float)))
