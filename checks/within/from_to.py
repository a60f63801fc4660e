"""Two values in one sentence, and the factor that it makes of them."""

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib import severity
from checks.lib.absolutes import Quotient, agrees, complements, divided, same_dimension
from checks.lib.compared import FACTORS
from checks.lib.factors import ONE
from checks.lib.items import head_of
from checks.lib.words import apart, said
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval, Readings, percent_factors
from schemas.names import Vocabulary
from schemas.statement import Claim, Parsed

CODE = "from-to"
VALUES = ("duration", "absolute", "price")
_BETWEEN = re.compile(
    r"\s*(?:\([^)]*\)\s*)?(?:,\s*)?(?:down |up |all the way )?(?:to|down to|up to)\s+(?:(?:just|only|about|around|"
    r"nearly|under|over|less than|more than)\s+)?[$€£]?",
    re.IGNORECASE,
)
_ARROW = re.compile(r"\s*(?:-{1,2}>|={1,2}>|[—–]>|[→➜➔➞⟶⇒])\s*[~≈<>]?\s*[$€£]?")
_FROM = re.compile(r"\bfrom\s+(?:(?:about|around|nearly|over|under|more than|less than|the)\s+)?[$€£]?$", re.IGNORECASE)
# "from 48 ms in 8.0 to 27 ms in 8.1": whose each value is stands behind it.
_SIDE = (
    r"(?:(?:\s+[\w-]+)?\s+(?:in|on|with|at|for|under|using|by)\s+(?:(?!to\b|and\b|from\b)[\w.’'/+-]+\s+){0,4}?"
    r"(?!to\b|and\b|from\b)[\w.’'/+-]+|\s+(?:last|this)\s+\w+|\s+(?:today|now|before|earlier|previously)|\s+\([^()]{1,30}\))"
)
_SIDED = re.compile(_SIDE + _BETWEEN.pattern, re.IGNORECASE)
_SIDED_FROM = re.compile(rf"{_SIDE}\s*,?\s*(?:down |up )from\s+(?:the\s+)?[$€£]?", re.IGNORECASE)
# Values of two settings are a range ("from 48 ms at 1 client to 270 ms at 64"): the factor must touch the change.
_LEADS = re.compile(
    r"(?:\s*(?:faster|slower|quicker|higher|lower|less|more|cheaper|smaller|larger|shorter|better|improvement|reduction|"
    r"increase|gain|cut|drop|speed-?up))?\s*(?:[,:;(—–-]\s*(?:(?:it|this|that|they|[a-z]+)\s+){0,2}"
    r"(?:went|goes|fell|falls|rose|rises|dropped|drops|grew|grows|moved|moves)?\s*)?(?:down\s|up\s)?\s*from\s.{0,16}",
    re.IGNORECASE,
)
_ENDS = re.compile(
    rf"{_SIDE}?\s*[,(—–:]\s*(?:(?:or|that is|which is|i\.e\.,?)\s+)?(?:an?\s+)?"
    r"(?:(?:cut|drop|gain|reduction|increase) of\s+)?",
    re.IGNORECASE,
)
_THAN = re.compile(r"\W*(?:\w+\s+){0,2}than\b", re.IGNORECASE)
_TO_FROM = re.compile(r"\s*,?\s*(?:down |up )?from\s+(?:(?:about|around|nearly|over|under)\s+)?[$€£]?", re.IGNORECASE)


NO_SPEED = ("memory", "size", "energy", "power", "accuracy", "price")
NEXT = 12  # characters behind a factor that say what it is of
_FAST = re.compile(r"\W*(?:faster|quicker|speed|sooner)", re.IGNORECASE)
_LESS = re.compile(
    r"\b(?:reduc|lower|less|fewer|fell|fall|drop|cut|decreas|sav|shrink|shrunk|shorter|cheaper)", re.IGNORECASE
)
_MORE = re.compile(r"\b(?:faster|quicker|higher|more|increas|grew|speed|gain|improv)", re.IGNORECASE)
_REFERS = re.compile(r"\s*(?:that|this|which|an?|it)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Chain:
    """A change in one sentence: from `old` to `new`."""

    old: Claim
    new: Claim
    sided: bool = False  # whether words between the values say whose they are


@check(CODE, version=5, severity="high", since="0.1.0")
def from_to(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor beside two values of one sentence, from the old to the new, is what they give when divided.

    Why:
        Both stand in one sentence, and one of them was computed from the other. A value that was updated later leaves
        its factor behind.

    Flags:
        "From 12 ms to 4 ms, 5x faster"; "12 ms → 4 ms (5x faster)"; "from 100 to 150 images/s, up 40 %", where neither
        reading of the percentage (of the old value, of the new one) fits; "by 60 %, from 48 ms in 8.0 to 27 ms in 8.1",
        where words say whose a value is. A factor above a list of changes ("7x
        faster:" over "- nightly: 3h 30m → 50m"), when all of them lie on one side of it.

    Passes:
        "From 12 ms to 4 ms" with 3x, 67 % lower or 200 % faster; bounds that leave room; any factor of the sentence
        that fits.

    Does not judge:
        Values of different units; sentences with a change and no factor; which of the three figures is wrong.
    """
    for parsed in corpus.parsed:
        for claims, following in _sentences(parsed):
            factors = [claim for claim in claims if claim.figure.kind in FACTORS] or following
            chains = list(_chains(claims, parsed, corpus.vocabulary))
            for chain in chains:
                others = [one for one in chains if one is not chain]
                able = [
                    one
                    for one in factors
                    if not _of_speed(one, chain)
                    and not _is_of(one, others, corpus.vocabulary)
                    and _near_to(one, chain)
                    and (not chain.sided or _touches(one, chain, parsed.document.text))
                ]
                if able or not factors:
                    yield from _check(chain, able, corpus.vocabulary)
        for factors, chains in _under(parsed, corpus.vocabulary):
            yield from _listed(factors, chains, corpus.vocabulary)


def _under(parsed: Parsed, vocabulary: Vocabulary) -> Iterator[tuple[list[Claim], list[Chain]]]:
    """The factors of a line above a list and the changes of its items, where neither prints anything of the other."""
    grouped: dict[tuple[int, int], list[Chain]] = defaultdict(list)
    for claims, _ in _sentences(parsed):
        if any(claim.figure.kind in FACTORS for claim in claims):
            continue
        head = head_of(parsed.document.text, claims[0].figure.start)
        if head:
            grouped[head] += _chains(claims, parsed, vocabulary)
    for (start, end), chains in grouped.items():
        said_ = [one for one in parsed.claims if start <= one.figure.start < end and not one.chart]
        factors = [one for one in said_ if one.figure.kind in FACTORS]
        if chains and factors and not any(one.figure.kind in VALUES for one in said_):
            yield factors, chains


def _listed(factors: list[Claim], chains: list[Chain], vocabulary: Vocabulary) -> Iterator[Finding | Skip]:
    """A factor above a list of changes is that of one of them, or lies between them."""
    for chain in chains:
        if any(_of_speed(one, chain) for one in factors):
            return
    given = {chain: _given(chain, vocabulary) for chain in chains}
    spread = [[pair[at] for pair in given.values()] for at in (0, 1)]
    for claim in factors:
        for allowed in _allowed(claim):
            if any(agrees(allowed, one) for pair in given.values() for one in _able(claim, pair)):
                return
            if any(_between(allowed.rounded, [one.readings.rounded for one in some]) for some in spread):
                return
    gaps = {
        chain: min(
            allowed.rounded.distance(one.readings.rounded)
            for one in pair
            for claim in factors
            for allowed in _allowed(claim)
        )
        for chain, pair in given.items()
    }
    nearest = min(chains, key=lambda one: gaps[one])
    yield _finding(nearest, factors, given[nearest])


def _between(one: Interval, others: list[Interval]) -> bool:
    return min(each.lower for each in others) <= one.upper and one.lower <= max(each.upper for each in others)


def _is_of(claim: Claim, chains: list[Chain], vocabulary: Vocabulary) -> bool:
    """Whether a factor is that of another change of its sentence: "82 → 39 ms (2.1x); mixed 84 → 81 ms"."""
    given = [_able(claim, _given(chain, vocabulary)) for chain in chains]
    return any(agrees(allowed, one) for allowed in _allowed(claim) for some in given for one in some)


def _near_to(claim: Claim, chain: Chain) -> bool:
    """Whether nothing closes the change off from a factor before it: "(2.09x); mixed text 84 ms → 81 ms"."""
    before = claim.context_start == chain.old.context_start and claim.at[0] < chain.old.at[0]
    return not (before and ";" in claim.context[claim.at[1] : chain.old.at[0]])


def _touches(claim: Claim, chain: Chain, text: str) -> bool:
    """Whether a factor stands right before the change or right behind it: "60% less, from 48 ms in 8.0 to ..."."""
    first, last = sorted((chain.old.figure, chain.new.figure), key=lambda one: one.start)
    if claim.figure.start < first.start:
        return bool(_LEADS.fullmatch(text[claim.figure.end : first.start]))
    led = text[last.end : claim.figure.start]
    return bool(_ENDS.fullmatch(led)) and not _THAN.match(claim.behind)


def _of_speed(claim: Claim, chain: Chain) -> bool:
    """Whether a factor speaks of speed and the change of a size: "4x faster, and memory went from 900 MB to 700 MB"."""
    return chain.new.metric in NO_SPEED and bool(_FAST.match(claim.behind[:NEXT]))


def _sentences(parsed: Parsed) -> Iterator[tuple[list[Claim], list[Claim]]]:
    """Claims by sentence, and the factors of the sentence that follows when it refers back ("That is a ...")."""
    found: dict[int, list[Claim]] = defaultdict(list)
    for claim in parsed.claims:
        if not claim.chart:
            found[claim.context_start].append(claim)
    ordered = [found[start] for start in sorted(found)]
    for claims, following in itertools.pairwise([*ordered, []]):
        yield claims, _back(claims[0], following)


def _back(claim: Claim, following: list[Claim]) -> list[Claim]:
    end = claim.context_start + len(claim.context)
    next_to = following and following[0].context_start - end <= 2 and _REFERS.match(following[0].context)
    values = [one for one in following if one.figure.kind in VALUES]
    return [one for one in following if one.figure.kind in FACTORS] if next_to and not values else []


def _chains(claims: list[Claim], parsed: Parsed, vocabulary: Vocabulary) -> Iterator[Chain]:
    values = [claim for claim in claims if claim.figure.kind in VALUES]
    text = parsed.document.text
    for left, right in itertools.pairwise(values):
        between = text[left.figure.end : right.figure.start]
        if not same_dimension(left.figure, right.figure, vocabulary):
            continue
        begins = _FROM.search(text[left.context_start : left.figure.start])
        if _ARROW.fullmatch(between) or (_BETWEEN.fullmatch(between) and begins):
            yield Chain(left, right)
        elif _TO_FROM.fullmatch(between):
            yield Chain(right, left)
        elif begins and _SIDED.fullmatch(between):
            yield Chain(left, right, sided=True)
        elif _SIDED_FROM.fullmatch(between):
            yield Chain(right, left, sided=True)


def _check(chain: Chain, factors: list[Claim], vocabulary: Vocabulary) -> Iterator[Finding | Skip]:
    if not factors:
        yield Skip(CODE, (chain.new.document, chain.new.quote), "not applicable, because the sentence makes no factor")
        return
    given = _given(chain, vocabulary)
    if not any(agrees(allowed, one) for claim in factors for allowed in _allowed(claim) for one in _able(claim, given)):
        yield _finding(chain, factors, given)


def _able(claim: Claim, given: list[Quotient]) -> list[Quotient]:
    """A factor of two shares may be of what is missing: "halves the misses"; a percentage is of the shares."""
    return [*given, *complements(given)] if claim.figure.kind == "ratio" else given


def _given(chain: Chain, vocabulary: Vocabulary) -> list[Quotient]:
    """New over old and old over new: a sentence may praise either."""
    old, new = chain.old, chain.new
    return [divided(new, old, old, new, vocabulary), divided(new, old, new, old, vocabulary)]


def _allowed(claim: Claim) -> list[Readings]:
    if claim.figure.kind == "ratio":
        return [claim.figure.readings]
    named = percent_factors(claim.figure.readings)
    if "time" in named and _LESS.search(_near(claim)) and not _MORE.search(_near(claim)):
        named = {"time": named["time"]}  # "a 60 % reduction" has one reading, whatever "60 % faster" may mean
    read = [reading for reading in named.values() if reading.rounded.lower > 0]
    return [*read, *(ONE / reading for reading in read)]


def _near(claim: Claim) -> str:
    at = claim.at[0]
    return claim.context[max(0, at - 24) : at + len(claim.quote) + 24]


def _finding(chain: Chain, factors: list[Claim], given: list[Quotient]) -> Finding:
    pairs = [(allowed, one.readings, claim) for claim in factors for allowed in _allowed(claim) for one in given]
    allowed, one, claim = min(pairs, key=lambda pair: pair[0].rounded.distance(pair[1].rounded))
    gap = allowed.rounded.distance(one.rounded)
    change = f"from {said(chain.old.figure)} to {said(chain.new.figure)}"
    return Finding(
        check=CODE,
        check_version=5,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{said(claim.figure)} stands beside {change}, which gives {one.rounded}",
        arithmetic=f"{said(claim.figure)} allows {allowed.rounded}; {change} allows {one.rounded}: {apart(gap)}.",
        comparison=(claim.document, claim.workload, claim.task, claim.metric, claim.subject.name, chain.new.metric),
        evidence=(Evidence.of(claim), Evidence.of(chain.old), Evidence.of(chain.new)),
        likely_wrong_why="one factor against one pair of values",
    )
