"""A column of totals, recomputed from the columns beside it."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.statements.cells import Column, columns, summary
from checks.lib.statements.laws import HEADER_UNIT
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip
from schemas.interval import Interval, short

CODE = "total-column"
MOST = Decimal("0.6")  # share of rows that the sum must give before the others count as wrong
ENOUGH = 2  # rows that it must give: one may do so by chance
_TOTAL = re.compile(r"(?:grand |sub-?)?(?:total|sum|overall|all|combined|end[- ]to[- ]end|e2e)\b", re.IGNORECASE)


@check(CODE, version=1, severity="high", since="0.1.0")
def total_column(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A column of totals is the sum of the columns before it.

    Why:
        A stage is measured again and its cell corrected; the total is what everybody quotes, and stays.

    Flags:
        Rows whose total is not what their parts add up to, where most rows of the table do add up. All rows of a
        column are one finding; severity by the gap.

    Passes:
        Sums that differ by the rounding of their parts; rows of totals and averages.

    Does not judge:
        Totals that the printed parts give in few rows only (skipped): parts that run at the same time, or that are
        not all printed.
    """
    for document in corpus.documents:
        for table in document.tables:
            every = list(columns(table))
            for target in (one for one in every if _TOTAL.match(one.header)):
                yield from _judge(document, table, target, every)


def _judge(document: Document, table: Table, target: Column, every: Sequence[Column]) -> Iterator[Finding | Skip]:
    parts = [one for one in every if one.index < target.index and _unit(one) == _unit(target)]
    name = (document.name, table.name, target.header)
    if len(parts) < ENOUGH:
        yield Skip(CODE, name, "not applicable, because fewer than two columns of its unit stand before it")
        return
    plain = [row for row in target.numbers if not summary(table.rows[row][0].text)]
    sums = {row: _sum(parts, row) for row in plain if all(row in part.numbers for part in parts)}
    failing = [row for row, one in sums.items() if not one.meets(target.numbers[row].readings.widened)]
    fitting = len(sums) - len(failing)
    if fitting < ENOUGH or fitting < MOST * len(sums):
        yield Skip(CODE, name, "unchecked, because the columns before it add up to it in few rows")
    elif failing:
        yield _finding(document, table, target, parts, {row: sums[row] for row in failing})


def _unit(column: Column) -> tuple[str, frozenset[str]]:
    match = HEADER_UNIT.search(column.header)
    return match[1] if match else "", frozenset(one.unit for one in column.numbers.values())


def _sum(parts: Sequence[Column], row: int) -> Interval:
    ends = [part.numbers[row].readings.widened for part in parts]
    return Interval(sum((one.lower for one in ends), Decimal(0)), sum((one.upper for one in ends), Decimal(0)))


def _finding(
    document: Document, table: Table, target: Column, parts: Sequence[Column], failing: dict[int, Interval]
) -> Finding:
    gaps = {row: one.distance(target.numbers[row].readings.rounded) for row, one in failing.items()}
    labels = ", ".join(table.rows[row][0].text for row in list(failing)[:5])
    sums = (
        f"{' + '.join(short(part.numbers[row].value) for part in parts)} allows {one}, printed is "
        f"{short(target.numbers[row].value)}, a gap of {gaps[row] * 100:.0f} %"
        for row, one in list(failing.items())[:8]
    )
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(max(gaps.values())),
        message=f"table {table.name}: {target.header!r} is not the sum of the columns before it in {labels}",
        arithmetic="; ".join(sums) + ".",
        comparison=(document.name, table.name, target.header),
        evidence=tuple(
            evidence
            for row in failing
            for evidence in (
                cell(document, table, row + 1, target.index),
                *(cell(document, table, row + 1, part.index, "supporting") for part in parts),
            )
        ),
        likely_wrong_why="the total, or a part that was changed after it: the other rows add up",
    )
