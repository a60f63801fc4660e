"""Two values in each of two documents, of which the one pair agrees and the other does not."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from checks.lib.findings import severity
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.quantities.dimensions import Dims
from checks.lib.statements.withdrawn import withdrawn_of
from checks.lib.sums.pools import related
from checks.lib.telling.value_sites import Site, sites
from checks.lib.values.sister_couples import Couples, couples
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "sister-values"
MANY = 60  # values of a kind in a document; of more, some agree by chance
Kinds = dict[Dims, list[Site]]


@check(CODE, version=1, severity="low", since="0.1.0")
def sister_values(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Where two documents print one value and another beside it, both are the same.

    Why:
        What was and what is, both machines of a comparison, the rows of a column: values travel together. Whoever finds
        the 300 minutes of the appendix in the story's "5 hours" knows that the value beside it is the same one too,
        whatever words stand around it.

    Flags:
        "From 5 hours to 1.25 hours" in one document and "300 minutes, 125 minutes" in another; 52 minutes in a text,
        beside "14 hours", and a row with 14.0 and 5.2 hours; 1,665 tokens/s beside 276 in a post, 1,565 above 276 in a
        column. Where no slip makes the one of the other: two sentences or rows that print nothing else of the kind
        which the other lacks, and share what is measured; of times what their sisters share is enough.

    Passes:
        Values that the other document prints anywhere; steps of which one ends where the other begins; what the values
        beside come to.

    Does not judge:
        Bounds, goals and small counts; values with a setting, a number or a case that the other lacks; slips of round
        numbers; documents of different dates (skipped).
    """
    index = index_of(corpus)
    withdrawn = withdrawn_of(corpus)
    every = {one.document_id: _by_kind(sites(one, index, corpus.vocabulary)) for one in corpus.documents}
    for name, near in related(corpus, index).items():
        for there in (one for one in near if one > name):
            for dims in every[name].keys() & every[there].keys():
                mine, theirs = every[name][dims], every[there][dims]
                if max(len(mine), len(theirs)) <= MANY:
                    found = couples(mine, theirs, index, corpus.vocabulary)
                    yield from (_said(one, index) for one in found if not withdrawn.has(name, one.one.quote))


def _by_kind(every: Sequence[Site]) -> Kinds:
    found: Kinds = defaultdict(list)
    for one in every:
        found[one.value.dims].append(one)
    return found


def _said(one: Couples, index: Index) -> Finding | Skip:
    mine, theirs, *both = (index.places.printed(each.document, each.start, each.end)
                           for each in (one.one, one.other, *one.sisters))  # fmt: skip
    key = (mine.document, theirs.document, *sorted(one.one.words & one.other.words))
    if index.of_two_editions(one.one.document, one.other.document):
        return Skip(CODE, key, OTHER_EDITION)
    gap = one.one.allowed.distance(one.other.allowed)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("low", severity.of_gap(gap)),
        message=f"{mine.quote} in {mine.document} against {theirs.quote} in {theirs.document}: both stand beside one "
        f"value, {both[0].quote} and {both[1].quote}",
        arithmetic=f"In base units {mine.quote} allows {one.one.allowed}, {theirs.quote} allows {one.other.allowed}: "
        f"{apart(gap)}.",
        comparison=key,
        evidence=(mine, theirs),
        likely_wrong_why=one.slip or "one is told as often as the other",
    )
