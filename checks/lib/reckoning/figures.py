"""Figures of sentences that can be reckoned from a table, with the sums that their words ask for."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations

from checks.lib.quantities.amounts import Amount
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.bare_values import bare_values
from checks.lib.quantities.numbers_said import numbers
from schemas.interval import INFINITY, Interval
from schemas.multiples import printed_multiples, shares

FACTOR = "factor"
NUMBERS = 10  # of a sentence that are tried
WORKED = Decimal("0.006")  # of a product that a sentence tells
_DIGITS = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
HAIR = Decimal("0.12")  # what "a little over" leaves
REACH = 40  # characters between a part and the word that says of what it is
_LESS = (
    r"(?:less|more|fewer|faster|slower|quicker|sooner|earlier|later|longer|shorter|lower|higher|better|worse|ahead|behind|"
    r"cheaper|dearer|saved?|difference|apart|gap|lighter|heavier|extra|smaller|larger|bigger|cooler|hotter|warmer|off|"
    r"margin|lead|below|above)"
)
_MOVES = (
    r"(?:sav(?:es?|ed|ing|ings)|shav(?:es?|ed|ing)|cuts?|cutting|trim(?:s|med)?|los[et]s?|gain(?:s|ed)?|"
    r"drop(?:s|ped)?|sheds?|reduc\w+|fell|falls?|rose|rises?|gr[eo]ws?|climb(?:s|ed)?|improv\w+|differ\w*|gap|margin|"
    r"difference|beats?|leads?|trails?|lags?|frees?)"
)
_CUES = {
    "mean": r"\b(?:on average|averag\w+|mean|means|geomean|median|geometric|same weight|equal(?:ly)? weight\w*|middle of)\b",
    "sum": r"\b(?:in total|total\w*|altogether|all told|in all|combined|together|end[- ]to[- ]end|sums?|add(?:s|ed)? up|"
    r"aggregate|as a whole|the whole|from [\w -]{3,40} to [\w -]{3,40}(?=,)|start to finish|between them|(?:all|every) \w+ included|"
    r"for everything|across (?:all|the)|fully (?:loaded|equipped|populated))\b",
    "least": r"\b(?:at least|no(?:t|ne|body|thing)?\b[^.,;]{0,40}\bless than|never (?:fell|falls|drops?|dropped|below|under|less)|"
    r"minimum|worst|lowest|smallest|anything from|between)\b",
    "most": r"\b(?:up to|as (?:much|many|high|little|low) as|at (?:most|best|its best)|peak\w*|maximum|"
    r"no(?:t|ne|body|thing)?\b[^.,;]{0,60}\bmore than|never (?:more|above|over|exceed\w*|tops?|rose|rises|went)|"
    r"tops? out|anything from|between|beyond)\b",
    "per": r"\b(?:per|apiece|for (?:each|every)|(?:each|every) (?!of|one)[a-z]+|an? (?:single )?(?:dollar|watt|euro|joule|"
    r"kilowatt-?hour|terabyte|gigabyte|million|token|core|node|user|vector|frame)|one (?:dollar|watt|euro|joule|core)|each of)\b",
    "spread": r"\b(?:quick|fast|slow|cheap|dear|great|small|large|low|high|short|long)est\b.*\b(?:quick|fast|slow|cheap|dear|great|small|large|low|high|short|long)est\b|"
    r"\b(?:best|top)\b.*\b(?:worst|bottom|last)\b|\bworst\b.*\bbest\b",
    "scaling": r"\b(?:scal\w+|linear\w*|efficien\w+|ideal|perfect)\b",
    "product": r"\b(?:an? (?:month|year|day|week|run|single|job|rack|cluster|system|node|server|box)|per (?:month|year|day|week)|around the clock|day and night|"
    r"all (?:of )?(?:\w+ ){0,2}|full\w*|every|costs?|whole|together|each|machines?|of|with)\b",
}
_QUANTITIES = {
    "price": r"\b(?:price\w*|costs?|cheap\w*|dear\w*|pay\w*|bills?|charge[sd]?|dollars?|spend\w*|tariff)\b|[$€£]",
    "power": r"\b(?:watts?|power|draws?|drew|frugal|electricity)\b",
    "energy": r"\b(?:energy|joules?|kwh|kilowatt-hours?|power|electricity)\b",
    "size": r"\b(?:bytes?|memory|footprint|storage|space|small\w*|large\w*|shr[aiu]nk\w*|heavier|lighter|disk|binary|image|capacity|weighs?|MB|GB|TB)\b",
    "rate": r"\b(?:throughput|output speed|(?:tokens|requests|queries|images|samples|frames|operations|transactions) (?:per|a|each) second|qps|rps|tps|iops|fps)\b",
    "bandwidth": r"\b(?:bandwidth|throughput|wire|network)\b",
    "time": r"\b(?:latenc(?:y|ies)|time to|run-?time|duration|delays?|waits?|start-?ups?|cold starts?|ttft|tpot)\b",
    "compute": r"\b(?:flops|compute|peak|petaflops|teraflops|arithmetic|utili[sz]ation)\b",
    "percent": r"\b(?:accuracy|errors?|misses|misheard|points|recall|hit rate|hits|loss)\b",
}
QUANTITIES = {name: re.compile(words, re.IGNORECASE) for name, words in _QUANTITIES.items()}
_PER_WHAT = re.compile(
    r"\b(?:per|for (?:each|every|an?)|(?:each|every|an?|one)(?: single)?)\s(?P<what>[a-z-]+(?:\s[a-z-]+){0,2})|/(?P<unit>[A-Za-z]+)|\b(?P<ly>core) for core\b", re.IGNORECASE
)
CUES = {name: re.compile(words, re.IGNORECASE) for name, words in _CUES.items()}
_DIFFERENCE = (
    re.compile(rf"\b{_MOVES}\b(?!\s(?:\w+\s){{0,4}}?to\b)[^.;:,\d]{{0,40}}$", re.IGNORECASE),
    re.compile(rf"^\W{{0,2}}(?:[a-z][\w/-]*\s){{0,3}}?{_LESS}\b", re.IGNORECASE),
)
# What a part is a share of; "a third of the time that it took" is a quotient as well.
_SHARE = (
    re.compile(
        r"\b(?:share|portion|proportion|part|goes to|go to|spen[dt]s?|eats?|eaten|takes? up|took up|account\w*|utili[sz]ation|"
        r"hit rate|swallow\w*|makes? up|devour\w*|unused|attains?|keeps?|sustain\w*|devoted|claims?)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"^\s?(?:of (?!(?:what|that|those|its|their|his)\b|the (?:old|previous|former|original|predecessor|price|cost|time it)\w*)|goes|went|is|was|were)\b",
        re.IGNORECASE,
    ),
)
# "A common 40 kW feed", "a 24 GB card": what something is called.
_CALLED = (
    re.compile(r"\b(?:an?|the|one|every|each|our|its|single|common|\d+|two|three|four|ten)\s(?:[a-z-]+\s)?$", re.IGNORECASE),
    re.compile(r"^(?:-\w+)?\s(?!(?:of|in|on|at|per|for|from|to|and|or|but|with|when|while|than|each|every|a|an|the|by|as|is|was|"
               r"more|less|fewer|over|under|after|before|with|without|against|across|on)\b)[a-z]{3,}"),
)
# "A little over 65 dollars" is hardly more: no bound.
_TIGHT = re.compile(
    r"\b(?:(?:just|a (?:little|bit|shade|touch|hair)|slightly|barely|only just|not much) (?:over|under|above|below|more than|less than|short of)|"
    r"not quite|close to|nearly|almost|just shy of)\s[$€£]?$", re.IGNORECASE
)
_FORMER = re.compile(r"\b(?:rather than|instead of|up from|down from|compared (?:to|with)|previous\w*|earlier|against) (?:\w+ ){0,2}[$€£]?$", re.IGNORECASE)
_NO_LESS = re.compile(r"\b(?:no(?:ne|body|thing)?|not|never)\b[^.,;]{0,60}\bless than\s$", re.IGNORECASE)
_NO_PART = re.compile(r"^[ -](?:precision|duplex|an hour|a|the time)\b")
_CONDITION = re.compile(
    r"\b(?:if|should|might|expect\w*|target\w*|goal|plan(?:s|ned) to|hope|aim\w*|until|warm-?up|time-?out|"
    r"excluding|except|competitor\w*|rivals?|elsewhere|forecast\w*)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a sentence at words[start:end]: a value of a kind, or a factor with every way to take it.

    `share` is the part of one that it prints ("a fifth", "78%"), None for others.
    """

    sentence: Sentence
    start: int
    end: int
    kind: str
    ways: tuple[Interval, ...]
    asks: frozenset[str]
    loose: bool
    amount: Amount | None = None
    share: Interval | None = None
    value: Decimal | None = None  # the number of a factor, as printed
    per: str = ""  # what it is told per
    quantities: frozenset[str] = frozenset()  # what its words are of

    @property
    def text(self) -> str:
        """Its words."""
        return self.sentence.passage.words[self.start : self.end]


def _own_sums(found: Sequence[Figure], words: str) -> bool:
    """Whether a sentence does a sum of its own: "417 s then and 300 s now, 28% less", "3 bytes for each, so 129 make 387"."""
    values = [one for one in found if one.amount]
    pairs = [(one.ways[0], other.ways[0]) for one, other in combinations(values, 2) if one.kind == other.kind]
    quotients = [max(one / other, other / one, key=lambda each: each.upper) for one, other in pairs if min(one.lower, other.lower) > 0]
    factors = [way for one in found if one.kind == FACTOR for way in one.ways]
    if any(one.meets(other) for one in quotients for other in factors):
        return True
    printed = [Decimal(match.group().replace(",", "")) for match in _DIGITS.finditer(words)][:NUMBERS]
    large = [one for one in printed if one not in (0, 1)]
    return any(
        abs(one * other - made) <= made * WORKED
        for one, other in combinations(large, 2)
        for made in large
        if made not in (one, other)
    )


def quantities(text: str) -> frozenset[str]:
    """The quantities that words are of: "cheaper" is of a price."""
    return frozenset(name for name, cue in QUANTITIES.items() if cue.search(text))


def _per(words: str) -> str:
    """What a sentence tells its figures per."""
    return " ".join(match["what"] or match["unit"] or match["ly"] for match in _PER_WHAT.finditer(words))


def figures(sentence: Sentence) -> list[Figure]:
    """The figures of a sentence that it asserts, left to right."""
    words = sentence.passage.words
    if _CONDITION.search(words):
        return []
    found = sorted((*_factors(sentence), *_values(sentence)), key=lambda one: (one.start, one.kind != FACTOR))
    taken: list[Figure] = []
    for one in found:
        if not any(other.start < one.end and one.start < other.end for other in taken):
            taken.append(one)
    if _own_sums(taken, words):
        return []
    per = _per(words)
    return [replace(one, per=per, quantities=quantities(words)) for one in taken]


def _asked(words: str) -> frozenset[str]:
    return frozenset(name for name, cue in CUES.items() if cue.search(words))


def _factors(sentence: Sentence) -> Iterator[Figure]:
    """Factors, parts and percentages."""
    words = sentence.passage.words
    asks = _asked(words)
    parts = {start: (end, share) for start, end, share in shares(words)}
    for one in printed_multiples(words):
        if _NO_PART.match(words[one.end :]) and one.told == "part":
            parts.pop(one.start, None)
            continue
        _, share = parts.pop(one.start, (0, None))
        mine = asks | ({"share"} if share and _is_share(words, one.start, one.end) else frozenset())
        loose = one.bound or one.told == "part"
        ways = tuple(map(_at_least, one.ways)) if _NO_LESS.search(words, 0, one.start) else one.ways
        yield Figure(sentence, one.start, one.end, FACTOR, ways, mine, loose, None, share, one.value if one.told == "times" else None)
    for start, (end, share) in parts.items():
        yield Figure(sentence, start, end, FACTOR, (), asks | {"share"}, True, None, share)


def _at_least(way: Interval) -> Interval:
    return Interval(way.upper, INFINITY)


def _is_share(words: str, start: int, end: int) -> bool:
    ahead = words[max(0, start - REACH) : start]
    return bool(_SHARE[0].search(ahead) or _SHARE[1].match(words[end:]))


def _values(sentence: Sentence) -> Iterator[Figure]:
    """Values with a unit, and the bare ones that words join to them: "used to cost 94 s and is now done in 12"."""
    words, last = sentence.passage.words, None
    asks = _asked(words)
    bare = {one.start: one for one in bare_values(sentence) if one.joined}
    for one in numbers(sentence):
        amount = one.amount
        joined = bare.get(amount.start)
        if one.bare and joined and last:
            value = joined.span.scaled(last.unit)
            mine = replace(last, start=joined.start, end=joined.end)
            yield Figure(sentence, joined.start, joined.end, last.kind, (value,), asks, False, mine)
        elif not one.bare and amount.kind != "percent" and not (amount.kind == "count" and not amount.of):
            tight = _TIGHT.search(words, 0, amount.start)
            if not amount.readings.widened.bounded and not tight and not CUES["most"].search(words) and not CUES["least"].search(words):
                continue
            last = amount
            if not _is_called(words, amount) and not _FORMER.search(words, 0, amount.start):
                yield _value(sentence, amount, asks)


def _is_called(words: str, amount: Amount) -> bool:
    """Whether a value is part of what a thing is called."""
    number = re.match(r"\S+", words[amount.start :])
    end = amount.start + (number.end() if number else 0)
    behind = re.match(r"[ -][A-Za-z/µ]+", words[end:])
    return amount.kind not in ("count", "rate") and bool(
        _CALLED[0].search(words, 0, amount.start) and behind and _CALLED[1].match(words[end + behind.end() :])
    )


def _value(sentence: Sentence, amount: Amount, asks: frozenset[str]) -> Figure:
    words = sentence.passage.words
    ahead, behind = words[: amount.start], words[amount.end :]
    # The words behind a number may be part of what is read as its unit: "144 ms sooner".
    if _DIFFERENCE[0].search(ahead) or _DIFFERENCE[1].match(behind) or _DIFFERENCE[1].match(words[amount.start :].partition(" ")[2]):
        asks |= {"difference"}
    tight = bool(_TIGHT.search(words, 0, amount.start))
    loose = tight or amount.qualifier != "exact"
    value = amount.readings.widened if loose else amount.readings.rounded
    if tight and not value.bounded:
        value = Interval(value.lower * (1 - HAIR), value.lower * (1 + HAIR))
    return Figure(sentence, amount.start, amount.end, amount.kind, (value,), asks, loose, amount)
