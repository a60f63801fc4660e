"""A column of savings or factors over a value that only the text prints: "this would take 150 GB"."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import prod

from checks.lib.statements.beside import columns
from checks.lib.statements.cells import Column
from checks.lib.statements.fits import meanings
from checks.lib.statements.formulas import positive
from checks.lib.statements.passages import Passage, passages, phrase
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip
from schemas.interval import Readings, judge, readings, ulp
from schemas.units import dimension, scale

CODE = "column-over-told"
LEAST = 2  # rows that must follow the value
MOST = 40  # values of a text that are tried
WIDE = 8  # columns of a table, each tried over each of the others
CHANCE = 0.01  # that so many rows would follow one of so many values
ROWS = 40
_KINDS = ("time", "size", "power", "energy", "bandwidth")
_TOLD = re.compile(r"(?<![\w.,-])(?P<n>\d[\d,]*(?:\.\d+)?)\s?(?P<unit>[A-Za-zµ]{1,8}(?:/s)?)\b")
_HEADED = re.compile(r"[(\[]\s*(?:in )?([A-Za-zµ]{1,8}(?:/s)?)\s*[)\]]")


@dataclass(frozen=True, slots=True)
class Told:
    """A value of the text in base units, and where it stands."""

    passage: Passage
    match: re.Match[str]
    value: Readings


@dataclass(frozen=True, slots=True)
class Fit:
    """What a column over a value gives by row, and the rows that print another number."""

    told: Told
    column: Column
    good: tuple[int, ...]
    bad: tuple[int, ...]
    values: Mapping[int, Readings]


@check(CODE, version=1, severity="low", since="0.1.0")
def column_over_told(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A column of savings, shares or factors over one value of the text is that in every row.

    Why:
        "Without it this takes 150 GB" stands above a table with what each setting takes and how much it saves. The
        value that all savings are over is no column, so that no reader divides by it.

    Flags:
        A cell that is not what its row's other column is over a value of the text (a saving, a share, a factor), where
        the other rows follow that value so closely that no other explains them, and are twice as many. Low.

    Passes:
        Rows within their rounding, or that of the value ("about 150 GB").

    Does not judge:
        Columns that no value of the text gives; columns of fewer than three rows; where two rows break with it, if it
        is a column's at all (skipped).
    """
    for document in corpus.documents:
        told: list[Told] | None = None
        for table in document.tables:
            every = [one for one in columns(table, corpus.vocabulary) if LEAST < len(one.numbers) <= ROWS][:WIDE]
            for target in (one for one in every if _derived(one)):
                told = list(_told(document)) if told is None else told
                yield from _judge(document, table, target, [one for one in every if one is not target], told)


def _derived(column: Column) -> bool:
    units = {one.unit for one in column.numbers.values()}
    return units <= {"%", "x"} or (units == {""} and "%" in column.header)


def _told(document: Document) -> Iterator[Told]:
    found = 0
    for passage in passages(document):
        for match in _TOLD.finditer(passage.words):
            by = scale(match["unit"]) if dimension(match["unit"]) in _KINDS else None
            digits = match["n"].replace(",", "")
            if by and Decimal(digits) > 0 and found < MOST:
                found += 1
                yield Told(passage, match, readings(Decimal(digits), ulp(digits), "exact").scaled(by))


def _judge(
    document: Document, table: Table, target: Column, others: Sequence[Column], told: Sequence[Told]
) -> Iterator[Finding | Skip]:
    fits = [fit for one in others for each in told for fit in _fits(target, one, each)]
    sure = [fit for fit in fits if _luck(target, fit) * len(fits) <= CHANCE]
    best = max(sure, key=lambda one: len(one.good), default=None)
    if best is None or not best.bad:
        return
    if len(best.bad) * 2 > len(best.good):
        yield Skip(CODE, (document.name, table.name, target.header), "unchecked, because too few rows follow the value")
    else:
        yield _finding(document, table, target, best)


def _fits(target: Column, column: Column, told: Told) -> Iterator[Fit]:
    unit = _HEADED.search(column.header)
    units = {one.unit for one in column.numbers.values()}
    named = unit[1] if unit and units == {""} else "".join(units - {""}) if len(units) == 1 else ""
    by = Decimal(1) if named in _KINDS else scale(named) if named and dimension(named) in _KINDS else None
    kind = named if named in _KINDS else dimension(named) if by else ""
    if not by or kind != dimension(told.match["unit"]):
        return
    usable = {row: one.readings.scaled(by) for row, one in column.numbers.items() if positive(one)}
    up = {row: one / told.value for row, one in usable.items()}
    down = {row: told.value / one for row, one in usable.items()}
    for name, read in meanings(target).items():
        printed = {row: said for row, one in target.numbers.items() if (said := read(one)) is not None}
        for values in (up, down) if name == "factor" else (up,):
            rows = [row for row in sorted(printed) if row in values]
            good = tuple(row for row in rows if judge(printed[row], values[row]) != "inconsistent")
            if len(good) >= LEAST:
                yield Fit(told, column, good, tuple(row for row in rows if row not in good), values)


def _luck(target: Column, fit: Fit) -> float:
    """How easily rows would follow any value: how much of the column's span each one's width takes."""
    ends = [one.rounded for one in fit.values.values()]
    span = max(one.upper for one in ends) - min(one.lower for one in ends)
    good = {target.numbers[row].value: fit.values[row].rounded for row in fit.good}.values()
    return prod(float(min(Decimal(1), (one.upper - one.lower) / span)) for one in good) if len(good) >= LEAST else 1.0


def _finding(document: Document, table: Table, target: Column, fit: Fit) -> Finding:
    row = fit.bad[0]
    printed, value = table.rows[row][target.index].text, table.rows[row][fit.column.index].text
    told = fit.told.match[0]
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"table {table.name}: {printed} in {target.header!r} is not what {value} is over the {told} of the text"
        f"; {len(fit.good)} other rows are",
        arithmetic=f"{value} over {told} is {fit.values[row].rounded}, printed is {printed}.",
        comparison=(document.name, table.name, target.header, told),
        evidence=(
            *(cell(document, table, each + 1, target.index) for each in fit.bad),
            *(cell(document, table, each + 1, fit.column.index, "supporting") for each in fit.bad),
            phrase(fit.told.passage, fit.told.match),
        ),
        likely_wrong_why="this cell, or the value beside it: the other rows follow the text",
    )
