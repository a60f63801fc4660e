"""The sentences of a document with the claims that extraction found in each."""

from bisect import bisect_left
from collections.abc import Iterator

from checks.lib.labels.about import Index
from checks.lib.quantities.asserted import Sentence
from schemas.statement import Claim, Parsed


def claimed(parsed: Parsed, index: Index) -> Iterator[tuple[Sentence, list[Claim]]]:
    """Every sentence in text order, with its claims."""
    claims = sorted(parsed.claims, key=lambda claim: claim.figure.start)
    starts = [claim.figure.start for claim in claims]
    for sentence in index.sentences(parsed.document):
        passage = sentence.passage
        yield sentence, claims[bisect_left(starts, passage.start) : bisect_left(starts, passage.end)]
