"""Columns that most rows of a table relate to the digit, and the one or two rows that break it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import chain

from checks.lib.findings import severity
from checks.lib.findings.slips import one_slip_from
from checks.lib.quantities.reciprocals import WORDS, is_alone, reciprocals
from checks.lib.statements.cell_parts import parts
from checks.lib.statements.cells import Column, summary
from checks.lib.statements.counted import exactly
from checks.lib.statements.laws import laws, rare
from checks.lib.statements.numbered_labels import numbered_labels
from checks.lib.statements.relations import Relation, relations, tied_by_words, weighs
from checks.lib.statements.turned import View, views
from checks.lib.sums.relations_joined import slipped
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import short
from schemas.names import Vocabulary

CODE = "columns-related"
NEAR = Decimal("0.02")  # below it nobody is misled by a product
SHOWN = 4  # rows of a constant relation
OF_WEIGHT = Decimal("0.3")  # by which a model is mistyped; twice as much is another format
ROWS = 3  # that a table must have for one
_MEAN = re.compile(r"\W*(?:(?:macro |overall |task )?(?:avg\b|average|mean)|(?:overall|score)\W*$)", re.IGNORECASE)


@check(CODE, version=3, severity="medium", since="0.1.0")
def columns_related(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What most rows of a table show to the digit of their columns is so in all rows.

    Why:
        "Avg" was computed over five tasks, a job's cost from nodes, hours and the price of a node-hour, a share in
        brackets from one size of memory. No header says so; the rows do, until one is typed.

    Flags:
        A row whose column is not the mean of those beside it, or the product of three others (of two, where metrics
        are rows), where the other rows
        show by their digits that it is; a row whose two columns have not the quotient, or product, that all others
        have, where two swapped digits or one wrong digit explain it, or a small ratio where the two are expected to go
        in step (capacity and lifetime writes, cores and memory), or any gap below 30 % between a model's parameters and
        what they weigh; a rate that is one over the time of its row in three others, to the digit. Numbers of labels
        and of headers ("3.2 TB", "8x A100")
        are a column. Cells of two numbers ("4.50 GB (19.05%)") are
        two columns; rows that are metrics are columns too. Medium for a mean whose header says so,
        and for a reciprocal where the text says that one is in flight, else low.

    Passes:
        Rows within the rounding of what they print; relations that rows so few, or of digits so few, may show by luck.

    Does not judge:
        Rows of totals and averages; tables of which fewer than three rows hold numbers in a relation (skipped).
    """
    for document in corpus.documents:
        for table in document.tables:
            some = [view for view in views(table) if _related_rows(view) >= ROWS]
            if not some:
                reason = "not applicable, because fewer than three rows hold two numbers"
                yield Skip(CODE, (document.name, table.name), reason)
            for view in some:
                yield from _judge(document, view, corpus.vocabulary)


def _related_rows(view: View) -> int:
    """How many rows hold two numbers, which a relation may be of."""
    counts = Counter(row for one in parts(view.table) for row in one.numbers)
    return sum(number > 1 for number in counts.values())


def _judge(document: Document, view: View, vocabulary: Vocabulary) -> Iterator[Finding]:
    told: set[int] = set()
    every = [exactly(_plain(one, view)) for one in _columns(view)]
    found = chain(relations(every, lambda header: bool(_MEAN.match(header))), _of_laws(view, every))
    for one in chain(found, reciprocals(every, vocabulary)):
        failing = {row: allowed for row, allowed in one.failing.items() if row not in told}
        if failing and (not one.back or all(_slipped(one, row) for row in failing)):
            told |= set(failing)
            yield _finding(document, view, replace(one, failing=failing))


def _columns(view: View) -> list[Column]:
    """The columns of numbers; of labels that differ in one number ("8x A100", "16x A100"), that number is one."""
    every = parts(view.table)
    counted = None if any(not one.index for one in every) else numbered_labels(view.table)
    return [counted, *every] if counted else every


def _of_laws(view: View, every: Sequence[Column]) -> Iterator[Relation]:
    """Products of two that columns-multiply does not see: of metrics that are rows, of two numbers in a cell."""
    if not view.turned and len({one.index for one in every}) == len(every):
        return
    # Laws tell columns apart by their index, which two numbers of a cell share.
    for law in laws([replace(one, index=at) for at, one in enumerate(every)]):
        failing = {row: law.allowed(row) for row in law.failing}
        off = {row: one for row, one in failing.items() if one.distance(law.z.numbers[row].readings.widened) > NEAR}
        if off and rare(law):
            x, y, z = (every[one.index] for one in law.columns)
            words = f"1 / {short(law.constant.lower)} of the product"
            yield Relation(words, z, (x, y), law.fitting, off, 0, {})


def _plain(column: Column, view: View) -> Column:
    rows = {row: one for row, one in column.numbers.items() if not summary(view.table.rows[row][0].text)}
    return replace(column, numbers=rows)


def _slipped(one: Relation, row: int) -> bool:
    """Whether one slip of either cell explains a row: without one it may well be of another kind than the others."""
    if one_slip_from(one.whole.numbers[row], one.failing[row]):
        return True
    if weighs(one.whole, one.others[0]):
        return one.failing[row].distance(one.whole.numbers[row].readings.widened) < OF_WEIGHT
    if tied_by_words(one.whole, one.others[0]) and slipped(one.whole.numbers[row], one.failing[row]):
        return True  # the writes of another class of drives, the price of half a machine
    return one_slip_from(one.others[0].numbers[row], one.back[row])


def _finding(document: Document, view: View, one: Relation) -> Finding:
    table = view.table
    labels = ", ".join(table.rows[row][0].text for row in one.failing)
    of = " and ".join(repr(each.header) for each in one.others)
    sums = (
        f"{table.rows[row][0].text}: {', '.join(table.rows[row][each.index].text for each in one.others)} allow "
        f"{allowed}, printed is {table.rows[row][one.whole.index].text}"
        for row, allowed in one.failing.items()
    )
    gap = max(allowed.distance(one.whole.numbers[row].readings.widened) for row, allowed in one.failing.items())
    told = (one.words == "the mean" and _MEAN.match(one.whole.header)) or (
        one.words == WORDS and is_alone(document.text)
    )
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("medium" if told else "low", severity.of_gap(gap)),
        message=f"table {table.name}: {one.whole.header!r} is {one.words} of {of} in {len(one.fitting)} rows and not "
        f"in {labels}",
        arithmetic="; ".join(sums) + ".",
        comparison=(document.name, table.name, one.whole.header, *(each.header for each in one.others)),
        evidence=tuple(_evidence(document, view, one)),
        likely_wrong_why="one of the cells of the row, it cannot be told which: the other rows follow the relation",
    )


def _evidence(document: Document, view: View, one: Relation) -> Iterator[Evidence]:
    for row in one.failing:
        for index in dict.fromkeys(each.index for each in (one.whole, *one.others)):
            yield view.cell(document, row, index)
    first = min(one.failing)
    # A constant stands in no cell: rows that have it show what it is.
    for row in sorted(one.fitting, key=lambda each: abs(each - first))[:SHOWN] if one.back else ():
        for index in dict.fromkeys(each.index for each in (one.whole, *one.others)):
            yield view.cell(document, row, index, "supporting")
