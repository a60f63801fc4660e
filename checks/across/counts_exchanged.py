"""Two numbers of parts that stand at each other's parts: 72 CPUs with 36 GPUs, and 36 CPUs and 72 GPUs."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import coded, every_root
from checks.lib.quantities.counts import counts, heads_counts, singular
from checks.lib.statements.passages import Passage, passages
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Cell, Document, Table
from schemas.finding import Finding, Skip

CODE = "counts-exchanged"
FEW = 2  # of a thing: one CPU with two GPUs, and two with one, are two machines
MANY = 400  # places of a document that are held against others
_WHOLE = re.compile(r"\d{1,3}(?:,\d{3})+|\d{1,7}")
_NAMED = re.compile(r"\b[A-Z][a-z]")  # "Grace", no "GPU"


@dataclass(frozen=True, slots=True)
class _Count:
    """So many of a thing at [start, end); `words` are the roots of all that it is called."""

    value: int
    noun: str
    words: frozenset[str]
    named: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Place:
    """Counts that stand together: of a sentence, a cell, a row or a column. `of` are the codes of what they are of."""

    document: Document
    counts: tuple[_Count, ...]
    of: frozenset[str]


Couple = tuple[_Place, _Count, _Count]


@check(CODE, version=1, severity="low", since="0.1.0")
def counts_exchanged(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Two numbers of parts of one system belong to the same parts wherever both are printed.

    Why:
        "72 CPUs with 36 GPUs" reads as well as the other way round, and each number stands in the table too.

    Flags:
        Two counts of a sentence, a cell, a row or a column, and the same two numbers with each other's nouns in another
        place of the document, or of another one where the parts have names. Always low.

    Passes:
        Numbers that stand at the same parts in any order; both ways printed twice or more, which are two systems.

    Does not judge:
        One or two of a thing; places under the names of two products; documents of two editions (skipped).
    """
    index = index_of(corpus)
    by_numbers: dict[frozenset[int], list[Couple]] = defaultdict(list)
    for document in corpus.documents:
        for place in list(_places(document))[:MANY]:
            for one, other in combinations(place.counts, 2):
                if one.value != other.value and min(one.value, other.value) > FEW and not _same(one, other):
                    by_numbers[frozenset((one.value, other.value))].append((place, *_by_value(one, other)))
    for _, couples in sorted(by_numbers.items(), key=lambda each: sorted(each[0])):
        yield from _judge(couples, index)


def _by_value(one: _Count, other: _Count) -> tuple[_Count, _Count]:
    return (one, other) if one.value < other.value else (other, one)


def _places(document: Document) -> Iterator[_Place]:
    for passage in passages(document):
        yield _place(passage, coded(passage.words))
    for table in document.tables:
        heads = [coded(one.text) for one in table.columns]
        for row in table.rows:
            for at, cell in enumerate(row):
                passage = Passage(document, cell.start, cell.end, cell.text)
                yield _place(passage, heads[at] if at else frozenset())
            labels = zip(table.columns[1:], row[1:], strict=False)
            yield _Place(document, tuple(_labelled(labels)), coded(row[0].text))
        yield from _columns(document, table)


def _columns(document: Document, table: Table) -> Iterator[_Place]:
    for at in range(1, len(table.columns)):
        lines = ((row[0], row[at]) for row in table.rows if at < len(row))
        yield _Place(document, tuple(_labelled(lines)), coded(table.columns[at].text))


def _place(passage: Passage, of: frozenset[str]) -> _Place:
    found = []
    for one in counts(passage):
        name = passage.words[one.match.end("n") : one.match.end()]
        start, end = (passage.start + each for each in one.match.span())
        found.append(_Count(one.value, one.noun, every_root(name), bool(_NAMED.search(name)), start, end))
    return _Place(passage.document, tuple(found), of)


def _labelled(lines: Iterator[tuple[Cell, Cell]]) -> Iterator[_Count]:
    for label, cell in lines:
        value = _WHOLE.fullmatch(cell.text.strip())
        if value and heads_counts(label.text):
            number, noun = int(value.group().replace(",", "")), singular(label.text.split()[-1])
            named = bool(_NAMED.search(label.text))
            yield _Count(number, noun, every_root(label.text), named, cell.start, cell.end)


def _judge(couples: Sequence[Couple], index: Index) -> Iterator[Finding | Skip]:
    for one, other in combinations(couples, 2):
        if _exchanged(one, other) and _of_one(one[0], other[0], one[1:], index):
            ways = [sum(_alike(each, way) for each in couples) for way in (one, other)]
            if min(ways) > 1:
                continue  # two systems
            key = (one[0].document.name, other[0].document.name, one[1].noun, one[2].noun)
            editions = index.of_two_editions(one[0].document, other[0].document)
            yield Skip(CODE, key, OTHER_EDITION) if editions else _finding(one, other, key, index)
            return


def _exchanged(one: Couple, other: Couple) -> bool:
    return _same(one[1], other[2]) and _same(one[2], other[1]) and not _alike(one, other)


def _alike(one: Couple, other: Couple) -> bool:
    return _same(one[1], other[1]) and _same(one[2], other[2])


def _same(one: _Count, other: _Count) -> bool:
    """Whether two counts are of one thing: by one noun, and all that the shorter name says."""
    return one.noun == other.noun and (one.words <= other.words or other.words <= one.words)


def _of_one(one: _Place, other: _Place, parts: Sequence[_Count], index: Index) -> bool:
    """Whether two places can be of one system: in one document, or by the names of the parts; under no two names."""
    if one.document is not other.document and not all(each.named for each in parts):
        return False
    for mine, theirs in permutations((one, other)):
        known = theirs.of | coded(theirs.document.title)
        if mine.of and theirs.of and not (mine.of & known) and mine.of & index.words[theirs.document.document_id]:
            return False
    return True


def _finding(one: Couple, other: Couple, key: tuple[str, ...], index: Index) -> Finding:
    cells = [
        index.places.printed(place.document, each.start, each.end)
        for place, *both in (one, other)
        for each in sorted(both, key=lambda each: each.start)
    ]
    a, b, c, d = (each.quote for each in cells)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{cells[0].document} says {a} and {b}, {cells[2].document} {c} and {d}: the numbers are exchanged",
        arithmetic=f"{one[1].value} and {one[2].value} stand at each other's parts.",
        comparison=key,
        evidence=tuple(cells),
        likely_wrong_why="one of the two places, it cannot be told which",
    )
