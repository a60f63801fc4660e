"""Two factors of one named thing over one other that nothing tells apart: "v2.4 is 3.1x faster than v2.3".

Both names and a word of what is measured are asked for, no wording. What one says and the other contradicts tells two
things apart: a number, a case, words of its own in each.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

from checks.lib.labels.about import Index
from checks.lib.labels.links_said import Link
from checks.lib.language.contrast_words import content
from checks.lib.language.tokens import every_root, one_release
from checks.lib.linking.scenes import two_cases
from checks.lib.telling.told import VERBS
from schemas.interval import Interval
from schemas.multiples import figures

NEAR, FAR = Decimal("1.1"), Decimal(12)  # times apart that two factors are at least, and at most
CROWD = 40  # links of one pair; of more the names alone tell nothing
_WHOLE = re.compile(r"\d+\s?(?:[x×]|times)")
ENOUGH = 4  # words that both say for one that each has of its own
MOST = 3  # words that the longer text may add for each that both say
SHORT = 2  # numbers of a release that every text of it says: "2.5" of "2.5.0"
_RELEASE = re.compile(r"(?:^|\s)v?(?P<n>\d+(?:\.\d+)*)$")


def told_again(links: Sequence[Link], index: Index) -> Iterator[tuple[Link, Link]]:
    """The links of one pair of names whose factors cannot both be true, where neither text prints the other's."""
    of_pair: dict[tuple[str, str], list[Link]] = defaultdict(list)
    for one in links:
        if one.upper and one.lower:
            of_pair[_short(one.upper), _short(one.lower)].append(one)
    for some in of_pair.values():
        for one, other in combinations(some, 2) if len(some) <= CROWD else ():
            if _one_thing(one, other, index) and not _known(one, other, some):
                yield one, other


def _short(name: str) -> str:
    """A name by its release alone where it has one, since one text says "v2.4" of what another calls "Teal 2.4.0"."""
    match = _RELEASE.search(name)
    return ".".join(match["n"].split(".")[:SHORT]) if match else name


def _one_thing(one: Link, other: Link, index: Index) -> bool:
    """Whether two links are of one pair, say enough words in common and hardly any of their own."""
    alike = _alike(one.upper, other.upper) and _alike(one.lower, other.lower)
    if not alike or one.sentence is other.sentence or one.unlike(other) or not _differ(one, other):
        return False
    both = ((one, other), (other, one))
    mine, theirs = _plain(one), _plain(other)
    # Who says two factors in one text tells of two things more often than two texts do.
    shared = len((mine & (theirs | _over(other))) | (theirs & _over(one)))
    few = min(len(_own(a, b)) for a, b in both)
    many = max(len(_own(a, b) - _elsewhere(b, a, index)) for a, b in both)
    if not shared or few > shared // ENOUGH or many > MOST * (shared - one.of_document(other)):
        return False
    return not (all(_numbers(a) - _known_to(b, a) for a, b in both) or two_cases(_texts(one), _texts(other)))


def _elsewhere(one: Link, other: Link, index: Index) -> frozenset[str]:
    """The words of a link's document, where the other is of another: a caption further up may say the rest."""
    return frozenset() if one.of_document(other) else index.words[one.sentence.passage.document.document_id]


def _alike(one: str, other: str) -> bool:
    """Whether two names are one: of releases the numbers, and the words before them where both have some."""
    mine, theirs = _RELEASE.search(one), _RELEASE.search(other)
    if not (mine and theirs):
        return one == other
    words = one[: mine.start()], other[: theirs.start()]
    return (not all(words) or words[0] == words[1]) and one_release({mine["n"]}, {theirs["n"]})


def _differ(one: Link, other: Link) -> bool:
    """Whether two factors differ by more than loose speech, and by less than two things do; 13x is a cut-off 13.6x."""
    mine, theirs = one.one.ways[0], other.one.ways[0]
    cut = any(_WHOLE.fullmatch(each.quote) for each in (one, other)) and int(_middle(mine)) == int(_middle(theirs))
    if cut or not (mine.bounded and theirs.bounded):
        return False
    small, large = sorted((mine, theirs), key=_middle)
    if one.one.most != other.one.most and large is (mine if one.one.most else theirs):
        return False  # 1.6x is no more than "up to 1.9x"
    return large.lower > small.upper * NEAR and large.upper < small.lower * FAR


def _middle(one: Interval) -> Decimal:
    return (one.lower + one.upper) / 2


def _known(one: Link, other: Link, some: Sequence[Link]) -> bool:
    """Whether either's document says the other's factor as well, of the same two."""
    return any(
        each is not one and each is not other and each.of_document(mine) and each.one.ways[0].meets(theirs.one.ways[0])
        for each in some
        for mine, theirs in ((one, other), (other, one))
    )


def _own(one: Link, other: Link) -> frozenset[str]:
    """The words of what is measured, and where, that the other one's sentence and headings do not say."""
    return _plain(one) - content(" | ".join(_texts(other)))


def _plain(one: Link) -> frozenset[str]:
    """The words of its sentence besides the names and what any comparison says."""
    return one.words - VERBS - every_root(f"{one.upper} {one.lower}")


def _numbers(one: Link) -> frozenset[str]:
    """The numbers and codes of a sentence without its factors."""
    words = _texts(one)[0]
    for start, end in sorted(figures(words), reverse=True):
        words = f"{words[:start]} | {words[end:]}"
    return frozenset(word for word in every_root(words) if word[0].isdigit())


def _over(one: Link) -> frozenset[str]:
    return content(" | ".join(one.sentence.scope))


def _known_to(one: Link, other: Link) -> frozenset[str]:
    """What a sentence and what stands over it say; where that is the other one, it says nothing of this one."""
    over = [text for text in one.sentence.scope if text != other.sentence.passage.words]
    return every_root(" | ".join(_texts(replace(one, sentence=replace(one.sentence, scope=tuple(over))))))


def _texts(one: Link) -> tuple[str, ...]:
    """What says of what a factor is, without its two names: "2.4" and "2.5" of one sentence are no two releases."""
    both = "|".join(re.escape(name) for name in (one.upper, one.lower))
    named = re.compile(rf"(?<!\w)(?:{both})(?:\.\d+)*(?!\w)", re.IGNORECASE)
    return tuple(named.sub(" ", text) for text in (one.sentence.passage.words, *one.sentence.scope))
