"""One headline over several figures: "up to" against the best of them, "at least" and "in every case" against all."""

import re
from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings import severity
from checks.lib.findings.words import listed, said, topic, where
from checks.lib.statements.members import MOST, Beyond, Members
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.statement import Claim

CODE = "best-of-group"
_EVERY = re.compile(
    r"\bacross the board\b|\bin (?:every|all|each)\b|\bon (?:every|all|each)\b|\bfor (?:every|all|each)\b|"
    r"\bacross (?:all|every)\b|\bevery (?:single )?(?:model|benchmark|workload|test|configuration)\b",
    re.IGNORECASE,
)
# Of a part of the run: "6.6x during the compression stage" under "up to 3.5x" of all of it.
_STAGE = re.compile(
    r"\b(?P<stage>[\w-]+) (?:stage|phase|step|kernel|layer)s?\b|\b(?P<all>end[- ]to[- ]end)\b", re.IGNORECASE
)
Key = tuple[str, ...]


@check(CODE, version=3, severity="high", since="0.1.0")
def best_of_group(corpus: Corpus) -> Iterator[Finding | Skip]:
    """An "up to" in a document is not exceeded by its own figures, and a factor "in every case" is reached by all.

    Why:
        A headline is written over a list that changes. "Up to 4x" above a 6x undersells; "at least 2x in every
        configuration" above a 1.6x is wrong.

    Flags:
        A factor above the "up to" of the same metric, machine and baseline in one document; a factor below one that is
        said of every case.

    Passes:
        Lower factors under an "up to"; the best that reaches it; figures of another metric, task or baseline,
        and of one stage of the run ("during the compression stage").

    Does not judge:
        An unspecific "performance"; headlines that none of the document's factors belongs to (skipped).
    """
    groups: dict[Key, list[Claim]] = defaultdict(list)
    for claim in corpus.claims:
        if claim.figure.kind in ("ratio", "percent_change") and claim.metric not in ("", "performance"):
            groups[_key(claim)].append(claim)
    for _, claims in sorted(groups.items()):
        headlines = [one for one in claims if one.figure.qualifier == "up_to" or _of_all(one)]
        if headlines:
            members = Members(claims)
            for headline in headlines:
                yield from _check(headline, members)


def _key(claim: Claim) -> Key:
    # "Half the price of before" and "four times as much as the small one" are of two comparisons.
    kind = f"{claim.figure.kind} {'above' if claim.figure.value > 1 else 'below'} one"
    return claim.document_id, claim.metric, claim.subject.name, claim.baseline.name, kind, _stage(claim)


def _stage(claim: Claim) -> str:
    """The stage that a claim's sentence names behind it, "" where it is of the whole run."""
    behind = claim.context.partition(claim.quote)[2]
    named = _STAGE.search(behind)
    return (named["stage"] or "").lower() if named else ""


def _of_all(claim: Claim) -> bool:
    return not claim.chart and claim.figure.qualifier != "up_to" and bool(_EVERY.search(claim.context))


def _check(headline: Claim, members: Members) -> Iterator[Finding | Skip]:
    count = members.count(headline)
    if not count:
        yield Skip(CODE, (headline.document, topic(headline)), "not applicable, because no factor belongs under it")
        return
    beyond = members.beyond(headline)
    if beyond.count:
        yield _finding(headline, count, beyond)


def _finding(headline: Claim, count: int, beyond: Beyond) -> Finding:
    gap = max(claim.figure.interval.distance(headline.figure.interval) for claim in beyond.furthest)
    side = "above" if headline.figure.qualifier == "up_to" else "below"
    figures = listed(f"{topic(claim)} {said(claim.figure)}" for claim in beyond.furthest)
    level = severity.of_gap(gap)
    left = f" The {MOST} furthest are the evidence." if beyond.count > MOST else ""
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium" if level == "high" and side == "above" else level,
        message=f"the {where(headline)} says {said(headline.figure)} of {topic(headline) or 'all'}; {side} it in the "
        f"same document: {figures}",
        arithmetic=f"{said(headline.figure)} allows {headline.figure.interval}; {beyond.count} of {count} "
        f"factors lie {side} it, the furthest by {gap * 100:.0f} %.{left}",
        comparison=(
            headline.document,
            headline.workload,
            headline.metric,
            headline.subject.name,
            headline.baseline.name,
        ),
        evidence=(Evidence.of(headline), *(Evidence.of(claim) for claim in beyond.furthest)),
        likely_wrong_why="the headline or the figure under it",
    )
