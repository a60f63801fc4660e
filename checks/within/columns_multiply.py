"""A column that is the product or quotient of two others."""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import chain

from checks.lib.findings import severity
from checks.lib.labels.about import index_of
from checks.lib.quantities.unit_laws import unit_laws
from checks.lib.statements.cells import Column, columns, summary
from checks.lib.statements.counted import exactly, led
from checks.lib.statements.laws import Law, laws
from checks.lib.statements.passages import phrase
from checks.lib.statements.rows import cell
from checks.lib.sums.formulas_said import Formula, formulas_said, missed
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import short
from schemas.names import Vocabulary

CODE = "columns-multiply"
NEAR = Decimal("0.005")  # below it nobody is misled, and a value may have been cut off
# A percentile is no mean that a product gives.
_NO_LAW = re.compile(
    r"\bp\d\d|percentile|\bmedian\b|(?<![([])\bmin(?:imum)?\b|\bmax(?:imum)?\b|"
    r"\bworst\b|speed-?up|^factors?\b|\bfaster\b|\befficiency \(%\)|\byear\b|\brank\b",
    re.IGNORECASE,
)


# The physics of a queue is judged by littles-law and queue-depth, but for a rate that was reckoned from the latency.
_QUEUE = re.compile(r"\blatenc\w*|\bresponse\b", re.IGNORECASE)
RECKONED = 5  # rows that show it
TO_THE_DIGIT = 3  # of which the printed digits do
SHARP = Decimal("0.001")  # of a print of four digits or so
_MEAN = re.compile(r"\b(?:mean|average|avg)\b", re.IGNORECASE)


def _lawless(header: str) -> bool:
    """A column that no product gives; the mean latency of so many clients is one that does."""
    return bool(_NO_LAW.search(header)) and not _MEAN.search(header)


@check(CODE, version=12, severity="high", since="0.1.0")
def columns_multiply(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Where one column is the product or quotient of two others in nearly every row, it is so in all.

    Why:
        Speed is size over time, cost is hours by rate, requests per dollar are requests over price. Such columns are
        computed in a spreadsheet; a cell that is typed, or left in another unit, is the odd one out.

    Flags:
        Rows that do not follow a law x * y = k * z that three rows at least and most of the others follow, where k is
        1 or a conversion (3,600, 1,000, 8); two rows where their digits show a k of 1, where the headers say it ("Cost
        per million tokens", "Tokens/s", "Price per hour", "Cores per system" of "64 K3" under "Systems") or their units
        do ("HPL (TFLOPS)", "Power (kW)", "GFLOPS/W"); of any other constant five rows must follow it. Severity by the
        gap.
        A row that a formula of the text does not
        give ("TB written = capacity x DWPD x 365 x 5",
        "t/s is the batch multiplied by t/s/u") and two others do, medium at most.

    Passes:
        Rows that differ by the rounding of their values; rows of totals and averages; laws that rows with the same
        values, or bare powers of ten (100 x 1,000), would show alone.

    Does not judge:
        Columns of factors (derived-columns), of percentiles, and of latencies (queue-depth) unless five rows show to
        the digit that a rate was reckoned from them and one does not; tables with fewer than three columns of numbers
        (skipped); columns that follow no law.
    """
    index = index_of(corpus)
    for document in corpus.documents:
        said = index.sentences(document) if document.tables else ()
        for table in document.tables:
            found = [one for each in formulas_said(said, _plainly(table)) for one in _not_given(document, table, each)]
            yield from found or _judge(document, table, corpus.vocabulary)


def _plainly(table: Table) -> list[Column]:
    return [_plain(one, table) for one in columns(table)]


def _not_given(document: Document, table: Table, one: Formula) -> Iterator[Finding]:
    """One finding for the rows that a formula of the text does not give."""
    by, allowed = missed(one)
    gaps = {row: each.distance(one.whole.numbers[row].readings.widened.positive()) for row, each in allowed.items()}
    failing = {row: gap for row, gap in gaps.items() if gap >= NEAR}
    if not failing:
        return
    labels = ", ".join(table.rows[row][0].text for row in list(failing)[:5])
    said = one.match.group().strip(" :;,(")
    sums = (f"{table.rows[row][0].text}: it allows {allowed[row]}, printed is "
            f"{table.rows[row][one.whole.index].text}" for row in list(failing)[:8])  # fmt: skip
    cells = [cell(document, table, row + 1, each.index) for row in failing for each in (*one.parts, *one.by, one.whole)]
    yield Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("medium", severity.of_gap(max(failing.values()))),
        message=f"table {table.name}: {said!r} does not give {one.whole.header!r} in {labels}",
        arithmetic=f"In units of {short(by)}: {'; '.join(sums)}.",
        comparison=(document.name, table.name, one.whole.header, *(each.header for each in (*one.parts, *one.by))),
        evidence=(*cells, phrase(one.sentence.passage, one.match)),
        likely_wrong_why="a cell of the row, or the formula: the other rows follow it",
    )


def _judge(document: Document, table: Table, vocabulary: Vocabulary) -> Iterator[Finding | Skip]:
    told: set[int] = set()
    read = {one.index: one for one in (*led(table), *columns(table))}
    every = [_plain(one, table) for _, one in sorted(read.items()) if _may_follow(one)]
    if len(every) < 3:
        yield Skip(CODE, (document.name, table.name), "not applicable, because it has fewer than three such columns")
        return
    for law in chain(unit_laws(every, vocabulary), laws(every)):
        if _is_queue(law) and (not law.known or not _reckoned(law) or len(law.failing) > 1):
            continue
        failing = {row: gap for row in law.failing if (gap := _gap(law, row)) >= NEAR}
        if failing and told.isdisjoint(failing):
            told |= set(failing)
            yield _finding(document, table, law, failing)


def _is_queue(law: Law) -> bool:
    return any(_QUEUE.search(one.header) and not _MEAN.search(one.header) for one in law.columns)


def _reckoned(law: Law) -> bool:
    """Whether rates were reckoned from the latencies: in five rows, or in three whose printed digits show it."""
    if len(law.fitting) >= RECKONED:
        return True
    return len(law.fitting) >= TO_THE_DIGIT and all(_to_the_digit(law, row) for row in law.fitting)


def _to_the_digit(law: Law, row: int) -> bool:
    """Whether the printed values come out within the last digit of the one that has most."""
    x, y, z = (one.numbers[row] for one in law.columns)
    ends = [(one.readings.rounded, one.value) for one in (x, y, z)]
    open_ = [(end.upper - end.lower) / value for end, value in ends if end.upper > end.lower and value > 0]
    off = abs(x.value * y.value / (law.constant.lower * z.value) - 1) if z.value else Decimal(1)
    return bool(open_) and off <= min(open_) < SHARP


def _may_follow(column: Column) -> bool:
    return not _lawless(column.header) and not {one.unit for one in column.numbers.values()} & {"x", "%"}


def _plain(column: Column, table: Table) -> Column:
    rows = {row: one for row, one in column.numbers.items() if not summary(table.rows[row][0].text)}
    return exactly(Column(column.index, column.header, rows))


def _gap(law: Law, row: int) -> Decimal:
    return law.allowed(row).distance(law.z.numbers[row].readings.widened.positive())


def _words(law: Law) -> str:
    x, y, z = (repr(one.header) for one in law.columns)
    if law.known and law.constant.lower == 1:
        return f"{x} x {y} = {z}"
    return f"{x} x {y} = {short(round(law.constant.lower, 4))} x {z}"


def _finding(document: Document, table: Table, law: Law, failing: dict[int, Decimal]) -> Finding:
    labels = ", ".join(table.rows[row][0].text for row in list(failing)[:5])
    sums = (
        f"{table.rows[row][0].text}: {' and '.join(table.rows[row][one.index].text for one in (law.x, law.y))} allow "
        f"{law.allowed(row)}, printed is {table.rows[row][law.z.index].text}, a gap of {gap * 100:.0f} %"
        for row, gap in list(failing.items())[:8]
    )
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("high" if law.known else "low", severity.of_gap(max(failing.values()))),
        message=f"table {table.name}: {_words(law)} holds in {len(law.fitting)} rows and not in {labels}",
        arithmetic="; ".join(sums) + ".",
        comparison=(document.name, table.name, *(one.header for one in law.columns)),
        evidence=tuple(_evidence(document, table, law, failing)),
        likely_wrong_why="one of the three cells of the row, it cannot be told which: the other rows follow the law",
    )


def _evidence(document: Document, table: Table, law: Law, failing: dict[int, Decimal]) -> Iterator[Evidence]:
    for row in failing:
        yield from (cell(document, table, row + 1, one.index) for one in law.columns)
