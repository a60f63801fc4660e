"""Percentiles of one sample, wherever and however they are told, rise with their place."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.statements.withdrawn import withdrawn_of
from checks.lib.sums.pools import FEW
from checks.lib.values.one_sample import Link, linked
from checks.lib.values.rank_sites import Ranked, ranked, turned
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Severity, Skip

CODE = "places-in-order"
MANY = 200  # values of a document; of more they are held against each other in their tables only


@check(CODE, version=5, severity="medium", since="0.1.0")
def places_in_order(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Of one sample no value at a lower place is above one at a higher place, whatever words name the places.

    Why:
        Nobody who reads "the slowest one in a hundred took 61 ms" looks up the p95 in the table above. The two are of
        one sample, and the one cannot be below the other.

    Flags:
        Medium: a median, percentile or part ("19 of 20 within", "one in a hundred waits longer than", "the middle
        request") above one of a higher place in the same row or column of a table, in one sentence with nothing between
        that names another sample, in lines with the same labels, or in a sentence that says the labels of the one or
        agrees with it at another place. Low where the two are the only sample that both can mean.

    Passes:
        Equal values, bounds that leave room, values that rise, columns that two others give when divided.

    Does not judge:
        Rates and shares; the median of so many runs; values of other operations, settings, releases or names, with a
        condition that the other lacks, or with a second value of the same place; documents of different dates
        (skipped).
    """
    index = index_of(corpus)
    withdrawn = withdrawn_of(corpus)
    every = {one.document_id: ranked(one, index, corpus.vocabulary) for one in corpus.documents}
    told: set[tuple[object, ...]] = set()
    for low, high in _wrong(every):
        level = linked(low, high, every, index, corpus.vocabulary)
        samples = (low.line, low.left, high.line, high.left)
        gone = any(withdrawn.has(each.site.document.document_id, each.site.quote) for each in (low, high))
        if level and samples not in told and not gone:
            told.add(samples)
            yield from _said(low, high, level, index)


def _wrong(every: Mapping[str, Sequence[Ranked]]) -> Iterator[tuple[Ranked, Ranked]]:
    """Two values of one document, or of two where few are compared, of which the lower place has more."""
    for name, some in every.items():
        pool = [
            one
            for each, others in every.items()
            if each == name or (len(every) <= FEW and each > name)
            for one in others
        ]
        for one in some if len(pool) <= MANY else ():
            for other in pool:
                own = one.site.document is other.site.document
                pair = turned(one, other) if not own or one.site.start < other.site.start else None
                if pair:
                    yield pair


def _said(low: Ranked, high: Ranked, link: Link, index: Index) -> Iterator[Finding | Skip]:
    first, second = (index.places.printed(each.site.document, each.site.start, each.site.end) for each in (low, high))
    key = (
        *sorted({first.document, second.document}),
        f"p{low.rank:f}",
        f"p{high.rank:f}",
        *sorted(low.rest & high.rest),
    )
    if index.of_two_editions(low.site.document, high.site.document):
        yield Skip(CODE, key, OTHER_EDITION)
        return
    level: Severity = "medium" if link is Link.SURE else "low"
    yield Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("medium", level),
        message=f"p{_short(low.rank)} of {first.quote} in {first.document} is above p{_short(high.rank)} of "
        f"{second.quote} in {second.document}",
        arithmetic=f"Of one sample p{_short(low.rank)} is at most p{_short(high.rank)}: {first.quote} and "
        f"{second.quote}.",
        comparison=key,
        evidence=(first, second),
        likely_wrong_why="one of the two figures, or their places are swapped"
        if link is Link.SURE
        else "one of the two figures, or one of them is of another sample",
    )


def _short(rank: Decimal) -> str:
    return f"{rank.normalize():f}"
