"""Values in prose that a newer results page has overtaken."""

from collections.abc import Iterator
from decimal import Decimal

from checks.lib.findings.words import said, topic, where
from checks.lib.statements.absolutes import based, same_dimension
from checks.lib.statements.index import by
from checks.lib.statements.newer import Dated
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.interval import short
from schemas.statement import Claim, Measurement

CODE = "superseded"
STALE = Decimal("1.5")  # how far the newest measurement may lie from a claim before the claim misleads
NOISE = Decimal("1.05")  # two runs of one thing
Key = tuple[str, str, str, str]


@check(CODE, version=1, severity="low", since="0.1.0")
def superseded(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A value in prose is that of the newest results page for the same thing.

    Why:
        A post keeps its figure while the results page moves on with each release. Whoever quotes the post quotes an
        old release.

    Flags:
        A value of an earlier document that every row of a later results page betters, for the same workload, task,
        metric and machine: info; low from 1.5 times on, when the claim is stale.

    Passes:
        Values within 5 % of a row; later documents; values that the newer page falls short of, which is a regression
        and another check's business.

    Does not judge:
        Documents without a date (skipped); factors; machines that the page does not hold.
    """
    rows = _rows(corpus)
    dated = {one.document_id: one.published_on for one in corpus.documents}
    for claim in corpus.claims:
        if claim.figure.kind in ("absolute", "duration") and claim.workload and claim.subject.name:
            members = rows.get((claim.workload, claim.task, claim.metric, claim.subject.name), [])
            yield from _check(claim, members, dated, corpus)


def _rows(corpus: Corpus) -> dict[Key, list[Dated]]:
    """The rows of each key, those of one unit together."""
    printed = (row for row in corpus.measurements if row.figure and row.status == "ok")
    keyed = by(printed, lambda row: (row.workload, row.task, row.metric, row.subject.name))
    dated = {one.document_id: one.published_on for one in corpus.documents}
    return {
        key: [Dated(some, dated, corpus.vocabulary) for some in by(rows, _unit).values()] for key, rows in keyed.items()
    }


def _unit(row: Measurement) -> str:
    return row.figure.unit if row.figure else ""


def _check(claim: Claim, rows: list[Dated], dated: dict[str, str], corpus: Corpus) -> Iterator[Finding | Skip]:
    fit = [some for some in rows if same_dimension(claim.figure, some.figure, corpus.vocabulary)]
    others = [some for some in fit if some.outside(claim.document_id)]
    if others and not dated[claim.document_id]:
        yield Skip(CODE, (claim.document, claim.quote), "not applicable, because the document has no date")
        return
    timed = claim.direction == "lower_is_better" or claim.figure.kind == "duration"
    worst = [row for some in others if (row := some.least(timed=timed, after=dated[claim.document_id]))]
    gains = {row.statement_id: _gain(claim, row, corpus) for row in worst}
    row = min(worst, key=lambda row: (gains[row.statement_id], row.statement_id), default=None)
    if row and gains[row.statement_id] > NOISE:
        yield _finding(claim, row, gains[row.statement_id], dated)


def _gain(claim: Claim, row: Measurement, corpus: Corpus) -> Decimal:
    """How many times better a row is than the claim, at the least that the prints allow."""
    mine = based(claim.figure, corpus.vocabulary).rounded
    theirs = based(row.figure, corpus.vocabulary).rounded if row.figure else mine
    timed = claim.direction == "lower_is_better" or claim.figure.kind == "duration"
    return (mine / theirs if timed else theirs / mine).lower


def _finding(claim: Claim, row: Measurement, gain: Decimal, dated: dict[str, str]) -> Finding:
    level: Severity = "low" if gain >= STALE else "info"
    figure = said(row.figure) if row.figure else row.literal
    return Finding(
        check=CODE,
        verdict="compatible_not_implied",
        severity=level,
        message=f"{topic(claim)} of {claim.subject.name}: the {where(claim)} of {dated[claim.document_id]} says "
        f"{said(claim.figure)}; the results page of {dated[row.document_id]} prints {figure} at the least",
        arithmetic=f"The newer value is at least {short(round(gain, 2))} times better.",
        comparison=(claim.document, claim.workload, claim.task, claim.metric, claim.subject.name),
        evidence=(Evidence.of(claim), Evidence.of(row)),
        likely_wrong_why="nothing is wrong as printed; the older value is out of date",
    )
