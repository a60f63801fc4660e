"""What files with markup (Markdown, reStructuredText) are put together from: prose and tables in order, then tied.

Captions and notes belong to the table they stand beside; a table without a caption is named by its heading.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from parsers.lib import bold_heads
from parsers.lib.grid import Grid, is_note
from parsers.lib.markdown_inline import Piece
from schemas.document import Block, BlockKind, Cell, Rejected, Table
from schemas.reading import Reading, ReadingWriter

_CAPTION = re.compile(
    r"(?:table|tab\.|figure|fig\.)\s*(?:[\dIVX]+[\d.]*|[A-Z]\d*)?\s*[:.—–-]\s*\S|:\s+\S", re.IGNORECASE
)


@dataclass(slots=True)
class Prose:
    """A block with what it says, free of markup; `bold` when all of it is."""

    kind: BlockKind
    level: int
    start: int
    end: int
    text: str
    bold: bool = False


@dataclass(slots=True)
class Layout:
    """A document in the making; offsets are the file's."""

    items: list[Prose | Table] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)
    writer: ReadingWriter = field(default_factory=ReadingWriter)
    tables: int = 0

    def prose(self, kind: BlockKind, level: int, pieces: Sequence[Piece], *, bold: bool = False) -> None:
        """Add a block of these pieces (places in the file); nothing when they print nothing."""
        text = "".join(piece.text for piece in pieces)
        if not text.strip():
            return
        self.writer.gap()
        for piece in pieces:
            self.writer.put(*piece)
        heads = bold and kind == "paragraph" and bold_heads.is_bold_head(text)
        level = bold_heads.LEVEL if heads else level
        self.items.append(Prose(kind, level, pieces[0].start, pieces[-1].end, text, bold))
        if kind == "heading" or heads:
            self.headings = [held for held in self.headings if held[0] < level] + [(level, " ".join(text.split()))]

    def code(self, start: int, end: int) -> None:
        """Add a block of code, which nobody reads as prose."""
        if start < end:
            self.items.append(Prose("code", 0, start, end, ""))

    def name(self) -> str:
        """The name of the next table."""
        return f"T{self.tables + 1}"

    def table(
        self, columns: tuple[Cell, ...], rows: tuple[tuple[Cell, ...], ...], start: int, end: int, title: str = ""
    ) -> Table:
        """Add a table under the headings that are open."""
        headings = tuple(text for _, text in self.headings)
        table = Table(self.name(), title, columns, rows, start, end, headings)
        self.tables += 1
        self.items.append(table)
        return table

    def grid(self, grid: Grid, start: int, end: int, title: str) -> None:
        """Add a table with spans that has been laid out."""
        self.rejected.extend(grid.rejected)
        self.warnings.extend(grid.warnings)
        title = title or next((cell.text for cell in grid.titles), "")
        table = self.table(grid.columns, grid.rows, start, end, title)
        self.items[-1] = replace(table, footnotes=grid.footnotes, groups=grid.groups)

    def finish(self) -> tuple[tuple[Block, ...], tuple[Table, ...], Reading]:
        """Blocks, tables and reading, with captions and notes tied to their tables."""
        for index, item in enumerate(self.items):
            if isinstance(item, Table):
                self.items[index] = self._tied(index, item)
        for item in self.items:  # those over a table have become its caption
            if isinstance(item, Prose) and item.kind == "paragraph" and item.level:
                item.kind = "heading"
            elif isinstance(item, Prose) and item.kind != "heading":
                item.level = 0
        blocks = tuple(
            Block(item.kind, item.start, item.end, item.level) for item in self.items if isinstance(item, Prose)
        )
        tables = tuple(item for item in self.items if isinstance(item, Table))
        return blocks, tables, self.writer.reading()

    def _tied(self, index: int, table: Table) -> Table:
        title = table.title or self._caption(index)
        notes = list(table.footnotes)
        for at in range(index + 1, len(self.items)):  # a slice for each of many tables would cost their square
            item = self.items[at]
            if not isinstance(item, Prose) or item.kind in {"heading", "code"} or not is_note(item.text):
                break
            item.kind = "footnote"
            notes.append((item.start, item.end))
        heading = table.headings[-1] if table.headings else ""
        return replace(table, title=title or heading, footnotes=tuple(notes))

    def _caption(self, index: int) -> str:
        for at in (index - 1, index + 1):
            item = self.items[at] if 0 <= at < len(self.items) else None
            above = at < index
            # Between two tables a caption names the one below it.
            between = not above and at + 1 < len(self.items) and isinstance(self.items[at + 1], Table)
            if isinstance(item, Prose) and not between and _is_caption(item, above=above):
                item.kind = "caption"
                return re.sub(r"^:\s+", "", " ".join(item.text.split()))
        return ""

    def title(self) -> str:
        """The first heading of the highest level there is."""
        headings = [item for item in self.items if isinstance(item, Prose) and item.kind == "heading"]
        best = min(headings, key=lambda item: item.level, default=None)
        return " ".join(best.text.split()) if best else ""


def _is_caption(item: Prose, *, above: bool) -> bool:
    if item.kind not in {"paragraph", "caption"}:
        return False
    short = len(item.text) <= 120 and not item.text.rstrip().endswith(bold_heads.SENTENCE_END)
    return item.kind == "caption" or bool(_CAPTION.match(item.text)) or (above and item.bold and short)
