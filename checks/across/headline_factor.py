"""A factor in a heading, or an "up to", that none of the figures under it reaches."""

from collections.abc import Iterator, Sequence

from checks.lib.findings import severity
from checks.lib.findings.words import listed, said, side, topic, where
from checks.lib.language.settings import unlike
from checks.lib.statements.compared import FACTORS
from checks.lib.statements.factors import top_of
from checks.lib.statements.index import by
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.interval import Interval
from schemas.names import Vocabulary
from schemas.statement import Claim

CODE = "headline-factor"
UNSPECIFIC = ("", "performance")
TITLES = ("heading", "caption")
FEWEST = 2  # figures that must stand below an "up to": one alone may be the usual case beside the best one
MOST = 50  # figures of one pair of products that a headline is held against


@check(CODE, version=1, severity="medium", since="0.1.0")
def headline_factor(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor that heads a text is reached by one of the figures below it, and an "up to" by one of those it is over.

    Why:
        Headlines are written for the best figure. When that figure is corrected or dropped the headline stays, and with
        it a factor that nothing supports any more.

    Flags:
        A factor in a heading or caption without a workload of its own, where the text prints factors of the same two
        products and all of them lie below; an "up to" that at least two such factors, in any document, all fall short
        of (low, or medium where they are of one document and the gap is a quarter).

    Passes:
        A headline that one figure reaches; figures above it (the check best-of-group judges those).

    Does not judge:
        Figures of another metric, task or workload; headlines with no figure under them; sentences that name different
        sizes or counts (skipped).
    """
    named = [one for one in corpus.claims if one.figure.kind in FACTORS and one.subject.name and one.baseline.name]
    plain = (one for one in named if one.figure.qualifier != "up_to" and not one.chart)
    pairs = by(plain, lambda one: (one.subject.name, one.baseline.name, one.figure.kind))
    for headline in named:
        bound = headline.figure.qualifier == "up_to"
        if headline.place in TITLES or bound:
            known = pairs.get((headline.subject.name, headline.baseline.name, headline.figure.kind), [])[:MOST]
            members = [one for one in known if _member(one, headline, corpus.vocabulary)]
            yield from _judge(headline, members)


def _member(claim: Claim, headline: Claim, vocabulary: Vocabulary) -> bool:
    specific = {claim.metric, headline.metric} - set(UNSPECIFIC)
    alike = len({vocabulary.metric_class(metric) for metric in specific}) <= 1
    here = claim.document_id == headline.document_id
    return (
        claim.place not in TITLES
        and alike
        and (here or headline.figure.qualifier == "up_to")
        and (not here or claim.context_start != headline.context_start)
        and (not headline.task or not claim.task or claim.task == headline.task)
        and (not headline.workload or claim.workload == headline.workload)
        and claim.variant == headline.variant
    )


def _judge(headline: Claim, members: Sequence[Claim]) -> Iterator[Finding | Skip]:
    bound = headline.figure.qualifier == "up_to"
    if len(members) < (FEWEST if bound else 1):
        return
    wanted = _wanted(headline)
    below = [one for one in members if one.figure.readings.widened.upper < wanted.lower]
    if len(below) < len(members) or any(
        one.figure.interval.lower <= 0 and not one.figure.interval.bounded for one in members
    ):
        return
    apart = [words for one in members for words in unlike(headline, one)]
    if apart:
        yield Skip(CODE, _key(headline), f"not comparable, because of {apart[0]}")
        return
    gap = min(wanted.distance(one.figure.interval) for one in members)
    if gap >= severity.MEDIUM:
        yield _finding(headline, members, gap_severity(headline, members, severity.of_gap(gap)))


def _wanted(headline: Claim) -> Interval:
    """What the best figure must reach: the printed number itself, whether it is a bound or not."""
    return top_of(headline.figure) if headline.figure.qualifier == "up_to" else headline.figure.interval


def gap_severity(headline: Claim, members: Sequence[Claim], level: Severity) -> Severity:
    """At most medium; of an "up to" low unless one document contradicts itself by a quarter."""
    here = all(one.document_id == headline.document_id for one in members)
    least: Severity = "medium" if headline.figure.qualifier != "up_to" or (here and level == "high") else "low"
    return severity.at_most(least, level)


def _key(headline: Claim) -> tuple[str, ...]:
    about = (headline.workload, headline.task, headline.metric, headline.subject.name, headline.baseline.name)
    return headline.document, *about, headline.figure.kind


def _finding(headline: Claim, members: Sequence[Claim], level: Severity) -> Finding:
    best = max(members, key=lambda one: (one.figure.interval.upper, one.statement_id))
    figures = listed((f"{topic(one)} {said(one.figure)}" for one in members), most=6)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=level,
        message=f"the {where(headline)} of {headline.document} says {said(headline.figure)} of "
        f"{side(headline.subject)} over "
        f"{side(headline.baseline)}; no figure printed for the two reaches it: {figures}",
        arithmetic=f"{said(headline.figure)} wants {_wanted(headline)}; the best of {len(members)} figures allows "
        f"{best.figure.interval}: they do not meet.",
        comparison=_key(headline),
        evidence=(
            Evidence.of(headline),
            Evidence.of(best),
            *(Evidence.of(one, "supporting") for one in members if one is not best),
        ),
        likely_wrong_why="the headline, or a figure that is no longer printed bears it out",
    )
