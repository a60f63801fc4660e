"""The labels that tell a table's rows apart where their names alone do not: a number of each, or all keys together.

"ResNet-50 | 1 | 1,024" and "ResNet-50 | 8 | 1,331" are of two batches; "Cerebras | CS-3 | 450" and "Groq | LPU | 250"
are two rows that two words tell apart each, of which neither is found with the second word of the other.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from checks.lib.labels.slots import COLUMN, Slot

ROW = "row"  # what the joined keys of a row are called
MOST = 12  # rows of a column that are set against each other


def told_apart(slots: Sequence[Slot]) -> list[Slot]:
    """The values with the number of their row as one more label, where two rows of one name have no other."""
    labels = [one.labels for one in slots]
    if len(set(labels)) == len(labels):
        return list(slots)
    for name in dict.fromkeys(name for one in slots for name, _ in one.settings):
        told = [_with(one, name) for one in slots]
        if len({one.labels for one in told}) == len(told):
            return told
    return list(slots)


def _with(one: Slot, name: str) -> Slot:
    number = dict(one.settings).get(name)
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
