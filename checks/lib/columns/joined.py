"""A column that stands in a table of its own, joined to the table whose rows it is of."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from schemas.document import Table

LEAST = 3  # rows that two tables share
PAIR = 2  # columns of a table that is a label and a value


def joined(tables: Sequence[Table]) -> Iterator[tuple[Table, tuple[str, ...]]]:
    """The tables of a document, each with the names of those that it is made of.

    "System | Scaling" below "System | Throughput" of the same systems is read as one table of three columns.
    """
    for table in tables:
        other = next((one for one in tables if _has_rows_of(one, table)), None)
        if other is None:
            yield table, (table.name,)
        else:
            rows = tuple((*mine, *theirs[1:]) for mine, theirs in zip(other.rows, table.rows, strict=True))
            columns = (*other.columns, *table.columns[1:])
            yield replace(table, columns=columns, rows=rows), (other.name, table.name)


def _has_rows_of(other: Table, table: Table) -> bool:
    """Whether a table of one column of values has the rows of an earlier table, in their order."""
    labels = [row[0].text for row in table.rows]
    alike = labels == [row[0].text for row in other.rows] and table.columns[0].text == other.columns[0].text
    return alike and other.start < table.start and len(table.columns) == PAIR and len(set(labels)) >= LEAST
