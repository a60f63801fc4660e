"""Numbers in table cells as printed, whether or not the vocabulary knows their column."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.statements.clock_cells import clocked
from schemas.document import Table
from schemas.interval import Readings, readings, ulp

_NUMBER = re.compile(
    r"([~≈≃∼<>≤≥+−-]?)\s?[$€£]?\s?(\d[\d,]*(?:\.\d+)?)\s?([a-zA-Zµ%×/]{0,12})[*†‡§]*"
    # "94% of linear", "1.9x faster": what the number is of, its column says.
    r"(?:(?<=[%x×])\s(?:of\s(?:the\s)?(?:linear|ideal|perfect|peak|baseline|maximum)|efficien(?:t|cy)|faster|quicker))?"
    r"(?:\s\([A-Za-z][\w .-]*\))?"  # "68.3 (Q9)": which one it was
)
_TOTAL = re.compile(r"(?:grand |sub-?)?(?:total|sum)\b.*|(?:[a-z-]+ ){1,3}total(?: \(.*\))?", re.IGNORECASE)
_MEAN = re.compile(r"(?:average|mean|avg\.?|geo\.?\s?mean|geometric mean|median)\b.*", re.IGNORECASE)
# "All regions", "Whole fleet", "Overall": the sum or the mean, its values must tell; "All-reduce" is a row like others.
_WHOLE = re.compile(
    r"both(?: [a-z]+s)?|(?:all|the whole|whole|entire)"
    r"(?: (?:the |of )?(?:[a-z]+ )?(?:(?!others\b)[a-z]+s|together|combined|fleet|network|estate|group))?|"
    r"world(?:wide)?|overall|combined|together|altogether|all told|in all|everything|fleet|grand",
    re.IGNORECASE,
)
_TIMES = {"x", "×", "X"}


@dataclass(frozen=True, slots=True)
class Number:
    """A cell's number: `unit` is what stands behind it ("x", "%", "ms"), "" for a bare one."""

    value: Decimal
    unit: str
    readings: Readings


@dataclass(frozen=True, slots=True)
class Column:
    """A column with its numbers by row index, counted from 0; cells that hold none are left out."""

    index: int
    header: str
    numbers: dict[int, Number]


def parsed(text: str) -> Number | None:
    """The number that a whole cell prints; None for words, bounds and blanks."""
    match = _NUMBER.fullmatch(text.strip())
    if not match or match[1] in ("<", ">", "≤", "≥"):
        return None
    sign = -1 if match[1] in ("-", "−") else 1
    digits = match[2].replace(",", "")
    unit = "x" if match[3] in _TIMES else match[3]
    value = sign * Decimal(digits)
    return Number(value, unit, readings(value, ulp(digits), "about" if match[1] and match[1] in "~≈≃∼" else "exact"))


def _clocked(text: str, said: str) -> Number | None:
    found = clocked(text, said)
    return Number((found[0].rounded.lower + found[0].rounded.upper) / 2, "s", found[0]) if found else None


def columns(table: Table) -> Iterator[Column]:
    """The columns that hold numbers in most of the cells that are not blank."""
    for index, header in enumerate(table.columns):
        texts = {number: row[index].text for number, row in enumerate(table.rows) if row[index].text}
        said = f"{table.title} {header.text}"
        found = {number: one for number, text in texts.items() if (one := parsed(text) or _clocked(text, said))}
        if found and len(found) * 2 > len(texts):
            yield Column(index, header.text, found)


def summary(label: str) -> str:
    """What a row of this name sums up by: "total", "mean", "whole" (either of them) or "" when it is no summary."""
    found = ((_TOTAL, "total"), (_MEAN, "mean"), (_WHOLE, "whole"))
    return next((kind for pattern, kind in found if pattern.fullmatch(label.strip(" :*_"))), "")
