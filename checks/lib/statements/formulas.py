"""What a column of factors may have been computed from: quotients of columns, or of a row and a reference row."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import combinations, pairwise

from checks.lib.statements.cells import Column, Number
from checks.lib.statements.counted import counts, exactly
from schemas.interval import Interval, Readings

MOST_COLUMNS = 12  # pairs of columns are tried; wider tables would cost their square
ANY = Decimal(1)
CHANCE = Decimal("0.001")
LIKELY = Decimal("0.01")  # for what efficiencies and shares usually are
RARE = Decimal("0.00005")  # for a formula whose constant is taken from a row
_CHANGED = re.compile(
    r"\bratio\b|\brelative\b|\bchange\b|\bdelta\b|Δ|\bloss\b|\bdrop\b|\bdegradation\b|\bgain\b|\bimprovement\b|"
    r"\brecover(?:y|ed)\b|\bretain|\bretention\b|\bvs\b|\bdiff",
    re.IGNORECASE,
)
_CHANGE = ("factor", "more", "less")


@dataclass(frozen=True, slots=True)
class Formula:
    """A way to compute a column: `values` by row index, and the columns that go in. `trivial` rows prove nothing.

    `bases`: by row index, the other row that a value is over; none where all of it comes from the row itself.
    """

    words: str
    values: dict[int, Readings]
    columns: tuple[Column, ...]
    trivial: frozenset[int] = frozenset()
    limit: Decimal = ANY  # what the widths of its rows may come to: many columns meet it by chance
    readings: tuple[str, ...] = ("factor", "share", "more", "less")  # of the column that make sense of it
    bases: Mapping[int, int] = field(default_factory=dict)


def formulas(target: Column, others: Sequence[Column], bases: Mapping[int, int]) -> Iterator[Formula]:
    """Every formula that is tried for a column of factors: of what was measured first, of counts only then."""
    plain = [exactly(one) for one in sorted((one for one in others if not _derived(one)), key=counts)[:MOST_COLUMNS]]
    counted = [one for one in plain if counts(one)]
    for a in plain:
        for b in plain:
            if a is not b and _unit(a) == _unit(b):
                yield Formula(f"{a.header} / {b.header}", _by_row(a, b), (a, b))
    yield from _of_shares(target, others)
    yield from _against_best(plain)
    for reference in _references(target):
        for a in plain:
            yield from against(a, reference, [one for one in counted if one is not a])
    yield from _either_way(plain)
    for a in plain:
        yield from _against_neighbours(a)
        yield from _against_group(a, target)
        yield from _against_bases(a, bases)
        yield from _of_sum(a)
        yield from _proportional(a, target)


def _of_shares(target: Column, others: Sequence[Column]) -> Iterator[Formula]:
    """Two columns of scores in percent, for a column that says to be their ratio or change: "accuracy loss"."""
    if not _CHANGED.search(target.header):
        return
    scores = [one for one in others if "%" in _unit(one) and "x" not in _unit(one)][:MOST_COLUMNS]
    for a in scores:
        for b in scores:
            if a is not b and _unit(a) == _unit(b) and not _CHANGED.search(a.header + b.header):
                yield Formula(f"{a.header} / {b.header}", _by_row(a, b), (a, b), limit=RARE)


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


def _proportional(a: Column, target: Column) -> Iterator[Formula]:
    """A share of one value that the table does not print, as its first rows show it: "of 400 Gb/s"."""
    for reference in [row for row in sorted(target.numbers) if row in a.numbers][:2]:
        base, share = a.numbers[reference], target.numbers[reference]
        if positive(base) and positive(share):
            whole = base.readings / share.readings.scaled(Decimal("0.01"))
            values = {row: one.readings / whole for row, one in a.numbers.items() if positive(one)}
            trivial = frozenset({reference})
            words, bases = f"a constant share of {a.header}", dict.fromkeys(values, reference)
            yield Formula(words, values, (a,), trivial, limit=RARE, readings=("share",), bases=bases)


def _either_way(plain: Sequence[Column]) -> Iterator[Formula]:
    """The better over the worse whichever is larger: a table of rates and times has "1.2x" for both."""
    for a, b in combinations(plain, 2):
        if _unit(a) == _unit(b):
            up, down = _by_row(a, b), _by_row(b, a)
            more = {row: max(one, down[row], key=lambda each: each.rounded.upper) for row, one in up.items()}
            words = f"the larger of {a.header} and {b.header} / the smaller"
            yield Formula(words, more, (a, b), limit=CHANCE, readings=("factor",))


def _derived(column: Column) -> bool:
    units = {one.unit for one in column.numbers.values()}
    return bool(units & {"x", "%"})


def _unit(column: Column) -> frozenset[str]:
    return frozenset(one.unit for one in column.numbers.values())


def _by_row(a: Column, b: Column) -> dict[int, Readings]:
    return {
        row: a.numbers[row].readings / b.numbers[row].readings
        for row in sorted(set(a.numbers) & set(b.numbers))
        if positive(a.numbers[row]) and positive(b.numbers[row])
    }


def positive(number: Number) -> bool:
    """Whether all readings of a number are above zero, so that it can be divided by."""
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
    if base is None or not positive(base):
        return
    usable = {row: one for row, one in a.numbers.items() if positive(one)}
    trivial = frozenset({reference})
    up = {row: one.readings / base.readings for row, one in usable.items()}
    down = {row: base.readings / one.readings for row, one in usable.items()}
    bases = dict.fromkeys(usable, reference)
    yield Formula(f"{a.header} / that of the reference row", up, (a,), trivial, bases=bases)
    yield Formula(f"{a.header} of the reference row / that of the row", down, (a,), trivial, bases=bases)
    for each in counted:
        if reference in each.numbers and each.numbers[reference].value > 0:
            for values, words in ((up, f"growth of {a.header}"), (down, f"fall of {a.header}")):
                shared = {row: _per(values[row], each, row, reference) for row in values if _counted(each, row)}
                name = f"{words} / growth of {each.header}"
                yield Formula(name, shared, (a, each), trivial, limit=LIKELY, bases=bases)


def _against_neighbours(a: Column) -> Iterator[Formula]:
    """Each row against the one above or below it: "change on the previous year"."""
    rows = sorted(row for row, one in a.numbers.items() if positive(one))
    for where, pairs in (("above", [*pairwise(rows)]), ("below", [(two, one) for one, two in pairwise(rows)])):
        values = {row: a.numbers[row].readings / a.numbers[base].readings for base, row in pairs}
        bases = {row: base for base, row in pairs}
        yield Formula(
            f"{a.header} / that of the row {where}", values, (a,), limit=CHANCE, readings=_CHANGE, bases=bases
        )


def _against_group(a: Column, target: Column) -> Iterator[Formula]:
    """Each row against the last one that prints 1 (or 100 %): a table of several groups with a baseline each."""
    ones = _ones(target)
    bases = {row: max((one for one in ones if one <= row), default=-1) for row in a.numbers}
    if len(ones) < 2 or not all(positive(one) for one in a.numbers.values()):
        return
    able = {row: a.numbers[base].readings for row, base in bases.items() if base in a.numbers}
    up = {row: a.numbers[row].readings / base for row, base in able.items()}
    down = {row: base / a.numbers[row].readings for row, base in able.items()}
    for words, values in ((f"{a.header} / that of the group's first row", up),
                          (f"{a.header} of the group's first row / that of the row", down)):  # fmt: skip
        yield Formula(words, values, (a,), frozenset(ones), limit=CHANCE, bases=bases)


def _against_bases(a: Column, bases: Mapping[int, int]) -> Iterator[Formula]:
    """Each row against the row without a factor that shares its keys: the baseline of its machine."""
    rows = {row: base for row, base in bases.items() if {row, base} <= set(a.numbers)}
    able = {row: base for row, base in rows.items() if positive(a.numbers[row]) and positive(a.numbers[base])}
    up = {row: a.numbers[row].readings / a.numbers[base].readings for row, base in able.items()}
    down = {row: a.numbers[base].readings / a.numbers[row].readings for row, base in able.items()}
    for words, values in ((f"{a.header} / that of the row without one", up),
                          (f"{a.header} of the row without one / that of the row", down)):  # fmt: skip
        yield Formula(words, values, (a,), limit=CHANCE, bases=able)


def _of_sum(a: Column) -> Iterator[Formula]:
    """Each row against the sum of all: "share of total"."""
    if a.numbers and all(positive(one) for one in a.numbers.values()):
        ends = [one.readings.rounded for one in a.numbers.values()]
        whole = Interval(sum((one.lower for one in ends), Decimal(0)), sum((one.upper for one in ends), Decimal(0)))
        values = {row: one.readings / Readings.of(whole) for row, one in a.numbers.items()}
        yield Formula(f"{a.header} / the sum of all rows", values, (a,), limit=LIKELY, readings=("share",))


def _counted(counts: Column, row: int) -> bool:
    return row in counts.numbers and counts.numbers[row].value > 0


def _per(value: Readings, counts: Column, row: int, reference: int) -> Readings:
    return value.scaled(counts.numbers[reference].value / counts.numbers[row].value)
