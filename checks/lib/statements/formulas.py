"""What a column of factors may have been computed from: quotients of columns, or of a row and a reference row."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from math import prod

from checks.lib.statements.cells import Column, Number
from checks.lib.statements.counted import counts, exactly
from schemas.interval import Interval, Readings, judge

ONE = Decimal(1)
PROBE = 40  # rows of a long table that show which formulas are worth the rest
CHANCE = Decimal("0.001")  # what the widths of prints may come to where a formula is but one of many
MOST_COLUMNS = 12  # pairs of columns are tried; wider tables would cost their square
_CHANGE = ("factor", "more", "less")


@dataclass(frozen=True, slots=True)
class Formula:
    """A way to compute a column: `values` by row index, and the columns that go in. `trivial` rows prove nothing."""

    words: str
    values: dict[int, Readings]
    columns: tuple[Column, ...]
    trivial: frozenset[int] = frozenset()
    loose: bool = False  # one that many columns meet by chance: only sharp rows show it
    readings: tuple[str, ...] = ("factor", "share", "more", "less")  # of the column that make sense of it


def formulas(target: Column, others: Sequence[Column]) -> Iterator[Formula]:
    """Every formula that is tried for a column of factors: of what was measured first, of counts only then."""
    plain = [exactly(one) for one in sorted((one for one in others if not _derived(one)), key=counts)[:MOST_COLUMNS]]
    counted = [one for one in plain if counts(one)]
    for a in plain:
        for b in plain:
            if a is not b and _unit(a) == _unit(b):
                yield Formula(f"{a.header} / {b.header}", _by_row(a, b), (a, b))
    yield from _against_best(plain)
    for reference in _references(target):
        for a in plain:
            yield from against(a, reference, [one for one in counted if one is not a])
    for a in plain:
        yield from _against_neighbours(a)
        yield from _against_group(a, target)
        yield from _of_sum(a)


def _against_best(plain: Sequence[Column]) -> Iterator[Formula]:
    """One column against the best of the others in each row: "speed-up over the next best" changes its rival."""
    for a in plain:
        rivals = [one for one in plain if one is not a and _unit(one) == _unit(a)]
        if len(rivals) < 2:
            continue
        for words, pick in (("largest", max), ("smallest", min)):
            best = {
                row: pick(found, key=lambda one: one.value)
                for row in sorted(a.numbers)
                if (found := [one.numbers[row] for one in rivals if row in one.numbers])
            }
            rival = Column(rivals[0].index, f"the {words} of the others", best)
            yield Formula(f"{a.header} / {rival.header}", _by_row(a, rival), (a,))
            yield Formula(f"{rival.header} / {a.header}", _by_row(rival, a), (a,))


def _derived(column: Column) -> bool:
    units = {one.unit for one in column.numbers.values()}
    return bool(units & {"x", "%"})


def _unit(column: Column) -> frozenset[str]:
    return frozenset(one.unit for one in column.numbers.values())


def _by_row(a: Column, b: Column) -> dict[int, Readings]:
    return {
        row: a.numbers[row].readings / b.numbers[row].readings
        for row in sorted(set(a.numbers) & set(b.numbers))
        if _positive(a.numbers[row]) and _positive(b.numbers[row])
    }


def _positive(number: Number) -> bool:
    return all(one.lower > 0 for one in number.readings.every)


def _references(target: Column) -> list[int]:
    """Rows that may be the baseline: those that print 1 (or 100 %), else the first one."""
    ones = _ones(target)
    blank = [row for row in range(max(target.numbers, default=0)) if row not in target.numbers]
    return (ones or blank or sorted(target.numbers))[:2]


def _ones(target: Column) -> list[int]:
    return [row for row, one in target.numbers.items() if one.value == (100 if one.unit == "%" else 1)]


def against(a: Column, reference: int, counted: Sequence[Column] = ()) -> Iterator[Formula]:
    """A column against one of its rows, either way round, and the same over what there is more of."""
    base = a.numbers.get(reference)
    if base is None or not _positive(base):
        return
    usable = {row: one for row, one in a.numbers.items() if _positive(one)}
    trivial = frozenset({reference})
    up = {row: one.readings / base.readings for row, one in usable.items()}
    down = {row: base.readings / one.readings for row, one in usable.items()}
    yield Formula(f"{a.header} / that of the reference row", up, (a,), trivial)
    yield Formula(f"{a.header} of the reference row / that of the row", down, (a,), trivial)
    for each in counted:
        if reference in each.numbers and each.numbers[reference].value > 0:
            for values, words in ((up, f"growth of {a.header}"), (down, f"fall of {a.header}")):
                shared = {row: _per(values[row], each, row, reference) for row in values if _counted(each, row)}
                yield Formula(f"{words} / growth of {each.header}", shared, (a, each), trivial, loose=True)


def _against_neighbours(a: Column) -> Iterator[Formula]:
    """Each row against the one above or below it: "change on the previous year"."""
    rows = sorted(row for row, one in a.numbers.items() if _positive(one))
    for where, pairs in (("above", [*pairwise(rows)]), ("below", [(two, one) for one, two in pairwise(rows)])):
        values = {row: a.numbers[row].readings / a.numbers[base].readings for base, row in pairs}
        yield Formula(f"{a.header} / that of the row {where}", values, (a,), loose=True, readings=_CHANGE)


def _against_group(a: Column, target: Column) -> Iterator[Formula]:
    """Each row against the last one that prints 1 (or 100 %): a table of several groups with a baseline each."""
    ones = _ones(target)
    bases = {row: max((one for one in ones if one <= row), default=-1) for row in a.numbers}
    if len(ones) < 2 or not all(_positive(one) for one in a.numbers.values()):
        return
    able = {row: a.numbers[base].readings for row, base in bases.items() if base in a.numbers}
    up = {row: a.numbers[row].readings / base for row, base in able.items()}
    down = {row: base / a.numbers[row].readings for row, base in able.items()}
    yield Formula(f"{a.header} / that of the group's first row", up, (a,), frozenset(ones), loose=True)
    yield Formula(f"{a.header} of the group's first row / that of the row", down, (a,), frozenset(ones), loose=True)


def _of_sum(a: Column) -> Iterator[Formula]:
    """Each row against the sum of all: "share of total"."""
    if a.numbers and all(_positive(one) for one in a.numbers.values()):
        ends = [one.readings.rounded for one in a.numbers.values()]
        whole = Interval(sum((one.lower for one in ends), Decimal(0)), sum((one.upper for one in ends), Decimal(0)))
        values = {row: one.readings / Readings.of(whole) for row, one in a.numbers.items()}
        yield Formula(f"{a.header} / the sum of all rows", values, (a,), loose=True, readings=("share",))


def _counted(counts: Column, row: int) -> bool:
    return row in counts.numbers and counts.numbers[row].value > 0


def _per(value: Readings, counts: Column, row: int, reference: int) -> Readings:
    return value.scaled(counts.numbers[reference].value / counts.numbers[row].value)


def meanings(column: Column) -> dict[str, Callable[[Number], Readings | None]]:
    """How the column's print may be read as a factor: "45 %" is 0.45, 1.45 or 1 - 0.45 of something."""
    if not any(one.unit == "%" for one in column.numbers.values()) and "%" not in column.header:
        return {"factor": lambda one: one.readings if _positive(one) else None}
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


def fits(target: Column, others: Sequence[Column]) -> list[Fit]:
    """Every formula with what it explains, the one that explains most first; order of columns breaks ties.

    In a long table only the formulas that explain its first rows are tried on the rest.
    """
    probe = _fits(_cut(target), [_cut(one) for one in others], None)
    if len(target.numbers) <= PROBE:
        return probe
    promising = {(fit.reading, fit.formula.words) for fit in probe[:3] if len(fit.fitting) * 2 >= len(fit.failing)}
    return _fits(target, others, promising) if promising else probe


def _cut(column: Column) -> Column:
    return Column(column.index, column.header, {row: column.numbers[row] for row in sorted(column.numbers)[:PROBE]})


def _fits(target: Column, others: Sequence[Column], only: set[tuple[str, str]] | None) -> list[Fit]:
    found = [
        fit
        for reading, read in meanings(target).items()
        for formula in formulas(target, others)
        if reading in formula.readings
        if only is None or (reading, formula.words) in only
        if (fit := _fit(target, formula, reading, read)).fitting or fit.failing
        if not formula.loose or _shown(target, fit)
    ]
    return sorted(found, key=lambda fit: (-len(fit.fitting), len(fit.failing)))


def _shown(target: Column, fit: Fit) -> bool:
    """Whether the rows of a fit print so many digits that a column hardly meets them by chance."""
    distinct = {one.value: one.readings.rounded for one in (target.numbers[row] for row in fit.fitting) if one.value}
    widths = ((one.upper - one.lower) / max(abs(one.upper), abs(one.lower)) for one in distinct.values())
    return len(distinct) > 1 and prod(widths) <= CHANCE


def _fit(target: Column, formula: Formula, reading: str, read: Callable[[Number], Readings | None]) -> Fit:
    printed = {row: said for row, one in target.numbers.items() if (said := read(one)) is not None}
    rows = [row for row in sorted(printed) if row in formula.values and row not in formula.trivial]
    good = tuple(row for row in rows if judge(printed[row], formula.values[row]) != "inconsistent")
    return Fit(formula, reading, printed, good, tuple(row for row in rows if row not in good))
