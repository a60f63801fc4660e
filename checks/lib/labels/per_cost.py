"""Work and what it costs, printed for two sides: images/s and watts, tokens/s and dollars an hour.

What a factor "per watt" or "per dollar" speaks of is nowhere printed itself: it is the quotient of these four values.
"""

import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from checks.lib.labels.sheets import sheets
from checks.lib.labels.slots import Slot
from checks.lib.quantities.amounts import Amount, alike
from checks.lib.quantities.asserted import Asserted, Sentence
from schemas.document import Document, Table
from schemas.interval import Readings
from schemas.names import Vocabulary

WORK = frozenset({"rate", "compute", "bandwidth"})
_Value = Asserted | Slot


@dataclass(frozen=True, slots=True)
class Line:
    """One side: its label where a table prints one, how much it does and what that costs."""

    label: str
    work: _Value
    cost: _Value

    @property
    def yields(self) -> Readings:
        """Work for one unit of cost."""
        return self.work.amount.readings / self.cost.amount.readings


@dataclass(frozen=True, slots=True)
class Group:
    """Sides that are printed together, and the words around them."""

    start: int
    text: str
    lines: tuple[Line, ...]
    table: bool = False


def in_text(
    document: Document, every: Sequence[Sentence], works: frozenset[str], of: frozenset[str], costs: frozenset[str]
) -> Iterator[Group]:
    """Blocks, lists and notes that print two amounts of work of one kind and two costs, and no more of either."""
    for start, end in _stretches(document):
        mine = [one for one in every if start <= one.passage.start < end and one.asserted]
        values = [one for sentence in mine for one in sentence.amounts if not one.operand]
        done = [one for one in values if is_work(one.amount, works, of)]
        paid = [one for one in values if one.amount.kind in costs]
        if len(done) == len(paid) == 2 and alike(done[0].amount, done[1].amount) and alike(*(p.amount for p in paid)):
            lines = tuple(Line("", work, cost) for work, cost in zip(done, paid, strict=True))
            yield Group(start, document.text[start:end], lines)


def _stretches(document: Document) -> Iterator[tuple[int, int]]:
    """Paragraphs and captions, runs of list items, and the notes of a chart together."""
    for is_list, run in itertools.groupby(document.blocks, key=lambda one: one.kind == "list_item"):
        blocks = list(run)
        if is_list and len(blocks) > 1:
            yield blocks[0].start, blocks[-1].end
        yield from ((one.start, one.end) for one in blocks if one.kind != "code")
    for chart in document.charts:
        if notes := chart.of("note"):
            yield notes[0].start, notes[-1].end


def in_tables(
    document: Document, vocabulary: Vocabulary, works: frozenset[str], of: frozenset[str], costs: frozenset[str]
) -> Iterator[Group]:
    """Rows that print work and cost in two columns, and columns that print them in two rows."""
    tables = {one.name: one for one in document.tables}
    for sheet, slots in sheets(document, vocabulary):
        if sheet.table and sheet.name in tables:
            table = tables[sheet.name]
            places = _places(table)
            placed = [(places[one.start], one) for one in slots if one.start in places]
            for across in (False, True):
                grid: dict[int, dict[int, Slot]] = defaultdict(dict)
                for (row, column), one in placed:
                    grid[column if across else row][row if across else column] = one
                yield from _grouped(table, grid, across, (works, of, costs))


def _places(table: Table) -> dict[int, tuple[int, int]]:
    lines = (table.columns, *table.rows)
    return {cell.start: (row, column) for row, line in enumerate(lines) for column, cell in enumerate(line)}


def _grouped(
    table: Table,
    grid: Mapping[int, Mapping[int, Slot]],
    across: bool,
    wanted: tuple[frozenset[str], frozenset[str], frozenset[str]],
) -> Iterator[Group]:
    works, of, costs = wanted
    slots = [(key, one) for line in grid.values() for key, one in line.items()]
    done = {key for key, one in slots if is_work(one.amount, works, of)}
    paid = {key for key, one in slots if one.amount.kind in costs}
    for left, right in itertools.product(sorted(done), sorted(paid)):
        lines = [
            Line(_label(table, number, across), line[left], line[right])
            for number, line in grid.items()
            if left in line and right in line
        ]
        if len(lines) > 1 and _of_one_kind(lines):
            labels = " | ".join(one.label for one in lines)
            yield Group(table.start, f"{table.title} | {labels}", tuple(lines), table=True)


def _of_one_kind(lines: Sequence[Line]) -> bool:
    first = lines[0]
    return all(alike(first.work.amount, one.work.amount) and alike(first.cost.amount, one.cost.amount) for one in lines)


def _label(table: Table, number: int, across: bool) -> str:
    if across:
        return table.columns[number].text
    return ((table.columns, *table.rows)[number])[0].text


def is_work(amount: Amount, works: frozenset[str], of: frozenset[str]) -> bool:
    """Whether an amount is of this kind of work, and counts these things where they are named."""
    if amount.kind not in works:
        return False
    return bool(amount.of & of) if amount.kind in ("rate", "count") and of else amount.kind != "count"


def named(lines: Iterable[Line], text: str) -> list[Line]:
    """The lines whose label stands in a text as words of their own."""
    return [one for one in lines if one.label and is_named(one.label, text)]


def is_named(name: str, text: str) -> bool:
    """Whether a name stands in a text as words of their own."""
    return bool(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text, re.IGNORECASE))
