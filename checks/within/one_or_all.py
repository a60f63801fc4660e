"""A value said of one of a thing, on a page that says that its values are those of several together."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings.places import Places
from checks.lib.labels.about import index_of
from checks.lib.language.tokens import root
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.quantities.counts import NUMBER, singular
from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import Readings, judge
from schemas.number_words import count

CODE = "one-or-all"
KINDS = ("rate", "bandwidth", "compute")
LEAST, MOST = 2, 4096
ROUGH = Decimal("0.01")
_SYSTEM = r"(?:server|node|system|machine|host|box|chassis|rack|pod|cluster|instance|platform|board)"
_PART = (
    r"(?:[GTNILHR]P?DU|[GTNILH]PU|accelerator|chip|processor|card|device|socket|drive|disk|SSD|module|engine|die|"
    r"tile|core)"
)
_CODE = r"(?-i:[A-Z]{1,3}\d\w*)"  # "a single MI300X": what the page calls a card
# "One Gaudi 3 accelerator: 21,264 tokens/s", "a single H200 serves", "each drive delivers".
_ONE = re.compile(
    rf"\b(?:one|an? single|single|1\s?[x×]|each|every)[\s-](?:[\w.+]+[\s-]){{0,4}}?"
    rf"(?P<noun>{_PART}|{_SYSTEM}|{_CODE})\b(?!s)",
    re.IGNORECASE,
)
# "9,200 images/s per card", "a card".
_PER = re.compile(
    rf"\s?(?:/|per[\s-]|an?\s|each\s)\s?(?:[A-Z][\w.+]*\s){{0,3}}?(?P<noun>{_PART})\b(?!s)", re.IGNORECASE
)
# "The total of the server, all eight cards together", "summed over the 8 GPUs of the node".
_ALL = re.compile(
    rf"\b(?:all|the|its|over|across|of|from|both)\s(?:the\s|its\s|our\s)?(?P<n>{NUMBER})\s(?:[\w.+-]+\s){{0,3}}?"
    rf"(?P<noun>{_PART})s\b",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"\b(?:totals?|sum(?:med|s)?|aggregated?|combined|together|altogether|added up|as a whole)\b", re.IGNORECASE
)
# What such a sentence must be of: the values of the page, not of a run's memory or price.
_VALUES = re.compile(
    r"\b(?:throughputs?|figures?|numbers?|results?|rates?|values?|performance|speeds?|bandwidths?|bars?|scores?|"
    r"(?:tokens|images|samples|requests|queries)\s?(?:/s|per second))(?!\w)",
    re.IGNORECASE,
)
_BREAK = re.compile(r"[;.](?=\s)|,\s(?=(?:and|while|but|whereas)\b)")
_DIGITS = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?")
# Another value, or a system of such parts: "one accelerator server", "each GPU node".
_NUMBERED = re.compile(rf"\d[\d.,]*\s?(?:[A-Za-z]+/s|[A-Za-z]+ per )|^\s?{_SYSTEM}s?\b", re.IGNORECASE)
_CHIPS = frozenset(
    map(root, "GPU TPU NPU IPU HPU LPU RDU accelerator chip processor card device module socket".split())
)


@dataclass(frozen=True, slots=True)
class _All:
    """A sentence that says values to be those of so many parts together."""

    number: int
    noun: str
    sentence: Sentence
    match: re.Match[str]


@check(CODE, version=1, severity="medium", since="0.1.0")
def one_or_all(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A value that is said of one part is not the one that a page says to be of all of its parts together.

    Why:
        "One accelerator: 21,264 tokens/s" heads the chart, and a note in small print has "the total of the server, all
        eight cards together". Whoever reads the headline buys an eighth of what they think.

    Flags:
        A rate of "one", "a single" or "each" accelerator, or "per card", on a page of which a sentence says that its
        throughput is the total of so many of these. Medium where the page prints its share "a card" as well, else low.

    Passes:
        Values of which the page prints so many times as much; values of one server; sentences of other kinds of parts.

    Does not judge:
        Sizes, powers and prices; pages on which nothing says of how many its values are, or which total several numbers
        of the parts (skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        every = [one for one in index.sentences(document) if one.asserted]
        totals = list(_totals(every))
        values = [each for one in every for each in one.amounts if each.amount.kind in KINDS] if totals else []
        if len({one.number for one in totals}) > 1:  # nobody knows which is meant
            if any(_is_of_part(one, total, totals) for one in values for total in totals):
                reason = "not comparable, because its values are totals of several numbers of parts"
                yield Skip(CODE, (document.name,), reason)
        else:
            for one in values:
                if (found := _said_of_all(one, totals, values, document)) is not None:
                    yield _finding(one, totals[0], found, index.places)
                    break


def _totals(every: Sequence[Sentence]) -> Iterator[_All]:
    for one in every:
        words = one.passage.words
        if _TOTAL.search(words) and _VALUES.search(words):
            for match in _ALL.finditer(words):
                if LEAST <= count(match["n"]) <= MOST:
                    yield _All(count(match["n"]), singular(match["noun"]), one, match)


def _said_of_all(
    one: Asserted, totals: Sequence[_All], values: Sequence[Asserted], document: Document
) -> list[Asserted] | None:
    """The shares of it that the page prints, [] for none, where a value is said of one of the parts; else None."""
    total = totals[0]
    if not _is_of_part(one, total, totals):
        return None
    same = [each for each in values if each is not one and alike(each.amount, one.amount)]
    if _is_printed(one, total, document) or any(_has(each.sentence, one) for each in totals):
        return None
    shares = [each for each in same if _is_share(each, one, total.number)]
    return shares if shares or len([each for each in _numbers(document.text) if each == _number(one)]) > 1 else None


def _is_of_part(one: Asserted, total: _All, totals: Sequence[_All]) -> bool:
    """Whether a value is said of one of the parts of a total, outside the sentences that say so."""
    noun = _of_one(one)
    return bool(noun) and not any(one.passage is each.sentence.passage for each in totals) and _same(noun, total.noun)


def _number(one: Asserted) -> Decimal:
    return next(iter(_numbers(one.passage.words[one.amount.start : one.amount.end])), Decimal(0))


def _numbers(text: str) -> list[Decimal]:
    return [Decimal(each.replace(",", "")) for each in _DIGITS.findall(text)]


def _is_printed(one: Asserted, total: _All, document: Document) -> bool:
    """Whether the page prints so many times a value, in a cell or a sentence: then it is of one, as it says."""
    most = _number(one) * total.number
    return any(abs(each - most) <= most * ROUGH for each in _numbers(document.text))


def _has(sentence: Sentence, one: Asserted) -> bool:
    """Whether the sentence of all prints a larger value of the kind: that of all is this one."""
    every = (each.amount for each in sentence.amounts if alike(each.amount, one.amount))
    return any(each.readings.rounded.lower > one.amount.readings.rounded.upper for each in every)


def _of_one(one: Asserted) -> str:
    """The noun of the part that a value is said of one of, before it or behind it; "" for none."""
    words, start = one.passage.words, one.amount.start
    if behind := _PER.match(words, one.amount.end):
        return singular(behind["noun"])
    first = max((each.end() for each in _BREAK.finditer(words, 0, start)), default=0)
    found = [each for each in _ONE.finditer(words, first, start) if not _NUMBERED.search(words[each.end() : start])]
    return singular(found[-1]["noun"]) if found else ""


def _same(one: str, other: str) -> bool:
    """Whether two nouns are of one part: a GPU is a card, an accelerator, a chip."""
    mine, theirs = root(one), root(other)
    return one == other or (theirs in _CHIPS and (mine in _CHIPS or any(map(str.isdigit, one))))


def _is_share(each: Asserted, one: Asserted, number: int) -> bool:
    """Whether a value "a card" is so many times less."""
    given: Readings = one.amount.readings.scaled(1 / Decimal(number))
    return bool(_of_one(each)) and judge(each.amount.readings, given) != "inconsistent"


def _finding(one: Asserted, total: _All, shares: Sequence[Asserted], places: Places) -> Finding:
    said = places.printed(one.document, one.start, one.end)
    start = total.sentence.passage.start
    all_ = quoted(one.document, start + total.match.start("n"), start + total.match.end())
    other = [places.printed(each.document, each.start, each.end) for each in shares[:1]]
    share = f", {other[0].quote} each" if other else ""
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium" if other else "low",
        message=f"{said.quote} is said of one {_of_one(one)}; the page's values are those of {all_.quote} "
        f"together{share}",
        arithmetic=f"{said.quote} of one would be {total.number} times as much of {all_.quote}, which nothing prints.",
        comparison=(one.document.name, total.noun, str(total.number), one.amount.kind),
        evidence=(said, all_, *other),
        likely_wrong_why="the headline: the note says how the values were counted",
    )
