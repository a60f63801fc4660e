"""What each row of a table measures, where its headers do not say: by a column of units, by its label, by its group.

A table of properties ("Property | Value", a data sheet's two columns) has one metric a row; "Latency (ms)" in a first
column makes any table one of metrics by row; "Compile time (s)" on a line of its own holds for the rows below it.
"""

import re
from collections.abc import Sequence

from parsers.lib.about import task_in
from parsers.lib.columns import Column, by_cells, is_bare, read_header, stated
from parsers.lib.table_units import cell_unit, unit_of
from schemas.document import Cell, Table
from schemas.names import Vocabulary

_UNITS = re.compile(r"\s*units?\s*", re.IGNORECASE)
_BEGINS = re.compile(r"[xX×]?\d")  # a figure's cell: "19.7", "x2.44"
_COUNTED = re.compile(r"\d[\d.,]{0,15}\s?[kKMG]")  # "612k" of IOPS
HALF = 0.5
Rows = tuple[Column | None, ...]


def groups_of(table: Table, vocabulary: Vocabulary) -> tuple[tuple[str, ...], frozenset[int]]:
    """The label that each row stands under, and the rows that are such labels themselves, not data.

    A row of one text and blank cells is a label when the table begins with one, or when it names a task or a metric:
    elsewhere it is somebody who has no results.
    """
    alone = {number: row[0].text for number, row in enumerate(table.rows) if _alone(row)}
    followed = all(number + 1 < len(table.rows) and number + 1 not in alone for number in alone)
    says = bool(alone) and (0 in alone or any(_names(label, vocabulary) for label in set(alone.values())))
    if len(table.columns) < 2 or not says or not followed:
        return table.groups or ("",) * len(table.rows), frozenset()
    found, label = list[str](), ""
    for number, row in enumerate(table.rows):
        label = row[0].text if number in alone else label
        found.append(label)
    return tuple(found), frozenset(alone)


def _alone(row: Sequence[Cell]) -> bool:
    first, *rest = (cell.text for cell in row)
    return bool(first) and bool(rest) and not any(rest)


def _names(label: str, vocabulary: Vocabulary) -> bool:
    return bool(task_in(label)) or read_header(0, label, vocabulary).role == "metric"


def by_units(table: Table, columns: Sequence[Column], vocabulary: Vocabulary) -> Rows:
    """Each row's metric by a column of units; () when there is none."""
    at = next((column.index for column in columns if _UNITS.fullmatch(column.header)), None)
    if at is None:
        return ()
    found: list[Column | None] = []
    for number, row in enumerate(table.rows):
        unit, implied = unit_of(row[at].text, vocabulary)
        said = read_header(number, row[0].text, vocabulary)
        name = said.name if said.role != "key" and said.name else implied
        found.append(Column(number, row[0].text, "metric", name, unit) if unit else None)
    return tuple(found)


def by_metrics(table: Table, columns: Sequence[Column], vocabulary: Vocabulary) -> Rows:
    """Each row's metric by a column of metrics behind the first: "glove-100 | p99 latency (ms) | 4.1 | 6.0"."""
    at = next((one.index for one in columns if one.index and _role(one.header, vocabulary) == "property"), None)
    others = [one for one in columns if at is not None and one.index > at and not (one.says and one.role)]
    if at is None or not others:
        return ()
    found: list[Column | None] = []
    for number, row in enumerate(table.rows):
        cells = [row[other.index].text for other in others]
        found.append(_of_label(number, row[at].text, cells, vocabulary))
    return tuple(found) if sum(one is not None for one in found) * 2 > len(found) else ()


def of_properties(table: Table, columns: Sequence[Column], vocabulary: Vocabulary) -> bool:
    """Whether a table has one property a row: its header says so, or it is a list of names with values of all kinds."""
    roles = [_role(column.header, vocabulary) for column in columns]
    if len(roles) < 2 or columns[0].role in ("key", "rank"):
        return False
    if roles[0] == "property" or (roles[1] == "value" and len(roles) == 2):
        return True
    if len(roles) != 2 or any(column.header for column in columns):
        return False
    units = [unit for row in table.rows if (unit := cell_unit(row[1].text, vocabulary)[0])]
    labels = [read_header(0, row[0].text, vocabulary) for row in table.rows]
    # Without a header only what a data sheet has: several units, or labels that name metrics.
    return len(set(units)) > 1 or sum(label.role == "metric" for label in labels) * 2 > len(labels)


def _role(header: str, vocabulary: Vocabulary) -> str:
    entry = vocabulary.resolve("headers", header)
    return entry.text("role") if entry else ""


def by_properties(table: Table, vocabulary: Vocabulary) -> Rows:
    """The metric of each property that has figures; None for "Form factor"."""
    return tuple(
        _of_label(number, row[0].text, [cell.text for cell in row[1:]], vocabulary)
        for number, row in enumerate(table.rows)
    )


def _of_label(number: int, label: str, cells: Sequence[str], vocabulary: Vocabulary) -> Column | None:
    column = read_header(number, label, vocabulary)
    printed = stated(cells)
    figures = [text for text in printed if is_bare(text) or cell_unit(text, vocabulary)[0]]
    if column.unit and column.role == "metric":
        figures = [text for text in printed if text in figures or _COUNTED.fullmatch(text)]
    if column.role in ("key", "rank") or len(figures) < HALF * max(len(printed), 1):
        return None
    if not column.role or not printed:
        column = by_cells(column, printed, vocabulary)
    return column if column.role == "metric" and (column.name or column.unit) else None


def by_labels(table: Table, columns: Sequence[Column], vocabulary: Vocabulary) -> Rows:
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
    labelled = [one for one, row in zip(found, table.rows, strict=True) if not _alone(row)]
    enough = sum(one is not None for one in labelled) * 2 >= len(labelled)
    numeric = [cell for column in others for cell in stated(row[column.index].text for row in table.rows)]
    figures = sum(bool(_BEGINS.match(cell)) or bool(cell_unit(cell, vocabulary)[0]) for cell in numeric)
    return tuple(found) if any(labelled) and enough and figures * 2 >= len(numeric) else ()


def by_groups(groups: Sequence[str], columns: Sequence[Column], vocabulary: Vocabulary) -> Rows:
    """Each row's metric by the line that it stands under ("Compile time (s)"); () when no such line names one."""
    if not any(groups) or all(column.role and column.says for column in columns[1:]):
        return ()
    known = {label: read_header(0, label, vocabulary) for label in dict.fromkeys(groups)}
    found = tuple(known[label] if known[label].role == "metric" and known[label].unit else None for label in groups)
    return found if any(found) else ()


def by_exception(table: Table, columns: Sequence[Column], vocabulary: Vocabulary) -> Rows:
    """The rows that say something else than their columns: "Disk (GB)" among times, "Improvement" below machines."""
    loose = any(column.role == "metric" and not column.says for column in columns)
    found: list[Column | None] = []
    for number, row in enumerate(table.rows):
        said = read_header(number, row[0].text, vocabulary) if not columns[0].role or loose else None
        own = said is not None and said.role == "metric" and ((loose and said.unit) or _compares(said, row, vocabulary))
        found.append(said if own else None)
    return tuple(found) if any(found) else ()


def _compares(said: Column, row: Sequence[Cell], vocabulary: Vocabulary) -> bool:
    """Whether a row holds the factors between those above it."""
    cells = stated(cell.text for cell in row[1:])
    return (
        said.name == "speedup" and bool(cells) and all(cell_unit(text, vocabulary)[0] in ("x", "%") for text in cells)
    )
