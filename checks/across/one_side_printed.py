"""Percentages of which one side is printed somewhere and the other nowhere."""

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal

from checks.lib.findings.words import listed, said, side, topic
from checks.lib.statements.rows import rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import short
from schemas.statement import Claim, Measurement

CODE = "one-side-printed"
TIMES = ("time_to_train", "time_to_result", "latency")
Key = tuple[str, str, str]  # workload, metric, machine


@check(CODE, version=1, severity="low", since="0.1.0")
def one_side_printed(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Where results print the one side of a percentage, something prints the other.

    Why:
        "31% faster than the other" beside the own 19.64 minutes looks as if it could be checked, and cannot: the
        other's time may be 25.7 or 28.5 minutes, by the two readings of the percentage.

    Flags:
        A percentage in running text whose subject has exactly one results row of the workload and metric, and
        whose baseline has neither a row nor a value in words in any of the documents; all of a document are one
        finding, with the value that the baseline would have.

    Passes:
        Percentages whose two sides are printed, or neither.

    Does not judge:
        Subjects with several rows, of which it cannot be told which is meant (skipped); factors ("3.7x"), which have
        one reading, so that the missing value decides nothing (factor-without-values).
    """
    printed = _printed(corpus)
    worded = {(one.workload, name) for one in corpus.claims for name in _valued(one)}
    found: dict[str, list[tuple[Claim, Measurement]]] = defaultdict(list)
    for claim in corpus.claims:
        theirs = ((claim.workload, metric, claim.baseline.name) for metric in {claim.metric, *TIMES})
        baseline = (claim.workload, claim.baseline.name) in worded or any(one in printed for one in theirs)
        if not _judged(claim) or baseline:
            continue
        own = [cell for cell in printed.get(_key(claim), []) if claim.task in ("", cell.task)]
        if len(own) == 1:
            found[claim.document].append((claim, own[0]))
        elif own:
            yield Skip(CODE, (claim.document, topic(claim)), "unchecked, because the subject has several rows")
    for document, pairs in sorted(found.items()):
        yield _finding(document, pairs)


def _printed(corpus: Corpus) -> dict[Key, list[Measurement]]:
    """The cells of results rows by workload, metric and machine."""
    found: dict[Key, list[Measurement]] = defaultdict(list)
    for row in rows(corpus):
        for cell in row.cells:
            if cell.figure and row.workload and row.platform:
                found[row.workload, cell.metric, row.platform].append(cell)
    return found


def _valued(claim: Claim) -> Iterator[str]:
    """The machines that a claim prints a value of."""
    if claim.figure.kind in ("absolute", "duration"):
        yield from (name for name in (claim.subject.name, claim.baseline.name) if name)


def _judged(claim: Claim) -> bool:
    named = bool(claim.workload and claim.metric and claim.subject.name and claim.baseline.name)
    return named and claim.figure.kind == "percent_change" and claim.place == "prose" and not claim.chart


def _key(claim: Claim) -> Key:
    return claim.workload, claim.metric, claim.subject.name


def _finding(document: str, pairs: list[tuple[Claim, Measurement]]) -> Finding:
    told = listed(
        f"{topic(claim)} {said(claim.figure)} ({side(claim.subject)} {cell.literal}, {side(claim.baseline)} nowhere)"
        for claim, cell in pairs
    )
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"only one side of the percentage is printed: {told}",
        arithmetic=f"The other side would be: {'; '.join(_would_be(claim, cell) for claim, cell in pairs)}.",
        comparison=(document, *sorted({claim.workload for claim, _ in pairs})),
        evidence=tuple(one for claim, cell in pairs for one in (Evidence.of(claim), Evidence.of(cell, "supporting"))),
        likely_wrong_why="nothing is wrong as printed; the baseline's value is missing",
    )


def _would_be(claim: Claim, cell: Measurement) -> str:
    """The baseline's value by each reading of the figure."""
    value, figure = cell.figure.value if cell.figure else Decimal(0), claim.figure
    timed = cell.metric in TIMES
    share = figure.value / 100
    factors = [1 + share] + ([1 / (1 - share)] if timed and share < 1 else [])
    values = [value * factor if timed else value / factor for factor in factors if factor]
    return f"{side(claim.baseline)} {listed(short(round(one, 2)) for one in values)}"
