"""Whether a sentence names the row and both columns of two cells: then its factor is of these and no others."""

from collections.abc import Iterator, Sequence

from checks.lib.language.tokens import every_root
from checks.lib.quantities.asserted import Sentence
from schemas.document import Document, Table
from schemas.finding import Evidence


def names_both(sentence: Sentence, values: Sequence[Evidence], document: Document) -> bool:
    """Whether two values are cells of one row (or column) of a table whose label it says, with those over both.

    One of these may stand over the sentence: "1.8x the throughput of 6.0 on Bert-L", below "What 6.2 brings".
    """
    left, right, *_ = values
    passage = sentence.passage
    said = every_root(passage.words)
    over = said | every_root(" | ".join((*sentence.scope, passage.document.title)))
    every = (labels for table in document.tables for labels in _labels(table, left, right))
    return any(
        all(labels) and shared <= said and any(side <= said for side in sides) and all(side <= over for side in sides)
        for labels in every
        for shared, *sides in [labels]
    )


def _labels(table: Table, left: Evidence, right: Evidence) -> Iterator[tuple[frozenset[str], ...]]:
    """The words of what two cells share, and of what stands over or before each of them."""
    mine, theirs = ([place for place in _cells(table) if _at(table, place, one)] for one in (left, right))
    for row, column in mine:
        for other_row, other_column in theirs:
            first = every_root(table.rows[row][0].text)
            heads = [every_root(table.columns[at].text) for at in (column, other_column)]
            if row == other_row and column != other_column and column and other_column:
                yield (first, *heads)
            elif column == other_column and row != other_row and column:
                yield (heads[0], first, every_root(table.rows[other_row][0].text))


def _cells(table: Table) -> Iterator[tuple[int, int]]:
    return ((row, at) for row, cells in enumerate(table.rows) for at in range(min(len(cells), len(table.columns))))


def _at(table: Table, place: tuple[int, int], value: Evidence) -> bool:
    cell = table.rows[place[0]][place[1]]
    return cell.start <= value.start < max(cell.end, cell.start + 1)
