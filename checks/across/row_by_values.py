"""A sentence whose numbers are those of one row of a table, but for one."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings.words import listed
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.chart_tables import tables_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.printed import DIGITS
from checks.lib.linking.reach import asserted
from checks.lib.quantities.amounts import Amount, alike
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.numbers_said import Number, leading, numbers
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip
from schemas.interval import judge
from schemas.names import Vocabulary
from schemas.number_words import SCALES, SHORT_POWERS, either

CODE = "row-by-values"
MATCHED, SIGNIFICANT = 2, 4  # numbers of a row that a sentence prints, and their significant digits together
MOST = 12  # rows that print one number; of more it tells nothing
FURTHEST = Decimal(4)  # times as much: of something else, unless it is a power of ten or of sixty
_SLIPS = tuple(Decimal(base) ** power for base, powers in ((10, range(1, 10)), (60, (1, 2))) for power in powers)
SLIP = Decimal("0.02")
_PRINT = re.compile(
    rf"(?<![\w.,-])[$€£]?(?P<n>{DIGITS})(?:\s(?P<power>{either(SCALES)})\b|(?P<short>[KMB])\b)?(?![.,]?\d|:\d)"
)


@dataclass(frozen=True, slots=True)
class _Cell:
    """A value in a row, and what its column is called."""

    start: int
    end: int
    column: str
    amount: Amount
    print: Decimal  # the number alone


@dataclass(frozen=True, slots=True, eq=False)  # known by its identity: a number leads to it
class _Row:
    """The values of a row of a table, and those of the rows around it by column."""

    document: Document
    table: str
    cells: tuple[_Cell, ...]
    columns: Mapping[str, Sequence[_Cell]]


@check(CODE, version=1, severity="low", since="0.1.0")
def row_by_values(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Where a sentence repeats the numbers of a row, it repeats all of them right.

    Why:
        "74 failures over 2.7 million drive days make 1.37 %" needs no name to say which row it is written from: no
        other one has both numbers. The third is then that row's, or a slip.

    Flags:
        A value in a sentence that prints two other numbers of one row and of no other, where the row has one value of
        its kind and unit, and that is another one. Always low.

    Passes:
        Rounded and bounded values; values that another row of the column prints; values four times off and more that
        are no slip of a unit or of digits.

    Does not judge:
        Counts of things; rows with two values of a kind of which the sentence prints neither; numbers of fewer than
        four digits together; other editions of a page (skipped).
    """
    index = index_of(corpus)
    rows: dict[Decimal, list[_Row]] = defaultdict(list)
    for document in corpus.documents:
        for row in _rows(document, corpus.vocabulary):
            for key in {one.print for one in row.cells}:
                rows[key].append(row)
    for document in corpus.documents if rows else ():
        for sentence in index.sentences(document):
            if sentence.asserted and not sentence.past:
                yield from _check(sentence, rows, index)


def _rows(document: Document, vocabulary: Vocabulary) -> Iterator[_Row]:
    for table in tables_of(document):
        every = [tuple(_cells(table, at, vocabulary)) for at in range(len(table.rows))]
        columns: dict[str, list[_Cell]] = defaultdict(list)
        for one in (cell for cells in every for cell in cells):
            columns[one.column].append(one)
        yield from (_Row(document, table.name, cells, columns) for cells in every if len(cells) > MATCHED)


def _cells(table: Table, at: int, vocabulary: Vocabulary) -> Iterator[_Cell]:
    for head, cell in zip(table.columns, table.rows[at], strict=False):
        found = leading(cell.text, head.text, vocabulary)
        first = next(_prints(cell.text), None)
        if found and first and found.readings.rounded.bounded and found.readings.rounded.lower > 0:
            yield _Cell(cell.start, cell.end, head.text, found, first[1])


def _prints(text: str) -> Iterator[tuple[int, Decimal]]:
    """Where a text prints a number, and which, whatever it is of."""
    for match in _PRINT.finditer(text):
        power = SCALES.get((match["power"] or "").lower(), 1) * 10 ** SHORT_POWERS.get(
            (match["short"] or "").lower(), 0
        )
        yield match.start("n"), (Decimal(match["n"].replace(",", "")) * power).normalize()


def _middle(amount: Amount) -> Decimal:
    return (amount.readings.rounded.lower + amount.readings.rounded.upper) / 2


def _check(sentence: Sentence, rows: Mapping[Decimal, Sequence[_Row]], index: Index) -> Iterator[Finding | Skip]:
    printed = dict(_prints(sentence.passage.words))
    found = _told_row(frozenset(printed.values()), rows)
    if found is None:
        return
    row, mine = found
    for one in numbers(sentence):
        own = next((value for at, value in printed.items() if one.amount.start <= at < one.amount.end), None)
        rest = [each for each in mine if each != own]  # its own digits may be the row's, and its unit another
        cell = _other(one, row, rest) if own is not None and _enough(rest) else None
        if cell and asserted(sentence, one.amount.start, one.amount.end):
            yield _judged(one, cell, row, rest, index)


def _told_row(printed: frozenset[Decimal], rows: Mapping[Decimal, Sequence[_Row]]) -> tuple[_Row, list[Decimal]] | None:
    """The only row that has most of some numbers, and those; None where they are not enough to tell one by."""
    matched: dict[int, tuple[_Row, list[Decimal]]] = {}
    for value in sorted(printed):
        found = rows.get(value, ())
        for row in found if len(found) <= MOST else ():
            matched.setdefault(id(row), (row, []))[1].append(value)
    best = max((len(mine) for _, mine in matched.values()), default=0)
    top = [one for one in matched.values() if len(one[1]) == best]
    return top[0] if len(top) == 1 and _enough(top[0][1]) else None


def _enough(mine: Sequence[Decimal]) -> bool:
    """Whether numbers are enough to tell a row by."""
    return len(mine) >= MATCHED and sum(len(value.as_tuple().digits) for value in mine) >= SIGNIFICANT


def _other(one: Number, row: _Row, mine: Sequence[Decimal]) -> _Cell | None:
    """The only value of a row that a number can be told as, and is not."""
    able = [each for each in row.cells if _alike(each.amount, one.amount) and each.print not in mine]
    said = one.amount.readings.rounded
    if one.amount.kind == "count" or len(able) != 1 or not said.bounded or said.lower <= 0:
        return None
    right = any(judge(each.amount.readings, one.amount.readings) != "inconsistent"
                for each in row.columns[able[0].column])  # fmt: skip
    return None if right or not _near(one.amount, able[0].amount) else able[0]


def _alike(left: Amount, right: Amount) -> bool:
    return alike(left, right) and alike(right, left)


def _near(left: Amount, right: Amount) -> bool:
    """Whether two values are near, or apart by a slip of digits or of a unit."""
    ratio = _middle(left) / _middle(right)
    ratio = max(ratio, 1 / ratio)
    return ratio < FURTHEST or any(abs(ratio / slip - 1) < SLIP for slip in _SLIPS)


def _judged(one: Number, cell: _Cell, row: _Row, mine: Sequence[Decimal], index: Index) -> Finding | Skip:
    document = one.sentence.passage.document
    key = document.name, row.document.name, row.table, cell.column
    if index.of_two_editions(document, row.document):
        return Skip(CODE, key, OTHER_EDITION)
    said = index.places.printed(document, one.start, one.end)
    printed = index.places.printed(row.document, cell.start, cell.end)
    shared = listed(f"{each:,f}" for each in mine)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name} says {said.quote}; the row of table {row.table} of {row.document.name} that has "
        f"{shared} too prints {printed.quote} ({cell.column})",
        arithmetic=f"of all rows only this one has {shared}.",
        comparison=key,
        evidence=(said, printed),
        likely_wrong_why="the sentence is written from the row, or from one that was measured again since",
    )
