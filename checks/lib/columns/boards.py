"""Boards: values of one kind that are held against each other, and who each of them is of.

A column of a table is one, by its rows; so is a row by its columns, and a list of labelled lines. Statements that order
("the lowest", "all but one below 20 ms", "ahead of Brant") are looked up on boards, whatever they are of.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from itertools import groupby
from weakref import WeakKeyDictionary

from checks.lib.columns.series import Series, dotted_lines, every_series, lines_of
from checks.lib.labels.about import Index, Told
from checks.lib.labels.chart_tables import tables_of
from checks.lib.labels.keyed import KEY, keyed
from checks.lib.labels.labels import Kind
from checks.lib.labels.line_columns import line_columns
from checks.lib.labels.naming import COLUMN
from checks.lib.labels.pair_lines import Named, pair_lines
from checks.lib.labels.slots import Slot
from checks.lib.language.tokens import root, roots, tokens
from checks.lib.quantities.amounts import Amount, alike
from checks.lib.quantities.scanned import content
from checks.lib.statements.cells import summary
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.interval import Interval
from schemas.names import Vocabulary

LEAST = 2  # values that can be told in an order
BOARDS = 48  # that a sentence is held against
SAID_BY = 200  # boards that say a word; it tells nothing when more do
OVER = 300  # characters over lines that lead to them
BARS = 3  # lines of bare numbers that are a chart
FACTOR = "factor"  # no value of anything: boards have none
SETTINGS = 3  # columns of numbers that can tell the rows apart
DIGITS = re.compile(r"\d[\d,.]*\d|\d")
# What heads the places of a ranking, which no value of another column is held against.
_RANKS = frozenset(map(root, ("rank", "ranking", "place", "placing", "position", "standing")))
_PLACE = re.compile(r"#?(?P<n>[1-9]\d?)(?:st|nd|rd|th)?\.?")
_RELEASE = frozenset(map(root, ("version", "release", "build")))


@dataclass(frozen=True, slots=True)
class Place:
    """A value at [start, end) of its document."""

    start: int
    end: int
    amount: Amount

    @property
    def value(self) -> Interval:
        """What its print allows, in base units."""
        return self.amount.readings.rounded


@dataclass(frozen=True, eq=False)  # no slots: what is read of it is kept, as sentence after sentence is held against it
class Field:
    """Values of one kind by who they are of; `label` heads them: a column's header, or what a row is called."""

    label: str
    places: dict[str, Place]
    series: Series | None = None

    @cached_property
    def sample(self) -> Amount:
        """One of the amounts: all are of one kind."""
        return next(iter(self.places.values())).amount

    @cached_property
    def head(self) -> frozenset[str]:
        """The words of its label."""
        return roots(tokens(self.label))

    @cached_property
    def digits(self) -> frozenset[str]:
        """The numbers in its labels."""
        return frozenset(digits for key in self.places for digits in DIGITS.findall(key))

    @cached_property
    def ends(self) -> tuple[Decimal, Decimal]:
        """The least and the most that its values allow."""
        values = [one.value for one in self.places.values()]
        return min(one.lower for one in values), max(one.upper for one in values)


@dataclass(frozen=True, eq=False)
class Board:
    """The fields of a table, or of a list, that are by the same labels."""

    document: Document
    table: str  # its name; "" for a list
    about: str
    noun: str  # what its labels are called: "Query"
    who: Kind
    fields: tuple[Field, ...]
    words: frozenset[str]  # all that is said of it: labels, headers and what stands over it
    topic: frozenset[str]  # what stands over it
    width: int  # columns beside its labels, read or not

    @cached_property
    def start(self) -> int:
        """Where its first value stands."""
        return min(place.start for one in self.fields for place in one.places.values())

    @cached_property
    def labels(self) -> frozenset[str]:
        """Who has a value in any of its fields."""
        return frozenset(label for one in self.fields for label in one.places)

    @cached_property
    def named(self) -> frozenset[str]:
        """The words of what its labels are called, of its headers and of its labels."""
        texts = (text for one in self.fields for text in (one.label, *one.places))
        return roots(tokens(" | ".join((self.noun, *texts))))

    @cached_property
    def heads(self) -> frozenset[str]:
        """The words of what its labels are called, and of its headers."""
        return roots(tokens(" | ".join((self.noun, *(one.label for one in self.fields)))))

    @cached_property
    def common(self) -> frozenset[str]:
        """The words that all of several headers have."""
        return frozenset.intersection(*(one.head for one in self.fields)) if self.fields[1:] else frozenset()

    @cached_property
    def shared(self) -> frozenset[str]:
        """The words that all of several headers have, of those that say of what they are."""
        return frozenset.intersection(*(content(one.label) for one in self.fields)) if self.fields[1:] else frozenset()


def ranking(board: Board) -> tuple[Field, dict[str, int]] | None:
    """The field of a board that holds places in a ranking, whole numbers below "Rank", with the place of each label."""
    for field in board.fields:
        texts = {label: board.document.text[one.start : one.end].strip() for label, one in field.places.items()}
        found = {label: match for label, text in texts.items() if (match := _PLACE.fullmatch(text))}
        if field.head & _RANKS and len(found) == len(texts):
            return field, {label: int(match["n"]) for label, match in found.items()}
    return None


class Boards:
    """The boards of a corpus by their words."""

    def __init__(self, corpus: Corpus, index: Index) -> None:
        self.every = [one for document in corpus.documents for one in _of(document, index, corpus)]
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self._own: dict[str, list[int]] = defaultdict(list)
        for number, one in enumerate(self.every):
            self._own[one.document.document_id].append(number)
            for word in sorted(one.words):
                self._by_word[word].append(number)

    def near(self, words: frozenset[str], document: Document) -> Iterator[Board]:
        """The boards of a document, and of the others those that say most of some words."""
        own = self._own[document.document_id]
        said = Counter(number for word in words for number in self._by_word.get(word, ())[:SAID_BY])
        others = sorted((one for one in said if one not in set(own)), key=lambda one: (-said[one], one))[:BOARDS]
        yield from (self.every[number] for number in (*own[:BOARDS], *others))


_kept: WeakKeyDictionary[Index, Boards] = WeakKeyDictionary()


def boards_of(corpus: Corpus, index: Index) -> Boards:
    """The boards of a corpus, read once."""
    if index not in _kept:
        _kept[index] = Boards(corpus, index)
    return _kept[index]


def _of(document: Document, index: Index, corpus: Corpus) -> Iterator[Board]:
    for told in index.of(document):
        if told.sheet.table:
            yield from _of_table(told, corpus.vocabulary)
    yield from _of_pairs(document, corpus.vocabulary)
    yield from _of_bare(document, corpus.vocabulary)
    for one in every_series(corpus, index):
        if one.document is document and not one.table:
            labels = {item.label: Place(item.start, item.end, item.amount) for item in one.items}
            if len(labels) == len(one.items) and "" not in labels:
                field = Field(one.label, labels, one)
                yield _board(document, "", one.about, "", [field], 1, corpus.vocabulary)


def _of_pairs(document: Document, vocabulary: Vocabulary) -> Iterator[Board]:
    """Lines that set the same names side by side: by their names, and by what the lines are called."""
    for run in _pairs(document, vocabulary):
        over = document.text[max(0, run[0].start - OVER) : run[0].start].rsplit("\n", 1)[0]
        about = " | ".join((document.title, *over.splitlines()[-2:]))
        for by, head in (("name", "key"), ("key", "name")):
            groups: dict[str, dict[str, Place]] = defaultdict(dict)
            for one in run:
                groups[getattr(one, head)][getattr(one, by)] = Place(one.start, one.end, one.amount)
            fields = [
                Field(label, places)
                for label, places in groups.items()
                if _all_alike([place.amount for place in places.values()])
                and next(iter(places.values())).amount.kind != FACTOR
            ]
            if fields:
                common = frozenset.intersection(*(roots(tokens(one.label)) for one in fields))
                called = " | ".join((about, *sorted(common)))  # "at every client count" of "8 clients"
                yield _board(document, "", called, "", fields, len(fields), vocabulary)


def _pairs(document: Document, vocabulary: Vocabulary) -> Iterator[list[Named]]:
    taken: set[int] = set()
    for run in (*pair_lines(document, vocabulary), *line_columns(document, vocabulary)):
        if not taken & {one.start for one in run}:
            taken |= {one.start for one in run}
            yield run


def _of_bare(document: Document, vocabulary: Vocabulary) -> Iterator[Board]:
    """Labelled lines of numbers alone, as the bars of a chart: what stands over them says what they count."""
    for run in (*lines_of(document, vocabulary), *dotted_lines(document, vocabulary)):
        plain = [replace(one.amount, of=frozenset()) for one in run]
        bare = all(one.amount.kind == "count" and not one.rest and one.label for one in run)
        if bare and len({one.label for one in run}) == len(run) >= BARS and _all_alike(plain):
            places = {one.label: Place(one.start, one.end, mine) for one, mine in zip(run, plain, strict=True)}
            over = document.text[max(0, run[0].start - OVER) : run[0].start].rsplit("\n", 1)[0]
            about = " | ".join((document.title, *over.splitlines()))
            yield _board(document, "", about, "", [Field("", places)], 1, vocabulary)


def _all_alike(amounts: Sequence[Amount]) -> bool:
    plain = all(one.qualifier == "exact" and one.readings.rounded.bounded for one in amounts)
    return plain and len(amounts) >= LEAST and all(alike(amounts[0], one) for one in amounts[1:])


def _of_table(told: Told, vocabulary: Vocabulary) -> Iterator[Board]:
    sheet = told.sheet
    corner = sheet.head.rsplit(" | ", 1)[-1]
    heads = next(
        ([one.text for one in each.columns] for each in tables_of(sheet.document) if each.name == sheet.name), []
    )
    width = max(len(heads) - 1, 1)
    plain = _released(told.slots)
    numbered = _settings(plain, heads) or keyed(plain)
    for slots in filter(None, (plain, numbered)):
        kinds = dict.fromkeys(kind for slot in slots for kind, _ in slot.labels)
        for kind in kinds if slots is plain else [KEY]:
            noun = corner if kind == KEY else "" if kind == COLUMN else kind.partition(" ")[2]
            fields = list(_fields(slots, kind))
            if fields:
                yield _board(sheet.document, sheet.name, sheet.about, noun, fields, width, vocabulary)


def _released(slots: Sequence[Slot]) -> list[Slot]:
    """The values of a table, its rows with the release that a column of their own prints: "Tern 88"."""
    of = {slot.labels: slot for slot in slots if roots(tokens(slot.column)) and roots(tokens(slot.column)) <= _RELEASE}
    prints = {
        one[0]: slot.document.text[slot.start : slot.end].strip()
        for labels, slot in of.items()
        if len(one := [each for each in labels if each[0] != COLUMN]) == 1
    }
    if not prints:
        return list(slots)
    return [
        replace(
            slot, labels=tuple((kind, f"{text} {prints.get((kind, text), '')}".strip()) for kind, text in slot.labels)
        )
        for slot in slots
        if slot.labels not in of
    ]


def _settings(slots: Sequence[Slot], heads: Sequence[str]) -> list[Slot]:
    """The values of a table all of whose columns are numbers, by the first ones that tell its rows apart."""
    if any(kind != COLUMN for slot in slots for kind, _ in slot.labels):
        return []
    for n in range(1, min(SETTINGS, len(heads) - 1) + 1):
        keys = heads[:n]
        some = [slot for slot in slots if slot.column not in keys]
        texts = [", ".join(f"{name} {value}" for name, value in slot.settings if name in keys) for slot in some]
        found = [
            replace(slot, labels=((KEY, text), *slot.labels)) for slot, text in zip(some, texts, strict=True) if text
        ]
        if len({slot.labels for slot in found}) == len(some):
            return found
    return []


def _board(
    document: Document, table: str, about: str, noun: str, fields: Sequence[Field], width: int, vocabulary: Vocabulary
) -> Board:
    labels = dict.fromkeys(label for one in fields for label in one.places)
    words = roots(tokens(" | ".join((about, noun, *labels, *(one.label for one in fields)))))
    who = Kind.of(noun, labels, vocabulary)
    return Board(document, table, about, noun, who, tuple(fields), words, roots(tokens(about)), width)


def _fields(slots: Sequence[Slot], kind: str) -> Iterator[Field]:
    """The values that differ in one label only, by what they have in common; sums and means of the others left out."""
    rows = [one for one in slots if not _sums_up(one, slots) and not (kind == COLUMN and _is_place(one))]
    some = [one for one in rows if one.amount.kind != FACTOR and dict(one.labels).get(kind)]
    alone = kind != COLUMN and len({(dict(one.labels)[kind], one.column) for one in some}) == len(some)
    by_others: dict[tuple[tuple[str, str], ...], list[tuple[str, Slot]]] = defaultdict(list)
    for slot in some:
        # Of a maker and its system, one in each row, either is who the row is of.
        others = tuple(one for one in slot.labels if one[0] != kind and (one[0] == COLUMN or not alone))
        by_others[others].append((dict(slot.labels)[kind], slot))
    for others, mine in by_others.items():
        name = ", ".join(text for _, text in others)
        for _, group in groupby(sorted(mine, key=_sort), key=_sort):
            field = _field(name, list(group))
            if field:
                yield field


def _is_place(one: Slot) -> bool:
    """Whether a value is a place in a ranking: whoever is first is not quicker than 13.3 minutes by that."""
    head = roots(tokens(dict(one.labels).get(COLUMN, one.column)))
    return bool(head & _RANKS and _PLACE.fullmatch(one.document.text[one.start : one.end].strip()))


def _sums_up(one: Slot, slots: Sequence[Slot]) -> bool:
    """Whether a row sums up others of its column: "Mean VMAF" over rows of rates and sizes is a row like them."""
    if not any(summary(text) for name, text in one.labels if name != COLUMN):
        return False
    beside = [each for each in slots if each.column == one.column and each.labels != one.labels]
    return not beside or any(alike(each.amount, one.amount) for each in beside)


def _sort(one: tuple[str, Slot]) -> str:
    return one[1].amount.kind


def _field(name: str, some: Sequence[tuple[str, Slot]]) -> Field | None:
    first = some[0][1].amount
    places = {label: Place(slot.start, slot.end, slot.amount) for label, slot in some if alike(first, slot.amount)}
    exact = all(one.amount.qualifier == "exact" and one.value.bounded for one in places.values())
    return Field(name, places) if len(places) == len(some) >= LEAST and exact else None
