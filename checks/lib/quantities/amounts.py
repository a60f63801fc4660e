"""Amounts as printed, claimed or not, in base units: of sentences, and of cells with the unit of their header."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from checks.lib.language.codes import sized_name
from checks.lib.language.printed import DIGITS
from checks.lib.language.tokens import GENERIC, root
from checks.lib.quantities.physical import over, physical
from schemas.interval import Interval, Qualifier, Readings, readings, ulp
from schemas.names import Vocabulary
from schemas.number_words import ANY_NUMBER, POWERS, SHORT_POWERS, either, spelled

_SCALES = {**SHORT_POWERS, **POWERS}
_CODES = "USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|CAD|AUD|JPY"
_AMOUNT = re.compile(
    rf"(?<![\w.,–/-])(?P<sign>[$€£]|US\$\s?|(?:{_CODES})\s)?(?P<n>{DIGITS})"
    rf"(?P<si>[kKMB](?![\w/])|[\s-]?(?:{either(POWERS)})\b)?"
    r"(?!\s?(?:%|percent\b|per cent\b|x\b|×|times\b|-fold\b|fold\b))(?![\w]*\d)"
    # A price behind a unit is an amount of its own: "40,000 tokens/s at $2.00 per hour".
    # Of "l/100 km" the number belongs to the unit.
    r"(?P<tail>[\s-]?[A-Za-zµμ/°](?:[^\d,;:.!?()|\n$€£]|[$€£](?!\s?\d)|(?:(?<=/)|(?<=per ))100?(?=\s[a-z])|"
    r"(?<=[mk])[23](?=/|\s|$))*)?"
)
_HEDGE = re.compile(
    r"(?:(?P<under>less than|under|below|<|≤|at most|no more than)|(?P<upto>up to)|"
    r"(?P<over>more than|over|at least|above|beyond|(?<![-=–])>|≥|"
    r"pass(?:es|ed)?|surpass(?:es|ed)?|exceed(?:s|ed|ing)?|cross(?:es|ed)|topp?(?:s|ed)|longer than|higher than)|"
    r"(?P<about>about|around|roughly|approximately|nearly|almost|some|just over|just under|~|≈))\s*(?:an?\s)?$",
    re.IGNORECASE,
)
# What parts "add up to" is no bound, and what something "went up to" neither.
_ADDS = re.compile(
    r"\b(?:add\w*|sum\w*|mount\w*|went|go(?:es|ne)?|climb\w*|came|rose|jump\w*|grew|shot) up to\s$", re.IGNORECASE
)
# "Never held more than 410 MB" is a bound from above, "never less than" one from below.
_NEVER = re.compile(r"\b(?:never|no|not|none|nothing|without|nor|cannot)\b[^,;.:]*$|n[’']t\b[^,;.:]*$", re.IGNORECASE)
WEEK = 604800
LEAD, CLAUSE = 16, 60  # characters before a number in which a hedge, and a negation of it, are looked for
_PER = re.compile(
    r"\s*(?:/|\bper\b|\ban?\b|\beach\b|\bevery\b)\s*(?P<many>1[MK]\s|million\s|thousand\s|1,000\s)?"
    r"(?!(?:from|for|in|on|at|to|of|and|or|with|when|if|by|as|than|but|is|was|since|until|million|billion|thousand)\b)"
    r"(?P<of>[A-Za-z]+)",
    re.IGNORECASE,
)
_MANY = {"1m": "million", "1k": "thousand", "1,000": "thousand"}
_ADVERBS = {"hourly": "hour", "daily": "day", "monthly": "month", "yearly": "year"}
_TIMES = {"s": "1", "sec": "1", "second": "1", "ms": "0.001", "millisecond": "0.001", "min": "60", "minute": "60",
          "hour": "3600", "h": "3600", "day": "86400"}  # fmt: skip
_SPELLED = re.compile(
    rf"(?<![\w-])(?P<n>half an?|half|a quarter of an?|{ANY_NUMBER}(?: and a half)?|an?)(?=\s(?P<unit>[A-Za-zµ°]+)\b)"
    r"(?! days? (?:a|per) week)",
    re.IGNORECASE,
)
_LASTS = re.compile(r"\b(?:for|in|within|takes?|took|lasts?|lasted|after)\s$", re.IGNORECASE)  # "in an hour"
_TAKES = re.compile(r"\b(?:from|to|takes?|took|needs?|needed|lasts?|lasted)\s$")
_A_POWER = re.compile(rf"(?<![\w-])a(?=\s(?:{either(POWERS)})\s[a-z])", re.IGNORECASE)
_AND_A_HALF = re.compile(r"\ban? (?P<unit>hour|minute|day|week|month) and a half\b", re.IGNORECASE)
# "1,350 TFLOPS over a minute" is no rate of anything by the minute.
_RATE = re.compile(
    r"(.*?)(?<!\bover)(?<!\bover\s)(?<!\bwithin)(?<!\bwithin\s)\s?(?:/|\bper\b|\ba\b|\bin a\b|\beach\b)\s?([A-Za-z]+)\b"
)
_PART = re.compile(r"(?!dollar|euro|pound|cent|usd|eur)[A-Za-z]{3,}", re.IGNORECASE)
_HAD_BY_PARTS = ("rate", "bandwidth", "compute")
_PREFIXED = re.compile(r"([kKMG])\s?([A-Za-z]+(?:/s(?:ec)?)?)")
_OF_EACH = re.compile(r"[ -]?(?P<unit>[A-Za-zµμ]{1,3})/[a-z]{3,}\b")  # "1.12 ms/step" is what a step takes
# "A 26-hour job is now a 5-hour job": here the lengths are what is told.
_TURNED = re.compile(
    r"(?<![\w.,-])(?P<old>\d[\d.]*)-[a-z]+ (?P<noun>[a-z]+)\b[^;:.]{0,40}?"
    r"\b(?:now|today|to|into|became|becomes|against|versus|instead of|rather than)\b[^;:.]{0,40}?"
    r"(?<![\w.,-])(?P<new>\d[\d.]*)-[a-z]+ (?:(?P=noun)|one)\b"
)
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")  # "5th" counts nothing
_TOGETHER = re.compile(r"[\s,]*(?:and\s+)?")
_UP_TO_STOP = re.compile(r"(?:[ -][A-Za-z]\w*)*")
# "Europe" is no price.
_CURRENCY = re.compile(
    rf"[$€£]|(?:(?:{_CODES})(?![A-Za-z])|(?:US )?dollars?\b|euros?\b|francs?\b|kron(?:er|or)\b|crowns\b|yen\b)\s?",
    re.IGNORECASE,
)
ONE_NOUN = frozenset(map(root, "reads writes operations IO IOs".split()))  # what a drive does in a second
_NO_NOUN = frozenset("rather instead versus compared then now today".split())  # "16 rather than 32" counts no thing
LONGEST_UNIT = 100  # characters; a longer text is none, and its parts would be tried without end
WORDS = 3  # behind a number, that may say what is counted


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount at text[start:end]. `kind` is a dimension ("time"), "price", "rate" or "count"; `of` what is counted.

    `per` of a price is what it is paid for ("hour").
    """

    start: int
    end: int
    kind: str
    of: frozenset[str]
    per: frozenset[str]
    readings: Readings
    qualifier: Qualifier
    unit: Decimal = Decimal(1)  # base units in one of what is printed


@dataclass(frozen=True, slots=True)
class Unit:
    """What an amount is of, and how many base units one of it is."""

    kind: str
    of: frozenset[str]
    per: frozenset[str]
    scale: Decimal


def amounts(text: str, vocabulary: Vocabulary) -> Iterator[Amount]:
    """The amounts of a text, left to right; percentages and factors are none. "1 h 36 min" is one."""
    before: Amount | None = None
    for one in _each(text, vocabulary):
        if before and _continues(text, before, one):
            before = _sum(before, one)
            continue
        if before:
            yield before
        before = one
    if before:
        yield before


def _continues(text: str, left: Amount, right: Amount) -> bool:
    both = left.kind == right.kind == "time" and left.unit > right.unit
    # "Seven days, 168 hours" says one time twice: added up they were a fortnight.
    both = both and right.readings.rounded.upper <= left.unit
    return both and bool(_TOGETHER.fullmatch(text[left.end : right.start]))


def _sum(left: Amount, right: Amount) -> Amount:
    whole = (
        (left.readings.rounded.lower + left.readings.rounded.upper) / 2 if left.readings.rounded.bounded else Decimal(0)
    )
    lower, upper = right.readings.rounded.lower + whole, right.readings.rounded.upper + whole
    allowed = Interval(lower, upper)
    return replace(left, end=right.end, readings=Readings.of(allowed), unit=right.unit)


def _each(text: str, vocabulary: Vocabulary) -> Iterator[Amount]:
    plain, begins = _in_digits(text, vocabulary)
    turned = {one.start(side) for one in _TURNED.finditer(plain) for side in ("old", "new")}
    for match in _AMOUNT.finditer(plain):
        tail = match["tail"] or ""
        if (
            (tail.startswith("-") and match.start("n") not in turned)
            or _ORDINAL.match(tail)
            or sized_name(plain, match.start())
        ):
            continue  # "the 10,000-card board", "a 20-day run": what was measured, not how much
        # "$0.60 per 1M input tokens": what is paid for may begin with a number.
        rest = text[match.end("si") if match["si"] else match.end("n") :]
        unit, length = _price(rest, text) if match["sign"] else _measured(tail, vocabulary)
        if unit and not match["sign"] and length == len(tail) and plain[match.end() :][:1].isdigit():
            unit, length = Unit("count", _nouns(tail), frozenset(), Decimal(1)), 0  # "128 V9 cards" are no volts
        if unit is None:
            continue
        start = begins.get(match.start(), match.start())  # "less than ten minutes": the hedge ends before "ten"
        lead = text[max(0, start - CLAUSE) : start]
        end = len(text) - len(rest) + length
        qualifier = qualifier_of(lead)
        # "A petabyte" is no number that may be off by half.
        number = "1.0" if match["n"] == "1" and text[start].isalpha() else match["n"]
        value = _readings(number, (match["si"] or "").strip(" -").lower(), qualifier).scaled(unit.scale)
        yield Amount(start, end, unit.kind, unit.of, unit.per, value.positive(), qualifier, unit.scale)


def prints_number(text: str) -> bool:
    """Whether a text can hold an amount at all."""
    return any(map(str.isdigit, text)) or bool(_SPELLED.search(text))


def _in_digits(text: str, vocabulary: Vocabulary) -> tuple[str, dict[int, int]]:
    """Numbers in words before a unit ("six hours") in digits, of the same length, and where the words begin."""
    begins: dict[int, int] = {}

    def digits(match: re.Match[str]) -> str:
        number = _spelled_number(match, vocabulary, text)
        if len(number) > len(match.group()) or not number:
            return match.group()
        begins[match.end() - len(number)] = match.start()
        return number.rjust(len(match.group()))

    def one_and(match: re.Match[str]) -> str:
        number = f"1.5 {match['unit']}s"
        begins[match.end() - len(number)] = match.start()
        return number.rjust(len(match.group()))

    # "A million messages a second"
    plain = _A_POWER.sub("1", text)
    return _SPELLED.sub(digits, _AND_A_HALF.sub(one_and, plain)), begins


def _spelled_number(match: re.Match[str], vocabulary: Vocabulary, text: str) -> str:
    """The digits of a number in words before a unit; "" where no unit follows."""
    unit = unit_of(match["unit"], vocabulary)
    words, kind = match["n"].lower(), unit.kind if unit else ""
    if unit is None or kind in ("rate", "count", "share") or (kind == "time" and unit.scale >= WEEK):
        return ""  # what lasts or pays off for months is no time that is measured
    if words in ("a", "an"):  # "a petabyte crosses in", but "$5 a gigabyte" and "a minute"
        lasts = kind == "time" and unit.scale > 1 and _LASTS.search(text[: match.start()])
        big = (kind in ("size", "energy") and unit.scale > 1) or lasts
        return "1" if big and not re.search(r"\d|\bper\b|cent|dollar|euro", text[: match.start()][-LEAD:]) else ""
    if words.startswith("half") and words != "half a dozen":
        return "0.5"
    if words.startswith(("a quarter", "quarter")):
        return "0.25"
    whole, half, _ = words.partition(" and a half")
    value = spelled(whole)
    if value == 1 and not half:  # "from one hour to ten minutes", but not "one day"
        return "1" if kind == "time" and _TAKES.search(text[: match.start()]) else ""
    return f"{value}{'.5' if half else ''}" if value else ""


def _readings(digits: str, si: str, qualifier: Qualifier) -> Readings:
    exponent = _SCALES.get(si, 0)
    plain = digits.replace(",", "")
    # "2,400,000" is hardly exact to the last unit, "2.4 million" not either; a slip of a digit is far more than that.
    return readings(Decimal(plain).scaleb(exponent), ulp(plain, exponent), qualifier)


def qualifier_of(lead: str) -> Qualifier:
    """How the words before a number hedge it: "less than", "never more than"."""
    match = _HEDGE.search(lead, max(0, len(lead) - LEAD))
    if not match or _ADDS.search(lead):
        return "exact"
    never = bool(_NEVER.search(lead[: match.start()])) and not match.group().lower().startswith("no ")
    if match["under"]:
        return "over" if never else "under"
    if match["over"]:
        return "under" if never else "over"
    return "about" if match["about"] else "up_to"


def _price(tail: str, text: str) -> tuple[Unit, int]:
    match = _PER.match(tail)
    # So much for a thousand tokens is no price for a million of them.
    many = (match["many"] or "").strip().lower() if match else ""
    per = {root(one) for one in (_MANY.get(many, many), match["of"]) if one} if match else set()
    per |= {root(to) for adverb, to in _ADVERBS.items() if adverb in text.lower() and not per}
    return Unit("price", frozenset(), frozenset(per), Decimal(1)), match.end() if match else 0


def _measured(tail: str, vocabulary: Vocabulary) -> tuple[Unit | None, int]:
    """The longest beginning of what follows a number that is a unit, else the nouns there."""
    words = [match.end() for match in re.finditer(r"\S+", tail)][: WORDS + 3]
    for end in reversed(words):
        plain = tail[:end].rstrip(" -—–")  # "5.4 GB/s - on one thread"
        if _is_more_than_money(plain.strip()):
            continue  # "175 euros less than": what follows says that it is a difference
        if known := unit_of(plain.strip(" -"), vocabulary):
            return known, len(plain)
    if (of_each := _OF_EACH.match(tail)) and (known := unit_of(of_each["unit"], vocabulary)) and known.kind == "time":
        return known, of_each.end()
    of = _nouns(tail)
    if of and (rated := _rated(tail, vocabulary)):
        return rated, 0
    return (Unit("count", of, frozenset(), Decimal(1)), 0) if of else (None, 0)


def _is_more_than_money(plain: str) -> bool:
    """Whether a text begins with a currency and goes on with something else than what it is paid for."""
    money = _CURRENCY.match(plain)
    rest = plain[money.end() :].rstrip() if money else ""
    return bool(rest) and _price(rest, plain)[1] < len(rest) and not any(one in plain.lower() for one in _ADVERBS)


def _rated(tail: str, vocabulary: Vocabulary) -> Unit | None:
    """The rate behind words that say of what: "310,000 random read IOPS" are no count of reads."""
    match = _UP_TO_STOP.match(tail)
    words = re.findall(r"[ -]([A-Za-z]\w*)", match.group() if match else "")[1 : WORDS + 1]
    units = (unit_of(word, vocabulary) for word in words if word.isupper())
    return next((one for one in units if one and one.kind == "rate"), None)


def _nouns(text: str) -> frozenset[str]:
    found = []
    for word in re.findall(r"[A-Za-z][\w]*", text)[:WORDS]:
        if word.lower() in GENERIC or word.lower() in _NO_NOUN:
            break
        found.append(root(word))
    return frozenset(found)


@lru_cache(maxsize=16384)
def unit_of(text: str, vocabulary: Vocabulary) -> Unit | None:
    """What a printed unit means; None when it is none."""
    plain = text.strip()
    if not plain or len(plain) > LONGEST_UNIT:
        return None
    if _CURRENCY.match(plain):
        return _price(_CURRENCY.sub("", plain, count=1), plain)[0]
    entry = vocabulary.resolve("units", plain)
    dimension = entry.text("dimension") if entry else ""
    if entry and dimension not in ("", "rate", "share"):
        return Unit(dimension, frozenset(), frozenset(), Decimal(entry.text("scale") or 1))
    if not entry and (known := physical(plain)):
        return Unit(known[0], frozenset(), frozenset(), known[1])
    if not entry and (found := _quotient(plain, vocabulary)):
        return found
    match = _RATE.fullmatch(entry.name if entry else plain)
    return _prefixed(plain, vocabulary) or (_rate(match[1], match[2], vocabulary) if match else None)


def unit_of_column(text: str, vocabulary: Vocabulary) -> Unit | None:
    """The same of a column; "tokens/s/chip" is a rate that each of some parts has.

    In a sentence the grammar of "per" says so, and reads the part itself.
    """
    if found := unit_of(text, vocabulary):
        return found
    parts = over(text.strip())
    if not parts or parts[1] != 1 or not _PART.fullmatch(parts[2]) or vocabulary.resolve("units", parts[2]):
        return None
    rate = unit_of(parts[0], vocabulary)
    return replace(rate, per=frozenset({root(parts[2])})) if rate and rate.kind in _HAD_BY_PARTS else None


def _quotient(plain: str, vocabulary: Vocabulary) -> Unit | None:
    """One unit over another, by the algebra of their kinds: "Wh/km" is of kind "energy/length"."""
    parts = over(plain)
    units = [unit_of(one, vocabulary) for one in (parts[0], parts[2])] if parts else []
    if (
        not parts
        or not (units[0] and units[1])
        or {"price", "count"} & {one.kind for one in units if one}
        or (units[1].kind == "rate")
    ):
        return None
    if units[1].kind == "time" and (units[0].kind == "size" or "/" in units[0].kind):
        return None
    kind = {"energy/time": "power"}.get(f"{units[0].kind}/{units[1].kind}", f"{units[0].kind}/{units[1].kind}")
    return Unit(kind, units[0].of, frozenset(), units[0].scale / units[1].scale / parts[1])


def _prefixed(plain: str, vocabulary: Vocabulary) -> Unit | None:
    """Thousands of a rate that the vocabulary knows: "KIOPS", "M req/s"; "keys/s" are none."""
    match = _PREFIXED.fullmatch(plain)
    if not match or vocabulary.resolve("units", plain) or not vocabulary.resolve("units", match[2]):
        return None
    base = unit_of(match[2], vocabulary)
    scale = Decimal(1).scaleb(_SCALES.get(match[1].lower(), 9))
    return replace(base, scale=base.scale * scale) if base and base.kind == "rate" else None


def _rate(counted: str, by: str, vocabulary: Vocabulary) -> Unit | None:
    """A noun over a time: "images/s"; what is a size over a time is a bandwidth."""
    time = _TIMES.get(by.lower().removesuffix("s") if len(by) > 2 else by.lower())
    if not time:
        return None
    # "compress MB/s" heads a column of a bandwidth, and none of so many MB of something.
    last = counted.rsplit(maxsplit=1)[-1] if counted.strip() else counted
    size = vocabulary.resolve("units", last)
    if not size and (known := physical(last)) and known[0] == "size":
        return Unit("bandwidth", frozenset(), frozenset(), known[1] / Decimal(time))
    if size and size.text("dimension") == "size":
        return Unit("bandwidth", frozenset(), frozenset(), Decimal(size.text("scale") or 1) / Decimal(time))
    words = counted.split()
    if not words:  # "stalls fell from 1,700 per second"
        return Unit("rate", frozenset(), frozenset(), 1 / Decimal(time))
    if len(words) > WORDS:
        return None
    million = Decimal(10) ** _SCALES.get(words[0].lower(), 0) if len(words) > 1 else Decimal(1)
    return Unit("rate", frozenset({root(re.sub(r"\W", "", words[-1]) or "x")}), frozenset(), million / Decimal(time))


def alike(amount: Amount | Unit, other: Amount | Unit) -> bool:
    """Whether two amounts are of one kind: both times, both rates of one thing, both prices for one thing."""
    if amount.kind != other.kind:
        return False
    if amount.kind == "price":
        return not (amount.per and other.per) or amount.per == other.per
    return not amount.of or bool(amount.of & other.of) or (amount.of | other.of) <= ONE_NOUN
