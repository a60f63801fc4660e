"""Two tables of the same rows and columns whose cells, multiplied or divided, grow alike in every column."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from checks.lib.findings.slips import one_slip_from
from checks.lib.statements.cell_parts import parts
from checks.lib.statements.cells import Column, summary
from checks.lib.statements.relations import Span
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip
from schemas.interval import Interval

CODE = "sister-tables"
FEWEST = 3  # rows and columns
MOST = 40  # rows, and tables of a document, that are compared
FAR = 0.05  # logarithm of a gap that is worth a word
NEAR = 2.5  # a cell ten times off is of another unit
WIDE = 0.12  # logarithm of what two cells leave open
Cells = Mapping[tuple[int, int], Span]  # by row and by place of the column


@dataclass(frozen=True, slots=True)
class Pair:
    """Two tables with the columns and rows that they share; `sign` is 1 for the product of their cells."""

    tables: tuple[Table, Table]
    columns: tuple[Sequence[Column], Sequence[Column]]
    rows: Sequence[int]
    sign: int


@check(CODE, version=1, severity="low", since="0.1.0")
def sister_tables(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Where latency and throughput of the same runs stand in two tables, their products grow alike in all columns.

    Why:
        Tokens are throughput by latency, whichever model it is: from row to row they grow by the same factor. The
        second table is typed from another run, or two digits of it are swapped.

    Flags:
        The one cell of two tables with the same headers and labels whose product (or quotient) with the other table's
        does not grow as all other columns do, where two swapped digits, one digit of four or a power of ten explain it.

    Passes:
        Cells within the rounding of both tables.

    Does not judge:
        Tables of fewer than three shared rows or columns; values of so few digits that anything fits; more than
        one odd cell (skipped).
    """
    for document in corpus.documents:
        for pair in _pairs(document):
            found = _odd(pair)
            name = (document.name, *(one.name for one in pair.tables))
            if found:
                yield _finding(document, pair, *found)
            elif pair.sign > 0:
                yield Skip(CODE, name, "not applicable, because no single cell grows otherwise than the other columns")


def _pairs(document: Document) -> Iterator[Pair]:
    shapes = [(tuple(one.text for one in table.columns), table) for table in document.tables[:MOST]]
    for (head, one), (other_head, other) in combinations(shapes, 2):
        labels = [[row[0].text for row in table.rows] for table in (one, other)]
        if head != other_head or labels[0] != labels[1] or len(set(labels[0])) < len(labels[0]) or len(head) <= FEWEST:
            continue
        rows = [at for at, label in enumerate(labels[0][:MOST]) if not summary(label)]
        sides = [{each.index: each for each in parts(table) if each.index} for table in (one, other)]
        both = [index for index in sides[0] if index in sides[1] and _whole(sides[0][index], sides[1][index], rows)]
        if len(both) >= FEWEST and len(rows) >= FEWEST:
            first, second = ([side[index] for index in both] for side in sides)
            yield from (Pair((one, other), (first, second), rows, sign) for sign in (1, -1))


def _whole(one: Column, other: Column, rows: Sequence[int]) -> bool:
    """Whether both print a number above zero in every row, and not the same ones."""
    full = all(
        row in each.numbers and each.numbers[row].readings.rounded.lower > 0 for each in (one, other) for row in rows
    )
    return full and any(one.numbers[row].value != other.numbers[row].value for row in rows)


def _odd(pair: Pair) -> tuple[int, int, Interval] | None:
    """The row and column of the only cell that grows otherwise, with what the second table may print there."""
    cells = {
        (row, at): _joined(_log(pair.columns[0][at], row), _log(pair.columns[1][at], row), pair.sign)
        for row in pair.rows
        for at in range(len(pair.columns[0]))
    }
    if any(high - low > WIDE for low, high in cells.values()):
        return None
    bad = [place for place in cells if _fits_without(cells, pair, place)]
    if len(bad) != 1:
        return None
    row, at = bad[0]
    meant = _meant(cells, pair, row, at)
    first = _log(pair.columns[0][at], row)
    low, high = (
        (meant[0] - first[1], meant[1] - first[0]) if pair.sign > 0 else (first[0] - meant[1], first[1] - meant[0])
    )
    allowed = Interval(Decimal(math.exp(low)), Decimal(math.exp(high)))
    return (row, at, allowed) if _slipped(pair, row, at, meant, allowed) else None


def _log(column: Column, row: int) -> Span:
    ends = column.numbers[row].readings.rounded
    return math.log(ends.lower), math.log(ends.upper)


def _joined(one: Span, other: Span, sign: int) -> Span:
    return (one[0] + other[0], one[1] + other[1]) if sign > 0 else (one[0] - other[1], one[1] - other[0])


def _fits_without(cells: Cells, pair: Pair, place: tuple[int, int]) -> bool:
    """Whether all cells but this one grow alike, and this one does not."""
    row, at = place
    own = cells[place]
    meant = _meant(cells, pair, row, at)
    gap = max(own[0] - meant[1], meant[0] - own[1])
    return meant[0] <= meant[1] and FAR < gap < NEAR and all(_grows(cells, pair, one, place) for one in pair.rows)


def _grows(cells: Cells, pair: Pair, row: int, without: tuple[int, int]) -> bool:
    """Whether all columns allow one growth from a row that is whole to this one."""
    base = next(one for one in pair.rows if one != without[0])
    spans = [_joined(cells[row, at], cells[base, at], -1) for at in range(len(pair.columns[0])) if (row, at) != without]
    return max(low for low, _ in spans) <= min(high for _, high in spans)


def _meant(cells: Cells, pair: Pair, row: int, at: int) -> Span:
    """What the growth of the other columns makes of this one's cells in another row."""
    base = next(one for one in pair.rows if one != row)
    growth = [_joined(cells[row, each], cells[base, each], -1) for each in range(len(pair.columns[0])) if each != at]
    low, high = max(low for low, _ in growth), min(high for _, high in growth)
    return low + cells[base, at][0], high + cells[base, at][1]


def _slipped(pair: Pair, row: int, at: int, meant: Span, allowed: Interval) -> bool:
    one, other = (side[at] for side in pair.columns)
    second = _log(other, row)
    low, high = (
        (meant[0] - second[1], meant[1] - second[0]) if pair.sign > 0 else (meant[0] + second[0], meant[1] + second[1])
    )
    back = Interval(Decimal(math.exp(low)), Decimal(math.exp(high)))
    return one_slip_from(other.numbers[row], allowed) or one_slip_from(one.numbers[row], back)


def _finding(document: Document, pair: Pair, row: int, at: int, allowed: Interval) -> Finding:
    index = pair.columns[0][at].index
    first, second = (cell(document, table, row + 1, index) for table in pair.tables)
    near = next(one for one in pair.rows if one != row)
    how = "x" if pair.sign > 0 else "/"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{pair.tables[0].name} {how} {pair.tables[1].name} grows alike in {len(pair.columns[0])} columns, and "
        f"otherwise in {second.column!r} of {pair.tables[1].rows[row][0].text!r}",
        arithmetic=f"Beside {first.quote} the other columns allow {allowed}, printed is {second.quote}.",
        comparison=(document.name, *(one.name for one in pair.tables), second.column, str(row)),
        evidence=(first, second, *(cell(document, table, near + 1, index, "supporting") for table in pair.tables)),
        likely_wrong_why="one of the two cells: all other cells of both tables grow alike",
    )
