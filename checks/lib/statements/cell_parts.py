"""Numbers of table cells one by one: "4.50 GB (19.05%)" and "90/104" are two, "2.94e+02" and "3,5" are one."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal

from checks.lib.statements.beside import main
from checks.lib.statements.cells import Column, Number
from schemas.document import Table
from schemas.interval import Qualifier, readings, ulp

FEWEST = 3  # numbers of a column
_TWO = re.compile(
    r"(?P<a>[^()\[\]/|]{1,24}?)\s*(?:[(\[]\s*(?P<b>[^()\[\]]{1,24})[)\]]|(?:\s/\s|(?<=\d)/(?=\d))(?P<c>[^()\[\]/]{1,24}))"
)
_POWERED = re.compile(r"([+-]?\d(?:\.\d+)?)[eE]([+-]?\d{1,2})")
_COMMA = re.compile(r"\d{1,3},(?:\d{1,2}|\d{4,})")  # 3,5 is no thousand
_ABOUT = re.compile(r"\bapprox|~|≈|\bestimated\b|\broughly\b|\best\.", re.IGNORECASE)
_PARAMS = re.compile(r"\bparam(?:eter)?s?\b", re.IGNORECASE)
_THOUSAND = 1000


def parts(table: Table) -> list[Column]:
    """The columns of numbers, in order; a column of two numbers in each cell is two of the same index."""
    return [one for index in range(len(table.columns)) for one in _of_column(table, index)]


def _of_column(table: Table, index: int) -> Iterator[Column]:
    header = table.columns[index].text
    texts = {at: row[index].text for at, row in enumerate(table.rows) if any(map(str.isdigit, row[index].text))}
    if any(_COMMA.fullmatch(one.strip()) for one in texts.values()):
        texts = {at: one.replace(".", "").replace(",", ".") for at, one in texts.items()}
    two = {at: found for at, one in texts.items() if (found := _TWO.fullmatch(one.strip()))}
    if len(two) < FEWEST or len(two) * 2 <= len(texts):
        yield from _columns(index, header, texts)
        return
    yield from _columns(index, header, {at: one["a"] for at, one in two.items()})
    yield from _columns(index, header, {at: one["b"] or one["c"] for at, one in two.items()})


def _columns(index: int, header: str, texts: Mapping[int, str]) -> Iterator[Column]:
    found = {at: one for at, text in texts.items() if (one := number(text))}
    if len(found) > 1 and len(found) * 2 > len(texts):
        yield _rounded(_billions(Column(index, header, found)))


def number(text: str) -> Number | None:
    """The number that a cell, or one part of it, prints."""
    bare = text.strip()
    if powered := _POWERED.fullmatch(bare):
        power = Decimal(1).scaleb(int(powered[2]))
        value = Decimal(powered[1]) * power
        return Number(value, "", readings(value, ulp(powered[1].lstrip("+-")) * power, "exact"))
    return main(bare)


def _billions(column: Column) -> Column:
    """A column of parameters in one unit: "358M" above "1.16B"; behind other numbers "B" may be bytes."""
    if not _PARAMS.search(column.header):
        return column
    by = Decimal(10) ** 9
    scaled = {
        row: replace(one, value=one.value * by, unit="", readings=one.readings.scaled(by)) if one.unit == "B" else one
        for row, one in column.numbers.items()
    }
    return replace(column, numbers=scaled)


def _rounded(column: Column) -> Column:
    """A column of which all end in the same noughts is rounded to them: "$99,000", "$160,000".

    One that its header calls approximate is rounded by eye.
    """
    numbers = column.numbers
    if _ABOUT.search(column.header):
        return replace(column, numbers={row: _read(one, ulp(str(one.value)), "about") for row, one in numbers.items()})
    values = {one.value for one in numbers.values()}
    if len(values) < FEWEST or any(one == 0 or one % _THOUSAND for one in values):
        return column
    at = min(int(str(int(abs(one)))[::-1].find(str(int(abs(one))).rstrip("0")[-1])) for one in values)
    unit = Decimal(1).scaleb(at)
    return replace(column, numbers={row: _read(one, unit, "exact") for row, one in numbers.items()})


def _read(one: Number, unit: Decimal, how: Qualifier) -> Number:
    return replace(one, readings=readings(one.value, unit, how))
