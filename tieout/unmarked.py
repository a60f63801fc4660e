"""A file with markup as a person reads it: bold marks, links, tags and notes' marks of cells taken out, places kept."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from schemas.document import Block, Cell, Document
from schemas.reading import Reading, ReadingWriter, Run

# A note's mark behind a value or a name: "121.0 ¹", "4.1x[3]"; the powers of "10⁹" and "m²" are none, nor is "rank[3]".
_MARK = re.compile(r"(?<=\S)(?:\s*[†‡]|\s+[¹²³⁰⁴-⁹]|(?<=[\d%x)¹²³⁰⁴-⁹])(?<!\b10)[¹²³⁰⁴-⁹])+$")
_SENT = re.compile(r"([~≈<>x×]?[$€£]?\d[^\s\[\]]*)(?:\[[\d¹²³⁰⁴-⁹]{1,2}\])+")
LONG = 120  # letters of a cell; more is a paragraph
_HIDDEN = re.compile(
    r"<[^<>]*>|\]\([^()]*\)|&#?\w+;"
)  # tags and targets of links, whose letters a cell must not be tied to
# Markup of letters, not of blocks: tags of cells part these.
_INLINE = r"</?(?:a|abbr|b|big|code|em|font|i|kbd|mark|s|small|span|strong|sub|sup|tt|u)(?:\s[^<>\n]*)?>"
_AHEAD = re.compile(rf"(?:[*_`~\[]|{_INLINE})+$")  # that opens right before a block or a cell
_BEHIND = re.compile(rf"(?:[*_`~]|{_INLINE}|\]\([^()\n]*\))+(?!\w)")  # and that closes right behind it
EDGE = 200  # letters that it is looked for in


class _Piece(NamedTuple):
    """`text` stands for file[start:end]."""

    text: str
    start: int
    end: int


class _Edit(NamedTuple):
    """What is read in place of file[start:end]."""

    start: int
    end: int
    pieces: tuple[_Piece, ...]


def unmarked(document: Document) -> Reading:
    """The whole text layer, tables included, without the markup in blocks and cells; code as it is."""
    found = [_widened(one, document.text) for one in (*_prose(document), *_cells(document))]
    edits = sorted(found if document.reading else _marks(document), key=lambda one: (one.start, -one.end))
    writer, at = ReadingWriter(), 0
    for edit in edits:
        if edit.start < at:
            continue  # a cell that spans repeat, or one within a block
        writer.copy(document.text[at : edit.start], at)
        for piece in edit.pieces:
            writer.put(*piece)
        at = edit.end
    writer.copy(document.text[at:], at)
    return writer.reading()


def without_mark(text: str) -> str:
    """A cell's text without the mark of a note."""
    sent = _SENT.fullmatch(text) if len(text) <= LONG else None
    return sent[1] if sent else _MARK.sub("", text) if len(text) <= LONG else text


def _prose(document: Document) -> Iterator[_Edit]:
    """What each block says, past its markup."""
    runs = document.reading.runs if document.reading else ()
    text = document.reading.text if document.reading else ""
    for block in document.blocks:
        first = bisect_right(runs, block.start, key=lambda run: run.source_end)
        last = bisect_left(runs, block.end, key=lambda run: run.source)
        pieces = tuple(_clipped(run, text, block) for run in runs[first:last])
        if pieces and block.kind != "code":
            yield _Edit(block.start, block.end, pieces)


def _marks(document: Document) -> Iterator[_Edit]:
    """What each cell says that is printed with the mark of a note, of a text layer that has no markup."""
    for cell in _every_cell(document):
        said = without_mark(cell.text)
        if said != cell.text and document.text.startswith(cell.text, cell.start):
            yield _Edit(cell.start, cell.start + len(cell.text), (_Piece(said, cell.start, cell.start + len(said)),))


def _every_cell(document: Document) -> Iterator[Cell]:
    return chain.from_iterable((*table.columns, *chain.from_iterable(table.rows)) for table in document.tables)


def _clipped(run: Run, text: str, block: Block) -> _Piece:
    """What a run says within a block: lines that tell a chart are taken out of the blocks they were read in."""
    if not run.copied:
        return _Piece(text[run.start : run.end], run.source, run.source_end)
    start, end = max(run.source, block.start), min(run.source_end, block.end)
    return _Piece(text[run.start + start - run.source : run.start + end - run.source], start, end)


def _cells(document: Document) -> Iterator[_Edit]:
    """What each cell says that is printed with markup or with the mark of a note."""
    code = [one for one in document.blocks if one.kind == "code"]
    for cell in (one for one in _every_cell(document) if not _within(code, one)):
        printed, said = document.text[cell.start : cell.end], without_mark(cell.text)
        marked = _AHEAD.search(document.text[max(cell.start - EDGE, 0) : cell.start])
        if said and (printed != said or marked):
            yield _Edit(cell.start, cell.end, tuple(_aligned(said, printed, cell.start)))


def _within(code: Sequence[Block], cell: Cell) -> bool:
    """Whether a cell was read from a block of code: that has no markup, and prints no head over names and figures."""
    at = bisect_right(code, cell.start, key=lambda block: block.start)
    return at > 0 and cell.start < code[at - 1].end


def _aligned(said: str, printed: str, start: int) -> Iterator[_Piece]:
    """The stretches of a cell's file that its letters are from; all of it for all of them where some are not there."""
    hidden = {at for match in _HIDDEN.finditer(printed) for at in range(*match.span())}
    shown = (at for at in range(len(printed)) if at not in hidden)
    found = [next((at for at in shown if printed[at] == letter), None) for letter in said]
    if None in found:
        yield _Piece(said, start, start + len(printed))
        return
    places = [start + at for at in found if at is not None]
    yield from (_Piece(letter, at, at + 1) for letter, at in zip(said, places, strict=True))


def _widened(edit: _Edit, text: str) -> _Edit:
    """The edit with the marks around it, which the places of blocks and cells leave out."""
    begin = max(edit.start - EDGE, 0)
    ahead = _AHEAD.search(text[begin : edit.start])
    behind = _BEHIND.match(text, edit.end, edit.end + EDGE)
    return _Edit(begin + ahead.start() if ahead else edit.start, behind.end() if behind else edit.end, edit.pieces)
