"""Labels of one shape whose only number counts: "POD16" and "POD64" make a column of counts."""

import re
from collections.abc import Mapping
from decimal import Decimal

from checks.lib.statements.cells import Column, Number, summary
from schemas.document import Table
from schemas.interval import Interval, Readings

_NUMBER = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d.])|(?<![\d.,])\d+(?![\d.])")
_PLURAL = re.compile(r"(?<=[A-Za-z])s\b")  # "1 GPU" and "8 GPUs" are of one shape
_HEADER = "number of parts"  # which reads as that of a column of counts


def numbered_labels(table: Table) -> Column | None:
    """The numbers in the first column's labels, where these differ in one number alone; None without such labels."""
    rows = {row: cells[0].text for row, cells in enumerate(table.rows) if cells[0].text and not summary(cells[0].text)}
    split = {row: (_NUMBER.split(_PLURAL.sub("", text)), _NUMBER.findall(text)) for row, text in rows.items()}
    if len(rows) < 2 or len({tuple(words) for words, _ in split.values()}) != 1 or not _worded(rows):
        return None
    places = list(zip(*(found for _, found in split.values()), strict=True))
    varied = [at for at, some in enumerate(places) if len(set(some)) > 1]
    if len(varied) != 1 or len(set(places[varied[0]])) < len(rows):
        return None
    return Column(0, _HEADER, {row: _count(found[varied[0]]) for row, (_, found) in split.items()})


def _worded(rows: Mapping[int, str]) -> bool:
    """Whether labels have words at all: a column of bare numbers is one already."""
    return all(any(map(str.isalpha, text)) for text in rows.values())


def _count(digits: str) -> Number:
    value = Decimal(digits.replace(",", ""))
    return Number(value, "", Readings.of(Interval(value, value)))
