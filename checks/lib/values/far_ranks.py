"""Percentiles that one document prints in different sentences, of what can only be one run."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from checks.lib.labels.about import Index
from checks.lib.language.otherwise import otherwise
from checks.lib.language.tokens import every_root, names
from checks.lib.linking.clashes import modifiers_clash, places_clash
from checks.lib.linking.scenes import two_cases
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.percentiles import Ranked, unranked
from schemas.document import Document

ALL = 100
Pair = tuple[Ranked, Ranked, str]  # with what tells that one may be of another case, "" for nothing


def of_one_run(document: Document, every: Sequence[Ranked], index: Index) -> Iterator[Pair]:
    """Two percentiles of different sentences, each the document's only value of its rank, that nothing tells apart."""
    by_rank: dict[object, list[Ranked]] = defaultdict(list)
    for one in every:
        if 0 < one.rank < ALL:  # the longest of anything is no rank of a run
            by_rank[one.rank].append(one)
    single = [some[0] for some in by_rank.values() if len({each.claim.figure.interval for each in some}) == 1]
    for left, right in combinations(sorted(single, key=lambda one: one.claim.figure.start), 2):
        sentences = [index.sentence_at(document.document_id, each.claim.figure.start) for each in (left, right)]
        if sentences[0] and sentences[1] and sentences[0].passage.start != sentences[1].passage.start:
            first, second = sentences[0], sentences[1]
            if all(each.asserted and not each.past for each in (first, second)) and not _apart(first, second):
                yield left, right, _case(left, first, second) or _case(right, second, first)


def _apart(left: Sentence, right: Sentence) -> bool:
    texts = [[unranked(text) for text in (each.passage.words, *each.scope)] for each in (left, right)]
    said = [every_root(" ".join(some)) for some in texts]
    foreign = names(texts[0][0]) - said[1], names(texts[1][0]) - said[0]
    return bool(
        any(foreign)
        or two_cases(*texts)
        or modifiers_clash(texts[0][0], texts[1][0], *said)
        or places_clash(texts[0], texts[1])
    )


def _case(one: Ranked, here: Sentence, there: Sentence) -> str:
    """What a sentence says of its value that neither the other nor the text above it does."""
    start = one.claim.figure.start - here.passage.start
    end = one.claim.figure.end - here.passage.start
    above = here.passage.document.text[: min(here.passage.start, there.passage.start)]
    return otherwise(unranked(here.passage.words), start, end, (there.passage.words, *there.scope, above))
