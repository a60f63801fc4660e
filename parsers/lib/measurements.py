"""Measurements: the metric cells of results tables, each with its row's keys.

Every metric cell becomes a measurement, stands as blank or not applicable, or is rejected with its reason: none is
skipped.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from parsers.lib.about import task_in
from parsers.lib.cells import value_of
from parsers.lib.columns import Column, unit_of
from parsers.lib.table_layout import Layout, layout_of, left_of
from schemas.document import Cell, Document, Rejected, Table
from schemas.names import Vocabulary
from schemas.statement import CONDITIONS, Figure, Measurement, Side

_NAMED = re.compile(r"[^\W\d_]{3}")  # "Otterbase 5" under "Version", not "v3.1"
_FILE = re.compile(r"[\w-]{1,60}\.[a-z]{2,5}")  # "twitter.json" over the times to parse it
TITLE = 1000  # characters of a title that are looked at for each of the tables below it
ABOVE = 160  # characters from a table up within which a line still speaks of it


@dataclass(frozen=True, slots=True)
class Row:
    """A table row with what its key columns say of it, read once for all its cells; `number` counts from 1."""

    table: Table
    number: int
    texts: tuple[str, ...]
    context: str
    start: int
    end: int
    keys: Mapping[str, str]
    subject: Side


def measurements(document: Document, vocabulary: Vocabulary) -> Iterator[Measurement | Rejected]:
    """Every metric cell of every table, in text order; cells that cannot be read come as Rejected."""
    ends = sorted((block.end, number) for number, block in enumerate(document.blocks))
    for table in document.tables:
        layout = layout_of(table, vocabulary, _above(document, table, ends))
        yield from _cells(document, table, layout, vocabulary)


def _above(document: Document, table: Table, ends: Sequence[tuple[int, int]]) -> str:
    """The words of the block that ends right above a table, with its title. `ends` of blocks, with their numbers."""
    near = ends[bisect_left(ends, (table.start - ABOVE, -1)) : bisect_left(ends, (table.start + 1, -1))]
    block = document.blocks[max(number for _, number in near)] if near else None
    last = document.text[max(block.start, block.end - ABOVE) : block.end] if block and block.kind != "code" else ""
    return f"{table.title[:TITLE]}\n{last}"


def _row(table: Table, number: int, cells: tuple[Cell, ...], keys: Mapping[str, str], vocabulary: Vocabulary) -> Row:
    texts = tuple(cell.text for cell in cells)
    start, end = min(cell.start for cell in cells), max(cell.end for cell in cells)
    return Row(table, number, texts, " | ".join(texts), start, end, keys, _side(keys, vocabulary))


def _cells(
    document: Document, table: Table, layout: Layout, vocabulary: Vocabulary
) -> Iterator[Measurement | Rejected]:
    """The metric cells, row by row; the row or the header gives what the other does not."""
    subjects = {at: _side({"platform": name}, vocabulary) for at, name in layout.sides.items()}
    metrics = [column for column in layout.columns if column.role == "metric"]
    for number, cells in enumerate(table.rows, 1):
        by_row = layout.rows[number - 1] if layout.rows else None
        row = _row(table, number, cells, _keys(layout, cells, by_row, vocabulary), vocabulary)
        for column in metrics:
            one = row
            if column.index in subjects:
                one = replace(row, subject=_with_conditions(subjects[column.index], row.subject))
            measured = _measured(column, by_row, layout)
            if measured:
                yield _measure(document, one, cells[column.index], measured, vocabulary)


def _measured(column: Column, by_row: Column | None, layout: Layout) -> Column | None:
    """What a cell measures: what its header says, else what its row does; None when neither says anything."""
    at_hand = column.index in layout.sides
    if at_hand and layout.rows and not column.says:
        if by_row is None:
            return column if column.name or column.unit else None
        return replace(by_row, index=column.index, header=column.header)
    return replace(column, says=True) if at_hand else column


def _with_conditions(side: Side, row: Side) -> Side:
    return replace(side, conditions=row.conditions) if row.conditions else side


def _keys(layout: Layout, cells: tuple[Cell, ...], by_row: Column | None, vocabulary: Vocabulary) -> dict[str, str]:
    columns = layout.columns
    keys = {column.name: cells[column.index].text for column in columns if column.role in ("key", "rank")}
    named = not re.match(r"[\d.,]+$", cells[0].text)
    if by_row and layout.sides and (columns[0].role == "" or "workload" not in keys):
        keys["workload"] = left_of(by_row, vocabulary) if by_row.header == cells[0].text else cells[0].text
    elif layout.first and named and not {"platform", "framework", layout.first} & keys.keys():
        # A first column without a known header names the rows: who was measured, or on what.
        keys[layout.first] = cells[0].text
    return keys


def _measure(
    document: Document, row: Row, cell: Cell, column: Column, vocabulary: Vocabulary
) -> Measurement | Rejected:
    status, figure, why = value_of(document.text, cell, column, vocabulary)
    if why:
        place = f"table {row.table.name}, row {row.number}, column {column.header!r}"
        return Rejected(place, why, row.texts, row.start, row.end)
    workload, workload_raw = _workload(row, column, vocabulary)
    return Measurement(
        document_id=document.document_id,
        document=document.name,
        table=row.table.name,
        row=row.number,
        column=column.header,
        literal=cell.text,
        start=cell.start,
        end=cell.end,
        metric=_metric(column, figure, vocabulary),
        unit=figure.unit if figure else column.unit,
        status=status,
        figure=figure,
        workload=workload,
        workload_raw=workload_raw,
        variant=row.keys.get("variant", "" if column.says else column.header),
        task=_task(row, column),
        subject=row.subject,
        devices=_devices(row.keys.get("devices", "")),
        submission_id=row.keys.get("submission_id", ""),
        quality_target=row.keys.get("quality_target", ""),
        context=row.context,
        row_start=row.start,
        row_end=row.end,
        box=document.box(cell.start, cell.end),
        dom_path=cell.dom_path,
    )


def _metric(column: Column, figure: Figure | None, vocabulary: Vocabulary) -> str:
    """The column's metric, unless only its cells say one and this cell's unit says another."""
    if figure is None or (column.name and column.says):
        return column.name
    if figure.kind == "price":
        return "price"
    return unit_of(figure.unit, vocabulary)[1] or column.name


def _workload(row: Row, column: Column, vocabulary: Vocabulary) -> tuple[str, str]:
    """Canonical workload and as printed: the row's key, else what header, title or headings name alone."""
    raw = row.keys.get("workload", "")
    if raw:
        entry = vocabulary.resolve("workloads", raw)
        return (entry.name if entry else _only(vocabulary, "workloads", raw) or raw), raw
    if _FILE.fullmatch(column.header):
        return column.header, column.header
    for words in (column.header, row.table.title, *reversed(row.table.headings)):
        if name := _only(vocabulary, "workloads", words):
            return name, ""
    return "", ""


@lru_cache(maxsize=1024)
def _only(vocabulary: Vocabulary, kind: str, raw: str) -> str:
    """The one known name in a text, "" when there are none or several."""
    names = {mention.name for mention in vocabulary.find(raw, kind)}
    return names.pop() if len(names) == 1 else ""


def _side(keys: Mapping[str, str], vocabulary: Vocabulary) -> Side:
    version = keys.get("sdk_version", "")
    raw = keys.get("platform") or keys.get("framework") or (version if _NAMED.search(version) else "")
    count = re.match(r"(\d{1,15})\s?x\s+", raw)
    entry = vocabulary.resolve("platforms", raw)
    name = entry.name if entry else _only(vocabulary, "platforms", raw) or raw
    conditions = tuple((name, keys[name]) for name in CONDITIONS if keys.get(name))
    return Side(name, raw, int(count[1]) if count else None, conditions)


def _task(row: Row, column: Column) -> str:
    if column.name == "time_to_train":
        return "training"
    for words in (row.keys.get("variant", ""), row.table.title, *reversed(row.table.headings)):
        if task := task_in(words):
            return task
    return ""


def _devices(printed: str) -> int | None:
    digits = printed.replace(",", "")
    # "²" is a digit and no number; past 4,300 digits int() refuses.
    return int(digits) if digits.isdecimal() and len(digits) <= 15 else None
