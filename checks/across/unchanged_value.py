"""A value that is said to be as it was, against what the other document prints of it."""

from collections.abc import Iterator, Sequence

from checks.lib.findings import severity
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.quantities.asserted import Sentence
from checks.lib.sums.pools import related
from checks.lib.telling.value_sites import Site, sites
from checks.lib.values.kept_said import Kept, kept, labelled, moved, printed
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "unchanged-value"


@check(CODE, version=1, severity="low", since="0.1.0")
def unchanged_value(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is said to be as it was is as the document of that time prints it.

    Why:
        "The p95 is unchanged" is written of what nobody worked on, and seldom looked up. A step back between two
        releases hides best behind it.

    Flags:
        A value that a sentence prints as kept ("stays at 46 ms"), where the other document prints another one of the
        thing and nowhere that; two values below the same labels in two documents, more than 5 % apart, of which a
        sentence without a value says that they did not change.

    Passes:
        Values that the other document prints anywhere, and rounded ones; labels of which less than half is said.

    Does not judge:
        Values with a number or setting that the other one lacks; counts; sentences that may be of several values
        (skipped).
    """
    index = index_of(corpus)
    every = {one.document_id: sites(one, index, corpus.vocabulary) for one in corpus.documents}
    near = related(corpus, index)
    by_name = {one.document_id: one for one in corpus.documents}
    for name, document in by_name.items():
        others = [one for one in near.get(name, ()) if one != name]
        told = ((one, there) for one in index.sentences(document) for there in others if kept(one, by_name[there]))
        for sentence, there in told:
            for found in printed(sentence, every[name], every[there], index, corpus.vocabulary):
                yield _finding(found, index)
            yield from _of_labels(sentence, every[name], every[there], index)


def _of_labels(
    sentence: Sentence, mine: Sequence[Site], theirs: Sequence[Site], index: Index
) -> Iterator[Finding | Skip]:
    some = labelled(sentence, mine, theirs)
    if len(some) == 1 and moved(*some[0]):
        yield _finding(Kept(sentence, *some[0]), index)
    elif len(some) > 1 and any(moved(*one) for one in some):
        one, other = some[0]
        key = (one.document.name, other.document.name, sentence.passage.words)
        yield Skip(CODE, key, "not applicable, because the sentence may be of several values")


def _finding(found: Kept, index: Index) -> Finding:
    one, other = found.one, found.other
    first, second = (index.places.printed(each.document, each.start, each.end) for each in (one, other))
    passage = found.sentence.passage
    said = index.places.printed(passage.document, passage.start, passage.end)
    gap = one.allowed.distance(other.allowed)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("low", severity.of_gap(gap)),
        message=f"{first.document} says that it is as it was: {first.quote} here, {second.quote} in {second.document}",
        arithmetic=f"In base units {first.quote} allows {one.allowed}, {second.quote} allows {other.allowed}: "
        f"{apart(gap)}.",
        comparison=(one.document.name, other.document.name, *sorted(one.words & other.words)),
        evidence=(first, second) if one.sentence is found.sentence else (said, first, second),
        likely_wrong_why="the sentence, or the older value",
    )
