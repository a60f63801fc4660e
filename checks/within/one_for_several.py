"""One figure that a sentence gives for two pieces of software."""

import re
from collections.abc import Iterator

from checks.lib.findings.words import listed, said, topic
from checks.lib.statements.both import BOTH
from checks.lib.statements.compared import FACTORS, Compared, compared
from checks.lib.statements.index import by
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.statement import Claim

CODE = "one-for-several"
_BARE = re.compile(r"[\d,.]+")  # the value of a bar


@check(CODE, version=2, severity="low", since="0.1.0")
def one_for_several(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Two frameworks have a figure each.

    Why:
        Two pieces of software never give the same throughput to the last digit. One figure "for both" is that of the
        better one, or a rounding of two that nobody sees.

    Flags:
        A factor or value that a sentence claims for both of two known frameworks, or that a chart prints once beside
        notes of two frameworks for the side it praises; all of a document are one finding.

    Passes:
        A figure for each; bounds ("more than 60x for both"); charts that print the values of the bars.

    Does not judge:
        Names that the vocabulary does not know as frameworks (skipped).
    """
    drawn = by(compared(corpus), lambda one: one.document.document_id)
    for parsed in corpus.parsed:
        values = [
            one for one in parsed.claims if one.figure.kind in (*FACTORS, "absolute", "duration") and not one.chart
        ]
        found: list[tuple[Claim, str]] = []
        for claims in by(values, lambda claim: claim.context_start).values():
            match = BOTH.search(claims[0].context)
            if match is None:
                continue
            names = {mention.name for mention in corpus.vocabulary.find(match["names"], "frameworks")}
            if len(names) < 2:
                yield Skip(
                    CODE, (parsed.document.name, match["names"]), "not applicable, because these are no two frameworks"
                )
                continue
            found += [(claim, match["names"]) for claim in claims if claim.figure.qualifier == "exact"]
        found += _drawn(drawn.get(parsed.document.document_id, []))
        if found:
            yield _finding(found)


def _drawn(charts: list[Compared]) -> Iterator[tuple[Claim, str]]:
    """The factors of charts that praise one side in two frameworks and print no values."""
    for one in charts:
        names = one.subject.condition("framework").split(" & ")
        labels = [part for part in one.chart.of("label") if _BARE.fullmatch(one.document.text[part.start : part.end])]
        single = one.headline.figure.qualifier == "exact" and len({claim.figure.value for claim in one.factors}) == 1
        if len(names) > 1 and single and not labels:
            yield one.headline, " and ".join(names)


def _finding(found: list[tuple[Claim, str]]) -> Finding:
    told = listed((f"{topic(claim)} {said(claim.figure)} for {names}" for claim, names in found), most=6)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"one figure stands for two frameworks: {told}",
        arithmetic="No sum: which of the two was measured is not said.",
        comparison=(found[0][0].document,),
        evidence=tuple(Evidence.of(claim) for claim, _ in found),
        likely_wrong_why="nothing is wrong as printed; one of the two is not what the figure says",
    )
