"""Columns of tables, and runs of list items, as values of one kind that may be added up."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from checks.lib.labels.about import Index
from checks.lib.labels.chart_tables import tables_of
from checks.lib.labels.naming import COLUMN
from checks.lib.labels.slots import Slot
from checks.lib.language.tokens import roots, tokens
from checks.lib.statements.cells import summary
from schemas.document import Document
from schemas.interval import Interval

PERCENT = "percent"
_BY = re.compile(r"\b(?:by|per|for each|of each|across)\s+(?:the\s)?((?:[\w-]+\s)?[\w-]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Values:
    """Values of one kind: a column (`label` its header) or the items of a list, without rows of totals and means.

    `things` are the roots of what the rows are called, `others` the columns beside it, `kind` that of the amounts.
    """

    document: Document
    places: tuple[tuple[int, int], ...]
    values: tuple[Interval, ...]
    kind: str
    label: str
    about: str
    things: frozenset[str]
    others: tuple["Values", ...] = ()
    summaries: tuple[Interval, ...] = ()


def columns_of(document: Document, index: Index) -> Iterator[Values]:
    """Every column and list of a document with two values at least."""
    corners = {table.name: table.columns[0].text for table in tables_of(document) if table.columns}
    for told in index.of(document):
        if told.sheet.table and told.slots:
            corner = corners.get(told.sheet.name, "")
            if told.sheet.drawn and not corner:  # the axis of a chart names its categories: "Saving by clip"
                corner = " ".join(_BY.findall(" | ".join(told.columns)) or told.columns)
            yield from _columns(document, told.slots, told.sheet.about, corner)
    yield from _lists(document, index)


def _columns(document: Document, slots: list[Slot], about: str, corner: str) -> Iterator[Values]:
    by_column: dict[str, list[Slot]] = defaultdict(list)
    for slot in slots:
        by_column[next((text for kind, text in slot.labels if kind == COLUMN), "")].append(slot)
    every = [one for label, some in by_column.items() if (one := _column(document, some, label, about, corner))]
    for one in every:
        beside = tuple(other for other in every if other is not one and len(other.values) == len(one.values))
        yield Values(
            one.document, one.places, one.values, one.kind, one.label, one.about, one.things, beside, one.summaries
        )


def _column(document: Document, slots: list[Slot], label: str, about: str, corner: str) -> Values | None:
    rows = [slot for slot in slots if not summary(_row(slot))]
    kinds = {slot.amount.kind for slot in rows}
    exact = all(slot.amount.qualifier == "exact" and slot.amount.readings.rounded.bounded for slot in rows)
    if len(rows) < 2 or len(kinds) != 1 or not exact:
        return None
    kind = kinds.pop()
    return Values(
        document,
        tuple((slot.start, slot.end) for slot in rows),
        tuple(slot.amount.readings.rounded for slot in rows),
        PERCENT if kind == "count" and "%" in (label if "%" in label else about) else kind,
        label,
        about,
        roots(tokens(corner)),
        summaries=tuple(slot.amount.readings.widened for slot in slots if summary(_row(slot))),
    )


def _row(slot: Slot) -> str:
    return next((text for kind, text in slot.labels if kind != COLUMN), "")


def _lists(document: Document, index: Index) -> Iterator[Values]:
    """Runs of list items with one amount of a kind in each."""
    inside = {one.passage.start: one for one in index.sentences(document)}
    for listed, run in groupby(document.blocks, key=lambda one: one.kind == "list_item"):
        items = list(run)
        if not listed or len(items) < 2:
            continue
        found = [[one for start, one in inside.items() if item.start <= start < item.end] for item in items]
        amounts = [[each for one in some for each in one.amounts] for some in found]
        above = [one for one in document.blocks if one.end <= items[0].start]
        about = document.text[above[-1].start : above[-1].end] if above else ""
        for kind in ("time", "size", "energy", "price"):
            mine = [[each for each in some if each.amount.kind == kind] for some in amounts]
            if all(len(some) == 1 and some[0].amount.qualifier == "exact" for some in mine):
                values = tuple(some[0].amount.readings.rounded for some in mine)
                places = tuple((some[0].start, some[0].end) for some in mine)
                yield Values(document, places, values, kind, "", about, roots(tokens(about)))
