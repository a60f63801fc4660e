"""A labelled value and the sheet that it stands in: a table, the lines of a list, sentences that attribute values."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from checks.lib.quantities.amounts import Amount
from schemas.document import Document

COLUMN = "column"  # what the label of a table's column is called
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
