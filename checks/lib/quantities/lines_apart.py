"""Labelled lines that a text keeps without breaks between them, each as a statement of its own."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from checks.lib.language.assertions import is_said
from checks.lib.quantities.asserted import Sentence, is_past, placed
from checks.lib.statements.passages import Passage

LEAST = 2  # labelled lines that make a list


def apart(sentence: Sentence, values: Sequence[int]) -> Iterator[Sentence]:
    """A sentence, or its lines where several of them are labelled; `values` are where those print theirs.

    Taken as one, each of "ResNet-50, batch 128: 41,720 images/s" and "BERT, batch 16: 3,460" would say both settings.
    """
    passage = sentence.passage
    inside = [at for at in values if passage.start <= at < passage.end]
    if len(inside) < LEAST:
        yield sentence
        return
    text = passage.document.text
    for at in inside:
        start = max(text.rfind("\n", 0, at) + 1, passage.start)
        end = text.find("\n", at)
        yield _line(sentence, start, min(end if end >= 0 else passage.end, passage.end))


def _line(sentence: Sentence, start: int, end: int) -> Sentence:
    document, moved = sentence.passage.document, start - sentence.passage.start
    passage = Passage(document, start, end, document.text[start:end])
    inside = (one.amount for one in sentence.amounts if start <= one.start and one.end <= end)
    mine = [replace(one, start=one.start - moved, end=one.end - moved) for one in inside]
    every = tuple(placed(passage, mine, sentence.scope))
    return Sentence(passage, every, sentence.scope, is_said(passage.words), is_past(passage.words))
