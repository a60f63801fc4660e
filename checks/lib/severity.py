"""How bad a disagreement is: by the gap between the intervals, and by a winner that flips."""

from decimal import Decimal

from schemas.finding import Severity

HIGH = Decimal("0.25")  # the lower figure must grow by a quarter to meet the other
MEDIUM = Decimal("0.05")


def of_gap(gap: Decimal, *, flipped: bool = False) -> Severity:
    """Severity of a relative gap (0.51: one must grow by 51 % to meet the other); a flipped winner is always high."""
    if flipped or gap >= HIGH:
        return "high"
    return "medium" if gap >= MEDIUM else "low"
