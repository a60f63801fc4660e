"""What a table itself says its factors are over: "Speedup vs. pandas" and a row "pandas", or a row that prints 1x.

A formula that most rows follow needs rows to be many. Where the table names its reference, two rows are enough.
"""

import re
from collections.abc import Collection, Sequence
from decimal import Decimal

from checks.lib.statements.cells import Column
from checks.lib.statements.fits import Fit, meanings
from checks.lib.statements.formulas import against
from schemas.document import Table
from schemas.interval import Readings, judge

MOST_ROWS = 2  # in more rows, where none fits, the factors come from something that is not printed
_OVER = re.compile(
    r"(?:\bvs\b\.?|\bversus\b|\bover\b|\brelative to\b|\bcompared (?:to|with)\b|\bagainst\b)\s+(.+)", re.IGNORECASE
)
_PART_OF = re.compile(r"(?:%|\bper\s?cent(?:age)?|\bshare|\bfraction) of (?:the )?(.+)", re.IGNORECASE)
_EFFICIENCY = re.compile(r"\befficienc|\blinear\b|\bof ideal\b", re.IGNORECASE)
_SCALING = re.compile(r"\b(?:scal\w+|parallel) efficienc|\blinear\b|\bof ideal\b", re.IGNORECASE)
HUNDRED = Decimal(100)
_ENDS = " :().*`\"'"


def contradicted(target: Column, timed: Sequence[Column], table: Table, counted: Sequence[Column] = ()) -> Fit | None:
    """The rows of a column of factors that the one column of times or rates and the stated reference do not give.

    An efficiency is over what there is more of too, where one row at least shows that it is.
    """
    at = _reference(target, table)
    if at is None or len(timed) != 1:
        return None
    of_parts = bool(_EFFICIENCY.search(target.header)) and bool(counted)
    if _SCALING.search(target.header) and not counted:
        return None  # over how many more parts, no column says
    every = list(against(timed[0], at, counted))
    fits = [_fit(target, found.values, at, reading) for found in every for reading in meanings(target)]
    if of_parts and not any(good for good, _ in fits):
        return None
    rows = {row for good, bad in fits for row in (*good, *bad)}
    failing = tuple(sorted(row for row in rows if not any(row in good for good, _ in fits)))
    if not failing or len(rows) > MOST_ROWS:
        return None
    of_whole = of_parts or bool(_PART_OF.search(target.header))
    best = [found for found in every if of_whole and _fit(target, found.values, at, "share")[0]]
    nearest = min(best or every, key=lambda one: _apart(target, one.values, failing))
    read = meanings(target)
    name, how = min(read.items(), key=lambda one: one[0] not in ("share" if of_whole else "more", "factor"))
    printed = {row: said for row in failing if (said := how(target.numbers[row])) is not None}
    kept = tuple(row for row in failing if row in printed)
    return Fit(nearest, name, printed, tuple(sorted(rows - set(failing))), kept) if kept else None


def _reference(target: Column, table: Table) -> int | None:
    """The row that the header names; else the only one that prints 1."""
    named = _OVER.search(target.header)
    if named:
        words = _plain(named[1])
        rows = [number for number, row in enumerate(table.rows) if _plain(row[0].text) == words]
        return rows[0] if len(rows) == 1 else None
    part = _PART_OF.search(target.header)
    if part:
        return _whole_of(part[1], target, table)
    share = bool(_EFFICIENCY.search(target.header))
    whole = {("x", Decimal(1)), *([("%", Decimal(100)), ("", Decimal(100)), ("", Decimal(1))] if share else ())}
    ones = [row for row, one in target.numbers.items() if (one.unit, one.value) in whole]
    return ones[0] if len(ones) == 1 else None


def _whole_of(words: str, target: Column, table: Table) -> int | None:
    """The row that "% of FP16 accuracy" is over: the only one that prints 100, and that its label names."""
    whole = [row for row, one in target.numbers.items() if one.value == HUNDRED]
    said = _plain(words)
    named = [row for row in whole if any(each in said.split() for each in _plain(table.rows[row][0].text).split())]
    return named[0] if len(whole) == len(named) == 1 else None


def _plain(words: str) -> str:
    return " ".join(words.strip(_ENDS).casefold().split())


def _fit(
    target: Column, values: dict[int, Readings], reference: int, reading: str
) -> tuple[Collection[int], Collection[int]]:
    how = meanings(target)[reading]
    good, bad = list[int](), list[int]()
    for row, one in target.numbers.items():
        said = how(one)
        if row == reference or row not in values or said is None:
            continue
        (good if judge(said, values[row]) != "inconsistent" else bad).append(row)
    return good, bad


def _apart(target: Column, values: dict[int, Readings], rows: Sequence[int]) -> float:
    gaps = [target.numbers[row].readings.rounded.distance(values[row].rounded) for row in rows]
    return float(max(gaps))
