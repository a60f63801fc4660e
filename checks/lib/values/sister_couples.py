"""Two values beside each other in one document, and two in another, of which the one of each is the same.

"From 5 hours to 1.25 hours" in a story, "300 minutes before, 125 minutes after" in its appendix: the 300 minutes say
which measurement both tell, so that the other two are one value too. Words need hardly be shared.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.linking.scenes import two_cases
from checks.lib.quantities.dimensions import KINDS
from checks.lib.quantities.plain_values import SHARE
from checks.lib.telling.measured import metric_words
from checks.lib.telling.value_sites import Site, digits
from checks.lib.values.sites_linked import Pair, given, telling
from schemas.names import Vocabulary

NEAR = 320  # characters between two sentences that tell one thing
FAR, VERY_FAR = Decimal(3), Decimal(12)  # times that two values without a slip may be apart; of sisters with one name
FEW = 100  # counts below it are of anything
WORDS = 2  # that the two couples share where no slip makes one value of the other
TELLING = 2  # digits of a number that does not stand in every text


@dataclass(frozen=True, slots=True)
class Couples:
    """Two values of one thing, and the two beside them that agree: the sister of each."""

    one: Site
    other: Site
    sisters: tuple[Site, Site]
    slip: str


def couples(mine: Sequence[Site], theirs: Sequence[Site], index: Index, vocabulary: Vocabulary) -> Iterator[Couples]:
    """The values of two documents, of one dimension, that differ where their sisters agree."""
    left, right = _alone(mine, theirs), _alone(theirs, mine)
    for one in left:
        found = [
            Couples(one, other, (a, b), Pair(one, other).slip)
            for other in right
            for a in _beside(one, mine)
            for b in _beside(other, theirs)
            if a not in left and a.agrees(b) and not one.agrees(other) and _one_way((one, a), (other, b))
        ]
        slipped = [each for each in found if each.slip and _tied(each)]
        able = slipped or [each for each in found if _only(each, left, right)]
        if len({each.other for each in able}) == 1 and not _apart(able[0], index, vocabulary):
            yield able[0]


def _alone(mine: Sequence[Site], theirs: Sequence[Site]) -> list[Site]:
    """The plain values that the other document does not print."""
    able = (one for one in mine if one.allowed.bounded and one.allowed.lower > 0 and one.holds_or_adds)
    large = (one for one in able if not (one.value.counted and one.allowed.upper < FEW))
    return [one for one in large if not any(one.allowed.meets(each.allowed) for each in theirs)]


def _beside(one: Site, every: Sequence[Site]) -> list[Site]:
    """The values of a value's sentence and those next to it, of its row, or of its column."""
    return [each for each in every if each is not one and each.allowed.bounded and _are_beside(one, each)]


def _are_beside(one: Site, other: Site) -> bool:
    if one.table is not None:
        return one.table is other.table and (one.row == other.row or one.column == other.column)
    near = abs(one.start - other.start) < NEAR and one.scope[-2:] == other.scope[-2:]
    return other.sentence is not None and (other.sentence is one.sentence or near)


def _one_way(mine: tuple[Site, Site], theirs: tuple[Site, Site]) -> bool:
    """Whether both fall or both rise: the end of one step is the beginning of the next."""
    (one, a), (other, b) = mine, theirs
    return (one.allowed.lower > a.allowed.lower) == (other.allowed.lower > b.allowed.lower)


def _tied(one: Couples) -> bool:
    """Whether two values that a slip makes one share a word, or their sisters do, and are no round numbers."""
    shared = telling(one.one, one.other) or telling(*one.sisters)
    return shared and min(digits(one.one), digits(one.other)) >= TELLING


def _only(one: Couples, left: Sequence[Site], right: Sequence[Site]) -> bool:
    """Whether two lines print nothing else that the other lacks, and say the same of what they print."""
    if one.one.value.dims == SHARE or one.one.value.counted:
        return False
    times = one.one.times(one.other)
    lines = (_line(one.one, one.sisters[0], left), _line(one.other, one.sisters[1], right))
    a, b = one.sisters
    shared = (one.one.words | a.words) & (one.other.words | b.words)
    # A job has a time before and one after; of sizes a page prints many.
    same = telling(a, b) and (one.one.value.dims == KINDS["time"] or telling(one.one, one.other))
    far = VERY_FAR if _named(one) else FAR
    return bool(times and times <= far and all(lines) and same and len(shared) >= WORDS)


def _named(one: Couples) -> bool:
    """Whether the sisters say by name what is measured."""
    a, b = one.sisters
    return len(metric_words(a.near & b.near)) >= WORDS


def _line(one: Site, sister: Site, alone: Sequence[Site]) -> bool:
    """Whether a value and its sister stand in one row, or in sentences that print no other value that stands alone."""
    if one.table is not None:
        others = [each for each in alone if each.table is one.table and each.row == one.row]
        return one.row == sister.row and len(others) == 1
    said = (one.sentence, sister.sentence)
    return len([each for each in alone if any(each.sentence is sentence for sentence in said)]) == 1


def _apart(one: Couples, index: Index, vocabulary: Vocabulary) -> bool:
    """Whether a number, a setting or a case tells two values apart, or the one is what the other comes to."""
    pair = Pair(one.one, one.other)
    if pair.set_apart(index, vocabulary) or two_cases(one.one.texts, one.other.texts):
        return True
    if one.slip:
        return False
    a, b = one.sisters
    return (
        (not _named(one) and bool(pair.case(index)))
        or pair.apart(index, vocabulary)
        or given(one.one, [b], one.other)
        or given(one.other, [a], one.one)
    )
