"""Which way round a results table is: what gives a figure its metric, and what says who was measured.

| first column       | headers  | metric from              | subject from |
|--------------------|----------|--------------------------|--------------|
| machines, products | metrics  | the header               | the row      |
| workloads          | metrics  | the header               | a key column |
| workloads          | machines | units, or the line above | the header   |
| metrics            | machines | the row                  | the header   |

Units stand in a column of their own, in the header, in the cells or in the line above the table.
Mixed tables are read column by column: a "Speedup" beside two machines stays a metric of its own.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from parsers.lib.columns import ENOUGH, Column, columns_of, is_bare, stated
from parsers.lib.table_rows import (
    by_exception,
    by_groups,
    by_labels,
    by_metrics,
    by_properties,
    by_units,
    groups_of,
    of_properties,
)
from parsers.lib.table_sides import BRACKET, COMPARES, machines, sides_of
from parsers.lib.table_units import POWERS, unit_of
from schemas.document import Table
from schemas.names import Vocabulary


@dataclass(frozen=True, slots=True)
class Layout:
    """A table's columns, and what its rows and headers give them.

    `rows` is what each row says is measured in it (None where it says nothing); `sides` the columns whose header names
    who was measured, with that name; `first` what the first column's names are when its header does not say:
    "platform", "workload" or "". `keys` says in which column each key stands, `more` which say more of what ran.
    """

    columns: tuple[Column, ...]
    rows: tuple[Column | None, ...]
    sides: Mapping[int, str]
    first: str
    groups: tuple[str, ...] = ()
    labels: frozenset[int] = frozenset()
    keys: Mapping[str, int] = field(default_factory=dict[str, int])
    more: tuple[int, ...] = ()


def layout_of(table: Table, vocabulary: Vocabulary, above: str = "") -> Layout:
    """Read a table's headers, first column and cells. `above` is its title and the line that leads to it."""
    columns = columns_of(table, vocabulary)
    columns = tuple(_with_time(column, above, vocabulary) for column in columns)
    if columns and columns[0].name == "preset_value":
        # "Timeout | 30 s" of an option, "Requests per minute | 60" of a limit: nothing measured these.
        columns = tuple(one if one.says or one.role != "metric" else replace(one, role="") for one in columns)
        return Layout(columns, (), {}, "", keys=_keys(table, columns, vocabulary)[0])
    columns = _in_unit_above(table, columns, above, vocabulary)
    groups, labels = groups_of(table, vocabulary)
    properties = of_properties(table, columns, vocabulary)
    rows = (
        by_units(table, columns, vocabulary)
        or by_metrics(table, columns, vocabulary)
        or (by_properties(table, vocabulary) if properties else ())
        or by_labels(table, columns, vocabulary)
        or by_groups(groups, columns, vocabulary)
    )
    if any(rows):
        columns, taken = _by_row(table, columns, properties=properties)
    else:
        taken = set()
        columns = _said_above(columns, [one for one in columns if _is_open(one, table)], above, vocabulary)
        rows = by_exception(table, columns, vocabulary)
    sides = sides_of(table, columns, taken, vocabulary)
    columns = machines(table, columns, vocabulary) if not sides else columns
    first = "" if columns and columns[0].role else "workload" if sides else "platform"
    first = "property" if properties and any(rows) else first
    return Layout(columns, rows, sides, first, groups, labels, *_keys(table, columns, vocabulary))


def _keys(table: Table, columns: Sequence[Column], vocabulary: Vocabulary) -> tuple[Mapping[str, int], tuple[int, ...]]:
    """Where each key stands, and the columns that say more of what ran.

    Of several columns of one kind the one that tells the rows apart is meant: "Instance" beside a "CPU" that all share.
    """
    found = {column.name: column.index for column in columns if column.role in ("key", "rank")}
    for name in ("platform", "framework"):
        alike = [column.index for column in columns if column.role == "key" and column.name == name]
        if len(alike) > 1:
            found[name] = max(alike, key=lambda at: len(_held(table, at)))
    ran = [column.index for column in columns if column.role == "key" and column.name == "workload"]
    if len(ran) < 2:
        return found, ()
    known = (at for at in ran if all(vocabulary.find(text, "workloads") for text in _held(table, at)))
    found["workload"] = next(known, max(reversed(ran), key=lambda at: len(_held(table, at))))
    return found, tuple(at for at in ran if at != found["workload"])


def _held(table: Table, at: int) -> set[str]:
    return {row[at].text for row in table.rows}


def _by_row(table: Table, columns: tuple[Column, ...], *, properties: bool) -> tuple[tuple[Column, ...], set[int]]:
    """The columns with those that hold what the row says made metrics, and which ones these are."""
    # What the rows measure holds for every column that does not say otherwise by itself.
    loose = {one.index for one in columns if one.role == "metric" and not one.says}
    taken = loose | {one.index for one in columns if _is_open(one, table) or (properties and not one.role)}
    if any(map(_is_unit, columns)):
        taken |= {one.index for one in columns if one.role == "metric" and not one.unit}  # "Score" in ops/s or in us/op
    taken = {at for at in taken if at and columns[at].name not in COMPARES and not _is_unit(columns[at])}
    if properties:
        # The cells of a property that is no metric ("5 years", "PCIe") are no figures of the next one's.
        columns = tuple(replace(one, name="", unit="") if one.index in taken else one for one in columns)
    return tuple(replace(one, role="metric", says=False) if one.index in taken else one for one in columns), taken


def _is_unit(column: Column) -> bool:
    return column.header.strip().lower() in ("unit", "units")


def _is_open(column: Column, table: Table) -> bool:
    """Whether a column of numbers is left over: no key, no metric, no name in the first place."""
    if column.role or not column.index:
        return False
    cells = stated(row[column.index].text for row in table.rows)
    return bool(cells) and sum(map(is_bare, cells)) >= ENOUGH * len(cells)


def _with_time(column: Column, above: str, vocabulary: Vocabulary) -> Column:
    """A plain "Time (min)" under "Time to train in minutes" is a time to train."""
    if column.role != "metric" or column.name != "time_to_result" or not above:
        return column
    known = vocabulary.resolve("headers", BRACKET.sub("", column.header).strip())
    said = [mention.name for mention in vocabulary.find(above, "metrics")]
    if vocabulary.resolve("units", column.header.strip()):  # "ms" under "Time to first token"
        return replace(column, name=next((name for name in said if _is_time(name, vocabulary)), column.name))
    if known is None:
        return column
    return replace(column, name="time_to_train") if "time_to_train" in said else column


# --- what the line above says -----------------------------------------------------------------------------------


def _said_above(
    columns: tuple[Column, ...], left: Sequence[Column], above: str, vocabulary: Vocabulary
) -> tuple[Column, ...]:
    """Columns of bare numbers under names, by the unit or the metric that the title or the line above gives them."""
    alone = not any(column.role == "metric" and column.name not in COMPARES for column in columns)
    if not left or not alone:
        return columns
    metric, unit = unit_above(above, vocabulary)
    if not metric and len(left) > 1:
        metric, unit = _metric_above(above, vocabulary), ""
    if not (metric or unit):
        return columns
    scaled = _THOUSANDS.search(above) if unit else None
    power = POWERS[scaled["n"].lower()] if scaled else 0  # 2,140 under "Thousands of operations per second"
    taken = {column.index for column in left}
    return tuple(
        Column(one.index, one.header, "metric", metric, unit, says=False, power=power) if one.index in taken else one
        for one in columns
    )


_THOUSANDS = re.compile(
    r"\b(?P<n>thousand|million|billion)s of (?:[a-z]+(?:\sper\s|/)(?:s|second|minute|hour)|(?:US )?dollars|euros)\b",
    re.IGNORECASE,
)
_IN_UNIT = re.compile(r"(?:\bin\s+|[(\[])([A-Za-zµμ]{1,14})\b(?!-)")  # "in us-east-2" is no unit


def _in_unit_above(table: Table, columns: tuple[Column, ...], above: str, vocabulary: Vocabulary) -> tuple[Column, ...]:
    """Columns of times without a unit anywhere, in the one that the title or the line above says all times are in."""
    bare = {
        column.index
        for column in columns
        if column.role == "metric"
        and column.says
        and not column.unit
        and _is_time(column.name, vocabulary)
        and all(map(is_bare, stated(row[column.index].text for row in table.rows)))
    }
    found = (vocabulary.resolve("units", match[1].lower()) for match in _IN_UNIT.finditer(above)) if bare else iter(())
    unit = next((entry.name for entry in found if entry and entry.text("dimension") == "time"), "")
    return tuple(replace(one, unit=unit) if unit and one.index in bare else one for one in columns)


def _is_time(metric: str, vocabulary: Vocabulary) -> bool:
    entry = vocabulary.get("metrics", metric)
    return entry is not None and entry.flag("timed")


# "Prices in US dollars per hour": not "us", which is a time.
CURRENCIES = {"dollars": "USD", "usd": "USD", "$": "USD", "euros": "EUR", "euro": "EUR", "eur": "EUR", "€": "EUR"}
_IN_MONEY = re.compile(
    r"(?:\bin\s(?:US\s|U\.S\.\s|US)?|(?<!\d\s)(?<!\w)(?:US|U\.S\.)\s)(dollars|USD|\$|euros?|EUR|€)(?![\w/])",
    re.IGNORECASE,
)


def unit_above(above: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """Metric and unit that the line above gives to all figures of a table; ("", "") when it gives no unit."""
    if money := _IN_MONEY.search(above):
        return "price", CURRENCIES[money[1].lower()]
    # "Energy per forecast day (kWh, nodes only)": what stands in brackets is the unit.
    for words in (*_IN_BRACKETS.findall(above), above):
        unit, implied = _unit_in(words, vocabulary)
        if unit:
            return _metric_above(above, vocabulary) or implied, unit
    return "", ""


_IN_BRACKETS = re.compile(r"[(\[]([^()\[\]]{1,40})[)\]]")


_ONE = frozenset("second minute hour day week month quarter year".split())


def _unit_in(text: str, vocabulary: Vocabulary) -> tuple[str, str]:
    # "16 GB" and "512-byte" are what was measured on: only a unit without a number is that of the cells.
    # Nor is "us" of "us-east-2" a time, nor the "week of March 4"; "in the month before" is when, "in minutes" in what.
    for match in re.finditer(
        r"(?<![\dA-Za-z])(?<!\d[\s-])([A-Za-zµ]+)(?![A-Za-zµ])(?!\sof\s[A-Z\d])(?!-[a-z]+-\d)"
        r"(?:/[A-Za-z]+| per [a-z]+)?",
        text,
    ):
        for words in (match.group(), match[1]):  # "ns per operation" is no rate: a time
            unit, implied = unit_of(words, vocabulary)
            ordinal = words.lower() in _ONE  # "the second column", "Developer Week": never a unit by itself
            if unit and len(words) > 1 and not ordinal:
                return unit, implied
    return "", ""


def _metric_above(above: str, vocabulary: Vocabulary) -> str:
    cues = [m.name for m in vocabulary.find(above, "metrics") if not m.entry.flag("generic")]
    return cues[0] if cues else ""
