"""Tables as they stand and turned round: where rows are metrics ("Speed-up") and columns are runs.

Turned round, such a table has a column for each metric, and every formula of columns can be asked of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from checks.lib.statements.rows import cell, header_cell
from schemas.document import Document, Table
from schemas.finding import Evidence, Role

FEWEST = 3  # runs beside one another that can show a formula


@dataclass(frozen=True, slots=True)
class View:
    """A table as its formulas are looked for, and whether its rows are the columns that are printed."""

    table: Table
    printed: Table

    @property
    def turned(self) -> bool:
        """Whether rows and columns are exchanged."""
        return self.table is not self.printed

    def cell(self, document: Document, row: int, column: int, role: Role = "disputed") -> Evidence:
        """A cell by its row, counted from 0, and column in this view, as evidence at its printed place."""
        if self.turned and not column:  # labels of such a row are the heads of the printed columns
            return header_cell(document, self.printed, row + 1, role)
        at = (column, row + 1) if self.turned else (row + 1, column)
        return cell(document, self.printed, *at, role)


def views(table: Table) -> Iterator[View]:
    """A table as it is printed, and turned round where that leaves rows enough."""
    yield View(table, table)
    if len(table.columns) > FEWEST and len(table.rows) > 1:
        yield View(_turned(table), table)


def _turned(table: Table) -> Table:
    columns = (table.columns[0], *(row[0] for row in table.rows))
    rows = tuple((one, *(row[at] for row in table.rows)) for at, one in enumerate(table.columns) if at)
    return replace(table, columns=columns, rows=rows, groups=())
