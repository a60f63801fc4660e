"""Columns that count things: 8 brokers are eight, and not 7.5 to 8.5 of them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from checks.lib.statements.cells import Column, Number
from schemas.document import Table
from schemas.interval import Interval, Readings

_COUNTED = re.compile(
    r"\b(?:clients?|connections?|threads?|users?|workers?|nodes?|gpus?|chips?|cards?|devices?|streams?|instances?|cores?|"
    r"drives?|ports?|sockets?|cpus?|hosts?|servers?|machines?|replicas?|shards?|pods?|layers?|queue depth|concurrency|"
    r"in flight|batch(?: size)?)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?:# ?|number of |no\. of )?(?:[A-Za-z-]+ ){0,2}[A-Za-z]{2,}s(?: used)?|[\w -]+ count", re.IGNORECASE
)
THOUSAND = 1000
_MEASURED = re.compile(
    r"(?:second|sec|minute|min|hour|hr|day|week|month|year|watt|joule|byte|bit|dollar|cent|percent|point|flop|m|u|n|g?b)s",
    re.IGNORECASE,
)

# "Tokens/s per GPU" counts none, "8 GPUs" is a setting's column; "H100 GPUs" counts them.
_OTHERWISE = re.compile(
    r"/|\bper\b|(?<![A-Za-z-])(?<![A-Za-z-]\d)(?<![A-Za-z-]\d\d)(?<![A-Za-z-]\d\d\d)\d", re.IGNORECASE
)  # "Tokens/s per GPU" counts none, "8 GPUs" is a setting's column
# "Chips per system": hardware is not counted in halves; users and connections per node may be means.
_PARTS = re.compile(
    r"(?:[A-Za-z-]+ ){0,2}(?:nodes|gpus|tpus|npus|chips|cards|devices|accelerators|cores|drives|ports|sockets|cpus|"
    r"servers|machines|racks|modules|blades|trays|shelves|stacks|dies) (?:per|in each|/) "
    r"(?!second|hour|day)[A-Za-z]{3,}",
    re.IGNORECASE,
)
# "64 CS-3" and "16 x N2" under "Systems": so many of what the cell names.
_LED = re.compile(r"(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\s?[x×])?\s[A-Za-z][\w+./ -]{1,40}")
_BRACKETED = re.compile(r"\s*\([^()]*\)\s*$")  # "Query nodes (16 vCPU)" counts nodes


def counts(column: Column) -> bool:
    """Whether a column holds whole numbers of what its header names in the plural."""
    header = _BRACKETED.sub("", column.header).strip()
    parts = _PARTS.fullmatch(header)
    if _OTHERWISE.search(header) and not parts:
        return False
    named = parts or _COUNTED.search(header) or _NAMED.fullmatch(header)
    if named and not parts and not _COUNTED.search(header) and _MEASURED.fullmatch(header.split()[-1]):
        return False
    return bool(named) and all(one.value % 1 == 0 and not one.unit for one in column.numbers.values())


def exactly(column: Column) -> Column:
    """A column of counts with nothing left open by their print; any other as it is."""
    return point(column) if counts(column) and not _of_power(column) else column


def _of_power(column: Column) -> bool:
    """Whether numbers are of thousands or millions: 358M parameters are no 358,000,000 to the one."""
    ends = [one.readings.rounded for one in column.numbers.values()]
    return any(one.upper - one.lower >= THOUSAND for one in ends)


def point(column: Column) -> Column:
    """A column with nothing left open by its print."""
    numbers = {row: replace(one, readings=_point(one.value)) for row, one in column.numbers.items()}
    return replace(column, numbers=numbers)


def led(table: Table) -> Iterator[Column]:
    """The columns whose cells lead with how many there are of what they name, where the header counts such things."""
    for index, header in enumerate(table.columns):
        texts = {row: cells[index].text.strip() for row, cells in enumerate(table.rows) if cells[index].text.strip()}
        found = {row: match for row, text in texts.items() if (match := _LED.fullmatch(text))}
        numbers = {row: Decimal(match[1].replace(",", "")) for row, match in found.items()}
        column = Column(index, header.text, {row: Number(one, "", _point(one)) for row, one in numbers.items()})
        if index and found and len(found) == len(texts) and counts(column):
            yield column


def _point(value: Decimal) -> Readings:
    return Readings.of(Interval(value, value))
