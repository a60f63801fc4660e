"""Times to train against the logs of the runs that they are scored from."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.words import said, topic, where
from checks.lib.statements.absolutes import based
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval, Readings, judge, short
from schemas.names import Vocabulary, key
from schemas.statement import Claim, Measurement, Statement

CODE = "primary-records"
LOG = "mlperf_log"
ENOUGH = 3  # runs without which nothing is left once the fastest and the slowest are dropped
TIMES = ("time_to_train", "time_to_result")
DONE = ("success", "")
Key = tuple[str, ...]


@check(CODE, version=1, severity="high", since="0.1.0")
def primary_records(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A time to train is the score of its own runs: the mean without the fastest and the slowest.

    Why:
        The benchmark's rule takes out luck. Prose likes the best run, and results pages are typed from lists; the logs
        are the record that both come from.

    Flags:
        A time in prose or in a results table of the same benchmark, system and division that the score of the runs
        does not allow, by the gap: high from 25 %, medium from 5 %, low below. What the printed time is instead (the
        fastest run, the plain mean) is said.

    Passes:
        Rounding and cutting off; bounds that the score satisfies; an aborted run, which counts as the slowest.

    Does not judge:
        Fewer than three runs; runs of which two or more were aborted or have no end: they have no score; systems that
        the logs do not name as the page does.
    """
    documents = {document.document_id: document for document in corpus.documents}
    logs = [row for row in corpus.measurements if documents[row.document_id].parser == LOG]
    printed = _printed(corpus, documents)
    for name, group in sorted(_groups(logs, documents).items()):
        scored = _score(group)
        if isinstance(scored, str):
            yield Skip(CODE, name, scored)
            continue
        for statement in printed.get(name[0], []):
            if _same(statement, group[0].row, corpus.vocabulary):
                yield from _judge(name, statement, scored, group, corpus.vocabulary)


@dataclass(frozen=True, slots=True)
class Run:
    """A run: its time in ms, None when it was aborted or has no end."""

    row: Measurement
    time_ms: Decimal | None


@dataclass(frozen=True, slots=True)
class Score:
    """The score in ms, and the sum in words."""

    value: Decimal
    words: str


def _groups(logs: Sequence[Measurement], documents: dict[str, Document]) -> dict[Key, list[Run]]:
    groups: dict[Key, list[Run]] = defaultdict(list)
    for row in logs:
        if row.metric == "time_to_train":
            done = row.figure is not None and _status(row, documents[row.document_id]) in DONE
            time = row.figure.value if row.figure and done else None
            division = key(row.subject.condition("division"))
            groups[row.workload, key(row.subject.raw), division].append(Run(row, time))
    return groups


def _status(row: Measurement, document: Document) -> str:
    table = next(one for one in document.tables if one.name == row.table)
    at = [one.text for one in table.columns].index("Status")
    return table.rows[row.row - 1][at].text


def _score(runs: Sequence[Run]) -> Score | str:
    """The mean of the runs without the fastest and the slowest; why there is none, as text."""
    if len(runs) < ENOUGH:
        return f"not applicable, because {len(runs)} runs are too few for a score"
    times = sorted(run.time_ms for run in runs if run.time_ms is not None)
    if len(runs) - len(times) > 1:
        return f"not applicable, because {len(runs) - len(times)} of {len(runs)} runs were aborted: there is no score"
    # A run that was aborted is the slowest, and the one that is dropped.
    kept = times[1:] if len(times) < len(runs) else times[1:-1]
    value = sum(kept, Decimal(0)) / len(kept)
    listed = ", ".join(_minutes(time) for time in times)
    aborted = ", one aborted" if len(times) < len(runs) else ""
    return Score(
        value, f"{len(runs)} runs of {listed} minutes{aborted}; without the fastest and the slowest the mean is "
    )


def _minutes(time_ms: Decimal) -> str:
    return short(round(time_ms / 60_000, 3))


def _printed(corpus: Corpus, documents: dict[str, Document]) -> dict[str, list[Statement]]:
    """Times in prose and in tables, by workload."""
    found: dict[str, list[Statement]] = defaultdict(list)
    for row in corpus.measurements:
        if row.metric == "time_to_train" and row.figure and documents[row.document_id].parser != LOG:
            found[row.workload].append(row)
    for claim in corpus.claims:
        if claim.metric in TIMES and claim.figure.kind == "duration" and claim.place not in ("axis_label", "note"):
            found[claim.workload].append(claim)
    return found


def _same(statement: Statement, run: Measurement, vocabulary: Vocabulary) -> bool:
    left, right = statement.subject, run.subject
    stated = key(left.condition("division")), key(right.condition("division"))
    if all(stated) and stated[0] != stated[1]:
        return False
    alike = bool(left.name) and vocabulary.related(left.name, right.name)
    return (alike or (bool(left.raw) and key(left.raw) == key(right.raw))) and (left.count or 1) == (right.count or 1)


def _judge(
    name: Key, statement: Statement, score: Score, runs: Sequence[Run], vocabulary: Vocabulary
) -> Iterator[Finding]:
    if statement.figure is None:
        return
    seconds = Interval(score.value / 1000, score.value / 1000)
    mine, theirs = based(statement.figure, vocabulary), Readings.of(seconds)
    if judge(mine, theirs) == "inconsistent":
        yield _finding(name, statement, score, runs, mine, theirs)


def _finding(
    name: Key, statement: Statement, score: Score, runs: Sequence[Run], mine: Readings, theirs: Readings
) -> Finding:
    gap = mine.rounded.distance(theirs.rounded)
    printed = said(statement.figure) if statement.figure else ""
    place = where(statement) if isinstance(statement, Claim) else f"table {statement.table}"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{topic(statement)} of {statement.subject.name or statement.subject.raw}: the {place} says {printed}, "
        f"the {len(runs)} runs score {_minutes(score.value)} minutes",
        arithmetic=f"{score.words}{_minutes(score.value)} minutes. {printed} allows "
        f"{short(mine.rounded.lower / 60)} to {short(mine.rounded.upper / 60)} minutes.",
        comparison=(*name, statement.document, "time to train"),
        evidence=(Evidence.of(statement), *(Evidence.of(run.row, "supporting") for run in runs)),
        likely_wrong=statement.statement_id,
        likely_wrong_why=f"the printed time: the logs are the record{_instead(mine, runs)}",
    )


def _instead(mine: Readings, runs: Sequence[Run]) -> str:
    times = sorted(run.time_ms / 1000 for run in runs if run.time_ms is not None)
    every = {"the fastest run": times[0], "the slowest run": times[-1], "the mean of all runs": sum(times) / len(times)}
    found = next((words for words, value in every.items() if Decimal(value) in mine.rounded), "")
    return f"; it is the time of {found}" if found.endswith("run") else f"; it is {found}" if found else ""
