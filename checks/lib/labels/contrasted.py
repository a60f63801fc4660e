"""Two values that a text contrasts: "3.0 s with version 8, 1.2 s with version 9", and the larger over the smaller.

And what is found where a factor sums up such a contrast and the two values give another one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from checks.lib.findings import severity
from checks.lib.findings.places import Places
from checks.lib.findings.words import apart, said, times, where
from checks.lib.labels.couples import Couple
from checks.lib.language.tokens import versions
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted
from schemas.finding import Evidence, Finding
from schemas.interval import Readings
from schemas.statement import Claim

FURTHEST = 30  # the larger over the smaller; more are two things
# What contrasts two values of one thing.
_AGAINST = re.compile(
    r"\b(?:than|against|versus|vs|compared|instead of|used to|previous\w*|before|earlier|formerly|was|were|took|needed|"
    r"where(?:as)?|while|from|old(?:er)?|first|last year|predecessor|baseline|without|down|up|now|today)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two values and the larger over the smaller."""

    left: Asserted
    right: Asserted
    factor: Readings


def _is_old(one: Asserted) -> bool:
    """Whether it is where a change began: "from 22 minutes to 9"."""
    return one.passage.words[: one.amount.start].rstrip().lower().endswith(" from")


def contrast(values: Sequence[Asserted], kinds: frozenset[str], furthest: int = FURTHEST) -> Contrast | None:
    """The only two values of these kinds, where the text contrasts them; None where there are others."""
    able = [one for one in values if one.amount.kind in kinds and one.amount.kind != "count"]
    if len(able) > 1 and all(map(_is_old, able)):
        return None  # "from 22 minutes to 9 ... from 70 minutes to 31": the new ones print no unit
    if len(able) != 2 or not alike(able[0].amount, able[1].amount) or not _contrasted(*able):
        return None
    smaller, larger = sorted((one.amount.readings for one in able), key=lambda one: one.rounded.upper)
    if not (smaller.rounded.lower > 0 and larger.rounded.bounded):
        return None
    factor = larger / smaller
    return Contrast(able[0], able[1], factor) if factor.rounded.lower <= furthest else None


def _contrasted(left: Asserted, right: Asserted) -> bool:
    one_sentence = left.passage.start == right.passage.start
    text = left.passage.words if one_sentence else f"{left.passage.words} {right.passage.words}"
    if not one_sentence and left.passage.words not in right.scope:
        return False  # sentences apart
    return bool(_AGAINST.search(text)) or any(len(numbers) > 1 for numbers in versions(text).values())


def key(claim: Claim) -> tuple[str, ...]:
    """What a factor that sums up a contrast is compared under."""
    return claim.document, claim.workload, claim.task, claim.metric, claim.figure.kind


def disagreement(
    code: str,
    claim: Claim,
    pair: Contrast | Couple,
    allowed: Sequence[Readings],
    places: Places,
    which: str,
) -> Finding:
    """A factor that its two values do not give; `which` says where they stand."""
    document = pair.left.document
    cells = [places.printed(document, one.start, one.end) for one in (pair.left, pair.right)]
    gap = min(one.rounded.distance(pair.factor.rounded) for one in allowed)
    both = " and ".join(one.quote for one in cells)
    return Finding(
        check=code,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"the {where(claim)} says {said(claim.figure)}; {which}, {both}, give "
        f"{times(pair.factor.rounded, said(claim.figure))}",
        arithmetic=f"{said(claim.figure)} allows {allowed[0].rounded}; {both} allow {pair.factor.rounded}: "
        f"{apart(gap)}.",
        comparison=key(claim),
        evidence=(Evidence.of(claim), *cells),
        likely_wrong_why="one factor against one pair of values",
    )
