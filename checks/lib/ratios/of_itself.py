"""Factors that two values of their own sentence give: "goes up 7.2-fold, from 8 to 57.6 Tbit/s"."""

from itertools import combinations

from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.near_pairs import near_pairs
from checks.lib.statements.factors import factors, up
from schemas.interval import Readings, judge
from schemas.statement import Claim


def of_itself(claim: Claim, sentence: Sentence) -> bool:
    """Whether a sentence prints two values that give its factor."""
    if own_kinds(claim, sentence):
        return True
    # "From 8 to 57.6 Tbit/s", "7,560 tokens per second, and that one 6,300": one of the two prints no unit.
    allowed = [up(one).rounded for one in factors(claim)]
    return any(one.meets(near.factor) for near in near_pairs([sentence], ()) for one in allowed)


def own_kinds(claim: Claim, sentence: Sentence) -> frozenset[str]:
    """What a factor is of by the two values of its sentence that give it, none where none do: of memory, of a price."""
    values = [one.amount for one in sentence.amounts if one.amount.readings.widened.lower > 0]
    pairs = [two for two in combinations(values, 2) if alike(*two) and two[0].kind != "count"]
    allowed = [up(one) for one in factors(claim)]
    return frozenset(
        one.kind
        for one, other in pairs
        if any(judge(each, quotient(one.readings, other.readings)) != "inconsistent" for each in allowed)
    )


def quotient(left: Readings, right: Readings) -> Readings:
    """The larger by the smaller."""
    smaller, larger = sorted((left, right), key=lambda one: one.rounded.upper)
    return larger / smaller
