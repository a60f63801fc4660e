"""Columns of which one is one over the other: what one query takes, and how many there are a second.

With one in flight the rate is the reciprocal of the latency, whatever the model. The constant is known from the units
alone, so three rows that show it are enough.
"""

import math
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import permutations

from checks.lib.quantities.dimensions import MEASURED, times
from checks.lib.quantities.unit_laws import quantity
from checks.lib.statements.cells import Column
from checks.lib.statements.relations import Relation, spans_of, varies
from schemas.interval import Interval
from schemas.names import Vocabulary

WORDS = "the reciprocal"
FEWEST = 3  # rows that show it, and for each that does not
LUCK = 1e-4  # what their prints leave open
FAR = 0.02  # logarithm of a gap that is worth a word
MOST_COLUMNS = 12
NEAR = 0.01  # of a whole number of queries in flight
_ALONE = re.compile(
    r"\breciprocal\b|\bone (?:query|request|image|sample|sequence|frame|token|inference)\b[^.\n]{0,20}"
    r"\b(?:in flight|at a time)\b|\bbatch(?: size)?(?: of)?\s?=?\s?(?:1|one)\b|\bsingle[- ](?:stream|query)\b",
    re.IGNORECASE,
)


def is_alone(text: str) -> bool:
    """Whether a text says that one is in flight at a time."""
    return bool(_ALONE.search(text))


def reciprocals(columns: Sequence[Column], vocabulary: Vocabulary) -> Iterator[Relation]:
    """Rates that are one over a time in nearly every row; what the time allows in the others."""
    units = {id(one): found for one in columns[:MOST_COLUMNS] if (found := quantity(one, vocabulary))}
    able = [one for one in columns if id(one) in units and len(one.numbers) > FEWEST and varies(one)]
    for time, rate in permutations(able, 2):
        (held, scale), (over, by) = units[id(time)], units[id(rate)]
        # What is left of the product is a count: seconds times bytes a second are bytes, and no constant.
        left = {name for name, _ in times(held, over)}
        if ("time", 1) in held and ("time", -1) in over and left.isdisjoint(MEASURED):
            yield from _related(time, rate, scale * by)


def _related(time: Column, rate: Column, by: Decimal) -> Iterator[Relation]:
    x, y = spans_of(time), spans_of(rate)
    shift = math.log(by)
    spans = {row: (x[row][0] + y[row][0] + shift, x[row][1] + y[row][1] + shift) for row in x if row in y}
    fitting = tuple(row for row, (low, high) in spans.items() if low <= 0 <= high)
    seen = {rate.numbers[row].value: row for row in fitting}.values()
    failing = [row for row, span in spans.items() if row not in fitting and _off(span)]
    shown = len(seen) >= FEWEST and math.prod(spans[row][1] - spans[row][0] for row in seen) <= LUCK
    if shown and 0 < len(failing) * FEWEST <= len(fitting):
        allowed = {row: _over(time, row, by) for row in failing}
        yield Relation(WORDS, rate, (time,), fitting, allowed, 0, {})


def _off(span: tuple[float, float]) -> bool:
    """Whether a row is far from one in flight, and from any other whole number: a row may be of a batch of eight."""
    many = max(1, round(math.exp(sum(span) / 2)))
    apart = max(span[0], -span[1])
    return apart > FAR and (many == 1 or abs(math.exp(sum(span) / 2) / many - 1) > NEAR)


def _over(time: Column, row: int, by: Decimal) -> Interval:
    ends = time.numbers[row].readings.rounded
    return Interval(1 / (ends.upper * by), 1 / (ends.lower * by))
