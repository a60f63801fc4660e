"""Claims that a page no longer makes."""

from collections.abc import Iterator

from checks.lib.findings.words import said, topic, where
from checks.lib.statements.captures import Pair, pairs, statements, undated
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.statement import Claim

CODE = "claim-withdrawn"


@check(CODE, version=1, severity="low", since="0.1.0")
def claim_withdrawn(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A claim that was published stays published, or is taken back in words.

    Why:
        A claim that quietly leaves its page lives on wherever it was quoted. An auditor who cited it should know.

    Flags:
        Claims in prose, headings and charts of one capture whose workload, task, metric, machines and kind no
        statement of the next capture has; all of a source as one finding.

    Passes:
        Claims whose figure changed or that moved to another place of the page.

    Does not judge:
        Rows of tables, which come and go with releases; captures without a time (skipped).
    """
    for name in undated(corpus):
        yield Skip(CODE, (name,), "not applicable, because its captures are not dated")
    for pair in pairs(corpus):
        gone = list(_gone(pair))
        if gone:
            yield _finding(pair, gone)


def _gone(pair: Pair) -> Iterator[Claim]:
    after = {_about(claim) for claim in pair.new.claims}
    for claim in statements(pair.old).values():
        if isinstance(claim, Claim) and _about(claim) not in after:
            yield claim


def _about(claim: Claim) -> tuple[str, ...]:
    return claim.figure.kind, claim.workload, claim.task, claim.metric, claim.subject.name, claim.baseline.name


def _finding(pair: Pair, gone: list[Claim]) -> Finding:
    claims = "; ".join(f"{topic(claim)} {said(claim.figure)} ({where(claim)})" for claim in gone)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"{pair.new.document.name}: {len(gone)} claims of the capture before are gone: {claims}",
        arithmetic="No sum: the statements are in one capture and not in the next.",
        comparison=(pair.new.document.name, *sorted({"|".join(_about(claim)) for claim in gone})),
        evidence=tuple(Evidence.of(claim) for claim in gone),
        likely_wrong_why="a claim that was taken back may have been wrong, or just old",
    )
