"""All that can be reckoned from a grid: single values, quotients, differences, totals, means, shares, products."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from checks.lib.quantities.summed import means, total
from checks.lib.reckoning.grid import Entry, Grid
from schemas.interval import Interval

ONE = Decimal(1)
SCALED = 2  # devices that scaling begins with


@dataclass(frozen=True, slots=True)
class Sum:
    """What comes out of entries by an operation; `told` says how."""

    op: str
    entries: tuple[Entry, ...]
    value: Interval
    told: str
    rows: frozenset[int]
    columns: frozenset[int]


def _sum(op: str, entries: Sequence[Entry], value: Interval, told: str) -> Sum:
    return Sum(
        op, tuple(entries), value, told, frozenset(one.row for one in entries), frozenset(one.column for one in entries)
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
        yield _sum("value", [one], one.value, "prints")


def quotients(grid: Grid) -> Iterator[Sum]:
    """Of two entries of one kind in a row or column."""
    for left, right in grid.pairs:
        found = quotient(left.value, right.value)
        if found:
            yield _sum("ratio", [left, right], found, "give")


def differences(grid: Grid) -> Iterator[Sum]:
    """Between two entries of one kind."""
    for left, right in grid.pairs:
        more, less = sorted((left.value, right.value), key=lambda one: one.lower, reverse=True)
        low, high = more.lower - less.upper, more.upper - less.lower
        if low > 0:
            yield _sum("difference", [left, right], Interval(low, high), "differ by")


def totals(grid: Grid) -> Iterator[Sum]:
    """Of a line; and of one without one of its entries, or up to one of them."""
    for line in grid.lines:
        plain = [one for one in line if one.row not in grid.summaries]
        if plain[1:]:
            yield _sum("sum", plain, total([one.value for one in plain]), "come to")


def averages(grid: Grid) -> Iterator[Sum]:
    """The means of a line, and of the quotients of two lines."""
    for line in grid.lines:
        plain = [one for one in line if one.row not in grid.summaries]
        if plain[1:]:
            yield from (
                _sum("mean", plain, value, f"have a {name} of") for name, value in means([one.value for one in plain])
            )


def ends(grid: Grid) -> Iterator[Sum]:
    """The least and the most of a line."""
    for line in grid.lines:
        some = sorted(line, key=lambda one: one.value.lower)
        yield _sum("least", [some[0]], some[0].value, "are at least")
        yield _sum("most", [some[-1]], some[-1].value, "are at most")


def gains(grid: Grid) -> Iterator[Sum]:
    """The least, the most and the means of the quotients of two columns, row by row."""
    for one, other in combinations(sorted(grid.by_column), 2):
        mine, theirs = ({each.row: each for each in grid.by_column[number]} for number in (one, other))
        both = [
            (mine[row], theirs[row])
            for row in mine
            if row in theirs and mine[row].amount.kind == theirs[row].amount.kind
        ]
        found = [(two, value) for two in both if (value := quotient(two[0].value, two[1].value))]
        if len(found) < 2:
            continue
        found.sort(key=lambda each: each[1].lower)
        yield _sum("least", found[0][0], found[0][1], "give at least")
        yield _sum("most", found[-1][0], found[-1][1], "give at most")
        flat = [each for two, _ in found for each in two]
        yield from (
            _sum("mean", flat, value, f"give a {name} of") for name, value in means([value for _, value in found])
        )
        sums = [total([each[side].value for each, _ in found]) for side in (0, 1)]
        whole = quotient(*sums)
        if whole:
            yield _sum("sum", flat, whole, "come to totals that give")


def shares(grid: Grid) -> Iterator[Sum]:
    """An entry of a column over the total that the table prints, or else that its entries come to."""
    for column, some in grid.by_column.items():
        sums = [one for one in grid.entries if one.column == column and one.row in grid.summaries]
        whole = sums[0].value if sums else total([one.value for one in some]) if some[1:] else None
        for one in some if whole and whole.lower > 0 and one_kind(some) else ():
            yield _sum(
                "share",
                [one, *sums[:1]] if sums else [one, *(each for each in some if each is not one)],
                one.value / whole,
                "are a share of",
            )
    for line in grid.by_row.values():
        for one, other in combinations(line, 2):
            if one.amount.kind == other.amount.kind and min(one.value.lower, other.value.lower) > 0:
                less, more = sorted((one, other), key=lambda each: each.value.lower)
                yield _sum("share", [less, more], less.value / more.value, "are a share of")


def one_kind(some: Sequence[Entry]) -> bool:
    """Whether entries are of one kind."""
    return len({one.amount.kind for one in some}) == 1


def products(grid: Grid, counts: Sequence[Decimal]) -> Iterator[Sum]:
    """A count times a value of its row, the sum of these, and a value times a count that the text says."""
    whole: dict[tuple[int, int], list[tuple[Entry, Entry, Interval]]] = {}
    for line in grid.by_row.values():
        for count in (one for one in line if one.amount.kind == "count"):
            for one in (one for one in line if one is not count):
                value = count.value * one.value
                yield _sum("product", [count, one], value, "multiply to")
                whole.setdefault((count.column, one.column), []).append((count, one, value))
    for some in whole.values():
        if some[1:]:
            flat = [each for count, one, _ in some for each in (count, one)]
            yield _sum("sum", flat, total([value for *_, value in some]), "multiply and come to")
    for one in grid.entries:
        yield from (_sum("product", [one], one.value.scaled(count), f"times {count} make") for count in counts)


def divided(grid: Grid) -> Iterator[Sum]:
    """One value of a row over another one of another kind or column."""
    for line in grid.by_row.values():
        for one in line:
            for other in line:
                if one is not other and other.value.lower > 0 and one.value.lower > 0:
                    yield _sum("per", [one, other], one.value / other.value, "divide to")


def divided_gains(grid: Grid) -> Iterator[Sum]:
    """How many times a quotient of two columns is that of another row."""
    found: dict[tuple[int, int], list[Sum]] = {}
    for each in divided(grid):
        one, other = each.entries
        if one.column < other.column:
            found.setdefault((one.column, other.column), []).append(each)
    for some in found.values():
        for left, right in combinations(some, 2):
            value = quotient(left.value, right.value)
            if value:
                yield _sum("per", (*left.entries, *right.entries), value, "divide to values that give")


def scalings(grid: Grid) -> Iterator[Sum]:
    """How much of its share a value keeps over several devices, by rows or columns that are called by their number."""
    for line in (some for some in _scaled(grid) if some[1:]):
        base, count = min(line, key=lambda each: each[1])
        for one, many in line:
            if many > count and base.value.lower > 0 and one.value.lower > 0:
                more = many / count
                for gain in (one.value / base.value, base.value / one.value):
                    yield _sum("scaling", [base, one], Interval(gain.lower / more, gain.upper / more), "scale to")


def _scaled(grid: Grid) -> Iterator[list[tuple[Entry, Decimal]]]:
    """Lines of entries, each with the number that its row or column is called by."""
    heads = [
        {at: number for at, label in enumerate(some) if (number := _leading(label))}
        for some in (grid.rows, grid.columns)
    ]
    for column in grid.by_column.values():
        yield [(one, heads[0][one.row]) for one in column if one.row in heads[0]]
    for row in grid.by_row.values():
        yield [(one, heads[1][one.column]) for one in row if one.column in heads[1]]


def _leading(label: str) -> Decimal | None:
    digits = "".join(label.replace(",", "").split()[:1])
    return Decimal(digits) if digits.isdecimal() and int(digits) > 0 else None
