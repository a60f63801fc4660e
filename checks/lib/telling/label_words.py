"""What a label says of its value: the noun that it begins with, of what each has it, and what it is divided by.

"Price per 1M tokens: $0.88" prints what "$0.88 per 1M tokens" does, and a text that says both ways must read alike.
"""

import re
from dataclasses import replace
from decimal import Decimal

from checks.lib.quantities.dimensions import PER_TIME, PRICE, Dims, times
from checks.lib.quantities.divided import Divided, divided, over_time
from checks.lib.quantities.scanned import BY, NO_THING, PLAIN, Raw, content, head
from schemas.interval import Interval
from schemas.names import Vocabulary

_OF_EACH = re.compile(
    r"(?:^each|[\s(](?:per|(?:in|on|of|for|to|inside|into|from) (?:each|every|one|an?)|each))\s(?!total\b)"
    r"(?P<np>[A-Za-z][\w -]*?)"
    r"(?=\s(?:together|combined|in|on|of|for|with|at|when|while|and)\b|[^\w -]|\s*$)|/(?P<by>[A-Za-z]+)",
    re.IGNORECASE,
)
_BREAKS = re.compile(r"[,(;]|\s(?:in|on|of|for|at|with|by|from|to|across|under|inside)\s")
_BETWEEN = re.compile(r"\b(?P<end>\w+)[ -]to[ -](?P=end)\b", re.IGNORECASE)  # "Chip to chip": no chip has it
_OVER_TIME = re.compile(
    r"(?:\b(?:per|each)\s(?:[\w-]+\s)?(?:and )?|/ ?|\ban? )"
    r"(?P<by>minute|min|hour|hr|h|day|week|month|year)\b|hourly",
    re.IGNORECASE,
)


def parted(label: str) -> tuple[str, frozenset[str]]:
    """A label without what it says each of has its value, and the root of that."""
    match = _OF_EACH.search(label)
    if match is None:
        return _BETWEEN.sub(" ", label), frozenset()
    return label[: match.start()], frozenset({head(match["np"] or match["by"])}) - NO_THING


def subject(label: str) -> str:
    """The noun phrase that a label begins with: "Compute trays", of "Compute trays in the rack"."""
    for part in _BREAKS.split(label):
        if content(part) - PLAIN - NO_THING:
            return part
    return label


def over_label(one: Divided, labels: tuple[str, ...], vocabulary: Vocabulary) -> Divided:
    """A value with what the first of its labels that says so divides it by: a time, a million tokens, a gigabyte."""
    return next((found for label in labels if (found := _divided(one, label, vocabulary))), one)


def _divided(one: Divided, label: str, vocabulary: Vocabulary) -> Divided | None:
    by = _divisor(label, vocabulary)
    if by and (one.dims == PRICE or _may_divide(one.dims, by.dims)):
        return replace(by, dims=times(one.dims, by.dims), value=one.value.scaled(by.value.lower))
    match = _OVER_TIME.search(label) if one.dims == PRICE else None
    return over_time(one, (match["by"] or "hour").lower()) if match else None


def _divisor(label: str, vocabulary: Vocabulary) -> Divided | None:
    """One over what a label divides by, "/1M tokens" or "per GB and month"; None for one that names but a part."""
    match = BY.search(label)
    if match is None:
        return None
    one = Raw(match.start(), match.start(), "price", frozenset(), Interval(Decimal(1), Decimal(1)))
    found = divided(label, one, vocabulary)
    return Divided(times(found.dims, PRICE, -1), found.value, found.per, 0) if found.dims != PRICE else None


def _may_divide(dims: Dims, by: Dims) -> bool:
    """Whether more than prices are divided so: things a day, rates by watts, and nothing twice."""
    timed = any(name == "time" for name, _ in dims)
    apart = {name for name, _ in by} - {"time"}
    return not timed if by == PER_TIME else not apart & {name for name, _ in dims}
