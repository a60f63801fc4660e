"""Which row of a table a value in a sentence is of: that whose labels the sentence says, where no other row has them.

A row's labels are its first cell and those without a number. What a number in them means its header says: "64" below
"producers" is said by "64 producers", and by nothing that only has sixty-four of something else.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from math import fsum

from checks.lib.findings.slips import slip_told
from checks.lib.language.tokens import every_root
from checks.lib.quantities.dimensions import MEASURED, Dims
from checks.lib.quantities.overlaps import Overlaps, hull
from checks.lib.quantities.plain_values import bare, unit_in
from checks.lib.quantities.reckoned_from import middle
from checks.lib.statements.cells import parsed, summary
from checks.lib.telling.measured import content
from checks.lib.telling.told import VERBS
from checks.lib.telling.value_sites import Site, digits, number
from schemas.document import Cell, Document, Table
from schemas.names import Vocabulary
from schemas.remembered import until_forgotten

BESIDE, OVER = 0.6, 0.3  # of a word in another part of the sentence, of one that only stands over it
LEAST = 0.6  # weight of a row's words that a sentence must say
MARGIN = 0.3  # by which that is more than of any other row
ALL = 0.7  # that all words of a row's first cell are said
WIDE = Decimal(3)  # times that a number without a unit may be another value's, unless a slip explains more
LARGE = 3  # digits of a number that is said for itself
_CODE = re.compile(r"\b[A-Za-z]+-?\d\w*")  # "B200" of "8x B200" names a row, "8x" does not
_BEGINS = re.compile(r"\w+")
_COUNTED = re.compile(r"(?<![\w.,])[\d,]+(?=[\s-])")
_SIGN = re.compile(r"[$€£%]")


@dataclass(frozen=True, slots=True, eq=False)  # each is one
class Row:
    """A row of a table: the roots of its labels, of its first cell and of the header over that, and its values."""

    table: Table
    label: str
    words: frozenset[str]
    first: frozenset[str]
    header: frozenset[str]
    cells: tuple[Site, ...]
    counts: tuple[tuple[str, frozenset[str]], ...] = ()  # whole numbers, with the roots of their header


def tables(document: Document, every: Sequence[Site], vocabulary: Vocabulary) -> Iterator[tuple[Row, ...]]:
    """The rows of each table of a document that prints values, without its totals."""
    for table in document.tables:
        read = [one for one in every if one.table is table]
        labelled = (row for row in table.rows if row[0].text and not summary(row[0].text))
        found = tuple(_row(document, table, row, read, vocabulary) for row in labelled)
        if any(one.cells for one in found):
            yield found


def _row(document: Document, table: Table, row: Sequence[Cell], read: Sequence[Site], vocabulary: Vocabulary) -> Row:
    mine = [one for one in read if row[0].end <= one.start <= row[-1].end and has_unit(one, row, vocabulary)]
    first = content(row[0].text) - VERBS
    named = (cell.text if not re.search(r"\d", cell.text) else " ".join(_CODE.findall(cell.text)) for cell in row[1:])
    plain = content(" | ".join(named)) - VERBS
    cells = sorted((*mine, *bare_cells(document, table, row, mine)), key=lambda one: one.start)
    header = every_root(table.columns[0].text)
    return Row(table, row[0].text, first | plain, first, header, tuple(cells), tuple(_counts(table, row)))


def _counts(table: Table, row: Sequence[Cell]) -> Iterator[tuple[str, frozenset[str]]]:
    """The whole numbers of a row that its headers say to count something: "384" below "Accelerators"."""
    for header, cell in zip(table.columns[1:], row[1:], strict=False):
        if cell.text.replace(",", "").isdigit():
            yield cell.text, every_root(header.text)


def has_unit(one: Site, row: Sequence[Cell], vocabulary: Vocabulary) -> bool:
    """Whether a cell's unit stands in it or in its labels; a time of the paragraph above may be of anything."""
    cell = next((each for each in row if each.start <= one.start < each.end), None)
    number = parsed(cell.text) if cell else None
    printed = number is None or number.unit or _SIGN.search(one.quote)
    return bool(printed or unit_in(one.column, vocabulary) or unit_in(row[0].text, vocabulary))


def bare_cells(document: Document, table: Table, row: Sequence[Cell], read: Sequence[Site]) -> Iterator[Site]:
    """The numbers of a row that no unit stands with, as sites of no dimension."""
    head = " | ".join((document.title, *table.headings, table.title))
    for header, cell in zip(table.columns[1:], row[1:], strict=False):
        number = None if any(cell.start <= one.start < cell.end for one in read) else parsed(cell.text)
        value = bare(cell.text, frozenset(), Decimal(1)) if number and not number.unit else None
        if value:
            text = f"{row[0].text} | {header.text}"
            words = content(text) - VERBS
            yield Site(
                document, cell.start + value.start, cell.start + value.end, value, text, words, words,
                content(head) - VERBS, (head,), table=table, row=row[0].text, column=header.text,
            )  # fmt: skip


def named(one: Site, some: Sequence[Row], beside: Sequence[Site] = ()) -> tuple[Row, float] | None:
    """The row whose labels the sentence of a value says, with how much of them it says; None where several may be.

    What else its sentence prints (`beside`) names a row as well: "in 3.92 minutes" that of 3.92.
    """
    rows = _rows(tuple(some))
    given = Counter(at for each in _alone(one, beside) if (at := rows.printing(each)) is not None)
    able = rows.said_in(one) | given.keys()  # of all others it says nothing
    ranked = sorted(((_said(one, some[at], rows.shares) + given[at], at) for at in able), reverse=True)
    most, at = ranked[0] if ranked else (0.0, 0)
    second = ranked[1][0] if len(ranked) > 1 else 0.0
    return None if most < LEAST or (len(some) > 1 and most - second < MARGIN) else (some[at], most)


class _Rows:
    """Rows by what a sentence can say of them, and by their values: of a long table it says few."""

    def __init__(self, some: Sequence[Row]) -> None:
        counts = Counter(word for row in some for word in row.words)
        others = max(len(some) - 1, 1)
        # How far each of the words tells one from the others: 1 where only one has it.
        self.shares = {word: (len(some) - many) / others if len(some) > 1 else 1 for word, many in counts.items()}
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self._by_label: dict[str, list[int]] = defaultdict(list)
        self._by_number: dict[str, list[int]] = defaultdict(list)
        values: dict[Dims, list[tuple[Decimal, Decimal, tuple[int, Site]]]] = defaultdict(list)
        for at, row in enumerate(some):
            telling = frozenset(word for word in row.words if self.shares[word])
            for word in telling if telling & row.first else row.words:
                self._by_word[word].append(at)
            for word in _BEGINS.findall(row.label.lower())[:1]:
                self._by_label[word].append(at)
            for printed, _ in row.counts:
                self._by_number[printed].append(at)
            for cell in row.cells:
                values[cell.value.dims].append((*hull(cell.value.readings), (at, cell)))
        self._values = {dims: Overlaps(cells) for dims, cells in values.items()}

    def said_in(self, one: Site) -> set[int]:
        """The rows of which a value's sentence says a word, a number that may be a count, or how a label begins."""
        words = one.near | content(one.quote) | one.words | one.over
        found = {at for word in words for at in self._by_word.get(word, ())}
        found |= {at for word in set(_BEGINS.findall(one.text.lower())) for at in self._by_label.get(word, ())}
        return found | {at for number in set(_COUNTED.findall(one.text)) for at in self._by_number.get(number, ())}

    def printing(self, one: Site) -> int | None:
        """The only row that prints a value."""
        cells = (
            self._values[one.value.dims].meeting(*hull(one.value.readings)) if one.value.dims in self._values else ()
        )
        found = {at for at, cell in cells if cell.agrees(one)}
        return found.pop() if len(found) == 1 else None


# Of a table, which value after value is held against.
_rows = until_forgotten(lru_cache(maxsize=256)(_Rows))


def _alone(one: Site, beside: Sequence[Site]) -> Iterator[Site]:
    """The values of a sentence that are the only ones of a kind, which is another one than the value's own."""
    kinds = Counter(each.value.dims for each in beside)
    return (each for each in beside if kinds[each.value.dims] == 1 and not each.alike(one) and digits(each) > 1)


def _said(one: Site, row: Row, shares: Mapping[str, float]) -> float:
    whole = _whole(row.label, one)
    if not whole and not row.label.isdigit() and f"{row.label}-".lower() in one.text.lower():
        return 0.0  # "atlas-mini" is no "atlas", but "64-port" is the 64 below "Ports"
    weights = {word: weight for word in row.words if (weight := _weight(word, one, row))}
    told = fsum(weight * shares[word] for word, weight in weights.items())
    said = frozenset(word for word, weight in weights.items() if weight > OVER)
    counted = sum(_counted(number, nouns, one) for number, nouns in row.counts)
    return told + whole + (ALL if row.first and row.first <= said else 0) + counted


def _counted(number: str, nouns: frozenset[str], one: Site) -> float:
    """How near to a value a row's count is said with its noun: "on 384 accelerators"."""
    if number not in one.text:
        return 0.0
    said = re.compile(rf"(?<![\w.,]){re.escape(number)}[\s-](?:[\w-]+\s)??([A-Za-z]+)")
    for text, weight in ((one.part, 1.0), (one.text, BESIDE)):
        if any(every_root(noun) & nouns for noun in said.findall(text)):
            return weight
    return 0.0


def _whole(label: str, one: Site) -> float:
    """How near to a value a label is said to the letter: "Mallow-2", of which the roots are those of "Mallow-1"."""
    if label.lower() not in one.text.lower() or not re.search(r"[A-Za-z]{3}", label):
        return 0.0
    said = re.compile(rf"(?<![\w-]){re.escape(label)}(?![\w-])", re.IGNORECASE)
    return 1.0 if said.search(one.part) else BESIDE if said.search(one.text) else 0.0


def _weight(word: str, one: Site, row: Row) -> float:
    """How near to a value a word of a row is said as such: a small number only with its header's word."""
    if word.isdigit() and len(word) < LARGE and len(row.first) == 1 and not row.header & every_root(one.text):
        return 0.0
    near = word in one.near or word in content(one.quote)
    return 1.0 if near else BESIDE if word in one.words else OVER if word in one.over else 0.0


def comparable(one: Site, row: Row) -> list[Site]:
    """The values of a row that one can be another print of: of its dimensions, or bare numbers of what it speaks of."""
    near, plain = one.near | content(one.quote), [each for each in row.cells if not each.value.dims]
    long = [each for each in plain if digits(each) >= LARGE]
    noun = len(row.cells) == 1 and content(one.quote) & row.first
    alone = row.cells if noun else long if digits(one) >= LARGE else ()
    said = [each for each in plain if content(each.column) & near or [each] == list(alone)] or _titled(one, long)
    sized = (as_printed(one, each) for each in said)
    alike = [each for each in row.cells if each.value.dims and (each.alike(one) or otherwise_counted(one, each))]
    return alike or [each for each in sized if each]


def _titled(one: Site, some: Sequence[Site]) -> list[Site]:
    """The cells of whose columns the sentence, or what stands over it, says a word that the others lack."""
    headers = [content(each.column) for each in some]
    common = frozenset.intersection(*headers) if len(headers) > 1 else frozenset()
    return [each for each, header in zip(some, headers, strict=True) if (header - common) & (one.words | one.over)]


def otherwise_counted(one: Site, other: Site) -> bool:
    """Whether two rates differ by what they count alone, and one is a slip of the other: images, samples a second."""
    mine, theirs = (one.value.dims - other.value.dims, other.value.dims - one.value.dims)
    names = {name for name, _ in mine | theirs}
    rates = len(one.value.dims) > 1 and [power for _, power in mine] == [power for _, power in theirs] == [1]
    long = min(digits(one), digits(other)) >= LARGE
    return bool(
        rates and long and not names & MEASURED and number(one) != number(other) and slip_told(one.quote, other.quote)
    )


def as_printed(one: Site, other: Site) -> Site | None:
    """A bare number with the dimensions of a value, where it can be one by its size or by a slip; None where not."""
    value, cell, printed = middle(one.allowed), middle(other.allowed), number(one)
    if not (one.allowed.bounded and value > 0 and cell > 0 and printed):
        return None
    scales = (Decimal(1), value / printed)
    scale = next((by for by in scales if 1 / WIDE < cell * by / value < WIDE), None)
    if scale is None and not slip_told(one.quote, other.quote):
        return None
    # "2.26 million" of 225,792 is ten times too much, and not of 225,792 million.
    nearest = min(scales, key=lambda by: max(cell * by / value, value / (cell * by)))
    read = other.value.readings.scaled(scale or nearest)
    return replace(other, value=replace(other.value, dims=one.value.dims, readings=read))
