"""Laws of three columns: one is a constant times the product of two others in nearly every row.

Size over time is speed, hours by rate is cost, requests over price is what a dollar buys. Each is x * y = k * z for
one constant k, which is 1 or a conversion (3,600 seconds, 1,000 MB). Looked for in logarithms of the first rows, where
a law is a sum, so that a wide table costs little.
"""

import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.statements.cells import Column, Number
from schemas.interval import Interval

FIRST = 8  # columns of which every triple is tried
MOST_COLUMNS = 20  # of which triples are tried that hold by more than luck
RARE = 1e-6  # what the rows' widths may come to in a triple of these
PROBE = 12  # rows of a long table that show which laws are worth the rest
LINKED = 2  # rows that a law must give whose units say it: hours, $/hour and $
ENOUGH = 3  # rows that a law with a constant of conversion must give
ANY = 5  # rows that a law with any other constant must give: it is found, not expected
MOST = Decimal("0.6")  # share of rows
LUCK = 1e-4  # what the rows' widths may come to where the constant is 1
SHARP = 0.02  # width of the constant beyond which a law would hold by chance in three rows,
SHARP_OF_MANY = 0.05  # and in more
WIDE = 0.15  # logarithm of how much a row's print leaves open beyond which it meets a conversion by chance
# Conversions without their power of ten: seconds, hours and days, bits, the hours of a month.
_CONVERSIONS = (1.0, 6.0, 3.6, 8.64, 2.4, 8.0, 7.3, 7.2)
_MANTISSAS = sorted({round(one, 4) for c in _CONVERSIONS for one in (c, 10 / c) if one < 10} | {1.0})


@dataclass(frozen=True, slots=True)
class Law:
    """x * y = k * z in `fitting` rows (by index) and not in `failing`; `known` when k is a conversion."""

    x: Column
    y: Column
    z: Column
    constant: Interval
    known: bool
    fitting: tuple[int, ...]
    failing: tuple[int, ...]

    @property
    def columns(self) -> tuple[Column, Column, Column]:
        """The three columns."""
        return self.x, self.y, self.z

    def allowed(self, row: int) -> Interval:
        """What x * y / k allows for z in a row."""
        x, y = (one.numbers[row].readings.rounded for one in (self.x, self.y))
        return x * y / self.constant


HEADER_UNIT = re.compile(r"[\[(]([^\])]+)[\])]\s*$")  # a header's
_UNIT_OF = re.compile(rf"{HEADER_UNIT.pattern}|,\s+([A-Za-z$€/]{{1,8}})\s*$")  # "Board power (W)", "TDP, W"
_POWERS = "kMGTP"
_POWER = re.compile(r"(?P<power>[kMGTP])(?P<of>\S+)")
_PER = re.compile(r"(?P<of>.+?)\s*(?:\bper\b|\bfor each\b|/(?!.*/)(?!\s?s(?:ec)?\b))\s*(?P<per>[^/]+?)(?:\s*[\[(].*)?")
_MEANT = {
    "watt": ("w", "power"),
    "w": ("power",),
    "dollar": ("$", "usd", "price", "cost"),
    "$": ("price", "cost"),
    "price": ("cost", "price"),
    "hour": ("h", "hr", "hours"),
}
# "Cost per million output tokens", "$/1,000 images": so much for so many; "Output tokens/s"; "Price per hour".
_FOR_MANY = re.compile(
    r"(?:costs?|prices?|[$€£]|usd|eur)\s*(?:/|per)\s*(?P<n>million|thousand|[\d,]{3,}|1[KM])\s+(?P<of>[\w ]+?)"
    r"(?:\s*[\[(].*)?",
    re.IGNORECASE,
)
_SO_FAST = re.compile(r"(?:.*\s)?(?P<of>\w+)\s*(?:/|per)\s*s(?:ec(?:ond)?)?(?:\s*[\[(].*)?", re.IGNORECASE)
_AN_HOUR = re.compile(r"(?:/|\bper\s|\ban?\s)\s*(?:h|hr|hour)\b|\bhourly\b", re.IGNORECASE)
_MANY = {"million": 10**6, "1m": 10**6, "thousand": 1000, "1k": 1000}
Logs = Mapping[int, tuple[float, float]]  # logarithms of what a cell allows, by row


def laws(columns: Sequence[Column]) -> Iterator[Law]:
    """The laws of these columns that all but a few rows follow, those with a known constant first."""
    usable = [one for one in columns if len(one.numbers) >= LINKED and _plain(one)][:MOST_COLUMNS]
    logs = {one.index: {row: _logs(number) for row, number in one.numbers.items()} for one in usable}
    first = {one.index for one in usable[:FIRST]}
    found = [
        law
        for three in itertools.combinations(usable, 3)
        for x, y, z in ((three[0], three[1], three[2]), (three[0], three[2], three[1]), (three[1], three[2], three[0]))
        if (law := _law(x, y, z, logs))
        if {x.index, y.index, z.index} <= first or rare(law)
    ]
    yield from sorted(found, key=lambda law: (not law.known, -len(law.fitting), len(law.failing)))


def rare(law: Law) -> bool:
    """Whether luck gives no such law though a wide table has a thousand triples: its rows leave too little open."""
    if not law.known or law.constant.lower.normalize().as_tuple().digits != (1,):
        return False
    telling = [row for row in law.fitting if _no_ones(law.columns, row)]
    seen = {tuple(one.numbers[row].value for one in law.columns): row for row in telling}
    spans = [_constant(*(_logs(one.numbers[row]) for one in law.columns)) for row in seen.values()]
    return bool(spans) and math.prod(high - low for low, high in spans) <= RARE


def _plain(column: Column) -> bool:
    """Numbers above zero of one unit that are not all the same."""
    numbers = column.numbers.values()
    positive = all(one.readings.widened.lower > 0 for one in numbers)
    return positive and len({one.unit for one in numbers}) == 1 and len({one.value for one in numbers}) > 1


def _last_word(column: Column) -> str:
    """What a header ends in where that is a word of several."""
    words = column.header.split()
    return words[-1] if len(words) > 1 else column.header


def _power_of_two(value: Decimal) -> bool:
    return value % 1 == 0 and value > 0 and int(value) & (int(value) - 1) == 0


def _power_of_ten(value: Decimal) -> bool:
    return value > 0 and value.log10() % 1 == 0


def _logs(number: Number) -> tuple[float, float]:
    rounded = number.readings.rounded
    return math.log(rounded.lower), math.log(rounded.upper)


def _law(x: Column, y: Column, z: Column, logs: Mapping[int, Logs]) -> Law | None:
    rows = [row for row in x.numbers if row in y.numbers and row in z.numbers]
    if _by_themselves((x, y, z), rows):
        return None
    if constant := _priced(x, y, z) or _priced(y, x, z):
        return _expected(x, y, z, rows, constant)
    stated = _rate(x, y, z) or _rate(y, x, z)
    if stated and (plain := _expected(x, y, z, rows, stated)):
        return plain
    return _shown(x, y, z, rows, logs, LINKED if stated == 1 or _linked(x, y, z) else ENOUGH)


def _by_themselves(three: Sequence[Column], rows: Sequence[int]) -> bool:
    """Whether columns multiply to one another by themselves, or are no product of one another whatever they print."""
    if all(_power_of_two(one.numbers[row].value) for one in three for row in rows):
        return True  # batch sizes and lengths that were tried
    # "16B TFLOP/s", "32B TFLOP/s" and "64B TFLOP/s": no product of two rates is a third one
    return len({_last_word(one) for one in three}) == 1


def _shown(x: Column, y: Column, z: Column, rows: Sequence[int], logs: Mapping[int, Logs], least: int) -> Law | None:
    """A law that no header says, where the rows show it."""
    spans = {row: _constant(*(logs[one.index][row] for one in (x, y, z))) for row in rows[:PROBE]}
    enough = LINKED if _plainly_one(spans, (x, y)) else least
    if not _holds(spans, common_of(spans), enough):
        return None
    spans |= {row: _constant(*(logs[one.index][row] for one in (x, y, z))) for row in rows[PROBE:]}
    common = common_of(spans)
    if not _holds(spans, common, enough):
        return None
    fitting = tuple(row for row, (low, high) in spans.items() if low <= common[1] and common[0] <= high)
    known = _conversion(*common)
    if known is None and len(cut := _cut_off(spans)) >= len(fitting):
        known, fitting = Decimal(1), cut
    if not _proven(x, y, z, fitting, known, enough):
        return None
    ends = (known, known) if known else (Decimal(math.exp(common[0])), Decimal(math.exp(common[1])))
    failing = tuple(row for row in rows if row not in fitting)
    law = Law(x, y, z, Interval(*ends), bool(known), fitting, failing)
    # Where a row allows much, a conversion is met by chance: 2 sockets, not counted, times 68 ms is "0.6 x" 172 ms.
    fine = sum(spans[row][1] - spans[row][0] < WIDE for row in fitting)
    return law if known in (None, Decimal(1)) or fine >= min(ENOUGH, len(fitting)) else None


def _cut_off(spans: Mapping[int, tuple[float, float]]) -> tuple[int, ...]:
    """The rows that give a constant of 1 where values may be cut off: 66,523 over 32 printed as 2,078, not 2,079.

    Together such rows leave a constant just below 1, and without this it would be none of the known ones.
    """
    return tuple(row for row, (low, high) in spans.items() if low - (high - low) / 2 <= 0 <= high + (high - low) / 2)


def _proven(x: Column, y: Column, z: Column, rows: Sequence[int], known: Decimal | None, enough: int) -> bool:
    """Whether so many rows show a law of this constant; any other than 1 and a conversion needs more."""
    # The same three values in two rows are one observation; bare powers of ten (100 x 1,000) multiply to one another.
    seen = {tuple(one.numbers[row].value for one in (x, y, z)) for row in rows if _no_ones((x, y), row)}
    if sum(not all(map(_power_of_ten, values)) for values in seen) < enough:
        return False
    if not known and (len(rows) < ANY or not _varied(x, y, z, rows)):
        return False
    return len(rows) >= ENOUGH or known == 1


def _plainly_one(spans: Mapping[int, tuple[float, float]], factors: Sequence[Column]) -> bool:
    """Whether rows of many digits give a constant of 1, so that two of them are enough."""
    open_ = [high - low for row, (low, high) in spans.items() if low <= 0 <= high and _no_ones(factors, row)]
    return len(open_) >= LINKED and math.prod(open_) <= LUCK


def _no_ones(factors: Sequence[Column], row: int) -> bool:
    """What is one in a row (a batch size) makes the other two the same and proves no product."""
    return all(one.numbers[row].value != 1 for one in factors)


def _priced(x: Column, y: Column, z: Column) -> Decimal | None:
    """The constant where x is a cost of so many, y how many a second and z a price per hour."""
    many, fast = _FOR_MANY.fullmatch(x.header.strip()), _SO_FAST.fullmatch(y.header.strip())
    if not (many and fast and _AN_HOUR.search(z.header)) or many["of"].lower().split()[-1] != fast["of"].lower():
        return None
    number = _MANY.get(many["n"].lower()) or int(many["n"].replace(",", "") or 0)
    return Decimal(number) / 3600 if number else None


def _expected(x: Column, y: Column, z: Column, rows: Sequence[int], constant: Decimal) -> Law | None:
    """A law whose constant the headers say: no width of it can make it hold by chance."""
    law = Law(x, y, z, Interval(constant, constant), True, (), ())
    fitting = tuple(row for row in rows if law.allowed(row).meets(z.numbers[row].readings.rounded))
    if len(fitting) < LINKED or len(fitting) < MOST * len(rows):
        return None
    return Law(x, y, z, law.constant, True, fitting, tuple(row for row in rows if row not in fitting))


def _linked(x: Column, y: Column, z: Column) -> bool:
    """Whether the units in the headers say that x * y is z: hours, $/hour and $."""
    a, b, c = (match[1].strip().lower() if (match := HEADER_UNIT.search(one.header)) else "" for one in (x, y, z))
    rates = {f"{c}/{unit}" for one in (a, b) for unit in (one, one.removesuffix("s"))}
    return bool(a and b and c) and not rates.isdisjoint((a, b))


def _rate(x: Column, y: Column, z: Column) -> Decimal | None:
    """The constant where a header says that x is z for each y: "Frames/s per W" of "Frames/s" and "Board power (W)".

    1, or what larger units make of it: "Efficiency (Gb/s per W)" of "Capacity (Tb/s)".
    """
    held = HEADER_UNIT.search(x.header)
    match = (_PER.fullmatch(held[1]) if held else None) or _PER.fullmatch(x.header)
    if match is None or not _calls(match["per"], y):
        return None
    return Decimal(1) if _calls(match["of"], z) else _larger(match["of"], z)


def _larger(words: str, column: Column) -> Decimal | None:
    """How many of a unit one of a column's makes, where they differ in their power of a thousand alone."""
    unit = _UNIT_OF.search(column.header)
    mine, theirs = (_POWER.fullmatch(one.strip()) for one in (words, (unit[1] or unit[2]) if unit else ""))
    if not mine or not theirs or mine["of"] != theirs["of"]:
        return None
    return Decimal(1000) ** (_POWERS.index(theirs["power"]) - _POWERS.index(mine["power"]))


def _calls(words: str, column: Column) -> bool:
    """Whether words are a column's header, its unit, or what is measured in that."""
    said = words.strip().lower()
    unit = (match[1] or match[2]).strip().lower() if (match := _UNIT_OF.search(column.header)) else ""
    header = _UNIT_OF.sub("", column.header).strip().lower()
    prints = {one.unit.lower() for one in column.numbers.values()}
    meant = _MEANT.get(said.removesuffix("s"), ())
    if said in (unit, header, *prints) or unit in meant:
        return True
    return header.endswith(f" {said}") or any(word in header.split() for word in meant)


def _constant(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> tuple[float, float]:
    return x[0] + y[0] - z[1], x[1] + y[1] - z[0]


def common_of(spans: Mapping[int, tuple[float, float]]) -> tuple[float, float]:
    """Where most of the spans overlap, by row: a sweep over their ends."""
    steps = sorted((end, -step) for low, high in spans.values() for end, step in ((low, 1), (high, -1)))
    best, open_, found = 0, 0, (0.0, -1.0)
    for number, (place, step) in enumerate(steps):
        open_ -= step
        if open_ > best:
            best, found = open_, (place, steps[number + 1][0])
    return found


def _holds(spans: Mapping[int, tuple[float, float]], common: tuple[float, float], enough: int) -> bool:
    fitting = sum(low <= common[1] and common[0] <= high for low, high in spans.values())
    sharp = SHARP if fitting <= ENOUGH else SHARP_OF_MANY
    return fitting >= enough and fitting >= MOST * len(spans) and common[1] - common[0] < sharp


def _conversion(low: float, high: float) -> Decimal | None:
    """The conversion between two logarithms, None when there is none."""
    power = math.floor(low / math.log(10))
    for exponent in (power, power + 1):
        for mantissa in _MANTISSAS:
            if low - 1e-9 <= math.log(mantissa) + exponent * math.log(10) <= high + 1e-9:
                return Decimal(str(mantissa)).scaleb(exponent)
    return None


def _varied(x: Column, y: Column, z: Column, rows: Sequence[int]) -> bool:
    """Whether all three columns vary much: else the law may be one of two columns, or of none."""
    values = ([one.numbers[row].value for row in rows] for one in (x, y, z))
    return all(max(some) > 2 * min(some) for some in values)
