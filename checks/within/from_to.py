"""Two values in one sentence, and the factor that it makes of them."""

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings import severity
from checks.lib.findings.places import Places
from checks.lib.findings.words import apart, said, times
from checks.lib.language.changes import SIDE, Chain, may_be_of, of_speed
from checks.lib.quantities.bare_change import Bare, bare_changes, fits
from checks.lib.statements.absolutes import Quotient, agrees, complements, divided, same_dimension
from checks.lib.statements.compared import FACTORS
from checks.lib.statements.factors import BOUGHT, ONE, by_part
from checks.lib.statements.items import head_of
from checks.lib.statements.passages import passages
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
_SIDED = re.compile(SIDE + _BETWEEN.pattern, re.IGNORECASE)
_SIDED_FROM = re.compile(rf"{SIDE}\s*,?\s*(?:down |up )from\s+(?:the\s+)?[$€£]?", re.IGNORECASE)
_TO_FROM = re.compile(r"\s*,?\s*(?:down |up )?from\s+(?:(?:about|around|nearly|over|under)\s+)?[$€£]?", re.IGNORECASE)


# "By just 5 W, from 20 W": what it is changed by is not what it comes to.
_BY = re.compile(
    r"\bby (?:an? |(?:just|only|about|around|some|over|nearly|almost|another|up to) )?[$€£]?$", re.IGNORECASE
)
_LESS = re.compile(
    r"\b(?:reduc|lower|less|fewer|fell|fall|drop|cut|decreas|sav|shrink|shrunk|shorter|cheaper)", re.IGNORECASE
)
_MORE = re.compile(r"\b(?:faster|quicker|higher|more|increas|grew|speed|gain|improv)", re.IGNORECASE)
_REFERS = re.compile(r"\s*(?:that|this|which|an?|it)\b", re.IGNORECASE)


@check(CODE, version=11, severity="high", since="0.1.0")
def from_to(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor beside two values of one sentence, from the old to the new, is what they give when divided.

    Why:
        Both stand in one sentence, and one of them was computed from the other. A value that was updated later leaves
        its factor behind.

    Flags:
        "From 12 ms to 4 ms, 5x faster"; "12 ms → 4 ms (5x faster)"; "from 100 to 150 images/s, up 40 %", where neither
        reading of the percentage (of the old value, of the new one) fits; "by 60 %, from 48 ms in 8.0 to 27 ms in 8.1",
        where words say whose a value is. A factor above a list of changes ("7x
        faster:" over "- nightly: 3h 30m → 50m"), when all of them lie on one side of it. Numbers that print no unit,
        right behind the factor: "35% more requests per second, up from 84,000 to 97,000".

    Passes:
        "From 12 ms to 4 ms" with 3x, 67 % lower or 200 % faster; bounds that leave room; any factor of the sentence
        that fits; "from 80 to 92 thousand", which are thousands both; what it is changed by ("by 5 W, from 20 W"); a
        factor before a change that "while" begins.

    Does not judge:
        What a watt or a dollar buys; values of different units; sentences with a change and no
        factor, or with a "but" between the two; which of the three figures is wrong.
    """
    places = Places(corpus)
    for parsed in corpus.parsed:
        for claims, following in _sentences(parsed):
            own = [claim for claim in claims if claim.figure.kind in FACTORS]
            factors = [claim for claim in own or following if not BOUGHT.search(claim.context)]
            if own and not factors:
                continue
            chains = list(_chains(claims, parsed, corpus.vocabulary))
            for chain in chains:
                others = [one for one in chains if one is not chain]
                able = [
                    one
                    for one in factors
                    if may_be_of(one, chain, parsed.document.text) and not _is_of(one, others, corpus.vocabulary)
                ]
                if able or not factors:
                    yield from _check(chain, able, corpus.vocabulary)
        for factors, chains in _under(parsed, corpus.vocabulary):
            yield from _listed(factors, chains, corpus.vocabulary)
        yield from _bare(parsed, places)


def _bare(parsed: Parsed, places: Places) -> Iterator[Finding]:
    """Factors beside a change whose numbers print no unit, which none of its factors fits."""
    factors = [one for one in parsed.claims if one.figure.kind in FACTORS and not one.chart]
    for passage in passages(parsed.document) if factors else ():
        mine = [one for one in factors if passage.start <= one.figure.start < passage.end]
        found: dict[tuple[int, int], list[Bare]] = defaultdict(list)
        for one in bare_changes(passage, mine) if mine else ():
            found[one.old].append(one)
        for some in found.values():
            if not any(fits(one, _allowed(one.claim)) for one in some):
                yield _of_bare(min(some, key=lambda one: abs(one.claim.figure.start - one.old[0])), parsed, places)


def _of_bare(one: Bare, parsed: Parsed, places: Places) -> Finding:
    sides = [places.printed(parsed.document, *place) for place in (one.old, one.new)]
    change = f"from {sides[0].quote} to {sides[1].quote}"
    gap = min(each.rounded.distance(of.rounded) for each in _allowed(one.claim) for of in one.able)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{said(one.claim.figure)} stands beside {change}, which gives "
        f"{times(one.given.rounded, said(one.claim.figure))}",
        arithmetic=f"{said(one.claim.figure)} allows {_allowed(one.claim)[0].rounded}; {change} allows "
        f"{one.given.rounded} (larger over smaller): {apart(gap)}.",
        comparison=(one.claim.document, one.claim.workload, one.claim.metric, one.claim.subject.name, "without a unit"),
        evidence=(Evidence.of(one.claim), *sides),
        likely_wrong_why="one factor against one pair of values",
    )


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
        if any(of_speed(one, chain) for one in factors):
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
            if not _BY.search(text[left.context_start : left.figure.start]):
                yield Chain(right, left)
        elif begins and _SIDED.fullmatch(between):
            yield Chain(left, right, sided=True)
        elif _SIDED_FROM.fullmatch(between):
            yield Chain(right, left, sided=True)


def _check(chain: Chain, factors: list[Claim], vocabulary: Vocabulary) -> Iterator[Finding | Skip]:
    factors = [one for one in factors if _allowed(one)]  # "up to 15%" allows any change, and none is off
    if not factors:
        yield Skip(
            CODE,
            (chain.new.document, chain.new.quote),
            "not applicable, because the sentence makes no factor, or only a bound",
        )
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
        return by_part(claim) or [claim.figure.readings]
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
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{said(claim.figure)} stands beside {change}, which gives {times(one.rounded, said(claim.figure))}",
        arithmetic=f"{said(claim.figure)} allows {allowed.rounded}; {change} allows {one.rounded}: {apart(gap)}.",
        comparison=(claim.document, claim.workload, claim.task, claim.metric, claim.subject.name, chain.new.metric),
        evidence=(Evidence.of(claim), Evidence.of(chain.old), Evidence.of(chain.new)),
        likely_wrong_why="one factor against one pair of values",
    )
