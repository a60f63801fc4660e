"""What a claim without a known workload is about: the content words of its sentence.

Two statements over the same two products may speak of two things ("on joins", "on scans"). Where no workload says
which, the words themselves must: statements that share too few of them are not held against each other.
"""

import re

from schemas.names import Vocabulary
from schemas.statement import Claim

ALIKE = 0.6  # share of the shorter statement's content words that the other must have too
_WORD = re.compile(r"[a-z]{4,}")
_ENDING = re.compile(r"(?:ations?|ments?|ings?|ions?|ers?|ed|es|s|e)$")
_COMMON = frozenset(
    """
    about above achieve across after against also another average based because been before being below best better
    both compared compare compares delivers deliver does double down each even every exact faster fewer first from gain
    gets gives given half have higher improvement into just latency less like lower many measured more most much
    nearly need needs only other over performance quick rate reaches reduction result results same shows slower some
    speed speedup such takes than that their them then there these they this those throughput time times twice under
    users using very well were what when where which while will with without would year your
    """.split()
)


def words_of(claim: Claim, vocabulary: Vocabulary) -> frozenset[str]:
    """The stems of a claim's content words: no names of its sides, no words that every claim has."""
    names = f"{claim.subject.name} {claim.subject.raw} {claim.baseline.name} {claim.baseline.raw}".lower()
    known = {_stem(word) for word in _WORD.findall(names)}
    cues = {_stem(w) for m in vocabulary.find(claim.context, "metrics") for w in _WORD.findall(m.raw.lower())}
    found = {_stem(word) for word in _WORD.findall(claim.context.lower()) if word not in _COMMON}
    return frozenset(found - known - cues)


def alike(first: Claim, second: Claim, vocabulary: Vocabulary) -> bool:
    """Whether two statements can be about one thing.

    In one text a writer who says two factors means two things, unless the words are the same or one is a heading.
    """
    left, right = words_of(first, vocabulary), words_of(second, vocabulary)
    shorter = min(len(left), len(right))
    if first.document == second.document and "heading" not in (first.place, second.place):
        return left == right
    return not shorter or len(left & right) >= ALIKE * shorter


def _stem(word: str) -> str:
    return _ENDING.sub("", word) if len(word) > 5 else word.rstrip("s")
