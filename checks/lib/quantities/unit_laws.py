"""Laws of three columns that the units in their headers say: TFLOPS over kW are GFLOPS per watt, GB over s are MB/s.

A header's unit is taken apart into what it counts and what that is divided by; where two columns multiply to the third
in these, the constant is known from the prefixes alone, and no width of a print can make the law hold by chance.
"""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from checks.lib.quantities.dimensions import MEASURED, Dims, noun, times, unit
from checks.lib.statements.cells import Column
from checks.lib.statements.laws import ENOUGH, HEADER_UNIT, LINKED, MOST, Law
from schemas.interval import Interval
from schemas.names import Vocabulary

FINE = Decimal("0.06")  # width of what a row allows beyond which it proves nothing
MOST_COLUMNS = 10  # every triple of them is tried
Quantity = tuple[Dims, Decimal]  # dimensions, and base units in one of what is printed
_NOTHING: Dims = frozenset()
_PRICE = re.compile(r"[$€£]|usd|eur|gbp|(?:us )?dollars?|prices?|costs?", re.IGNORECASE)
_POWER_WORDS = {"k": 3, "thousand": 3, "thousands": 3, "m": 6, "mn": 6, "million": 6, "millions": 6, "b": 9, "bn": 9,
                "billion": 9, "billions": 9}  # fmt: skip
_PREFIXES = {"k": 3, "K": 3, "M": 6, "G": 9}
_MANY = re.compile(
    r"(?:(?P<n>1,000,000|1,000|1000|1)\s?)?(?:(?P<power>[kKMB]|thousand|million|billion)\s)?(?P<of>[A-Za-z][A-Za-z ]*)",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"\s*/\s*|\s+per\s+|\s+an?\s+(?=hour\b)", re.IGNORECASE)
_COMMA = re.compile(r"(?P<head>.+),\s+(?P<unit>\S{1,12}(?: \S{1,8})?)$")
_EACH = re.compile(r"\bper (?!second|hour|minute|day|watt|dollar)(?P<of>[A-Za-z]{3,})$", re.IGNORECASE)
_NAMED = re.compile(r"(?:number of |total |all )?(?P<words>(?:[A-Za-z-]+ ){0,2}[A-Za-z]{3,}s)", re.IGNORECASE)


def unit_laws(columns: Sequence[Column], vocabulary: Vocabulary) -> Iterator[Law]:
    """The laws x * y = k * z that units say and most rows follow, at least two of them."""
    quantities = {one.index: found for one in columns if (found := quantity(one, vocabulary)) and _positive(one)}
    usable = [one for one in columns if one.index in quantities][:MOST_COLUMNS]
    for three in itertools.combinations(usable, 3):
        for z in three:
            x, y = (one for one in three if one is not z)
            if law := _law(x, y, z, quantities):
                yield law


def quantity(column: Column, vocabulary: Vocabulary) -> Quantity | None:
    """What a column is of: the unit behind its cells, in its header's brackets, or the header itself."""
    printed = {one.unit for one in column.numbers.values()}
    header = column.header.strip()
    if printed != {""}:
        return _printed(printed.pop(), header, vocabulary) if len(printed) == 1 else None
    held = HEADER_UNIT.search(header)
    head, inside = (header[: held.start()].strip(), held[1].strip()) if held else (header, "")
    if not held and (comma := _COMMA.fullmatch(header)) and (found := _parsed(comma["unit"], vocabulary)):
        return found
    if inside.lower() in _POWER_WORDS:  # "Records (M)", "Requests/s (k)"
        return _scaled(_parsed(head, vocabulary) or _counted(head), _POWER_WORDS[inside.lower()])
    if inside:
        return _shared(_parsed(inside, vocabulary), head)
    return _parsed(head, vocabulary) or _counted(head)


def _printed(text: str, header: str, vocabulary: Vocabulary) -> Quantity | None:
    """What cells print behind their numbers: "54 million" under "Cores", "512 GB" under "Memory per node"."""
    if text.lower() in _POWER_WORDS and text.isalpha() and len(text) > 1:
        return _scaled(_counted(header), _POWER_WORDS[text.lower()])
    return _shared(_parsed(text, vocabulary), header)


def _shared(found: Quantity | None, head: str) -> Quantity | None:
    """A unit in brackets behind "Per broker" is one for each, though it does not say so: "Per broker (MB/s)"."""
    per = _EACH.search(head)
    over = (noun(per["of"]), 1) if per else None
    if not found or over is None or over[0] in dict(found[0]):
        return found
    return times(found[0], frozenset({over}), -1), found[1]


def _parsed(text: str, vocabulary: Vocabulary) -> Quantity | None:
    """A unit taken apart at its last "/" or "per", as far as there is one."""
    if found := _unit(text, vocabulary):
        return found
    cuts = list(_SEPARATOR.finditer(text))
    if not cuts:
        return None
    over = _parsed(text[: cuts[-1].start()], vocabulary) or _atom(text[: cuts[-1].start()], vocabulary)
    under = _atom(text[cuts[-1].end() :], vocabulary)
    if not over or not under or not (dims := times(over[0], under[0], -1)):
        return None
    return dims, over[1] / under[1]


def _unit(text: str, vocabulary: Vocabulary) -> Quantity | None:
    """A unit of the vocabulary, with a prefix that it does not list ("kIOPS"), or money."""
    plain = text.strip()
    if _PRICE.fullmatch(plain):
        return frozenset({("price", 1)}), Decimal(1)
    if found := unit(plain, vocabulary):
        return found
    bare = unit(plain[1:].strip(), vocabulary) if plain[:1] in _PREFIXES else None
    is_rate = bare and ("time", -1) in bare[0] and len(bare[0]) == 2
    return _scaled(bare, _PREFIXES[plain[0]]) if is_rate else None


def _atom(text: str, vocabulary: Vocabulary) -> Quantity | None:
    """A unit, or so many of a counted thing: "1M output tokens", "core"."""
    plain = text.strip()
    if found := _unit(plain, vocabulary):
        return found
    match = _MANY.fullmatch(plain)
    if match is None or len(match["of"].split()) > 3:
        return None
    number = Decimal((match["n"] or "1").replace(",", ""))
    power = _POWER_WORDS[match["power"].lower()] if match["power"] else 0
    return frozenset({(noun(match["of"].split()[-1]), 1)}), number.scaleb(power)


def _counted(head: str) -> Quantity | None:
    """A column of counts by what it counts: "Cores", "Output tokens"."""
    match = _NAMED.fullmatch(head)
    return (frozenset({(noun(match["words"].split()[-1]), 1)}), Decimal(1)) if match else None


def _scaled(found: Quantity | None, power: int) -> Quantity | None:
    return (found[0], found[1].scaleb(power)) if found else None


def _positive(column: Column) -> bool:
    return all(one.readings.widened.lower > 0 for one in column.numbers.values())


def _law(x: Column, y: Column, z: Column, quantities: Mapping[int, Quantity]) -> Law | None:
    mine, other, result = (quantities[one.index] for one in (x, y, z))
    if times(mine[0], other[0]) != result[0] or _NOTHING in (mine[0], other[0], result[0]):
        return None
    constant = result[1] / (mine[1] * other[1])
    law = Law(x, y, z, Interval(constant, constant), True, (), ())
    rows = [row for row in x.numbers if row in y.numbers and row in z.numbers]
    fitting = tuple(row for row in rows if law.allowed(row).meets(z.numbers[row].readings.widened))
    sharp = [row for row in fitting if _is_sharp(law, row)]
    # "Cores per system", "Systems" and "Cores" say by words that they multiply, whatever rows repeat one another.
    named = all(name not in MEASURED for dims in (mine[0], other[0], result[0]) for name, _ in dims)
    if len(sharp) < LINKED or len(fitting) < MOST * len(rows) or not (named or _varied(law, rows)):
        return None
    failing = tuple(row for row in rows if row not in fitting)
    # Of three rows two may be all that follow; of more, two that fail are hardly slips.
    few = len(failing) <= 1 or len(fitting) >= ENOUGH
    return Law(x, y, z, law.constant, True, fitting, failing) if few else None


def _varied(law: Law, rows: Sequence[int]) -> bool:
    """Whether two of the columns vary at least: rows that repeat one another prove nothing."""
    return sum(len({one.numbers[row].value for row in rows}) > 1 for one in law.columns) >= 2


def _is_sharp(law: Law, row: int) -> bool:
    """Whether a row's numbers are printed so finely that they hardly follow a law by chance."""
    allowed, printed = law.allowed(row), law.z.numbers[row].readings.rounded
    return all(one.upper - one.lower < FINE * one.upper for one in (allowed, printed))
