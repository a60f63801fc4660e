"""Labelled values: the cells of tables, and the lines of lists that say "Battery life: 13 hours".

What is measured is not needed to be known: a value is what its labels say.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from checks.lib.labels.chart_tables import tables_of
from checks.lib.labels.line_columns import as_table, line_columns
from checks.lib.labels.sheet_cells import MATRIX, cells, of_numbers
from checks.lib.labels.sheet_lines import lines
from checks.lib.labels.slots import Sheet, Slot
from checks.lib.quantities.amounts import amounts, unit_of_column
from schemas.document import Document, Table
from schemas.names import Vocabulary

LEAD = 40  # characters between a paragraph and the table that it leads to


def sheets(
    document: Document, vocabulary: Vocabulary, printed: Mapping[int, str] | None = None
) -> Iterator[tuple[Sheet, list[Slot]]]:
    """Every table, and the labelled lines together.

    `printed` is the unit of each cell by where it begins, as far as extraction knows it: a header alone may not say it.
    """
    read = {unit: unit_of_column(unit, vocabulary) for unit in {*(printed or {}).values()}}
    units = {start: read[unit] for start, unit in (printed or {}).items()}
    charts = {chart.name for chart in document.charts}
    for table in (_headed(_unheaded(one, vocabulary)) for one in tables_of(document)):
        corner = table.columns[0].text if table.columns else ""
        head = " | ".join((document.title, *table.headings, table.title, corner))
        over = " | ".join(above(document, table))
        sheet = Sheet(document, table.name, head, table=True, above=over, drawn=table.name in charts)
        yield sheet, list(cells(sheet, table, units, vocabulary))
    for run in line_columns(document, vocabulary):
        table = as_table(run, document)
        sheet = Sheet(document, "", document.title, table=True, above=" | ".join(above(document, table)))
        yield sheet, list(cells(sheet, table, units, vocabulary))
    listed = Sheet(document, "", document.title, table=False)
    yield listed, list(lines(listed, vocabulary))


def _unheaded(table: Table, vocabulary: Vocabulary) -> Table:
    """A table of two columns whose header is a line like the others: "Picking rate | 2,000 items per hour"."""
    texts = [one.text for one in table.columns]
    found = next(iter(amounts(texts[1], vocabulary)), None) if len(texts) == MATRIX else None
    if (
        found is None
        or found.start
        or found.kind == "count"
        or not texts[0]
        or of_numbers([row[0].text for row in table.rows])
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
