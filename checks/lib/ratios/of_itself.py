"""Factors that two values of their own sentence give: "goes up 7.2-fold, from 8 to 57.6 Tbit/s"."""

from collections.abc import Sequence
from itertools import combinations, product

from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.near_pairs import near_pairs
from checks.lib.statements.factors import as_value, factors, up
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


def told_of_both(claim: Claim, sentences: Sequence[Sentence]) -> bool:
    """Whether a sentence with the names of both sides prints two values that give a factor: it says what it is of."""
    names = [frozenset((side.name, side.raw)) - {""} for side in (claim.subject, claim.baseline)]
    said = (one for one in sentences if all(any(each in one.passage.words for each in side) for side in names))
    return any(own_kinds(claim, one) for one in said)


def given_across(claim: Claim, left: Sequence[Readings], right: Sequence[Readings]) -> bool:
    """Whether some value of one side and some of the other give a factor: the new chip in FP8, the old one in BF16."""
    allowed = [up(one) for one in factors(as_value(claim))]
    able = ((one, other) for one, other in product(left, right) if min(one.widened.lower, other.widened.lower) > 0)
    return any(judge(each, quotient(*two)) != "inconsistent" for two in able for each in allowed)


def quotient(left: Readings, right: Readings) -> Readings:
    """The larger by the smaller."""
    smaller, larger = sorted((left, right), key=lambda one: one.rounded.upper)
    return larger / smaller
