"""Numbers as a sentence prints them, whatever their unit, and what a cell may hold that they are of."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

_NUMBER = re.compile(r"(?<![\w.,])(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?P<by>[kKM](?![\w/])|)")
_TIMES = {"": Decimal(1), "k": Decimal(1000), "K": Decimal(1000), "M": Decimal(10) ** 6}


@dataclass(frozen=True, slots=True)
class Plain:
    """A printed number and where it stands; `last` is a unit of its last digit."""

    start: int
    end: int
    value: Decimal
    last: Decimal
    figures: int  # digits that say something


def plain_numbers(text: str) -> Iterator[Plain]:
    """Every number of a text, in order."""
    for match in _NUMBER.finditer(text):
        digits = match["n"].replace(",", "")
        by = _TIMES[match["by"]]
        places = len(digits.partition(".")[2])
        said = len(digits.replace(".", "").strip("0"))
        yield Plain(*match.span(), Decimal(digits) * by, Decimal(1).scaleb(-places) * by, said)


def allowed(one: Plain, value: Decimal) -> bool:
    """Whether a number is a value rounded or cut off where the number ends; "about 1.2 million" of 1,234,567 is not."""
    return abs(one.value - value) < one.last or abs(one.value - value / 1000) < one.last * (one.figures > 1)
