"""A change in percent that a section tells, beyond every row of the column of changes that stands in it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.statements.passages import Passage, passages, quoted
from checks.lib.telling.holds import asserts
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Cell, Document, Table
from schemas.finding import Finding, Skip

CODE = "change-beyond-rows"
FEWEST = 2  # rows of a column
FAR = 5  # times the largest or a fifth of the smallest: another thing
_HEAD = re.compile(
    r"\b(?:improve\w*|gains?|increas\w*|decreas\w*|reduc\w+|sav(?:ed|ings?)|changes?|speed-?ups?|diff\w*|uplift|boost|"
    r"overhead|drop|growth|faster|slower)\b|[Δ∆]",
    re.IGNORECASE,
)
_CELL = re.compile(r"\W*?(?P<sign>[-−–+])?\s?(?P<n>\d{1,3}(?:\.\d+)?)\s?(?P<unit>%)?\W*")
_SAID = re.compile(
    r"\b(?:increas|improv|gain|ris|rose|grow|grew|gr[eo]wn|boost|reduc|decreas|drop|fell|fall|sav|outperform|faster|slower|"
    r"lower|higher|better|speed)\w*[^.;%]{0,40}?\s(?P<n>\d{1,3}(?:\.\d+)?)\s?%(?!\s?(?:of|confidence|CI|utili)\b)|"
    r"(?<![\w.,–-])(?P<m>\d{1,3}(?:\.\d+)?)\s?%\s(?:[a-z]+\s)?(?:faster|slower|lower|higher|better|more|less|fewer|"
    r"improvements?|increase|reduction|gain|speed-?up|drop|boost)\b",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\b(?:average|averag\w+|mean|median|geomean|overall|in total|combined|theoretical|previous\w*|earlier|cumulative|"
    r"further|additional|another|expect\w*|p\d\d|if)\b|\btotal\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Column:
    """The changes of a column, without their signs."""

    table: Table
    cells: tuple[tuple[Decimal, Cell], ...]


@check(CODE, version=1, severity="low", since="0.1.0")
def change_beyond_rows(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A change in percent in the text of a section lies within the column of changes of its one table.

    Why:
        "The throughput has increased by 25 %" below rows of which the best is 15.38 %. Which row it tells need not be
        known: none comes to it.

    Flags:
        A rise, fall or gain in percent, in a section whose tables have one column headed as such with percents only,
        larger than all rows or smaller than each of them. Always low: the sentence may be of another run.

    Passes:
        Changes between the least and the largest row; rounded and cut-off ones; what all rows, each over the one
        before, come to together.

    Does not judge:
        Averages and totals; conditions, goals; sections with several such columns; changes more than five times off
        (skipped).
    """
    for document in corpus.documents:
        heads = [one.start for one in document.blocks if one.kind == "heading"]
        columns = _by_section(document, heads)
        spans = [(one.start, one.end) for one in document.tables]
        for passage in passages(document) if columns else ():
            near = columns.get(_section(heads, passage.start), ())
            inside = any(start <= passage.start < end for start, end in spans)
            if near and not inside and asserts(passage.words) and not _OTHER.search(passage.words):
                yield from _check(passage, near)


def _section(heads: Sequence[int], at: int) -> int:
    return max((one for one in heads if one <= at), default=-1)


def _by_section(document: Document, heads: Sequence[int]) -> dict[int, list[_Column]]:
    found: dict[int, list[_Column]] = {}
    for table in document.tables:
        for at, head in enumerate(table.columns):
            if _HEAD.search(head.text) and (column := _column(table, at, head)):
                found.setdefault(_section(heads, table.start), []).append(column)
    return found


def _column(table: Table, at: int, head: Cell) -> _Column | None:
    """The column where each of its cells that is not blank is a percent."""
    cells = [row[at] for row in table.rows if at < len(row) and any(one.isalnum() for one in row[at].text)]
    read = [(match, cell) for cell in cells if (match := _CELL.fullmatch(cell.text))]
    percents = all(match["unit"] for match, _ in read) or "%" in head.text
    if len(read) < max(FEWEST, len(cells)) or not percents:
        return None
    return _Column(table, tuple((Decimal(match["n"]), cell) for match, cell in read))


def _check(passage: Passage, near: Sequence[_Column]) -> Iterator[Finding | Skip]:
    for match in _SAID.finditer(passage.words):
        group = "n" if match["n"] else "m"
        value, (start, end) = Decimal(match[group]), match.span(group)
        key = (passage.document.name, passage.words[start:end])
        if len(near) > 1:
            yield Skip(CODE, key, "several columns of changes stand in its section")
        elif (cell := _beyond(value, near[0])) is not None and not _comes_to(value, near[0]):
            yield _finding(passage, (start, passage.words.index("%", end) + 1), cell, near[0])


def _beyond(value: Decimal, column: _Column) -> tuple[Decimal, Cell] | None:
    """The row nearest to a value that lies outside of all of them."""
    low, high = (some(column.cells, key=lambda each: each[0]) for some in (min, max))
    unit = Decimal(1).scaleb(int(value.as_tuple().exponent))
    if high[0] + unit < value <= FAR * high[0]:
        return high
    return low if low[0] / FAR <= value < low[0] - unit else None


def _comes_to(value: Decimal, column: _Column) -> bool:
    """Whether a change is that over several rows, each of which says how it differs from the one before."""
    added, grown = Decimal(0), Decimal(1)
    for number, _ in column.cells:
        added, grown = added + number, grown * (1 + number / 100)
    return min(abs(value - added), abs(value - (grown - 1) * 100)) <= 1


def _finding(passage: Passage, span: tuple[int, int], row: tuple[Decimal, Cell], column: _Column) -> Finding:
    document, (start, end) = passage.document, span
    said = quoted(document, passage.start + start, passage.start + end)
    nearest = quoted(document, row[1].start, row[1].end)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name} says {said.quote} of the section of {column.table.name}; the nearest of its "
        f"{len(column.cells)} rows of changes is {nearest.quote}",
        arithmetic=f"{said.quote} lies beyond all {len(column.cells)} rows.",
        comparison=(document.name, column.table.name, said.quote),
        evidence=(said, nearest),
        likely_wrong_why="the sentence: no row bears it out",
    )
