"""A document: one text layer, and the structure found over it as spans of that layer.

Every parser produces this and nothing else, so that what follows (figures, claims, measurements) knows no
file format. Offsets are Python string indices into `Document.text`; for .txt and .md files that text is the
decoded file itself, newlines untouched.
"""

import bisect
import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from schemas.reading import Reading

BlockKind = Literal["heading", "paragraph", "list_item", "caption", "footnote", "code"]
PartRole = Literal["headline", "title", "label", "category", "tick", "axis_title", "legend", "note"]
SERIES = " | "  # parts what the axis calls a bar from what the legend calls it


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a displayed page (rotation and crop applied): points, origin at the page's top left."""

    page: int  # counted from 1
    x0: float
    top: float
    x1: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Block:
    """A run of prose. `level` is 1-6 for headings and 0 otherwise; `dom_path` is a CSS path (HTML only)."""

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    dom_path: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One table cell as printed, white space stripped at the ends; "" when blank.

    A cell that a row or column span repeats points at the one place where it is printed.
    """

    text: str
    start: int
    end: int
    dom_path: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A rectangular table: every row has `len(columns)` cells. `name` is T1, T2, ... in document order.

    `title` is the caption, else the nearest heading above. `footnotes` are the spans of notes that belong to it.
    `groups` has the full-width line that each row stands under ("Inference"), "" for none; () when there is none.
    """

    name: str
    title: str
    columns: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    start: int
    end: int
    headings: tuple[str, ...] = ()  # enclosing headings, outermost first
    footnotes: tuple[tuple[int, int], ...] = ()
    groups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bar:
    """A drawn bar: `length` along its value axis in points, `value` read off the axis ticks when there are any.

    `value_lower` and `value_upper` bound `value` by what a line width and the tick spacing allow.
    """

    box: Box
    length: float
    horizontal: bool
    category: str = ""  # printed name (axis, legend or both with SERIES between), "" when there is none
    value: float | None = None
    value_lower: float | None = None
    value_upper: float | None = None

    @property
    def names(self) -> tuple[str, str]:
        """Its printed names, on the axis and in the legend; "" for one that it has not."""
        category, _, series = self.category.partition(SERIES)
        return category.strip(), series.strip()


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of text on a chart and what it does there; a label may be tied to the bar that carries it."""

    role: PartRole
    start: int
    end: int
    bar: Bar | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: its printed parts in reading order, its bars when the format shows them."""

    name: str  # C1, C2, ... in document order
    start: int
    end: int
    parts: tuple[Part, ...]
    bars: tuple[Bar, ...] = ()
    page: int | None = None

    def of(self, role: PartRole) -> tuple[Part, ...]:
        """The parts that play one role, in reading order."""
        return tuple(part for part in self.parts if part.role == role)


@dataclass(frozen=True, slots=True)
class Word:
    """Where a stretch of a PDF's text layer is printed."""

    start: int
    end: int
    box: Box


@dataclass(frozen=True, slots=True)
class Rejected:
    """What a parser read and could not use; kept, never dropped. `row` is the cells as printed."""

    place: str
    reason: str
    row: tuple[str, ...] = ()
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A capture decoded: its text layer, and blocks, tables and charts as spans of it.

    A parser gives what it read; `name` to `n_bytes`, whose bytes they are and what read them, the registry stamps.
    `published_on` is an ISO date or "" when the document does not say.
    `words` is sorted by start and non-empty for PDFs only.
    """

    name: str = ""
    sha256: str = ""
    parser: str = ""
    parser_version: int = 0
    media_type: str = ""
    n_bytes: int = 0
    text: str = ""
    title: str = ""
    publisher: str = ""
    published_on: str = ""
    blocks: tuple[Block, ...] = ()
    tables: tuple[Table, ...] = ()
    charts: tuple[Chart, ...] = ()
    words: tuple[Word, ...] = field(default=(), repr=False)
    rejected: tuple[Rejected, ...] = ()
    warnings: tuple[str, ...] = ()
    reading: Reading | None = field(default=None, repr=False)  # where the text layer is a file with markup

    @property
    def document_id(self) -> str:
        """16 hex digits naming these bytes under this name; the same on every run."""
        return _document_id(self.name, self.sha256)

    def boxes(self, start: int, end: int) -> tuple[Box, ...]:
        """Boxes of the words that touch text[start:end], in text order; () for documents without pages."""
        first = bisect.bisect_right(self.words, start, key=lambda word: word.end)
        last = bisect.bisect_left(self.words, end, key=lambda word: word.start)
        return tuple(word.box for word in self.words[first:last])

    def box(self, start: int, end: int) -> Box | None:
        """One box around text[start:end] on the page where it begins."""
        boxes = self.boxes(start, end)
        if not boxes:
            return None
        same = [box for box in boxes if box.page == boxes[0].page]
        return Box(
            boxes[0].page,
            min(box.x0 for box in same),
            min(box.top for box in same),
            max(box.x1 for box in same),
            max(box.bottom for box in same),
        )


@lru_cache(maxsize=16_384)  # above the documents of a corpus, else a run over all of them keeps none
def _document_id(name: str, sha256: str) -> str:
    # Every statement carries it: hashed anew for each, it was a tenth of the time for a table.
    return hashlib.sha256(f"{name}\0{sha256}".encode()).hexdigest()[:16]
