"""A value in prose against the rows of results tables."""

from collections.abc import Iterator, Sequence

from checks.lib import severity
from checks.lib.absolutes import based
from checks.lib.words import said, topic
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.interval import Readings, judge
from schemas.names import Vocabulary
from schemas.statement import Claim, Figure, Measurement

CODE = "prose-against-results"
GENERIC_RATES = ("items/s", "samples/s")  # what a results page calls images, sequences or rows alike


@check(CODE, version=1, severity="medium", since="0.1.0")
def prose_against_results(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A value that prose prints stands in the results rows of the same thing, or below the best of them.

    Why:
        Prose and results pages are kept by different people. A value in prose that no row reaches cannot be checked
        by a reader, and often comes from a setting that the page no longer shows.

    Flags:
        A throughput above, or a time below, every row of the same workload, task and machine, later machines and
        releases of the same line included.

    Passes:
        A value that one row prints; a bound ("less than 3 hours") that one row satisfies; a value within the range
        of the rows (another batch size or release).

    Does not judge:
        Factors; machines or workloads that the tables do not hold; values of another unit.
    """
    rows = [row for row in corpus.measurements if row.figure and row.status == "ok"]
    for claim in corpus.claims:
        if claim.figure.kind in ("absolute", "duration") and claim.place not in ("bar_label", "axis_label", "note"):
            yield from _check(claim, [row for row in rows if _same_thing(claim, row, corpus.vocabulary)], corpus)


def _same_thing(claim: Claim, row: Measurement, vocabulary: Vocabulary) -> bool:
    if not claim.workload or claim.workload != row.workload or claim.metric != row.metric:
        return False
    if claim.task and row.task and claim.task != row.task:
        return False
    return row.figure is not None and _same_unit(claim.figure, row.figure, vocabulary)


def _same_unit(left: Figure, right: Figure, vocabulary: Vocabulary) -> bool:
    units = [vocabulary.resolve("units", figure.unit) for figure in (left, right)]
    if units[0] and units[1] and units[0].text("dimension") == units[1].text("dimension") == "time":
        return True
    return left.unit == right.unit or right.unit in GENERIC_RATES or left.unit in GENERIC_RATES


def _check(claim: Claim, rows: Sequence[Measurement], corpus: Corpus) -> Iterator[Finding | Skip]:
    line = successors(claim.subject.name, corpus.vocabulary)
    same = [row for row in rows if row.subject.name in line]
    if not any(row.subject.name == claim.subject.name for row in same):
        if rows:
            reason = f"not applicable, because no row is on {claim.subject.name or 'a named machine'}"
            yield Skip(CODE, _key(claim), reason)
        return
    mine = based(claim.figure, corpus.vocabulary)
    theirs = [(row, based(row.figure, corpus.vocabulary)) for row in same if row.figure]
    if any(judge(mine, values) != "inconsistent" for _, values in theirs):
        return
    beaten = [(row, values) for row, values in theirs if _better(mine, values, claim)]
    if len(beaten) == len(theirs):
        yield _finding(claim, theirs, mine)
    else:
        yield Skip(CODE, _key(claim), "unchecked, because it lies within the range of the rows")


def _key(claim: Claim) -> tuple[str, ...]:
    return claim.document, claim.workload, claim.task, claim.metric, claim.subject.name


def successors(name: str, vocabulary: Vocabulary) -> list[str]:
    """A machine and the later ones of its line, by the vocabulary's successor_of."""
    found = [name]
    for entry in vocabulary.entries("platforms"):
        if entry.text("successor_of") in found and entry.name not in found:
            found.append(entry.name)
    return found


def _better(mine: Readings, theirs: Readings, claim: Claim) -> bool:
    lower_wins = claim.direction == "lower_is_better" or claim.figure.kind == "duration"
    a, b = mine.rounded, theirs.rounded
    return a.upper < b.lower if lower_wins else a.lower > b.upper


def _finding(claim: Claim, rows: list[tuple[Measurement, Readings]], mine: Readings) -> Finding:
    ranked = sorted(rows, key=lambda row: (mine.rounded.distance(row[1].rounded), row[0].statement_id))
    best = _best_by_machine(ranked)
    row, values = best[0]
    gap = mine.rounded.distance(values.rounded)
    level: Severity = min("medium", severity.of_gap(gap), key=("medium", "low", "high").index)
    figures = ", ".join(f"{one.literal} on {one.subject.name} ({_settings(one)})" for one, _ in best)
    return Finding(
        check=CODE,
        check_version=1,
        verdict="inconsistent",
        severity=level,
        message=f"{topic(claim)} of {claim.subject.name}: the text says {said(claim.figure)}, more than any of "
        f"{len(rows)} results rows; the best are {figures}",
        arithmetic=f"{said(claim.figure)} allows {claim.figure.interval}; the best row allows "
        f"{row.figure.interval if row.figure else ''}: they do not meet, a gap of {gap * 100:.0f} %.",
        comparison=_key(claim),
        evidence=(Evidence.of(claim), *(Evidence.of(one) for one, _ in best)),
        likely_wrong_why="the text may come from a setting that the tables do not show",
    )


def _best_by_machine(ranked: list[tuple[Measurement, Readings]]) -> list[tuple[Measurement, Readings]]:
    best: dict[str, tuple[Measurement, Readings]] = {}
    for row, values in ranked:
        best.setdefault(row.subject.name, (row, values))
    return list(best.values())[:3]


def _settings(row: Measurement) -> str:
    shown = ("sdk_version", "framework", "batch_size")
    stated = [(name, row.subject.condition(name)) for name in shown]
    return ", ".join(f"batch {text}" if name == "batch_size" else text for name, text in stated if text)
