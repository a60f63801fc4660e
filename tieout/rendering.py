"""Documents as checks read them: markup taken out, factors in one notation, and findings put back in the file.

Real pages print bold figures, links and prefixed factors ("**x4.24** faster"). A rule that looks for "4.24x faster"
would silently miss them, and each rule would have to know all of it. So none does: they read what a person sees.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from schemas.document import Block, Cell, Chart, Document, Part, Table, Word
from schemas.finding import Evidence, Finding
from schemas.notation import in_one_notation, is_turned, plain, plain_cell, right_way
from schemas.reading import Reading
from schemas.rendered import Rendered
from schemas.statement import Claim, Figure, Measurement, Parsed
from tieout.unmarked import unmarked, without_mark

_COUNTS = ("#", "№", "no", "no.", "nr", "nr.")
ROWS = 3  # that a column must count
_PAIRED = ("**", "`")  # marks that close what they open


def rendered(parsed: Parsed) -> Rendered | None:
    """A document free of markup; None where its text layer is already as a person sees it."""
    document = parsed.document
    first = unmarked(document)
    turned = [first.span(one.figure.start, one.figure.end) for one in parsed.claims if _is_turned(one)]
    cells = (cell for table in document.tables for row in (table.columns, *table.rows) for cell in row)
    reading = in_one_notation(first, turned, [first.span(cell.start, cell.end) for cell in cells])
    if reading.text == document.text and not any(_numbered(table) for table in document.tables):
        return None
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
    quoted = at.reading.text[one.start : one.end] in (one.quote, plain_cell(without_mark(one.quote)))
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
    return claim.figure.kind == "ratio" and is_turned(claim.quote)


def _statements(parsed: Parsed) -> Iterator[Claim | Measurement]:
    yield from parsed.claims
    yield from parsed.measurements


def _moved(parsed: Parsed, reading: Reading) -> Parsed:
    """The document and all its statements, in the offsets of the reading."""
    turned = _any_of({one.quote for one in parsed.claims if _is_turned(one)})
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
        title=plain(document.title),
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
    return replace(_spanned(cell, reading), text=plain_cell(without_mark(cell.text)))


def _numbered(table: Table) -> bool:
    """Whether a table's first column only counts its rows: then the next one says what each row is of."""
    if len(table.columns) < 3 or len(table.rows) < ROWS or table.columns[0].text.lower() not in _COUNTS:
        return False
    called = all(any(map(str.isalpha, row[1].text)) for row in table.rows)
    counted = [row[0].text for row in table.rows]
    return called and counted in [[str(first + at) for at in range(len(counted))] for first in (0, 1)]


def _table(table: Table, reading: Reading) -> Table:
    first = int(_numbered(table))
    return replace(
        _spanned(table, reading),
        title=plain(table.title),
        columns=tuple(_cell(one, reading) for one in table.columns[first:]),
        rows=tuple(tuple(_cell(one, reading) for one in row[first:]) for row in table.rows),
        headings=tuple(map(plain, table.headings)),
        groups=tuple(map(plain, table.groups)),
        footnotes=tuple(reading.span(*one) for one in table.footnotes),
    )


def _chart(chart: Chart, reading: Reading) -> Chart:
    return replace(_spanned(chart, reading), parts=tuple(_spanned(one, reading) for one in chart.parts))


def _claim(claim: Claim, reading: Reading, turned: re.Pattern[str] | None) -> Claim:
    """A claim in the offsets of the reading; `turned` matches the document's factors that are read the other way."""
    figure = _figure(claim.figure, reading)
    begin, _ = reading.span(claim.context_start, claim.context_start + 1)
    context = plain(turned.sub(lambda match: right_way(match.group()), claim.context) if turned else claim.context)
    quote = reading.text[figure.start : figure.end]
    return replace(claim, figure=figure, quote=quote, context=context, context_start=begin)


def _measurement(one: Measurement, reading: Reading) -> Measurement:
    start, end = reading.span(one.start, one.end)
    row_start, row_end = reading.span(one.row_start, one.row_end)
    figure = one.figure and _figure(one.figure, reading)
    return replace(
        one, start=start, end=end, row_start=row_start, row_end=row_end, figure=figure, context=plain(one.context)
    )


def _figure(figure: Figure, reading: Reading) -> Figure:
    start, end = reading.span(figure.start, figure.end)
    return replace(figure, start=start, end=end)
