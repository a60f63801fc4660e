"""Pairs of values of two rows that a factor's clause names, which more than one label tells apart.

A row that says its precision or its machine's parts in columns of their own differs from the next in all of these: no
couple of labels is made of two such rows, and the factor between them would be held against the rows beside them.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from checks.lib.labels.loose_said import BOTH, Loose, Said
from checks.lib.labels.slots import COLUMN, Slot
from checks.lib.labels.spoken_kinds import SPEED
from checks.lib.language.tokens import GENERIC, coded, every_root, roots, tokens
from schemas.document import Document
from schemas.interval import Interval

MOST = 200  # values of a document
_EACH = re.compile(r"\bper[\s-](?:GPU|chip|card|accelerator|core|node|socket)s?\b|\b(\w+) for \1\b", re.IGNORECASE)
PARTS = r"[1-9]\d{0,3}"  # how many: the 0 of "0xAB" would be divided by
_PARTS = re.compile(rf"(?<![\w.])({PARTS})\s?[x×]\s?(?=[A-Z])")


def rows_named(said: Said, document: Document, slots: Sequence[Slot]) -> Iterator[Loose]:
    """The pairs of a document's tables of whose two rows a clause names one by its code, and it or the title both."""
    by_sheet: dict[str, list[Slot]] = defaultdict(list)
    for slot in slots if len(slots) <= MOST and coded(said.clause) else ():
        if slot.sheet.table and slot.column and len(slot.labels) > len(("row", "column")):
            by_sheet[slot.sheet.name].append(slot)
    for some in by_sheet.values():
        yield from _of_sheet(said, document, some)


def _of_sheet(said: Said, document: Document, some: Sequence[Slot]) -> Iterator[Loose]:
    rows = {_row(slot): f"{_row(slot)} | {_rest(slot)}" for slot in some}
    sides = _sides(said, rows)
    told = [slot for slot in some if _row(slot) in sides]
    words = every_root(said.clause)
    for left, right in combinations(told, 2):
        apart = sum(one != other for one, other in zip(left.labels, right.labels, strict=False))
        if left.column == right.column and _row(left) != _row(right) and apart > 1:
            thing = len(words & (roots(tokens(left.column)) - GENERIC))
            kind = left.amount.kind
            able = kind == right.amount.kind and kind in (said.kinds or SPEED)
            factor = _factor(left, right, each=bool(_EACH.search(said.clause))) if able else None
            if thing and factor:
                places = (left.start, left.end), (right.start, right.end)
                points = 2 * BOTH + 4 * thing + (kind in said.kinds) + 2
                yield Loose(
                    document, places, factor, points, BOTH, thing, kind, document is said.document,
                    frozenset(sides), named=len(said.kinds) > 0,
                )  # fmt: skip


def _sides(said: Said, rows: dict[str, str]) -> list[str]:
    """The two rows that a clause names, one of them perhaps by its title; none where it is unclear which."""
    names = [row for row in rows if _says(said.clause, row, rows)]
    if len(names) == 1:
        names += [row for row in rows if row not in names and _says(said.above, row, rows)]
    return names if len(names) == len(("one", "other")) else []


def _says(text: str, row: str, rows: dict[str, str]) -> bool:
    """Whether a text says a code that no other row has."""
    others = frozenset(word for one, whole in rows.items() if one != row for word in coded(whole))
    return bool((coded(row) - others) & coded(text))


def _row(slot: Slot) -> str:
    return next((text for kind, text in slot.labels if kind != COLUMN), "")


def _rest(slot: Slot) -> str:
    return " | ".join(text for _, text in (*slot.labels, *slot.settings))


def _factor(left: Slot, right: Slot, *, each: bool) -> Interval | None:
    """The larger over the smaller; of each part, where rows say how many parts they have."""
    values = [slot.amount.readings.rounded for slot in (left, right)]
    counts = [set(_PARTS.findall(_rest(slot))) for slot in (left, right)]
    if each and counts[0] != counts[1]:
        if not all(len(some) == 1 for some in counts):
            return None
        values = [one.scaled(1 / Decimal(min(some))) for one, some in zip(values, counts, strict=True)]
    small, large = sorted(values, key=lambda one: one.upper)
    return large / small if small.lower > 0 and large.bounded else None
