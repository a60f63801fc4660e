"""Values of one kind that stand together: a column of a table, the lines of a list, the counts of one sentence.

What they are called plays no part here: a check that knows a value or a label asks which series has it.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from weakref import WeakKeyDictionary

from checks.lib.labels.about import Index
from checks.lib.labels.slots import COLUMN, Slot
from checks.lib.language.tokens import roots, tokens
from checks.lib.quantities.amounts import Amount, alike
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.numbers_said import PERCENT, leading
from checks.lib.statements.cells import summary
from schemas.comparison import Corpus
from schemas.document import Block, Document
from schemas.interval import Interval
from schemas.months import MONTHS, SHORT
from schemas.names import Vocabulary

LONGEST = 140  # characters of a line that has one labelled value; more are prose
LEAD = 400  # characters above a list that lead to it
# "Release 6      84 ms", "- Lyon: 3.8 ms", "2. books, 2.1 TB": what a line calls its value, and the value.
_LINE = re.compile(
    r"[ \t]*(?:(?:[-*•+]|\d+[.)])[ \t]+)?(?P<key>[^\s:|][^\n|:]{0,60}?)"
    r"(?::[*_`]*[ \t]+|[ \t]{2,}|\t+|[ \t]\|[ \t]|,[ \t]|[ \t][-–—=][ \t])[ \t]*(?P<value>[~≈$€£]{0,2}\d[^\n]*)"
)
_WRAPPED = re.compile(r"\s*\n[ \t]*[a-z]")
# "Software, 64 cores ..... 388": what leads to the value is no comma.
_DOTTED = re.compile(
    r"[ \t]*(?:[-*•+][ \t]+)?(?P<key>[^\s.][^\n]{0,60}?)[ \t]?[.…·]{2,}[ \t]*(?P<value>[~≈$€£]{0,2}\d[^\n]*)"
)
# "Capacity by region, June 30, 2025" and "The blog, May 1, 2025": a date, and no value of a list that it begins.
_DATE = re.compile(rf"\b(?:{'|'.join(MONTHS)}|{SHORT})\.? \d{{1,2}}$", re.IGNORECASE)
# "9.2 TB/s of memory bandwidth, 512 GB of memory": two quantities, of which the first is no name of the second.
_QUANTITY = re.compile(r"[*_`]*[~≈$€£]{0,2}\d[\d,.]*\s?[A-Za-zµ/]+(?: per \w+)? of [a-z]", re.IGNORECASE)
_PERCENT = re.compile(r"%|\bper ?cent\b", re.IGNORECASE)
_BARE = re.compile(r"[ \t]*(?:[-*•+][ \t]+)?(?P<value>\d[^\n]*)")


@dataclass(frozen=True, slots=True)
class Item:
    """A value at [start, end) of its document, and what its row or line is called."""

    label: str
    start: int
    end: int
    amount: Amount
    rest: str = ""  # of its line, behind the value

    @property
    def value(self) -> Interval:
        """What its print allows, in base units."""
        return self.amount.readings.rounded


@dataclass(frozen=True, slots=True)
class Series:
    """Two values or more of one kind; `label` heads their column, `about` is all that stands over them."""

    document: Document
    items: tuple[Item, ...]
    label: str
    about: str
    kind: str
    of: frozenset[str]  # what all of them count
    table: str = ""  # its name; "" for lines and sentences
    columns: int = 1  # of values beside one another
    totals: tuple[Interval, ...] = ()  # that the table itself prints

    @property
    def start(self) -> int:
        """Where the first value stands."""
        return self.items[0].start

    @property
    def end(self) -> int:
        """Where the last one ends."""
        return self.items[-1].end

    @property
    def words(self) -> frozenset[str]:
        """The roots of all that is said of it: labels, header and what stands over it."""
        return roots(tokens(" | ".join((self.label, self.about, *(one.label for one in self.items)))))


_kept: WeakKeyDictionary[Index, list["Series"]] = WeakKeyDictionary()  # four checks ask for one corpus


def every_series(corpus: Corpus, index: Index) -> list[Series]:
    """The series of all documents, read once."""
    if index not in _kept:
        _kept[index] = [one for each in corpus.documents for one in series_of(each, index, corpus.vocabulary)]
    return _kept[index]


def series_of(document: Document, index: Index, vocabulary: Vocabulary) -> Iterator[Series]:
    """The columns and lists of a document with two values at least."""
    for told in index.of(document):
        if told.sheet.table and not told.sheet.drawn:
            corner = told.sheet.head.rsplit(" | ", 1)[-1]
            yield from _columns(document, told.slots, told.sheet.name, told.sheet.about, corner)
    yield from _lists(document, vocabulary)


def _columns(document: Document, slots: Sequence[Slot], name: str, about: str, corner: str) -> Iterator[Series]:
    by_column: dict[str, list[Slot]] = defaultdict(list)
    for slot in slots:
        if slot.column != corner or any(
            kind != COLUMN for kind, _ in slot.labels
        ):  # a first column of numbers is a key
            by_column[slot.column].append(slot)
    every = [one for label, some in by_column.items() if (one := _column(document, some, label, name, about, corner))]
    # "Machine" over the names is a word of the table too, where its first column is the rank.
    heads = dict.fromkeys(kind.partition(" ")[2] for slot in slots for kind, _ in slot.labels if kind != COLUMN)
    over = " | ".join((about, *heads))
    yield from (replace(one, columns=len(every), about=over) for one in every)


def _column(document: Document, slots: Sequence[Slot], label: str, name: str, about: str, corner: str) -> Series | None:
    items = [
        Item(_row(one, corner), one.start, one.end, _share(one.amount, label, about))
        for one in slots
        if one.amount.kind != "factor"
    ]
    plain = [one for one in items if not summary(one.label)]
    totals = tuple(one.amount.readings.widened for one in items if summary(one.label))
    return _series(document, plain, label, about, name, totals)


def _share(amount: Amount, label: str, about: str) -> Amount:
    """A bare number as what its header says, or what stands over a column without one: "gain in percent"."""
    said = label or about
    if amount.kind != "count" or (label and "%" not in label):
        return amount
    return replace(amount, kind=PERCENT if _PERCENT.search(said) else "count", of=amount.of if label else frozenset())


def _row(slot: Slot, corner: str) -> str:
    named = ", ".join(text for kind, text in slot.labels if kind != COLUMN)
    return named or dict(slot.settings).get(corner, "")


def _series(
    document: Document,
    items: Sequence[Item],
    label: str,
    about: str,
    table: str = "",
    totals: tuple[Interval, ...] = (),
) -> Series | None:
    """The values as a series, where they are of one kind and none is a bound."""
    if len(items) < 2 or not all(alike(one.amount, other.amount) for one, other in pairwise(items)):
        return None
    if any(one.amount.qualifier != "exact" or not one.value.bounded for one in items):
        return None
    of = frozenset.intersection(*(one.amount.of for one in items))
    return Series(document, tuple(items), label, about, items[0].amount.kind, of, table, totals=totals)


def lines_of(document: Document, vocabulary: Vocabulary) -> Iterator[list[Item]]:
    """The runs of lines right below one another that print a value each, behind or before what they call it."""
    run: list[Item] = []
    last = -1
    spans = [(one.start, one.end) for one in document.tables]
    for block in document.blocks:
        if block.kind in ("code", "footnote") or any(start <= block.start < end for start, end in spans):
            continue
        for start, line in _lines(document, block):
            found = None if _goes_on(document, block, start + len(line)) else _item(line, start, block, vocabulary)
            near = last >= 0 and not re.sub(r"[\s\-*•+\d.)]", "", document.text[last:start])
            if run and not (found and near):
                yield run
                run = []
            if found:
                run.append(found)
            last = start + len(line)
    if run:
        yield run


def dotted_lines(document: Document, vocabulary: Vocabulary) -> Iterator[list[Item]]:
    """The runs of lines whose dots lead to a value, whatever blocks and tables their spaces make of them."""
    run: list[Item] = []
    at = 0
    for line in [*document.text.splitlines(keepends=True), ""]:
        match = _DOTTED.match(line.rstrip()) if len(line) <= LONGEST else None
        found = leading(match["value"], match["key"], vocabulary) if match else None
        if match and found:
            start, end = (at + match.start("value") + each for each in (found.start, found.end))
            run.append(Item(match["key"].strip(" *_`"), start, end, found, match["value"][found.end :].strip()))
        elif run:
            yield run
            run = []
        at += len(line)


def _lines(document: Document, block: Block) -> Iterator[tuple[int, str]]:
    at = block.start
    if block.kind == "list_item":  # what is wrapped below it is prose
        yield at, document.text[at : block.end].partition("\n")[0].rstrip()
        return
    for line in document.text[block.start : block.end].splitlines(keepends=True):
        if line.strip():
            yield at, line.rstrip()
        at += len(line)


def _goes_on(document: Document, block: Block, at: int) -> bool:
    """Whether a line of a paragraph goes on in the next one: "use their mean, 426 GB/s, and no" is prose."""
    return block.kind == "paragraph" and bool(_WRAPPED.match(document.text, at, block.end))


def _item(line: str, start: int, block: Block, vocabulary: Vocabulary) -> Item | None:
    match = (_DOTTED.match(line) or _LINE.match(line)) if len(line) <= LONGEST else None
    if match is None and block.kind == "list_item":
        match = _BARE.match(line)
    found = leading(match["value"], match.groupdict().get("key") or "", vocabulary) if match else None
    if match is None or found is None or _DATE.search(match.groupdict().get("key") or ""):
        return None
    at, end = start + match.start("value") + found.start, start + match.start("value") + found.end
    key = match.groupdict().get("key") or ""
    if _QUANTITY.match(key) and line[match.end("key")] == ",":
        return None
    return Item(key.strip(" *_`"), at, end, found, line[match.start("value") + found.end :].strip())


def _lists(document: Document, vocabulary: Vocabulary) -> Iterator[Series]:
    heads = [(one.start, document.text[one.start : one.end]) for one in document.blocks if one.kind == "heading"]
    for run in lines_of(document, vocabulary):
        over = [text for start, text in heads if start < run[0].start and run[0].label not in text]
        lead = document.text[max(0, run[0].start - LEAD) : run[0].start].rsplit("\n\n", 2)
        about = " | ".join((document.title, *over[-1:], *(" ".join(one.split()) for one in lead[-2:-1])))
        for kind in dict.fromkeys(one.amount.kind for one in run):
            found = _series(document, [one for one in run if one.amount.kind == kind], "", about)
            if found and (found.of or kind != "count"):
                yield found


def enumerated(sentence: Sentence) -> Iterator[Series]:
    """The counts of one noun, and the values of one unit, that a sentence prints beside one another."""
    groups: dict[tuple[str, frozenset[str]], list[Item]] = defaultdict(list)
    for one in sentence.amounts:
        mine = Item(one.near, one.start, one.end, one.amount)
        noun = next(
            (key for key in groups if key[0] == one.amount.kind and (key[1] & one.amount.of or not key[1])), None
        )
        groups[noun or (one.amount.kind, one.amount.of)].append(mine)
    for items in groups.values():
        found = _series(sentence.passage.document, items, "", " | ".join(sentence.scope))
        if found and (found.of or found.kind != "count"):
            yield found
