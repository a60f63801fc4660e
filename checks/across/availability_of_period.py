"""A share of a period that something was available, against how long it was not."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.spans_said import DAY
from checks.lib.statements.passages import quoted
from checks.lib.sums.pools import FEW
from checks.lib.times.availability import Gone, There, expected, fits, gone, periods, shares, sums
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import short

CODE = "availability-of-period"
USUAL = tuple(DAY * many for many in (7, 30, 31, 91, 92, 365))  # where no period is said
FAR = Decimal(60)  # times apart: of something else


@check(CODE, version=1, severity="high", since="0.1.0")
def availability_of_period(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is left of a share that something was available is how long it was not, in the period that is said.

    Why:
        99.99 % of a year leaves 53 minutes. The nines come from one system and the hours from another, and only who
        multiplies by 8,760 sees that they are not of one year.

    Flags:
        "Availability came to 99.99%" and "unavailable for a total of 9.2 hours" of one year; where no period is said,
        where neither a week nor a month, a quarter or a year gives it.

    Passes:
        Lengths that any period said in the texts gives, alone or as the sum of several, within rounding.

    Does not judge:
        What is promised; lengths of single outages where no total is said; what is planned or not counted; documents
        of different dates (skipped).
    """
    index = index_of(corpus)
    few = list(corpus.documents) if len(corpus.parsed) <= FEW else []
    for document in corpus.documents:
        for share in (one for sentence in index.sentences(document) for one in shares(sentence)):
            yield from _check(share, few or [document], index)


def _check(share: There, near: Sequence[Document], index: Index) -> Iterator[Finding | Skip]:
    found = [one for document in near for sentence in index.sentences(document) for one in gone(sentence)]
    total = [one for one in found if one.total]
    if not total:
        return
    said = periods([sentence.passage.words for document in near for sentence in index.sentences(document)])
    said += periods([document.title for document in near])
    some = said or USUAL
    if any(fits(share, length, some) for length in sums(found)):
        return
    one = max(total, key=lambda each: each.span.seconds)
    period = min(some, key=lambda each: one.span.allowed.distance(expected(share, each)))
    if one.span.allowed.distance(expected(share, period)) > FAR:
        return
    if index.of_two_editions(share.document, one.document):
        yield Skip(CODE, (share.document.name, one.document.name), OTHER_EDITION)
    else:
        yield _finding(share, one, period, sure=bool(said) and len(total) == 1)


def _finding(share: There, one: Gone, period: Decimal, *, sure: bool) -> Finding:
    start = share.sentence.passage.start
    said = quoted(share.document, start + share.start, start + share.end)
    begin = one.sentence.passage.start
    lost = quoted(one.document, begin + one.span.start, begin + one.span.end)
    given = expected(share, period)
    gap = one.span.allowed.distance(given)
    level = severity.of_gap(gap)
    days = f"{short(period / DAY)} days"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=level if sure else severity.at_most("low", level),
        message=f"{said.quote} in {said.document} leaves {short(given.lower / 60)} to {short(given.upper / 60)} "
        f"minutes of {days}; {lost.document} says {lost.quote}",
        arithmetic=f"What {said.quote} leaves of {days} is {given} s, {lost.quote} is {one.span.allowed} s: "
        f"{apart(gap)}.",
        comparison=(said.document, lost.document, "availability"),
        evidence=(said, lost),
        likely_wrong_why="the share, the length or the period",
    )
