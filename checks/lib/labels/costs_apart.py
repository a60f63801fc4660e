"""Work in one table and what it costs in another one, joined by what their rows or columns are called.

The throughput stands in the results, the price or the power in a list of the machines: no row prints both.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from checks.lib.labels.per_cost import WORK, Group, Line
from checks.lib.labels.slots import COLUMN, Slot
from checks.lib.quantities.amounts import alike
from schemas.document import Document

MOST = 40  # couples of a column of work and one of costs; of more, some give any factor
PAIR = 2
Column = dict[str, Slot]


def costs_apart(document: Document, slots: Sequence[Slot], cost: str) -> Iterator[Group]:
    """The sides that a document prints work of, with costs of the same kind in another table."""
    works = list(_columns([one for one in slots if one.amount.kind in WORK and one.document is document]))
    costs = list(_columns([one for one in slots if one.amount.kind == cost]))
    groups = list(islice(_joined(works, costs), MOST + 1))
    # The first of too many are those of the first documents: the ones that bear a factor out may be cut off.
    yield from groups if len(groups) <= MOST else ()


def _joined(works: Sequence[Column], costs: Sequence[Column]) -> Iterator[Group]:
    """The columns of work and of costs, of two tables, that share names: looked up, as most share none."""
    naming: dict[str, list[int]] = defaultdict(list)
    for at, paid in enumerate(costs):
        for name in paid:
            naming[name].append(at)
    for work in works:
        shared = Counter(at for name in work for at in naming.get(name, ()))
        for paid in (costs[at] for at in sorted(shared) if shared[at] >= PAIR):
            both = [name for name in work if name in paid]
            if work[both[0]].sheet is not paid[both[0]].sheet and _of_one_kind(work, paid, both):
                lines = tuple(Line(name, work[name], paid[name]) for name in both)
                yield Group(0, " | ".join(both), lines, table=True)


def _columns(slots: Sequence[Slot]) -> Iterator[Column]:
    """Values by what their row is called, of each column; and by what their column is called, of each row."""
    found: dict[tuple[int, str, str], Column] = defaultdict(dict)
    for slot in slots:
        name = next((text for kind, text in slot.labels if kind != COLUMN), "")
        if slot.sheet.table and name and slot.column:
            found[id(slot.sheet), "column", slot.column].setdefault(name, slot)
            found[id(slot.sheet), "row", name].setdefault(slot.column, slot)
    return (one for one in found.values() if len(one) >= PAIR)


def _of_one_kind(work: Column, paid: Column, names: Sequence[str]) -> bool:
    first = names[0]
    return all(
        alike(work[first].amount, work[one].amount) and alike(paid[first].amount, paid[one].amount) for one in names
    )
