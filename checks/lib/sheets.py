"""Labelled values: the cells of tables, and the lines of lists that say "Battery life: 13 hours".

What is measured is not needed to be known: a value is what its labels say.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from checks.lib.amounts import Amount, Unit, amounts, unit_of
from checks.lib.cells import parsed as number_of
from checks.lib.chart_tables import tables_of
from checks.lib.tokens import GENERIC, root, roots, tokens
from schemas.document import Cell, Document, Table
from schemas.interval import Interval, Readings
from schemas.names import Vocabulary

_LINE = re.compile(
    r"(?m)^[ \t]*(?:(?:[-*•+]|\d+[.)])[ \t]*)?[*_`]*(?P<key>[A-Za-z][^:|\n]{1,60}?)[*_`]*:[*_`]*[ \t]+"
    r"(?P<value>\S[^\n]*)$"
)
_WITHDRAWN = re.compile(
    r"\b(?:published|withdrawn|wrong|incorrect\w*|in error|erroneously|should (?:read|be)|corrected|instead of)\b",
    re.IGNORECASE,
)
_LOGGED = re.compile(
    r"(?m)^[ \t]*(?P<key>[A-Za-z][^\n:|]{0,40}?)(?:[ \t]{2,}|\t)(?:(?P<words>[A-Za-z][A-Za-z ]*?)[ \t]+)?"
    r"(?P<unit>[A-Za-zµμ]+(?:/[A-Za-z]+)?)[ \t=]+(?P<n>\d[\d,]*(?:\.\d+)?)[ \t]*$"
)
_ROWED = re.compile(
    r"(?m)^[ \t]*(?P<key>[A-Za-z][^\n:|]{0,40}?)(?:[ \t]{2,}|\t)"
    r"(?P<value>\d[\d,]*(?:\.\d+)?[ \t]?[A-Za-zµμ%][^\n]{0,40})$"
)
_HELD = re.compile(r"[(\[]([^)\]]*)[)\]]")
_BEHIND = re.compile(r",\s*([^,()]+)$|\bin\s+([\w/µ]+(?: per \w+)?)\s*$")
# "Message rate (million/s)": of what, the words before it say.
_BARE_RATE = re.compile(
    r"[(\[]\s*(?P<si>thousand|million|billion)?s?\s*(?:/\s?s(?:ec(?:ond)?)?|per second)\s*[)\]]", re.IGNORECASE
)
_SAID_IN = re.compile(r"(?:\bin\s+|[(,]\s*)(?!in\b|\s)([A-Za-zµ/]+(?: per \w+)?)\b")
_LARGE = re.compile(r"\d[\d,.]*\s?(?:thousand|million|billion|trillion)")
_PLAIN = re.compile(r"\d[\d,]*(?:\.\d+)?(?:\s(?:thousand|million|billion|trillion)\b)?(?![\w%×.])")
_SCALES = {"thousand": 3, "thousands": 3, "million": 6, "millions": 6, "billion": 9, "k": 3}
FACTORS = {"x": "factor", "%": "percent"}  # kinds of cells that no amount of a sentence is alike
_LISTED = re.compile(r"\d[,;]\s")  # "client: 1, link 25 Gb/s" is no client of 25 Gb/s
_UNITS = re.compile(r"units?(?: of measure(?:ment)?)?", re.IGNORECASE)
MATRIX = 2  # columns; of two, the first row is as much a row as the others
KEY = 7  # words of a label before a colon; more are a sentence
VALUE = 24  # characters of a value before its amount
LEAD = 40  # characters between a paragraph and the table that it leads to
LINES = 400  # labelled lines of a document that are read


@dataclass(frozen=True, slots=True)
class Slot:
    """A value with its labels: (what the labels of its kind are called, what this one says); numeric keys apart."""

    sheet: "Sheet"
    start: int
    end: int
    amount: Amount
    labels: tuple[tuple[str, str], ...]
    settings: tuple[tuple[str, str], ...] = ()


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


def sheets(
    document: Document, vocabulary: Vocabulary, printed: Mapping[int, str] | None = None
) -> Iterator[tuple[Sheet, list[Slot]]]:
    """Every table, and the labelled lines together.

    `printed` is the unit of each cell by where it begins, as far as extraction knows it: a header alone may not say it.
    """
    read = {unit: unit_of(unit, vocabulary) for unit in {*(printed or {}).values()}}
    units = {start: read[unit] for start, unit in (printed or {}).items()}
    charts = {chart.name for chart in document.charts}
    for table in (_headed(_unheaded(one, vocabulary)) for one in tables_of(document)):
        corner = table.columns[0].text if table.columns else ""
        head = " | ".join((document.title, *table.headings, table.title, corner))
        sheet = Sheet(
            document, table.name, head, table=True, above=" | ".join(above(document, table)), drawn=table.name in charts
        )
        yield sheet, list(_cells(sheet, table, units, vocabulary))
    listed = Sheet(document, "", document.title, table=False)
    yield (
        listed,
        [
            *_lines(listed, vocabulary),
            *_logged(listed, vocabulary),
            *_rowed(listed, vocabulary),
            *_terms(listed, vocabulary),
        ],
    )


def _unheaded(table: Table, vocabulary: Vocabulary) -> Table:
    """A table of two columns whose header is a line like the others: "Picking rate | 2,000 items per hour"."""
    texts = [one.text for one in table.columns]
    found = next(iter(amounts(texts[1], vocabulary)), None) if len(texts) == MATRIX else None
    if (
        found is None
        or found.start
        or found.kind == "count"
        or not texts[0]
        or _numeric([row[0].text for row in table.rows])
    ):
        return table
    none = tuple(replace(one, text="") for one in table.columns)
    groups = ("", *table.groups) if table.groups else ()
    return replace(table, columns=none, rows=(table.columns, *table.rows), groups=groups)


def _headed(table: Table) -> Table:
    """A table of rows with row headers only ("Chips | 16 | 64", "Minutes | 98 | 31"): its first row heads it."""
    first = table.rows[0] if table.rows else ()
    texts = [cell.text for cell in first]
    bare = len(table.rows) > 1 and len(texts) > MATRIX and not any(one.text for one in table.columns)
    if not bare or not all(texts) or len(set(texts)) < len(texts):
        return table
    groups = table.groups[1:] if table.groups else ()
    return replace(table, columns=first, rows=table.rows[1:], groups=groups)


def above(document: Document, table: Table) -> list[str]:
    """The paragraph that leads to a table: it may say the unit of all its cells."""
    ends = [one for one in document.blocks if one.kind == "paragraph" and one.end <= table.start]
    near = [document.text[one.start : one.end] for one in ends[-1:] if table.start - one.end < LEAD]
    return [text for text in near if len(text) < LEAD * 10]


def _lines(sheet: Sheet, vocabulary: Vocabulary) -> Iterator[Slot]:
    document = sheet.document
    heads = [(one.start, document.text[one.start : one.end]) for one in document.blocks if one.kind == "heading"]
    spans = [(table.start, table.end) for table in document.tables]
    for number, match in enumerate(_LINE.finditer(document.text)):
        inside = any(start <= match.start() < end for start, end in spans)
        # "We published 52,000" is no line of a data sheet: what it prints, it withdraws.
        if number < LINES and not inside and _is_key(match["key"]) and not _WITHDRAWN.search(match["value"]):
            over = [text for start, text in heads if start < match.start() and text not in match.group()]
            head = next((text for text in reversed(over) if ":" not in text), "")
            yield from _slot(sheet, match["key"], match["value"], match.start("value"), head, vocabulary)


def _is_key(text: str) -> bool:
    """Whether what stands before a colon is a label, not a sentence with a figure of its own."""
    return len(text.split()) <= KEY and not re.search(r"\d\s?(?:%|x\b|×)|\bis\b|\bare\b|\bwas\b", text)


def _logged(sheet: Sheet, vocabulary: Vocabulary) -> Iterator[Slot]:
    """Lines of a log, whose unit stands before the number: "mean    generated tokens/s 3122"."""
    spans = [(table.start, table.end) for table in sheet.document.tables]
    for number, match in enumerate(_LOGGED.finditer(sheet.document.text)):
        inside = any(start <= match.start("n") < end for start, end in spans)
        found = next(iter(amounts(f"{match['n']} {match['unit']}", vocabulary)), None)
        if number < LINES and not inside and found and found.kind != "count":
            label = f"{match['key']} {match['words'] or ''}".strip()
            yield Slot(sheet, match.start("n"), match.end("n"), found, (("", label),))


def _rowed(sheet: Sheet, vocabulary: Vocabulary) -> Iterator[Slot]:
    """Lines of a log with their label in a column of its own: "version 3     610 MB/s    matches 18211"."""
    spans = [(table.start, table.end) for table in sheet.document.tables]
    for number, match in enumerate(_ROWED.finditer(sheet.document.text)):
        inside = any(start <= match.start("value") < end for start, end in spans)
        found = next(iter(amounts(match["value"], vocabulary)), None)
        if number < LINES and not inside and found and not found.start and found.kind != "count":
            start = match.start("value")
            yield Slot(sheet, start, start + found.end, found, (("", match["key"]),))


def _terms(sheet: Sheet, vocabulary: Vocabulary) -> Iterator[Slot]:
    """A short line without a number, and below it one that is an amount: terms of a definition list."""
    document = sheet.document
    blocks = [one for one in document.blocks if one.kind == "list_item"]
    for left, right in pairwise(blocks):
        key, value = document.text[left.start : left.end], document.text[right.start : right.end]
        if len(key.split()) <= KEY and not re.search(r"\d", key) and len(value.split()) <= KEY:
            yield from _slot(sheet, key, value, right.start, "", vocabulary)


def _slot(sheet: Sheet, key: str, value: str, start: int, head: str, vocabulary: Vocabulary) -> Iterator[Slot]:
    found = next(iter(amounts(value, vocabulary)), None)
    if found is None:
        number = _PLAIN.match(value)
        if number:
            yield from _bare(sheet, key, number, start, head, vocabulary)
        return
    if found.start <= VALUE and not _LISTED.search(value[: found.start]):
        labels = (("", key),) if not head or head == sheet.document.title else (("heading", head), ("", key))
        yield Slot(sheet, start + found.start, start + found.end, found, labels)


def _bare(
    sheet: Sheet, key: str, number: re.Match[str], start: int, head: str, vocabulary: Vocabulary
) -> Iterator[Slot]:
    """A number that only its label says the unit of: "Nodes: 9,480", "Parameters: 13 billion"."""
    found = next(iter(amounts(f"{number.group()} units", vocabulary)), None)
    if found:
        amount = Amount(0, number.end(), "count", roots(tokens(key)), frozenset(), found.readings, "exact")
        labels = (("", key),) if not head or head == sheet.document.title else (("heading", head), ("", key))
        yield Slot(sheet, start, start + number.end(), amount, labels)


def _cells(sheet: Sheet, table: Table, read: Mapping[int, Unit | None], vocabulary: Vocabulary) -> Iterator[Slot]:
    numeric = [_numeric([row[column].text for row in table.rows]) for column in range(len(table.columns))]
    titled = _titled(sheet, vocabulary)
    units = [header_unit(one.text, vocabulary) for one in table.columns]
    beside = _of_units(table, vocabulary)
    for row in table.rows:
        keys = _keys(table, row, numeric)
        settings = [(table.columns[at].text, cell.text) for at, cell in enumerate(row) if numeric[at] and cell.text]
        for at, cell in enumerate(row):
            if at == 0 and not numeric[0]:
                continue
            # The first of several columns of numbers is a key: "All times in seconds" is not of the versions in it.
            spared = None if _HELD.search(table.columns[at].text) or not (at or sum(numeric) == 1) else titled
            said = unit_of(row[beside].text, vocabulary) if beside else None
            own = units[at] or said or header_unit(row[0].text, vocabulary) or read.get(cell.start) or spared
            amount = _amount(cell, own, f"{table.columns[at].text} {row[0].text if at else ''}", vocabulary)
            if amount:
                labels = (*(one for one in keys if one[1] != cell.text), ("column", table.columns[at].text))
                others = tuple(one for one in settings if one != (table.columns[at].text, cell.text))
                yield Slot(sheet, cell.start, cell.end, amount, labels, others)


def _of_units(table: Table, vocabulary: Vocabulary) -> int:
    """The column of units: that of this name, or the last one under no header whose cells are units; 0 for none."""
    last = len(table.columns) - 1
    named = (at for at, one in enumerate(table.columns) if at and _UNITS.fullmatch(one.text))
    at = next(named, last if last >= MATRIX and not table.columns[last].text else 0)
    texts = [row[at].text for row in table.rows if row[at].text]
    known = sum(unit_of(text, vocabulary) is not None for text in texts)
    return at if known * 2 > len(texts) else 0


def _keys(table: Table, row: Sequence[Cell], numeric: Sequence[bool]) -> list[tuple[str, str]]:
    return [
        (f"{at} {table.columns[at].text}", cell.text)
        for at, cell in enumerate(row)
        if cell.text and (not numeric[at]) and not (at and re.fullmatch(r"[\W]*[\d.,]+\s?[x×%]?.{0,16}", cell.text))
        if not (at and _UNITS.fullmatch(table.columns[at].text))  # a column of units tells no rows apart
    ]


def _numeric(texts: Sequence[str]) -> bool:
    filled = [text for text in texts if text]
    found = [one for text in filled if (one := number_of(text)) and not one.unit]
    return bool(found) and 2 * len(found) > len(filled)


def header_unit(header: str, vocabulary: Vocabulary) -> Unit | None:
    """The unit that a header prints in brackets, behind a comma, or as a whole."""
    if match := _BARE_RATE.search(header):
        scale = Decimal(1).scaleb(_SCALES.get((match["si"] or "").lower(), 0))
        of = roots(tokens(header[: match.start()])) - {root("rate")}
        return Unit("rate", of, frozenset(), scale) if of else None
    held = [*_HELD.findall(header), *(a or b for a, b in _BEHIND.findall(header)), header]
    plain = _HELD.sub(" ", header).strip()
    tail = plain.split(",")[0].split()
    # Of "2 TB" and "at 64 GB" it is the number that tells the column: the values below are of something else.
    held += [" ".join(tail[-n:]) for n in (3, 2, 1) if len(tail) >= n and not _ends_in_number(tail[:-n])]
    found = next((unit for text in held if (unit := unit_of(text, vocabulary))), None)
    return found if found and found.kind != "share" else None


def _ends_in_number(words: Sequence[str]) -> bool:
    return bool(words) and words[-1].replace(",", "").replace(".", "").isdigit()


def _titled(sheet: Sheet, vocabulary: Vocabulary) -> Unit | None:
    """A unit that the titles say for all cells: "latency by region, in ms"."""
    found = [unit_of(text, vocabulary) for text in (*_HELD.findall(sheet.about), *_SAID_IN.findall(sheet.about))]
    return next((one for one in found if one and one.kind not in ("price", "share")), None)


def _amount(cell: Cell, unit: Unit | None, header: str, vocabulary: Vocabulary) -> Amount | None:
    number = number_of(cell.text)
    large = _LARGE.fullmatch(cell.text)
    if large:
        value = next(amounts(f"{cell.text} units", vocabulary)).readings
        return Amount(0, len(cell.text), "count", roots(tokens(header)), frozenset(), value, "exact")
    if number and number.value > 0 and number.unit in FACTORS:
        return Amount(0, len(cell.text), FACTORS[number.unit], frozenset(), frozenset(), number.readings, "exact")
    if number and number.value > 0 and not number.unit and not cell.text.lstrip("~ ").startswith(("$", "€", "£")):
        if unit:
            value = number.readings.scaled(unit.scale).positive()
            return Amount(0, len(cell.text), unit.kind, unit.of, unit.per, value, "exact")
        of = roots(tokens(header))
        return Amount(0, len(cell.text), "count", of, frozenset(), _scaled(number.readings, header), "exact")
    found = next(iter(amounts(cell.text, vocabulary)), None)
    if found is None or found.start > VALUE:
        return None
    if found.kind == "price":
        per = {root(one) for one in re.findall(r"\bper\s+([A-Za-z]+)", header)} | {
            to
            for to in ("hour", "day", "month", "year")
            if re.search(rf"\b{to}ly\b|\bdaily\b" if to == "day" else rf"\b{to}ly\b", header, re.IGNORECASE)
        }
        per = {root(one) for one in per}
        return (
            found
            if found.per or not per
            else Amount(found.start, found.end, "price", found.of, frozenset(per), found.readings, found.qualifier)
        )
    return found


def _scaled(value: Readings, header: str) -> Readings:
    """A header may say by how much its bare numbers are to be multiplied: "Requests (billion)"."""
    words = re.findall(r"\b[a-z]+\b", header.lower())  # "GSM8K" says no thousands
    said = next((_SCALES[word] for word in words if word in _SCALES and word not in GENERIC), 0)
    by = Decimal(1).scaleb(said)
    return Readings(*(one * Interval(by, by) for one in (value.rounded, value.truncated, value.widened))).positive()
