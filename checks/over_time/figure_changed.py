"""Figures that change from one capture to the next."""

from collections.abc import Iterator

from checks.lib.findings.words import said, topic
from checks.lib.statements.captures import Pair, pairs, statements, undated
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.statement import Claim, Statement

CODE = "figure-changed"


@check(CODE, version=1, severity="medium", since="0.1.0")
def figure_changed(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A page whose figures change shows another date.

    Why:
        A figure that is replaced under an old date is cited as having stood there all along, and earlier citations
        look wrong.

    Flags:
        Two captures of one source that follow each other, with one date printed in both, and figures of one statement
        (same workload, task, metric, machine, conditions) that differ; all of them as one finding.

    Passes:
        Changed figures under a new date; figures that are new or gone; the same figure in another place.

    Does not judge:
        Pages that print no date, at low severity only; captures without a time (skipped); which figure is right.
    """
    for name in undated(corpus):
        yield Skip(CODE, (name,), "not applicable, because its captures are not dated")
    for pair in pairs(corpus):
        dates = pair.old.document.published_on, pair.new.document.published_on
        changed = list(_changed(pair))
        if changed and dates[0] == dates[1]:
            yield _finding(pair, changed)
        elif changed:
            yield Skip(CODE, (pair.new.document.name,), "not applicable, because the page shows another date")


def _changed(pair: Pair) -> Iterator[tuple[Statement, Statement]]:
    before = statements(pair.old)
    for key, new in statements(pair.new).items():
        old = before.get(key)
        if old and old.figure and new.figure and old.figure.value != new.figure.value:
            yield old, new


def _finding(pair: Pair, changed: list[tuple[Statement, Statement]]) -> Finding:
    dated = pair.new.document.published_on
    changes = "; ".join(f"{_topic(old)}: {_said(old)} became {_said(new)}" for old, new in changed[:6])
    more = f" and {len(changed) - 6} more" if len(changed) > 6 else ""
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium" if dated else "low",
        message=f"{pair.new.document.name}: {len(changed)} figures changed while the page "
        + (f"still shows {dated}" if dated else "shows no date")
        + f": {changes}{more}",
        arithmetic=f"{len(changed)} statements with the same keys and other values in two captures in a row.",
        comparison=(pair.new.document.name, *sorted({_topic(old) for old, _ in changed})),
        evidence=tuple(Evidence.of(one) for both in changed for one in both),
        likely_wrong_why="it cannot be told which capture is right",
    )


def _topic(one: Statement) -> str:
    return f"{topic(one)} of {one.subject.name}" if isinstance(one, Claim) else f"{topic(one)}, row {one.row}"


def _said(one: Statement) -> str:
    return said(one.figure) if one.figure else ""
