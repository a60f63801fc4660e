"""Quantities that documents print, each with what it counts and what each of has it: six stacks, 819 GB/s per stack.

No word leads here: a number, its unit or noun and the grammar of "each" and "per" are all that is read, in sentences,
in the lines of data sheets and in tables.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from weakref import WeakKeyDictionary

from checks.lib.columns.series import lines_of
from checks.lib.labels.about import Index
from checks.lib.labels.slots import COLUMN, Slot
from checks.lib.language.tokens import root
from checks.lib.quantities.amounts import unit_of
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.counts import singular
from checks.lib.quantities.dimensions import KINDS, PRICE, Dims, noun, things
from checks.lib.quantities.divided import Divided, each_divided, over_time
from checks.lib.quantities.each_of import each_of, held_by
from checks.lib.quantities.scanned import NO_THING, PLAIN, content, dims_of, head, point, printed_number, scanned
from checks.lib.telling.had_by import had_by
from checks.lib.telling.label_words import over_label, parted, subject
from schemas.document import Cell, Document, Table
from schemas.interval import Interval
from schemas.months import SHORT
from schemas.names import Vocabulary
from schemas.number_words import POWERS, either

LONGEST = 8  # words of a label; more are a sentence
EIGHT = Decimal(8)  # bits in a byte
PAIR = 2  # cells of a row that is a label and its value
_NUMBER = re.compile(r"[\w-]+(?:[.,]\d+)*(?: (?:thousand|million|billion))?")
_POWER = re.compile(rf"(?<=\d)\s?\b(?:{either(POWERS)})\b", re.IGNORECASE)
_LEADING = re.compile(
    rf"[~≈]?(?!0\d)(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d+(?:\.\d+(?=\s(?:{either(POWERS)})\b))?)"
    rf"(?:\s(?P<power>{either(POWERS)})\b|(?P<si>[kKM])(?![\w/]))?"
    rf"(?!\s(?i:{SHORT})|[\d.,:]*\d|e-?\d|\s?%|\s?[×x](?!\s[A-Z])|\s?(?:per ?cent|degrees?|°)|\s?[A-Za-z]+/)"
)
_LISTED = re.compile(r"(?:\sper\s[\w-]+)?\s?[,;(]")  # "7 per module, 128 GB/s each"
_SHAPE = re.compile(r"\d-?D\b")  # a "2D torus" is no two of anything
_TIMES = r"(?P<by>minute|min|hour|hr|h|day|week|month|year)\b"
_BY_TIME = re.compile(rf"(?:\s(?:per|an?|each|every)\s|\s?/\s?){_TIMES}")
_OTHER_TIME = re.compile(
    r"(?:\b(?:per|an?|each|every)\s|/\s?)(?:hour|minute|day|week|month|year)|\b(?:monthly|yearly|once|total|purchase|token)",
    re.IGNORECASE,
)
# "Prices are for one GPU and one hour", "all rates in dollars per GPU-hour"
_PRICED = re.compile(
    r"\b(?:prices?|rates)\b[^.;:|\n]{0,60}?\b(?:per|for (?:one|an?|each|every))\s(?P<of>[A-Za-z]{2,})"
    rf"(?:-|\s(?:and|per)\s(?:(?:one|an?|each)\s)?|\s(?=hour)){_TIMES}",
    re.IGNORECASE,
)
_SAYS_EACH = re.compile(r"\b(?:per|each|hourly)\b", re.IGNORECASE)
_COUNTS = re.compile(r"(?<![\w-])\d+\s[A-Za-z]")  # "All instances have 32 cores": a label that names no part


@dataclass(frozen=True, slots=True, eq=False)  # each is one: what is looked for in a pool is found by being it
class Fact:
    """A quantity at [start, end) of its document, in base units.

    `of` are the roots of what is counted (of a count, or of a rate); `per` those of what each of has it, none where it
    is said of the whole; `loose` the words of its label, of which one may be that part. `text` is the sentence or line.
    """

    document: Document
    start: int
    end: int
    dims: Dims
    of: frozenset[str]
    value: Interval
    per: frozenset[str]
    text: str
    words: frozenset[str]
    loose: frozenset[str] = frozenset()
    sentence: Sentence | None = None
    at: int = 0  # in `text`
    entity: str = ""  # the row or column of a table that it is of
    qualifier: str = "exact"
    count: bool = field(init=False, default=False)  # whether it is a number of things; asked for every pair of facts

    def __post_init__(self) -> None:
        things = {(one, 1) for one in self.of}
        object.__setattr__(self, "count", len(self.dims) == 1 and self.dims <= things)

    @property
    def anonymous(self) -> bool:
        """Whether it only multiplies what follows: the 8 of "8 x 400 Gb/s"."""
        return any(one.startswith("@") for one in self.of)

    @property
    def quote(self) -> str:
        """As it is printed."""
        return self.document.text[self.start : self.end]

    @property
    def number_end(self) -> int:
        """Where its number ends, without the noun behind it."""
        match = _NUMBER.match(self.quote) if self.count else None
        return self.start + match.end() if match else self.end

    @property
    def middle(self) -> Decimal:
        """The value, without its rounding."""
        return (self.value.lower + self.value.upper) / 2


_kept: WeakKeyDictionary[Index, dict[str, tuple[Fact, ...]]] = WeakKeyDictionary()  # several checks ask for one corpus


def facts(document: Document, index: Index, vocabulary: Vocabulary) -> tuple[Fact, ...]:
    """The quantities of a document, each place once; read once for all checks."""
    known = _kept.setdefault(index, {})
    if document.document_id not in known:
        known[document.document_id] = tuple(_facts(document, index, vocabulary))
    return known[document.document_id]


def _facts(document: Document, index: Index, vocabulary: Vocabulary) -> Iterator[Fact]:
    seen: set[int] = set()
    tabled = list(_tabled(document, index, vocabulary))
    # "Driving | 92" under "kWh": the header has the unit, and its line alone would count drives.
    measured = {one.start for one in tabled if things(one.dims) != sorted(name for name, _ in one.dims)}
    listed = (
        one for one in _listed(document, vocabulary) if one.anonymous or not (one.count and one.start in measured)
    )
    for one in (*listed, *tabled, *_said(index.sentences(document), vocabulary)):
        if one.start not in seen and one.value.bounded and one.value.lower > 0:
            seen.add(one.start)
            yield one


def said_before(one: Fact, index: Index, many: int) -> str:
    """The sentence of a fact with so many of its section before it; the line of a sheet alone."""
    if one.sentence is None:
        return one.text
    scope = one.sentence.scope[-2:]
    above = [each for each in index.sentences(one.document)
             if each.passage.start <= one.start and each.scope[-2:] == scope]  # fmt: skip
    return " | ".join(each.passage.words for each in above[-many - 1 :])


def in_one_list(one: Fact, other: Fact) -> bool:
    """Whether two facts are labelled lines of one list, with nothing but lines between them."""
    first, last = sorted((one, other), key=lambda each: each.start)
    lines = not any(each.sentence or each.entity for each in (one, other)) and first.document is last.document
    return lines and "\n\n" not in first.document.text[first.end : last.start]


def _said(sentences: Sequence[Sentence], vocabulary: Vocabulary) -> Iterator[Fact]:
    counted = ""  # what the sentence before counted last
    for one in sentences:
        found = list(_scan(one.passage.words, one.passage.start, one.passage.document, counted, vocabulary))
        yield from (replace(each, sentence=one) for each in found)
        counted = _last_counted(found, "")


def _last_counted(found: Sequence[Fact], before: str) -> str:
    return next((min(each.of) for each in reversed(found) if each.count and not each.anonymous), before)


def _scan(text: str, start: int, document: Document, counted: str, vocabulary: Vocabulary) -> Iterator[Fact]:
    """The quantities of a text that begins at `start`."""
    raw = scanned(text, start, vocabulary)
    nouns = [(-1, counted)] if counted else []
    nouns += [(one.end, min(one.of)) for one in raw if one.kind == "count" and not one.anonymous]
    divided = each_divided(text, raw, vocabulary)
    words = content(text)
    last = -1
    for one, found, per in zip(raw, divided, had_by(text, start, raw, divided, nouns), strict=True):
        if one.start < last and not one.anonymous:
            continue  # the 100 km of "9 litres for 100 km"
        last = found.end
        loose = one.loose if one.kind == "count" or per else held_by(text, one.start, nouns)
        dims, value = _sized(found) if per else (found.dims, found.value)
        yield Fact(
            document, start + one.start, start + found.end, dims, one.of, value, per, text, words,
            at=one.start, qualifier=one.qualifier, loose=loose,
        )  # fmt: skip


def _sized(found: Divided) -> tuple[Dims, Interval]:
    """The bits that each of something has as a size: "4 bits a weight"; without a part they are a width."""
    bits = found.dims == frozenset({(noun("bits"), 1)})
    return (KINDS["size"], found.value.scaled(1 / EIGHT)) if bits else (found.dims, found.value)


def _listed(document: Document, vocabulary: Vocabulary) -> Iterator[Fact]:
    """The values of the labelled lines and of tables of two columns."""
    lines = [
        (_under(table, row), "" if row is table.columns else table.columns[1].text, row[1].text, row[1].start)
        for table in document.tables
        for row in (table.columns, *table.rows)
        if len(row) == PAIR and row[0].text
    ]
    for run in lines_of(document, vocabulary):
        lines += [(one.label, "", document.text[one.start :].partition("\n")[0], one.start) for one in run if one.label]
    counted = ""
    for label, over, value, start in lines:
        if len(label.split()) <= LONGEST:
            found = list(_labelled((label, over), value, start, document, counted, vocabulary))
            counted = _last_counted(found[:1], counted)
            yield from found


def _under(table: Table, row: Sequence[Cell]) -> str:
    """A row's label, with the header over its value where that says a time or a part: "Per hour"."""
    over = table.columns[1].text
    if row is table.columns or re.search(r"\d", over) or not _SAYS_EACH.search(over):
        return row[0].text
    return f"{row[0].text} {over[:1].lower()}{over[1:]}"


def _labelled(
    labels: tuple[str, str], value: str, start: int, document: Document, counted: str, vocabulary: Vocabulary
) -> Iterator[Fact]:
    label, _ = labels
    mine, per = parted(label)
    text, words = f"{label}: {value}", content(f"{label} {value}")
    lead = _LEADING.match(value)
    # "Links: 7, 128 GB/s each": each of the links, and not of what the line above counts.
    here = head(subject(mine)) if lead and _LISTED.match(value, lead.end()) else ""
    found = list(_scan(value, start, document, here or counted, vocabulary))
    counts = any(one.count for one in found)  # "512 nodes, 2 x 64 cores, 256 GB": the size of which of them?
    behind = "" if counts else re.sub(r"\d[\d.,]*", " ", value)
    loose = frozenset[str]() if _COUNTS.search(label) else content(f"{mine} {behind}") - PLAIN
    if lead and not any(one.start == start + lead.start("n") for one in found):
        of, unit = content(subject(mine)) - PLAIN - NO_THING, value[lead.end() :].strip().split(" ")[0]
        if of and not (unit and unit_of(unit, vocabulary)):
            at = start + lead.start("n"), start + lead.end()
            number = printed_number(lead) if lead["power"] or lead["si"] else point(lead["n"])
            mine_per = per or each_of(value, *lead.span(), ())  # "24 in every shelf"
            plain = Divided(dims_of("count", of, head(subject(mine))), number, mine_per, 0)
            by = over_label(plain, labels, vocabulary)
            yield Fact(document, *at, by.dims, of, by.value, by.per, text, words)
    for one in found:
        by = over_label(Divided(one.dims, one.value, one.per or per, 0), labels, vocabulary)
        yield replace(
            one, text=text, words=words, loose=one.loose if one.count else loose,
            dims=by.dims, value=by.value, per=by.per,
        )  # fmt: skip


def _tabled(document: Document, index: Index, vocabulary: Vocabulary) -> Iterator[Fact]:
    """The cells of tables, each of its row's name, or of its column's where the rows are properties."""
    for told in index.of(document):
        if not told.sheet.table or told.sheet.drawn:
            continue
        kinds: dict[str, set[str]] = {}
        for slot in told.slots:
            kinds.setdefault(slot.column, set()).add(slot.amount.kind)
        properties = sum(len(some) > 1 for some in kinds.values()) * 2 > len(kinds)
        for slot in told.slots:
            if _SHAPE.match(slot.document.text, slot.start):
                continue
            yield _cell(slot, vocabulary, properties=properties or len(kinds) == 1, wide=len(kinds) > 1)


def _cell(slot: Slot, vocabulary: Vocabulary, *, properties: bool, wide: bool) -> Fact:
    row = " ".join(text for kind, text in slot.labels if kind != COLUMN)
    label, entity = (row, slot.column if wide else "") if properties else (slot.column, row)
    mine, per = parted(label)
    dims, of = _counted(slot, mine)
    found = over_label(Divided(dims, slot.amount.readings.rounded, per, 0), (label, slot.column), vocabulary)
    found = _billed_by(slot, found)
    text = f"{label}: {slot.document.text[slot.start : slot.end]}"
    return Fact(
        slot.document, slot.start, slot.end, found.dims, of, found.value, found.per, text, content(f"{label} {row}"),
        loose=content(mine) - PLAIN, entity=entity, qualifier=slot.amount.qualifier,
    )  # fmt: skip


def _billed_by(slot: Slot, found: Divided) -> Divided:
    """A price over the time that its cell prints ("$0.108 per minute"), or that the page says of all its prices."""
    if found.dims != PRICE or any("hour" in one for one in found.per):
        return found
    text = slot.document.text
    if own := _BY_TIME.search(text, slot.start, slot.end):
        return over_time(found, own["by"])
    if _OTHER_TIME.search(f"{slot.column} {text[slot.start : slot.end]}"):
        return found
    tables = [(one.start, one.end) for one in slot.document.tables]
    every = {
        (match["of"].lower(), match["by"].lower())
        for match in _PRICED.finditer(text)
        if not any(start <= match.start() < end for start, end in tables)
    }
    if len(every) != 1:
        return found
    ((of, by),) = every
    return replace(over_time(found, by), per=found.per or frozenset({root(singular(of) or of)}))


def _counted(slot: Slot, label: str) -> tuple[Dims, frozenset[str]]:
    """The dimensions of a cell and what it counts: what its label begins with, unless it prints a noun: "256 chips"."""
    printed = _POWER.sub(" ", slot.document.text[slot.start : slot.end])  # "54 million" under "Cores" are no millions
    if slot.amount.kind != "count":
        return dims_of(slot.amount.kind, slot.amount.of, ""), slot.amount.of
    noun_of = printed if content(printed) - PLAIN - NO_THING else subject(label)
    of = content(noun_of) - PLAIN - NO_THING
    return dims_of("count", of, head(noun_of)), of
