"""A time in words that every results row of the same thing beats by far."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.findings.words import listed, said, topic
from checks.lib.machines.machines import predecessors
from checks.lib.machines.made_of import chip
from checks.lib.statements.absolutes import based
from checks.lib.statements.index import by
from checks.lib.statements.passages import Passage, passages, phrase
from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import short
from schemas.names import Vocabulary
from schemas.statement import Claim, Measurement

CODE = "far-from-results"
FAR = 10  # a later release is faster by a part or by twice, hardly by ten times
TIMES = ("time_to_train", "time_to_result", "latency")
MOST = 5  # rows that one finding quotes
_VAGUE = re.compile(r"\bfrom (?:months|weeks|days|hours) to (?P<unit>weeks|days|hours|minutes)\b", re.IGNORECASE)


@check(CODE, version=1, severity="low", since="0.1.0")
def far_from_results(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A time in words is of the size of the results rows of the same workload and line of systems.

    Why:
        "Less than 3 hours" is true of 49 seconds, and nobody would say it of them. Either the two are of different
        experiments under one name, or one of the units is wrong.

    Flags:
        A time in words (a bound included, and "from weeks to days") at least ten times as long as every results row of
        the same workload and task.

    Passes:
        Times within ten times of a row; times that the rows exceed (prose-against-results).

    Does not judge:
        Workloads without a row in time (skipped); which of the two is right.
    """
    timed = [(row, cell) for row in rows(corpus) for cell in row.cells if cell.metric in TIMES and cell.figure]
    known = by(timed, lambda one: one[0].workload)
    for claim in corpus.claims:
        if claim.figure.kind == "duration" and claim.workload and not claim.chart and claim.metric in TIMES:
            yield from _against(claim, known.get(claim.workload, []), corpus.vocabulary)
    for document in corpus.documents:
        for passage in passages(document):
            yield from _vague(passage, known, corpus.vocabulary)


Timed = Sequence[tuple[Row, Measurement]]


def _against(claim: Claim, known: Timed, vocabulary: Vocabulary) -> Iterator[Finding | Skip]:
    timed = claim.metric != "latency"
    alike = [cell for _, cell in known if (cell.metric != "latency") == timed and _task(claim.task, cell.task)]
    alike = [cell for cell in alike if _one_line(claim.subject.name, cell.subject.name, vocabulary)]
    if not alike:
        yield Skip(
            CODE, (claim.document, claim.workload, claim.quote), "not applicable, because no row prints its time"
        )
        return
    said_ = _seconds(claim.figure.value, claim, vocabulary)
    slowest = max(based(cell.figure, vocabulary).rounded.upper for cell in alike if cell.figure)
    if said_ >= FAR * slowest:
        yield _finding(claim.document, topic(claim), said(claim.figure), Evidence.of(claim), alike, said_ / slowest)


def _one_line(claimed: str, printed: str, vocabulary: Vocabulary) -> bool:
    """Whether a row can be of what the text speaks of: nobody named, or the same chip or a later one of its line."""
    if not claimed or claimed == printed:
        return True
    mine, theirs = chip(claimed, vocabulary), chip(printed, vocabulary)
    return bool(mine) and (mine == theirs or mine in predecessors(theirs, vocabulary))


def _task(left: str, right: str) -> bool:
    return not left or not right or left == right


def _seconds(value: Decimal, claim: Claim, vocabulary: Vocabulary) -> Decimal:
    entry = vocabulary.resolve("units", claim.figure.unit)
    return value * Decimal(entry.text("scale") or 1) if entry else value


def _vague(
    passage: Passage, known: dict[str, list[tuple[Row, Measurement]]], vocabulary: Vocabulary
) -> Iterator[Finding]:
    """A sentence that says "from weeks to days" of one workload: at least one of the shorter unit."""
    match = _VAGUE.search(passage.words)
    names = {mention.name for mention in vocabulary.find(passage.words, "workloads")} if match else set()
    if match is None or len(names) != 1:
        return
    workload = names.pop()
    cells = [cell for _, cell in known.get(workload, []) if cell.metric != "latency"]
    unit = vocabulary.resolve("units", match["unit"].lower())
    if not cells or unit is None:
        return
    slowest = max(based(cell.figure, vocabulary).rounded.upper for cell in cells if cell.figure)
    least = Decimal(unit.text("scale"))
    if least >= FAR * slowest:
        yield _finding(passage.document.name, workload, match.group(), phrase(passage, match), cells, least / slowest)


def _finding(
    document: str, about: str, words: str, claimed: Evidence, cells: Sequence[Measurement], times: Decimal
) -> Finding:
    printed = listed((f"{cell.literal} {cell.unit} on {cell.subject.name}" for cell in cells), most=3)
    return Finding(
        check=CODE,
        verdict="compatible_not_implied",
        severity="low",
        message=f"{about}: the text says {words!r}, the results rows {printed}",
        arithmetic=f"{words!r} is at least {short(round(times, 1))} times the slowest row: hardly the same "
        f"experiment, or a "
        "unit is wrong.",
        comparison=(document, about),
        evidence=(claimed, *(Evidence.of(cell) for cell in cells[:MOST])),
        likely_wrong_why="it cannot be told; the text may be about another run than the table",
    )
