"""The properties of one thing: a data sheet's list, or the row or the column of a table that is of one product or size.

Two documents rarely print the same table of a product. One has a row for it among others, the other a sheet of its own;
one says "Rand write (IOPS)", the other "Random write 4K QD256".
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from checks.lib.columns.views import View
from checks.lib.labels.naming import label_tokens
from checks.lib.labels.slots import Slot
from checks.lib.language.tokens import GENERIC, root
from checks.lib.quantities.amounts import unit_of
from schemas.names import Vocabulary

LEAST = 3  # properties: two that agree, and one that does not
SHORT = 3  # letters of an abbreviation: "seq", "lat"
LEFT_OUT = 2  # letters that an abbreviation leaves out at least: "read" is none of "ready"
_THING = re.compile(
    r"\d[\d.,]*\s?(?:[KMGTP]i?B|kW|MW|W|GHz|MHz|Gb/s|Gbps|mm|in)\b|[^\W\d_]{2,}(?=-\d)|[^\W_]+(?:[-.][^\W_]+)*\+?"
)
# What the headers of data sheets and their titles say of any product.
_NO_THING = GENERIC | frozenset(
    map(
        root,
        """
        parameter specification specifications spec specs typical model models product capacity size variant version
        characteristic attribute value item property feature features metric data sheet datasheet rev revision
        series family brief page overview technical details glance description unit units configuration sku part rating
        detail info
        """.split(),
    )
)
# What a unit says already: "Read speed (MB/s)" is "Read".
_FILLING = frozenset(map(root, "speed rate performance throughput bandwidth consumption rating figure".split()))


@dataclass(frozen=True, slots=True)
class Property:
    """A value with what it is called, as words; `beside` is what its cell says more ("64 B, typical")."""

    label: str
    words: frozenset[str]
    slot: Slot
    beside: str


@dataclass(frozen=True)
class Slice:
    """The properties of one thing. `thing` is what its row or column is called, `names` that in words.

    `names` is empty for a list of which only the title says what it is of.
    """

    view: View
    thing: str
    names: frozenset[str]
    properties: tuple[Property, ...]

    @cached_property
    def said(self) -> frozenset[str]:
        """All that is said of what it is: its name, and the titles over it."""
        return self.names | things(self.view.told.sheet.head)


@lru_cache(maxsize=16384)
def things(text: str) -> frozenset[str]:
    """The words of names, sizes and codes in one piece each: "7.68 TB" is "7.68tb", "7564-E" is "7564-e"."""
    found = (match.group().replace(" ", "").lower() for match in _THING.finditer(text))
    return frozenset(one if any(map(str.isdigit, one)) else root(one) for one in found) - _NO_THING


def slices(view: View, least: int = LEAST) -> Iterator[Slice]:
    """Its rows and its columns, each as the properties of one thing; what has too few of them is left out."""
    labels = {row: " ".join(_labels(view, row)) for row in view.rows}
    across = ((labels[row], [(view.heads.get(at, ""), (row, at)) for at in view.columns]) for row in view.rows)
    down = ((view.heads.get(at, ""), [(labels[row], (row, at)) for row in view.rows]) for at in view.columns)
    for thing, cells in (*across, *down):
        found = [_property(label, view.slots[place], view.vocabulary) for label, place in cells if place in view.slots]
        named = tuple(one for one in found if one.words)
        if len(named) >= least:
            yield Slice(view, thing, things(thing), named)


def _labels(view: View, row: int) -> Iterator[str]:
    """The texts of a row left of its values; a unit in a column of its own is none."""
    first = min((at for at in view.columns if (row, at) in view.slots), default=0)
    for at in range(first):
        text = view.texts.get((row, at), "")
        if text and not unit_of(text, view.vocabulary):
            yield text


def _property(label: str, slot: Slot, vocabulary: Vocabulary) -> Property:
    text = slot.sheet.document.text[slot.start : slot.end]
    beside = f"{text[: slot.amount.start]} {text[slot.amount.end :]}"
    return Property(label, _words(label, vocabulary), slot, beside)


@lru_cache(maxsize=16384)
def _words(label: str, vocabulary: Vocabulary) -> frozenset[str]:
    found = frozenset(one.root for one in label_tokens(label, vocabulary))
    return (found - _FILLING) or found


def left_over(one: frozenset[str], other: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The words of each label that the other lacks, abbreviated or not: "seq" is "sequential"."""
    mine, theirs = one - other, other - one
    both = [(a, b) for a in mine for b in theirs if _short(a, b) or _short(b, a)]
    return mine - {a for a, _ in both}, theirs - {b for _, b in both}


def _short(one: str, other: str) -> bool:
    return SHORT <= len(one) <= len(other) - LEFT_OUT and one.isalpha() and other.startswith(one)


def matched(left: Sequence[Property], right: Sequence[Property]) -> Iterator[tuple[Property, Property]]:
    """The properties that are one, by their labels: alike, or one of them with words more; each once or not at all."""
    begins = [[(one, _begins(one)) for one in some] for some in (left, right)]
    mine = {id(one): _nearest(one, here, begins[1]) for one, here in begins[0]}
    theirs = {id(one): _nearest(one, here, begins[0]) for one, here in begins[1]}
    for one in left:
        other = mine[id(one)]
        if other is not None and theirs[id(other)] is one:
            yield one, other


def _begins(one: Property) -> frozenset[str]:
    """How its words begin: a word and what it is short for begin alike."""
    return frozenset(word[:SHORT] for word in one.words)


def _nearest(
    one: Property, begins: frozenset[str], among: Sequence[tuple[Property, frozenset[str]]]
) -> Property | None:
    """The one whose label is most alike; None where none is, or several are."""
    ranked: list[tuple[int, Property]] = []
    for other, theirs_begin in among:
        if not (begins <= theirs_begin or theirs_begin <= begins):
            continue  # either has a word that the other lacks: so it is with most of two long tables
        mine, theirs = left_over(one.words, other.words)
        if one.slot.amount.kind == other.slot.amount.kind and not (mine and theirs):
            ranked.append((len(mine) + len(theirs), other))
    least = min((rank for rank, _ in ranked), default=0)
    nearest = [other for rank, other in ranked if rank == least]
    # Of "Typical power" and "Maximum power", "Power" is neither.
    return nearest[0] if len(nearest) == 1 and (not least or len(ranked) == 1) else None
