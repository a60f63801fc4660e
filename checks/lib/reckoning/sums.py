"""All that can be reckoned from a grid: single values, quotients, differences, totals, means, shares, products."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations, pairwise

from checks.lib.quantities.summed import means, total
from checks.lib.reckoning.grid import Entry, Grid
from schemas.interval import Interval

ONE, HALF = Decimal(1), Decimal("0.5")
ADDED = frozenset({"time", "size", "power", "energy", "price", "count"})
BY = frozenset({"price", "power", "energy", "count", "time", "size", "rate", "bandwidth"})  # what something is told per
HOUR = Decimal(3600)

PARTS = re.compile(
    r"\b(?:stages?|phases?|steps?|parts?|components?|items?|categor(?:y|ies)|sources?|tasks?|operations?|where|layers?|activity|share)\b", re.IGNORECASE
)
WHOLE = re.compile(
    r"\b(?:peak|theoretical|rated|reserved|capacity|total|requests|limit|maximum|available|installed|allocated|nominal|budget|all|received|sent)\b",
    re.IGNORECASE,
)


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


def _sum(op: str, entries: Sequence[Entry], value: Interval, told: str) -> Sum:
    rows, columns = (frozenset(each) for each in zip(*((one.row, one.column) for one in entries), strict=True))
    return Sum(op, tuple(entries), value, told, rows, columns)


def _over(op: str, entries: Sequence[Entry], value: Interval, told: str, many: Sequence[Entry]) -> Sum:
    """One that is taken of a whole line."""
    rows, columns = ({one.row for one in many}, {one.column for one in many})
    along = len(rows) > 1
    return Sum(
        op, tuple(entries), value, told, frozenset(() if along else rows), frozenset(columns if along else ()), len(many)
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
    for left, right, only in grid.pairs:
        found = quotient(left.value, right.value)
        if found and left.amount.kind != "factor" and "+" not in grid.document.text[left.start - 1 : left.end]:
            yield replace(_sum("ratio", [left, right], found, "give"), only=only)


def differences(grid: Grid) -> Iterator[Sum]:
    """Between two entries of one kind."""
    for left, right, only in grid.pairs:
        more, less = sorted((left.value, right.value), key=lambda one: one.lower, reverse=True)
        low, high = more.lower - less.upper, more.upper - less.lower
        if low > 0:
            yield replace(_sum("difference", [left, right], Interval(low, high), "differ by"), only=only)


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
        yield _over("least", some[:1], some[0].value, "is the least,", line)
        yield _over("most", some[-1:], some[-1].value, "is the most,", line)
        spread = quotient(some[0].value, some[-1].value)
        if spread and some[0].column == some[-1].column:
            yield _over("spread", [some[0], some[-1]], spread, "are the ends and give", line)


def gains(grid: Grid) -> Iterator[Sum]:
    """The least, the most and the means of the quotients of two columns, row by row."""
    for two in combinations(sorted(grid.by_column), 2):
        yield from _gains(grid, two)


def _gains(grid: Grid, two: tuple[int, int]) -> Iterator[Sum]:
    mine, theirs = ({each.row: each for each in grid.by_column[number]} for number in two)
    both = [(mine[row], theirs[row]) for row in mine if row in theirs and mine[row].amount.kind == theirs[row].amount.kind]
    found = [(pair, value) for pair in both if (value := quotient(pair[0].value, pair[1].value))]
    if not found[1:]:
        return
    found.sort(key=lambda each: each[1].lower)
    flat = [each for pair, _ in found for each in pair]
    taken = [("least", found[0][0], found[0][1], "give at least"), ("most", found[-1][0], found[-1][1], "give at most")]
    taken += [("mean", flat, value, f"give a {name} of") for name, value in means([value for _, value in found])]
    whole = quotient(*(total([pair[side].value for pair, _ in found]) for side in (0, 1)))
    taken += [("mean", flat, whole, "come to totals that give")] if whole else []
    only = len({one.column for one in grid.entries if one.amount.kind == flat[0].amount.kind}) == len(two)
    for op, entries, value, told in taken:
        yield Sum(op, tuple(entries), value, told, frozenset(), frozenset(two), len(found), only)


def shares(grid: Grid) -> Iterator[Sum]:
    """An entry over the total of its column; and the smaller over the greater of two values of a row."""
    for column, some in grid.by_column.items():
        sums = [one for one in grid.entries if one.column == column and one.row in grid.summaries]
        of_parts = sums or PARTS.search(f"{grid.corner} {grid.columns[column]}")
        if not some[1:] or not of_parts or len({one.amount.kind for one in some}) > 1 or not _adds_up(some):
            continue
        whole = sums[0].value if sums else total([one.value for one in some])
        for one in some if whole.lower > 0 else ():
            of = [one, *(sums[:1] or (each for each in some if each is not one))]
            found = Sum("share", tuple(of), one.value / whole, "are a share of", frozenset({one.row}), frozenset({column}))
            yield found
    for line in grid.lines:
        yield from _of_whole(grid, line) if line[0].row == line[-1].row else ()


def _of_whole(grid: Grid, line: Sequence[Entry]) -> Iterator[Sum]:
    """The smaller of two values of a row over the greater, where labels say that it is the whole."""
    for two in combinations(line, 2):
        less, more = sorted(two, key=lambda each: each.value.lower)
        whole = WHOLE.search(" ".join(f"{grid.columns[one.column]} {grid.rows[one.row]}" for one in two))
        if whole and less.amount.kind == more.amount.kind and less.value.lower > 0:
            only = len(line) == len(two)
            yield replace(_sum("share", [less, more], less.value / more.value, "are a share of"), only=only)
            rest = Interval(1 - (less.value / more.value).upper, 1 - (less.value / more.value).lower)
            yield replace(_sum("share", [less, more], rest, "leave a share of"), only=only)


def _adds_up(some: Sequence[Entry]) -> bool:
    """Whether a column can be parts of a whole: no factors, rates or numbers of machines that only grow."""
    kind = some[0].amount.kind
    grows = all(left.value.upper <= right.value.lower for left, right in pairwise(some))
    return kind in ADDED and not (kind == "count" and grows)


def _exact(one: Entry) -> Interval:
    """A count as the whole number that it is."""
    middle = (one.value.lower + one.value.upper) / 2
    return Interval(middle, middle) if one.amount.kind == "count" and middle == middle.to_integral_value() else one.value


def _multiply(count: Entry, one: Entry) -> bool:
    if count.amount.kind == "count":
        return one.amount.kind != "factor"
    return one.amount.kind in ("price", "power")


def _hours(count: Entry, one: Entry) -> Interval:
    """A count, or a time in the unit that a price is paid by."""
    hourly = count.amount.kind == "time" and one.amount.kind == "price"
    return count.value.scaled(1 / HOUR) if hourly else _exact(count)


def products(grid: Grid, counts: Iterable[Decimal]) -> Iterator[Sum]:
    """A count times a value of its line, the sum of these, and a value times a count that the text says."""
    whole: dict[tuple[int, int], list[tuple[Entry, Entry, Interval]]] = defaultdict(list)
    for line in (*grid.by_row.values(), *grid.by_column.values()):
        for count in (one for one in line if one.amount.kind in ("count", "time")):
            for one in (one for one in line if one is not count and _multiply(count, one)):
                value = _hours(count, one) * one.value
                yield _sum("product", [count, one], value, "multiply to")
                if count.row == one.row and count.amount.kind == "count":
                    whole[count.column, one.column].append((count, one, value))
        yield from _of_three(line)
    for some in whole.values():
        if some[1:]:
            flat = [each for count, one, _ in some for each in (count, one)]
            yield Sum("sum", tuple(flat), total([value for *_, value in some]), "multiply and come to", frozenset(), frozenset(one.column for one in flat), len(some))
    for one in grid.entries:
        yield from (_sum("product", [one], one.value.scaled(count), f"times {count} is") for count in counts)


def _of_three(line: Sequence[Entry]) -> Iterator[Sum]:
    """Two counts and a value: nine chassis of eight boards with 141 GB each."""
    for left, right in combinations([one for one in line if one.amount.kind == "count"], 2):
        for one in (one for one in line if one.amount.kind not in ("count", "factor")):
            yield _sum("product", [left, right, one], _exact(left) * _exact(right) * one.value, "multiply to")


def divided(grid: Grid) -> Iterator[Sum]:
    """One value of a line over another one of another kind, or over a count."""
    for line in (*grid.by_row.values(), *grid.by_column.values()):
        for one in line:
            for other in line:
                apart = one.amount.kind != other.amount.kind or other.amount.kind == "count"
                if one is not other and apart and other.amount.kind in BY and min(one.value.lower, other.value.lower) > 0:
                    yield _sum("per", [one, other], one.value / _exact(other), "divide to")


def divided_gains(grid: Grid) -> Iterator[Sum]:
    """How many times a quotient of two columns is that of another row."""
    found: dict[tuple[int, int], list[Sum]] = defaultdict(list)
    for each in divided(grid):
        one, other = each.entries
        if one.row == other.row:
            found[one.column, other.column].append(each)
    for some in found.values():
        for left, right in combinations(some, 2):
            value = quotient(left.value, right.value)
            if value:
                yield _sum("per", (*left.entries, *right.entries), value, "divide to values that give")


def scalings(grid: Grid) -> Iterator[Sum]:
    """How much of its share a value keeps over several devices, by rows or columns that are called by their number."""
    plain = {one.amount.kind for one in grid.entries} - {"count"}  # the number of servers scales perfectly
    for line in (some for some in _scaled(grid) if some[1:] and (some[0][0].amount.kind != "count" or not plain)):
        base, count = min(line, key=lambda each: each[1])
        for one, many in line:
            if many > count and base.value.lower > 0 and one.value.lower > 0:
                more = many / count
                gains = (one.value / base.value, base.value / one.value)
                # The same work on more devices, or on each device as much as before.
                for found in (*(Interval(gain.lower / more, gain.upper / more) for gain in gains), gains[1]):
                    ends = _sum("scaling", [base, one], found, "scale to")
                    row, column = (frozenset({place}) for place in (one.row, one.column))
                    yield Sum("scaling", ends.entries, found, "scale to", row, column)


def _scaled(grid: Grid) -> Iterator[list[tuple[Entry, Decimal]]]:
    """Lines of entries, each with the number that its row or column is called by."""
    for column in grid.by_column.values():
        yield [(one, number) for one in column if (number := _leading(grid.rows[one.row]))]
    for row in grid.by_row.values():
        yield [(one, number) for one in row if (number := _leading(grid.columns[one.column]))]


def _leading(label: str) -> Decimal | None:
    digits = "".join(label.replace(",", "").split()[:1])
    return Decimal(digits) if digits.isdecimal() and int(digits) > 0 else None
