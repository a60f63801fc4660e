"""What a claimed factor or percentage allows as a factor."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from schemas.interval import INFINITY, Interval, Readings, percent_factors
from schemas.statement import Claim, Figure

ONE = Readings.of(Interval(Decimal(1), Decimal(1)))
_LESS = re.compile(
    r"\b(?:less|lower|fewer|reduc\w+|cut\w*|sav\w+|drop\w*|smaller|shorter|cheaper|down|decreas\w+)\b", re.IGNORECASE
)
# "38% faster, or 28% less time" are two readings of one pair: each percentage is read by the words of its own clause.
_OTHER = re.compile(r"[,;:(](?=\s|$)|\d\s?%")
# Factors of a quotient, which no two values give: per watt, of value.
# "A watt buys a quarter more".
_BOUGHT = (
    r"\b(?:an?|each|every|one)\s(?:single\s)?(?:watt|joule|kwh|(?:kilo)?watt-?hour|kilowatt|dollar|euro|pound)\s"
    r"(?:now\s)?[a-z]+s\b"
)
BOUGHT = re.compile(_BOUGHT, re.IGNORECASE)
DERIVED = re.compile(
    r"\bper\s+(?:watt|joule|kwh|watt-?hour|kilowatt|dollar|euro|core|chip|gpu|rack|unit)\b|\bvalue\b|\befficien|"
    + _BOUGHT,
    re.IGNORECASE,
)
_BY = re.compile(
    r"\bby\s+(?:(?:about|around|roughly|approximately|nearly|almost|over|more than|less than|at least|up to|just|some|"
    r"as much as|another)\s+){0,2}$",
    re.IGNORECASE,
)
# "A third higher" is four thirds; "a third faster" may be two thirds of the time.
_MORE_BY = re.compile(
    r"\s*(?:more|higher|longer|larger|greater|faster|quicker|further|heavier|brighter|bigger|taller|wider|better|again|"
    r"as (?:much|many|\w+) again)\b",
    re.IGNORECASE,
)
_FELL = re.compile(
    r"\b(?:lower(?:s|ed|ing)|fell|falls?|falling|shr[aiu]nk\w*|slash\w*|trim\w*|declin\w+)\b", re.IGNORECASE
)
_ROSE = re.compile(
    r"\b(?:rose|rises?|rising|gr[eo]w\w*|increas\w+|climb\w*|improv\w+|up|rais\w+|boost\w*|lift\w*|speeds?|sped|jump\w*)\b",
    re.IGNORECASE,
)
AHEAD, BEHIND = 24, 48  # characters of its sentence that say which way a percentage goes


def factors(claim: Claim) -> list[Readings]:
    """Every reading of a ratio or percentage: "28% faster" has two, "60 % less" one, "half" is 0.5 or 2."""
    if claim.figure.kind == "percent_change":
        found = percent_factors(claim.figure.readings)
        less = _LESS.search(_own_words(claim)) and not _MORE_BY.match(claim.behind)  # "30% faster with less memory"
        return [found["time"]] if "time" in found and less else list(found.values())
    printed = claim.figure.readings
    if by := by_part(claim):
        return by
    # "half the price" is 0.5 of the one or 2 of the other, as one looks at it; "under half" is more than 2 of it.
    below = claim.figure.value < 1 and printed.widened.upper > 0
    return [printed, ONE / printed.positive()] if below else [printed]


def ratios_told(claims: Iterable[Claim]) -> defaultdict[str, list[Readings]]:
    """The factors that each document prints, as multiples of one at least."""
    found: defaultdict[str, list[Readings]] = defaultdict(list)
    for one in claims:
        found[one.document_id] += map(up, factors(one)) if one.figure.kind == "ratio" else ()
    return found


def by_part(claim: Claim) -> list[Readings]:
    """What "fell by a third" and "a third higher" leave: two thirds, and four thirds; [] for any other factor."""
    value = claim.figure.value
    if claim.figure.kind != "ratio" or not 0 < value < 1:
        return []
    if _MORE_BY.match(claim.behind):
        higher = claim.figure.readings.each(lambda one: Interval(1 + one.lower, 1 + one.upper))
        rest = claim.figure.readings.each(lambda one: Interval(1 - one.upper, 1 - one.lower)).positive()
        return [higher, ONE / rest]
    if not _BY.search(claim.before):
        return []
    less = claim.figure.readings.each(lambda one: Interval(1 - one.upper, 1 - one.lower)).positive()
    more = claim.figure.readings.each(lambda one: Interval(1 + one.lower, 1 + one.upper))
    verb = claim.before[-BEHIND:]
    fell, rose = bool(_LESS.search(verb) or _FELL.search(verb)), bool(_ROSE.search(verb))
    return [*((less, ONE / less) if fell or not rose else ()), *((more,) if rose or not fell else ())]


def of_price(claim: Claim) -> list[Readings]:
    """The ratios of prices or costs that words may mean: "2x cheaper" is half the price, "30 % cheaper" 0.7 of it."""
    if claim.figure.kind == "ratio":
        stated = [claim.figure.readings.positive()]
    else:
        stated = [one.positive() for one in percent_factors(claim.figure.readings).values()]
    return [*stated, *(ONE / one for one in stated)]


def up(one: Readings) -> Readings:
    """A factor below one the other way round."""
    return ONE / one.positive() if one.widened.upper > 0 and one.rounded.upper < 1 else one


def as_value(claim: Claim) -> Claim:
    """A claim whose "up to" is taken for the value of the best one."""
    if claim.figure.qualifier != "up_to":
        return claim
    return replace(claim, figure=replace(claim.figure, qualifier="exact"))


def at_least(one: Readings) -> Readings:
    """What the best of a group must reach: a factor or more."""
    return one.each(lambda each: Interval(each.lower, INFINITY, each.lower_closed, False))


def hull(every: Sequence[Readings]) -> Readings:
    """From the least that any of them allows to the most: a mean of them lies inside."""
    spans = zip(*(one.every for one in every), strict=True)
    return Readings(*(Interval(min(one.lower for one in s), max(one.upper for one in s)) for s in spans))


def times_apart(left: Interval, right: Interval) -> Decimal:
    """How many times the one can be the other at most; 0 where an end is open or not above zero."""
    if not (left.bounded and right.bounded and left.lower > 0 and right.lower > 0):
        return Decimal(0)
    return max(left.upper / right.lower, right.upper / left.lower)


def top_of(figure: Figure) -> Interval:
    """The best that a figure speaks of: the printed number itself, whether it is a bound or not."""
    top, half = figure.value_hi or figure.value, figure.last_digit / 2
    return Interval(top - half, top + half)


def falls(claim: Claim) -> bool:
    """Whether a percentage is said of what became less: "reduces memory by", "40% fewer"."""
    if _MORE_BY.match(claim.behind):
        return False  # "200% faster with less memory"
    words = f"{_OTHER.split(claim.before)[-1]} {_own_words(claim)}"
    return bool(_LESS.search(words) or _FELL.search(words)) and not _ROSE.search(words)


def _own_words(claim: Claim) -> str:
    at = claim.at[0]
    end = claim.at[1]
    ahead = claim.context[max(0, at - AHEAD) : max(0, at)]
    return f"{_OTHER.split(ahead)[-1]} {_OTHER.split(claim.context[end : end + BEHIND])[0]}"
