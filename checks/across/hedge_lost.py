"""A figure repeated without its bound or its metric."""

from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import said, topic, where
from checks.lib.statements.alike import same_metric
from checks.lib.statements.compared import FACTORS
from checks.lib.statements.index import by
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.names import Vocabulary
from schemas.statement import Claim

CODE = "hedge-lost"
BOUNDS = ("up_to", "over", "at_least", "under")
UNSPECIFIC = ("", "performance")


@check(CODE, version=1, severity="low", since="0.1.0")
def hedge_lost(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A figure that is repeated keeps its "up to", its "over" and its metric.

    Why:
        "Up to 37 % less training time" is the best case of one metric; "a 37 % improvement" is everybody's case of
        everything. The second is what gets quoted.

    Flags:
        Two statements of one factor or percentage about one workload where one says "up to" and the other does not,
        or only one names the metric (low); where "over" or "at least" is dropped (info).

    Passes:
        Figures that differ ("over 13x" beside 13.6x); different baselines, tasks or metrics.

    Does not judge:
        Statements about no named workload; which of the two is right.
    """
    groups: dict[tuple[str, str, str], list[Claim]] = defaultdict(list)
    for claim in corpus.claims:
        if claim.figure.kind not in FACTORS:
            continue
        if claim.workload:
            groups[claim.workload, claim.figure.kind, str(claim.figure.value.normalize())].append(claim)
        else:
            yield Skip(CODE, (claim.document, claim.quote), "not applicable, because no workload is named")
    for _, claims in sorted(groups.items()):
        yield from _lost(claims, corpus.vocabulary)


def _lost(claims: list[Claim], vocabulary: Vocabulary) -> Iterator[Finding]:
    # Claims of the same names fit the same others: the first of each kind stands for all.
    bound = [some[0] for some in by((one for one in claims if one.figure.qualifier in BOUNDS), _names).values()]
    bare: dict[str, list[tuple[Claim, Claim]]] = defaultdict(list)
    for claim in claims:
        if claim.figure.qualifier == "exact":
            kept = next((other for other in bound if _same(claim, other, vocabulary)), None)
            if kept:
                bare[claim.document_id].append((claim, kept))
    for _, pairs in sorted(bare.items()):
        yield _finding(pairs)


def _names(claim: Claim) -> tuple[str, ...]:
    return claim.task, claim.variant, claim.subject.name, claim.baseline.name, claim.metric


def _same(claim: Claim, other: Claim, vocabulary: Vocabulary) -> bool:
    names = ((claim.subject.name, other.subject.name), (claim.baseline.name, other.baseline.name))
    return (
        (not claim.task or not other.task or claim.task == other.task)
        and claim.variant == other.variant
        and all(not a or not b or vocabulary.related(a, b) for a, b in names)
        and (
            bool({claim.metric, other.metric} & set(UNSPECIFIC)) or same_metric(claim.metric, other.metric, vocabulary)
        )
    )


def _finding(pairs: list[tuple[Claim, Claim]]) -> Finding:
    bare, kept = pairs[0]
    metric = bare.metric in UNSPECIFIC and kept.metric not in UNSPECIFIC
    level: Severity = "low" if kept.figure.qualifier == "up_to" or metric else "info"
    lost = f"{said(kept.figure)} in the {where(kept)} of {kept.document}"
    named = f", which names the metric ({kept.metric.replace('_', ' ')})" if metric else ""
    return Finding(
        check=CODE,
        verdict="compatible_not_implied",
        severity=level,
        message=f"{topic(kept)}: {said(bare.figure)} in the {where(bare)} is {lost}{named}",
        arithmetic=f"{said(bare.figure)} allows {bare.figure.interval}; {said(kept.figure)} allows "
        f"{kept.figure.interval}: the values agree, the bound is lost.",
        comparison=(bare.document, kept.workload, kept.task, kept.metric, kept.subject.name, kept.baseline.name),
        evidence=tuple(Evidence.of(claim) for claim in dict.fromkeys(one for pair in pairs for one in pair)),
        likely_wrong_why="the statement without the bound says more than the other supports",
    )
