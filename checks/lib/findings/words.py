"""How checks say things: figures, sides and sums in words, the same everywhere."""

from collections.abc import Iterable
from decimal import Context, Decimal

from schemas.interval import Interval, short
from schemas.statement import Claim, Figure, Measurement, Side

_HEDGE = {
    "exact": "",
    "over": "over ",
    "at_least": "at least ",
    "up_to": "up to ",
    "about": "about ",
    "nearly": "nearly ",
    "just_over": "just over ",
    "under": "under ",
    "orders_of_magnitude": "",
}
PLACES = {
    "prose": "text",
    "heading": "heading",
    "chart_title": "chart title",
    "bar_label": "bar label",
    "axis_label": "axis label",
    "note": "note",
    "caption": "caption",
    "footnote": "footnote",
}
DIGITS = 4  # of a result; more tell a reader nothing
ROUGH = Decimal("0.05")  # of a result that its two ends tell better than its middle
IN_TEXT = ("prose", "heading", "caption", "footnote")  # places of a text, not of a chart


def said(figure: Figure) -> str:
    """A figure with its hedge and unit: "over 13x", "under 3 hours"."""
    number = short(figure.value)
    if figure.value_hi is not None:
        number += f" to {short(figure.value_hi)}"
    unit = figure.unit if figure.unit in ("x", "%") else f" {figure.unit}"
    return f"{_HEDGE[figure.qualifier]}{number}{unit}"


def come_to(one: Interval) -> str:
    """What a sum comes to, to as many digits as its terms bear: "1.43", "1.8 to 2.2" where they are rough."""
    middle, half = (one.lower + one.upper) / 2, (one.upper - one.lower) / 2
    if not one.bounded or middle == 0:
        return str(one)
    if half > ROUGH * abs(middle):
        return " to ".join(short(_cut(end, 3)) for end in (one.lower, one.upper))
    most = max(DIGITS, middle.adjusted() + 1)
    return short(_cut(middle, min(most, middle.adjusted() - half.adjusted() + 1) if half else most))


def times(one: Interval, printed: str = "x") -> str:
    """What two values give, the larger over the smaller, in the terms of what was said: "54% more or 35% less"."""
    if "%" not in printed and "per" not in printed:
        return f"{come_to(one)}x"
    ends = [[(end - 1) * 100 for end in (one.lower, one.upper)], [100 - 100 / end for end in (one.lower, one.upper)]]
    more, less = (come_to(Interval(min(each), max(each))) for each in ends)
    return f"{more}% more or {less}% less"


def _cut(number: Decimal, digits: int) -> Decimal:
    return Context(prec=max(digits, 1)).plus(number)


def where(claim: Claim) -> str:
    """Where a claim stands, in words: "bar label"."""
    return PLACES[claim.place]


def side(one: Side) -> str:
    """A side with its count: "2x DGX A100"."""
    return f"{one.count}x {one.name}" if one.count and one.count > 1 else one.name


def sides(claim: Claim) -> str:
    """What a claim is of, in a sentence: " of A over B", with what is not said left out."""
    of, over = side(claim.subject), side(claim.baseline)
    return (f" of {of}" if of else "") + (f" over {over}" if over else "")


def listed(words: Iterable[str], most: int = 0) -> str:
    """Each word once, in order met: "a, b and c"; beyond `most` of them the rest is counted."""
    once = list(dict.fromkeys(words))
    if most and len(once) > most + 1:
        once = [*once[:most], f"{len(once) - most} more"]
    return " and ".join(filter(None, (", ".join(once[:-1]), once[-1]))) if once else ""


def apart(gap: Decimal) -> str:
    """The end of a sum that does not come out; `gap` is that between the two intervals (0.51: 51 %)."""
    return f"they do not meet, a gap of {gap * 100:.0f} %"


def topic(statement: Claim | Measurement) -> str:
    """What a statement is about: "MCMC training time to result"."""
    words = (statement.workload, statement.variant, statement.task, statement.metric.replace("_", " "))
    return " ".join(word for word in words if word)
