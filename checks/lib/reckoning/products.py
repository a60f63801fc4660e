"""What is reckoned of values of several kinds: products, quotients, and how a value grows with what it runs on."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from checks.lib.quantities.summed import total
from checks.lib.reckoning.grid import Entry, Grid
from checks.lib.reckoning.sums import Sum, quotient, sum_of
from schemas.interval import Interval

BY = frozenset({"price", "power", "energy", "count", "time", "size", "rate", "bandwidth"})  # what something is told per
HOUR = Decimal(3600)


def _exact(one: Entry) -> Interval:
    """A count as the whole number that it is."""
    middle = (one.value.lower + one.value.upper) / 2
    return (
        Interval(middle, middle) if one.amount.kind == "count" and middle == middle.to_integral_value() else one.value
    )


def _multiply(count: Entry, one: Entry) -> bool:
    if count.amount.kind == "count":
        return one.amount.kind != "factor"
    return one.amount.kind in ("price", "power")


def _hours(count: Entry, one: Entry) -> Interval:
    """A count, or a time in the unit that a price is paid by."""
    hourly = count.amount.kind == "time" and one.amount.kind == "price"
    return count.value.scaled(1 / HOUR) if hourly else _exact(count)


def multiplied(grid: Grid, counts: Iterable[Decimal]) -> Iterator[Sum]:
    """A value times a count that the text says."""
    every = tuple(counts)
    for one in grid.entries:
        yield from (sum_of("product", [one], one.value.scaled(count), f"times {count} is") for count in every)


def products(grid: Grid) -> Iterator[Sum]:
    """A count times a value of its line, and the sum of these."""
    whole: dict[tuple[int, int], list[tuple[Entry, Entry, Interval]]] = defaultdict(list)
    for line in (*grid.by_row.values(), *grid.by_column.values()):
        for count in (one for one in line if one.amount.kind in ("count", "time")):
            for one in (one for one in line if one is not count and _multiply(count, one)):
                value = _hours(count, one) * one.value
                yield sum_of("product", [count, one], value, "multiply to")
                if count.row == one.row and count.amount.kind == "count":
                    whole[count.column, one.column].append((count, one, value))
        yield from _of_three(line)
    for some in whole.values():
        if some[1:]:
            flat = [each for count, one, _ in some for each in (count, one)]
            yield Sum(
                "sum",
                tuple(flat),
                total([value for *_, value in some]),
                "multiply and come to",
                frozenset(),
                frozenset(one.column for one in flat),
                len(some),
            )


def _of_three(line: Sequence[Entry]) -> Iterator[Sum]:
    """Two counts and a value: nine chassis of eight boards with 141 GB each."""
    for left, right in combinations([one for one in line if one.amount.kind == "count"], 2):
        for one in (one for one in line if one.amount.kind not in ("count", "factor")):
            yield sum_of("product", [left, right, one], _exact(left) * _exact(right) * one.value, "multiply to")


def divided(grid: Grid) -> Iterator[Sum]:
    """One value of a line over another one of another kind, or over a count."""
    for line in (*grid.by_row.values(), *grid.by_column.values()):
        for one in line:
            for other in line:
                apart = one.amount.kind != other.amount.kind or other.amount.kind == "count"
                if (
                    one is not other
                    and apart
                    and other.amount.kind in BY
                    and min(one.value.lower, other.value.lower) > 0
                ):
                    yield sum_of("per", [one, other], one.value / _exact(other), "divide to")


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
                yield sum_of("per", (*left.entries, *right.entries), value, "divide to values that give")


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
                    ends = sum_of("scaling", [base, one], found, "scale to")
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
    number = Decimal(digits) if digits.isdecimal() else None
    return number if number and number.is_normal() else None
