"""What a claimed factor or percentage allows as a factor."""

import re
from decimal import Decimal

from schemas.interval import Interval, Readings, percent_factors
from schemas.statement import Claim

ONE = Readings(*(Interval(Decimal(1), Decimal(1)),) * 3)
_LESS = re.compile(
    r"\b(?:less|lower|fewer|reduc\w+|cut\w*|sav\w+|drop\w*|smaller|shorter|cheaper|down|decreas\w+)\b", re.IGNORECASE
)


def factors(claim: Claim) -> list[Readings]:
    """Every reading of a ratio or percentage: "28% faster" has two, "60 % less" one, "half" is 0.5 or 2."""
    if claim.figure.kind == "percent_change":
        found = percent_factors(claim.figure.readings)
        if "time" in found and _LESS.search(
            claim.context[max(0, claim.figure.start - claim.context_start - 24) :][:72]
        ):
            return [found["time"]]
        return list(found.values())
    printed = claim.figure.readings
    below = claim.figure.value < 1 and printed.widened.lower > 0
    return [printed, ONE / printed] if below else [printed]
