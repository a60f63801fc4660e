"""One result, printed in the tables of two documents with two values."""

import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.words import apart, said, side, topic
from checks.lib.language.editions import OTHER_EDITION, Editions
from checks.lib.language.settings import opposed
from checks.lib.language.stems import stems
from checks.lib.language.tokens import coded
from checks.lib.statements.absolutes import based
from checks.lib.statements.rows import rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Table
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import judge
from schemas.names import Vocabulary, key
from schemas.statement import CONDITIONS, Measurement

CODE = "results-agreement"
MOST = Decimal("0.5")  # of the rows that two tables share: where more differ, they were measured apart
FEWEST = 4  # shared rows that tell
LOGS = ("mlperf_log",)  # each is one run of several: they differ, and primary-records judges what is made of them
ALIKE = 0.5  # share of the shorter title's words that the other must have too, where the rows name no workload
_WITHOUT = re.compile(r"\b(?:without|off|disabled)\b", re.IGNORECASE)
Key = tuple[str, ...]
Cell = tuple[Table, Measurement]


@check(CODE, version=4, severity="medium", since="0.1.0")
def results_agreement(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A row that two documents print with the same keys has one value.

    Why:
        The same results table stands on a product page, in a data sheet and in a README. One of them is updated.

    Flags:
        A value each in two documents for the same workload, variant, task, metric, system, number of devices and
        conditions, whose intervals do not meet.

    Passes:
        Rounded and cut-off values; rows of which one states a condition that the other leaves out; logs of single runs.

    Does not judge:
        Keys that one document prints several times (runs of one setting); documents of different dates, and tables that
        differ in more than half of what both print, as two measurements do (skipped); rows
        without a workload or a system in tables whose titles share no word; tables whose headings name other machines,
        versions or settings (skipped).
    """
    groups: dict[Key, dict[str, list[Cell]]] = defaultdict(lambda: defaultdict(list))
    for row in (row for row in rows(corpus) if row.document.parser not in LOGS):
        for one in row.cells:
            if one.figure and one.status == "ok" and (one.subject.name or one.workload):
                groups[_key(one, corpus.vocabulary)][one.document_id].append((row.table, one))
    editions = Editions(corpus.documents)
    pairs = [(name, *pair) for name, group in sorted(groups.items()) for pair in _pairs(group, corpus.vocabulary)]
    apart = _measured_apart(pairs, corpus.vocabulary)
    for name, left, right in pairs:
        if frozenset((left[1].document_id, right[1].document_id)) in apart:
            yield Skip(CODE, name, "not comparable, because most of what both documents print differs")
        else:
            yield from _judge(name, left, right, editions, corpus.vocabulary)


def _pairs(by_document: Mapping[str, list[Cell]], vocabulary: Vocabulary) -> Iterable[tuple[Cell, Cell]]:
    """What two documents print once each under one key, in the order of their values."""
    single = [cells[0] for cells in by_document.values() if len(cells) == 1]
    return itertools.pairwise(sorted(single, key=lambda cell: (_upper(cell[1], vocabulary), cell[1].statement_id)))


def _measured_apart(pairs: Iterable[tuple[Key, Cell, Cell]], vocabulary: Vocabulary) -> frozenset[frozenset[str]]:
    """The documents, two by two, that differ in most of what both print: two measurements do that, a slip does not."""
    told: dict[frozenset[str], list[bool]] = defaultdict(list)
    for _, left, right in pairs:
        told[frozenset((left[1].document_id, right[1].document_id))].append(_differ(left[1], right[1], vocabulary))
    return frozenset(both for both, all_ in told.items() if len(all_) >= FEWEST and sum(all_) > MOST * len(all_))


def _differ(left: Measurement, right: Measurement, vocabulary: Vocabulary) -> bool:
    figures = [based(one.figure, vocabulary) for one in (left, right) if one.figure]
    return len(figures) == 2 and judge(*figures) == "inconsistent"


def _key(one: Measurement, vocabulary: Vocabulary) -> Key:
    unit = vocabulary.resolve("units", one.figure.unit if one.figure else "")
    dimension = (unit.text("dimension") if unit else "") or (one.figure.unit if one.figure else "")
    measured = dimension if dimension != "rate" and unit else (one.figure.unit if one.figure else "")
    about = (
        one.workload,
        key(one.workload_raw),
        key(one.variant),
        one.task,
        one.metric,
        key(one.column) if not one.workload else "",
    )
    machine = (one.subject.name, str(one.subject.count or ""), str(one.devices or ""))
    conditions = (key(one.subject.condition(name)) for name in CONDITIONS)
    return *about, *machine, measured, *conditions


def _upper(one: Measurement, vocabulary: Vocabulary) -> float:
    return float(based(one.figure, vocabulary).rounded.upper) if one.figure else 0.0


def _judge(name: Key, left: Cell, right: Cell, editions: Editions, known: Vocabulary) -> Iterator[Finding | Skip]:
    mine, theirs = left[1], right[1]
    if not _differ(mine, theirs, known):
        return
    if editions.differ(mine.document_id, theirs.document_id):
        yield Skip(CODE, name, OTHER_EDITION)
    elif not (mine.workload and mine.subject.name) and not _one_subject(left[0], right[0]):
        yield Skip(CODE, name, "not comparable, because the rows name too little and the titles share no word")
    elif _of_two_things(left[0], right[0]):
        yield Skip(CODE, name, "not comparable, because the titles say other things or settings")
    else:
        yield _finding(name, mine, theirs, known)


def _of_two_things(left: Table, right: Table) -> bool:
    """Whether titles name other codes ("On the Kestrel 8", "On the Osprey 6"), opposites, or one a run without."""
    mine, theirs = (" | ".join((table.title, *table.headings)) for table in (left, right))
    codes = coded(mine), coded(theirs)
    if codes[0] - codes[1] and codes[1] - codes[0]:
        return True
    return bool(_WITHOUT.search(mine)) != bool(_WITHOUT.search(theirs)) or any(opposed([mine], [theirs]))


def _one_subject(left: Table, right: Table) -> bool:
    mine, theirs = (stems(" ".join((table.title, *table.headings))) for table in (left, right))
    return bool(mine & theirs) and len(mine & theirs) >= ALIKE * min(len(mine), len(theirs))


def _finding(name: Key, left: Measurement, right: Measurement, known: Vocabulary) -> Finding:
    figures = [one.figure for one in (left, right) if one.figure]
    gap = based(figures[0], known).rounded.distance(based(figures[-1], known).rounded)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("medium", severity.of_gap(gap)),
        message=f"{topic(left)} of {side(left.subject)}: {said(figures[0])} in table {left.table} of {left.document}, "
        f"{said(figures[-1])} in table {right.table} of {right.document}",
        arithmetic=f"{said(figures[0])} allows {figures[0].interval}, {said(figures[-1])} allows "
        f"{figures[-1].interval}: {apart(gap)}.",
        comparison=name,
        evidence=(Evidence.of(left), Evidence.of(right)),
        likely_wrong_why="as many documents say one as the other",
    )
