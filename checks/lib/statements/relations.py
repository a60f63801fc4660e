"""Relations of columns that most rows follow to the digit: a mean of others, a constant quotient, a product of three.

Each is looked for without regard to names, so each must be beyond luck: what the prints of the rows that follow it
leave open, over how far such values lie apart, comes to less than the number of relations that were tried allows.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from checks.lib.statements.cells import Column, Number
from checks.lib.statements.laws import common_of
from schemas.interval import Interval

LUCK = 1e-5  # what the rows may come to, times the relations that were tried
LUCK_OF_BILL = 5e-3  # the same of hours and what they cost, which are expected to go together
MOST_COLUMNS = 20
MOST_OF_THREE = 10  # columns of which every three are multiplied
MOST_ROWS = 200
PROBE = 12  # rows of a long table, half of which must follow a relation before the rest is looked at
PARTS = 3  # of a mean that its header does not tell
FEWEST = 3  # rows that follow a relation
FOLLOW = 3  # that follow it for each that does not
FAR = 0.02  # logarithm of the gap that is worth a word
NEAR = 2.5  # a cell ten times off has another unit, or is of another kind
_FACTOR = re.compile(r"speed-?\s?up|\bfaster\b|\bslower\b|\btimes\b|\bratio\b|\bvs\b", re.IGNORECASE)
_HOURS = re.compile(r"[- ](?:hours|hrs|days|months)\b|\bhours\b", re.IGNORECASE)
_WRITTEN = re.compile(
    r"\bendurance\b|\bwritten\b|\b[TP]BW\b|\b(?:lifetime|rated|total)\b.*\bwrites?\b|\bwrites?\b.*\blife", re.IGNORECASE
)
_CAPACITY = re.compile(r"\bcapacity\b|\bsize\b|\b(?:TB|GB)\b", re.IGNORECASE)
_CORES = re.compile(
    r"\bv?CPUs?\b|\bcores?\b|\bOCPUs?\b|\b(?:number of |# ?)?(?:GPU|chip|accelerator|node|card|drive|stack|NIC)s\b",
    re.IGNORECASE,
)
_IN_STEP = re.compile(
    r"\b(?:RAM|HBM\d?e?|memory|price|cost|hourly|on[- ]demand|total|aggregate)\b|[$€£]", re.IGNORECASE
)
_PARAMS = re.compile(r"\bparam(?:eter)?s?\b", re.IGNORECASE)
_WEIGHED = re.compile(r"\b(?:memory|size|footprint|weights|checkpoint|storage|disk|[KMGT]i?B)\b", re.IGNORECASE)
_COST = re.compile(r"\bcosts?\b|\bprices?\b|\bbill\b|\bcharges?\b|[$€£]|\busd\b", re.IGNORECASE)
Span = tuple[float, float]  # logarithms of what a cell allows
Spans = Mapping[int, Span]


@dataclass(frozen=True, slots=True)
class Relation:
    """`whole` is `words` of `others` in `fitting` rows (by index); what it allows in the `failing` ones."""

    words: str
    whole: Column
    others: tuple[Column, ...]
    fitting: tuple[int, ...]
    failing: dict[int, Interval]
    luck: float
    back: dict[int, Interval]  # what a constant relation allows the other column in them; else empty


def relations(columns: Sequence[Column], named_mean: Callable[[str], bool]) -> Iterator[Relation]:
    """What most rows follow and few break: means first, then products, then constant quotients."""
    usable = [one for one in columns if FEWEST <= len(one.numbers) <= MOST_ROWS][:MOST_COLUMNS]
    yield from _means(usable, named_mean)
    positive = [one for one in usable if varies(one)]
    spans = {at: spans_of(one) for at, one in enumerate(positive)}
    measured = [at for at, one in enumerate(positive) if "x" not in _units(one) and not _FACTOR.search(one.header)]
    yield from _products(positive, spans, measured[:MOST_OF_THREE])
    yield from _quotients(positive, spans)


def varies(column: Column) -> bool:
    """Whether all values are above zero, so that they have logarithms."""
    values = [one.value for one in column.numbers.values()]
    return min(values) > 0 and all(one.readings.rounded.lower > 0 for one in column.numbers.values())


def spans_of(column: Column) -> Spans:
    """The logarithms of what each cell allows."""
    return {
        row: (math.log(one.readings.rounded.lower), math.log(one.readings.rounded.upper))
        for row, one in column.numbers.items()
    }


def _means(columns: Sequence[Column], named: Callable[[str], bool]) -> Iterator[Relation]:
    tried = [(whole, parts) for at, whole in enumerate(columns) for parts in _runs(columns, at)]
    for whole, parts in tried:
        if len(parts) >= PARTS or named(whole.header):
            found = _mean(whole, parts)
            if found and found.luck * (1 if named(whole.header) else len(tried)) <= LUCK:
                yield found


def _runs(columns: Sequence[Column], at: int) -> Iterator[tuple[Column, ...]]:
    """The columns of one unit right before a column, and right behind it, as many as there are and fewer."""
    unit = _units(columns[at])
    for side in (columns[:at][::-1], columns[at + 1 :]):
        run: list[Column] = []
        for one in side:
            if _units(one) != unit or one.index == 0:
                break
            run.append(one)
            if len(run) > 1:
                yield tuple(run)


def _units(column: Column) -> frozenset[str]:
    return frozenset(one.unit for one in column.numbers.values())


def _mean(whole: Column, parts: tuple[Column, ...]) -> Relation | None:
    rows = [row for row in whole.numbers if all(row in one.numbers for one in parts)]
    probe = [_mean_of([one.numbers[row] for one in parts]) for row in rows[:PROBE]]
    if not _half(one.meets(whole.numbers[row].readings.widened) for one, row in zip(probe, rows, strict=False)):
        return None
    allowed = {row: _mean_of([one.numbers[row] for one in parts]) for row in rows}
    fitting = [row for row in rows if allowed[row].meets(whole.numbers[row].readings.widened)]
    failing = {row: one for row, one in allowed.items() if row not in fitting}
    luck = math.prod(_open_mean(whole, parts, row) for row in _distinct(fitting, whole))
    found = Relation("the mean", whole, parts, tuple(fitting), failing, luck, {})
    return found if failing and _enough(found, 2) else None


def _mean_of(numbers: Sequence[Number]) -> Interval:
    low = sum((one.readings.rounded.lower for one in numbers), Decimal(0))
    high = sum((one.readings.rounded.upper for one in numbers), Decimal(0))
    return Interval(low / len(numbers), high / len(numbers))


def _open_mean(whole: Column, parts: Sequence[Column], row: int) -> float:
    """Any mean lies between the parts: how much of that the prints of a row leave open."""
    values = [one.numbers[row].value for one in parts]
    apart = max(values) - min(values)
    ends = [one.numbers[row].readings.rounded for one in parts]
    open_ = sum((one.upper - one.lower for one in ends), Decimal(0)) / len(parts)
    print_ = whole.numbers[row].readings.rounded
    return float(min((open_ + print_.upper - print_.lower) / apart, Decimal(1))) if apart else 1.0


def _products(columns: Sequence[Column], spans: Mapping[int, Spans], numbered: Sequence[int]) -> Iterator[Relation]:
    """One column as the product of three others: nodes by hours by the price of a node-hour."""
    tried = [(z, three) for z in numbered for three in combinations([at for at in numbered if at != z], 3)]
    for z, three in tried:
        found = _product(columns, spans, z, three)
        if found and found.luck * len(tried) <= LUCK * 10:
            yield found


def _product(columns: Sequence[Column], spans: Mapping[int, Spans], z: int, three: tuple[int, ...]) -> Relation | None:
    rows = [row for row in spans[z] if all(row in spans[at] for at in three)]
    if not _half(_follows(columns, spans, z, three, row) for row in rows[:PROBE]):
        return None
    wide = {row: _sum([spans[at][row] for at in three]) for row in rows}
    # The printed values themselves: counts are exact, and a price list is. Intervals say only who does not follow.
    fitting = [row for row in rows if _follows(columns, spans, z, three, row)]
    failing = {
        row: Interval(Decimal(math.exp(low)), Decimal(math.exp(high)))
        for row, (low, high) in wide.items()
        if row not in fitting and _gap((low, high), spans[z][row]) > FAR
    }
    if not failing or any(_gap(wide[row], spans[z][row]) > NEAR for row in failing):
        return None
    # A factor of one (a single node) makes it a product of two, and powers of two multiply to one another.
    telling = [row for row in fitting if sum(columns[at].numbers[row].value != 1 for at in three) > 1]
    telling = [row for row in telling if not all(_power(columns[at].numbers[row].value) for at in (z, *three))]
    luck = _luck(telling, columns[z], {row: spans[z][row] for row in rows})
    others = tuple(columns[at] for at in three)
    if _same(columns[z]):
        return None
    found = Relation("the product", columns[z], others, tuple(fitting), failing, luck, {})
    return found if len(telling) > 1 and _enough(found, 2, fewest=2) else None


def _follows(columns: Sequence[Column], spans: Mapping[int, Spans], z: int, three: tuple[int, ...], row: int) -> bool:
    low, high = spans[z][row]
    return low - 1e-9 <= sum(_point(columns[at], row) for at in three) <= high + 1e-9


def _half(held: Iterable[bool]) -> bool:
    every = list(held)
    return bool(every) and sum(every) * 2 >= len(every)


def _power(value: Decimal) -> bool:
    """Whether a value is a power of two or of ten: such settings multiply to one another by themselves."""
    return value % 1 == 0 and (int(value) & (int(value) - 1) == 0 or int(str(int(value)).rstrip("0")) == 1)


def _same(column: Column) -> bool:
    return len({one.value for one in column.numbers.values()}) == 1


def _point(column: Column, row: int) -> float:
    return math.log(column.numbers[row].value)


def _quotients(columns: Sequence[Column], spans: Mapping[int, Spans]) -> Iterator[Relation]:
    """Two columns whose quotient, or whose product, is the same in all rows: a rate, a peak, a sum of money."""
    pairs = [(a, b) for a, b in combinations(range(len(columns)), 2) if _may_be_constant(columns[a], columns[b])]
    for a, b in pairs:
        for words, sign in (("a constant share", -1), ("a constant over", 1)):
            found = constant(columns[a], columns[b], spans[a], spans[b], sign, words)
            tied = sign < 0 and tied_by_words(columns[a], columns[b])
            if found and found.luck * (1 if tied else len(pairs) * 2) <= (LUCK_OF_BILL if tied else LUCK):
                yield found


def _may_be_constant(a: Column, b: Column) -> bool:
    # "0.7s (5.4x)": a factor beside its value is over the value of another row, and judged as that.
    in_cell = a.index == b.index and "x" in _units(a) | _units(b)
    return not (in_cell or _same(a) or _same(b))


def tied_by_words(a: Column, b: Column) -> bool:
    """Whether two columns are expected to grow in step: hours and their cost, drives and what may be written to them.

    So are the parts of a machine (cores, GPUs) and the memory or price that each brings, and a model's parameters and
    what they weigh.
    """
    ties = ((_HOURS, _COST), (_CAPACITY, _WRITTEN), (_CORES, _IN_STEP))
    every = any(_says(one, x) and _says(other, y) for one, other in ties for x, y in ((a, b), (b, a)))
    return every or weighs(a, b)


def weighs(a: Column, b: Column) -> bool:
    """Whether one column counts parameters, and the other says what these take: its bytes a parameter are one format's.

    "Total model parameter memory" has both words, and is the second.
    """
    sizes = [bool(_WEIGHED.search(f"{one.header} {' '.join(_units(one))}")) for one in (a, b)]
    counted = b if sizes[0] else a
    return sizes[0] != sizes[1] and bool(_PARAMS.search(counted.header))


def _says(words: re.Pattern[str], column: Column) -> bool:
    units = " ".join(sorted(_units(column)))
    if words is _CAPACITY and _WRITTEN.search(column.header):
        return False
    return bool(words.search(f"{column.header} {units if words in (_CAPACITY, _CORES) else ''}"))


def constant(a: Column, b: Column, x: Spans, y: Spans, sign: int, words: str) -> Relation | None:
    """Two columns of one quotient (`sign` -1) or product (1) in all rows but few; `x`, `y` their spans."""
    rows = [row for row in x if row in y]
    if len(rows) < FEWEST + 1:
        return None
    joined = {row: _sum([x[row], y[row] if sign > 0 else (-y[row][1], -y[row][0])]) for row in rows[:PROBE]}
    common = common_of(joined)
    if not _half(low <= common[1] and common[0] <= high for low, high in joined.values()):
        return None
    joined |= {row: _sum([x[row], y[row] if sign > 0 else (-y[row][1], -y[row][0])]) for row in rows[PROBE:]}
    common = common_of(joined)
    fitting = [row for row in rows if joined[row][0] <= common[1] and common[0] <= joined[row][1]]
    off = [row for row in rows if row not in fitting and _gap(common, joined[row]) > FAR]
    if any(_gap(common, joined[row]) > NEAR for row in off):
        return None
    failing = {row: _given(common, x[row], sign, back=False) for row in off}
    back = {row: _given(common, y[row], sign, back=True) for row in off}
    luck = _luck_of_two(fitting, a, b, joined)
    found = Relation(words, b, (a,), tuple(fitting), failing, luck, back)
    return found if failing and _enough(found, FOLLOW) else None


def _given(common: Span, known: Span, sign: int, *, back: bool) -> Interval:
    """What the constant and one column of a row allow the other: sign is 1 for a product, -1 for a quotient a / b."""
    low, high = (common[0] - known[1], common[1] - known[0])
    if sign < 0:
        low, high = (common[0] + known[0], common[1] + known[1]) if back else (-high, -low)
    return Interval(Decimal(math.exp(low)), Decimal(math.exp(high)))


def _enough(found: Relation, follow: int, fewest: int = FEWEST) -> bool:
    return len(found.fitting) >= max(fewest, follow * len(found.failing))


def _distinct(rows: Sequence[int], column: Column) -> list[int]:
    """One row for each value: the same print twice is one observation."""
    return list({column.numbers[row].value: row for row in rows}.values())


def _luck(rows: Sequence[int], column: Column, spans: Spans) -> float:
    apart = max(high for _, high in spans.values()) - min(low for low, _ in spans.values())
    widths = (spans[row][1] - spans[row][0] for row in _distinct(rows, column))
    return math.prod(min((one + 1e-9) / max(apart, 1e-9), 1.0) for one in widths)


def _luck_of_two(rows: Sequence[int], a: Column, b: Column, joined: Spans) -> float:
    """The same for a constant that is taken from the rows: the first of them proves nothing."""
    seen = _distinct(_distinct(rows, a), b)
    if len(seen) < FEWEST:
        return 1.0
    apart = min(_apart(one, seen) for one in (a, b))
    widths = sorted((min((joined[row][1] - joined[row][0]) / max(apart, 1e-9), 1.0) for row in seen), reverse=True)
    return math.prod(widths[:-1])


def _apart(column: Column, rows: Sequence[int]) -> float:
    values = [column.numbers[row].value for row in rows]
    return math.log(max(values) / min(values))


def _sum(spans: Sequence[Span]) -> Span:
    return sum(low for low, _ in spans), sum(high for _, high in spans)


def _gap(one: Span, other: Span) -> float:
    return max(one[0] - other[1], other[0] - one[1], 0.0)
