"""One figure for two comparisons."""

from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed, said, side, topic
from checks.lib.language.tokens import names
from checks.lib.statements.compared import FACTORS
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Claim

CODE = "figure-reused"
LEAST = 2  # "2x" and "half" are said of many things; a figure of two digits is seldom met twice by chance


@check(CODE, version=2, severity="medium", since="0.1.0")
def figure_reused(corpus: Corpus) -> Iterator[Finding | Skip]:
    """One figure in a document stands for one comparison.

    Why:
        "31% faster" than a competitor and "31%" over one's own last release are easily merged when quoted. That both
        come out alike happens, but more often one was copied from the other.

    Flags:
        One percentage or factor of two digits or more, for one workload and metric in the prose of one document, over
        two baselines that cannot be the same. Low where one of them is called by no name ("comparable drives").

    Passes:
        A figure repeated over the same baseline; the same figure for two workloads or two metrics.

    Does not judge:
        Charts; round factors of one digit; statements that name no baseline (skipped).
    """
    groups: dict[tuple[str, ...], list[Claim]] = defaultdict(list)
    for claim in corpus.claims:
        if claim.figure.kind in FACTORS and not claim.chart and claim.workload and _distinctive(claim):
            metric = corpus.vocabulary.metric_class(claim.metric)
            groups[claim.document_id, claim.workload, metric, claim.figure.kind, str(claim.figure.value)].append(claim)
    for (_, workload, metric, *_), claims in sorted(groups.items()):
        named = [claim for claim in claims if claim.baseline.name]
        if len(named) < len(claims):
            yield Skip(CODE, (claims[0].document, workload, metric), "not applicable, because a baseline is not named")
        baselines = _apart(named, corpus.vocabulary)
        if len(baselines) > 1:
            yield _finding(named, baselines)


def _distinctive(claim: Claim) -> bool:
    return len(claim.figure.literal.replace(".", "").strip("0")) >= LEAST


def _is_name(claim: Claim) -> bool:
    """Whether a baseline is called by a name: "the previous generation" and "comparable drives" may be one thing."""
    return bool(names(claim.baseline.raw or claim.baseline.name))


def _apart(claims: list[Claim], vocabulary: Vocabulary) -> list[str]:
    kept: list[str] = []
    for name in sorted({claim.baseline.name for claim in claims}):
        if not any(vocabulary.related(name, other) for other in kept):
            kept.append(name)
    return kept


def _finding(claims: list[Claim], baselines: list[str]) -> Finding:
    first = claims[0]
    uses = "; ".join(dict.fromkeys(f"{side(claim.subject)} over {side(claim.baseline)}" for claim in claims))
    hedged = listed(said(claim.figure) for claim in claims)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="medium" if all(map(_is_name, claims)) else "low",
        message=f"{topic(first)}: one figure, {hedged}, stands for {len(baselines)} comparisons: {uses}",
        arithmetic="No sum: nothing printed shows that both comparisons come out alike.",
        comparison=(first.document, first.workload, first.metric, *baselines),
        evidence=tuple(Evidence.of(claim) for claim in claims),
        likely_wrong_why="it cannot be told whether one was copied from the other",
    )
