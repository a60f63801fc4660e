"""How bad a disagreement is: by the gap between the intervals, and by a winner that flips."""

from decimal import Decimal

from schemas.finding import SEVERITIES, Severity

HIGH = Decimal("0.25")  # the lower figure must grow by a quarter to meet the other
MEDIUM = Decimal("0.05")
BEYOND = Decimal(2)  # gap from which a reckoned result is of something else
NEXT = (8, 12, 24, 60, 3600)  # of one unit in the next
LOOSE = Decimal("0.1")  # what two rounded values may be off by


def of_gap(gap: Decimal, *, flipped: bool = False) -> Severity:
    """Severity of a relative gap (0.51: one must grow by 51 % to meet the other); a flipped winner is always high."""
    if flipped or gap >= HIGH:
        return "high"
    return "medium" if gap >= MEDIUM else "low"


def of_reckoned(gap: Decimal) -> Severity:
    """Severity of a result against what other printed quantities come to.

    Nobody is off by a factor of three but by a slip of the unit: a result that far off is one of something else.
    """
    return "low" if gap > BEYOND and not _is_unit_slip(gap + 1) else of_gap(gap)


def _is_unit_slip(times: Decimal) -> bool:
    """Whether a factor is a power of ten, or the number of bits, seconds, minutes or hours in the next unit."""
    power = times.scaleb(-times.adjusted())
    return any(abs(each / by - 1) < LOOSE for each, by in ((power, 1), (power, 10), *((times, by) for by in NEXT)))


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
