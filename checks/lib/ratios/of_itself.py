"""Whether the sentence of a factor prints two values itself that give it."""

from itertools import combinations

from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.near_pairs import near_pairs
from checks.lib.statements.factors import factors, up
from schemas.interval import Readings, judge
from schemas.statement import Claim


def of_itself(claim: Claim, sentence: Sentence) -> bool:
    """Whether two values that a sentence prints itself give its factor: "goes up 7.2-fold, from 8 to 57.6 Tbit/s"."""
    allowed = [up(one) for one in factors(claim)]
    values = [one.amount for one in sentence.amounts if one.amount.readings.widened.lower > 0]
    pairs = (two for two in combinations(values, 2) if alike(*two) and two[0].kind != "count")
    given = (_quotient(one.readings, other.readings) for one, other in pairs)
    if any(judge(one, other) != "inconsistent" for other in given for one in allowed):
        return True
    # "From 8 to 57.6 Tbit/s", "7,560 tokens per second, and that one 6,300": one of the two prints no unit.
    return any(one.rounded.meets(near.factor) for near in near_pairs([sentence], ()) for one in allowed)


def _quotient(left: Readings, right: Readings) -> Readings:
    smaller, larger = sorted((left, right), key=lambda one: one.rounded.upper)
    return larger / smaller
