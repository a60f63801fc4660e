"""How bad a disagreement is: by the gap between the intervals, and by a winner that flips."""

from decimal import Decimal

from schemas.finding import SEVERITIES, Severity

HIGH = Decimal("0.25")  # the lower figure must grow by a quarter to meet the other
MEDIUM = Decimal("0.05")


def of_gap(gap: Decimal, *, flipped: bool = False) -> Severity:
    """Severity of a relative gap (0.51: one must grow by 51 % to meet the other); a flipped winner is always high."""
    if flipped or gap >= HIGH:
        return "high"
    return "medium" if gap >= MEDIUM else "low"


def at_most(most: Severity, level: Severity) -> Severity:
    """The milder of two: what words alone make one figure of is medium at most, however wide the gap."""
    return max(most, level, key=SEVERITIES.index)


def of_slip(gap: Decimal, why: str) -> Severity:
    """Severity of two values that should be one; `why` says which slip makes the one of the other, "" where none."""
    return "high" if why and gap >= MEDIUM else at_most("medium", of_gap(gap))


def of_told(gap: Decimal, why: str) -> Severity:
    """Severity of two values that only words make one, `why` as for `of_slip`: low unless a slip explains it.

    Two values of two cases differ just so, and what makes them two is often what the texts leave unsaid
    (docs/decisions/0010).
    """
    return of_gap(gap) if why and gap >= MEDIUM else "low"
