"""Which table a sentence can only mean: that of its section, that of its topic, or the only one with such a row."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from checks.lib.labels.about import Told
from checks.lib.language.averaged import averaged
from checks.lib.language.tokens import roots, tokens
from checks.lib.quantities.asserted import Sentence
from checks.lib.statements.kept import of_document
from schemas.document import Document

_WORD = re.compile(r"[^\W_][\w-]*")
UNTITLED = 0.3  # what a table without headings of its own has of a sentence's topic


def in_section(document: Document, start: int, places: Sequence[int]) -> list[bool]:
    """For each place of a document, whether no heading stands between it and `start`."""
    heads = _headings(document)
    return [bisect_right(heads, at) == bisect_right(heads, start) for at in places]


@of_document
def _headings(document: Document) -> list[int]:
    """Where the headings of a document begin."""
    return sorted(one.start for one in document.blocks if one.kind == "heading")


def in_sisters(document: Document, one: int, other: int) -> bool:
    """Whether two places stand under different headings of one level, each of which may be a case of its own."""
    heads = [block for block in document.blocks if block.kind == "heading"]
    over = [[head for head in heads if head.start <= at][-1:] for at in (one, other)]
    return all(over) and over[0] != over[1] and over[0][0].level == over[1][0].level


def in_settings(document: Document, one: int, other: int) -> bool:
    """Whether two places stand under sister headings that are names alone, others each: "NVLink + TCP", "PCIe + RDMA".

    Such headings say on what was measured; "Summary" and "Results" do not.
    """
    if not in_sisters(document, one, other):
        return False
    heads = [block for block in document.blocks if block.kind == "heading"]
    over = [[head for head in heads if head.start <= at][-1] for at in (one, other)]
    left, right = (_names_alone(document.text[head.start : head.end]) for head in over)
    return bool(left and right) and left != right


def _names_alone(text: str) -> frozenset[str]:
    """The words of a heading when each is a name: capitals behind its first letter, or digits."""
    found = _WORD.findall(text)
    return (
        frozenset(found) if all(one[1:] != one[1:].lower() or re.search(r"\d", one) for one in found) else frozenset()
    )


def by_own_tables(document: Document, one: int, other: int) -> bool:
    """Whether two places stand under different headings, each with tables below its own."""
    if in_section(document, one, [other]) == [True]:
        return False
    starts = [table.start for table in document.tables]
    return all(any(in_section(document, at, starts)) for at in (one, other))


def of_section(document: Document, start: int, at: int, words: frozenset[str]) -> bool:
    """Whether text at `start`, of these words, stands in the section of `at`, or says a word of that one's heading."""
    heads = [one for one in document.blocks if one.kind == "heading" and one.start <= at]
    if not heads or in_section(document, start, (at,))[0]:
        return True
    return bool(_roots(document.text[heads[-1].start : heads[-1].end]) & words)


def settled(document: Document, start: int, at: int, labels: Collection[str]) -> bool:
    """Whether text at `start` can only be of the table at `at` of the same document, of whose row these are labels.

    A report prints "fflate" in a table for each machine and month; what it says of it under another heading, or in its
    summary, is of any of them.
    """
    if all(in_section(document, start, (at,))):
        return True
    asked = {label for label in labels if label}
    having = (any(asked & {cell.text for cell in row} for row in table.rows) for table in document.tables)
    return sum(having) <= 1


def topical(every: Sequence[Told], sentence: Sentence) -> Iterator[Told]:
    """Of sheets of one document with the same columns or rows, the one whose headings the sentence says most of.

    A README has the same table for each model and board; only what stands over them tells them apart. With the same
    rows and other columns the sentence may say the column alone: none is left out where no heading is said.
    """
    groups: dict[object, list[Told]] = defaultdict(list)
    for one in every:
        alone = one.sheet.name if not one.sheet.table else ""
        groups[one.sheet.document.document_id, one.columns, alone].append(one)
    words = _roots(sentence.passage.words, *sentence.scope[-1:])
    around = words | _roots(*sentence.scope)
    # "We ran Llama 70B. Eight cards are 3.4x as fast": the sentence before says which of the two tables.
    kept = [one for some in groups.values() for one in _most(some, words) or _most(some, around)]
    rows: dict[object, list[Told]] = defaultdict(list)
    for one in kept:
        rows[one.sheet.document.document_id, one.rows or one.sheet.name].append(one)
    for some in rows.values():
        # "On average 2.5x" is of all of them, and of none by itself.
        yield from _most(some, words) or _most(some, around) or ([] if averaged(sentence.passage.words) else some)


def _roots(*texts: str) -> frozenset[str]:
    return roots(tokens(" | ".join(texts)))


def _most(some: Sequence[Told], words: frozenset[str]) -> Sequence[Told]:
    if len(some) == 1:
        return some
    common = frozenset.intersection(*(one.topic for one in some))
    own = [one.topic - common for one in some]
    shares = [len(mine & words) / len(mine) if mine else UNTITLED for mine in own]
    most = max(shares)
    found = [one for one, share in zip(some, shares, strict=True) if share == most]
    return found if len(found) == 1 or most == UNTITLED else []
