"""What a document lists one by one: the rows of tables, the items of lists, the names behind "Regions: A, B, C"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from checks.lib.labels.chart_tables import tables_of
from checks.lib.language.tokens import root
from checks.lib.quantities.counts import singular
from checks.lib.statements.cells import summary
from schemas.document import Block, Document, Table

LEAST = 3  # of a table or list that lists all
_WORD = re.compile(r"[A-Za-z][A-Za-z-]*")
_NAMES = re.compile(
    r"(?m)^[ \t]*(?:[-*•][ \t]+)?[*_]*(?P<label>[A-Z][^:\n|]{2,60}):[*_]*[ \t]+"
    r"(?P<names>[^\n]+(?:\n(?!\s*\n)[^\n:]+)*)$"
)
_SENTENCE = re.compile(r"[.!?]\s+(?=[A-Z\"“])")
_SPLIT = re.compile(r",\s+(?:and\s+)?|\s+and\s+")
_NAME = re.compile(r"[A-Z][\w.+-]*(?:[ -][\w.+-]+){0,2}")


@dataclass(frozen=True, slots=True)
class Label:
    """What one of them is called, at [start, end) of the document, which is as far as its row goes."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Listing:
    """Things that a document lists in one place; `beside` are other numbers that a text can count there.

    A list that is `led` has its nouns from the sentence over it: they say nothing to another document.
    """

    document: Document
    name: str
    nouns: frozenset[str]  # roots of what they may be called
    labels: tuple[Label, ...]
    start: int
    end: int
    beside: frozenset[int] = frozenset()
    led: bool = False

    @property
    def able(self) -> frozenset[int]:
        """How many a text can say there are: names once, and rows of sums or columns too."""
        return self.beside | {len(self.labels), len({one.text for one in self.labels})}


def together(some: Sequence[Listing]) -> frozenset[int]:
    """How many a text can say there are in some listings: in each, and in all of them."""
    every = [label.text for one in some for label in one.labels]
    return frozenset[int]().union(*(one.able for one in some)) | {len(every), len(set(every))}


def called(noun: str) -> str:
    """The root of one of them: "stations" and "laboratories" end otherwise than their header."""
    plain = noun.lower()
    return root(f"{plain[:-3]}y" if plain.endswith("ies") else singular(plain) or plain)


def listings(document: Document) -> list[Listing]:
    """The tables and lists of a document that list three things or more."""
    tables = [one for table in tables_of(document) if (one := _of_table(document, table))]
    return [*tables, *_names(document), *_items(document)]


def _of_table(document: Document, table: Table) -> Listing | None:
    words = _WORD.findall(re.sub(r"\(.*", "", table.columns[0].text)) if table.columns else []
    rows = [row for row in table.rows if any(map(str.isalpha, row[0].text)) and not summary(row[0].text)]
    # Numbers are settings, and nobody counts "64 chips" by them.
    labels = tuple(Label(row[0].text, row[0].start, max(cell.end for cell in row if cell.text)) for row in rows)
    if len(labels) < LEAST:
        return None
    sums = range(len(labels), len(table.rows) + 1)  # "Fleet" may be a row
    beside = frozenset((*sums, len(table.columns) - 1))
    nouns = frozenset(map(called, words[-1:]))
    return Listing(document, table.name, nouns, labels, table.start, table.end, beside)


def _names(document: Document) -> Iterator[Listing]:
    """Names behind what they are called: "Regions with stock: Ashburn, Dallas, Osaka"."""
    inside = [(one.start, one.end) for one in document.tables]
    for match in _NAMES.finditer(document.text):
        labels = _split(match["names"], match.start("names"))
        if len(labels) >= LEAST and not any(start <= match.start() < end for start, end in inside):
            nouns = frozenset(called(one) for one in _WORD.findall(match["label"]) if one.endswith("s"))
            if nouns:
                yield Listing(document, f"the list of {match['label']}", nouns, labels, *match.span())


def _split(names: str, start: int) -> tuple[Label, ...]:
    """The names of an enumeration; none where a part of it is no name."""
    at, found = 0, []
    text = names.rstrip(" .")
    for end, after in [(one.start(), one.end()) for one in _SPLIT.finditer(text)] + [(len(text), len(text))]:
        if not _NAME.fullmatch(" ".join(text[at:end].split())):
            return ()
        found.append(Label(text[at:end], start + at, start + end))
        at = after
    return tuple(found)


def _items(document: Document) -> Iterator[Listing]:
    """The outer items of lists, called what the sentence that leads to them says."""
    blocks = list(document.blocks)
    for listed, run in groupby(range(len(blocks)), key=lambda at: blocks[at].kind == "list_item"):
        at = list(run)
        if listed and at[0]:
            lead, items = blocks[at[0] - 1], _outer(document, [blocks[one] for one in at])
            # The sentences before the last may be of how it was measured: "the best of two runs".
            last = _SENTENCE.split(document.text[lead.start : lead.end].strip())[-1]
            words = _WORD.findall(last)
            nouns = frozenset(called(one) for one in words if one.endswith("s") and one.islower())
            labels = tuple(Label(document.text[one.start : one.end], one.start, one.end) for one in items)
            if len(labels) >= LEAST:
                yield Listing(document, "the list", nouns, labels, lead.start, labels[-1].end, led=True)


def _outer(document: Document, items: Sequence[Block]) -> list[Block]:
    """The items that stand as far left as any."""
    columns = [_column(document.text, one.start) for one in items]
    return [one for one, column in zip(items, columns, strict=True) if column == min(columns)]


def _column(text: str, at: int) -> int:
    """How far right a line begins. An item in bold begins behind its asterisks, and no further in."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return len(line) - len(line.lstrip())
