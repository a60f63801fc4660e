"""Percentiles in lines whose columns are named above them: "Series: p50 / p90 / p99", then "V2: 288 / 241 / 415"."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from checks.lib.labels.line_tables import line_tables
from checks.lib.statements.cells import parsed
from schemas.document import Cell, Document

RANK = re.compile(r"p(?P<rank>\d{2,}(?:\.\d+)?)", re.IGNORECASE)
Ranked = tuple[Decimal, Cell]


def falling(document: Document) -> Iterator[tuple[Ranked, Ranked]]:
    """The neighbours of a line, by rank, of which the higher percentile is printed with the lower number."""
    for table in line_tables(document):
        ranks = [
            (at, Decimal(found["rank"])) for at, one in enumerate(table.columns) if (found := RANK.fullmatch(one.text))
        ]
        for row in table.rows if len(ranks) > 1 else ():
            yield from _fallen(sorted(((rank, row[at]) for at, rank in ranks), key=lambda one: one[0]))


def _fallen(line: Sequence[Ranked]) -> Iterator[tuple[Ranked, Ranked]]:
    for low, high in pairwise(line):
        left, right = (parsed(cell.text) for _, cell in (low, high))
        if left and right and left.unit == right.unit and left.value > right.value:
            yield low, high
