"""A chart's conditions against the results rows of the same model on the same machine."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.findings.words import listed, said, topic
from checks.lib.statements.compared import Compared, compared
from checks.lib.statements.index import by
from checks.lib.statements.rows import Row, count, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary, key
from schemas.statement import Claim

CODE = "rows-of-chart"
MOST = 6  # charts that a message tells
HELD = 200  # rows that one chart is held against
ROWS = 3  # rows of a chart that a finding quotes
_BITS = re.compile(r"\d+")
Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Other:
    """What a chart's notes state, and the rows of the same thing that state something else."""

    chart: Compared
    condition: str
    stated: tuple[Claim, ...]
    rows: tuple[Row, ...]

    @property
    def told(self) -> str:
        """The difference in words."""
        mine = listed(claim.quote for claim in self.stated)
        theirs = listed((row.condition(self.condition) for row in self.rows), most=4)
        about = topic(self.chart.headline)
        return f"{about} {said(self.chart.headline.figure)} ({mine} in the notes, {theirs} in the rows)"


@check(CODE, version=1, severity="low", since="0.1.0")
def rows_of_chart(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The results rows of a chart's model and machine are measured with the precision and batch sizes of its notes.

    Why:
        A reader looks up the chart's value in the results page. Where the page's rows ran another precision, or batch
        sizes beyond the range of the chart, the row that he finds is not what was drawn.

    Flags:
        Charts whose notes state a precision that none of the rows of the same model, task and machine in another
        document have; or a range of batch sizes that rows of one framework exceed or that its largest does not reach.
        All of a pair of documents are one finding.

    Passes:
        A precision that one of the rows has; ranges whose ends are rows of every framework; formats in other notation.

    Does not judge:
        Releases (superseded, stale-rows); the other side's conditions; charts of models without a row (skipped).
    """
    printed = by(rows(corpus), lambda row: (row.workload, row.keys.task, row.platform))
    found: dict[tuple[str, str], list[Other]] = defaultdict(list)
    for one in compared(corpus):
        known = printed.get((one.headline.workload, one.headline.task, one.subject.name), [])
        outside = [row for row in known[:HELD] if row.document is not one.document]
        if not outside:
            yield Skip(CODE, (one.document.name, topic(one.headline)), "not applicable, because no row is of it")
            continue
        for other in (*_precision(one, outside, corpus.vocabulary), *_range(one, outside)):
            found[one.document.name, other.rows[0].document.name].append(other)
    for name, members in sorted(found.items()):
        yield _finding(name, members, corpus.vocabulary)


def _precision(one: Compared, known: list[Row], vocabulary: Vocabulary) -> Iterator[Other]:
    """A format that no row has, or none of a framework that the notes name: "FP 16.32" beside 16.16."""
    stated = one.stated(one.subject, "precision")
    formats = {_bits(claim.quote) for claim in stated} - {frozenset[str]()}
    rows_ = [row for row in known if _bits(row.condition("precision"))] if formats else []
    having = {row.framework for row in rows_ if _bits(row.condition("precision")) in formats}
    ran = _ran(one, vocabulary) if having else {row.framework for row in rows_}
    lacking = tuple(row for row in rows_ if row.framework in ran - having)
    if lacking:
        yield Other(one, "precision", tuple(stated), lacking)


def _bits(printed: str) -> frozenset[str]:
    """The widths that a format names: FP 32, FP32 and 32.32 are one, 16.32 another."""
    return frozenset(_BITS.findall(printed))


def _ran(one: Compared, vocabulary: Vocabulary) -> set[str]:
    """The frameworks that the notes name for the praised side, and their releases in the vocabulary."""
    named = {found.name for found in vocabulary.find(one.subject.condition("framework"), "frameworks")}
    releases = (entry.name for entry in vocabulary.entries("frameworks"))
    return named | {name for name in releases if key(name).rstrip("0123456789") in {key(each) for each in named}}


def _range(one: Compared, known: list[Row]) -> Iterator[Other]:
    """A range of batch sizes whose upper end is that of one framework's rows, and not of another's."""
    stated = [claim for claim in one.stated(one.subject, "batch_size") if claim.figure.value_hi is not None]
    ends = {int(claim.figure.value_hi or 0) for claim in stated}
    if len(ends) != 1 or " & " not in one.subject.condition("framework"):
        return
    last = {name: max(some, key=lambda row: row.batch or 0) for name, some in _sized(known).items()}
    if len(last) < 2:
        return
    apart = tuple(row for _, row in sorted(last.items()) if int(row.batch or 0) not in ends)
    if apart:
        yield Other(one, "batch_size", tuple(stated), tuple(row for _, row in sorted(last.items())))


def _sized(known: list[Row]) -> dict[str, list[Row]]:
    return by((row for row in known if count(row.condition("batch_size"))), lambda row: row.framework)


def _finding(name: tuple[str, str], members: list[Other], vocabulary: Vocabulary) -> Finding:
    told = listed((one.told for one in members), most=MOST)
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"the results rows are not measured as the charts were: {told}",
        arithmetic="No sum: a row of another setting neither bears the chart out nor contradicts it.",
        comparison=(*name, *sorted({f"{topic(one.chart.headline)} {one.condition}" for one in members})),
        evidence=tuple(item for one in members for item in _evidence(one, vocabulary)),
        likely_wrong_why="nothing is wrong as printed; chart and rows are of different settings",
    )


def _evidence(one: Other, vocabulary: Vocabulary) -> Iterator[Evidence]:
    yield from (Evidence.of(claim) for claim in one.stated)
    yield Evidence.of(one.chart.headline, "supporting")
    for row in one.rows[:ROWS]:
        yield row.key_cell(one.condition, vocabulary)
        yield Evidence.of(row.keys, "supporting")
