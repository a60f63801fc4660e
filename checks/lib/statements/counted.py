"""Columns that count things: 8 brokers are eight, and not 7.5 to 8.5 of them."""

import re
from dataclasses import replace
from decimal import Decimal

from checks.lib.statements.cells import Column
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

_OTHERWISE = re.compile(
    r"/|\bper\b|\d", re.IGNORECASE
)  # "Tokens/s per GPU" counts none, "8 GPUs" is a setting's column
_BRACKETED = re.compile(r"\s*\([^()]*\)\s*$")  # "Query nodes (16 vCPU)" counts nodes


def counts(column: Column) -> bool:
    """Whether a column holds whole numbers of what its header names in the plural."""
    header = _BRACKETED.sub("", column.header).strip()
    if _OTHERWISE.search(header):
        return False
    named = _COUNTED.search(header) or (_NAMED.fullmatch(header) and not _MEASURED.fullmatch(header.split()[-1]))
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


def _point(value: Decimal) -> Readings:
    return Readings.of(Interval(value, value))
