"""The structure of Markdown: blocks and tables as spans of the file, and the file's reading.

markdown-it finds blocks and inline markup. Pipe tables are cut into cells here, because it gives cells no place, pads
short rows and drops what a long row has too much. HTML tables are read from their first to their last tag, across the
blank lines at which Markdown ends a block of HTML.
"""

import bisect
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from markdown_it.token import Token

from parsers.lib import markup_html
from parsers.lib.grid import is_note, lay_out
from parsers.lib.markdown_inline import Piece, pieces
from parsers.lib.markdown_rules import markdown
from parsers.lib.markdown_source import LINE, Source, told_in_front
from parsers.lib.markup_layout import Layout
from schemas.document import BlockKind, Cell, Rejected
from schemas.errors import DocumentError

MAX_PADDED = 200_000  # blank cells that short rows of one document may be padded with
_BAR = re.compile(r"(?<!\\)\|")
_ADMONITION = re.compile(r"\[![A-Za-z]+\][ \t]*\n?")
_MARKUP = re.compile(r"[*_`\[\]<&\\!~^]")


def read(name: str, text: str) -> Layout:
    """The layout of a Markdown file.

    Raises:
        DocumentError: naming the file, for tables that only serve to exhaust memory.
    """
    reader = _Reader(name, Source(text))
    reader.run()
    return reader.layout


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of an inline source: it begins at `start` there and at `place` in the file."""

    start: int
    place: int


class _Reader:
    """Walks the blocks that markdown-it found."""

    def __init__(self, name: str, source: Source) -> None:
        self.name, self.source, self.layout, self.env = name, source, Layout(), dict[str, Any]()
        self.around: list[str] = []
        self.done = 0  # the offset up to which HTML has been read
        self.offsets = _starts(source.lines)
        self.padded = 0

    def run(self) -> None:
        """Read every block, what the front matter says of the page first."""
        for start, end in told_in_front(self.source.text):
            self.layout.prose("paragraph", 0, [Piece(self.source.text[start:end], start, end)])
        tokens = markdown().parse(self.source.markdown, self.env)
        for before, token in zip([None, *tokens], tokens, strict=False):
            if token.map and self.source.offset(token.map[0]) < self.done:
                self._nest(token)
                continue
            self._block(before, token)

    def _nest(self, token: Token) -> None:
        if token.nesting > 0:
            self.around.append(token.type)
        elif token.nesting < 0:
            self.around.pop()

    def _block(self, before: Token | None, token: Token) -> None:
        self._nest(token)
        first, last = token.map or (0, 0)
        if token.type == "inline" and before is not None:
            self._prose(before, token)
        elif token.type in {"fence", "code_block"}:
            self.layout.code(self.source.offset(first), self.source.end(last))
        elif token.type == "html_block":
            self._html(self.source.offset(first), self.source.offset(last))
        elif token.type == "pipe_table":
            self._pipe_table(token)

    # --- prose ---------------------------------------------------------------------------------------------

    def _prose(self, before: Token, token: Token) -> None:
        content = token.content
        mark = _ADMONITION.match(content) if "blockquote_open" in self.around else None
        lines = list(self._lines(before, token))
        found = [piece for piece in self._inline(content) if not mark or piece.start >= mark.end()]
        placed = [_placed(piece, lines) for piece in found]
        kind = self._kind(before)
        level = int(before.tag[1]) if kind == "heading" else 0
        self.layout.prose(kind, level, markup_html.trimmed(placed), bold=_is_bold(content, found))

    def _kind(self, before: Token) -> BlockKind:
        if before.type == "heading_open":
            return "heading"
        if "footnote_open" in self.around:
            return "footnote"
        return "list_item" if "list_item_open" in self.around else "paragraph"

    def _inline(self, content: str) -> list[Piece]:
        if not _MARKUP.search(content) and "\n" not in content:
            return [Piece(content, 0, len(content))]
        md, tokens = markdown(), list[Token]()
        return list(pieces(content, md.inline.parse(content, md, self.env, tokens)))

    def _lines(self, before: Token, token: Token) -> Iterator[_Line]:
        """Where each line of the content stands: at the end of its line of the file, behind quote and list marks."""
        first = token.map[0] if token.map else 0
        start = 0
        for number, printed in enumerate(token.content.split("\n"), first):
            line = self.source.lines[number]
            if before.type == "heading_open" and before.markup.startswith("#"):
                at = line.find(printed, line.index("#") + len(before.markup))
            else:
                at = line.rfind(printed)
            if at < 0:  # a tab of the indent was cut in two
                at = line.rfind(printed.lstrip()) - (len(printed) - len(printed.lstrip()))
            yield _Line(start, self.source.offset(number) + max(at, 0))
            start += len(printed) + 1

    # --- HTML ----------------------------------------------------------------------------------------------

    def _html(self, start: int, end: int) -> None:
        end = max(end, self._end_of_tables(start, end))
        self.done = end
        for item in markup_html.scan(self.source.text, start, end):
            if isinstance(item, markup_html.Prose):
                self._html_prose(item)
            elif any(any(row.texts) for row in item.rows):
                self._html_table(item)

    def _html_prose(self, item: markup_html.Prose) -> None:
        if item.kind == "code":
            self.layout.code(item.pieces[0].start, item.pieces[-1].end)
        else:
            self.layout.prose(item.kind, item.level, item.pieces, bold=item.bold)

    def _html_table(self, item: markup_html.Rows) -> None:
        if item.caption:
            self.layout.prose("caption", 0, item.caption)
        title = " ".join("".join(piece.text for piece in item.caption).split())
        self.layout.grid(lay_out(self.layout.name(), item.rows), item.start, item.end, title)

    def _end_of_tables(self, start: int, end: int) -> int:
        """The end of what stands in start:end, and of the tables that begin there and are closed anywhere."""
        tags = self.source.table_tags
        at = bisect.bisect_left(tags, start, key=lambda tag: tag.start)
        while at < len(tags) and tags[at].start < end and (last := tags[at].last) is not None:
            end, at = max(end, self._line_end(tags[last].end)), last + 1
        return end

    def _line_end(self, at: int) -> int:
        found = LINE.search(self.source.text, at)
        return found.end() if found else len(self.source.text)

    # --- pipe tables ---------------------------------------------------------------------------------------

    def _pipe_table(self, token: Token) -> None:
        first, last = token.map or (0, 0)
        rows = [self._row(line, at) for line, at in zip(range(first, last), token.meta["columns"], strict=True)]
        columns, kept, notes = rows[0], list[tuple[Cell, ...]](), list[int]()
        for number, row in enumerate(rows[2:], 1):
            line = first + 1 + number
            if len(row) == 1 < len(columns) and is_note(row[0].text) and "|" not in self.source.lines[line]:
                notes.append(line)
            elif len(row) > len(columns):
                self._reject(number, row, len(columns))
            else:
                kept.append(self._fit(row, len(columns)))
        start = columns[0].start
        if _is_upside_down(columns, kept):
            columns, kept = kept[0], [columns]
        self.layout.table(columns, tuple(kept), start, self.source.end(last))
        for line in notes:
            self._note(line)

    def _note(self, line: int) -> None:
        printed = self.source.lines[line].strip()
        at = self.source.offset(line) + self.source.lines[line].index(printed)
        placed = [Piece(text, at + start, at + end) for text, start, end in self._inline(printed)]
        self.layout.prose("footnote", 0, markup_html.trimmed(placed))

    def _reject(self, number: int, row: tuple[Cell, ...], width: int) -> None:
        place = f"table {self.layout.name()}, row {number}"
        reason = f"{len(row)} cells where the table has {width} columns"
        texts = tuple(cell.text for cell in row)
        self.layout.rejected.append(Rejected(place, reason, texts, row[0].start, row[-1].end))

    def _fit(self, row: tuple[Cell, ...], width: int) -> tuple[Cell, ...]:
        end = row[-1].end
        self.padded += width - len(row)
        # A header of a million columns over rows of one: kilobytes that would grow to gigabytes.
        if self.padded > MAX_PADDED:
            raise DocumentError(self.name, f"character {end}", "a table whose rows are too short for its columns")
        return row + (Cell("", end, end),) * (width - len(row))

    def _row(self, line: int, column: int) -> tuple[Cell, ...]:
        printed = self.source.lines[line]
        left = column - self.offsets[line]
        right = len(printed.rstrip())
        bars = [match.start() for match in _BAR.finditer(printed, left, right)]
        edges = [left - 1, *bars, right]
        if bars and bars[0] == left:
            edges.pop(0)
        if len(edges) > 2 and bars[-1] == right - 1:
            edges.pop()
        place = self.source.offset(line)
        return tuple(self._cell(printed, start + 1, end, place) for start, end in pairwise(edges))

    def _cell(self, line: str, start: int, end: int, place: int) -> Cell:
        printed = line[start:end].strip()
        at = place + start + len(line[start:end]) - len(line[start:end].lstrip())
        if not _MARKUP.search(printed):
            return Cell(printed, at, at + len(printed))
        found = [Piece(text, at + first, at + last) for text, first, last in self._inline(printed)]
        return markup_html.cell_of(found, at)


def _is_upside_down(columns: Sequence[Cell], rows: Sequence[Sequence[Cell]]) -> bool:
    """Whether figures stand in the header, in large type, and what they are called below them."""
    if len(rows) != 1 or len(columns) < 2:
        return False
    return all(one.text[:1].isdigit() for one in columns) and all(one.text[:1].isalpha() for one in rows[0])


def _starts(lines: Sequence[str]) -> list[int]:
    starts, at = [], 0
    for line in lines:
        starts.append(at)
        at += len(line) + 1
    return starts


def _placed(piece: Piece, lines: list[_Line]) -> Piece:
    line = lines[bisect.bisect_right(lines, piece.start, key=lambda line: line.start) - 1]
    shift = line.place - line.start
    return Piece(piece.text, piece.start + shift, piece.end + shift)


def _is_bold(content: str, found: Sequence[Piece]) -> bool:
    if not found or content[:2] not in {"**", "__"} or content[-2:] != content[:2]:
        return False
    return len(found) == 1 and len(found[0].text) == len(content) - 4
