"""A decrease by more than all there was."""

from collections.abc import Iterator

from checks.lib.statements.factors import falls
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.statement import Claim

CODE = "more-than-all"
ALL = 100  # percent


@check(CODE, version=2, severity="high", since="0.1.0")
def more_than_all(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is reduced, cut or saved is 100 % of what there was at most.

    Why:
        "Reduces memory by 150 %" is an increase by 150 % told from its other end, or a factor that was taken for a
        percentage: the true decrease is a smaller number, and readers cannot know which.

    Flags:
        "Reduces resident memory by 150%", "costs 300% less", "110% fewer errors".

    Passes:
        "150% faster", "throughput rose by 300%", "100% less".

    Does not judge:
        What the decrease is in truth.
    """
    for claim in corpus.claims:
        if claim.figure.kind == "percent_change" and claim.figure.readings.rounded.lower > ALL:
            yield _finding(claim) if falls(claim) else Skip(CODE, _key(claim), "not applicable, because nothing fell")


def _key(claim: Claim) -> tuple[str, ...]:
    return claim.document, claim.workload, claim.metric, claim.subject.name, claim.baseline.name


def _finding(claim: Claim) -> Finding:
    value = claim.figure.value
    rise = value / (ALL + value) * ALL
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="high",
        message=f"{claim.quote} less is more than all there was: told from the other end it would be {rise:.0f}%",
        arithmetic=f"1 - {value}/100 = {1 - value / ALL} of what there was; told from the other end, 1 + {value}/100 = "
        f"{1 + value / ALL} times as much, of which {rise:.1f}% can be saved.",
        comparison=_key(claim),
        evidence=(Evidence.of(claim),),
        likely_wrong_why="no decrease is larger than what there was",
    )
