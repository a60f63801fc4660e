"""HTML inside files of another kind: its blocks and tables with true places in the file.

The trees that BeautifulSoup builds know where tags begin, not where text does; the standard library's parser says it
of every stretch.
"""

import html
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import accumulate

from bs4 import Tag

from parsers.lib.dom import HEADINGS, raised, squeeze
from parsers.lib.grid import SECTIONS, Printed, PrintedRow, Section
from parsers.lib.markdown_inline import Piece
from parsers.lib.tree import BLOCKS
from schemas.document import BlockKind, Cell

KINDS: dict[str, BlockKind] = {**dict.fromkeys(HEADINGS, "heading"), "li": "list_item", "figcaption": "caption"}
HIDDEN = frozenset({"script", "style", "template", "title"})
BOLD = frozenset({"b", "strong"})
_OPENED = re.compile(r"<[a-zA-Z/!?]")


@dataclass(frozen=True, slots=True)
class Prose:
    """A block of text in HTML."""

    kind: BlockKind
    level: int
    pieces: tuple[Piece, ...]
    bold: bool = False


@dataclass(slots=True)
class Rows:
    """A table in HTML, from its start tag to its end tag."""

    start: int
    end: int = 0
    rows: list[PrintedRow] = field(default_factory=list)
    caption: tuple[Piece, ...] = ()


@dataclass(slots=True)
class _Open:
    """The cell or caption being read."""

    name: str
    colspan: int = 1
    rowspan: int = 1


def scan(text: str, start: int, end: int) -> list[Prose | Rows]:
    """The blocks and tables of the HTML in text[start:end], in order."""
    source = text[start:end]
    whole = _whole(source)
    scanner = _Scanner(source, start)
    scanner.feed(source[:whole])
    scanner.close()
    if whole < len(source):
        scanner.handle_data(source[whole:])
    scanner.finish()
    return scanner.found


def _whole(source: str) -> int:
    """Where the markup begins that is never closed: the standard library would look for its end from each "<" on."""
    comment = source.find("<!--", source.rfind("-->") + 1)
    end = comment if comment >= 0 else len(source)
    opened = _OPENED.search(source, source.rfind(">", 0, end) + 1, end)
    return opened.start() if opened else end


def trimmed(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces without white space at either end."""
    printed = [number for number, piece in enumerate(pieces) if piece.text.strip()]
    kept = list(pieces[printed[0] : printed[-1] + 1]) if printed else []
    if kept:
        kept[0] = _cut(kept[0], len(kept[0].text) - len(kept[0].text.lstrip()), 0)
        kept[-1] = _cut(kept[-1], 0, len(kept[-1].text) - len(kept[-1].text.rstrip()))
    return kept


def _cut(piece: Piece, left: int, right: int) -> Piece:
    if len(piece.text) != piece.end - piece.start:
        return piece._replace(text=piece.text.strip())
    return Piece(piece.text[left : len(piece.text) - right], piece.start + left, piece.end - right)


def cell_of(pieces: Sequence[Piece], at: int) -> Cell:
    """A cell that prints the pieces; a blank one stands at `at`."""
    kept = trimmed(pieces)
    if not kept:
        return Cell("", at, at)
    return Cell(squeeze("".join(piece.text for piece in kept)), kept[0].start, kept[-1].end)


class _Scanner(HTMLParser):
    def __init__(self, text: str, base: int) -> None:
        super().__init__(convert_charrefs=False)
        self.base = base
        self.lines = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
        self.source, self.size = text, len(text)
        self.found: list[Prose | Rows] = []
        self.pieces: list[Piece] = []
        self.kind: list[tuple[str, BlockKind, int]] = []
        self.open: Counter[str] = Counter()  # the tags in `kind`
        self.table: Rows | None = None
        self.depth = 0  # of tables
        self.section: Section = "body"
        self.row: list[Printed] = []
        self.row_start = 0
        self.cell: _Open | None = None
        self.hidden = 0
        self.sup: tuple[int, list[str]] | None = None
        self.plain = self.bold = 0  # letters outside and inside of bold, and how deep in bold we are
        self.bold_depth = 0

    @property
    def at(self) -> int:
        """Where in the file the parser is."""
        line, column = self.getpos()
        return min(self.base + self.lines[line - 1] + column, self.base + self.size)

    def parse_marked_section(self, i: int, report: bool = True) -> int:  # noqa: FBT - the library's
        """The end of "<![CDATA[", "<![if ...": a comment up to ">", as for browsers. The library raises for some."""
        return self.rawdata.find(">", i) + 1 or -1

    # --- text ----------------------------------------------------------------------------------------------

    def handle_data(self, data: str) -> None:
        self._text(data, self.at, self.at + len(data))

    def handle_entityref(self, name: str) -> None:
        self._entity(f"&{name}")

    def handle_charref(self, name: str) -> None:
        self._entity(f"&#{name}")

    def _entity(self, printed: str) -> None:
        semicolon = self.source.startswith(";", self._column() + len(printed))
        self._text(html.unescape(f"{printed};" if semicolon else printed), self.at, self.at + len(printed) + semicolon)

    def _column(self) -> int:
        line, column = self.getpos()
        return self.lines[line - 1] + column

    def _text(self, text: str, start: int, end: int) -> None:
        if self.hidden:
            return
        if self.sup:
            self.sup[1].append(text)
            return
        if self.bold_depth:
            self.bold += len(text.strip())
        else:
            self.plain += len(text.strip())
        self.pieces.append(Piece(text, start, end))

    # --- tags ----------------------------------------------------------------------------------------------

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden += tag in HIDDEN
        self.bold_depth += tag in BOLD
        if tag == "sup":
            self.sup = (self.at, [])
        elif tag == "table":
            self._open_table()
        elif self.depth == 1:
            self._in_table(tag, dict(attrs))
        elif tag in BLOCKS and not self.depth:
            self._flush()
            self.kind.append((tag, KINDS.get(tag, "code" if tag == "pre" else "paragraph"), HEADINGS.get(tag, 0)))
            self.open[tag] += 1
        self._space(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._space(tag)

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in HIDDEN and self.hidden > 0
        self.bold_depth -= tag in BOLD and self.bold_depth > 0
        if tag == "sup" and self.sup:
            self._raise()
        elif tag == "table" and self.depth:
            self._close_table()
        elif self.depth == 1:
            self._end_in_table(tag)
        elif tag in BLOCKS and not self.depth:
            self._flush()
            self._leave(tag)

    def _space(self, tag: str) -> None:
        if (tag == "br" or (self.cell and tag in BLOCKS)) and self.pieces:
            self.pieces.append(Piece(" ", self.at, self.at + 1))

    def _raise(self) -> None:
        start, texts = self.sup or (self.at, [])
        self.sup = None
        sup = Tag(name="sup")
        sup.append("".join(texts))
        before = "".join(piece.text for piece in self.pieces[-4:])
        self._text(raised(before, sup), start, self.at + len("</sup>"))

    def _leave(self, tag: str) -> None:
        while self.open[tag]:
            name, _, _ = self.kind.pop()
            self.open[name] -= 1
            if name == tag:
                return

    def _flush(self) -> None:
        kept = trimmed(self.pieces)
        _, kind, level = self.kind[-1] if self.kind else ("", "paragraph", 0)
        if kept:
            self.found.append(Prose(kind, level, tuple(kept), bool(self.bold) and not self.plain))
        self.pieces, self.plain, self.bold = [], 0, 0

    # --- tables --------------------------------------------------------------------------------------------

    def _open_table(self) -> None:
        self.depth += 1
        if self.depth == 1:
            self._flush()
            self.table, self.section = Rows(self.at), "body"

    def _in_table(self, tag: str, attrs: dict[str, str | None]) -> None:
        if tag in SECTIONS or tag == "tr":
            self._end_row()
            self.section = SECTIONS.get(tag, self.section)
            self.row_start = self.at
        elif tag in {"td", "th", "caption"}:
            self._end_cell()
            self.cell = _Open(tag, max(_number(attrs.get("colspan")), 1), _number(attrs.get("rowspan")))
            self.pieces, self.plain, self.bold = [], 0, 0

    def _end_in_table(self, tag: str) -> None:
        if tag in {"td", "th", "caption"}:
            self._end_cell()
        elif tag in SECTIONS or tag == "tr":
            self._end_row()
            self.section = "body" if tag in SECTIONS else self.section

    def _end_cell(self) -> None:
        cell, self.cell = self.cell, None
        if cell is None or self.table is None:
            return
        if cell.name == "caption":
            self.table.caption = tuple(trimmed(self.pieces))
        else:
            bold = bool(self.bold) and not self.plain
            printed = cell_of(self.pieces, self.at)
            self.row.append(Printed(printed, cell.name == "th", bold, cell.colspan, cell.rowspan))
        self.pieces = []

    def _end_row(self) -> None:
        self._end_cell()
        if self.row and self.table is not None:
            self.table.rows.append(PrintedRow(tuple(self.row), self.section, self.row_start, self.at))
        self.row = []

    def _close_table(self) -> None:
        self.depth -= 1
        if self.depth or self.table is None:
            return
        self._end_row()
        self.table.end = min(self.at + len("</table>"), self.base + self.size)
        self.found.append(self.table)
        self.table, self.pieces = None, []

    def finish(self) -> None:
        """Take what the end of the text left open."""
        while self.depth:
            self._close_table()
        self._flush()


def _number(value: str | None) -> int:
    """A span as printed; 1 when it is absent or no number."""
    text = (value or "").strip()
    return int(text[:9]) if text.isascii() and text.isdigit() else 1
