"""Values of any unit as texts print them: 38 l/min, 285 Wh per kilogram, 2,600 invoices a minute, eleven seconds.

The units that vendors of machines measure in are known by the vocabulary; here those of everything else are added, and
what has no unit is of its noun. No word around a value is asked for.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from checks.lib.quantities.counts import singular
from checks.lib.quantities.dimensions import KINDS, Dims, noun, seconds_of, times, unit
from schemas.interval import Interval, Qualifier, Readings, readings, ulp
from schemas.names import Vocabulary
from schemas.number_words import POWERS, WORD_NUMBER, either, spelled

_SI = {
    "length": "m metre metres meter meters=1 km kilometre kilometres kilometer kilometers=1000 cm=0.01 mm millimetre "
    "millimetres millimeter millimeters=0.001 µm um=0.000001 mile miles=1609.344 ft foot feet=0.3048 "
    "inch inches=0.0254",
    "mass": "kg kilogram kilograms kilo kilos=1 g gram grams=0.001 mg=0.000001 t tonne tonnes=1000 lb lbs=0.45359237",
    "area": "mm2 mm²=0.000001 cm2 cm²=0.0001 m2 m²=1 km2 km²=1000000 ha hectare hectares=10000",
    "volume": "l L litre litres liter liters=1 ml mL millilitre millilitres=0.001 m3 m³=1000 "
    "gallon gallons=3.785411784",
    "charge": "Ah=1 mAh=0.001",
    "voltage": "V volt volts=1 kV=1000 mV=0.001",
    "current": "A amp amps ampere amperes=1 mA=0.001",
    "pressure": "bar=1 mbar=0.001 kPa=0.01 MPa=10 psi=0.0689476",
    "temperature": "°C=1",
    "light": "lm lumen lumens=1",
    "luminance": "nit nits cd/m2=1",
    "torque": "Nm=1",
    "turns": "rpm=1",
    "amount": "mol=1 mmol=0.001 µmol=0.000001",
    "price": "ct cent cents=0.01 dollar dollars euro euros EUR USD=1",
}
UNITS: dict[str, tuple[Dims, Decimal]] = {
    word: (frozenset({(kind, 1)}), Decimal(scale))
    for kind, every in _SI.items()
    for words, scale in re.findall(r"([^=]+)=([\d.]+)\s?", every)
    for word in words.split()
}
_LONG = {"day": 86400, "night": 86400, "week": 604800, "month": 2629746, "quarter": 7889238, "year": 31557600}
_NUMBER = re.compile(
    r"(?<![\w.,/$€£–-])(?P<sign>[$€£])?(?:(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)|"
    rf"(?P<word>(?<![\w-]){WORD_NUMBER})(?P<half>\sand\sa\shalf\b)?)(?![\w,]*\d|[.:/]\d|\s?(?:[x×]|times|-?fold|st|nd|rd|th)\b)"
    rf"(?:\s(?P<power>{either(POWERS)})\b|\s?(?-i:(?P<si>[kKMB]))(?![\w/]))?",
    re.IGNORECASE,
)
# "A score of 26.4", "71,305 in the server test"; "Kite 4.2", "in 2025" and "release 3.10" are no values.
_PLAIN = re.compile(
    r"(?<![\w.,:/$€£–-])(?P<n>\d{1,3}(?:,\d{3})+|(?!(?:19|20)\d\d\b)\d+\.\d+|(?!(?:19|20)\d\d\b)\d{3,})"
    r"(?![\w%]|[.,:/]\d|-\w|\s?[%x×°])"
)
_NAMED = re.compile(r"\b(?:[A-Z][\w.-]*|release|version)\s$")
_UNIT = re.compile(r"(?:\s|-(?=[A-Za-zµ]))?(?P<u>%|°C|[A-Za-zµΩ][\w³²°-]*(?:/m2)?)")
_POWER = re.compile(
    r"(?P<by>square|sq\.?|cubic)\s(?P<u>[a-z]*(?:met(?:re|er)s?|m|feet|foot|miles?|inch(?:es)?))\b", re.IGNORECASE
)
_BY = re.compile(
    r"\s?/\s?(?P<a>[A-Za-zµ³²]\w*)|\s(?:per|an?|each|every|for (?:each|every|an?)|in (?:an?|each|every|one))\s"
    r"(?:(?P<many>thousand|million|billion|1,000|100)\s)?(?P<b>[A-Za-zµ]+)"
)
# "17 pictures came out every second": the verb of a clause stands between the noun and its time.
_CAME = re.compile(
    r"(?:\s[a-z]+){1,3}\s(?=(?:every|each|per)\s(?:second|minute|hour|day|week|month|year)\b)", re.IGNORECASE
)
_NOUNS = re.compile(r"(?:\s[A-Za-z][\w-]*){1,4}")
_STOPS = frozenset(
    """with of and each or in per for the to at is are was were on from by as than that which while when its our their
    this these those not but a an every so if then out into over under more less fewer has have had before after it we
    you they he she once during until among between because where who away off up down back ago later earlier only
    about all any can will may did does do went goes go made makes make""".split()
)
_HEDGES = (
    (re.compile(r"(?:\bup to|\bas (?:much|many|long|high) as|\bat most|≤)\s*$", re.IGNORECASE), "up_to"),
    (re.compile(r"(?:\bless than|\bunder|\bbelow|\bwithin|\bno more than|<)\s*$", re.IGNORECASE), "under"),
    (
        re.compile(r"(?:\bmore than|\bover|\babove|\bat least|\bbeyond|\bexceed\w*|>|≥)\s*(?:an?\s)?$", re.IGNORECASE),
        "over",
    ),
    (
        re.compile(
            r"(?:\babout|\baround|\broughly|\bsome|\bnearly|\balmost|\bapproximately|\bclose to|\bjust (?:over|under)|"
            r"\bgood|\bca\.?|[~≈±])\s*(?:an?\s|the\s)?$",
            re.IGNORECASE,
        ),
        "about",
    ),
)
_LEADS = re.compile(r"(Seconds|Minutes|Hours|Days)\s(?:to|until)\s")  # "Hours to WER 5.8%"
LETTERS = 2  # of a noun at least
SHARE: Dims = frozenset({("share", 1)})
PRICE: Dims = frozenset({("price", 1)})


@dataclass(frozen=True, slots=True)
class Value:
    """A number at text[start:end] in base units of its dimensions; `unit` is what one of what is printed is."""

    start: int
    end: int
    dims: Dims
    readings: Readings
    qualifier: Qualifier
    counted: bool = False  # so many of a noun, and nothing that is measured


def values(text: str, vocabulary: Vocabulary) -> list[Value]:
    """The values of a text that have a unit, a price or a noun, left to right; "3 min 25 s" is one."""
    found: list[Value] = []
    for one in _each(text, vocabulary):
        last = found[-1] if found else None
        joined = (
            last and last.dims == one.dims == KINDS["time"] and text[last.end : one.start].strip(" ,") in ("", "and")
        )
        if last and joined:
            found[-1] = replace(last, end=one.end, readings=_sum(last.readings, one.readings))
        else:
            found.append(one)
    return found


def bare(text: str, dims: Dims, scale: Decimal) -> Value | None:
    """The number that a text begins with, as so many of a unit that stands elsewhere."""
    match = _NUMBER.match(text.lstrip("~<>≈ "))
    if match is None or not match["n"] or match["sign"]:
        return None
    lead = len(text) - len(text.lstrip("~<>≈ "))
    read = _read(match, "exact").scaled(scale)
    return Value(match.start() + lead, match.end() + lead, dims, read, "exact")


def unmeasured(text: str, read: Sequence[Value]) -> list[Value]:
    """The numbers of a text that were not read as values, of no dimension; none of a name, a date or a release."""
    found = (
        match for match in _PLAIN.finditer(text)
        if not any(one.start <= match.start() < one.end for one in read) and not _NAMED.search(text[: match.start()])
    )  # fmt: skip
    return [
        replace(one, start=at.start(), end=at.end()) for at in found if (one := bare(at["n"], frozenset(), Decimal(1)))
    ]


def priced_by(one: Value, label: str, vocabulary: Vocabulary) -> Value:
    """A price with what its labels say that it is for: "Egress, per GB"."""
    match = re.search(r"/|\bper\b", label, re.IGNORECASE)
    if match is None:
        return one
    dims, scale, _ = _divided(PRICE, Decimal(1), f" {match.group().lower()}{label[match.end() :]}", vocabulary)
    return replace(one, dims=dims, readings=one.readings.scaled(scale))


@lru_cache(maxsize=8192)  # of a header, for each of its cells
def unit_in(text: str, vocabulary: Vocabulary) -> tuple[Dims, Decimal] | None:
    """The unit that a header or label says: in brackets, behind a comma, or at its end."""
    inside = re.findall(r"[(\[]([^()\[\]]{1,24})[)\]]", text)
    leads = _LEADS.match(text)
    parts = [*reversed(inside), text.rpartition(", ")[2].removeprefix("in "), text, *([leads[1]] if leads else [])]
    plain = (one.strip() for one in parts)
    for part in (way for one in plain for way in dict.fromkeys((one, _small(one)))):
        found = _unit(f" {part}", 0, vocabulary)
        if found and not found[2] and not found[3][:3].strip():
            return found[0], found[1]
    return None


def _small(text: str) -> str:
    """A header that is one word as it stands within a sentence: "Hours", "Watts"; "GB" and "MW" stay."""
    return text.lower() if re.fullmatch(r"[A-Z][a-z]{3,}", text) else text


def _each(text: str, vocabulary: Vocabulary) -> Iterator[Value]:
    for match in _NUMBER.finditer(text):
        found = _priced(text, match, vocabulary) if match["sign"] else _unit(text, match.end(), vocabulary)
        if found is None:
            continue
        dims, scale, counted, rest = found
        qualifier = _hedge(text[max(0, match.start() - 24) : match.start()])
        yield Value(
            match.start(), len(text) - len(rest), dims, _read(match, qualifier).scaled(scale), qualifier, counted
        )


_Found = tuple[Dims, Decimal, bool, str]


def _priced(text: str, match: re.Match[str], vocabulary: Vocabulary) -> _Found:
    dims, scale, rest = _divided(PRICE, Decimal(1), text[match.end() :], vocabulary)
    return dims, scale, False, rest


def _unit(text: str, at: int, vocabulary: Vocabulary) -> _Found | None:
    """What stands behind a number: dimensions, scale, whether it is a plain count, and the rest of the text."""
    match = _UNIT.match(text, at)
    if match is None:
        return None
    word, rest = match["u"], text[match.end() :]
    if word == "%" or (word in ("percent", "per") and (word == "percent" or rest.startswith(" cent"))):
        return SHARE, Decimal(1), False, rest.removeprefix(" cent") if word == "per" else rest
    whole = re.match(r"[A-Za-zµ]+/[A-Za-z]+|[A-Za-z]+ (?:per|a) second", text[match.start("u") :])
    known = whole and unit(whole.group(), vocabulary)
    if whole and known:
        return *known, False, text[match.start("u") + whole.end() :]
    power = _POWER.match(text, match.start("u"))
    if power and power["u"] in UNITS:
        return _with(False, *_divided(*_raised(power), text[power.end() :], vocabulary))
    base = UNITS.get(word) or unit(word, vocabulary) or _other(word, vocabulary)
    if base:
        return _with(False, *_divided(*base, rest, vocabulary))
    return _noun(text, at, vocabulary)


def _raised(match: re.Match[str]) -> tuple[Dims, Decimal]:
    """An area or a volume in words: square millimetres, cubic metres."""
    length = UNITS[match["u"]][1]
    square = match["by"][0].lower() == "s"
    return frozenset({("area" if square else "volume", 1)}), length**2 if square else length**3 * 1000


def _other(word: str, vocabulary: Vocabulary) -> tuple[Dims, Decimal] | None:
    """A unit that the vocabulary knows and no product is made of: dB."""
    entry = vocabulary.resolve("units", word)
    kind = entry.text("dimension") if entry else ""
    return (frozenset({(kind, 1)}), Decimal(entry.text("scale") or 1)) if entry and kind not in ("", "rate") else None


def _with(counted: bool, dims: Dims, scale: Decimal, rest: str) -> _Found:
    return dims, scale, counted, rest


def _noun(text: str, at: int, vocabulary: Vocabulary) -> _Found | None:
    """So many of a noun: the last word before "per", "a" or what is no noun any more."""
    match = _NOUNS.match(text, at) or _NOUNS.match(f" {text[at:].lstrip('-')}") if text[at : at + 1] == " " else None
    if match is None:
        return None
    words: list[str] = []
    for word in match.group().split():
        if word.lower() in _STOPS:
            break
        words.append(word)
    for many in range(1, len(words) + 1):
        if len(words[many - 1]) < LETTERS:
            continue
        end = at + len(" ".join(words[:many])) + 1
        # "1.2 million random read IOPS" counts no reads, and what stands between says of what it is.
        rate = unit(words[many - 1], vocabulary) if words[many - 1].isupper() else None
        if rate and len(rate[0]) > 1:
            return _with(False, *rate, text[at:])
        divided = _divided(frozenset({(noun(words[many - 1]), 1)}), Decimal(1), text[end:], vocabulary)
        if len(divided[0]) > 1:
            return _with(False, *divided)
    plural = next((word for word in words if word.endswith("s") and not word.endswith("ss") and word[0].islower()), "")
    return _plural(plural, text, at, vocabulary) if len(plural) > LETTERS else None


def _plural(plural: str, text: str, at: int, vocabulary: Vocabulary) -> _Found:
    """So many of a noun, or so many a second where its verb says that: "17 pictures came out every second"."""
    end = at + text[at:].index(plural) + len(plural)
    dims: Dims = frozenset({(noun(plural), 1)})
    came = _CAME.match(text, end)
    if came is None:
        return dims, Decimal(1), True, text[end:]
    return _with(False, *_divided(dims, Decimal(1), f" {text[came.end() :]}", vocabulary))


def _divided(dims: Dims, scale: Decimal, rest: str, vocabulary: Vocabulary) -> tuple[Dims, Decimal, str]:
    """What a unit is divided by, once: a time, a unit, or a noun."""
    match = _BY.match(rest)
    word = (match["a"] or match["b"]) if match else ""
    if match is None or word.lower() in _STOPS or (dims == KINDS["time"] and not match["a"]):
        return dims, scale, rest
    many = {"thousand": 1000, "1,000": 1000, "100": 100, "million": 10**6, "billion": 10**9}.get(match["many"] or "", 1)
    seconds = _LONG.get(singular(word)) or seconds_of(word, vocabulary)
    if seconds:
        by, size = KINDS["time"], Decimal(seconds)
    else:
        plain = frozenset({(noun(word) if len(word) > LETTERS else word, 1)})
        by, size = UNITS.get(word) or unit(word, vocabulary) or (plain, Decimal(1))
    return times(dims, by, -1), scale / size / many, rest[match.end() :]


def _hedge(lead: str) -> Qualifier:
    for pattern, name in _HEDGES:
        if pattern.search(lead):
            return name  # type: ignore[return-value]
    return "exact"


def _read(match: re.Match[str], qualifier: Qualifier) -> Readings:
    power = POWERS.get((match["power"] or "").lower()) or {"k": 3, "m": 6, "b": 9}.get((match["si"] or "").lower(), 0)
    if match["word"]:
        half, last = ("0.5", "0.1") if match["half"] else ("0", "1")
        number = Decimal(spelled(match["word"]) or 0) + Decimal(half)
        return readings(number.scaleb(power), Decimal(last).scaleb(power), qualifier)
    digits = match["n"].replace(",", "")
    return readings(Decimal(digits).scaleb(power), ulp(digits, power), qualifier)


def _sum(left: Readings, right: Readings) -> Readings:
    whole = (left.rounded.lower + left.rounded.upper) / 2 if left.rounded.bounded else Decimal(0)
    return Readings.of(Interval(right.rounded.lower + whole, right.rounded.upper + whole))
