"""Which table a sentence can only mean: that of its section, that of its topic, or the only one with such a row."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from checks.lib.about import Told
from checks.lib.asserted import Sentence
from checks.lib.tokens import roots, tokens
from schemas.document import Document

UNTITLED = 0.3  # what a table without headings of its own has of a sentence's topic


def settled(document: Document, start: int, at: int, labels: Collection[str]) -> bool:
    """Whether text at `start` can only be of the table at `at` of the same document, of whose row these are labels.

    A report prints "fflate" in a table for each machine and month; what it says of it under another heading, or in its
    summary, is of any of them.
    """
    heads = sorted(one.start for one in document.blocks if one.kind == "heading")
    if bisect_right(heads, start) == bisect_right(heads, at):
        return True
    asked = {label for label in labels if label}
    having = (any(asked & {cell.text for cell in row} for row in table.rows) for table in document.tables)
    return sum(having) <= 1


def topical(every: Sequence[Told], sentence: Sentence) -> Iterator[Told]:
    """Of sheets of one document with the same columns, the one whose headings the sentence says most of.

    A README has the same table for each model and board; only what stands over them tells them apart.
    """
    groups: dict[object, list[Told]] = defaultdict(list)
    for one in every:
        alone = one.sheet.name if not one.sheet.table else ""
        groups[one.sheet.document.document_id, one.columns, alone].append(one)
    words = roots(tokens(" | ".join((sentence.passage.words, *sentence.scope[-1:]))))
    for some in groups.values():
        yield from _most(some, words)


def _most(some: Sequence[Told], words: frozenset[str]) -> Sequence[Told]:
    common = frozenset.intersection(*(one.topic for one in some))
    own = [one.topic - common for one in some]
    shares = [len(mine & words) / len(mine) if mine else UNTITLED for mine in own]
    most = max(shares)
    found = [one for one, share in zip(some, shares, strict=True) if share == most]
    return found if len(found) == 1 or most == UNTITLED else []
