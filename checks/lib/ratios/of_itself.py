"""Factors that two values of their own sentence give: "goes up 7.2-fold, from 8 to 57.6 Tbit/s"."""

from collections.abc import Iterator
from itertools import combinations

from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.near_pairs import near_pairs
from checks.lib.statements.factors import factors, up
from schemas.interval import Interval, Readings, judge
from schemas.statement import Claim


def of_itself(claim: Claim, sentence: Sentence) -> bool:
    """Whether a sentence prints two values that give its factor."""
    if own_kinds(claim, sentence):
        return True
    # "From 8 to 57.6 Tbit/s": the first prints no unit.
    text = sentence.passage.document.text
    turned = (one for one in near_pairs([sentence], ()) if text[one.left.end : one.right.start].strip() == "to")
    return any(one.meets(near.factor) for near in turned for one in _allowed(claim))


def own_kinds(claim: Claim, sentence: Sentence) -> frozenset[str]:
    """What a factor is of by the two values of its sentence that give it, none where none do: of memory, of a price."""
    values = [one.amount for one in sentence.amounts if one.amount.readings.widened.lower > 0]
    pairs = [two for two in combinations(values, 2) if alike(*two) and two[0].kind != "count"]
    allowed = [up(one) for one in factors(claim)]
    return frozenset(
        one.kind
        for one, other in pairs
        if any(judge(each, _quotient(one.readings, other.readings)) != "inconsistent" for each in allowed)
    )


def _allowed(claim: Claim) -> Iterator[Interval]:
    yield from (up(one).rounded for one in factors(claim))


def _quotient(left: Readings, right: Readings) -> Readings:
    smaller, larger = sorted((left, right), key=lambda one: one.rounded.upper)
    return larger / smaller
