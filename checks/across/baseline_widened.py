"""A baseline that a chart names with its memory size, and the text without."""

from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed, said, topic
from checks.lib.statements.alike import same_metric
from checks.lib.statements.compared import FACTORS
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.statement import Claim

CODE = "baseline-widened"


@check(CODE, version=1, severity="low", since="0.1.0")
def baseline_widened(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A text names the variant of the baseline that its chart was measured on.

    Why:
        The 40 GB and the 80 GB part of one name differ in bandwidth by a third. "vs the A100" is read as whichever the
        reader knows.

    Flags:
        A factor in prose over a part, where a chart prints the same factor of the same workload and metric over a
        variant of that part; all of one document are one finding.

    Passes:
        Text and chart with the same variant; factors that no chart repeats.

    Does not judge:
        Parts without variants; baselines of a class ("the GPU": unnamed-baseline).
    """
    drawn: dict[tuple[str, str], list[Claim]] = defaultdict(list)
    for claim in corpus.claims:
        if claim.chart and claim.figure.kind in FACTORS and claim.baseline.name:
            drawn[claim.workload, str(claim.figure.value.normalize())].append(claim)
    found: dict[str, list[tuple[Claim, Claim]]] = defaultdict(list)
    for claim in corpus.claims:
        if claim.chart or claim.figure.kind not in FACTORS or not claim.baseline.name or not claim.workload:
            continue
        echoes = drawn.get((claim.workload, str(claim.figure.value.normalize())), [])
        alike = [one for one in echoes if same_metric(claim.metric, one.metric, corpus.vocabulary)]
        root = not corpus.vocabulary.ancestors(claim.baseline.name)  # "A100 80GB" names what matters
        wider = [one for one in alike if root and claim.baseline.name in corpus.vocabulary.ancestors(one.baseline.name)]
        if wider:
            found[claim.document_id].append((claim, wider[0]))
        elif not alike:
            yield Skip(CODE, (claim.document, topic(claim)), "not applicable, because no chart prints this factor")
    for _, pairs in sorted(found.items()):
        yield _finding(pairs)


def _said(text: Claim, chart: Claim) -> str:
    return f"{topic(text)} {said(text.figure)} over {text.baseline.raw or text.baseline.name} ({chart.baseline.name})"


def _finding(pairs: list[tuple[Claim, Claim]]) -> Finding:
    told = listed(_said(a, b) for a, b in pairs)
    return Finding(
        check=CODE,
        verdict="compatible_not_implied",
        severity="low",
        message=f"the text names the baseline without the variant that the chart names: {told}",
        arithmetic=f"{len(pairs)} factors; the charts are over {listed(b.baseline.name for _, b in pairs)}.",
        comparison=(pairs[0][0].document, *sorted({b.baseline.name for _, b in pairs})),
        evidence=tuple(Evidence.of(one) for pair in pairs for one in pair),
        likely_wrong_why="nothing is wrong as printed; the text says less than the chart",
    )
