"""The text layer of a page's content, with blocks and tables over it.

Prose is one block a paragraph, heading or list item, "\\n\\n" apart ("\\n" within a list, and for <br>). A table is a
line per row with tabs between its cells; a cell that spans stands in the row where it is printed. Inline markup
never splits a word; white space is one space; a raised digit becomes "¹".
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from bs4 import Tag
from bs4.element import PageElement

from parsers.lib.dom import HEADINGS, attribute, is_permalink, raised, span, squeeze, text_of
from parsers.lib.dom import words as words_of
from parsers.lib.dom_paths import Paths
from parsers.lib.grid import Grid, Printed, PrintedRow, is_note, lay_out
from parsers.lib.html_cards import is_lone, is_name, is_named, is_words
from parsers.lib.html_cards import is_unit as is_unit_alone
from parsers.lib.html_drawn import Bars, Drawn, axis_name, drawn
from parsers.lib.html_figures import NEAR, Figures
from parsers.lib.html_legends import legend_beside
from parsers.lib.html_main import Content
from parsers.lib.html_meta import TELLING
from parsers.lib.html_outline import is_hidden
from parsers.lib.html_sheets import own_rows
from parsers.lib.html_specs import spec_rows
from parsers.lib.html_table import RowTags
from parsers.lib.tree import BLOCKS, is_text, release
from schemas.document import Block, BlockKind, Cell, Rejected, Table

KINDS: dict[str, BlockKind] = {
    **dict.fromkeys(HEADINGS, "heading"),
    **dict.fromkeys(("li", "dt", "dd"), "list_item"),
    **dict.fromkeys(("figcaption", "caption"), "caption"),
    "pre": "code",
}
NOTE_WORDS = frozenset("footnote footnotes endnotes".split())
LABEL = 80  # characters
CARD = 4  # elements of a box that holds one figure and what it is of
BOLD = frozenset({"b", "strong"})
_FILE_NAME = re.compile(r"\S*\.[a-z]{3,4}|[\w-]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Layer:
    """The text layer and what was found over it; offsets index `text`."""

    text: str
    blocks: tuple[Block, ...]
    tables: tuple[Table, ...]
    rejected: tuple[Rejected, ...]
    warnings: tuple[str, ...]


def text_layer(root: Tag, content: Content) -> Layer:
    """The text layer of what is content below `root`."""
    writer = _Writer(root, content)
    writer.run()
    return writer.layer()


@dataclass(frozen=True, slots=True)
class _End:
    """The end tag of a block."""

    tag: Tag


class _Writer:
    """Writes the text layer in document order, and takes down where each block and table stands."""

    def __init__(self, root: Tag, content: Content) -> None:
        self.root, self.dropped, self.data, self.paths = root, content.dropped, content.tables, Paths()
        self.pieces: list[str] = []  # of the text layer
        self.length = 0
        self.lines: list[list[str]] = [[]]  # of the block being written
        self.around: list[Tag] = []  # block elements that are open
        self.kinds: list[tuple[BlockKind, int]] = [("paragraph", 0)]  # what each of them makes of its text
        self.alts: list[Tag] = []
        self.figures = Figures(content.dropped)
        self.blocks: list[Block] = []
        self.tables: list[Table] = []
        self.headings: list[tuple[int, str]] = []
        self.open = self.headings  # those over the block that was written last
        self.card: list[Tag] = []  # elements around a lone figure, or a name for one, that was just written
        self.named = self.figured = False  # whether the card began with its name, and has its figure
        self.label = ""  # a short bold paragraph: it does for a heading when a table follows
        self.notes: list[list[tuple[int, int]]] = []  # of each table
        self.noted = False  # a table was just written, and its notes may follow
        self.rejected: list[Rejected] = []
        self.warnings: list[str] = []

    def layer(self) -> Layer:
        """What was written."""
        tables = (replace(table, footnotes=tuple(notes)) for table, notes in zip(self.tables, self.notes, strict=True))
        return Layer(
            "".join(self.pieces), tuple(self.blocks), tuple(tables), tuple(self.rejected), tuple(self.warnings)
        )

    def run(self) -> None:
        """Write everything below the root."""
        stack: list[PageElement | _End] = list(reversed(self.root.contents))
        while stack:
            node = stack.pop()
            if isinstance(node, _End):
                self._leave()
            elif isinstance(node, Tag):
                if id(node) not in self.dropped:
                    stack.extend(self._enter(node))
                elif node.name == "svg":
                    self._drawing(node)
            elif is_text(node):
                self.lines[-1].append(str(node))
        self._flush()

    def _enter(self, tag: Tag) -> Iterable[PageElement | _End]:
        if id(tag) in self.data:
            self._flush()
            self._table(tag)
            return ()
        if tag.name == "dl" and (rows := spec_rows(tag)):
            self._flush()
            self._specs(rows)
            return ()
        if tag.name in BLOCKS:
            self._flush()
            self.around.append(tag)
            if tag.name == "figure":
                self.figures.enter(tag)
            self.kinds.append(self._kind(tag))
            return [_End(tag), *reversed(tag.contents)]
        return self._inline(tag)

    def _inline(self, tag: Tag) -> Iterable[PageElement | _End]:
        if tag.name == "br":
            self._break()
        elif tag.name == "img":
            self.alts.append(tag)
        elif tag.name == "sup":
            self.lines[-1].append(raised("".join(self.lines[-1][-3:]), tag))
        elif not is_permalink(tag):
            return reversed(tag.contents)
        return ()

    def _leave(self) -> None:
        self._flush()
        if self.around.pop().name == "figure":
            self.figures.leave()
        self.kinds.pop()

    def _break(self) -> None:
        # Two line breaks in a row are how old pages part their paragraphs.
        if not "".join(self.lines[-1]).strip() and self.kinds[-1][0] != "code":
            self._flush()
        else:
            self.lines.append([])

    def _kind(self, tag: Tag) -> tuple[BlockKind, int]:
        kind, level = self.kinds[-1]
        if tag.name in KINDS:
            # A heading in a list item is a heading; a list in a footnote is still a footnote.
            found = "footnote" if kind == "footnote" and tag.name not in HEADINGS else KINDS[tag.name]
            return found, HEADINGS.get(tag.name, 0)
        if tag.attrs and (words_of(attribute(tag, "class")) & NOTE_WORDS or "footnote" in attribute(tag, "role")):
            return "footnote", 0
        if tag.name == "footer" and kind == "paragraph":
            return "footnote", 0
        return kind, level

    def _flush(self) -> None:
        lines, self.lines = self.lines, [[]]
        kind, level = self.kinds[-1]
        if len(lines) > 1 or lines[0]:
            text = _code(lines) if kind == "code" else "\n".join(filter(None, (squeeze("".join(x)) for x in lines)))
            if text:
                self._write_block(text, kind, level)
        alts, self.alts = self.alts, []
        for image in alts:
            self._alt(image)

    def _write_block(self, text: str, kind: BlockKind, level: int) -> None:
        if gap := self._gap_of_card(text, kind):
            self._join(text, gap)
            return
        listed = kind == "list_item" and bool(self.blocks) and self.blocks[-1].kind == "list_item"
        start = self._write(text, "\n" if listed and not self.noted else "\n\n")
        if kind == "paragraph" and is_note(text) and (self.noted or not text[:1].isalpha()):
            kind = "footnote"
        self._follow(text, kind, start)
        self.blocks.append(Block(kind, start, self.length, level, self._path()))
        self._begin_card(text, kind)
        is_label = kind == "paragraph" and len(text) < LABEL and bool(self.around) and _is_label(self.around[-1])
        self.label = text if is_label else ""
        self.open = self.headings
        if kind == "heading":
            self.headings = [(other, held) for other, held in self.headings if other < level] + [(level, text)]

    def _gap_of_card(self, text: str, kind: BlockKind) -> str:
        """What joins a block to the one right before it, "" for nothing: both stand in one small box.

        A lone figure is of the words below it, and followed by its unit; a figure that is the last of a box is of the
        name over it.
        """
        box = self.around[-2] if len(self.around) > 1 else None
        if box is None or kind in ("code", "footnote") or not any(box is one for one in self.card):
            return ""
        inside = [one for one in box.contents if isinstance(one, Tag)]
        if len(inside) > CARD or self.blocks[-1].end != self.length:
            return ""
        if self.named:
            is_unit = self.figured and is_unit_alone(text)
            is_figure = not self.figured and is_named(text) and len(inside) - _index(inside, self.around[-1]) <= 2
            return " " if is_unit else ": " if is_figure else ""
        return " " if is_words(text) else ""

    def _join(self, text: str, gap: str) -> None:
        last = self.blocks[-1]
        if last.kind == "heading":
            self.headings = self.open
        self._write(text, gap)
        self.blocks[-1] = replace(last, kind="paragraph", level=0, end=self.length)
        self.card = self.card if self.named and not self.figured else []
        self.figured, self.label = True, ""

    def _begin_card(self, text: str, kind: BlockKind) -> None:
        """A block may be the first of a card: a lone figure, or the name that begins a box of its own."""
        box = self.around[-2] if len(self.around) > 1 else None
        small = box is not None and box is not self.root and len(box.contents) <= 2 * CARD + 1
        first = small and not any(isinstance(one, Tag) for one in self.around[-1].previous_siblings)
        self.named = first and kind in ("paragraph", "heading") and is_name(text)
        self.figured = False
        self.card = self.around[-2:] if self.named or is_lone(text) else []

    def _follow(self, text: str, kind: BlockKind, start: int) -> None:
        # Notes belong to the table that they follow directly, and to no other.
        if self.noted and kind != "heading" and is_note(text):
            self.notes[-1].append((start, self.length))
        else:
            self.noted = False

    def _path(self) -> str | None:
        return self.paths.of(self.around[-1] if self.around else self.root)

    def _write(self, text: str, separator: str) -> int:
        if self.pieces:
            self.pieces.append(separator)
            self.length += len(separator)
        start = self.length
        self.pieces.append(text)
        self.length += len(text)
        return start

    def _alt(self, image: Tag) -> None:
        alt = squeeze(attribute(image, "alt"))
        # A file name or what the caption says anyway would only print a figure twice.
        says = len(alt.split()) >= 5 or (len(alt.split()) >= 2 and any(map(str.isdigit, alt)))
        if not says or _FILE_NAME.fullmatch(alt) or alt in self.figures.text():
            return
        if alt in "".join(piece[-NEAR:] for piece in self.pieces[-8:]):
            return
        start = self._write(alt, "\n\n")
        self.blocks.append(Block("caption", start, self.length, 0, self.paths.of(image)))

    def _drawing(self, svg: Tag) -> None:
        """The words of a drawn chart, a text a line, and its bars as a table; no ticks and no icons."""
        if is_hidden(svg):
            return
        chart = drawn(svg, legend_beside(svg))
        title = chart.title if chart.title not in self.figures.text() else ""
        if not (title or chart.over or chart.rows):
            return
        self._flush()
        path = self.paths.of(svg)
        places = {text: self._caption(text, path) for text in filter(None, (title, *chart.over))}
        if chart.rows:
            self._bars(chart, places.get(chart.axis, -1), chart.title or self.figures.caption(), path)

    def _caption(self, text: str, path: str | None) -> int:
        start = self._write(text, "\n\n")
        self.blocks.append(Block("caption", start, self.length, 0, path))
        return start

    def _bars(self, chart: Drawn, axis: int, title: str, path: str | None) -> None:
        start = self._write("", "\n\n")
        name = axis_name(chart.axis) if axis >= 0 else ""
        heads = [self._at(one, "\t", path) for one in chart.heads]
        if not heads:
            heads = [Cell(name, max(axis, 0), axis + len(name), path) if name else Cell("", start, start)]
            heads += [Cell("", start, start)] * (len(chart.rows[0].cells) - 2)
        elif name:
            title = f"{title} ({name})".strip()  # the columns are called by their series
        rows = [self._bar(row, bool(chart.heads) or number > 0, path) for number, row in enumerate(chart.rows)]
        self._take(Grid((Cell("", start, start), *heads), tuple(rows)), f"T{len(self.tables) + 1}", title, start)

    def _bar(self, row: Bars, is_later: bool, path: str | None) -> tuple[Cell, ...]:
        gaps = ("\n" if is_later else "", *row.gaps)
        return tuple(self._at(text, gap, path) for text, gap in zip(row.cells, gaps, strict=True))

    def _at(self, text: str, gap: str, path: str | None) -> Cell:
        start = self._write(text, gap)
        return Cell(text, start, self.length, path)

    def _table(self, table: Tag) -> None:
        name = f"T{len(self.tables) + 1}"
        data = self.data.pop(id(table))
        caption = data.caption
        title = text_of(caption, self.dropped) if caption is not None else ""
        start = self._write("", "\n\n")
        if title and caption is not None:
            at = self._write(title, "")
            self.blocks.append(Block("caption", at, self.length, 0, self.paths.of(caption)))
        rows = [self._row(row, bool(number or title)) for number, row in enumerate(own_rows(data.rows))]
        grid = lay_out(name, rows)
        self._take(grid, name, title or self.figures.caption(), start)
        if not self.figures.open:  # what a figure says is read when a picture in it asks
            release(table, TELLING)

    def _take(self, grid: Grid, name: str, title: str, start: int) -> None:
        self.rejected.extend(grid.rejected)
        self.warnings.extend(grid.warnings)
        titles = [title, *(cell.text for cell in grid.titles)]
        headings = tuple(text for _, text in [*self.headings, (0, self.label)] if text)
        self.label = ""
        shown = next(filter(None, titles), headings[-1] if headings else "")
        table = Table(name, shown, grid.columns, grid.rows, start, self.length, headings, groups=grid.groups)
        self.tables.append(table)
        self.notes.append(list(grid.footnotes))
        self.noted = True
        for cell in (*grid.titles, *grid.labels):
            self.blocks.append(Block("caption", cell.start, cell.end, 0, cell.dom_path))

    def _specs(self, pairs: tuple[RowTags, ...]) -> None:
        """A list of names with figures, as a table whose columns have no name."""
        start = self._write("", "\n\n")
        rows = [self._row(row, bool(number)) for number, row in enumerate(pairs)]
        blank = Cell("", start, start)
        cells = tuple(tuple(printed.cell for printed in row.cells) for row in rows)
        self._take(Grid((blank, blank), cells), f"T{len(self.tables) + 1}", "", start)

    def _row(self, row: RowTags, is_later: bool) -> PrintedRow:
        start = self._write("", "\n" if is_later else "")
        cells = tuple(self._cell(cell, bool(number)) for number, cell in enumerate(row.cells))
        return PrintedRow(cells, row.section, start, self.length)

    def _cell(self, tag: Tag, is_later: bool) -> Printed:
        text = text_of(tag, self.dropped)
        start = self._write(text, "\t" if is_later else "")
        cell = Cell(text, start, self.length, self.paths.of(tag))
        if not tag.attrs:
            return Printed(cell, tag.name == "th", _is_bold(tag))
        return Printed(cell, tag.name == "th", _is_bold(tag), span(tag, "colspan"), span(tag, "rowspan"))


def _is_label(tag: Tag) -> bool:
    return tag.name == "summary" or _is_bold(tag)


def _is_bold(tag: Tag) -> bool:
    if len(tag.contents) == 1 and is_text(tag.contents[0]):
        return False  # nearly every cell of a table
    shown = _inside(tag)
    while len(shown) == 1 and isinstance(shown[0], Tag) and shown[0].name in {"p", "span", "div"}:
        shown = _inside(shown[0])
    return bool(shown) and all(isinstance(child, Tag) and child.name in BOLD for child in shown)


def _index(inside: list[Tag], tag: Tag) -> int:
    return next((at for at, one in enumerate(inside) if one is tag), len(inside))


def _inside(tag: Tag) -> list[PageElement]:
    return [child for child in tag.contents if isinstance(child, Tag) or str(child).strip()]


def _code(lines: list[list[str]]) -> str:
    text = "\n".join("".join(line) for line in lines).expandtabs().replace("\xa0", " ").replace("\r", "")
    return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")
