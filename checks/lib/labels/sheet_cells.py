"""Labelled values of a table's cells, by the row's keys and the column: in what unit, cell, header or title says."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.labels.slots import VALUE, Sheet, Slot
from checks.lib.labels.unit_said import (
    counting,
    is_factor,
    is_no_value,
    is_other_quantity,
    is_quantity,
    of_columns,
    row_of_other,
    units_said,
)
from checks.lib.language.tokens import GENERIC, root, roots, tokens
from checks.lib.quantities.amounts import Amount, Unit, amounts, unit_of, unit_of_column
from checks.lib.quantities.counts import heads_counts
from checks.lib.statements.cells import parsed as number_of
from checks.lib.statements.clock_cells import clocked
from schemas.document import Cell, Document, Table
from schemas.interval import Readings, readings, ulp
from schemas.names import Vocabulary
from schemas.number_words import POWERS, UP_TO_BILLION, either

_HELD = re.compile(r"[(\[]([^)\]]*)[)\]]")
_BEHIND = re.compile(r",\s*([^,()]+)$|\bin\s+([\w/µ]+(?: per \w+)?)\s*$")
# "Message rate (million/s)": of what, the words before it say.
_BARE_RATE = re.compile(
    rf"[(\[]\s*(?P<si>{either(UP_TO_BILLION)})?s?\s*(?:/\s?s(?:ec(?:ond)?)?|per second)\s*[)\]]", re.IGNORECASE
)
_LEADS = re.compile(r"(?P<unit>seconds|minutes|hours|days)\s(?:to|per|for|of|until)\s", re.IGNORECASE)
# "In us-central1" is said in no microseconds.
_SAID_IN = re.compile(r"(?:\bin\s+|[(,]\s*)(?!in\b|\s)([A-Za-zµ/]+(?: per \w+)?)\b(?!-\w)")
_SAID_OF = re.compile(
    r"\b(?P<what>[A-Za-z][\w-]*)\s(?:is|are|was|were)\s(?:[a-z]+\s){0,2}?in\s(?P<unit>[A-Za-zµ/]+(?: per \w+)?)\b"
)
_NAMES = re.compile(r"\b[A-Za-z]{4,}\b")  # of "p50", "A100" and "1 GPU" the values may be of what the title says
_STATISTIC = re.compile(
    r"\b(?:mean|median|average|best|worst|total|maximum|minimum|first|last|before|after|baseline)\b", re.IGNORECASE
)
_LARGE = re.compile(rf"\d[\d,.]*(?:\s?(?:{either(POWERS)})|[MB])")
_SHORT_RATE = re.compile(r"\d[\d,.]*\s?[kKMB]")  # "1,200K" under "IOPS"  # "13.4B": parameters, hardly bytes
_POWER = re.compile(r"(?P<n>\d+(?:\.\d+)?)\s?(?:[eE]|[x×·]\s?10\^?\s?)(?P<e>[-−–]?\d{1,2})")
_SCALES = {"k": 3, "thousands": 3, "millions": 6, **UP_TO_BILLION}
FACTORS = {"x": "factor", "%": "percent"}  # kinds of cells that no amount of a sentence is alike
_PER = re.compile(r"\bper\s+[A-Za-z]+")  # "SoCs per card" counts no cards
_BARE = re.compile(r"[^\w.,]*[\d.,]+\s?[x×%]?.{0,16}")
# What is put in and out ("128 / 2,048", "10, 50"), and so many of a thing ("8x R9"): no values, and what tells two
# rows of one name apart.
_SHAPE = re.compile(
    r"\d[\d,]*[kK]?\s?(?:in(?:put)?|out(?:put)?|tokens?)?(?:\s?[/:→]\s?|,\s|\s?->\s?)\d|\d+\s?[x×]\s?(?:[A-Z][a-z]*\s)?[A-Z]+\d"
)
_EACH = re.compile(r"\w\s(?:per|/)\s?(?!second|minute|hour|day|s\b|h\b|min\b)[a-z]{3,}", re.IGNORECASE)
_UNITS = re.compile(r"units?(?: of measure(?:ment)?)?", re.IGNORECASE)
_VALUE = re.compile(
    r"\d[\d,.]*\s?[A-Za-zµ]"
)  # "500 MB/s" is a load that a row is measured at, and no unit of its cells
_FACTOR = Unit("factor", frozenset(), frozenset(), Decimal(1))
MATRIX = 2  # columns; of two, the first row is as much a row as the others


def cells(sheet: Sheet, table: Table, read: Mapping[int, Unit | None], vocabulary: Vocabulary) -> Iterator[Slot]:
    """The values of a table, row by row; `read` is the unit of a cell by where it begins, as extraction knows it."""
    numeric = [of_numbers([row[column].text for row in table.rows]) for column in range(len(table.columns))]
    titled = _titled(sheet, vocabulary)
    apart = _not_of(sheet, table, vocabulary)
    units = [header_unit(one.text, vocabulary) for one in table.columns]
    # "Time to train in minutes" over "Cards per server" and "Minutes": the last one's.
    whole = (unit_of(one.text.strip().lower(), vocabulary) for one in table.columns)
    settled = {unit.kind for unit in (*units, *whole) if unit}
    if titled and titled.kind in settled:
        apart = apart | {at for at, one in enumerate(table.columns) if _EACH.search(one.text)}
    beside = column_of_units(table, vocabulary)
    outside = _Outside.of(sheet.document, table, units, vocabulary)
    spare = [
        # The first of several columns of numbers is a key: "All times in seconds" is not of the versions in it.
        # "Nodes" under "Latency, milliseconds" are no time.
        outside.spared(
            one.text,
            None
            if _HELD.search(one.text) or not (at or sum(numeric) == 1) or at in apart or heads_counts(one.text)
            else titled,
        )
        for at, one in enumerate(table.columns)
    ]
    for row in table.rows:
        keys = _keys(table, row, numeric)
        settings = [(table.columns[at].text, cell.text) for at, cell in enumerate(row) if numeric[at] and cell.text]
        settings += [
            (table.columns[at].text, cell.text) for at, cell in enumerate(row) if at and _SHAPE.match(cell.text)
        ]
        for at, cell in enumerate(row):
            if at == 0 and not numeric[0]:
                continue
            said = unit_of(row[beside].text, vocabulary) if beside else None
            own = units[at] or said or header_unit(row[0].text, vocabulary)
            own = own or outside.unit(at, row[0].text if at else "", read.get(cell.start)) or spare[at]
            header = f"{table.columns[at].text} {row[0].text if at else ''}"
            amount = _clock(cell, f"{header} | {sheet.about}") or _amount(cell, own, header, vocabulary)
            if amount:
                labels = (*(one for one in keys if one[1] != cell.text), ("column", table.columns[at].text))
                others = tuple(one for one in settings if one != (table.columns[at].text, cell.text))
                yield Slot(sheet, cell.start, cell.end, amount, labels, others)


@dataclass(frozen=True, slots=True)
class _Outside:
    """What stands beside a table of the units of its columns."""

    columns: Sequence[Unit | None]
    counted: set[int]
    kinds: frozenset[str]
    quantities: bool  # rows are called by them

    @classmethod
    def of(cls, document: Document, table: Table, settled: Sequence[Unit | None], vocabulary: Vocabulary) -> "_Outside":
        """The units that sentences say, by the columns that they can be of."""
        said = units_said(document, table, vocabulary)
        # "Time to train in minutes" over "Cards per server" and "Minutes": the last one's.
        whole = (unit_of(one.text.strip().lower(), vocabulary) for one in table.columns)
        settled = [one or other for one, other in zip(settled, whole, strict=True)]
        numeric = [of_numbers([row[at].text for row in table.rows]) for at in range(len(table.columns))]
        key = numeric and numeric[0] and sum(numeric) > 1
        found = of_columns(table, said, settled) if said else [None] * len(table.columns)
        columns = [None if key and not at else one for at, one in enumerate(found)]
        quantities = sum(is_quantity(row[0].text) for row in table.rows) > 1
        kinds = frozenset(one.unit.kind for one in said)
        return cls(columns, counting(table, settled) if said else set(), kinds, quantities)

    def spared(self, header: str, unit: Unit | None) -> Unit | None:
        """A unit of the titles for a column that is not of another quantity, where they say no other unit."""
        alone = (
            unit and len(self.kinds) < MATRIX and not is_no_value(header) and not is_other_quantity(header, unit.kind)
        )
        # A ratio that is of no unit is no count either: a factor would be held against two of them.
        beside = unit or any(self.columns)
        return unit if alone else _FACTOR if beside and is_factor(header) else None

    def unit(self, at: int, row: str, read: Unit | None) -> Unit | None:
        """The unit of a cell; `read` is what extraction knows, by its header, its row or the line above."""
        mine = self.columns[at]
        # Extraction knows no thousands of what the line above says, and takes "GPU-hours" for hours.
        fits = mine and (read is None or read.kind == mine.kind or mine.kind in ("machine_time", "bandwidth"))
        if mine and fits and not row_of_other(row, mine.kind, among=self.quantities):
            return mine if read is None or mine.scale > read.scale or mine.kind != read.kind or mine.per else read
        return None if read and at in self.counted and read.kind in self.kinds else read


def _clock(cell: Cell, said: str) -> Amount | None:
    found = clocked(cell.text, said)
    nothing = frozenset[str]()
    return Amount(0, len(cell.text), "time", nothing, nothing, found[0], "exact", found[1]) if found else None


def column_of_units(table: Table, vocabulary: Vocabulary) -> int:
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
        # "-" beside "1.2 times" tells no row from others: as a label it would part the row from them all.
        if re.search(r"\w", cell.text) and (not numeric[at]) and not (at and _BARE.fullmatch(cell.text))
        if not (at and _UNITS.fullmatch(table.columns[at].text))  # a column of units tells no rows apart
    ]


def of_numbers(texts: Sequence[str]) -> bool:
    """Whether most of the filled cells are bare numbers."""
    filled = [text for text in texts if text]
    found = [one for text in filled if (one := number_of(text)) and not one.unit]
    return bool(found) and 2 * len(found) > len(filled)


def header_unit(header: str, vocabulary: Vocabulary) -> Unit | None:
    """The unit that a header prints in brackets, behind a comma, or as a whole."""
    if match := _BARE_RATE.search(header):
        scale = Decimal(1).scaleb(_SCALES.get((match["si"] or "").lower(), 0))
        of = roots(tokens(header[: match.start()])) - {root("rate")}
        return Unit("rate", of, frozenset(), scale) if of else None
    held = [*_HELD.findall(header), *(a or b for a, b in _BEHIND.findall(header))]
    plain = _HELD.sub(" ", header).strip()
    # "Minutes to train": what leads to a verb is the unit.
    bare = [header, *(match["unit"].lower() for match in [_LEADS.match(plain)] if match)]
    tail = plain.split(",")[0].split()
    # Of "2 TB" and "at 64 GB" it is the number that tells the column: the values below are of something else.
    bare += [" ".join(tail[-n:]) for n in (3, 2, 1) if len(tail) >= n and not _ends_in_number(tail[:-n])
             and tail[-n - 1 : -n] != ["per"]]  # fmt: skip
    # "Film grain A" and a system called "V" are of no current and no voltage.
    held += [text for text in bare if len(text) > 1 or vocabulary.resolve("units", text)]
    found = next((unit for text in held if not _VALUE.match(text) and (unit := unit_of_column(text, vocabulary))), None)
    if found is None or found.kind == "share":
        return None
    # "IOPS (million)" with 18.0 below it is no 18 a second.
    power = next((_SCALES[text.lower()] for text in held if text.lower() in _SCALES), 0)
    return replace(found, scale=found.scale.scaleb(power)) if power else found


def _ends_in_number(words: Sequence[str]) -> bool:
    return bool(words) and words[-1].replace(",", "").replace(".", "").isdigit()


def _titled(sheet: Sheet, vocabulary: Vocabulary) -> Unit | None:
    """A unit that the titles say for all cells: "latency by region, in ms"."""
    found = [unit_of(text, vocabulary) for text in (*_HELD.findall(sheet.about), *_SAID_IN.findall(sheet.about))]
    return next((one for one in found if one and one.kind not in ("price", "share")), None)


def _not_of(sheet: Sheet, table: Table, vocabulary: Vocabulary) -> set[int]:
    """The columns that a unit said of another one is not of: nodes, where "Throughput is in samples per second"."""
    said = (root(one["what"].lower()) for one in _SAID_OF.finditer(sheet.about) if unit_of(one["unit"], vocabulary))
    headers = [roots(tokens(one.text)) for one in table.columns]
    named = {at for what in said for at, words in enumerate(headers) if what in words}
    # "Time to train in minutes": of the column "Time to train", and of no cards per node.
    texts = [one.text.strip() for one in table.columns]
    named |= {at for at, text in enumerate(texts) if text and _said_in(text, sheet.about, vocabulary)}
    able = {at for at, one in enumerate(table.columns) if _NAMES.search(_STATISTIC.sub(" ", one.text))}
    return able - named if named else set()


def _said_in(header: str, about: str, vocabulary: Vocabulary) -> bool:
    """Whether what stands over a table says a header with a unit behind it."""
    found = re.finditer(rf"(?<!\w){re.escape(header)}\s(?:is\s)?in\s([A-Za-zµ/]+(?: per \w+)?)\b", about, re.IGNORECASE)
    return any(unit_of(one[1], vocabulary) for one in found)


def _large(cell: Cell, unit: Unit | None, header: str, vocabulary: Vocabulary) -> Amount | None:
    """A power of ten, or so many millions: of the header's unit ("1.93 million" under "Queries per second")."""
    if unit and unit.kind == "rate" and _SHORT_RATE.fullmatch(cell.text):
        value = next(amounts(f"{cell.text} units", vocabulary)).readings.scaled(unit.scale)
        return Amount(0, len(cell.text), unit.kind, unit.of, unit.per, value, "exact", unit.scale)
    if power := _POWER.fullmatch(cell.text.strip()):
        exponent = int(re.sub("[−–]", "-", power["e"]))
        value = readings(Decimal(power["n"]).scaleb(exponent), ulp(power["n"], exponent), "exact")
    elif _LARGE.fullmatch(cell.text):
        value = next(amounts(f"{cell.text} units", vocabulary)).readings
        if unit and not cell.text.endswith(("M", "B")):
            value = value.scaled(unit.scale)
            return Amount(0, len(cell.text), unit.kind, unit.of, unit.per, value, "exact", unit.scale)
    else:
        return None
    return Amount(0, len(cell.text), "count", roots(tokens(header)), frozenset(), value, "exact")


def _amount(cell: Cell, unit: Unit | None, header: str, vocabulary: Vocabulary) -> Amount | None:
    number = number_of(cell.text)
    if large := _large(cell, unit, header, vocabulary):
        return large
    if number and number.value > 0 and number.unit in FACTORS:
        return Amount(0, len(cell.text), FACTORS[number.unit], frozenset(), frozenset(), number.readings, "exact")
    if number and number.value > 0 and not number.unit and not cell.text.lstrip("~ ").startswith(("$", "€", "£")):
        if unit:
            value = number.readings.scaled(unit.scale).positive()
            of = unit.of if unit.kind != "count" else roots(tokens(_PER.sub(" ", header)))
            return Amount(0, len(cell.text), unit.kind, of, unit.per, value, "exact", unit.scale)
        of = roots(tokens(_PER.sub(" ", header)))
        return Amount(0, len(cell.text), "count", of, frozenset(), _scaled(number.readings, header), "exact")
    found = next(iter(amounts(cell.text, vocabulary)), None)
    if found is None or found.start > VALUE:
        return None
    if found.kind == "price":
        per = {root(one) for one in re.findall(r"\bper\s+([A-Za-z]+)", header, re.IGNORECASE)} | {
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
    return value.scaled(Decimal(1).scaleb(said)).positive()
