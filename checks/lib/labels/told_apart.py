"""The labels that tell a table's rows apart where their names alone do not: a number of each, or all keys together.

"Merle | 1 | 1,024" and "Merle | 8 | 1,331" are of two batches; "Tern | T3 | 450" and "Rook | R9 | 250" are two rows
that two words tell apart each, of which neither is found with the second word of the other.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from checks.lib.labels.slots import COLUMN, Slot

ROW = "row"  # what the joined keys of a row are called
MOST = 12  # rows of a column that are set against each other
TRIED = 12  # columns of numbers that may tell rows of one name apart


def told_apart(slots: Sequence[Slot]) -> list[Slot]:
    """The values with the number of their row as one more label, where two rows of one name have no other."""
    known = Counter(one.labels for one in slots)
    alike = [(one.labels, dict(one.settings)) for one in slots if known[one.labels] > 1]
    names = dict.fromkeys(name for _, settings in alike for name in settings) if alike else {}
    for name in islice(names, TRIED):
        told = {(labels, settings.get(name)) for labels, settings in alike}
        if len(told) == len(alike):
            return [_with(one, name) for one in slots]
    return list(slots)


def _with(one: Slot, name: str) -> Slot:
    number = next((number for each, number in one.settings if each == name), "")
    return replace(one, labels=((name, number), *one.labels)) if number else one


def joined_rows(slots: Sequence[Slot]) -> Iterator[list[Slot]]:
    """The values of each column, their rows named by all keys that differ; none where one key is as good."""
    columns: dict[tuple[str, str], list[Slot]] = defaultdict(list)
    for one in slots:
        if one.column and len(one.labels) > 2:
            columns[one.column, one.amount.kind].append(one)
    for some in columns.values():
        if 1 < len(some) <= MOST:
            yield _joined(some)


def _joined(some: Sequence[Slot]) -> list[Slot]:
    shared = frozenset.intersection(*(frozenset(one.labels) for one in some))
    return [
        replace(
            one,
            labels=(
                (ROW, ", ".join(text for name, text in one.labels if (name, text) not in shared and name != COLUMN)),
                *(label for label in one.labels if label in shared),
            ),
        )
        for one in some
    ]
