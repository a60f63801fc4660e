"""Figures that are said to hold for two pieces of software: "for both PyTorch and TensorFlow"."""

import re
from collections.abc import Iterator

from checks.lib.statements.compared import FACTORS, Compared
from checks.lib.statements.index import by
from checks.lib.statements.passages import quoted
from schemas.document import Document
from schemas.finding import Evidence
from schemas.names import Vocabulary
from schemas.statement import Claim, Parsed

BOTH = re.compile(
    r"\b(?:for|with|in|on|under|using)\s+both\s+(?P<names>[\w.+-]+(?:\s[\w.+-]+)?\s+and\s+[\w.+-]+(?:\s[\w.+-]+)?)"
)


def for_both(parsed: Parsed, charts: list[Compared], vocabulary: Vocabulary) -> Iterator[tuple[Claim, tuple[str, ...]]]:
    """Factors of a text and of its charts that are given for two known frameworks at least, bounds included."""
    factors = [one for one in parsed.claims if one.figure.kind in FACTORS and not one.chart]
    for claims in by(factors, lambda claim: claim.context_start).values():
        match = BOTH.search(claims[0].context)
        names = _frameworks(match["names"], vocabulary) if match else ()
        if len(names) > 1:
            yield from ((claim, names) for claim in claims)
    for one in charts:
        names = _frameworks(one.subject.condition("framework"), vocabulary)
        if len(names) > 1:
            yield one.headline, names


def words(document: Document, claim: Claim) -> Iterator[Evidence]:
    """The words that give a claim's factor for both, as evidence."""
    match = BOTH.search(claim.context)
    start = claim.context_start + match.start() if match else -1
    if match and document.text.startswith(match.group(), start):
        yield quoted(document, start, start + len(match.group().rstrip(".")), "supporting")


def _frameworks(words: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found.name for found in vocabulary.find(words, "frameworks")))
