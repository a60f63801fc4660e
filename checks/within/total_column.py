"""A column of totals, recomputed from the columns beside it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.statements.additive import ENOUGH, MOST, added, sums, unit_of
from checks.lib.statements.cells import Column, columns, summary
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip
from schemas.interval import Interval, short

CODE = "total-column"
_TOTAL = re.compile(r"(?:grand |sub-?)?(?:total|sum|overall|all|combined|end[- ]to[- ]end|e2e)\b", re.IGNORECASE)


@check(CODE, version=2, severity="high", since="0.1.0")
def total_column(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A column that is the sum of others in most rows, and a total above all, is so in every row.

    Why:
        A stage is measured again and its cell corrected; the total is what everybody quotes, and stays.

    Flags:
        Rows whose total is not what their parts add up to, where most rows of the table do add up. All rows of a
        column are one finding; severity by the gap. So too where no column is called a total, and the digits of the
        other rows show that two columns, or all before it, come to a third: before, change and after; used and idle.

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
            yield from _unnamed(document, table, every)


def _judge(document: Document, table: Table, target: Column, every: Sequence[Column]) -> Iterator[Finding | Skip]:
    parts = [one for one in every if one.index < target.index and unit_of(one) == unit_of(target)]
    name = (document.name, table.name, target.header)
    if len(parts) < ENOUGH:
        yield Skip(CODE, name, "not applicable, because fewer than two columns of its unit stand before it")
        return
    plain = [row for row in target.numbers if not summary(table.rows[row][0].text)]
    allowed = {row: added(parts, row) for row in plain if all(row in part.numbers for part in parts)}
    failing = [row for row, one in allowed.items() if not one.meets(target.numbers[row].readings.widened)]
    fitting = len(allowed) - len(failing)
    if fitting < ENOUGH or fitting < MOST * len(allowed):
        yield Skip(CODE, name, "unchecked, because the columns before it add up to it in few rows")
    elif failing:
        bad = {row: allowed[row] for row in failing}
        gap = max(one.distance(target.numbers[row].readings.rounded) for row, one in bad.items())
        yield _finding(document, table, target, parts, bad, gap)


def _unnamed(document: Document, table: Table, every: Sequence[Column]) -> Iterator[Finding]:
    """Columns that add up though none is called a total: "Before", "After" and "Delta"; one finding a row."""
    told: set[int] = set()
    plain = [_without_summaries(one, table) for one in every]
    for found in sums(plain):
        failing = {row: added(found.parts, row) for row in found.failing if row not in told}
        if failing and not _TOTAL.match(found.last.header) and len(failing) * 2 <= len(found.fitting):
            told |= set(failing)
            gap = max(found.gap(row) for row in failing)
            yield _finding(document, table, found.whole, found.parts, failing, gap)


def _without_summaries(column: Column, table: Table) -> Column:
    return replace(column, numbers={r: one for r, one in column.numbers.items() if not summary(table.rows[r][0].text)})


def _finding(
    document: Document,
    table: Table,
    target: Column,
    parts: Sequence[Column],
    failing: dict[int, Interval],
    gap: Decimal,
) -> Finding:
    beside = " and ".join(repr(one.header) for one in parts)
    labels = ", ".join(table.rows[row][0].text for row in list(failing)[:5])
    sums = (
        f"{' + '.join(short(part.numbers[row].value) for part in parts)} allows {one}, printed is "
        f"{short(target.numbers[row].value)}"
        for row, one in list(failing.items())[:8]
    )
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"table {table.name}: {target.header!r} is not the sum of {beside} in {labels}",
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
