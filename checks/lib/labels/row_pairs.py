"""Pairs of values in two rows that a factor's clause tells by numbers of their key: "3.1x from 64 to 256 GPUs".

What of the columns it is of need not be said: where no column of the two rows gives the factor, it is wrong.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from checks.lib.labels.loose_said import BOTH, Loose, Said
from checks.lib.labels.slots import Slot
from checks.lib.language.tokens import roots, tokens
from checks.lib.quantities.reckoned_from import numbers_in
from schemas.document import Document
from schemas.interval import Interval

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def row_pairs(said: Said, document: Document, slots: Sequence[Slot]) -> Iterator[Loose]:
    """The pairs of a document's tables of which a clause says both keys, and what they count."""
    numbers = numbers_in((said.clause.replace(said.quote, " "),))
    told = [(slot, *key) for slot in slots if len(numbers) > 1 and (key := _key(slot, said, numbers))]
    for (left, name, mine), (right, other, theirs) in combinations(told, 2):
        alike = left.sheet is right.sheet and left.labels == right.labels and name == other
        if alike and mine != theirs and (factor := _factor(left, right, name, mine / theirs)):
            places = (left.start, left.end), (right.start, right.end)
            points = 4 * BOTH + (left.amount.kind in said.kinds)
            own = document is said.document
            labels = frozenset({f"{name} {mine}", f"{name} {theirs}"})
            yield Loose(document, places, factor, points, BOTH, 1, left.amount.kind, own, labels, named=True)


def _key(slot: Slot, said: Said, numbers: set[Decimal]) -> tuple[str, Decimal] | None:
    """The number that a value's row begins with, and what it counts, where a clause says both."""
    name = slot.sheet.head.rsplit(" | ", 1)[-1] if slot.sheet.table else ""  # the corner stands last
    printed = _NUMBER.fullmatch(dict(slot.settings).get(name, ""))
    number = Decimal(printed.group().replace(",", "")) if printed else None
    known = number in numbers and bool(roots(tokens(name)) & roots(tokens(said.clause)))
    return (name, number) if known and number else None


def _factor(left: Slot, right: Slot, name: str, times: Decimal) -> Interval | None:
    """The larger over the smaller; of a column that is of each part, of all of them."""
    mine, theirs = left.amount.readings.rounded, right.amount.readings.rounded
    if roots(tokens(name)) & roots(tokens(left.column)):
        mine = mine.scaled(times)
    small, large = sorted((mine, theirs), key=lambda one: one.upper)
    return large / small if small.lower > 0 and large.bounded else None
