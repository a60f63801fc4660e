"""What is worked on while a page is read for charts: a part of it, its plot, and the texts that wait for a role."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from parsers.lib.chart_bars import BarSet
from parsers.lib.chart_scale import Scale
from parsers.lib.pdf_page import Line, Shape
from schemas.document import Bar, PartRole

UNIT = r"(?:ns|us|µs|ms|s|sec|seconds?|min|minutes?|h|hrs?|hours?|days?|weeks?|[kKMB]|W|kW)"
FACTOR = re.compile(r"(?<![\w.\-])\d[\d.,]*\s?(?:[xX×](?!\w)|%|times\b)|\border(?:s)? of magnitude\b|\btwice\b")
FIGURE = re.compile(rf"{FACTOR.pattern}|^[^\w]*\d[\d,.]*(?![\w\-])|(?<![\w.\-])\d[\d.,]*\s?{UNIT}(?!\w)")
NOTE_HEAD = re.compile(
    r"(?:notes?|sources?|footnotes?|disclaimers?|methodology|configurations?)\s*(?::|$)", re.IGNORECASE
)
BODY_CHARS = 35
DOT = 16.0


@dataclass(frozen=True, slots=True)
class Piece:
    """Text with one role on a chart: its printed lines in reading order, and the bar that it labels."""

    role: PartRole
    lines: tuple[Line, ...]
    bar: Bar | None = None

    @property
    def text(self) -> str:
        """Its lines in one."""
        return " ".join(line.text for line in self.lines)


@dataclass(frozen=True, slots=True)
class ChartArea:
    """A chart: its pieces in reading order and its bars. `shared` stands beside several charts and belongs to each."""

    x0: float
    top: float
    x1: float
    bottom: float
    pieces: tuple[Piece, ...]
    bars: tuple[Bar, ...]
    above: tuple[Piece, ...] = ()
    below: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Region:
    """Part of a page with at most one chart, and the texts across it and its neighbours."""

    lines: tuple[Line, ...]
    shapes: tuple[Shape, ...]
    above: tuple[Line, ...] = ()
    below: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Plot:
    """What is drawn of a chart: its bars or its points, and how far the drawing reaches."""

    x0: float
    top: float
    x1: float
    bottom: float
    bars: BarSet | None


@dataclass
class Desk:
    """The lines of a chart not yet placed, and the pieces made of the others."""

    page: int
    plot: Plot
    shapes: tuple[Shape, ...]
    left: list[Line]
    pieces: list[Piece] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)
    scale: Scale | None = None
    lent: dict[tuple[float, ...], str] = field(default_factory=dict)  # names of colours by a legend beside it

    def take(self, role: PartRole, lines: Sequence[Line], bar: Bar | None = None) -> None:
        """Place lines as one piece."""
        self.left = [line for line in self.left if line not in lines]
        self.pieces.append(Piece(role, tuple(lines), bar))

    def take_each(self, role: PartRole, lines: Iterable[Line]) -> None:
        """Place lines as one piece each."""
        for line in list(lines):
            self.take(role, [line])

    def of(self, role: PartRole) -> list[Line]:
        """The lines placed in a role."""
        return [line for piece in self.pieces if piece.role == role for line in piece.lines]
