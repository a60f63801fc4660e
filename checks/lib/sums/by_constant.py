"""Columns that are another column times a number of the text, or that number over the column, in most rows.

"Holds 22 drives" above "Drive size | Raw capacity"; "four sequences of 8,192 tokens for each chip" above "Step time |
Tokens/s/chip". Two rows show it, since the number is printed and its noun stands in a header.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import permutations

from checks.lib.language.of_parts import same_parts
from checks.lib.quantities.dimensions import Dims, times, unit
from checks.lib.quantities.scanned import content, point
from checks.lib.statements.cells import Column
from checks.lib.telling.facts import Fact
from schemas.document import Table
from schemas.interval import Interval
from schemas.names import Vocabulary

ENOUGH = 2  # rows that show it
SHARP = Decimal("0.02")  # what a row's print may leave open
SLACK = Decimal("0.003")
NONE: Dims = frozenset()


@dataclass(frozen=True, slots=True)
class Side:
    """A column with its dimensions and its values in base units, by row."""

    column: Column
    dims: Dims
    values: dict[int, Interval]


@dataclass(frozen=True, slots=True)
class Constant:
    """A number that one or two facts of the text come to, without what the second of them counts."""

    value: Decimal
    of: tuple[Fact, ...]

    @property
    def dims(self) -> Dims:
        """Those of the first fact; a number of parts has none."""
        return NONE if self.of[0].count and not self.of[0].per else self.of[0].dims

    @property
    def words(self) -> frozenset[str]:
        """What the facts count, and what each of has it."""
        return frozenset[str]().union(*(one.of | one.per | one.loose for one in self.of))


@dataclass(frozen=True, slots=True)
class Held:
    """`whole` is `part` times (`by` "x") or under ("/") a constant in the rows of `fitting`, and not of `failing`."""

    whole: Side
    part: Side
    constant: Constant
    by: str
    fitting: tuple[int, ...]
    failing: tuple[int, ...]

    def allowed(self, row: int) -> Interval:
        """What the constant allows for a row of the whole."""
        return _given(self.part.values[row], self.constant.value, self.by)


def sides(table: Table, columns: Sequence[Column], facts: Sequence[Fact], vocabulary: Vocabulary) -> list[Side]:
    """The columns whose cells all are of one dimension."""
    at = {one.start: one for one in facts}
    return [found for column in columns if (found := _side(table, column, at, vocabulary))]


def _side(table: Table, column: Column, at: dict[int, Fact], vocabulary: Vocabulary) -> Side | None:
    cells = {row: at.get(table.rows[row][column.index].start) for row in column.numbers}
    known = {row: one for row, one in cells.items() if one}
    if len(known) == len(cells) and len({one.dims for one in known.values()}) == 1:
        values = {row: _exactly(one) for row, one in known.items()}
        return Side(column, next(iter(known.values())).dims, values)
    units = {one.unit for one in column.numbers.values()}
    found = unit(next(iter(units)), vocabulary) if len(units) == 1 and "" not in units else None
    if found is None:
        return None
    return Side(column, found[0], {row: one.readings.rounded.scaled(found[1]) for row, one in column.numbers.items()})


def _exactly(one: Fact) -> Interval:
    """A number of things is just that many, else eight servers might be anything from 7.5 to 8.5."""
    whole = one.count and one.middle == one.middle.to_integral_value()
    return point(f"{one.middle:.0f}") if whole else one.value


def constants(facts: Sequence[Fact], table: Table) -> list[Constant]:
    """The numbers of the text around a table, and those that each of some counted parts makes."""
    text = [one for one in facts if not table.start <= one.start < table.end and not one.anonymous
            and one.qualifier == "exact" and one.middle > 1]  # fmt: skip
    counts = [one for one in text if one.count]
    pairs = [Constant(one.middle * each.middle, (one, each)) for one in text for each in counts
             if one is not each and one.per and same_parts(one.per, each.of)]  # fmt: skip
    return [*(Constant(one.middle, (one,)) for one in text), *pairs]


def held(every: Sequence[Side], able: Sequence[Constant]) -> Iterator[Held]:
    """The pairs of columns and the constant that all but a few rows follow."""
    for whole, part in permutations(every, 2):
        named = content(whole.column.header) | content(part.column.header)
        linked = [(one, by) for one in able if same_parts(one.words, named) for by in _ways(whole, part, one)]
        plain = _nominal(part)  # drives of "18 TB" are of just so much, where the other cells show it
        fits = (_held(whole, side, one, by) for one, by in linked for side in (plain, part))
        found = [fit for fit in fits if fit]
        if found:
            best = max(found, key=lambda fit: len(fit.fitting))
            yield from _unexplained(best, linked)


def _nominal(side: Side) -> Side:
    middles = {row: (one.lower + one.upper) / 2 for row, one in side.values.items()}
    return replace(side, values={row: Interval(one, one) for row, one in middles.items()})


def _ways(whole: Side, part: Side, one: Constant) -> Iterator[str]:
    if each_has(part, one) and one.of[0].dims == whole.dims:
        yield "x"  # "Every server carries 8 GPUs" above "Servers | GPUs"
    counted = len(part.dims) == 1 and ("time", -1) in whole.dims and ("time", -1) not in part.dims
    if times(part.dims, one.dims) == whole.dims and not (counted and ("time", 1) not in part.dims):
        yield "x"
    if one.dims and times(one.dims, part.dims, -1) == whole.dims:
        yield "/"


def each_has(part: Side, one: Constant) -> bool:
    """Whether a constant is how many things each of those has that a column counts."""
    counted = frozenset(name for name, power in part.dims if power == 1)
    size = one.of[0]
    return len(one.of) == 1 and size.count and len(part.dims) == 1 and bool(size.per & counted)


def _held(whole: Side, part: Side, one: Constant, by: str) -> Held | None:
    rows = [row for row in whole.values if row in part.values and part.values[row].lower > 0]
    good = tuple(row for row in rows if _fits(whole, part, one, by, row))
    bad = tuple(row for row in rows if row not in good)
    distinct = {whole.values[row] for row in good}
    sharp = all(_width(side.values[row]) < SHARP for row in good for side in (whole, part))
    enough = len(distinct) >= ENOUGH and bad and len(bad) * 2 <= len(good)
    return Held(whole, part, one, by, good, bad) if enough and sharp else None


def _fits(whole: Side, part: Side, one: Constant, by: str, row: int) -> bool:
    given, printed = _given(part.values[row], one.value, by), whole.values[row]
    return given.lower * (1 - SLACK) <= printed.upper and printed.lower <= given.upper * (1 + SLACK)


def _given(part: Interval, value: Decimal, by: str) -> Interval:
    return part.scaled(value) if by == "x" else Interval(value / part.upper, value / part.lower)


def _width(one: Interval) -> Decimal:
    return (one.upper - one.lower) / one.upper if one.upper else Decimal(1)


def _unexplained(found: Held, others: Sequence[tuple[Constant, str]]) -> Iterator[Held]:
    """A law without the rows that another number of the text gives: "the largest takes 25 drives"."""
    whole, part = found.whole, found.part
    odd = tuple(row for row in found.failing if not any(_fits(whole, part, one, by, row) for one, by in others))
    if odd:
        yield Held(whole, part, found.constant, found.by, found.fitting, odd)
