"""From the bytes of a web page to a document: the text layer of its main content, with blocks and tables over it.

Prose is one block a paragraph, heading or list item, "\\n\\n" apart ("\\n" within a list, and for <br>). A table is a
line per row with tabs between its cells; a cell that spans stands in the row where it is printed. Inline markup
never splits a word; white space is one space; a raised digit becomes "¹".
"""

import gc
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from bs4 import Tag
from bs4.element import PageElement

from parsers.lib import html_meta
from parsers.lib.charset import decode
from parsers.lib.dom import (
    BLOCKS,
    HEADINGS,
    Paths,
    attribute,
    body,
    is_permalink,
    is_text,
    parse,
    raised,
    release,
    span,
    squeeze,
    text_of,
)
from parsers.lib.dom import words as words_of
from parsers.lib.grid import Grid, Printed, PrintedRow, is_note, lay_out
from parsers.lib.html_main import Content, main_content, shown
from parsers.lib.html_specs import spec_rows
from parsers.lib.html_table import RowTags
from parsers.lib.registry import Raw, sniff
from schemas.document import Block, BlockKind, Cell, Document, Rejected, Table
from schemas.errors import DocumentError

SUFFIXES = (".html", ".htm", ".xhtml")
MEDIA_TYPE = "text/html"
KINDS: dict[str, BlockKind] = {
    **dict.fromkeys(HEADINGS, "heading"),
    **dict.fromkeys(("li", "dt", "dd"), "list_item"),
    **dict.fromkeys(("figcaption", "caption"), "caption"),
    "pre": "code",
}
NOTE_WORDS = frozenset("footnote footnotes endnotes".split())
LABEL = 80  # characters
NEAR = 20_000  # characters of a figure, and of each piece of text before a picture, that may say what its alt text says
NESTED = 3  # figures within figures further in are not read as a whole: each holds all of the next
BOLD = frozenset({"b", "strong"})

_TAG = re.compile(
    rb"<(?:!doctype\s+html|(?:html|body|div|p|table|h[1-6]|article|main|section|span|ul|ol|li|a|br|tr|td|pre|blockquote)"
    rb"[\s/>])",
    re.IGNORECASE,
)
_FILE_NAME = re.compile(r"\S*\.[a-z]{3,4}|[\w-]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Layer:
    """The text layer and what was found over it; offsets index `text`."""

    text: str
    blocks: tuple[Block, ...]
    tables: tuple[Table, ...]
    rejected: tuple[Rejected, ...]
    warnings: tuple[str, ...]


def looks_like_html(data: bytes) -> bool:
    """Whether bytes are a web page: text with at least one tag that only web pages have."""
    return (sniff(data) == "text" or data.startswith((b"\xff\xfe", b"\xfe\xff"))) and bool(
        _TAG.search(ascii_view(data))
    )


def ascii_view(data: bytes) -> bytes:
    """The bytes with UTF-16 undone, so that tags can be looked for."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "ignore").encode()
    return data


def read_page(raw: Raw, kind: str, version: int, keep_tables: bool) -> Document:
    """A page as a document; with `keep_tables` the main content reaches around every data table.

    Raises:
        DocumentError: bytes that do not decode, markup that cannot be parsed, or no readable text.
    """
    with _no_collection():
        return _read(raw, kind, version, keep_tables)


@contextmanager
def _no_collection() -> Iterator[None]:
    # A tree is all cycles and all in use: looking for garbage in it takes a third of the time and finds none.
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _read(raw: Raw, kind: str, version: int, keep_tables: bool) -> Document:
    decoded = decode(raw.name, raw.data, raw.declared_type)
    soup = parse(raw.name, decoded.text)
    main = body(soup)
    tags = html_meta.tags_of(soup)
    content, layer = _main_layer(main, keep_tables)
    if not layer.text:
        raise DocumentError(raw.name, "whole file", f"no readable text in a page of {len(raw.data)} bytes")
    facts = html_meta.read(tags, content.dropped, layer.text)
    return Document(
        name=raw.name,
        sha256=hashlib.sha256(raw.data).hexdigest(),
        parser=kind,
        parser_version=version,
        media_type=MEDIA_TYPE,
        n_bytes=len(raw.data),
        text=layer.text,
        title=facts.title,
        publisher=facts.publisher,
        published_on=facts.published_on,
        blocks=layer.blocks,
        tables=layer.tables,
        rejected=layer.rejected,
        warnings=layer.warnings,
    )


def _main_layer(main: Tag, keep_tables: bool) -> tuple[Content, Layer]:
    content = main_content(main, keep_tables)
    layer = text_layer(main, content)
    if not layer.text:
        # All of it looked like boilerplate (a list of links, one long form): then that is what the page says.
        content = shown(main)
        layer = text_layer(main, content)
        layer = replace(layer, warnings=(*layer.warnings, "no main content found: everything that is shown was taken"))
    return content, layer


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
        self.figures: list[Tag] = []  # that are open
        self.said: dict[tuple[str, int], str] = {}  # what a figure says, or its caption
        self.blocks: list[Block] = []
        self.tables: list[Table] = []
        self.headings: list[tuple[int, str]] = []
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
                self.figures.append(tag)
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
            self.figures.pop()
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
        listed = kind == "list_item" and bool(self.blocks) and self.blocks[-1].kind == "list_item"
        start = self._write(text, "\n" if listed and not self.noted else "\n\n")
        if kind == "paragraph" and is_note(text) and (self.noted or not text[:1].isalpha()):
            kind = "footnote"
        self._follow(text, kind, start)
        self.blocks.append(Block(kind, start, self.length, level, self._path()))
        is_label = kind == "paragraph" and len(text) < LABEL and bool(self.around) and _is_bold(self.around[-1])
        self.label = text if is_label else ""
        if kind == "heading":
            self.headings = [(other, held) for other, held in self.headings if other < level] + [(level, text)]

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
        if not says or _FILE_NAME.fullmatch(alt) or alt in self._figure_text():
            return
        if alt in "".join(piece[-NEAR:] for piece in self.pieces[-8:]):
            return
        start = self._write(alt, "\n\n")
        self.blocks.append(Block("caption", start, self.length, 0, self.paths.of(image)))

    def _table(self, table: Tag) -> None:
        name = f"T{len(self.tables) + 1}"
        data = self.data.pop(id(table))
        caption = data.caption
        title = text_of(caption, self.dropped) if caption is not None else ""
        start = self._write("", "\n\n")
        if title and caption is not None:
            at = self._write(title, "")
            self.blocks.append(Block("caption", at, self.length, 0, self.paths.of(caption)))
        rows = [self._row(row, bool(number or title)) for number, row in enumerate(data.rows)]
        grid = lay_out(name, rows)
        self._take(grid, name, title or self._figure_caption(), start)
        if not self.figures:  # what a figure says is read when a picture in it asks
            release(table, html_meta.TELLING)

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

    def _figure_caption(self) -> str:
        def read(figure: Tag) -> str:
            caption = figure.find("figcaption")
            return text_of(caption, self.dropped) if caption is not None else ""

        return self._of_figure("caption", read)

    def _figure_text(self) -> str:
        return self._of_figure("text", lambda figure: text_of(figure, self.dropped)[:NEAR])

    def _of_figure(self, what: str, read: Callable[[Tag], str]) -> str:
        """What the innermost open figure says, read once for all the pictures and tables in it."""
        if not 0 < len(self.figures) <= NESTED:
            return ""
        figure = self.figures[-1]
        if (what, id(figure)) not in self.said:
            self.said[what, id(figure)] = read(figure)
        return self.said[what, id(figure)]

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


def _is_bold(tag: Tag) -> bool:
    if len(tag.contents) == 1 and is_text(tag.contents[0]):
        return False  # nearly every cell of a table
    shown = _inside(tag)
    while len(shown) == 1 and isinstance(shown[0], Tag) and shown[0].name in {"p", "span", "div"}:
        shown = _inside(shown[0])
    return bool(shown) and all(isinstance(child, Tag) and child.name in BOLD for child in shown)


def _inside(tag: Tag) -> list[PageElement]:
    return [child for child in tag.contents if isinstance(child, Tag) or str(child).strip()]


def _code(lines: list[list[str]]) -> str:
    text = "\n".join("".join(line) for line in lines).expandtabs().replace("\xa0", " ").replace("\r", "")
    return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")
