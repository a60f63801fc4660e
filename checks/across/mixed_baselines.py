"""Baselines of several kinds behind one row of factors."""

from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed, said, topic
from checks.lib.statements.compared import compared, prose_factors
from checks.lib.statements.passages import part
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Claim

CODE = "mixed-baselines"


@check(CODE, version=1, severity="low", since="0.1.0")
def mixed_baselines(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The charts of a document that compare one machine with one product use one variant of that product.

    Why:
        An A100 with 40 GB and one with 80 GB differ in memory and bandwidth. A reader takes the factors of one
        document for one series, and the text shortens both to "A100".

    Flags:
        Documents whose charts hold one machine against two or more variants of one product, with the text that drops
        the variant.

    Passes:
        One variant throughout; names that say the same part with more or less detail.

    Does not judge:
        Different products as baselines, which are plain to see; which variant would be the fair one.
    """
    groups: dict[tuple[str, str, str], list[Claim]] = defaultdict(list)
    lines: dict[str, list[Evidence]] = defaultdict(list)
    for one in compared(corpus):
        above = corpus.vocabulary.ancestors(one.baseline.name)
        if not above:
            yield Skip(CODE, (one.document.name, one.chart.name), "not applicable, because the product has no variants")
            continue
        groups[one.document.document_id, one.subject.name, above[-1]].append(one.headline)
        line = one.note(one.baseline, corpus.vocabulary)
        lines[one.headline.statement_id] = [part(one.document, line)] if line else []
    prose = prose_factors(corpus)
    for (_, _, product), claims in sorted(groups.items()):
        variants = _variants(claims, corpus.vocabulary)
        if len(variants) > 1:
            noted = [item for claim in claims for item in lines[claim.statement_id]]
            yield _finding(product, variants, claims, noted, _shortened(product, claims, prose))


def _variants(claims: list[Claim], vocabulary: Vocabulary) -> list[str]:
    """Names of which no two can mean one part, the most general of each first met."""
    kept: list[str] = []
    for name in sorted(
        {claim.baseline.name for claim in claims}, key=lambda one: (len(vocabulary.ancestors(one)), one)
    ):
        if not any(vocabulary.related(name, other) for other in kept):
            kept.append(name)
    return kept


def _shortened(product: str, claims: list[Claim], prose: dict[str, list[Claim]]) -> list[Claim]:
    """Prose about the same workloads that names the product without its variant."""
    about = {(claim.workload, claim.task, claim.subject.name) for claim in claims}
    named = [claim for workload in dict.fromkeys(claim.workload for claim in claims) for claim in prose[workload]]
    return [
        claim
        for claim in named
        if claim.baseline.name == product and (claim.workload, claim.task, claim.subject.name) in about
    ]


def _finding(
    product: str, variants: list[str], claims: list[Claim], noted: list[Evidence], prose: list[Claim]
) -> Finding:
    by_name: dict[str, list[str]] = defaultdict(list)
    for claim in claims:
        by_name[claim.baseline.name].append(f"{topic(claim)} {said(claim.figure)}")
    series = "; ".join(f"{name}: {listed(what)}" for name, what in by_name.items())
    dropped = f" The text says {product} for all of them." if prose else ""
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"the charts hold {claims[0].subject.name} against {len(variants)} variants of {product}: {series}",
        arithmetic=f"{len(claims)} charts, {len(variants)} variants ({listed(variants)}).{dropped}",
        comparison=(claims[0].document, claims[0].subject.name, product),
        evidence=(*noted, *(Evidence.of(one, "supporting") for one in (*claims, *prose))),
        likely_wrong_why="no statement is wrong; the factors are not one series",
    )
