"""The values that a difference in a unit may lie between, and what ties it to two of them.

As with factors (docs/decisions/0010): points for the sides, the thing and the place; any two values of the page acquit.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from checks.lib.columns.boards import Place
from checks.lib.labels.about import Index, Told
from checks.lib.labels.contrasts import contrasts
from checks.lib.labels.couples import Couple, couples
from checks.lib.labels.other_setting import other_place
from checks.lib.labels.sections import in_section
from checks.lib.labels.slots import Slot
from checks.lib.language.tokens import coded, content, names, roots, tokens
from checks.lib.quantities.amounts import Amount
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.quantities.numbers_said import PERCENT, POINTS
from checks.lib.quantities.percentiles import rank_of
from checks.lib.ratios.differences import is_difference
from checks.lib.ratios.said_differences import Difference, said_numbers
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.interval import Interval
from schemas.names import Vocabulary

ENOUGH, SURE = 4, 7  # points
SAME = Decimal("0.005")
FEW = 3  # values of a kind on a page of which a difference can be of no others
CLEAR = 2  # points that another couple may have less, and be meant
BEFORE = 2  # sentences before a difference in which its values may stand
SIDE, MOST = 2, 3  # points for a side that is said; words of the thing that count
CROWD = 80  # values of a kind; of more some two are any difference


@dataclass(frozen=True, slots=True)
class Value(Place):
    """A value that is printed somewhere."""

    document: Document


@dataclass(frozen=True, slots=True)
class Between:
    """Two values that a difference may be of, by so many points."""

    left: Value
    right: Value
    points: int

    @property
    def given(self) -> Interval:
        """What lies between them."""
        return apart(self.left.value, self.right.value)


def apart(left: Interval, right: Interval) -> Interval:
    """The larger less the smaller, of all that their prints allow."""
    small, large = sorted((left, right), key=lambda one: one.upper)
    return Interval(max(Decimal(0), large.lower - small.upper), max(Decimal(0), large.upper - small.lower))


def values_of(document: Document, index: Index) -> list[Value]:
    """All values of a document: of its tables, lists and sentences, those that are differences too."""
    found = {slot.start: Value(slot.start, slot.end, slot.amount, document)
             for told in index.of(document) for slot in told.slots}  # fmt: skip
    for sentence in index.sentences(document):
        for one in said_numbers(sentence):
            found.setdefault(one.start, Value(one.start, one.end, one.amount, document))
    return [one for one in found.values() if one.value.bounded]


def of_kind(one: Difference, amount: Amount) -> bool:
    """Whether an amount can be one of the two that a difference lies between."""
    if one.points:
        return amount.kind == PERCENT or (amount.kind == "count" and not amount.of - POINTS) or amount.kind == "share"
    if amount.kind != one.amount.kind:
        return False
    if amount.kind in ("count", "rate"):
        return bool(amount.of & one.amount.of) or (amount.kind == "rate" and not (amount.of and one.amount.of))
    return True


def acquitted(one: Difference, every: Sequence[Value], couples: Sequence[Between]) -> bool:
    """Whether two values of its kind give a difference, or it is printed once more; of too many nobody knows.

    What is told of two values, with both sides and the thing, others acquit only where they are told as well: of eight
    values some two lie any distance apart. Where words tie it less, a page of more values leaves open which are meant.
    """
    mine = [each for each in every if of_kind(one, each.amount) and each.start != one.start]
    values = sorted({each.value for each in mine}, key=lambda each: each.upper)
    most = max(each.points for each in couples)
    if len(values) > CROWD or any(_same(one, each) for each in values):
        return True
    if most < SURE or one.loose:
        return len(values) > FEW or any(one.allows(apart(*two)) for two in combinations(values, 2))
    return any(one.allows(each.given) for each in couples if each.points >= most - CLEAR)


def _same(one: Difference, value: Interval) -> bool:
    """Whether a value is the very difference, by more than where the two roundings touch."""
    mine = one.amount.readings.rounded
    return abs(mine.lower + mine.upper - value.lower - value.upper) <= (mine.upper + mine.lower) * SAME


def tied(one: Difference, index: Index, corpus: Corpus, near: Sequence[Document]) -> list[Between]:
    """The couples of values that a difference can be tied to."""
    found = [each for document in near for each in _tied(one, document, index, corpus.vocabulary)]
    return [each for each in found if one.start not in (each.left.start, each.right.start)]


def best(found: Sequence[Between]) -> list[Between]:
    """The couples of most points, where they are enough."""
    most = max((each.points for each in found), default=0)
    return [each for each in found if each.points == most >= ENOUGH]


def _tied(one: Difference, document: Document, index: Index, vocabulary: Vocabulary) -> Iterator[Between]:
    own = document is one.document
    unknown = (names(one.sentence.passage.words) | coded(one.sentence.passage.words)) - index.words[
        document.document_id
    ]
    if not own and (unknown or index.other_version(one.sentence, document)):
        return
    for told in index.of(document):
        if other_place(one.sentence.passage.words, [told.sheet.above]):
            continue
        for couple in couples([*told.slots, *told.sides.rows], vocabulary):
            # What a p99 has more than a p90 of the same row is of nobody's doing.
            if of_kind(one, couple.left.amount) and not all(rank_of(side.label) for side in couple.sides):
                yield _of_couple(one, couple, told, own=own)
    yield from _of_text(one, document, index, own=own)
    if own:
        yield from _around(one, index.sentences(document))


def _of_couple(one: Difference, couple: Couple, told: Told, *, own: bool) -> Between:
    text = one.sentence.passage.words
    scope = " | ".join(one.sentence.scope)
    sides = [side.said(text) or side.partly(text) for side in couple.sides]
    over = [side.said(scope) for side in couple.sides]
    of = couple.of | couple.left.amount.of
    thing = len(content(text) & of) * 2 or len(content(scope) & of)
    about = len(content(text) & roots(tokens(f"{told.sheet.about} {told.sheet.document.title}")))
    here = own and in_section(one.document, one.sentence.passage.start, [told.slots[0].start])[0]
    points = SIDE * sum(sides) + (not all(sides) and any(over)) + min(thing, MOST + 1) + min(about, 2) + here
    if couple.alone:
        points += 1 + (not couple.of) + (here and not one.loose)
    return _between(couple.left, couple.right, points if couple.alone or any(sides) or thing else 0)


def _between(left: Slot | Asserted, right: Slot | Asserted, points: int) -> Between:
    both = [Value(each.start, each.end, each.amount, each.document) for each in (left, right)]
    return Between(both[0], both[1], points)


def _of_text(one: Difference, document: Document, index: Index, *, own: bool) -> Iterator[Between]:
    mine = content(" | ".join((one.sentence.passage.words, *one.sentence.scope[:1])))
    for told in contrasts(index.sentences(document)):
        left, right = told.contrast.left, told.contrast.right
        if not of_kind(one, left.amount) or one.start in (left.start, right.start):
            continue
        shared = min(len(mine & content(told.words)), MOST)
        near = own and told.sentences[0].scope[-2:] == one.sentence.scope[-2:]
        yield _between(left, right, shared + 3 * near + (own and one.sentence in told.sentences))


def _around(one: Difference, every: Sequence[Sentence]) -> Iterator[Between]:
    """The only two values of its kind in a difference's sentence and the two before it, where neither moves either."""
    at = next(place for place, each in enumerate(every) if each.passage.start == one.sentence.passage.start)
    near = [each for each in every[max(0, at - BEFORE) : at + 1] if each.scope[-2:] == one.sentence.scope[-2:]]
    found = [
        each for sentence in near for each in said_numbers(sentence) if of_kind(one, each.amount) and not each.bare
    ]
    plain = [each for each in found if each.start != one.start and not is_difference(each)]
    if len(plain) != 2 or any(each.amount.qualifier not in ("exact", "about") for each in plain):
        return
    words = [content(each.sentence.passage.words) for each in plain]
    mine = content(one.sentence.passage.words)
    shared = len(mine & (words[0] | words[1])) + len(words[0] & words[1] - mine)
    both = [Value(each.start, each.end, each.amount, one.document) for each in plain]
    yield Between(both[0], both[1], ENOUGH - 1 + min(2, shared))
