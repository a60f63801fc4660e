"""Documents as checks read them: markup taken out, factors in one notation, and findings put back in the file.

Real pages print bold figures, links and prefixed factors ("**x4.24** faster"). A rule that looks for "4.24x faster"
would silently miss them, and each rule would have to know all of it. So none does: they read what a person sees.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple, TypeVar

from schemas.document import Block, Cell, Chart, Document, Part, Table, Word
from schemas.finding import Evidence, Finding
from schemas.reading import Reading, ReadingWriter, Run
from schemas.rendered import Rendered
from schemas.statement import Claim, Figure, Measurement, Parsed

_TURNED = re.compile(r"[x×X]\s?(\d[\d,]*(?:\.\d+)?)")  # "x4.24" of a claim, which is known to be a factor
_TURNED_CELL = re.compile(r"(?:[xX]\s?(?=\d+\.\d)|×\s?)(\d[\d,]*(?:\.\d+)?)")  # and of a cell; "x264" is a codec
# A note's mark behind a value or a name: "121.0 ¹", "4.1x[3]"; the powers of "10⁹" and "m²" are none.
_MARK = re.compile(r"(?<=\S)(?:\s*[†‡§]+|\s+[¹²³⁴-⁹]+|(?<=[\d%x)])(?<!\b10)[¹²³⁴-⁹]+|\s*\[[\d¹²³⁴-⁹]{1,2}\])+$")
_HIDDEN = re.compile(r"<[^<>]*>|\]\([^()]*\)")  # tags and targets of links, whose letters a cell must not be tied to


# Markup of letters, not of blocks: tags of cells part these.
_INLINE = r"</?(?:a|abbr|b|big|code|em|font|i|kbd|mark|s|small|span|strong|sub|sup|tt|u)(?:\s[^<>\n]*)?>"
_AHEAD = re.compile(rf"(?:[*_`~\[]|{_INLINE})+$")  # that opens right before a block or a cell
_BEHIND = re.compile(rf"(?:[*_`~]|{_INLINE}|\]\([^()\n]*\))+(?!\w)")  # and that closes right behind it
_PAIRED = ("**", "`")
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


def rendered(parsed: Parsed) -> Rendered | None:
    """A document free of markup; None where its text layer is already as a person sees it."""
    document = parsed.document
    turned = [(one.figure.start, one.figure.end) for one in parsed.claims if _is_turned(one)]
    found = (*_prose(document, turned), *_cells(document), *_alone(document, turned))
    edits = sorted((_widened(one, document.text) for one in found), key=lambda one: (one.start, -one.end))
    if not edits:
        return None
    reading = _written(document.text, edits)
    moved = _moved(parsed, reading)
    ids = {new.statement_id: old.statement_id for new, old in zip(_statements(moved), _statements(parsed), strict=True)}
    return Rendered(moved, reading, document.text, ids)


def in_file(finding: Finding, known: Mapping[str, Rendered]) -> Finding:
    """A finding whose evidence stands where the files have it, in their own letters; `known` by document_id."""
    every = [(known.get(one.document_id), one) for one in finding.evidence]
    places = (at.statements for at, _ in every if at)
    wrong = next((ids[finding.likely_wrong] for ids in places if finding.likely_wrong in ids), finding.likely_wrong)
    return replace(finding, evidence=tuple(_evidence(one, at) if at else one for at, one in every), likely_wrong=wrong)


def _evidence(one: Evidence, at: Rendered) -> Evidence:
    start, end = _closed(at.file, *_source(at.reading, one.start, one.end))
    # A result log's value is the time between two of its stamps and stands at one: it is no quote.
    quoted = at.reading.text[one.start : one.end] == one.quote
    return replace(
        one,
        start=start,
        end=end,
        quote=at.file[start:end] if quoted else one.quote,
        statement_id=at.statements.get(one.statement_id, one.statement_id),
        context_start=_source(at.reading, one.context_start, one.context_start)[0],
    )


def _closed(file: str, start: int, end: int) -> tuple[int, int]:
    """A stretch with the mark that closes right behind it what opens in it: "3x faster than `tar`"."""
    for mark in _PAIRED:
        if file.count(mark, start, end) % 2 and file.startswith(mark, end):
            end += len(mark)
    return start, end


def _source(reading: Reading, start: int, end: int) -> tuple[int, int]:
    if start < end:
        return reading.source(start, end)
    at = reading.source(start, start + 1)[0] if start < len(reading.text) else reading.runs[-1].source_end
    return at, at


def _is_turned(claim: Claim) -> bool:
    return claim.figure.kind == "ratio" and bool(_TURNED.fullmatch(claim.quote))


def _prose(document: Document, turned: Sequence[tuple[int, int]]) -> Iterator[_Edit]:
    """What each block says, past its markup."""
    runs = document.reading.runs if document.reading else ()
    text = document.reading.text if document.reading else ""
    for block in document.blocks:
        first = bisect_right(runs, block.start, key=lambda run: run.source_end)
        last = bisect_left(runs, block.end, key=lambda run: run.source)
        pieces = [_clipped(run, text, block) for run in runs[first:last]]
        if pieces and block.kind != "code":
            yield _Edit(block.start, block.end, tuple(part for one in pieces for part in _parted(one, turned)))


def _clipped(run: Run, text: str, block: Block) -> _Piece:
    """What a run says within a block: lines that tell a chart are taken out of the blocks they were read in."""
    if not run.copied:
        return _Piece(text[run.start : run.end], run.source, run.source_end)
    start, end = max(run.source, block.start), min(run.source_end, block.end)
    return _Piece(text[run.start + start - run.source : run.start + end - run.source], start, end)


def _parted(piece: _Piece, turned: Sequence[tuple[int, int]]) -> Iterator[_Piece]:
    """A piece with its turned factors apart, each the right way round."""
    at, copied = piece.start, len(piece.text) == piece.end - piece.start
    for start, end in turned[bisect_left(turned, (piece.start, 0)) :] if copied else ():
        if end > piece.end:
            break
        begin, stop = start - piece.start, end - piece.start
        yield _Piece(piece.text[at - piece.start : begin], at, start)
        yield _Piece(_right_way(piece.text[begin:stop]), start, end)
        at = end
    yield _Piece(piece.text[at - piece.start :], at, piece.end)


def _cells(document: Document) -> Iterator[_Edit]:
    """What each cell says that is printed with markup, or with its factor turned ("x4.24")."""
    for cell in chain.from_iterable((*table.columns, *chain.from_iterable(table.rows)) for table in document.tables):
        printed, said = document.text[cell.start : cell.end], _plain(cell.text)
        marked = _AHEAD.search(document.text[max(cell.start - EDGE, 0) : cell.start])
        if said and (printed != said or marked):
            yield _Edit(cell.start, cell.end, tuple(_aligned(said, printed, cell.start)))


def _plain(text: str) -> str:
    text = _MARK.sub("", text)
    return _TURNED_CELL.sub(r"\1x", text) if _TURNED_CELL.fullmatch(text) else text


def _right_way(factor: str) -> str:
    return _TURNED.sub(r"\1x", factor)


def _aligned(said: str, printed: str, start: int) -> Iterator[_Piece]:
    """The stretches of a cell's file that its letters are from; all of it for all of them where some are not there."""
    hidden = {at for match in _HIDDEN.finditer(printed) for at in range(*match.span())}
    shown = (at for at in range(len(printed)) if at not in hidden)
    found = [next((at for at in shown if printed[at] == letter), None) for letter in said]
    if None in found:
        yield _Piece(said, start, start + len(printed))
        return
    yield from (
        _Piece(letter, start + at, start + at + 1) for letter, at in zip(said, found, strict=True) if at is not None
    )


def _alone(document: Document, turned: Sequence[tuple[int, int]]) -> Iterator[_Edit]:
    """Turned factors of a text layer without markup; those of blocks with markup are in their edits."""
    for start, end in turned:
        yield _Edit(start, end, (_Piece(_right_way(document.text[start:end]), start, end),))


def _widened(edit: _Edit, text: str) -> _Edit:
    """The edit with the marks around it, which the places of blocks and cells leave out."""
    begin = max(edit.start - EDGE, 0)
    ahead = _AHEAD.search(text[begin : edit.start])
    behind = _BEHIND.match(text, edit.end, edit.end + EDGE)
    return _Edit(begin + ahead.start() if ahead else edit.start, behind.end() if behind else edit.end, edit.pieces)


def _written(text: str, edits: Sequence[_Edit]) -> Reading:
    writer, at = ReadingWriter(), 0
    for edit in edits:
        if edit.start < at:
            continue  # a cell that spans repeat, or one within a block
        writer.copy(text[at : edit.start], at)
        for piece in edit.pieces:
            writer.put(*piece)
        at = edit.end
    writer.copy(text[at:], at)
    return writer.reading()


def _statements(parsed: Parsed) -> Iterator[Claim | Measurement]:
    yield from parsed.claims
    yield from parsed.measurements


def _moved(parsed: Parsed, reading: Reading) -> Parsed:
    """The document and all its statements, in the offsets of the reading."""
    quotes = {one.quote for one in parsed.claims if _is_turned(one)}
    turned = (
        re.compile("|".join(rf"(?<![\w.]){re.escape(one)}(?![\w.]\w)" for one in sorted(quotes))) if quotes else None
    )
    return replace(
        parsed,
        document=_document(parsed.document, reading),
        claims=tuple(_claim(one, reading, turned) for one in parsed.claims),
        measurements=tuple(_measurement(one, reading) for one in parsed.measurements),
    )


def _any_of(quotes: Collection[str]) -> re.Pattern[str] | None:
    some = "|".join(map(re.escape, sorted(quotes)))
    return re.compile(rf"(?<![\w.])(?:{some})(?!\w|\.\d)") if quotes else None


def _document(document: Document, reading: Reading) -> Document:
    return replace(
        document,
        text=reading.text,
        blocks=tuple(_spanned(one, reading) for one in document.blocks),
        tables=tuple(_table(one, reading) for one in document.tables),
        charts=tuple(_chart(one, reading) for one in document.charts),
        words=tuple(_spanned(one, reading) for one in document.words),
        reading=None,
    )


Span = TypeVar("Span", Block, Cell, Chart, Part, Table, Word)


def _spanned(one: Span, reading: Reading) -> Span:
    start, end = reading.span(one.start, one.end)
    return replace(one, start=start, end=end)


def _cell(cell: Cell, reading: Reading) -> Cell:
    return replace(_spanned(cell, reading), text=_plain(cell.text))


def _table(table: Table, reading: Reading) -> Table:
    return replace(
        _spanned(table, reading),
        columns=tuple(_cell(one, reading) for one in table.columns),
        rows=tuple(tuple(_cell(one, reading) for one in row) for row in table.rows),
        footnotes=tuple(reading.span(*one) for one in table.footnotes),
    )


def _chart(chart: Chart, reading: Reading) -> Chart:
    return replace(_spanned(chart, reading), parts=tuple(_spanned(one, reading) for one in chart.parts))


def _claim(claim: Claim, reading: Reading, turned: re.Pattern[str] | None) -> Claim:
    """A claim in the offsets of the reading; `turned` matches the document's factors that are read the other way."""
    figure = _figure(claim.figure, reading)
    begin, _ = reading.span(claim.context_start, claim.context_start + 1)
    context = turned.sub(lambda match: _right_way(match.group()), claim.context) if turned else claim.context
    quote = reading.text[figure.start : figure.end]
    return replace(claim, figure=figure, quote=quote, context=context, context_start=begin)


def _measurement(one: Measurement, reading: Reading) -> Measurement:
    start, end = reading.span(one.start, one.end)
    row_start, row_end = reading.span(one.row_start, one.row_end)
    figure = one.figure and _figure(one.figure, reading)
    return replace(one, start=start, end=end, row_start=row_start, row_end=row_end, figure=figure)


def _figure(figure: Figure, reading: Reading) -> Figure:
    start, end = reading.span(figure.start, figure.end)
    return replace(figure, start=start, end=end)
