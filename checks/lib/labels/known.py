"""Known names of two texts: whether both name machines, or workloads, and none of the one's can be one of the other's.

"The H100 takes 45 minutes" is no row "DGX H100", and a sentence on BERT is no row of a table on ResNet-50, though each
shares words with it.
"""

from collections.abc import Sequence
from functools import lru_cache

from checks.lib.language.settings import opposed
from checks.lib.language.tokens import tokens
from checks.lib.quantities.asserted import Sentence
from schemas.names import Entry, Vocabulary

KINDS = ("platforms", "workloads")


def of_others(said: str, printed: str, vocabulary: Vocabulary) -> bool:
    """Whether what is said names known things of a kind, what is printed too, and none of them can be one thing.

    A class that is said ("the GPU") may be any of them; one that is printed ("IPU") is no product that is said.
    """
    return any(_apart(said, printed, kind, vocabulary) for kind in KINDS)


def of_another_scene(sentence: Sentence, printed: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Whether a sentence, with the one before it, is of another workload or setting than what is printed.

    "We ran DLRM in FP16. The new card is 3.8x as fast" is of no table of BERT, and of none in INT8.
    """
    words, before = sentence.passage.words, sentence.scope[:1]
    if any(opposed([words, *before], printed)):
        return True
    return _apart(" | ".join((words, *before)), " | ".join(printed), "workloads", vocabulary)


@lru_cache(maxsize=8192)
def roots_of(text: str, vocabulary: Vocabulary) -> frozenset[str]:
    """The roots of the words of all known names in a text: "sysbench" is a name, though it is printed small."""
    return frozenset(word.root for one in vocabulary.find(text, *KINDS) for word in tokens(one.raw))


def _apart(said: str, printed: str, kind: str, vocabulary: Vocabulary) -> bool:
    mine = [one for one in _named(said, kind, vocabulary) if not (one.flag("generic") or one.flag("unnamed"))]
    theirs = _named(printed, kind, vocabulary) if mine else ()
    return bool(mine and theirs) and not any(_one(left, right, vocabulary) for left in mine for right in theirs)


@lru_cache(maxsize=32768)
def _named(text: str, kind: str, vocabulary: Vocabulary) -> tuple[Entry, ...]:
    """The entries of a kind that a text names, each once; machines before workloads where they overlap."""
    found = (one.entry for one in vocabulary.find(text, *KINDS) if one.kind == kind)
    return tuple({one.name: one for one in found}.values())


def _one(left: Entry, right: Entry, vocabulary: Vocabulary) -> bool:
    """Whether two names can mean one thing: one machine a variant of the other, a member beside its family."""
    if left.kind == "platforms":
        return vocabulary.related(left.name, right.name)
    return left.name == right.name or left.name == right.text("family") or right.name == left.text("family")
