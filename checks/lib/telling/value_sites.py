"""Where a document prints values: sentences and cells alike, with the words that say of what each is.

A cell says its labels, a sentence itself; over both stand headings and titles. Nothing else is asked of either.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from weakref import WeakKeyDictionary

from checks.lib.labels.about import Index
from checks.lib.labels.sheet_cells import column_of_units, header_unit
from checks.lib.quantities.asserted import Sentence, is_past
from checks.lib.quantities.dimensions import Dims
from checks.lib.quantities.plain_values import PRICE, SHARE, Value, bare, priced_by, unit_in, unmeasured, values
from checks.lib.quantities.scanned import dims_of
from checks.lib.quantities.to_one import RATIO, to_one
from checks.lib.statements.factors import times_apart
from checks.lib.telling.holds import asserted_at, asserts
from checks.lib.telling.measured import content
from checks.lib.telling.told import VERBS
from schemas.document import Cell, Document, Table
from schemas.interval import Interval, judge
from schemas.names import Vocabulary

PAIR = 2  # cells of a row that is a label and its value
LEAD = 3  # characters before the value of a cell
NEAR = 40  # characters between a table and the paragraph that leads to it
LONGEST = 500  # characters of that
CELLS = 600  # of a document that are read
_PART = re.compile(
    r"[;:,](?=\s)|\.(?=\s)|\s(?:and|while|but|whereas|where|against|versus|than|instead of)\s|\n", re.IGNORECASE
)
# "Cycles until 80 % of the capacity", "images per second": these say no unit of what stands below them.
_PERCENT = re.compile(r"(?<![\d.])(?<!\d\s)(?:%|\bper ?cent\b)", re.IGNORECASE)
_TIME = re.compile(
    r"(?<!\d )(?<!\d-)(?<!\bper )(?<!\ban )(?<!\ba )\b(?:(?:milli|micro)?seconds?|minutes?|hours?)\b|"
    r"\b[a-z]+s (?:an?|per|every) (?:second|minute|hour|day)\b",
    re.IGNORECASE,
)
# "25 ms sooner", "1,500 more": what lies between two values.
_DIFFERENCE = re.compile(
    r"\s*(?:[\w-]+\s){0,2}?(?:more|less|fewer|faster|slower|sooner|later|longer|shorter|higher|lower|cheaper|better|worse|"
    r"earlier|ahead|behind|above|below|extra|apart|off|saved|gained|lost|points?)\b",
    re.IGNORECASE,
)
# "Saves 40 W", "from 9 s", "instead of 48 s", "a saving of 3 GB".
_NO_VALUE = re.compile(
    r"\b(?:by|another|extra|sav(?:es?|ed|ing)|cuts?|shave[sd]?|gain(?:s|ed)?|loses?|lost|add(?:s|ed)?|plus|minus|first|"
    r"last|next|past|than|against|versus|vs\.?|instead of|rather than|from|every|each|"
    r"(?:saving|reduction|increase|gain|cut|drop|rise|discount|improvement|difference|gap)s? of)\s"
    r"(?:(?:about|around|some|nearly|almost|another|the|an?|over|up to)\s)*$",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.;:|])\s")
_BEFORE = re.compile(r"\bbefore\b", re.IGNORECASE)
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_MARK = re.compile(r"\\?(?P<mark>[*†‡§]+|[¹²³⁴⁵⁶⁷⁸⁹]+|\[\^?\w\])")  # what a note begins with
_AGO = re.compile(r"\bago\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)  # each is one
class Site:
    """A value at [start, end) of a document; `text` is its sentence, or the labels of its cell.

    `near` are the roots of its own part of the sentence, `words` those of all of it without what is said of other
    values of its kind, `over` those of what stands over it, which `scope` are.
    """

    document: Document
    start: int
    end: int
    value: Value
    text: str
    near: frozenset[str]
    words: frozenset[str]
    over: frozenset[str]
    scope: tuple[str, ...]
    sentence: Sentence | None = None
    table: Table | None = None
    row: str = ""
    column: str = ""
    named: str = ""  # the cells of its row that say when, where and of what: "3 March"
    line: str = ""  # all cells of its row, each behind its header

    @property
    def quote(self) -> str:
        """As it is printed."""
        return self.document.text[self.start : self.end]

    @property
    def allowed(self) -> Interval:
        """What its print allows."""
        return self.value.readings.rounded

    @property
    def told(self) -> str:
        """Its text without the figure."""
        if self.sentence is None:
            return self.text
        return f"{self.text[: self.value.start]} | {self.text[self.value.end :]}"

    @property
    def texts(self) -> list[str]:
        """What says of what it is, from the inside outwards."""
        return [self.told, *filter(None, (self.named,)), *self.scope]

    @property
    def part(self) -> str:
        """Its own part of the sentence, without the figure; the labels of a cell."""
        if self.sentence is None:
            return self.text
        ahead, behind = self.text[: self.value.start], self.text[self.value.end :]
        return f"{_PART.split(ahead)[-1]} | {_PART.split(behind)[0]}"

    @property
    def holds(self) -> bool:
        """Whether it is told as what holds: no goal, no past, no difference, and not what another one replaced."""
        return self._holds(asserted_at(self.text, self.value.start, self.value.end))

    @property
    def holds_or_adds(self) -> bool:
        """The same, or what it adds, costs or saves: two prints of one number are one whatever they are a part of."""
        return self._asserted(self.part)

    @property
    def holds_here(self) -> bool:
        """The same of its own part of the sentence: "so the town could do without the old one" is another."""
        return self._holds(self.part)

    def _holds(self, said: str) -> bool:
        ahead, behind = self.text[: self.value.start], self.text[self.value.end :]
        # "A data reduction of 4:1" is no difference between two values.
        plain = self.sentence is None or self.value.dims == RATIO
        difference = not plain and (_DIFFERENCE.match(behind) or _NO_VALUE.search(ahead))
        return self._asserted(said) and not difference

    def _asserted(self, said: str) -> bool:
        if self.sentence is None:
            return True
        ahead, behind = self.text[: self.value.start], self.text[self.value.end :]
        # "8,000 cycles before it was down to 80 %": what was before stands behind that, the value does not.
        past = is_past(f"{ahead} {_BEFORE.split(_PART.split(behind)[0])[0]}") or _AGO.search(self.text)
        return asserts(said) and not past

    def alike(self, other: "Site") -> bool:
        """Whether both are of one dimension."""
        return self.value.dims == other.value.dims

    def agrees(self, other: "Site") -> bool:
        """Whether both values can be true of one thing."""
        return judge(self.value.readings, other.value.readings) != "inconsistent"

    def times(self, other: "Site") -> Decimal | None:
        """How many times the one is the other; None where one is a mere bound."""
        if not (self.allowed.bounded and other.allowed.bounded):
            return None
        return times_apart(self.allowed, other.allowed)


def reached(one: Site, vocabulary: Vocabulary) -> Site:
    """An "up to" as the value that what it names reaches: of one thing told by name nothing is left to range over."""
    if one.value.qualifier != "up_to":
        return one
    plain = values(one.document.text[one.start : one.end + NEAR].replace("\n", " "), vocabulary)
    return replace(one, value=replace(one.value, readings=plain[0].readings)) if plain else one


def number(one: Site) -> Decimal | None:
    """The number that a value is printed with; None where it is spelled."""
    return _number(one.quote)


@lru_cache(maxsize=16384)  # each value is held against all of its kind
def _number(quote: str) -> Decimal | None:
    match = _DIGITS.search(quote)
    return Decimal(match.group().rstrip(",").replace(",", "")) or None if match else None


def digits(one: Site) -> int:
    """How many digits of a print say something: two of 6,500."""
    return _digits(one.quote)


@lru_cache(maxsize=16384)
def _digits(quote: str) -> int:
    found = _number(quote)
    return len(str(found).replace(".", "").strip("0")) if found else 0


_kept: WeakKeyDictionary[Index, dict[str, tuple[Site, ...]]] = WeakKeyDictionary()  # several checks ask for one corpus


def sites(document: Document, index: Index, vocabulary: Vocabulary) -> tuple[Site, ...]:
    """The values of a document, each place once, read once for all checks.

    Those of tables come first, whose cells some parsers give as lines too.
    """
    known = _kept.setdefault(index, {})
    if document.document_id not in known:
        known[document.document_id] = tuple(_sites(document, index, vocabulary))
    return known[document.document_id]


def _sites(document: Document, index: Index, vocabulary: Vocabulary) -> list[Site]:
    found: dict[int, Site] = {}
    for table in document.tables:
        for one in _tabled(document, table, vocabulary):
            if len(found) < CELLS:
                found.setdefault(one.start, one)
    spans = [(one.start, one.end) for one in document.tables]
    for sentence in index.sentences(document):
        for one in _told(sentence, vocabulary):
            if not any(start <= one.start < end for start, end in spans):
                found.setdefault(one.start, one)
    return [found[at] for at in sorted(found)]


def bare_sites(sentence: Sentence, vocabulary: Vocabulary) -> Iterator[Site]:
    """The numbers of a sentence that no unit and no noun stands with: "a score of 26.4"."""
    text = sentence.passage.words.replace("\n", " ")
    return _sited(sentence, unmeasured(text, values(text, vocabulary)))


def _told(sentence: Sentence, vocabulary: Vocabulary) -> Iterator[Site]:
    text = sentence.passage.words.replace("\n", " ")
    return _sited(sentence, sorted((*values(text, vocabulary), *to_one(text)), key=lambda one: one.start))


def _sited(sentence: Sentence, every: Sequence[Value]) -> Iterator[Site]:
    passage = sentence.passage
    text = passage.words
    parts = [_part(text, one) for one in every]
    over = content(" | ".join((*sentence.scope[-2:], passage.document.title))) - VERBS
    for one, near in zip(every, parts, strict=True):
        beside = (part - near for other, part in zip(every, parts, strict=True) if other.dims == one.dims)
        words = content(f"{text[: one.start]} | {text[one.end :]}") - VERBS
        yield Site(
            passage.document, passage.start + one.start, passage.start + one.end, one, text, near,
            words - frozenset().union(*beside), over, sentence.scope, sentence,
        )  # fmt: skip


def _part(text: str, one: Value) -> frozenset[str]:
    return content(f"{_PART.split(text[: one.start])[-1]} | {_PART.split(text[one.end :])[0]}") - VERBS


def _tabled(document: Document, table: Table, vocabulary: Vocabulary) -> Iterator[Site]:
    above = _above(document, table)
    head = " | ".join((document.title, *table.headings, table.title))
    over = content(f"{head} | {above}") - VERBS
    headless = len(table.columns) == PAIR and bool(values(table.columns[1].text, vocabulary))
    units = column_of_units(table, vocabulary)
    for row in (table.columns, *table.rows) if headless else table.rows:
        for at, cell in enumerate(row[1:], 1):
            column = "" if headless else table.columns[at].text
            said = (column, row[units].text if units else "", row[0].text)
            one = _cell(cell, said, _of_column(f"{table.title} | {above}", column, table), vocabulary)
            if one:
                label = _row(row, at)
                text = " | ".join(filter(None, (label, column, cell.text[one.end :].strip())))
                words = content(text) - VERBS
                scope = (head, above, *_notes(document, table, (row[0].text, column, cell.text)))
                yield Site(
                    document, cell.start + one.start, cell.start + one.end, one, text, words, words, over, scope,
                    table=table, row=label, column=column, named=_named(row, vocabulary),
                    line=" | ".join(f"{head.text} {each.text}" for head, each in zip(table.columns, row, strict=False)),
                )  # fmt: skip


def _notes(document: Document, table: Table, labels: Sequence[str]) -> Iterator[str]:
    """The notes of a table that hold for a cell: not those whose mark stands at other labels alone."""
    every = [cell.text for row in (table.columns, *table.rows) for cell in row] if table.footnotes else []
    for start, end in table.footnotes:
        note = document.text[start:end]
        mark = _MARK.match(note)
        here, there = (any(mark and one.endswith(mark["mark"]) for one in some) for some in (labels, every))
        if here or not there:
            yield note


def _row(row: Sequence[Cell], at: int) -> str:
    """The cells of a row that print no number, besides the first."""
    beside = (one.text for number, one in enumerate(row[1:], 1) if number != at)
    return " | ".join(filter(None, (row[0].text, *(one for one in beside if not re.search(r"\d", one)))))


def _named(row: Sequence[Cell], vocabulary: Vocabulary) -> str:
    """The cells of a row that print words and no value."""
    worded = (one.text for one in row if re.search(r"[A-Za-z]{2}", one.text))
    return " | ".join(one for one in worded if not values(one, vocabulary))


def _cell(cell: Cell, said: tuple[str, ...], over: str, vocabulary: Vocabulary) -> Value | None:
    """The value that a cell begins with, its unit from the labels or from what stands over the table if need be."""
    if not re.search(r"\d", cell.text):
        return None
    first = next(iter(values(cell.text, vocabulary)), None)
    if first and first.start <= LEAD:
        return priced_by(first, " ".join(reversed(said)).strip(), vocabulary) if first.dims == PRICE else first
    known = next(filter(None, (_labelled(text, vocabulary) for text in said)), None)
    if known is None and _PERCENT.search(" | ".join((*said, over))):
        known = SHARE, Decimal(1)
    time = _TIME.search(over)
    known = known or (unit_in(time.group().lower(), vocabulary) if time else None)
    return bare(cell.text, *known) if known else None


def _labelled(text: str, vocabulary: Vocabulary) -> tuple[Dims, Decimal] | None:
    """The unit that a label says: "Latency (ms)", and what ends it without a bracket, "Random read IOPS"."""
    if found := unit_in(text, vocabulary):
        return found
    unit = header_unit(text, vocabulary)
    plain = unit and unit.kind not in ("price", "count") and not unit.per
    return (dims_of(unit.kind, unit.of), unit.scale) if unit and plain else None


def _of_column(over: str, column: str, table: Table) -> str:
    """What stands over a table without the sentences that speak of other columns than one: of their units."""
    heads = [content(one.text) for one in table.columns]
    parts = ((part, content(part)) for part in _SENTENCE.split(over))
    return " ".join(part for part, said in parts if content(column) & said or not any(one & said for one in heads))


def _above(document: Document, table: Table) -> str:
    """The paragraph that leads to a table."""
    blocks = [one for one in document.blocks if one.end <= table.start and one.kind in ("paragraph", "caption")]
    last = blocks[-1] if blocks else None
    near = last and table.start - last.end < NEAR and last.end - last.start < LONGEST
    return document.text[last.start : last.end] if last and near else ""
