"""Measurements: the metric cells of results tables, each with its row's keys.

Every metric cell becomes a measurement, stands as blank or not applicable, or is rejected with its reason: none is
skipped.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from parsers.lib.about import task_in
from parsers.lib.cells import Value, values_of
from parsers.lib.columns import STATISTIC, Column
from parsers.lib.plain_words import common
from parsers.lib.product import product_of
from parsers.lib.prose import proper_names
from parsers.lib.row_keys import keys_of, load_in, only_name, side_of, under, with_conditions
from parsers.lib.table_layout import Layout, layout_of
from parsers.lib.table_sides import COMPARES, left_of
from parsers.lib.table_units import unit_of
from schemas.document import Cell, Document, Rejected, Table
from schemas.names import Vocabulary
from schemas.statement import Figure, Measurement, Side

_EARLIER = re.compile(
    r"\b(?:old|before|previous|baseline|without|reference|control|original|other|rival)\b", re.IGNORECASE
)
_BETWEEN = re.compile(
    r"\b(?:vs|versus|against|over|than|compar\w+|from|to|or|faster|slower|speed of|beats?)\b|"
    r"(?-i:(?<![\w.])\d[\d.]{0,6}\s?[x×](?!\s?[A-Z]))|%",
    re.IGNORECASE,
)
# "Kite PowerRack XE9680": words in capitals, one with its number.
_MODEL = re.compile(r"(?:[A-Z][\w+-]{0,20}\s){0,4}[A-Z][A-Za-z]{0,8}-?\d{2}[\w+-]{0,20}(?:\s[A-Z\d][\w+-]{0,20}){0,2}")
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
    group: str = ""


def measurements(document: Document, vocabulary: Vocabulary) -> Iterator[Measurement | Rejected]:
    """Every metric cell of every table, in text order; cells that cannot be read come as Rejected."""
    ends = sorted((block.end, number) for number, block in enumerate(document.blocks))
    own: Side | None = None  # the page's own product, looked for once a table names nobody
    for table in document.tables:
        layout = layout_of(table, vocabulary, _above(document, table, ends))
        headed = _headed(table, layout, vocabulary)
        for one in _cells(document, table, layout, vocabulary):
            if isinstance(one, Measurement) and not (one.subject.name or _EARLIER.search(one.column)):
                if not headed.name:
                    own = own if own is not None else product_of(document, proper_names(document), vocabulary)
                subject = replace(headed if headed.name or not own else own, conditions=one.subject.conditions)
                yield one if subject == one.subject else replace(one, subject=subject)
            else:
                yield one


def _headed(table: Table, layout: Layout, vocabulary: Vocabulary) -> Side:
    """The machine that a table which names nobody stands under: the one that its nearest heading names."""
    for words in (table.title[:TITLE], *reversed(table.headings)):
        names = {mention.name for mention in vocabulary.find(words, "platforms")}
        if names:
            known = len(names) == 1 and not _BETWEEN.search(words)
            return side_of({"platform": names.pop()}, vocabulary) if known else Side()
    # A data sheet stands under the name of what it is of, known or not.
    sheet = layout.first == "property" and len(table.columns) == 2 and _MODEL.fullmatch(table.title)
    return Side(table.title, table.title) if sheet and not any(map(common, table.title.split())) else Side()


def _above(document: Document, table: Table, ends: Sequence[tuple[int, int]]) -> str:
    """The words of the block that ends right above a table, with its title. `ends` of blocks, with their numbers."""
    near = ends[bisect_left(ends, (table.start - ABOVE, -1)) : bisect_left(ends, (table.start + 1, -1))]
    block = document.blocks[max(number for _, number in near)] if near else None
    words = document.text[block.start : block.end] if block and block.kind != "code" else ""
    if len(words) > 2 * ABOVE:  # a long paragraph says the unit where it begins or where it ends
        words = f"{words[:ABOVE]}\n{words[-ABOVE:]}"
    return f"{table.title[:TITLE]}\n{words}"


def _row(
    table: Table, number: int, cells: tuple[Cell, ...], keys: Mapping[str, str], group: str, vocabulary: Vocabulary
) -> Row:
    texts = tuple(cell.text for cell in cells)
    start, end = min(cell.start for cell in cells), max(cell.end for cell in cells)
    side = side_of(keys, vocabulary)
    if group and not side.name and (known := only_name(vocabulary, "platforms", group)):
        side = replace(side, name=known, raw=group)
    return Row(table, number, texts, " | ".join(texts), start, end, keys, side, group)


def _cells(
    document: Document, table: Table, layout: Layout, vocabulary: Vocabulary
) -> Iterator[Measurement | Rejected]:
    """The metric cells, row by row; the row or the header gives what the other does not."""
    subjects = {at: side_of({"platform": name}, vocabulary) for at, name in layout.sides.items()}
    metrics = [column for column in layout.columns if column.role == "metric"]
    twins = _twins([column for column in metrics if column.index not in subjects], vocabulary)
    for number, cells in enumerate(table.rows, 1):
        if number - 1 in layout.labels:
            continue
        by_row = layout.rows[number - 1] if layout.rows else None
        group = layout.groups[number - 1] if layout.groups else ""
        row = _row(table, number, cells, keys_of(layout, cells, by_row, vocabulary), group, vocabulary)
        for column in metrics:
            one = row
            if column.index in subjects:
                one = replace(row, subject=with_conditions(subjects[column.index], row.subject))
            said = (column.header, group, cells[0].text, table.title[:TITLE])
            if (side := under(one.subject, *said)) is not one.subject:
                one = replace(one, subject=side)
            measured = _measured(column, by_row, layout)
            if measured is None:
                continue
            cell = cells[column.index]
            for value in values_of(document.text, cell, measured, vocabulary):
                yield _measure(document, one, cell, measured, value, vocabulary, twins.get(column.index, ""))


def _twins(metrics: Sequence[Column], vocabulary: Vocabulary) -> Mapping[int, str]:
    """What tells columns of one metric in one unit apart: "GET" and "SET" of "GET p99 (ms)" beside "SET p99 (ms)"."""
    alike: dict[tuple[str, str], dict[int, str]] = {}
    for column in metrics:
        if column.says and column.name not in COMPARES:
            alike.setdefault((column.name, column.unit), {})[column.index] = left_of(column, vocabulary)
    told = [words for words in alike.values() if len(words) > 1 and len(set(words.values())) == len(words)]
    return {at: word for words in told for at, word in words.items() if word}


def _measured(column: Column, by_row: Column | None, layout: Layout) -> Column | None:
    """What a cell measures: what its header says, else what its row does; None when neither says anything."""
    at_hand = column.index in layout.sides
    if by_row and by_row.name in COMPARES:
        return replace(by_row, index=column.index, header=column.header)
    if (at_hand or by_row) and layout.rows and not column.says:
        if by_row is None:
            return column if column.name or column.unit else None
        return replace(by_row, index=column.index, header=column.header)
    return replace(column, says=True) if at_hand else column


def _measure(
    document: Document, row: Row, cell: Cell, column: Column, value: Value, vocabulary: Vocabulary, apart: str = ""
) -> Measurement | Rejected:
    figure, cell = value.figure, value.cell or cell
    if value.why:
        place = f"table {row.table.name}, row {row.number}, column {column.header!r}"
        return Rejected(place, value.why, row.texts, row.start, row.end)
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
        status=value.status,
        figure=figure,
        workload=workload,
        workload_raw=workload_raw,
        variant=_variant(row, column, value, apart),
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


def _variant(row: Row, column: Column, value: Value, apart: str) -> str:
    """What tells figures of one metric apart: the row's setting, a header without metric, a load that it prints."""
    header = column.header if not column.says else load_in(column.header) or apart
    key = row.keys.get("variant", header)
    bound = column.header if column.header.strip(" .").lower() in STATISTIC and key != column.header else ""
    return " ".join(filter(None, (key, bound if column.says else "", value.part)))


def _metric(column: Column, figure: Figure | None, vocabulary: Vocabulary) -> str:
    """The column's metric, unless only its cells say one and this cell's unit says another."""
    if figure and figure.kind == "duration" and column.name == "price":
        return "time_to_result"  # "Per-update cost" of 1.51 µs
    if figure is None or (column.name and column.says):
        return column.name
    if figure.kind == "price":
        return "price"
    implied = unit_of(figure.unit, vocabulary)[1]
    entry = vocabulary.get("metrics", column.name)
    return column.name if implied == "time_to_result" and entry and entry.flag("timed") else implied or column.name


def _workload(row: Row, column: Column, vocabulary: Vocabulary) -> tuple[str, str]:
    """Canonical workload and as printed: the row's key, else what header, title or headings name alone."""
    raw = row.keys.get("workload", "")
    if raw:
        entry = vocabulary.resolve("workloads", raw)
        return (entry.name if entry else only_name(vocabulary, "workloads", raw) or raw), raw
    if _FILE.fullmatch(column.header):
        return column.header, column.header
    for words in (column.header, row.group, row.table.title, *reversed(row.table.headings)):
        if name := only_name(vocabulary, "workloads", words):
            return name, ""
    return "", ""


def _task(row: Row, column: Column) -> str:
    if column.name == "time_to_train":
        return "training"
    for words in (row.keys.get("variant", ""), row.group, row.table.title, *reversed(row.table.headings)):
        if task := task_in(words):
            return task
    return ""


def _devices(printed: str) -> int | None:
    digits = printed.replace(",", "")
    # "²" is a digit and no number; past 4,300 digits int() refuses.
    return int(digits) if digits.isdecimal() and len(digits) <= 15 else None
