"""Which statement is likely wrong: the one whose removal makes the rest agree, when values or numbers back that.

The rule is small and says its reasons. Where it cannot tell, it says so: a wrong accusation costs more than none.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings.words import said, where
from checks.lib.statements.absolutes import Quotient, scale
from checks.lib.statements.index import by, span
from schemas.interval import Interval, short
from schemas.names import Vocabulary
from schemas.statement import Claim, Figure


@dataclass(frozen=True, slots=True)
class Ruling:
    """`wrong` is the odd one out, None when it cannot be told; `why` says why in either case; `sums` the arithmetic."""

    wrong: Claim | None
    why: str
    sums: tuple[str, ...] = ()


def majority(claims: Sequence[Claim]) -> tuple[list[Claim], list[Claim]]:
    """The largest set of claims that allow one common factor, and the rest. Ties go to the lower factor.

    A sweep over sorted ends: the place where most intervals overlap.
    """
    spans = [span(claim.figure.interval) for claim in claims]
    steps = sorted((place, step) for start, end in spans for place, step in ((start, 1), (end, -1)))
    counts = itertools.accumulate(step for _, step in steps)
    best = max(zip(counts, (place for place, _ in steps), strict=True), key=lambda item: item[0])[1]
    inside = [start <= best < end for start, end in spans]
    agreeing = [claim for claim, fits in zip(claims, inside, strict=True) if fits]
    return agreeing, [claim for claim, fits in zip(claims, inside, strict=True) if not fits]


def rule(agreeing: Sequence[Claim], odd: Sequence[Claim], values: Sequence[Quotient], vocabulary: Vocabulary) -> Ruling:
    """Who is likely wrong, from how many agree and from the absolute values printed for both sides."""
    kinds = list(by(odd, lambda claim: _figure(claim.figure)).values())
    backed = [
        [_backs(claim, value, vocabulary) for claim in (agreeing[0], *(one[0] for one in kinds))] for value in values
    ]
    sums = tuple(dict.fromkeys(text for each in backed for _, text in each))
    for_most = sum(each[0][0] for each in backed)
    for_odd = sum(fits * len(one) for each in backed for (fits, _), one in zip(each[1:], kinds, strict=True))
    if len({claim.figure.value for claim in odd}) != 1:
        return Ruling(None, "no single statement is the odd one out", sums)
    wrong = odd[0]
    reasons = _reasons(agreeing, odd, for_most, for_odd)
    if not reasons:
        return Ruling(None, "as many statements say one as the other", sums)
    return Ruling(wrong, f"the {where(wrong)} {said(wrong.figure)}: {' and '.join(reasons)}", sums)


def _figure(figure: Figure) -> tuple[object, ...]:
    """What is printed, wherever: claims of one figure are backed by the same values."""
    return figure.value, figure.value_hi, figure.last_digit, figure.qualifier


def _reasons(agreeing: Sequence[Claim], odd: Sequence[Claim], for_most: int, for_odd: int) -> list[str]:
    if for_odd > for_most or (len(agreeing) <= len(odd) and for_most <= for_odd):
        return []
    reasons = []
    if len(agreeing) > len(odd):
        reasons.append(f"{len(agreeing)} of {len(agreeing) + len(odd)} statements say {said(agreeing[0].figure)}")
    if for_most > for_odd:
        reasons.append(f"the printed values fit {said(agreeing[0].figure)} and not {said(odd[0].figure)}")
    drawn = [claim for claim in odd if claim.drawn_ratio and Decimal(str(claim.drawn_ratio)) in _near(agreeing[0])]
    if drawn:
        reasons.append(f"its bar is drawn {drawn[0].drawn_ratio:g} times as long as the baseline's")
    return reasons


def _near(claim: Claim) -> Interval:
    interval = claim.figure.interval
    return (
        Interval(interval.lower * Decimal("0.98"), interval.upper * Decimal("1.02")) if interval.bounded else interval
    )


def _backs(claim: Claim, value: Quotient, vocabulary: Vocabulary) -> tuple[bool, str]:
    """Whether the divisor that the factor implies is what is printed, read as tightly as a writer means it."""
    factor, printed = claim.figure.value, value.by.figure
    implied = value.of.figure.value * scale(value.of.figure, vocabulary) / factor / scale(printed, vocabulary)
    tight = _tight(value.by)
    fits = implied in tight and _meets(value, claim)
    outcome = f"fits {said(printed)!r} as printed" if fits else f"would not be printed as {said(printed)!r}"
    unit = "" if printed.unit in ("x", "%") else f" {printed.unit}"
    return fits, f"{said(value.of.figure)} / {short(factor)} = {short(round(implied, 4))}{unit}, which {outcome}"


def _meets(value: Quotient, claim: Claim) -> bool:
    return value.readings.rounded.meets(claim.figure.interval)


def _tight(claim: Claim) -> Interval:
    """A bound as a writer means it: "less than 3 hours" is said of 2.8 hours, hardly of 1.8."""
    figure = claim.figure
    one = figure.last_digit or Decimal(1)
    if figure.qualifier == "under":
        return Interval(figure.value - one, figure.value, True, False)
    if figure.qualifier in ("over", "at_least"):
        return Interval(figure.value, figure.value + one)
    interval = figure.readings.widened
    return interval if interval.bounded else Interval(figure.value - one, figure.value + one)
