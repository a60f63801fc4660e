"""Relations of columns that stand in two places, joined by the labels of their rows: most rows follow, one breaks it.

What a row leaves open, over how far its value could lie, is multiplied over the rows; times the relations that were
tried it must come to less than luck gives, unless words say the relation, or units do.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import permutations, product

from checks.lib.findings.slips import one_slip_from
from checks.lib.statements.cells import Column, Number
from checks.lib.statements.laws import laws, rare
from checks.lib.statements.relations import Relation, constant, spans_of, varies
from schemas.interval import Interval, short

LUCK = 1e-5  # of what nothing says
LUCK_SAID = 1e-3  # of what words or units say
LUCK_TIED = 5e-3  # of two columns that are expected to go together
FAR = Decimal("0.02")
LEAST = 2  # rows that show a relation
SLIPS = tuple(
    Decimal(a) / b for a, b in ((1, 2), (2, 1), (2, 3), (3, 2), (1, 3), (3, 1), (1, 4), (4, 1), (1, 8), (8, 1))
)
_RATE = re.compile(r"\b(?P<of>[a-z]+?)s?\s?(?:/\s?s(?:ec)?\b|per second\b|a second\b)", re.IGNORECASE)
_TIME = re.compile(r"\b(?:ms|µs|us|ns|s|secs?|seconds?|milliseconds?|microseconds?)\b", re.IGNORECASE)
_SHORT_RATES = {"tok": "token", "fps": "frame", "img": "image", "req": "request", "tps": "token", "qps": "quer"}
_BLEND = re.compile(r"\b(?:blend\w*|weigh\w+|mix\w*|averag\w+|mean)\b", re.IGNORECASE)
_WEIGHTS = re.compile(r"(?<![\w.:/])(?P<a>\d{1,2})\s?(?:[:/]|(?:-| )to(?:-| ))\s?(?P<b>\d{1,2})(?![\w:.%]\d|\d)")
_SHARE = re.compile(r"(?<![\w.])(?P<a>\d{2})\s?(?:%|percent)\s(?:input|prompt|reads?|prefill)\b", re.IGNORECASE)
_WHOLE = 100
_ALL = Decimal(100)
PROBE = 6  # rows, half of which must follow before the rest is looked at
MOST_PARTS = 20  # of which a stated mean is made
_TRIED = ((1, 1), (2, 1), (3, 1), (4, 1), (9, 1))
_SUM = re.compile(
    r"\b(?:totals?|sums?|combined|together|all[- ]in|overall|end[- ]to[- ]end|both|altogether)\b", re.IGNORECASE
)
_LESS = re.compile(
    r"\b(?:differences?|sav(?:es?|ed|ings?)|less|fewer|delta|gap|margin|net|gain\w*|lead\w*|off)\b", re.IGNORECASE
)
_PERIOD = re.compile(
    r"\b(hour|day|week|month|year|annual|dai|node|gpu|chip|card|server|system)(?:s|ly|al)?\b",
    re.IGNORECASE,
)
_SAME = {"annual": "year", "dai": "day", "server": "node", "system": "node", "chip": "gpu", "card": "gpu"}
_MANY = {("hour", "day"): (24,), ("hour", "month"): (720, 730, 744), ("hour", "year"): (8760,), ("day", "week"): (7,),
         ("day", "month"): (30,), ("day", "year"): (365,), ("month", "year"): (12,),
         ("gpu", "node"): (2, 4, 8, 16)}  # fmt: skip
Rows = Sequence[int]


@dataclass(frozen=True, slots=True)
class Given:
    """Columns of one place, by rows that both have, and all that is said of it."""

    columns: tuple[Column, ...]
    about: str


@dataclass(frozen=True, slots=True)
class Found:
    """A relation of columns, `at` which place each stands: the whole first, then the others."""

    relation: Relation
    at: tuple[int, ...]
    said: bool


def related(one: Given, other: Given) -> Iterator[Found]:
    """The relations of columns of two places that most rows show and few break; those that something says first."""
    one, other = _usable(one), _usable(other)
    for at, (here, there) in enumerate(((one, other), (other, one))):
        yield from _three_said(here, there, at)
    yield from _reciprocals(one, other)
    yield from _spans_of_time(one, other)
    yield from _constants(one, other)
    yield from _laws(one, other)


def _usable(one: Given) -> Given:
    return replace(one, columns=tuple(each for each in one.columns if varies(each)))


def _three_said(here: Given, there: Given, at: int) -> Iterator[Found]:
    """A column there of two here: a blend, a sum, a difference, a factor, a change in percent."""
    two = list(permutations(here.columns, 2))
    for whole in there.columns:
        ways = list(_ways(whole, here, there))
        for (x, y), (words, said, ordered, way) in product(two, ways):
            tried = len(ways) * (1 if said else len(two) * len(there.columns))
            if (not ordered or x.index < y.index) and (found := _judged(words, whole, (x, y), way, tried)):
                yield Found(found, (1 - at, at, at), said)


def _shared(*columns: Column) -> bool:
    rows = set.intersection(*(set(one.numbers) for one in columns))
    return len(rows) > LEAST


_Way = Callable[[Number, Number], Interval]


def _ways(whole: Column, here: Given, there: Given) -> Iterator[tuple[str, bool, bool, _Way]]:
    """What a column may be of two others: in words, whether these are said, whether only in the columns' order."""
    units = {one.unit for one in whole.numbers.values()}
    words = f"{there.about} {whole.header}"
    if units == {"x"}:
        yield "the quotient", False, False, lambda a, b: _of(a) / _of(b)
    elif units == {"%"}:
        yield "the change in percent", False, False, lambda a, b: _percent(a, b, Decimal(-1))
        yield "the saving in percent", False, False, lambda a, b: _sum(Interval(_ALL, _ALL), -_percent(a, b))
        yield "the share in percent", False, False, _percent
    else:
        yield from _weighted(words, here.about)
        if _SUM.search(words):
            yield "the sum", False, True, lambda a, b: _sum(_of(a), _of(b))
        if _LESS.search(words):
            yield "the difference", False, False, lambda a, b: _sum(_of(a), -_of(b))


def _percent(a: Number, b: Number, more: Decimal = Decimal(0)) -> Interval:
    return _sum(_of(a) / _of(b), Interval(more, more)).scaled(_ALL)


def _weighted(words: str, there: str) -> Iterator[tuple[str, bool, bool, _Way]]:
    stated = _stated(words) or (_stated(there) if _BLEND.search(words) else set())
    if not stated and not _BLEND.search(words):
        return
    for a, b in sorted(stated) or _TRIED:
        yield f"the mean at {a}:{b}", bool(stated), a == b, _mean_at(a, b)


def _stated(text: str) -> set[tuple[int, int]]:
    """The weights that a text says: "3:1", "3-to-1", "80/20", "75% input"."""
    found = {(int(one["a"]), int(one["b"])) for one in _WEIGHTS.finditer(text)}
    found |= {(int(one["a"]), _WHOLE - int(one["a"])) for one in _SHARE.finditer(text)}
    return {(a, b) for a, b in found if a > 0 and b > 0 and (a + b <= MOST_PARTS or a + b == _WHOLE)}


def _mean_at(a: int, b: int) -> _Way:
    whole = Decimal(a + b)
    return lambda x, y: _sum(_of(x).scaled(Decimal(a) / whole), _of(y).scaled(Decimal(b) / whole))


def _of(one: Number) -> Interval:
    return one.readings.rounded


def _sum(one: Interval, other: Interval) -> Interval:
    return Interval(one.lower + other.lower, one.upper + other.upper)


def _judged(words: str, whole: Column, two: tuple[Column, Column], way: _Way, tried: int) -> Relation | None:
    x, y = two
    rows = [row for row in whole.numbers if row in x.numbers and row in y.numbers]
    if len(rows) <= LEAST or sum(_meets(whole, two, row, way) for row in rows[:PROBE]) < len(rows[:PROBE]) / 2:
        return None
    allowed = {row: way(x.numbers[row], y.numbers[row]) for row in rows}
    fitting = [row for row in rows if allowed[row].meets(whole.numbers[row].readings.widened)]
    failing = {row: allowed[row] for row in rows if row not in fitting and allowed[row].lower > 0}
    failing = {row: one for row, one in failing.items() if one.distance(_wide(whole, row)) > FAR}
    if not failing or len(fitting) < max(LEAST, 2 * len(failing)):
        return None
    blend = words.startswith("the mean")
    luck = math.prod(_open(whole, two, row, allowed[row], blend=blend) for row in _distinct(fitting, whole))
    if luck * tried > LUCK_SAID * (1 if blend else 0.1):
        return None
    near = all(_near(whole.numbers[row], one) for row, one in failing.items())
    return Relation(words, whole, two, tuple(fitting), failing, luck, {}) if near else None


def _meets(whole: Column, two: tuple[Column, Column], row: int, way: _Way) -> bool:
    return way(*(one.numbers[row] for one in two)).meets(whole.numbers[row].readings.widened)


def _wide(column: Column, row: int) -> Interval:
    return column.numbers[row].readings.widened.positive()


def _near(number: Number, allowed: Interval) -> bool:
    """Whether a value is a slip of what is allowed, or at most four times it: farther off it is of another kind."""
    return slipped(number, allowed) or allowed.distance(number.readings.widened.positive()) < 3


def _open(whole: Column, two: tuple[Column, Column], row: int, allowed: Interval, *, blend: bool) -> float:
    """How much of where a value could lie its print and those of its parts leave open."""
    print_ = whole.numbers[row].readings.rounded
    width = (print_.upper - print_.lower) + (allowed.upper - allowed.lower)
    if blend:
        apart = abs(two[0].numbers[row].value - two[1].numbers[row].value)
    else:
        values = [one.value for one in whole.numbers.values()]
        apart = max(values) - min(values)
    return float(min(width / apart, Decimal(1))) if apart else 1.0


def _distinct(rows: Rows, column: Column) -> list[int]:
    return list({column.numbers[row].value: row for row in rows}.values())


def slipped(number: Number, allowed: Interval) -> bool:
    """Whether one slip, or a small whole ratio (2 for 3 writes a day), makes a value of what is allowed."""
    return one_slip_from(number, allowed) or any(
        number.readings.rounded.positive().scaled(1 / one).meets(allowed) for one in SLIPS
    )


def _reciprocals(one: Given, other: Given) -> Iterator[Found]:
    """A rate and what one of it takes: 750 tokens/s are 1.3 ms between tokens, in whatever powers of ten."""
    for at, (here, there) in enumerate(((one, other), (other, one))):
        for a, b in product(here.columns, there.columns):
            rows = [row for row in a.numbers if row in b.numbers]
            if len(rows) > LEAST and _reciprocal(a, b, there):
                found = _ten(a, b, rows)
                if found:
                    yield Found(found, (1 - at, at), said=True)


def _reciprocal(a: Column, b: Column, there: Given) -> bool:
    units = {one.unit for one in a.numbers.values()}
    match = _RATE.search(f"{a.header} {' '.join(units)}")
    if match is None:
        return False
    of = _SHORT_RATES.get(match["of"].lower(), match["of"].lower())
    times = {one.unit for one in b.numbers.values()} == {"time"} or bool(_TIME.search(b.header))
    return (
        times and not _RATE.search(b.header) and bool(re.search(rf"\b{of}", f"{b.header} {there.about}", re.IGNORECASE))
    )


def _spans_of_time(one: Given, other: Given) -> Iterator[Found]:
    """The same by the hour and by the month, for a GPU and for a node, where texts say so: three labels are enough."""
    for at, (here, there) in enumerate(((one, other), (other, one))):
        for a, b in product(here.columns, there.columns):
            rows = [row for row in a.numbers if row in b.numbers]
            many = _many(_periods(a, here), _periods(b, there)) if len(rows) > LEAST else ()
            for each in many:
                if found := _times(a, b, rows, each, len(many)):
                    yield Found(found, (1 - at, at), said=True)
                    break


def _periods(column: Column, given: Given) -> set[str]:
    return {_SAME.get(one.lower(), one.lower()) for one in _PERIOD.findall(column.header or given.about)}


def _many(small: set[str], large: set[str]) -> tuple[int, ...]:
    found = {each for (a, b), some in _MANY.items() if a in small - large and b in large - small for each in some}
    return tuple(sorted(found))


def _times(a: Column, b: Column, rows: Rows, many: int, tried: int) -> Relation | None:
    """Whether one column is so many times the other in all rows but one, which a slip explains."""
    allowed = {row: a.numbers[row].readings.rounded.scaled(Decimal(many)) for row in rows}
    fitting = [row for row in rows if allowed[row].meets(b.numbers[row].readings.rounded)]
    failing = {row: one for row, one in allowed.items() if row not in fitting and one.distance(_wide(b, row)) > FAR}
    if not failing or len(fitting) < LEAST * len(failing):
        return None
    x, y = spans_of(a), spans_of(b)
    open_ = [x[row][1] - x[row][0] + y[row][1] - y[row][0] for row in _distinct(fitting, b)]
    if len(open_) < LEAST or math.prod(open_) * tried > LUCK_TIED:
        return None
    slips = all(slipped(b.numbers[row], one) for row, one in failing.items())
    return Relation(f"{many} times the other", b, (a,), tuple(fitting), failing, 0, {}) if slips else None


def _ten(a: Column, b: Column, rows: Rows) -> Relation | None:
    x, y = spans_of(a), spans_of(b)
    joined = {row: (x[row][0] + y[row][0], x[row][1] + y[row][1]) for row in rows}
    best = max(range(-12, 13), key=lambda power: sum(_holds(one, power) for one in joined.values()))
    fitting = [row for row in rows if _holds(joined[row], best)]
    failing = {row: _over(Decimal(10) ** best, a.numbers[row]) for row in rows if row not in fitting}
    failing = {row: one for row, one in failing.items() if one.distance(_wide(b, row)) > FAR}
    if not failing or len(fitting) < LEAST * len(failing):
        return None
    apart = max(
        math.log(max(one.value for one in b.numbers.values()) / min(one.value for one in b.numbers.values())), 1
    )
    luck = math.prod(min(1.0, (joined[row][1] - joined[row][0]) / apart) for row in _distinct(fitting, b))
    if luck > LUCK_TIED or not all(slipped(b.numbers[row], one) for row, one in failing.items()):
        return None
    return Relation("the reciprocal", b, (a,), tuple(fitting), failing, luck, {})


def _holds(span: tuple[float, float], power: int) -> bool:
    return span[0] - 1e-9 <= power * math.log(10) <= span[1] + 1e-9


def _over(by: Decimal, number: Number) -> Interval:
    return Interval(by, by) / number.readings.rounded


def _constants(one: Given, other: Given) -> Iterator[Found]:
    """Two columns of one quotient or product that is not one: other units, the price of an hour and of a month."""
    pairs = [(a, b) for a, b in product(one.columns, other.columns) if _shared(a, b) and _both_vary(a, b)]
    spans = {id(each): spans_of(each) for pair in pairs for each in pair}
    for a, b in pairs:
        tied = _tied(a, b, one, other)
        for words, sign in (("a constant share", -1), ("a constant over", 1)):
            found = constant(a, b, spans[id(a)], spans[id(b)], sign, words)
            said = tied and sign < 0
            if found is None or found.luck * (1 if said else len(pairs) * 2) > (LUCK_TIED if said else LUCK):
                continue
            if not _same_print(found, a, b) and all(slipped(b.numbers[row], of) for row, of in found.failing.items()):
                yield Found(found, (1, 0), said)


def _both_vary(a: Column, b: Column) -> bool:
    """A column of one value has a constant quotient with itself alone; factors are over a row, and not a share."""
    units = {one.unit for column in (a, b) for one in column.numbers.values()}
    return not units & {"x", "%"} and all(
        len({one.value for one in column.numbers.values()}) > LEAST for column in (a, b)
    )


def _same_print(found: Relation, a: Column, b: Column) -> bool:
    """Whether the rows print the same numbers twice, which checks of values judge."""
    return sum(a.numbers[row].readings.widened.meets(b.numbers[row].readings.widened) for row in found.fitting) > 1


def _tied(a: Column, b: Column, one: Given, other: Given) -> bool:
    """Whether the one is told for another span, or for more machines, than the other: by the hour and by the month."""
    mine, theirs = (
        {each.lower() for each in _PERIOD.findall(text)} for text in (a.header or one.about, b.header or other.about)
    )
    return bool(mine and theirs and mine.isdisjoint(theirs))


def _laws(one: Given, other: Given) -> Iterator[Found]:
    """Products of two whose columns stand in two places: throughput, power, and throughput per watt."""
    every = [(0, each) for each in one.columns] + [(1, each) for each in other.columns]
    numbered = [replace(each, index=at) for at, (_, each) in enumerate(every)]
    found = list(laws(numbered))
    # What a place relates by itself it relates to whatever is near its own column elsewhere.
    own = [{each.index for each in law.columns} for law in found if len({every[c.index][0] for c in law.columns}) == 1]
    for law in found:
        if any(len(some & {each.index for each in law.columns}) > 1 for some in own):
            continue
        at = [every[each.index][0] for each in (law.z, law.x, law.y)]
        failing = {row: law.allowed(row) for row in law.failing}
        failing = {row: of for row, of in failing.items() if of.distance(_wide(law.z, row)) > FAR}
        if len(set(at)) == 1 or not failing or not rare(law):
            continue
        if all(_near(law.z.numbers[row], of) for row, of in failing.items()):
            z, x, y = (every[each.index][1] for each in (law.z, law.x, law.y))
            by = short(law.constant.lower)
            words = "the product of two others" if by == "1" else f"1 / {by} of the product of two others"
            yield Found(Relation(words, z, (x, y), law.fitting, failing, 0, {}), tuple(at), said=False)
