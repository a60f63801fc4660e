"""Steps that sentences tell: from one value to another, by so much, by a factor; and from which version to which.

One reader for all wordings: "from 2,400 to 3,150 tokens/s", "3,150 -> 4,200", "doubling the 1.6 TB/s of the K1 to 3.2
TB/s", "down by 9 ms, to 31 ms", "trimmed a further 6 ms", "25% over 14", "again by a factor of 1.4 over release 6".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.quantities.asserted import Sentence
from schemas.interval import Interval, ulp
from schemas.number_words import ONES, either

_VALUE = (
    r"(?P<c{0}>[$€£])?(?P<{0}>\d[\d,]*(?:\.\d+)?)(?P<k{0}>k\b)?"
    r"(?:[\s-]?(?P<u{0}>%|(?!(?:to|in|on|and|or|with|of|for|at|by)\b)[A-Za-zµ]+(?:/[A-Za-z]+)*))?"
)
_GAP = r"(?:\s\(?(?:with|on|in|of|under|for)\s(?:the\s)?(?:(?:version|release|v)\s?)?[\w.-]+\)?)?[^.;\d\n]{{0,{0}}}?"
_FROM_TO = re.compile(
    rf"(?:\bfrom\s|\b(?:doubl|tripl|quadrupl|halv|rais|lift|reduc|compress|push|shav|grow|mov|cutt?|tak|bring|trimm?|"
    rf"shrink)\w*\s(?:the\s)?)"
    rf"(?:about |around |just |only |the |an? )*{_VALUE.format('a')}(?P<gap>{_GAP.format(40)})"
    rf"\s(?:to|down to|up to)\s(?:about |around |just |only |now |an? )*{_VALUE.format('b')}",
    re.IGNORECASE,
)
_TO_FROM = re.compile(
    rf"\bto\s(?:about |around |just |only |an? )*{_VALUE.format('b')},?\s(?:up |down )?"
    rf"(?:from|instead of|after|where it (?:was|had been))\s(?:about |around |an? )*{_VALUE.format('a')}",
    re.IGNORECASE,
)
_LANDS = re.compile(
    rf"\b(?:brought|took|got|cut|lifted|raised|trimmed|reduced|pushed|moved|lowered|brings|takes|gets|carried)\s"
    rf"(?:it|that|this|them|us|the\s\w+)\s(?:down\s|up\s)?to\s(?:about |around |just |only )*{_VALUE.format('b')}",
    re.IGNORECASE,
)
_ARROW = re.compile(rf"{_VALUE.format('a')}\s?(?:->|→|⇒|-->|=>)\s?{_VALUE.format('b')}")
_DOWN = (
    r"trim\w*|sav\w+|cut\w*|shav\w+|took off|takes? off|remov\w+|"
    r"drop\w*|down|less|fell|low\w+|reduc\w+|knock\w*|gain\w* back|los[te]\w*|shed\w*"
)
_UP = r"add\w*|gain\w*|rais\w+|up|more|grew|increas\w+|lift\w*|put\w*|brought in|climb\w*|ros[ei]\w*"
_BY = re.compile(
    rf"\b(?:(?P<down>{_DOWN})|(?P<up>{_UP}))\b(?:[^.;\d\n]){{0,30}}?\s(?:by |off )?(?P<more>another |a further |"
    rf"an additional "
    rf"|an extra |yet another |one more )?{_VALUE.format('a')}(?!\w|,\d|\s(?:to|and)\b)",
    re.IGNORECASE,
)
_LAND = re.compile(
    rf",?\s(?:to|leaving|landing at|reaching|which leaves)\s(?:it at )?{_VALUE.format('b')}", re.IGNORECASE
)
LABEL = re.compile(
    r"\b(?:(?P<kind>(?i:versions?|releases?|edition|generation|gen|major|v))\.?\s?(?P<n>\d+(?:\.\d+)*)|"
    r"(?P<name>[A-Z][A-Za-z]*-?\d+[A-Za-z]?(?![\d%/]|[.,]\d)))\b"
)
_KIND = r"(?:versions?|releases?|editions?|generations?|gen|major|v)"
_CODE = r"[A-Z][A-Za-z]*-?\d+[A-Za-z]?(?![\d%/]|[.,]\d)"
# "Than 14" is a version where it stands alone; "on 14" and "of 1.5" are none without a word that says so.
_BASES = (
    re.compile(
        r"\b(?i:over|than|(?<=[a-z]\s)as|on top of|above|against|compared (?:to|with)|since|beyond|versus|vs\.?|"
        r"relative to)\s"
        rf"(?i:what\s|(?:that|those) of\s|the\s|its\s|their\s)*"
        rf"(?:(?i:{_KIND})\.?\s?(?P<n>\d+(?:\.\d+)*)|(?P<label>\d+(?:\.\d+)*(?![\w%/]|,\d|\s?[%x×]|\s(?:[a-z]+s|"
        rf"million|billion|ms|[GMTk]i?B|of)\b)|{_CODE}))"
    ),
    re.compile(
        r"\b(?i:of|with|from|on|in|after|under)\s(?i:what\s|that of\s|the\s|its\s|their\s)*"
        rf"(?:(?i:{_KIND})\.?\s?(?P<n>\d+(?:\.\d+)*)|(?P<label>{_CODE}))"
    ),
)
_BEHIND = re.compile(rf"\s\(?(?:(?:with|on|in|of|under|for)\s)?(?:the\s)?(?:{_KIND}\.?\s?)?(?P<n>\d+\.\d+(?:\.\d+)*)\b")
_GAIN = re.compile(
    r"(?:\bfactors? of (?P<f>\d+(?:\.\d+)?)|(?<![\w.,])(?P<x>\d+(?:\.\d+)?)(?:x\b|\s?×|-fold\b|\stimes\b(?! (?:a|"
    r"per)\b))|"
    r"(?<![\w.,])(?P<p>\d+(?:\.\d+)?)\s?(?:%|per ?cent\b)|\b(?P<w>doubl|tripl|quadrupl|halv)(?:es|ed|ing|e|s)\b|"
    rf"\b(?P<fold>{either(ONES)})-?fold\b|"
    r"\b(?P<t>twice|thrice)\b)",
    re.IGNORECASE,
)
_PART = re.compile(r"[,;:](?=\s)")
_WORTH = {"doubl": 2, "tripl": 3, "quadrupl": 4, "twice": 2, "thrice": 3}
LESS = re.compile(
    r"\b(?:less|lower\w*|fewer|reduc\w+|cut\w*|sav\w+|drop\w*|smaller|shorter|cheaper|down|decreas\w+|shr[aiu]nk\w*|"
    r"fell|"
    r"falls?|trim\w*|shav\w*|off|halv\w+)\b",
    re.IGNORECASE,
)
_UNITS = {"sec": "s", "secs": "s", "second": "s", "seconds": "s", "millisecond": "ms", "milliseconds": "ms",
          "µs": "us", "minute": "min", "minutes": "min", "hours": "h", "hour": "h", "percent": "%"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Printed:
    """A value at [start, end) of its sentence's words."""

    start: int
    end: int
    value: Interval
    unit: str

    def meets(self, other: "Printed") -> bool:
        """Whether two prints can be of one value."""
        return self.value.meets(other.value)


@dataclass(frozen=True, slots=True)
class Step:
    """A change from one value to another, with the labels of what has the one and the other."""

    sentence: Sentence
    before: Printed
    after: Printed
    old: str
    new: str
    only: bool = False  # where it says what it came to and not from where: "brought it to 8 seconds"


@dataclass(frozen=True, slots=True)
class Gain:
    """A factor that one version has over another; `old` and `new` are their labels, "" where not said."""

    sentence: Sentence
    start: int
    end: int
    factor: Interval
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Delta:
    """So much more or less, with the sign, and the value it leads to where that is printed."""

    sentence: Sentence
    by: Printed
    sign: int
    after: Printed | None


def _interval(digits: str, scale: int = 1) -> Interval:
    value, half = Decimal(digits.replace(",", "")), ulp(digits.replace(",", ""), 0) / 2
    whole = value == value.to_integral_value() and "." not in digits
    half = Decimal(0) if whole and value < 100 else half
    return Interval((value - half) * scale, (value + half) * scale)


def _printed(match: re.Match[str], name: str, unit: str = "") -> Printed:
    own = (match[f"u{name}"] or "").lower()
    scale = 1000 if match[f"k{name}"] else 1
    found = match[f"c{name}"] or _UNITS.get(own, own.rstrip("s") if len(own) > len("xxs") else own) or unit
    start, end = match.start(f"c{name}" if match[f"c{name}"] else name), match.end(f"u{name}" if own else name)
    return Printed(start, end, _interval(match[name], scale), found)


def label_of(match: re.Match[str]) -> str:
    """What a label is known by: the number of a version, the code of a product."""
    return match["n"] or match["name"].lower()


def labels(text: str) -> list[str]:
    """The labels of versions and products in a text, in order."""
    return [label_of(one) for one in LABEL.finditer(text)]


def _base(text: str, *, wide: bool = True) -> str:
    """The label of what something is compared with: "over 14", "than the K1"; `wide` also "of the K1", "on 14"."""
    for pattern in _BASES if wide else _BASES[:1]:
        for match in pattern.finditer(text):
            return (match.groupdict().get("n") or match["label"]).lower()
    return ""


def steps(sentence: Sentence, title: str) -> Iterator[Step]:
    """The changes from one value to another that a sentence prints, in its order."""
    text = sentence.passage.words
    taken: list[tuple[int, int]] = []
    for pattern in (_FROM_TO, _TO_FROM, _ARROW):
        for match in pattern.finditer(text):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            taken.append(match.span())
            after = _printed(match, "b")
            before = _printed(match, "a", after.unit)
            if after.unit and (before.unit == after.unit or not match["ua"]):
                yield _labelled(sentence, before, after, title)
            elif after.unit:
                # "from 8.0 (K1) to": words behind the first value that are no unit
                yield _labelled(sentence, Printed(before.start, match.end("a"), before.value, after.unit), after, title)
    if not taken:
        yield from _landing(sentence)


def _landing(sentence: Sentence) -> Iterator[Step]:
    match = _LANDS.search(sentence.passage.words)
    after = _printed(match, "b") if match else None
    if after and after.unit:
        yield Step(sentence, after, after, "", "", only=True)


def _of(behind: str) -> str:
    """The version right behind a value: "900 ms with 2.0", "600 ms (v3)"."""
    match = _BEHIND.match(behind)
    return match["n"] if match else ""


def _labelled(sentence: Sentence, before: Printed, after: Printed, title: str) -> Step:
    text = sentence.passage.words
    first = text[before.end : after.start] if before.start < after.start else text[before.end : before.end + 24]
    last = text[after.end : after.end + 24] if before.start < after.start else text[after.end : before.start]
    old, new = (_of(each) or _base(each) for each in (first, last))
    rest = [one for one in (*labels(text), *labels(title)) if one not in (old, new)]
    return Step(sentence, before, after, old, new or (rest[0] if rest else ""))


def deltas(sentence: Sentence) -> Iterator[Delta]:
    """The amounts by which a sentence says that something went up or down."""
    text = sentence.passage.words
    for match in _BY.finditer(text):
        by = _printed(match, "a")
        land = _LAND.match(text, match.end())
        after = _printed(land, "b", by.unit) if land else None
        if by.unit and by.unit != "%":
            yield Delta(sentence, by, -1 if match["down"] else 1, after)


def gains(sentence: Sentence) -> Iterator[Gain]:
    """The only factor that a sentence prints, with the versions that it is of."""
    text = sentence.passage.words
    found = list(_GAIN.finditer(text))
    if len(found) == 1:
        match = found[0]
        old = _base(text, wide=False) or _base(text[match.end() :])
        new = next((one for one in labels(text) if one != old), "")
        around = _PART.split(text[: match.start()])[-1] + _PART.split(text[match.end() :])[0]
        less = bool(LESS.search(around))
        factor = _factor(match, less=less)
        if factor.lower > 0:  # "150% faster with lower jitter" is no fall by 150%
            yield Gain(sentence, match.start(), match.end(), factor, old, new)


def _factor(match: re.Match[str], *, less: bool) -> Interval:
    if match["p"]:
        share = _interval(match["p"] if "." in match["p"] else f"{match['p']}.0", 1)
        half = Decimal("0.5") if "." not in match["p"] else Decimal("0.05")
        low, high = ((share.lower + share.upper) / 2 + sign * half for sign in (-1, 1))
        one, other = sorted((1 + (-1 if less else 1) * each / 100) for each in (low, high))
        return Interval(one, other)
    digits = match["f"] or match["x"] or (str(ONES[match["fold"].lower()]) if match["fold"] else "")
    if digits:
        half = ulp(digits, 0) / 2 if "." in digits else Decimal("0.1")
        value = Decimal(digits)
        return Interval(value - half, value + half)
    word = (match["w"] or match["t"]).lower()
    value = Decimal(_WORTH[word]) if word in _WORTH else Decimal("0.5")
    return Interval(value * Decimal("0.97"), value * Decimal("1.06"))


_PLAIN = re.compile(rf"(?<![\w.,$€£-]){_VALUE.format('a')}", re.IGNORECASE)


def values(sentence: Sentence, unit: str) -> list[Printed]:
    """The values of a unit that a sentence prints."""
    found = (_printed(one, "a") for one in _PLAIN.finditer(sentence.passage.words))
    return [one for one in found if one.unit == unit]
