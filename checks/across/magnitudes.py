"""Orders of magnitude that are claimed of several, and the factors that are printed."""

import re
from collections.abc import Iterator
from decimal import Decimal

from checks.lib.findings.words import listed, said, topic
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.statement import Claim

CODE = "magnitudes"
_SEVERAL = re.compile(
    r"\b(?:some|several|many|most|a number of|various|these|all)\s+(?:of\s+(?:the|our)\s+)?\w+s\b", re.IGNORECASE
)
HUNDRED = Decimal(100)  # "orders of magnitude" are two at least
FEWEST = 2  # workloads that "some models" are at least
MOST = 5  # factors that one finding quotes


@check(CODE, version=1, severity="low", since="0.1.0")
def magnitudes(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Orders of magnitude claimed of some models are factors of a hundred for two models at least.

    Why:
        The phrase is plural and so is "some models". One outlier, measured where the other product is at its worst,
        does not make it true.

    Flags:
        A sentence that claims orders of magnitude of several, where the factors printed for its product reach a hundred
        for one workload or none.

    Passes:
        "An order of magnitude" (ten); two workloads with a factor of a hundred.

    Does not judge:
        Products without any printed factor (skipped).
    """
    factors = [
        claim for claim in corpus.claims if claim.figure.kind == "ratio" and claim.workload and claim.subject.name
    ]
    for claim in corpus.claims:
        plural = claim.figure.qualifier == "orders_of_magnitude" and claim.quote.lower().startswith("orders")
        if not plural or not claim.subject.name or not _SEVERAL.search(claim.context):
            continue
        mine = [one for one in factors if one.subject.name == claim.subject.name and one is not claim]
        high = [one for one in mine if one.figure.qualifier != "orders_of_magnitude" and one.figure.value >= HUNDRED]
        if not mine:
            yield Skip(CODE, (claim.document, claim.subject.name), "not applicable, because no factor of it is printed")
        elif len({one.workload for one in high}) < FEWEST:
            yield _finding(claim, high, mine)


def _finding(claim: Claim, high: list[Claim], mine: list[Claim]) -> Finding:
    plain = (one for one in mine if one.figure.qualifier != "orders_of_magnitude")
    top = sorted(plain, key=lambda one: (-one.figure.value, one.statement_id))[:MOST]
    shown = listed(f"{topic(one)} {said(one.figure)}" for one in high) or "none"
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"{claim.quote!r} is claimed of several; factors of a hundred and more are printed for: {shown}",
        arithmetic=f"The largest of {claim.subject.name}: {listed(said(one.figure) for one in top)}.",
        comparison=(claim.document, claim.subject.name),
        evidence=(Evidence.of(claim), *(Evidence.of(one) for one in top)),
        likely_wrong_why="the phrase says more than the printed factors",
    )
