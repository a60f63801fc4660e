"""Factors in prose that do not say over what."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from decimal import Decimal

from checks.lib.findings.words import listed, said, side, topic, where
from checks.lib.statements.absolutes import VALUES
from checks.lib.statements.alike import same_metric
from checks.lib.statements.compared import FACTORS, Compared, charts
from checks.lib.statements.passages import part, passages, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Claim

CODE = "missing-baseline"
NEAR = 200  # characters behind a figure within which the next sentence about its model stands
ENOUGH = 20  # statements that name the baseline of one figure
_FROM_TO = re.compile(r"\bfrom\s.+?\sto\s", re.IGNORECASE)  # "From n150s to p150a it is 1.44x"
UNSPECIFIC = ("", "performance")
Charts = dict[tuple[str, str], Compared]


@check(CODE, version=4, severity="low", since="0.1.0")
def missing_baseline(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor in prose names its baseline where another statement of the same result does.

    Why:
        A factor without a baseline is quoted onwards without one, and then read against whatever the reader has in
        mind. The chart's small type knew better.

    Flags:
        Factors in a sentence that compares with nothing, whose workload, metric and value a chart or another text
        prints with a baseline; all of one workload in one document together. Factors of a known workload that name
        neither metric nor baseline ("up to 10x performance gains"), all of a document together.

    Passes:
        "40x higher throughput than the A100"; a factor whose paragraph names the baseline in plain words; factors of
        a document that says of another factor over what it is, factors with two values in their
        sentence, or from one thing to another.

    Does not judge:
        Factors that no other statement repeats (skipped: nobody says what they are over).
    """
    named = _named(corpus)
    # A page that compares says once over what; its other factors are read with that in mind.
    told = {one.document_id for one in corpus.claims if one.figure.kind in FACTORS and _over(one)}
    values = Counter((one.document_id, one.context_start) for one in corpus.claims if one.figure.kind in VALUES)
    groups: dict[tuple[str, str, str], list[tuple[Claim, list[Claim]]]] = defaultdict(list)
    bare: dict[str, list[Claim]] = defaultdict(list)
    for claim in corpus.claims:
        if not _open(claim):
            continue
        others = [other for other in named[_figure(claim)] if _same(claim, other, corpus.vocabulary)]
        if others:
            groups[claim.document_id, claim.workload, others[0].baseline.name].append((claim, others))
        elif (
            claim.metric in UNSPECIFIC
            and claim.figure.kind == "ratio"
            and not (
                claim.document_id in told
                or values[claim.document_id, claim.context_start] > 1
                or _FROM_TO.search(claim.context)
            )
        ):
            bare[claim.document_id].append(claim)
        else:
            yield Skip(CODE, (claim.document, claim.workload, claim.quote), "unchecked, because no statement names one")
    drawn = charts(corpus)
    for _, members in sorted(groups.items()):
        yield _finding(members, _notes(members, drawn, corpus.vocabulary))
    documents = {one.document_id: one for one in corpus.documents}
    for document, claims in sorted(bare.items()):
        yield _bare(claims, list(_behind(claims, documents[document], corpus.vocabulary)))


def _named(corpus: Corpus) -> dict[tuple[str, str, Decimal], list[Claim]]:
    """Statements that say what they are over, by their figure."""
    named: dict[tuple[str, str, Decimal], list[Claim]] = defaultdict(list)
    for claim in corpus.claims:
        known = claim.figure.kind in FACTORS and claim.baseline.name and claim.workload
        if known and len(named[_figure(claim)]) < ENOUGH:
            named[_figure(claim)].append(claim)
    return named


def _behind(claims: list[Claim], document: Document, vocabulary: Vocabulary) -> Iterator[Evidence]:
    """The next sentence about the model of each claim: where a reader looks for what the figure's own leaves out."""
    ends = {claim.workload: claim.context_start + len(claim.context) for claim in claims}
    for passage in passages(document):
        named = {found.name for found in vocabulary.find(passage.words, "workloads")}
        for workload in sorted(named & {name for name, end in ends.items() if 0 <= passage.start - end <= NEAR}):
            ends.pop(workload)
            yield quoted(document, passage.start, passage.end, "context")


def _bare(claims: list[Claim], behind: list[Evidence]) -> Finding:
    """Factors of which neither the metric nor the baseline is said: all of a document."""
    told = listed(f"{topic(claim)} {said(claim.figure)}" for claim in claims)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"neither what was measured nor over what: {told}",
        arithmetic=f"Nobody can look up {listed(said(claim.figure) for claim in claims)}.",
        comparison=(claims[0].document, "metric and baseline", *sorted({claim.workload for claim in claims})),
        evidence=(*(Evidence.of(claim) for claim in claims), *behind),
        likely_wrong_why="nothing is wrong as printed; metric and baseline are missing",
    )


def _figure(claim: Claim) -> tuple[str, str, Decimal]:
    return claim.workload, claim.figure.kind, claim.figure.value


def _over(claim: Claim) -> bool:
    return bool(claim.baseline.name or claim.baseline.raw)


def _open(claim: Claim) -> bool:
    factor = claim.figure.kind in FACTORS and not claim.chart and bool(claim.workload)
    return factor and not _over(claim)


def _same(claim: Claim, other: Claim, vocabulary: Vocabulary) -> bool:
    return (
        same_metric(claim.metric, other.metric, vocabulary)
        and (not claim.task or not other.task or claim.task == other.task)
        and (not claim.subject.name or not other.subject.name or vocabulary.related(*_subjects(claim, other)))
    )


def _subjects(claim: Claim, other: Claim) -> tuple[str, str]:
    return claim.subject.name, other.subject.name


def _notes(members: list[tuple[Claim, list[Claim]]], drawn: Charts, vocabulary: Vocabulary) -> list[Evidence]:
    """The note lines that name the baseline on the charts that say so."""
    places = dict.fromkeys((other.document_id, other.chart) for _, others in members for other in others)
    named = [drawn[place] for place in places if place in drawn]
    lines = [(one.document, one.note(one.baseline, vocabulary)) for one in named]
    return [part(document, line, "supporting") for document, line in lines if line]


def _finding(members: list[tuple[Claim, list[Claim]]], notes: list[Evidence]) -> Finding:
    first, others = members[0]
    figures = " and ".join(dict.fromkeys(said(claim.figure) for claim, _ in members))
    sources = list(dict.fromkeys(other for _, found in members for other in found))
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"{topic(first)} {figures}: the {where(first)} names no baseline; the {where(others[0])} of "
        f"{others[0].document} does: {side(others[0].baseline)}",
        arithmetic="No sum: the statements agree, and one of them leaves out over what.",
        comparison=(first.document, first.workload, others[0].baseline.name),
        evidence=(
            *(Evidence.of(claim) for claim, _ in members),
            *(Evidence.of(one, "supporting") for one in sources),
            *notes,
        ),
        likely_wrong_why="nothing is wrong as printed; the baseline is left out",
    )
