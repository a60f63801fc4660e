"""Charts that print a factor and none of the values it was made of."""

from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed, said, topic
from checks.lib.statements.compared import Compared, compared
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.statement import Claim

CODE = "factor-without-values"
VALUES = ("absolute", "duration")
MOST = 6  # values of sister charts that a finding shows


@check(CODE, version=2, severity="low", since="0.1.0")
def factor_without_values(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A chart that prints a factor prints the values that it was made of.

    Why:
        A factor alone cannot be recomputed, held against a results page, or compared with next year's. Of twelve
        charts with factors only, a wrong one looks like the others.

    Flags:
        Charts with a factor and no value at any bar, all of a document as one finding.

    Passes:
        Charts with a value for each bar; values at some of the bars.

    Does not judge:
        Prose (skipped: a document without a chart); values that another document prints.
    """
    charts: dict[str, list[Compared]] = defaultdict(list)
    for one in compared(corpus):
        charts[one.document.document_id].append(one)
    for parsed in corpus.parsed:
        mine = charts[parsed.document.document_id]
        valued = {claim.chart for claim in parsed.claims if claim.figure.kind in VALUES}
        bare = [one for one in mine if one.chart.name not in valued]
        if bare:
            yield _finding(bare, len(mine), [claim for claim in parsed.claims if claim.figure.kind in VALUES])
        elif not mine:
            yield Skip(CODE, (parsed.document.name,), "not applicable, because no chart compares two systems")


def _finding(bare: list[Compared], charts: int, values: list[Claim]) -> Finding:
    shown = [claim for claim in values if claim.chart][:MOST]
    factors = listed((f"{topic(one.headline)} {said(one.headline.figure)}" for one in bare), most=6)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"{len(bare)} of {charts} charts print a factor and no value, so nobody can redo the sum: {factors}",
        arithmetic="No sum can be made without the values.",
        comparison=(bare[0].document.name,),
        evidence=(
            *(Evidence.of(one.headline) for one in bare),
            *(Evidence.of(claim, "context") for claim in shown),
        ),
        likely_wrong_why="nothing is wrong as printed; the values are missing",
    )
