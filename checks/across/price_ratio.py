"""A ratio of prices against the prices that are printed."""

import re
from collections.abc import Iterator

from checks.lib.findings import severity
from checks.lib.findings.words import apart, come_to, said, side, where
from checks.lib.statements.compared import FACTORS
from checks.lib.statements.factors import of_price
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Readings, judge
from schemas.statement import Claim

CODE = "price-ratio"
NEAR = 32  # characters before a price
Prices = dict[str, list[Claim]]


@check(CODE, version=2, severity="high", since="0.1.0")
def price_ratio(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A ratio of two prices is what the printed prices of the two give when divided.

    Why:
        "Half the cost" is the argument of a whole article; the prices stand further down, in another sentence.

    Flags:
        "Half the price" of a machine beside $200,000 and $300,000; "30 % cheaper" beside prices that differ by half.

    Passes:
        $149,000 beside "around $300,000" for "half"; either direction of the ratio.

    Does not judge:
        Machines without a printed price (skipped); prices per hour beside prices of purchase.
    """
    prices: Prices = {}
    for claim in corpus.claims:
        if claim.figure.kind == "price" and claim.subject.name:
            prices.setdefault(claim.subject.name, []).append(claim)
    for claim in corpus.claims:
        if claim.figure.kind in FACTORS and claim.metric == "price" and claim.subject.name and claim.baseline.name:
            yield from _check(claim, prices)


def _check(claim: Claim, prices: Prices) -> Iterator[Finding | Skip]:
    pairs = [
        (mine, theirs)
        for mine in prices.get(claim.subject.name, ())
        for theirs in prices.get(claim.baseline.name, ())
        if mine.figure.unit == theirs.figure.unit and _bought(mine) == _bought(theirs)
    ]
    if not pairs:
        yield Skip(CODE, _key(claim), "not applicable, because the two prices are not printed")
        return
    allowed = of_price(claim)
    if all(judge(one, _given(*pair)) == "inconsistent" for one in allowed for pair in pairs):
        yield _finding(claim, allowed, pairs)


# "Cost per million is $4.55": what a price before it is of stands nowhere in its unit.
_PER = re.compile(r"\bper\s(\w+)")


def _bought(claim: Claim) -> frozenset[str]:
    """What a price is for, where words ahead of it say so."""
    at = claim.figure.start - claim.context_start
    return frozenset(_PER.findall(claim.context[max(0, at - NEAR) : max(0, at)]))


def _key(claim: Claim) -> tuple[str, ...]:
    return claim.document, claim.metric, claim.subject.name, claim.baseline.name


def _given(mine: Claim, theirs: Claim) -> Readings:
    return mine.figure.readings.positive() / theirs.figure.readings.positive()


def _finding(claim: Claim, allowed: list[Readings], pairs: list[tuple[Claim, Claim]]) -> Finding:
    found = [(one.rounded.distance(_given(*pair).rounded), one, pair) for one in allowed for pair in pairs]
    gap, one, (mine, theirs) = min(found, key=lambda item: item[0])
    given = _given(mine, theirs).rounded
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"price of {side(claim.subject)} over {side(claim.baseline)}: the {where(claim)} says "
        f"{said(claim.figure)}, but {said(mine.figure)} / {said(theirs.figure)} gives {come_to(given)}",
        arithmetic=f"{said(claim.figure)} allows {one.rounded}; the prices allow {given}: {apart(gap)}.",
        comparison=_key(claim),
        evidence=(Evidence.of(claim), Evidence.of(mine), Evidence.of(theirs)),
        likely_wrong_why="one ratio against one pair of prices",
    )
