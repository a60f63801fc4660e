"""Which formula gives the rows of a column of factors, and which rows it does not give."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import prod

from checks.lib.statements.cells import Column, Number
from checks.lib.statements.formulas import ANY, Formula, formulas, positive
from schemas.interval import Interval, Readings, judge

ONE = Decimal(1)
WIDE = Decimal("0.2")  # what a formula's widths may come to before it gives whatever stands there
PROBE = 40  # rows of a long table that show which formulas are worth the rest


def meanings(column: Column) -> dict[str, Callable[[Number], Readings | None]]:
    """How the column's print may be read as a factor: "45 %" is 0.45, 1.45 or 1 - 0.45 of something."""
    if not any(one.unit == "%" for one in column.numbers.values()) and "%" not in column.header:
        return {"factor": lambda one: one.readings if positive(one) else None}
    return {
        "share": lambda one: _shifted(one, Decimal(0), ONE),
        "more": lambda one: _shifted(one, ONE, ONE),
        "less": lambda one: _shifted(one, ONE, -ONE),
    }


def _shifted(number: Number, start: Decimal, sign: Decimal) -> Readings | None:
    def shift(interval: Interval) -> Interval:
        ends = sorted((start + sign * interval.lower / 100, start + sign * interval.upper / 100))
        return Interval(ends[0], ends[1])

    found = number.readings.each(shift)
    return found if min(one.lower for one in found.every) > 0 else None


@dataclass(frozen=True, slots=True)
class Fit:
    """A formula under one reading of the column: the rows that it gives, and those that it does not."""

    formula: Formula
    reading: str
    printed: dict[int, Readings]
    fitting: tuple[int, ...]
    failing: tuple[int, ...]


def fits(target: Column, others: Sequence[Column], bases: Mapping[int, int] | None = None) -> list[Fit]:
    """Every formula with what it explains, the one that explains most first; order of columns breaks ties.

    `bases` are the rows that each row may be over, beside those that every column of factors may have.
    In a long table only the formulas that explain its first rows are tried on the rest.
    """
    over = bases or {}
    probe = _fits(_cut(target), [_cut(one) for one in others], None, over)
    if len(target.numbers) <= PROBE:
        return probe
    promising = {(fit.reading, fit.formula.words) for fit in probe[:3] if len(fit.fitting) * 2 >= len(fit.failing)}
    return _fits(target, others, promising, over) if promising else probe


def _cut(column: Column) -> Column:
    return Column(column.index, column.header, {row: column.numbers[row] for row in sorted(column.numbers)[:PROBE]})


def _fits(
    target: Column, others: Sequence[Column], only: set[tuple[str, str]] | None, bases: Mapping[int, int]
) -> list[Fit]:
    found = [
        fit
        for reading, read in meanings(target).items()
        for formula in formulas(target, others, bases)
        if reading in formula.readings
        if only is None or (reading, formula.words) in only
        if (fit := _fit(target, formula, reading, read)).fitting or fit.failing
        if formula.limit == ANY or chance(target, fit) <= formula.limit
    ]
    return sorted(found, key=lambda fit: (_by_width(target, fit), -len(fit.fitting), len(fit.failing)))


def _by_width(target: Column, fit: Fit) -> bool:
    # Nodes of "1, 2, 4", each half a node wide, give any factor near them, and would hide the column that does not fit.
    return len(fit.fitting) > 1 and chance(target, fit) > WIDE


def chance(target: Column, fit: Fit) -> Decimal:
    """What the widths of a fit's rows come to: how easily any column would meet them; 1 for a single value."""
    rows = {target.numbers[row].value: row for row in fit.fitting if target.numbers[row].value}.values()
    widths = (_width(target.numbers[row].readings.rounded) + _width(fit.formula.values[row].rounded) for row in rows)
    return prod((min(one, ONE) for one in widths), start=ONE) if len(rows) > 1 else ONE


def _width(one: Interval) -> Decimal:
    return (one.upper - one.lower) / max(abs(one.upper), abs(one.lower))


def _fit(target: Column, formula: Formula, reading: str, read: Callable[[Number], Readings | None]) -> Fit:
    printed = {row: said for row, one in target.numbers.items() if (said := read(one)) is not None}
    rows = [row for row in sorted(printed) if row in formula.values and row not in formula.trivial]
    good = tuple(row for row in rows if judge(printed[row], formula.values[row]) != "inconsistent")
    return Fit(formula, reading, printed, good, tuple(row for row in rows if row not in good))
