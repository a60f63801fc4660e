"""Content words of a text: what it is about, apart from the words that every performance claim has."""

import re

WORD = re.compile(r"[a-z]{4,}")
_ENDING = re.compile(r"(?:ations?|ments?|ings?|ions?|ers?|ed|es|s|e)$")
COMMON = frozenset(
    """
    about above achieve across after against also another average based because been before being below best better
    both compared compare compares delivers deliver does double down each even every exact faster fewer first from gain
    gets gives given half have higher improvement into just latency less like lower many measured more most much
    nearly need needs only other over performance quick rate reaches reduction result results same shows slower some
    speed speedup such takes than that their them then there these they this those throughput time times twice under
    users using very well were what when where which while will with without would year your
    """.split()
)


def stem(word: str) -> str:
    """A word without its ending, so that "ingests" and "ingestion" are one."""
    return _ENDING.sub("", word) if len(word) > 5 else word.rstrip("s")


def stems(text: str) -> frozenset[str]:
    """The stems of a text's content words of four letters and more."""
    return frozenset(stem(word) for word in WORD.findall(text.lower()) if word not in COMMON)
