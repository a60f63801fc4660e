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
    first: dict[tuple[str, ...], Table] = {}
    for table in tables:
        labels = (table.columns[0].text, *(row[0].text for row in table.rows)) if table.columns else ()
        other = first.setdefault(labels, table)
        if other is table or len(table.columns) != PAIR or len(set(labels)) <= LEAST:
            yield table, (table.name,)
        else:
            rows = tuple((*mine, *theirs[1:]) for mine, theirs in zip(other.rows, table.rows, strict=True))
            yield replace(table, columns=(*other.columns, *table.columns[1:]), rows=rows), (other.name, table.name)
