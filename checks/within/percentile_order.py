"""Percentiles, minimum, mean and maximum of one quantity in one row."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from checks.lib.statements.cells import Column, Number, columns
from checks.lib.statements.rows import cell, header_cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Severity, Skip
from schemas.names import key

CODE = "percentile-order"
# Only the usual percentiles: P4 and P40 are machines.
_PERCENTILE = re.compile(
    r"\b[pP](1|5|10|25|50|75|90|95|98|99(?:\.\d+)?)\b(?!\.\d)|"
    r"\b(\d{1,2}(?:\.\d+)?)\s?(?:th|%)?[- ]?(?:percentile|pctl|%ile)\b"
)
_RANKS = (
    (_PERCENTILE, ""),
    (re.compile(r"\bmedian\b", re.IGNORECASE), "50"),
    (re.compile(r"\bmin(?:imum)?\b(?!\s*\))", re.IGNORECASE), "0"),
    (re.compile(r"\bmax(?:imum)?\b", re.IGNORECASE), "100"),
)
_MEAN = re.compile(r"\b(?:mean|avg|average)\b", re.IGNORECASE)
_RATE = re.compile(r"/\s?s|per second|\bfps\b|\bqps\b|\brps\b|\btps\b|throughput", re.IGNORECASE)


@check(CODE, version=1, severity="medium", since="0.1.0")
def percentile_order(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Within a row the minimum, the percentiles and the maximum rise in that order, and the mean lies between the ends.

    Why:
        They are order statistics of one sample: p50 cannot be above p99. Where it is, two columns are swapped or a
        figure belongs to another run.

    Flags:
        Medium: a lower percentile that is printed above a higher one, beyond rounding; a mean outside minimum and
        maximum. All rows of one pair of columns are one finding; when all rows are turned round, the columns are.

    Passes:
        Equal percentiles; a mean above the median or the 90th percentile (a long tail); the low percentiles of a rate,
        which rise the other way round.

    Does not judge:
        Rates; percentiles of different quantities or units; rows in which one of the two is blank.
    """
    for document in corpus.documents:
        for table in document.tables:
            for subject, ranked in _families(table).items():
                yield from _judge(document, table, subject, ranked)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A column that prints an order statistic: 0 for a minimum, 99 for p99, 100 for a maximum, None for a mean."""

    rank: Decimal | None
    column: Column


def _families(table: Table) -> dict[str, list[Ranked]]:
    """Order statistics by the words that are left of their headers: what they are statistics of."""
    families: dict[str, list[Ranked]] = defaultdict(list)
    for column in columns(table):
        found = None if _RATE.search(column.header) else _rank(column.header)
        if found:
            rest, rank = found
            families[key(rest)].append(Ranked(rank, column))
    return {subject: members for subject, members in families.items() if len(members) > 1}


def _rank(header: str) -> tuple[str, Decimal | None] | None:
    for pattern, rank in _RANKS:
        match = pattern.search(header)
        if match:
            printed = rank or next(group for group in match.groups() if group)
            return pattern.sub("", header), Decimal(printed)
    return (_MEAN.sub("", header), None) if _MEAN.search(header) else None


def _judge(document: Document, table: Table, subject: str, ranked: list[Ranked]) -> Iterator[Finding | Skip]:
    ordered = sorted((one for one in ranked if one.rank is not None), key=lambda one: (one.rank, one.column.index))
    means = [one for one in ranked if one.rank is None]
    ends = [one for one in ordered if one.rank in (Decimal(0), Decimal(100))]
    wanted = [*pairwise(ordered), *((low, mean) for mean in means for low in ends if low.rank == 0)]
    wanted += [(mean, high) for mean in means for high in ends if high.rank == 100]
    for low, high in wanted:
        shared = sorted(set(low.column.numbers) & set(high.column.numbers))
        name = (document.name, table.name, subject, low.column.header, high.column.header)
        turned = [row for row in shared if _above(low.column.numbers[row], high.column.numbers[row])]
        if not shared:
            yield Skip(CODE, name, "not applicable, because no row prints both")
        elif turned and low.rank != high.rank:
            yield _finding(document, table, name, low.column, high.column, turned, len(shared))


def _above(low: Number, high: Number) -> bool:
    return low.unit == high.unit and low.readings.rounded.lower > high.readings.rounded.upper


def _finding(
    document: Document,
    table: Table,
    name: tuple[str, ...],
    low: Column,
    high: Column,
    turned: list[int],
    shared: int,
) -> Finding:
    swapped = len(turned) == shared and shared > 1
    severity: Severity = "medium"
    lines = [(table.rows[row][low.index].text, table.rows[row][high.index].text) for row in turned]
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity,
        message=f"table {table.name}: {low.header!r} is above {high.header!r} in {len(turned)} of {shared} rows"
        + ("; the two columns look swapped" if swapped else ""),
        arithmetic="; ".join(f"{a} > {b}" for a, b in lines[:10]) + ".",
        comparison=name,
        evidence=(
            *(cell(document, table, row + 1, low.index) for row in turned),
            *(cell(document, table, row + 1, high.index) for row in turned),
            header_cell(document, table, low.index),
            header_cell(document, table, high.index),
        ),
        likely_wrong_why="the headers of the two columns" if swapped else "one of the two figures of the row",
    )
