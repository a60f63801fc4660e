"""What a sentence says to be as it was: a value that it prints, or one that two documents print below one label."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from checks.lib.labels.about import Index
from checks.lib.language.tokens import every_root
from checks.lib.quantities.asserted import Sentence
from checks.lib.telling.value_sites import Site
from checks.lib.values.sites_linked import Pair, best, points, telling
from schemas.document import Document
from schemas.names import Vocabulary

ENOUGH = 2.0  # points of two values of one thing
HALF = 0.5  # of what two cells are called, at least, is said
NOISE = Decimal("1.05")  # times apart, where no value is printed
FAR = 3  # times apart: two things
# "The same rack" is of how it was measured.
_KEPT = re.compile(
    r"\b(?:unchanged|unaltered|(?:identical|the same)(?=\s*(?:[,.;:)]|$|(?:as|to|in)\b))|"
    r"(?:just |exactly )?as (?:it was |they were )?before|"
    r"(?:did|does|do|has|have|had|was|were|is|are)(?: not|n[’']t) (?:\w+ )?(?:mov|chang|shift|budg|differ|alter)\w*|"
    r"no (?:change|different|difference)|(?:nothing|neither|none|nor)\b[^.;]{0,40}(?:moved|changed)|"
    r"exactly (?:as|what|like|where))\b",
    re.IGNORECASE,
)
# Of a bound, a feature or a price too: only where the sentence says the other document's release.
_STAYS = re.compile(r"\b(?:keeps?|kept|stay(?:s|ed)?|remain(?:s|ed)?|still|again|holds?|held)\b", re.IGNORECASE)
_BREAK = re.compile(r"[;,]\s|\s(?:while|whereas|but)\s")
_RELEASE = re.compile(r"(?<![\w.])\d+(?:\.\d+)*(?![\w.]*\d)")


@dataclass(frozen=True, slots=True, eq=False)  # each is one
class Kept:
    """A sentence by which a value is as it was, and the two values that are not the same."""

    sentence: Sentence
    one: Site
    other: Site


def kept(sentence: Sentence, other: Document) -> bool:
    """Whether a sentence says that something is as it was, in another document where its words may mean more."""
    return sentence.asserted and bool(_clauses(sentence, other))


def _clauses(sentence: Sentence, other: Document) -> list[tuple[int, int]]:
    """Where the clauses of a sentence begin and end that say so: "58 dB is unchanged, while warm-up takes 70 s"."""
    text = sentence.passage.words
    breaks = [0, *(one.end() for one in _BREAK.finditer(text)), len(text)]
    return [each for each in pairwise(breaks) if _says(text[slice(*each)], other)]


def _says(text: str, other: Document) -> bool:
    named = set(_RELEASE.findall(text)) & set(_RELEASE.findall(other.title))
    return bool(_KEPT.search(text) or (named and _STAYS.search(text)))


def printed(
    sentence: Sentence, mine: Sequence[Site], theirs: Sequence[Site], index: Index, vocabulary: Vocabulary
) -> Iterator[Kept]:
    """The values that a sentence prints as kept, with the one of another document that each can only be."""
    clauses = _clauses(sentence, theirs[0].document) if theirs else []
    own = [one for one in mine if one.sentence is sentence]
    for one in (each for each in own if any(start <= each.value.start < end for start, end in clauses)):
        alike = [each for each in theirs if each.alike(one)]
        if not one.value.counted and alike and not any(each.agrees(one) for each in alike):
            found = best(one, alike)
            if found and _one_thing(one, found, index, vocabulary):
                yield Kept(sentence, one, found)


def _one_thing(one: Site, other: Site, index: Index, vocabulary: Vocabulary) -> bool:
    times = one.times(other)
    near = times is not None and times < FAR and points(one, other) >= ENOUGH and telling(one, other)
    return near and not Pair(one, other).set_apart(index, vocabulary)


def labelled(sentence: Sentence, mine: Sequence[Site], theirs: Sequence[Site]) -> list[tuple[Site, Site]]:
    """The values that documents print below the same labels, of which a sentence without a value says most."""
    if any(one.sentence is sentence and not one.value.counted for one in mine):
        return []
    said = every_root(sentence.passage.words)
    pairs = [
        (one, other) for one in mine for other in theirs
        if _label(one) == _label(other) and one.alike(other) and len(_label(one) & said) > HALF * len(_label(one))
    ]  # fmt: skip
    most = max((len(_label(one) & said) for one, _ in pairs), default=0)
    return [(one, other) for one, other in pairs if len(_label(one) & said) == most]


def _label(one: Site) -> frozenset[str]:
    """What a value is called: all of a cell's labels, "large" too."""
    return every_root(one.text) if one.table else one.words


def moved(one: Site, other: Site) -> bool:
    """Whether two values are further apart than noise."""
    times = one.times(other)
    return times is not None and times > NOISE and not one.agrees(other)
