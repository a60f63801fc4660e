"""Whether two claims without a known workload can be about one thing: the content words of their sentences say.

Two statements over the same two products may speak of two things ("on joins", "on scans"). Where no workload says
which, the words themselves must: statements that share too few of them are not held against each other.
"""

from checks.lib.topics import ALIKE, share, words_of
from schemas.names import Vocabulary
from schemas.statement import Claim


def alike(first: Claim, second: Claim, vocabulary: Vocabulary) -> bool:
    """Whether two statements can be about one thing.

    In one text a writer who says two factors means two things, unless the words are the same or one is a heading.
    """
    left, right = words_of(first, vocabulary), words_of(second, vocabulary)
    if first.document == second.document and "heading" not in (first.place, second.place):
        return left == right
    return share(left, right) >= ALIKE
