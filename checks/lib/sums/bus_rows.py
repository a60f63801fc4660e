"""Memory bandwidths that the width of a bus and the rate of a pin do not come to, where a table has both by product.

The row or column of a product has both; the bandwidth stands there too, on the product's own sheet, or in a sentence
that names it and no other product of the table.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.language.tokens import roots, tokens
from checks.lib.sums.standard_parts import SPEED, Part, Stretch, bytes_of, stretches_of
from checks.lib.sums.standard_sums import BANDWIDTH, NO_BUS, Off, is_any, is_far
from schemas.document import Cell, Document, Table

MOST = 24  # products of a table
_WIDTH = re.compile(r"\b(?:bus|interface|memory|bit) ?width\b|\b(?:memory )?(?:bus|interface)\b", re.IGNORECASE)
_BITS = re.compile(r"(?P<n>\d{2,4}|\d{1,2},\d{3})[\s-]?bits?\b(?:\s(?:wide|bus))?", re.IGNORECASE)
_PIN = re.compile(r"\bpins?\b|\bdata rate\b|\bmemory (?:speed|clock)\b|\btransfer rate\b", re.IGNORECASE)
_RATE = re.compile(r"(?P<n>\d+(?:\.\d+)?)\s?(?:Gb/s|Gbps|Gbit/s|GT/s)(?:\s?(?:per|a|/)\s?pin)?", re.IGNORECASE)
_SPEED = re.compile(r"\b(?:memory )?bandwidth\b", re.IGNORECASE)


def bus_rows(documents: Sequence[Document], index: Index) -> Iterator[Off]:
    """The bandwidths of products that their own bus and pins do not come to."""
    for document in documents:
        for table in document.tables:
            if max(len(table.rows), len(table.columns)) <= MOST:
                yield from _of_table(document, table, documents, index)


def _of_table(document: Document, table: Table, documents: Sequence[Document], index: Index) -> Iterator[Off]:
    every = _products(document, table)
    for name, (width, pin) in every.items():
        value = width.value * pin.value * 10**9 / 8
        others = frozenset[str]().union(*(_words(each) for each in every if each != name))
        told = [one for each in documents for one in _told(each, _words(name) - others, others - _words(name), index)]
        told += _cells(document, table, name)
        if any(is_any(one, (value,)) for one in told):
            continue  # what it comes to is printed: another one may be of both directions, or of a boost
        for one in told:
            if is_far(one, value):
                yield Off(one, (width, pin), value, "bits x Gb/s of a pin over 8")


def _places(table: Table) -> Iterator[tuple[str, str, Cell, Sequence[Cell]]]:
    """Each cell with the two labels that it stands under, either of which may be the product, and its row."""
    for row in table.rows:
        for head, cell in zip(table.columns[1:], row[1:], strict=False):
            yield head.text, row[0].text, cell, row
            yield row[0].text, head.text, cell, row


def _products(document: Document, table: Table) -> dict[str, tuple[Part, Part]]:
    """What the bus of each product is wide and its pins carry, where a table prints one of each."""
    found: dict[str, dict[str, list[Part]]] = defaultdict(lambda: defaultdict(list))
    for label, name, cell, row in _places(table):
        for key, called, printed in (("width", _WIDTH, _BITS), ("pin", _PIN, _RATE)):
            match = printed.fullmatch(cell.text) if called.search(label) else None
            if match and _words(name):
                found[name][key].append(_part(document, cell, row, Decimal(match["n"].replace(",", ""))))
    both = {name: (some["width"], some["pin"]) for name, some in found.items()}
    return {name: (width[0], pin[0]) for name, (width, pin) in both.items() if len(width) == len(pin) == 1}


def _part(document: Document, cell: Cell, row: Sequence[Cell], value: Decimal) -> Part:
    start, end = row[0].start, row[-1].end
    return Part(Stretch(document, start, document.text[start:end]), cell.start, cell.end, value)


def _cells(document: Document, table: Table, name: str) -> list[Part]:
    """The bandwidths of a product in the table itself."""
    return [
        _part(document, cell, row, bytes_of(match["n"], match["u"]))
        for label, own, cell, row in _places(table)
        if own == name and _SPEED.search(label) and not NO_BUS.search(label) and (match := SPEED.fullmatch(cell.text))
    ]


def _told(document: Document, own: frozenset[str], others: frozenset[str], index: Index) -> Iterator[Part]:
    """The memory bandwidths on a product's own sheet, and those of sentences that name it and no other."""
    if not own:
        return
    titled = own <= _words(document.title) and not others & _words(document.title)
    for where in stretches_of(document, index):
        said = _words(where.text)
        tabled = any(table.start <= where.start < table.end for table in document.tables)
        named = (titled if tabled else own <= said or (titled and not others & said)) and not others & said
        speeds = list(SPEED.finditer(where.text))
        if named and len(speeds) == 1 and BANDWIDTH.search(where.text) and not NO_BUS.search(where.text):
            start = where.start + speeds[0].start()
            yield Part(where, start, start + len(speeds[0][0]), bytes_of(speeds[0]["n"], speeds[0]["u"]))


def _words(text: str) -> frozenset[str]:
    return roots(tokens(text))
