"""The numbers of a text with what they count and what they are divided by: "4,200 images per second", "$2 a seat".

Nothing is asked of the words around: a number, a unit or a plural noun, and "per", "a", "each" behind them.
"""

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from checks.lib.language.codes import sized_name
from checks.lib.language.tokens import GENERIC, root
from checks.lib.quantities.amounts import Amount, amounts, unit_of
from checks.lib.quantities.counts import singular
from checks.lib.quantities.dimensions import KINDS, MACHINES, Dims, dims_of_kind, times
from checks.lib.quantities.dimensions import noun as noun_of
from checks.lib.quantities.named_parts import ETHERNET, GIGABIT, coded, single, sized, told_times
from schemas.interval import Interval
from schemas.names import Vocabulary
from schemas.number_words import ANY_NUMBER, POWERS, SHORT_POWERS, count, either

_STOPS = (
    r"has|have|had|with|of|and|each|or|in|per|for|the|to|at|is|are|was|were|x|on|from|by|as|than|that|which|while|when|"
    r"its|our|their|this|these|those|not|but|a|an|every|so|if|then|out|into|over|under|times|more|less|fewer"
)
# "384 Merle 2 cards", "twenty 2U servers", "four 8x H100 instances"
_ADJECTIVE = (
    rf"(?!(?:{_STOPS})\b)(?:[A-Z][\w-]*\s\d{{1,3}}(?=\s[a-z])|[A-Za-z][\w/.-]*|"
    r"\d{1,2}(?:U|OU|RU)|\d{1,2}[x×](?=\s[A-Z]))\s"
)
_WHOLE = rf"\d{{1,3}}(?:,\d{{3}})+|\d+|(?!(?i:one|a|an)\s(?!hundred|dozen|thousand|(?<=ne\s)billion))(?i:{ANY_NUMBER})"
_COUNT = re.compile(
    rf"(?<![\w.,$€£^–/-])(?P<n>\d+\.\d+|{_WHOLE})(?:\s(?P<power>{either(POWERS)})|(?P<si>[kKMB])(?=\s))?"
    rf"(?:\s(?P<words>(?:{_ADJECTIVE}){{0,3}}?(?!(?:{_STOPS})\b)(?:[A-Za-z][\w-]*[^s\W\d]s|chassis|dice|people))|"
    r"-(?P<one>[a-z]+)(?=\s))(?![\w/-])"
)
_SOME_OF = re.compile(
    rf"(?<![\w.,$€£–/-])(?P<n>{_WHOLE})\s(?:out )?of (?:the |its |our |these |their |all )?"
    rf"(?:\d[\d,]*|{ANY_NUMBER})\s(?P<words>(?:{_ADJECTIVE}){{0,2}}?[A-Za-z][\w-]*s)\b"
)
_MILLIONS = re.compile(
    rf"(?<![\w.,$€£–/-])(?P<n>\d[\d,]*(?:\.\d+)?)(?:\s(?P<power>{either(POWERS)})|(?P<si>[kKMB]))"
    rf"(?=[.,;:)]|\s*$|\s(?:{_STOPS}|out|back)\b)"
)
# "The 450-gigabyte image": how large it is; what it is called, and so never what other values come to.
_NAMED = re.compile(
    rf"(?<![\w.,$€£–/-])(?P<n>\d[\d,]*(?:\.\d+)?|{ANY_NUMBER})-(?P<unit>[A-Za-z]+)(?=\s[a-z])", re.IGNORECASE
)
# The 8 of "8 x 400 Gb/s"; no resolution, no size of a box and no "8x7B" of a model's name.
TIMES = re.compile(
    r"(?<![\w.,])(?P<n>\d{1,5})\s?[x×]\s?(?=\d)(?!\d+\s?(?:p|px|pixels?|mm|cm|m|in)\b)(?!\d+\s?[x×])(?!\d+B\b)"
)
_MONEY = re.compile(
    r"(?:US)?[$€£]?\s?\d(?:[\d,]*\d)?(?:\.\d+)?(?:\s?(?:[kKMB]|million|billion|thousand)\b)?(?:\s(?:dollars?|euros?|pounds|cents?|ct|pence|francs?|USD|EUR|GBP|CHF)\b)?"
)
BY = re.compile(
    r"(?:\sof\s[a-z]+(?:\s[a-z]+)?)?"
    r"(?:\s?/\s?|\s(?:per|a|an|each|every|for (?:a|an|each|every|one)|in (?:a|an|each|every|one)|for(?= 100\s))\s)"
    r"(?!(?:and|or|but|in|on|at|for|to|with|from|of|by|is|are|that|which|while|when|as|than)\s)"  # "100 Gb/s each and"
    r"(?:(?P<n>(?:100?|1(?=[,kKM]))(?:,000)*[kKM]?|hundred|thousand|million|billion)\s)?(?P<by>[A-Za-zµ]+(?:-(?:hour|minute|second|day|month|year)s?)?(?:\s[a-z]+)?)"
)
# "Each joule buys 7.5 tokens": what it is divided by stands before it.
EACH_UNIT = re.compile(
    r"(?:\b(?:[Ee]ach|[Ee]very|[Oo]ne|[Aa] single)|(?:^|[,;:]\s)[Aa]n?)\s(?P<by>[a-z-]+)\s(?:[a-z]+\s){1,4}$"
)
_MEAN = re.compile(r"\b(?:average\w*|mean|median|typical\w*)\b", re.IGNORECASE)
# "2.4 million 8 KB reads per second", "450,000 64K writes/s": without it these were 8 reads and 64,000 writes.
_SIZED_RATE = re.compile(
    rf"(?<![\w.,$€£–/-])(?P<n>\d[\d,]*(?:\.\d+)?)(?:\s(?P<power>{either(POWERS)})|(?P<si>[kKM]))?"
    # A bare K is a size of blocks where it is a power of two: "PCIe 4.0 800K IOPS" are 800,000.
    r"\s(?P<size>\d{1,4}(?=[\s-]?(?:KiB|KB|kB|MiB|MB))|(?:4|8|16|32|64|128|256|512)(?=[\s-]?[Kk]))[\s-]?"
    r"(?P<unit>KiB|KB|kB|K|k|MiB|MB)\s(?:(?:random|sequential|mixed)\s)?"
    r"(?:IOPS\b|(?P<noun>reads|writes|IOs|operations|requests|messages|records|pages|blocks|objects)"
    r"(?:\s?/\s?s(?:ec)?\b|\s(?:per|a|every|each)\ssecond\b))"
)
_UNITS_OF_BLOCKS = {"KIB": Decimal(1024), "KB": Decimal(1000), "K": Decimal(1024), "MIB": Decimal(1024**2),
                    "MB": Decimal(10**6)}  # fmt: skip
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_ROUND = re.compile(r"\d[\d,]*\d00(?![\d.])")
# Words of labels that name no part, nouns that count no things, and those of "64-bit" and "40-hour".
PLAIN = frozenset(
    map(
        root,
        """
        number count total max maximum min size capacity power draw load memory bandwidth speed rate per each every
        one single largest smallest supported support type types kind full raw usable net gross from native typical
        peak nominal rated dense sparse time item of all
        """.split(),
    )
)
# A line that says "GB" shares nothing with another that does.
_UNITS = frozenset(
    map(
        root,
        "b kb mb gb tb pb eb kib mib gib tib gbps tbps gbit mbit tflops pflops ms mw kw kwh mwh "
        "wh w v hz km kg mm cm euro dollar cent eur usd".split(),
    )
)
_BYTE = root("byte")
NO_THING = frozenset(
    map(
        root,
        """
        time percent point year month week day hour minute second way degree degrees version page part average mean
        median score rank ratio latency p50 p95 p99 result other
        """.split(),
    )
)
_NO_PART = frozenset(map(root, "bit byte inch foot hour day minute month year fold way point percent week".split()))
# Before a number these are no name: "With 40 nodes", but "Falke 40 leaves".
_NO_NAME = frozenset(
    (
        "a an with in on at all each every the our its these those up over about under only for from has have both "
        "monday tuesday wednesday thursday friday saturday sunday"
    ).split()
)
_WORKED = re.compile(r"(?:[a-z]+\s)?(?P<of>[A-Za-z]+) (?P<by>hours|days)")  # "561,000 card hours"
DAY = Decimal(24)  # hours
_MANY_ZEROS = 10000  # a count with that many is hardly exact to the last thing


@dataclass(frozen=True, slots=True)
class Raw:
    """A number at text[start:end] with its kind; `of` is what it counts, `loose` the words that say of which kind."""

    start: int
    end: int
    kind: str
    of: frozenset[str]
    value: Interval
    qualifier: str = "exact"
    loose: frozenset[str] = frozenset()
    reach: int = 0  # where the noun ends that stands behind what each has: "ten 15.36 TB drives"

    @property
    def anonymous(self) -> bool:
        """Whether it only multiplies what follows: the 8 of "8 x 400 Gb/s"."""
        return any(one.startswith("@") for one in self.of)


@lru_cache(maxsize=16384)  # headers and clauses, each of which is held against the others
def content(text: str) -> frozenset[str]:
    """The roots of the words of a text that say of what it is."""
    found = (root(singular(word) or word) for word in re.findall(r"[A-Za-z]\w+", text))
    return frozenset(one for one in found if len(one) > 1 and one not in GENERIC and one not in _UNITS)


def head(text: str) -> str:
    """The root of the last word of a noun phrase, "" where it has none."""
    words = re.findall(r"[A-Za-z][\w-]*", text)
    return root(singular(words[-1]) or words[-1]) if words else ""


def scanned(text: str, start: int, vocabulary: Vocabulary) -> list[Raw]:
    """The numbers of a text that begins at `start` of its document, left to right."""
    found = [*_counted(text, vocabulary), *_some_of(text)]
    found += _of_named_parts(text, {one.start for one in found}, vocabulary)
    spans = [(one.start, one.end) for one in found]
    for match in TIMES.finditer(text):
        of = frozenset({f"@{start + match.end()}"})
        found.append(Raw(match.start(), match.end("n"), "count", of, point(match["n"])))
    others = (one for one in amounts(text, vocabulary) if one.kind != "count")
    found += [_measured(one, text) for one in others if not any(left <= one.start < right for left, right in spans)]
    found += (*_of_such(text, vocabulary), *_ports(text))
    found += _elided(text, found)
    sized_rates = list(_of_sized(text))
    spans = [(left.start, reach) for left, _, reach in sized_rates]
    found = [one for one in found if not any(left <= one.start < right for left, right in spans)]
    found += [each for left, right, _ in sized_rates for each in (left, right)]
    return sorted(found, key=lambda one: one.start)


def _of_sized(text: str) -> Iterator[tuple[Raw, Raw, int]]:
    """Rates of things with their size before the noun, the size, and where both end: "2.4 million 8 KB reads/s"."""
    for match in _SIZED_RATE.finditer(text):
        of = frozenset({noun_of(match["noun"])}) if match["noun"] else frozenset({noun_of("operations")})
        rate = Raw(match.start(), match.end("si" if match["si"] else "power" if match["power"] else "n"), "rate", of,
                   printed_number(match))  # fmt: skip
        unit = _UNITS_OF_BLOCKS[match["unit"].upper()]
        block = Raw(match.start("size"), match.end("unit"), "size", frozenset(), point(match["size"]).scaled(unit))
        yield rate, block, match.end()


def _of_named_parts(text: str, taken: Container[int], vocabulary: Vocabulary) -> Iterator[Raw]:
    """Counts with a size before their noun, one of each, and products' names that stand for a noun."""
    for match in sized(text):
        unit, words = unit_of(match["unit"], vocabulary), match["words"]
        known = match["unit"] == "GbE" or (unit and unit.kind in KINDS)
        if match.start() not in taken and known and head(words) not in NO_THING:
            of = frozenset({head(words)})
            loose = content(words) - of - PLAIN
            yield Raw(match.start(), match.end("n"), "count", of, point(match["n"]), "exact", loose, match.end())
    for match in (*single(text), *told_times(text, vocabulary)):
        of, many = frozenset({head(match["words"])}), match["n"]
        # "1 ms per token" is no one of anything.
        measured = unit_of(match["words"].split()[-1], vocabulary)
        if match.start("n") not in taken and not of & NO_THING and not measured:
            loose = content(match["words"]) - of - PLAIN if many else frozenset()
            yield Raw(match.start("n"), match.end(), "count", of, point(many or "1"), loose=loose)
    for match in coded(text):
        named = match["before"].split()
        # "1 TB DDR4" is a size, whatever is called so.
        if match.start("n") not in taken and not any(unit_of(each, vocabulary) for each in (*named, match["code"])):
            of, loose = frozenset({root(match["code"])}), content(match["before"])
            yield Raw(match.start("n"), match.end("code"), "count", of, point(match["n"]), loose=loose)


def _elided(text: str, found: Sequence[Raw]) -> Iterator[Raw]:
    """The millions of what was counted last: "reads 60 million tokens and writes 8 million"."""
    for match in _MILLIONS.finditer(text):
        before = [one for one in found if one.end <= match.start() and one.kind == "count" and not one.anonymous]
        taken = any(one.start <= match.start() < one.end for one in found)
        if before and not taken and not sized_name(text, match.start()):
            last = max(before, key=lambda one: one.start)
            yield Raw(match.start(), match.end(), "count", last.of, printed_number(match))


def _of_such(text: str, vocabulary: Vocabulary) -> Iterator[Raw]:
    """The amounts that stand as an adjective."""
    for match in _NAMED.finditer(text):
        unit = unit_of(match["unit"], vocabulary)
        if unit and unit.kind in KINDS:
            value = _exact(match["n"]) if match["n"][0].isdigit() else point(match["n"])
            # A 100-gigabit switch is no store of bits.
            kind = "bandwidth" if match["unit"].lower().endswith(("bit", "bits")) else unit.kind
            yield Raw(match.start(), match.end(), kind, frozenset(), value.scaled(unit.scale), "named")


def _ports(text: str) -> Iterator[Raw]:
    """What ports of Ethernet carry, which is never what other values come to."""
    for match in ETHERNET.finditer(text):
        yield Raw(match.start(), match.end(), "bandwidth", frozenset(), point(match["n"]).scaled(GIGABIT), "named")


def _counted(text: str, vocabulary: Vocabulary) -> Iterator[Raw]:
    for match in _COUNT.finditer(text):
        words = match["words"] or match["one"]
        first = words.split()[0].strip("-")
        plain = first.rstrip("s") if first[:1].islower() else first
        if first == "GbE" or any(unit_of(one, vocabulary) for one in (first, plain, words)):
            continue
        # "Release 3.1 rewrites the log": no count, unless something says that it is a mean.
        led = BY.match(text, match.end()) or EACH_UNIT.search(text[: match.start()]) or _MEAN.search(text)
        if "." in match["n"] and not (match["power"] or match["si"] or led):
            continue
        if match["si"] and (_of_blocks(match) or sized_name(text, match.start())):
            continue
        if head(words) == _BYTE:
            yield Raw(match.start(), match.end(), "size", frozenset(), printed_number(match))
            continue
        if (worked := _WORKED.fullmatch(words)) and root(worked["of"].lower()) in MACHINES:
            hours = DAY if worked["by"].startswith("day") else Decimal(1)
            yield Raw(match.start(), match.end(), "machine_time", frozenset(), printed_number(match).scaled(hours))
            continue
        if head(words) in (_NO_PART if match["one"] else NO_THING) or _is_named(text, match, words):
            continue
        of = frozenset({head(words)})
        yield Raw(match.start(), match.end(), "count", of, printed_number(match), loose=content(words) - of - PLAIN)


def _of_blocks(match: re.Match[str]) -> bool:
    """Whether a number with K is a size: "4K reads", "64K pages" and "8K screens" are of so much each."""
    digits = match["n"].replace(",", "")
    return match["si"] in "kK" and digits.isdigit() and int(digits).bit_count() == 1


def _is_named(text: str, match: re.Match[str], words: str) -> bool:
    """Whether a number is the end of a name: "the Falke 40 leaves the depot"."""
    ahead = re.search(r"([A-Z][\w-]*)\s$", text[: match.start()])
    if ahead is None or ahead[1].lower() in _NO_NAME or not match["n"].isdigit():
        return False
    return bool(ahead.start()) or text.count(ahead[1]) > 1 or " " not in words


def _some_of(text: str) -> Iterator[Raw]:
    for match in _SOME_OF.finditer(text):
        yield Raw(match.start(), match.end("n"), "count", frozenset({head(match["words"])}), point(match["n"]))


def printed_number(match: re.Match[str]) -> Interval:
    """The number of a match with its power: "4.2 million", "400M"."""
    power = SHORT_POWERS[match["si"].lower()] if match["si"] else POWERS.get(match["power"] or "", 0)
    if not power or not match["n"][0].isdigit():
        return point(match["n"])
    return _exact(match["n"]).scaled(Decimal(10) ** power)


def _exact(digits: str) -> Interval:
    plain = digits.replace(",", "")
    half = Decimal(10) ** -len(plain.partition(".")[2]) / 2
    return Interval(Decimal(plain) - half, Decimal(plain) + half)


def point(digits: str) -> Interval:
    """A count; of large round ones as much as their zeros leave open."""
    value = Decimal(digits.replace(",", "")) if digits[0].isdigit() else Decimal(count(digits))
    zeros = len(str(int(value))) - len(str(int(value)).rstrip("0"))
    half = Decimal(10) ** zeros / 2 if value >= _MANY_ZEROS and zeros > 2 else Decimal(0)
    return Interval(value - half, value + half)


def _measured(one: Amount, text: str) -> Raw:
    money = _MONEY.match(text, one.start) if one.kind == "price" else None
    # "Over 21 days" is how long something lasted, and no bound.
    if one.kind == "time" and one.qualifier == "over" and text[: one.start].lower().endswith("over "):
        digits = _DIGITS.match(text, one.start)
        value = _exact(digits.group()).scaled(one.unit) if digits else one.readings.rounded
        return Raw(one.start, one.end, one.kind, one.of, value)
    return Raw(one.start, money.end() if money else one.end, one.kind, one.of, _loosened(one, text), one.qualifier)


def _loosened(one: Amount, text: str) -> Interval:
    """What an amount's print allows; of large round ones as much as their zeros leave open, at most one per cent."""
    value = one.readings.rounded
    match = _ROUND.search(text, one.start, one.end)
    if not match or not value.bounded:
        return value
    digits = match.group().replace(",", "")
    zeros = Decimal(10) ** (len(digits) - len(digits.rstrip("0")))
    middle = (value.lower + value.upper) / 2
    half = min(middle * zeros / Decimal(digits) / 2, middle / 100)
    return Interval(min(value.lower, middle - half), max(value.upper, middle + half))


def dims_of(kind: str, of: frozenset[str], noun: str = "") -> Dims:
    """The dimensions of a kind of amount; `noun` is what is counted where `of` has several words."""
    if kind in ("count", "rate"):
        counted = (noun or min(of, default="thing"), 1)
        return frozenset({counted, ("time", -1)}) if kind == "rate" else frozenset({counted})
    if kind.startswith("rate/"):
        return times(dims_of("rate", of, noun), dims_of_kind(kind.removeprefix("rate/")), -1)
    if kind == "machine_time":
        return frozenset({("machine", 1), ("time", 1)})
    return dims_of_kind(kind)
