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
from dataclasses import dataclass, replace

from parsers.lib.columns import ENOUGH, Column, by_cells, cell_unit, columns_of, is_bare, read_header, stated, unit_of
from schemas.document import Table
from schemas.names import Vocabulary

COMPARES = frozenset({"speedup", "efficiency", "scaling"})
HARDWARE = frozenset({"power", "price"})  # metrics of machines, never of models
_UNITS = re.compile(r"\s*units?\s*", re.IGNORECASE)
_BRACKET = re.compile(r"\s*[\[(][^\])]{0,200}[\])]")
_YEAR = re.compile(r"\(?(?:19|20)\d\d\)?")
_DIGIT = re.compile(r"\d")
_QUANTITY = re.compile(
    r"\d[\d.,]*[ -]?(?:(?:[KMGT]i?)?B|bytes?|bits?|ms|s|%|[kM]|clients?|threads?|users?|rows|values|GPUs?)\b"
)
_PLAIN = frozenset(
    "average avg mean median typical typ max min maximum minimum peak total overall list street module unit measured "
    "time rate speed usage use run runs hot cold warm data first second load and or of per the a in for at".split()
)


@dataclass(frozen=True, slots=True)
class Layout:
    """A table's columns, and what its rows and headers give them.

    `rows` is what each row says is measured in it (None where it says nothing); `sides` the columns whose header names
    who was measured, with that name; `first` what the first column's names are when its header does not say:
    "platform", "workload" or "".
    """

    columns: tuple[Column, ...]
    rows: tuple[Column | None, ...]
    sides: Mapping[int, str]
    first: str


def layout_of(table: Table, vocabulary: Vocabulary, above: str = "") -> Layout:
    """Read a table's headers, first column and cells. `above` is its title and the line that leads to it."""
    columns = columns_of(table, vocabulary)
    columns = tuple(_with_time(column, above, vocabulary) for column in columns)
    rows = _by_units(table, columns, vocabulary) or _by_labels(table, columns, vocabulary)
    open_ones = [column for column in columns if _is_open(column, table)]
    if any(rows):
        # What the rows measure holds for every column that does not say otherwise by itself.
        loose = {column.index for column in columns if column.role == "metric" and not column.says}
        taken = loose | {column.index for column in open_ones}
        taken = {at for at in taken if at and columns[at].name not in COMPARES}
        columns = tuple(replace(one, role="metric", says=False) if one.index in taken else one for one in columns)
    else:
        taken = set()
        columns = _said_above(columns, open_ones, above, vocabulary)
    sides = _sides(table, columns, taken, vocabulary)
    columns = _machines(table, columns, vocabulary) if not sides else columns
    first = "" if columns and columns[0].role else "workload" if sides else "platform"
    return Layout(columns, rows, sides, first)


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
    known = vocabulary.resolve("headers", _BRACKET.sub("", column.header).strip())
    if known is None:
        return column
    said = {mention.name for mention in vocabulary.find(above, "metrics")}
    return replace(column, name="time_to_train") if "time_to_train" in said else column


# --- what a row measures -----------------------------------------------------------------------------------------


def _by_units(table: Table, columns: Sequence[Column], vocabulary: Vocabulary) -> tuple[Column | None, ...]:
    """Each row's metric by a column of units; () when there is none."""
    at = next((column.index for column in columns if _UNITS.fullmatch(column.header)), None)
    if at is None:
        return ()
    found: list[Column | None] = []
    for number, row in enumerate(table.rows):
        unit, implied = unit_of(row[at].text, vocabulary)
        cues = [
            m.name for cell in row[:1] for m in vocabulary.find(cell.text, "metrics") if not m.entry.flag("generic")
        ]
        found.append(Column(number, row[at].text, "metric", cues[0] if cues else implied, unit) if unit else None)
    return tuple(found)


def _by_labels(table: Table, columns: Sequence[Column], vocabulary: Vocabulary) -> tuple[Column | None, ...]:
    """Each row's metric by its label ("Latency (ms)"); () when the table is not one of metrics by row."""
    others = [column for column in columns[1:] if not column.says or not column.role]
    if not others or columns[0].role in ("metric", "rank") or len(table.columns) < 2:
        return ()
    found: list[Column | None] = []
    for number, row in enumerate(table.rows):
        column = read_header(number, row[0].text, vocabulary)
        if not column.role:
            column = by_cells(column, stated(row[other.index].text for other in others), vocabulary)
        # What only the cells' units say is no label: "richards | 51.2 ms" is a workload and its time.
        found.append(column if column.role == "metric" and column.name and column.says else None)
    enough = sum(one is not None for one in found) * 2 >= len(found)
    numeric = [cell for column in others for cell in stated(row[column.index].text for row in table.rows)]
    figures = sum(cell[:1].isdigit() or bool(cell_unit(cell, vocabulary)[0]) for cell in numeric)
    return tuple(found) if found and enough and figures * 2 >= len(numeric) else ()


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
    taken = {column.index for column in left}
    return tuple(
        Column(one.index, one.header, "metric", metric, unit, says=False) if one.index in taken else one
        for one in columns
    )


def unit_above(above: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """Metric and unit that the line above gives to all figures of a table; ("", "") when it gives no unit."""
    for match in re.finditer(r"[A-Za-zµ]+(?:/[A-Za-z]+| per [a-z]+)?", above):
        unit, implied = unit_of(match.group(), vocabulary)
        if unit and (len(match.group()) > 1):
            return _metric_above(above, vocabulary) or implied, unit
    return "", ""


def _metric_above(above: str, vocabulary: Vocabulary) -> str:
    cues = [m.name for m in vocabulary.find(above, "metrics") if not m.entry.flag("generic")]
    return cues[0] if cues else ""


# --- who was measured --------------------------------------------------------------------------------------------


def _sides(table: Table, columns: Sequence[Column], by_row: set[int], vocabulary: Vocabulary) -> Mapping[int, str]:
    """The columns whose header names who was measured; {} when a key column or the row does."""
    if by_row:
        return {at: columns[at].header for at in sorted(by_row)}
    if any(column.role == "key" and column.name in ("platform", "framework") for column in columns):
        return {}
    measured = [column for column in columns if column.role == "metric" and column.name not in COMPARES]
    names = {column.index: left_of(column, vocabulary) for column in measured}
    named = {at: name for at, name in names.items() if name}
    like = [at for at, name in named.items() if _is_product(name, columns[at].header, vocabulary)]
    if len(set(named.values())) < 2 or len(like) * 2 < len(named) or len(named) < len(measured):
        return {}
    return named if not _products_down(table, columns, vocabulary) or _one_metric(measured) else {}


def _one_metric(measured: Sequence[Column]) -> bool:
    return len({column.name for column in measured}) == 1


def _products_down(table: Table, columns: Sequence[Column], vocabulary: Vocabulary) -> bool:
    """Whether the first column, of unknown header, holds products."""
    if columns[0].role:
        return columns[0].name == "sdk_version"
    names = [row[0].text for row in table.rows]
    return sum(_is_product(name, name, vocabulary) for name in names) * 2 > len(names)


def _is_product(name: str, printed: str, vocabulary: Vocabulary) -> bool:
    """Whether a name is a machine's or a program's: known, or with a version, and neither a quantity nor a year."""
    if vocabulary.find(name, "platforms", "frameworks"):
        return True
    return bool(_DIGIT.search(name)) and not _QUANTITY.search(printed) and not _YEAR.fullmatch(name)


def left_of(column: Column, vocabulary: Vocabulary) -> str:
    """What a header says besides metric and unit: "Radiant 9070 (fps)" -> "Radiant 9070"; "Latency (ms)" -> ""."""
    header = _BRACKET.sub("", column.header).strip(" :")
    if vocabulary.resolve("headers", header):
        return ""
    for mention in reversed(vocabulary.find(header, "metrics")):
        header = f"{header[: mention.start]} {header[mention.end :]}"
    words = header.replace(",", " , ").split()
    kept = [word for word in words if not _says_nothing(word, vocabulary)]
    return " ".join(kept).replace(" ,", ",").strip(" ,:–-")


def _says_nothing(word: str, vocabulary: Vocabulary) -> bool:
    if word.lower() in _PLAIN or (not _DIGIT.search(word) and len(word) > 1 and unit_of(word, vocabulary)[0]):
        return True
    entry = vocabulary.resolve("headers", word)
    return bool(entry and entry.text("role") == "metric")


def _machines(table: Table, columns: tuple[Column, ...], vocabulary: Vocabulary) -> tuple[Column, ...]:
    """A "Model" with a power draw or a price is a machine's, unless it is a known workload."""
    metrics = {column.name for column in columns if column.role == "metric"}
    iops = any(column.unit == "operations/s" for column in columns)
    known = {column.name for column in columns if column.role == "key"}
    at = next((column for column in columns[:1] if column.name == "workload" and column.role == "key"), None)
    if at is None or not (metrics & HARDWARE or iops) or known & {"platform", "framework"}:
        return columns
    if at.header.strip().lower() != "model" or any(vocabulary.find(row[0].text, "workloads") for row in table.rows):
        return columns
    return (replace(at, name="platform"), *columns[1:])
