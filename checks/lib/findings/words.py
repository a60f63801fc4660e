"""How checks say things: figures, sides and sums in words, the same everywhere."""

from collections.abc import Iterable
from decimal import Decimal

from schemas.interval import short
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
IN_TEXT = ("prose", "heading", "caption", "footnote")  # places of a text, not of a chart


def said(figure: Figure) -> str:
    """A figure with its hedge and unit: "over 13x", "under 3 hours"."""
    number = short(figure.value)
    if figure.value_hi is not None:
        number += f" to {short(figure.value_hi)}"
    unit = figure.unit if figure.unit in ("x", "%") else f" {figure.unit}"
    return f"{_HEDGE[figure.qualifier]}{number}{unit}"


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
