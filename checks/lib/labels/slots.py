"""A labelled value and the sheet that it stands in: a table, the lines of a list, sentences that attribute values."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from checks.lib.language.tokens import roots, tokens
from checks.lib.quantities.amounts import Amount
from schemas.document import Document

COLUMN = "column"  # what the label of a table's column is called
_USE = re.compile(r"\b(?:read|writ)", re.IGNORECASE)
VALUE = 24  # characters of a value before its amount


@dataclass(frozen=True, slots=True)
class Slot:
    """A value with its labels: (what the labels of its kind are called, what this one says); numeric keys apart."""

    sheet: "Sheet"
    start: int
    end: int
    amount: Amount
    labels: tuple[tuple[str, str], ...]
    settings: tuple[tuple[str, str], ...] = ()

    @property
    def document(self) -> Document:
        """The document that prints it."""
        return self.sheet.document

    @property
    def column(self) -> str:
        """The label of its column, "" for none: the values of a list have none."""
        return dict(self.labels).get(COLUMN, "")


@dataclass(frozen=True, slots=True)
class Sheet:
    """Values that stand together: a table, or the labelled lines of a document.

    `head` is the title, headings and caption over it, `above` the paragraph that leads to it.
    """

    document: Document
    name: str
    head: str
    table: bool
    above: str = ""
    prose: bool = False  # values that sentences give for names
    drawn: bool = False  # a chart

    @property
    def about(self) -> str:
        """All that is said of it."""
        return f"{self.head} | {self.above}" if self.above else self.head


ByLabel = Mapping[tuple[str, str], Sequence[Slot]]


def by_label(slots: Iterable[Slot]) -> ByLabel:
    """The cells by each of their labels: a sentence names two of a sheet's labels, and asks for the cells of these."""
    found: dict[tuple[str, str], list[Slot]] = defaultdict(list)
    for slot in slots:
        for label in dict(slot.labels).items():
            found[label].append(slot)
    return dict(found)


def of_two_uses(over: str, slots: Sequence[Slot]) -> bool:
    """Whether two values are the reads and the writes of one thing, of which neither is what a factor is over."""
    if len(slots) == 1:
        return False
    mine, theirs = (" ".join(text for _, text in slot.labels) for slot in slots[:2])
    uses = [frozenset(match.group().lower() for match in _USE.finditer(text)) for text in (mine, theirs)]
    named = roots(tokens(over)) & roots(tokens(f"{mine} {theirs}"))
    return all(uses) and uses[0].isdisjoint(uses[1]) and not named
