"""Ratios as vendors of storage print them: a data reduction of 4.1:1."""

import re
from collections.abc import Iterator
from decimal import Decimal

from checks.lib.quantities.plain_values import Value
from schemas.interval import readings, ulp

# No scale of a map, no time of day, no result of a match.
_TO_ONE = re.compile(r"(?<![\w.,:/-])(?P<n>\d{1,3}(?:\.\d+)?)(?::1|\sto\s(?:1|one))(?![\w:]|[.,]\d)")
RATIO = frozenset({("to one", 1)})


def to_one(text: str) -> Iterator[Value]:
    """The ratios of a text."""
    for match in _TO_ONE.finditer(text):
        read = readings(Decimal(match["n"]), ulp(match["n"]), "exact")
        yield Value(*match.span(), RATIO, read, "exact")
