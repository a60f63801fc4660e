"""What a claimed factor or percentage allows as a factor."""

import re
from decimal import Decimal

from schemas.interval import Interval, Readings, percent_factors
from schemas.statement import Claim

ONE = Readings(*(Interval(Decimal(1), Decimal(1)),) * 3)
_LESS = re.compile(
    r"\b(?:less|lower|fewer|reduc\w+|cut\w*|sav\w+|drop\w*|smaller|shorter|cheaper|down|decreas\w+)\b", re.IGNORECASE
)
# "38% faster, or 28% less time" are two readings of one pair: each percentage is read by the words of its own clause.
_OTHER = re.compile(r"[,;:(](?=\s|$)|\d\s?%")
AHEAD, BEHIND = 24, 48  # characters of its sentence that say which way a percentage goes


def factors(claim: Claim) -> list[Readings]:
    """Every reading of a ratio or percentage: "28% faster" has two, "60 % less" one, "half" is 0.5 or 2."""
    if claim.figure.kind == "percent_change":
        found = percent_factors(claim.figure.readings)
        return [found["time"]] if "time" in found and _LESS.search(_own_words(claim)) else list(found.values())
    printed = claim.figure.readings
    # "half the price" is 0.5 of the one or 2 of the other, as one looks at it.
    below = claim.figure.value < 1 and printed.widened.lower > 0
    return [printed, ONE / printed] if below else [printed]


def up(one: Readings) -> Readings:
    """A factor below one the other way round."""
    return ONE / one if one.rounded.upper < 1 and one.widened.lower > 0 else one


def _own_words(claim: Claim) -> str:
    at = claim.at[0]
    end = claim.at[1]
    ahead = claim.context[max(0, at - AHEAD) : max(0, at)]
    return f"{_OTHER.split(ahead)[-1]} {_OTHER.split(claim.context[end : end + BEHIND])[0]}"
