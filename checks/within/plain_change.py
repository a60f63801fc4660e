"""A change of plain counts or shares in one sentence, and the factor or the points that it makes of them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.words import apart, said
from checks.lib.statements.compared import FACTORS
from checks.lib.statements.factors import ONE, factors
from checks.lib.statements.index import by
from checks.lib.statements.passages import Passage, passages, phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval, Readings, short, ulp
from schemas.statement import Claim, Parsed

CODE = "plain-change"
_N = r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?"
_CHANGE = re.compile(
    rf"\bfrom\s+(?:(?:about|around|some|roughly)\s+)?(?P<old>{_N})\s?(?P<oldunit>%|[a-z][a-z-]+)?(?:\s[a-z-]+){{0,2}}?\s+(?:down\s+|up\s+)?to\s+"
    rf"(?:(?:just|only|about|around|some|roughly)\s+)?(?P<new>{_N})\s?(?P<newunit>%|[a-z][a-z-]+)?"
)
_POINTS = re.compile(rf"\b(?P<n>{_N})\s?(?:percentage[ -]|full\s)?(?:points?|pp)\b")
_COUNTED = re.compile(r"[a-z-]+s")
# "From 1 to 8 nodes gives a 6.5x speed-up" makes no such factor of the counts.
_OF_COUNTS = re.compile(
    r"\s*(?:fewer|less\b|as many|reduction|consolidation|cut\b|saving|drop\b|decrease|increase in the number)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Change:
    """From `old` to `new`, both of `unit`: "%" or the noun that is counted."""

    passage: Passage
    match: re.Match[str]
    old: Interval
    new: Interval
    unit: str


@check(CODE, version=1, severity="high", since="0.1.0")
def plain_change(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a sentence makes of two counts or two shares is what they give.

    Why:
        "From 30 servers to 10" holds no unit of performance, and the saving claimed of it is what the text is about.

    Flags:
        "From 30 servers to 10 servers, 4x fewer"; "accuracy rose from 71 % to 78 %, a gain of 12 points".

    Passes:
        A factor, a percentage or a number of points of the sentence that fits.

    Does not judge:
        Values with a unit (from-to); sentences without a factor or points; two shares beside a factor (skipped: it may
        be one of the errors that are left).
    """
    for parsed in corpus.parsed:
        sentences = by((one for one in parsed.claims if one.figure.kind in FACTORS), lambda one: one.context_start)
        for passage in passages(parsed.document):
            match = _CHANGE.search(passage.words)
            change = _read(passage, match) if match else None
            if change:
                yield from _judge(change, sentences.get(passage.start, []), parsed)


def _read(passage: Passage, match: re.Match[str]) -> Change | None:
    units = [unit for unit in (match["oldunit"], match["newunit"]) if unit]
    share = units and all(unit == "%" for unit in units)
    counted = (
        units and all(_COUNTED.fullmatch(unit) for unit in units) and len({unit.rstrip("s") for unit in units}) == 1
    )
    if not share and not counted:
        return None
    return Change(passage, match, _interval(match["old"]), _interval(match["new"]), units[0])


def _interval(printed: str) -> Interval:
    digits = printed.replace(",", "")
    half = ulp(digits) / 2 if "." in digits else Decimal(0)
    return Interval(Decimal(digits) - half, Decimal(digits) + half)


def _judge(change: Change, claims: Sequence[Claim], parsed: Parsed) -> Iterator[Finding | Skip]:
    if change.unit == "%":
        yield from _points(change)
        return
    if any(
        one.figure.start < change.passage.start + change.match.end() for one in parsed.claims if _inside(one, change)
    ):
        return  # the values are claims themselves: from-to judges them
    claims = [one for one in claims if _OF_COUNTS.match(one.context, one.at[1])]
    if not claims or min(change.old.lower, change.new.lower) <= 0:
        return
    given = [change.old / change.new, change.new / change.old]
    if not any(_meets(allowed, one) for claim in claims for allowed in _allowed(claim) for one in given):
        yield _factor(change, claims[0], given)


def _inside(claim: Claim, change: Change) -> bool:
    start = change.passage.start + change.match.start()
    values = claim.figure.kind in ("absolute", "duration", "price")
    return values and start <= claim.figure.start < change.passage.start + change.match.end()


def _allowed(claim: Claim) -> list[Readings]:
    read = [reading for reading in factors(claim) if min(reading.rounded.lower, reading.widened.lower) > 0]
    return [*read, *(ONE / reading for reading in read)]


def _meets(allowed: Readings, given: Interval) -> bool:
    return any(one.meets(given) for one in allowed.every)


def _points(change: Change) -> Iterator[Finding | Skip]:
    match = _POINTS.search(change.passage.words)
    if match is None:
        reason = "not applicable, because the sentence makes neither points nor a factor of it"
        yield Skip(CODE, (change.passage.document.name, change.match.group()), reason)
        return
    printed = _interval(match["n"])
    rise = Interval(change.new.lower - change.old.upper, change.new.upper - change.old.lower)
    fall = Interval(-rise.upper, -rise.lower)
    half = ulp(match["n"].replace(",", ""))
    wide = Interval(printed.lower - half / 2, printed.upper + half / 2)
    if not wide.meets(rise) and not wide.meets(fall):
        size = rise if rise.lower > 0 else fall
        yield _finding(
            change,
            f"{match.group()} stand beside a change of {size} points",
            f"{change.match['new']} - {change.match['old']} allows {rise}, not {match.group()}.",
            (phrase(change.passage, match), phrase(change.passage, change.match)),
            size.positive().distance(wide.positive()),
        )


def _factor(change: Change, claim: Claim, given: list[Interval]) -> Finding:
    allowed = _allowed(claim)
    gap, one = min(((a.rounded.distance(b), b) for a in allowed for b in given), key=lambda found: found[0])
    words = f"{change.match['old']} to {change.match['new']} {change.unit}"
    return _finding(
        change,
        f"{said(claim.figure)} stands beside {words}, which gives {short(round(one.lower, 2))}",
        f"{said(claim.figure)} allows {allowed[0].rounded}; {words} gives {one}: {apart(gap)}.",
        (Evidence.of(claim), phrase(change.passage, change.match)),
        gap,
    )


def _finding(change: Change, message: str, sums: str, evidence: tuple[Evidence, ...], gap: Decimal) -> Finding:
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=message,
        arithmetic=sums,
        comparison=(change.passage.document.name, change.unit),
        evidence=evidence,
        likely_wrong_why="one of the three numbers, it cannot be told which",
    )
