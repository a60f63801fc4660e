"""Which row of a document's tables and charts stands at a place of its text."""

from checks.lib.labels.chart_tables import tables_of
from checks.lib.quantities.overlaps import Overlaps
from checks.lib.statements.kept import of_document
from schemas.document import Cell, Document

Row = tuple[Cell, ...]


@of_document
def _rows(document: Document) -> tuple[list[Row], Overlaps[int]]:
    """The rows, and which of them has a cell where; an empty cell is at its first character."""
    rows = [row for table in tables_of(document) for row in table.rows]
    ends = ((cell.start, max(cell.end, cell.start + 1) - 1, at) for at, row in enumerate(rows) for cell in row)
    return rows, Overlaps(ends)


def row_at(document: Document, place: int) -> Row:
    """The first row of a document's tables and charts with a cell at a place; () for none."""
    rows, cells = _rows(document)
    found = cells.meeting(place, place)
    return rows[min(found)] if found else ()
