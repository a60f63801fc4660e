"""Which cells other amounts of a sentence or of its list name: of two swapped values each fits the other one's cell."""

from collections.abc import Iterator, Sequence

from checks.lib.labels.about import Index
from checks.lib.labels.naming import Text, best
from checks.lib.labels.slots import Slot
from checks.lib.language.tokens import settings
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence
from schemas.names import Vocabulary


def taken(
    asserted: Asserted, sentence: Sentence, slots: Sequence[Slot], index: Index, vocabulary: Vocabulary
) -> frozenset[int]:
    """Where the slots begin that other amounts name: "310,000 random reads and 820,000 random writes".

    Without them a swapped value would be taken for the one of the neighbour that it is.
    """
    found: set[int] = set()
    for one, around in _others(asserted, sentence, index):
        beside = [other.clause for other in around.amounts if other is not one and alike(other.amount, one.amount)]
        text = Text.of(one.clause, around.passage.words, around.scope, beside)
        numbers = settings(one.clause) or settings(around.passage.words)
        named = {each.slot.start for each in best(slots, numbers, text, vocabulary)}
        found |= named if len(named) == 1 else set()
    return frozenset(found)


def _others(asserted: Asserted, sentence: Sentence, index: Index) -> Iterator[tuple[Asserted, Sentence]]:
    """The other amounts of its kind in the sentence, and in the items of its list."""
    for around in (sentence, *_items(sentence, index)):
        able = (one for one in around.amounts if one is not asserted and alike(one.amount, asserted.amount))
        yield from ((one, around) for one in able)


def _items(sentence: Sentence, index: Index) -> Iterator[Sentence]:
    """The other items under one heading, where a sentence is one."""
    document, start = sentence.passage.document, sentence.passage.start
    items = {one.start for one in document.blocks if one.kind == "list_item"}
    for one in index.sentences(document) if start in items else ():
        if one.passage.start in items and one.passage.start != start and one.scope[-2:] == sentence.scope[-2:]:
            yield one
