"""Measurements with labels: the cells of tables, and labelled lines, with what tells each from its neighbours."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from checks.lib.labels.about import Index, Told
from checks.lib.labels.slots import COLUMN, Sheet, Slot
from checks.lib.quantities.amounts import amounts, unit_of
from checks.lib.telling.measured import NUMBER, SHARE, bare_amounts, content
from schemas.document import Document
from schemas.names import Vocabulary

KEY = 8  # words of a line before its value; more are a sentence
LINES = 400  # labelled lines of a document that are read
_PER_TIME = re.compile(
    r"\b(?P<of>[A-Za-z]+)(?:\s[a-z]+ed)?(?:\sper\s|/)(?P<by>s|sec|second|minute|hour|day)\b", re.IGNORECASE
)
_MONEY = re.compile(r"[$€£]|\b(?:US )?dollars?\b|\beuros?\b|\bUSD\b|\bEUR\b", re.IGNORECASE)
_LINE = re.compile(
    r"(?m)^[ \t]*(?:[-*•+>][ \t]+)*[*_`]*(?P<key>[^\W_][^:|\n]{0,70}?)[*_`]*(?::[*_`]*[ \t]+|[ \t]{2,}|\t)"
    r"(?P<value>[$€£~<>]?\d[^\n]*)$"
)
_PERCENTILE = re.compile(r"\b(?:percentiles?|quantiles?|pctl|pct)\b", re.IGNORECASE)
_STOP = re.compile(r"[.;](?:\s|$)")
_OF_SHARE = re.compile(r"%|\bper ?cent\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cell:
    """A measurement with labels: those that tell its row from the others, and its column."""

    slot: Slot
    kind: str
    row: str
    column: str
    line: str = ""  # what a labelled line says besides

    @property
    def label(self) -> str:
        """All of its labels."""
        return " | ".join(filter(None, (self.row, self.column, self.line)))


@dataclass(frozen=True, slots=True)
class Labels:
    """Labels of one kind with the words of each, those that all of them have, and what each has besides."""

    words: Mapping[str, frozenset[str]]
    common: frozenset[str]
    own: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Labels":
        """These labels; there must be one at least."""
        words = {text: content(text) for text in texts}
        common = frozenset.intersection(*words.values())
        return cls(words, common, {text: mine - common for text, mine in words.items()})


@dataclass(frozen=True)  # without slots: what its labels say is read once for all the sentences held against it
class Grid:
    """Cells that stand together; `head` is the titles over them, `above` the paragraph that leads to them."""

    document: Document
    head: str
    cells: tuple[Cell, ...]
    above: str = ""

    @property
    def about(self) -> str:
        """All that is said of them."""
        return f"{self.head} | {self.above}"

    @cached_property
    def rows(self) -> Labels:
        """What tells its rows apart."""
        return Labels.of({each.row for each in self.cells})


def is_counted(cell: Cell) -> bool:
    """Whether a cell prints what it counts, and not a bare number: "48 GB", "12 drives"."""
    text = cell.slot.sheet.document.text[cell.slot.start : cell.slot.end]
    return any(map(str.isalpha, text))


def grids(document: Document, index: Index, vocabulary: Vocabulary) -> list[Grid]:
    """The tables of a document, and its labelled lines by the heading over them."""
    tables = [_table(one, vocabulary) for one in index.of(document) if one.sheet.table and not one.sheet.prose]
    return [*(one for one in tables if one.cells), *_lists(document, vocabulary)]


def _table(told: Told, vocabulary: Vocabulary) -> Grid:
    corner = told.sheet.head.rsplit(" | ", 1)[-1]
    keyed = len({one.column for one in told.slots}) > 1
    cells = tuple(
        _cell(one, told.sheet, corner, vocabulary)
        for one in told.slots
        if not (keyed and one.column == corner and one.settings)
    )
    return Grid(told.sheet.document, told.sheet.head, cells, told.sheet.above)


def _row(slot: Slot, corner: str) -> str:
    """What tells a row from the others: its labels, else the number in its first column with the header of that."""
    labels = [label for kind, label in slot.labels if kind != COLUMN and label]
    if slot.settings and slot.settings[0][0] == corner != slot.column:
        number = slot.settings[0][1]
        labels.append(f"p{number}" if _PERCENTILE.search(corner) else f"{number} {corner}")
    return " | ".join(labels)


def _cell(slot: Slot, sheet: Sheet, corner: str, vocabulary: Vocabulary) -> Cell:
    """A cell whose unit only its labels or titles say as an amount of that: "Rows per second", "Dollars per hour"."""
    row, amount = _row(slot, corner), slot.amount
    if amount.kind == "percent":
        return Cell(slot, SHARE, row, slot.column)
    labels = " | ".join(label for _, label in slot.labels)
    every = f"{sheet.about} | {labels}"
    rate = _PER_TIME.search(slot.column) if amount.kind == NUMBER else None
    unit = unit_of(f"{rate['of']}/{rate['by']}", vocabulary) if rate else None
    if unit:
        amount = replace(
            amount, kind=unit.kind, of=unit.of, readings=amount.readings.scaled(unit.scale), unit=unit.scale
        )
    elif amount.kind == NUMBER and _OF_SHARE.search(every):
        return Cell(slot, SHARE, row, slot.column)
    elif amount.kind == NUMBER and _MONEY.search(every):
        amount = replace(amount, kind="price", of=frozenset())
    return Cell(replace(slot, amount=amount), amount.kind, row, slot.column)


def _lists(document: Document, vocabulary: Vocabulary) -> Iterator[Grid]:
    heads = [(one.start, document.text[one.start : one.end]) for one in document.blocks if one.kind == "heading"]
    spans = [(one.start, one.end) for one in document.tables]
    found: dict[str, list[Cell]] = {}
    for number, match in enumerate(_LINE.finditer(document.text)):
        inside = any(start <= match.start() < end for start, end in spans)
        if number >= LINES or inside or len(match["key"].split()) > KEY or not re.search(r"[A-Za-z]", match["key"]):
            continue
        over = next(
            (text for start, text in reversed(heads) if start < match.start() and text not in match.group()), ""
        )
        head = " | ".join(dict.fromkeys((document.title, over)))
        cell = _line(document, head, match, vocabulary)
        if cell:
            found.setdefault(head, []).append(cell)
    yield from (Grid(document, head, tuple(cells)) for head, cells in found.items())


def _line(document: Document, head: str, match: re.Match[str], vocabulary: Vocabulary) -> Cell | None:
    value = match["value"]
    bare = (replace(one, start=one.start - 2, end=one.end - 2) for one in bare_amounts(f": {value}", ()))
    one = min((*amounts(value, vocabulary), *bare), key=lambda each: each.start, default=None)
    if one is None or one.start > 1:
        return None
    start, end = one.start, one.end
    at = match.start("value")
    sheet = Sheet(document, "", head, table=False)
    amount = replace(one, of=one.of | content(match["key"])) if one.kind == NUMBER else one
    kind = SHARE if one.kind == NUMBER and _OF_SHARE.search(head) else one.kind
    return Cell(
        Slot(sheet, at + start, at + end, amount, (("", match["key"]),)),
        kind,
        match["key"],
        "",
        _STOP.split(value[end:])[0],
    )
