"""What is reckoned of values of one kind: single ones, quotients, differences, totals, means, ends."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations

from checks.lib.quantities.summed import means, total
from checks.lib.reckoning.grid import Entry, Grid
from schemas.interval import Interval

ONE = Decimal(1)


@dataclass(frozen=True, slots=True)
class Sum:
    """What comes out of entries by an operation; `told` says how.

    `rows` and `columns` are those that a sentence has to mean: none of a direction in which all are taken.
    """

    op: str
    entries: tuple[Entry, ...]
    value: Interval
    told: str
    rows: frozenset[int]
    columns: frozenset[int]
    many: int = 0  # of what it is taken
    only: bool = False  # two that are all of their kind in their line


def sum_of(op: str, entries: Sequence[Entry], value: Interval, told: str) -> Sum:
    """A sum of just these entries."""
    rows, columns = (frozenset(each) for each in zip(*((one.row, one.column) for one in entries), strict=True))
    return Sum(op, tuple(entries), value, told, rows, columns)


def _over(op: str, entries: Sequence[Entry], value: Interval, told: str, many: Sequence[Entry]) -> Sum:
    """One that is taken of a whole line."""
    rows, columns = ({one.row for one in many}, {one.column for one in many})
    along = len(rows) > 1
    return Sum(
        op,
        tuple(entries),
        value,
        told,
        frozenset(() if along else rows),
        frozenset(columns if along else ()),
        len(many),
    )


def quotient(left: Interval, right: Interval) -> Interval | None:
    """The greater over the smaller, at least one; None where one may be nothing."""
    if left.lower <= 0 or right.lower <= 0:
        return None
    found = left / right if left.upper >= right.upper else right / left
    return Interval(max(found.lower, ONE), max(found.upper, ONE))


def values(grid: Grid) -> Iterator[Sum]:
    """Each entry."""
    for one in grid.entries:
        yield sum_of("value", [one], one.value, "prints")


def quotients(grid: Grid) -> Iterator[Sum]:
    """Of two entries of one kind in a row or column."""
    for left, right, only in grid.pairs:
        found = quotient(left.value, right.value)
        if found and left.amount.kind != "factor" and "+" not in grid.document.text[left.start - 1 : left.end]:
            yield replace(sum_of("ratio", [left, right], found, "give"), only=only)


def differences(grid: Grid) -> Iterator[Sum]:
    """Between two entries of one kind."""
    for left, right, only in grid.pairs:
        more, less = sorted((left.value, right.value), key=lambda one: one.lower, reverse=True)
        low, high = more.lower - less.upper, more.upper - less.lower
        if low > 0:
            yield replace(sum_of("difference", [left, right], Interval(low, high), "differ by"), only=only)


def lines(grid: Grid) -> Iterator[list[Entry]]:
    """Two entries or more of one kind in a column or a row, without those of rows that sum up."""
    for line in grid.lines:
        plain = [one for one in line if one.row not in grid.summaries]
        if plain[1:]:
            yield plain


def totals(grid: Grid) -> Iterator[Sum]:
    """Of a line."""
    for line in lines(grid):
        yield _over("sum", line, total([one.value for one in line]), "come to", line)


def averages(grid: Grid) -> Iterator[Sum]:
    """The means of a line."""
    for line in lines(grid):
        for name, value in means([one.value for one in line]):
            yield _over("mean", line, value, f"have a {name} of", line)


def ends(grid: Grid) -> Iterator[Sum]:
    """The least and the most of a line."""
    for line in lines(grid):
        some = sorted(line, key=lambda one: one.value.lower)
        if some[0].column != some[-1].column:  # the ends of p50, p99 and p99.9 are of nothing
            continue
        yield _over("least", some[:1], some[0].value, "is the least,", line)
        yield _over("most", some[-1:], some[-1].value, "is the most,", line)
        spread = quotient(some[0].value, some[-1].value)
        if spread:
            yield _over("spread", [some[0], some[-1]], spread, "are the ends and give", line)


def gains(grid: Grid) -> Iterator[Sum]:
    """The least, the most and the means of the quotients of two columns, row by row."""
    for two in combinations(sorted(grid.by_column), 2):
        yield from _gains(grid, two)


def _gains(grid: Grid, two: tuple[int, int]) -> Iterator[Sum]:
    found = sorted(_rows_of(grid, two), key=lambda each: each[2].lower)
    if not found[1:]:
        return
    flat = [each for one, other, _ in found for each in (one, other)]
    only = len({one.column for one in grid.entries if one.amount.kind == flat[0].amount.kind}) == len(two)
    for op, entries, value, told in _taken_of(found, flat):
        yield Sum(op, tuple(entries), value, told, frozenset(), frozenset(two), len(found), only)


def _rows_of(grid: Grid, two: tuple[int, int]) -> Iterator[tuple[Entry, Entry, Interval]]:
    """The values of two columns in one row, of one kind, with their quotient."""
    mine, theirs = ({each.row: each for each in grid.by_column[number]} for number in two)
    for row, one in mine.items():
        other = theirs.get(row)
        if other and one.amount.kind == other.amount.kind and (value := quotient(one.value, other.value)):
            yield one, other, value


def _taken_of(
    found: Sequence[tuple[Entry, Entry, Interval]], flat: Sequence[Entry]
) -> Iterator[tuple[str, Sequence[Entry], Interval, str]]:
    """The ends and the means of quotients that are sorted, and the quotient of the totals."""
    yield "least", found[0][:2], found[0][2], "give at least"
    yield "most", found[-1][:2], found[-1][2], "give at most"
    for name, value in means([value for *_, value in found]):
        yield "mean", flat, value, f"give a {name} of"
    whole = quotient(total([one.value for one, *_ in found]), total([other.value for _, other, _ in found]))
    if whole:
        yield "mean", flat, whole, "come to totals that give"
