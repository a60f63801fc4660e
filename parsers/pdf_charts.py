"""Chart notes and other PDFs: charts with their bars, tables and running text, over one text layer.

Published beside blog posts as "benchmark chart notes": a slide a chart, the settings of each side in small type below.
Quirks: a headline factor and a bar label that differ; two charts on a page; labels without white space around them;
turned pages, crop boxes, pages that are pictures of text. The text layer goes page by page and chart by chart, one
printed line a line, a blank line between blocks; ligatures are written out, words that a
line's end parts are put together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from statistics import median

from parsers.lib.chart_desk import ChartArea, Piece
from parsers.lib.chart_geometry import find_charts
from parsers.lib.chart_notes import BULLET
from parsers.lib.pdf import is_pdf, metadata_title, read_pages
from parsers.lib.pdf_blocks import Prose, blocks_of, breaks_off, title_of, titled
from parsers.lib.pdf_bullets import with_bullets
from parsers.lib.pdf_find import clear_tables, find_tables
from parsers.lib.pdf_fold import unfolded
from parsers.lib.pdf_hyphens import Hyphens
from parsers.lib.pdf_layout import Grid, rows
from parsers.lib.pdf_leading import USUAL, half_points, leading
from parsers.lib.pdf_marks import with_marks
from parsers.lib.pdf_page import Line, Page, Print
from parsers.lib.pdf_panels import in_order
from parsers.lib.pdf_tables import Tables
from parsers.lib.pdf_text import TextLayer
from parsers.lib.pdf_tiles import tiled
from parsers.lib.pdf_turn import turn_of
from parsers.lib.registry import Raw, parser
from schemas.document import Chart, Document, Part, Table
from schemas.errors import DocumentError

KIND = "pdf_charts"
VERSION = 11
MEDIA_TYPE = "application/pdf"
TOLD_WORDS = 4  # of a cell that says something
TAB_GAP = 2.0  # of the type size: texts further apart on a line are parted by a tab


@dataclass
class _Draft:
    """A document in the making."""

    layer: TextLayer = field(default_factory=TextLayer)
    prose: list[Prose] = field(default_factory=list)
    charts: list[Chart] = field(default_factory=list)
    tables: Tables = field(default_factory=Tables)
    warnings: list[str] = field(default_factory=list)
    hyphens: Hyphens = field(default_factory=Hyphens)
    shared: dict[tuple[int, tuple[Print, ...]], Part] = field(default_factory=dict)

    def block(self) -> None:
        """Begin a new block of the text layer."""
        if self.layer.length:
            self.layer.add("\n\n")


def accepts(data: bytes) -> int:
    """1 for a PDF, 0 for anything else."""
    return int(is_pdf(data))


@parser(KIND, version=VERSION, suffixes=(".pdf",), media_type=MEDIA_TYPE, accepts=accepts)
def parse(raw: Raw) -> Document:
    """A PDF as a document.

    Raises:
        DocumentError: not a PDF, cut off, damaged, encrypted with a password, or without any text.
    """
    draft = _Draft()
    for page in read_pages(raw.name, raw.data):
        _warn(draft, page)
        _page(draft, page)
    if not draft.layer.words:
        refused = [warning for warning in draft.warnings if "not read" in warning]
        raise DocumentError(raw.name, "whole file", refused[0] if refused else _no_text(draft))
    draft.layer.add("\n")
    return _document(raw, draft)


def _no_text(draft: _Draft) -> str:
    return "no text layer; pages are images" if draft.warnings else "no text layer; pages are empty"


def _warn(draft: _Draft, page: Page) -> None:
    place = f"page {page.number}"
    if page.refused:
        draft.warnings.append(f"{place}: not read, {page.refused}")
    elif page.images and not page.lines:
        draft.warnings.append(f"{place}: scanned image, no text")
    if page.unmapped:
        draft.warnings.append(f"{place}: {page.unmapped} characters that the font does not name")


def _page(draft: _Draft, page: Page) -> None:
    turn = turn_of(page)
    page = turn.page(page) if turn else page
    draft.hyphens.page(page.lines)
    page, fold = unfolded(with_bullets(replace(page, lines=with_marks(page.lines))))
    draft.layer.back = turn.back if turn else fold.back if fold else None
    cuts = draft.tables.open_cuts(page.number)
    clear, left = clear_tables(page, cuts)
    found, lines = find_charts(left)
    charts = turn.charts(found) if turn else found
    others, rest = find_tables(left, lines, () if clear else cuts)
    grids, lines = [*clear, *others], tuple(rest)
    things: list[ChartArea | Grid | Line] = [*charts, *grids, *lines]
    for ordered in in_order(left, things) if grids or lines else [things]:
        _run(draft, page, ordered, lines)


def _run(draft: _Draft, page: Page, things: Sequence[ChartArea | Grid | Line], lines: tuple[Line, ...]) -> None:
    run: list[Line] = []
    for thing in things:
        if isinstance(thing, Line):
            run.append(thing)
            continue
        _prose(draft, page.number, run)
        run = []
        if isinstance(thing, Grid):
            draft.block()
            draft.tables.add(draft.layer, page, thing, lines)
            draft.prose += _told(draft.tables.found[-1], thing) if thing.worded else ()
        else:
            _chart(draft, page.number, thing)
    _prose(draft, page.number, run)


def _told(table: Table, grid: Grid) -> Iterator[Prose]:
    """The cells that say something in words: a customer's result, a limitation."""
    size = median(word.bottom - word.top for cell in grid.cells for word in cell.words)
    for cell in (cell for row in table.rows for cell in row[1:]):
        if len(cell.text.split()) >= TOLD_WORDS:
            yield Prose(cell.start, cell.end, size, False, 1)


def _chart(draft: _Draft, page: int, area: ChartArea) -> None:
    above = _shared(draft, page, area.above)
    own, start = [], 0
    last: Piece | None = None
    for piece in area.pieces:
        _break(draft, last, piece)
        own.append(_part(draft, page, piece))
        start = start if last else own[0].start
        last = piece
    end = draft.layer.length
    below = _shared(draft, page, area.below)
    name = f"C{len(draft.charts) + 1}"
    draft.charts.append(Chart(name, start, end, (*above, *own, *below), area.bars, page))


def _break(draft: _Draft, last: Piece | None, piece: Piece) -> None:
    """Notes follow each other line by line and the ticks of one row on one line; all else is a block of its own."""
    if last is None or last.role != piece.role:
        draft.block()
    elif piece.role == "tick" and abs(piece.lines[0].y - last.lines[0].y) < 2:
        draft.layer.add(" ")
    elif piece.role in {"note", "tick", "legend"}:
        draft.layer.add("\n")
    else:
        draft.block()


def _part(draft: _Draft, page: int, piece: Piece) -> Part:
    start = draft.layer.length
    for index, line in enumerate(piece.lines):
        if index:
            draft.layer.add("\n")
        draft.layer.line(page, line.words)
    return Part(piece.role, start, draft.layer.length, piece.bar)


def _shared(draft: _Draft, page: int, pieces: tuple[Piece, ...]) -> list[Part]:
    """Texts that belong to several charts: printed once, a part of each."""
    parts = []
    for piece in pieces:
        place = (page, piece.lines[0].words)
        if place not in draft.shared:
            draft.block()
            draft.shared[place] = _part(draft, page, piece)
        parts.append(draft.shared[place])
    return parts


def _prose(draft: _Draft, page: int, lines: list[Line]) -> None:
    before: list[Line] = []
    found = list(rows(lines))
    wide = leading(found)
    for row, tile in tiled(found):
        joined = tile == 2 or (tile == 0 and bool(before) and _goes_on(before, row, wide))
        if joined:
            _join(draft, before[-1].words[-1].text, row[0].words[0].text)
        else:
            draft.block()
        _row(draft, page, row, joined)
        before = row


def _join(draft: _Draft, last: str, first: str) -> None:
    """End a line within a block, by the words around its end."""
    if draft.hyphens.parted(last, first):
        draft.layer.cut()
    elif not draft.hyphens.compound(last, first):
        draft.layer.add("\n")


def _goes_on(before: list[Line], row: list[Line], wide: dict[int, float]) -> bool:
    """Whether a row belongs to the paragraph of the row before it; a list item's bullet may hang before its text.

    `wide` as `leading` gives it.
    """
    last, line = _body(before), _body(row)
    alike = abs(last.size - line.size) < 0.6 and (last.font == line.font or _in_two_types(before, row))
    if not alike or (BULLET.match(_said(row)) and not _breaks_at_number(before, row)):
        return False
    if len(before) == len(row) == 1 and line.x0 > last.x1 and line.top < last.top:
        return breaks_off(_said(before), _said(row))  # from the foot of a column to the head of the next
    widest = wide.get(half_points(line), USUAL) * line.size
    near = -0.2 * line.size < line.top - last.bottom < widest and abs(last.x0 - line.x0) < 3 * line.size
    return near and (len(before) == len(row) or len(row) == 1)


def _in_two_types(before: list[Line], row: list[Line]) -> bool:
    """Whether a sentence goes on in another type, such as behind a question in bold that begins a paragraph."""
    last, line = _body(before), _body(row)
    near = line.top - last.bottom < 0.4 * line.size and abs(last.x0 - line.x0) < 1
    return near and len(before) == len(row) == 1 and last.x1 > line.x1 - line.size and breaks_off(last.text, line.text)


def _breaks_at_number(before: list[Line], row: list[Line]) -> bool:
    """Whether a full line of a paragraph ends in a name whose number heads the next: "with Hollin" over "6. The"."""
    last, line = _body(before), _body(row)
    name = last.words[-1].text
    full = abs(last.x0 - line.x0) < 1 and last.x1 > line.x1 - 2 * line.size
    return (
        full
        and name[:1].isupper()
        and name.isalnum()
        and line.words[0].text[:1].isdigit()
        and not BULLET.match(_said(before))
    )


def _body(row: list[Line]) -> Line:
    return max(row, key=lambda line: len(line.text))


def _said(row: list[Line]) -> str:
    return " ".join(line.text for line in row)


def _row(draft: _Draft, page: int, row: list[Line], joined: bool) -> None:
    start = draft.layer.length
    for index, line in enumerate(row):
        if index:
            draft.layer.add("\t" if line.x0 - row[index - 1].x1 > TAB_GAP * line.size else " ")
        draft.layer.line(page, line.words)
    end = draft.layer.length
    body = _body(row)
    bold = "bold" in body.font.lower()
    if joined:
        last = draft.prose.pop()
        small = min(last.size, body.size)  # a tile's large figure and the words below it are no heading
        draft.prose.append(replace(last, end=end, lines=last.lines + 1, size=small, bold=last.bold and bold))
    else:
        draft.prose.append(Prose(start, end, body.size, bold, 1))


def _document(raw: Raw, draft: _Draft) -> Document:
    text = draft.layer.text
    blocks = blocks_of(draft.prose, text)
    return Document(
        text=text,
        title=title_of(metadata_title(raw.name, raw.data), blocks, draft.charts, text),
        blocks=blocks,
        tables=tuple(titled(draft.tables.found, blocks, text)),
        charts=tuple(draft.charts),
        words=draft.layer.words,
        rejected=tuple(draft.tables.rejected),
        warnings=(*draft.warnings, *draft.tables.warnings),
    )
