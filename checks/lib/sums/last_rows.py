"""Last rows that sum up a table whatever they are called, and columns of which they can be the sum."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.quantities.summed import total
from checks.lib.statements.cells import Column, summary
from schemas.document import Table
from schemas.interval import Interval

ENOUGH = 3  # rows that a row of another name than "Total" may be the sum of
PARTS = 2  # values of a sum that are not nil: one is always the sum of itself and nothing
TELLING = 3  # digits of a sum: of two it is met by chance
LEAST, MOST = Decimal("0.66"), Decimal("1.5")  # of the sum; beyond it a row is something else
# What several do together is the sum at most: they share a link, overlap, or count some users twice.
_AT_MOST = re.compile(
    r"/ ?s\b|\b(?:throughput|speed|measured|achieved|per second|latency|time|duration|seconds|unique|distinct|users?|"
    r"visitors?|customers?|peak|max\w*|iops|qps|rps|tps|fps)\b",
    re.IGNORECASE,
)
_NEVER = re.compile(
    r"\b(?:score|accuracy|p\d\d|percentile|median|rank|ratio|efficiency|per (?!second)|each|price)\b|%", re.IGNORECASE
)
_ALL = re.compile(
    r"\b(?:all|whole|entire|overall|total|combined|together|sum|aggregate|end[- ]to[- ]end|everything)\b",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"\d+(?:\.\d+)?")


def sums_up(table: Table, every: Sequence[Column]) -> bool:
    """Whether the last row is the sum of those above it: its label says all of them, or another column adds up."""
    last = len(table.rows) - 1
    labels = [row[0].text.strip() for row in table.rows]
    if last < ENOUGH or summary(labels[-1]) or not labels[-1][:1].isalpha() or _alike(labels):
        return False
    return bool(_ALL.search(labels[-1])) or any(_adds_up(one, last) for one in every if one.index)


def _alike(labels: Sequence[str]) -> bool:
    """Whether the last row is one more of the others: "Llama 70B" below "Llama 8B"."""
    shapes = [_NUMBERS.sub("#", one) for one in labels]
    return "#" in shapes[-1] and shapes[-1] in shapes[:-1]


def _adds_up(column: Column, last: int) -> bool:
    above = [column.numbers[row] for row in range(last) if row in column.numbers]
    if last not in column.numbers or len(above) < last or ascends(column, range(last)):
        return False
    parts = [one for one in above if one.value]
    told = column.numbers[last]
    sum_ = sum((one.value for one in parts), Decimal(0))
    many = len(parts) >= PARTS and len(told.value.as_tuple().digits) >= TELLING
    return many and sum_ == told.value and told.unit == above[0].unit


def ascends(column: Column, rows: Sequence[int]) -> bool:
    """Whether rows grow from first to last: below 3, 6 and 9 the next size is 18, and no sum."""
    values = [column.numbers[row].value for row in rows]
    return values == sorted(values)


def may_be_sum(column: Column, last: int, rows: Sequence[int], enough: int = ENOUGH) -> bool:
    """Whether a value that is no sum should be one: above each of the others, and near their sum."""
    values = [column.numbers[row].value for row in rows]
    one, sum_ = column.numbers[last].value, sum(values, Decimal(0))
    said = f"{column.header} {column.numbers[last].unit}"
    if len(rows) < enough or min(values) < 0 or not sum_ or _NEVER.search(said):
        return False
    return one > max(values) and LEAST <= one / sum_ <= MOST and (one > sum_ or not _AT_MOST.search(said))


def shared(column: Column, last: int) -> bool:
    """Whether a column is of what several share, so that less than the sum is no wonder."""
    return bool(_AT_MOST.search(f"{column.header} {column.numbers[last].unit}"))


def of_others(column: Column, rows: Sequence[int]) -> Iterator[Interval]:
    """What all rows but one come to: that one may be a part of another ("of which ...")."""
    values = [column.numbers[row].readings.widened for row in rows]
    yield from (total([*values[:at], *values[at + 1 :]]) for at in range(len(values)))
