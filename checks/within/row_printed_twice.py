"""One row in two tables of a document, all of whose other rows agree, with a number that a slip makes of the other."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from checks.lib.findings.slips import slip
from checks.lib.statements.beside import main
from checks.lib.statements.cells import Number
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip

CODE = "row-printed-twice"
AGREE = 2  # different values of other rows that both tables print
MOST_TABLES = 40  # of one header, each held against the others
CHANCE = ("one digit differs", "")  # what two measurements may differ by

Key = tuple[str, str]  # the row's label and the column's header


@dataclass(frozen=True, slots=True)
class Place:
    """A number of a table with its place; rows are counted from 1."""

    table: Table
    row: int
    column: int
    number: Number

    @property
    def text(self) -> str:
        """The cell as it is printed."""
        return self.table.rows[self.row - 1][self.column].text


@check(CODE, version=1, severity="low", since="0.1.0")
def row_printed_twice(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A row that a document's tables print twice has one value.

    Why:
        A walk-through repeats its table and adds a row to it at each step. The old rows are typed again, and one loses
        its point or swaps two digits: readers take the last table for the summary.

    Flags:
        A cell of two tables with the same row label and header that are a power of ten apart, in another unit or with
        two digits swapped, where two other values at least agree and nothing else differs. Low.

    Passes:
        Values rounded or padded another way; tables of which more rows differ (another query, another machine).

    Does not judge:
        Labels that a table prints twice; cells that differ by anything but such a slip: they were measured again.
    """
    for document in corpus.documents:
        grids = [_places(table) for table in document.tables]
        for left, right in _near(grids):
            found = _odd(left, right)
            if found and slip(*map(_bare, found[:2])) in CHANCE:
                name = (document.name, found[0].table.name, found[1].table.name)
                yield Skip(CODE, name, "not comparable, because the row may have been measured again")
            elif found:
                yield _finding(document, *found)


def _places(table: Table) -> Mapping[Key, Place]:
    labels = [row[0].text.strip().casefold() for row in table.rows]
    once = {label for label in labels if label and labels.count(label) == 1} if len(labels) < 500 else set()
    return {
        (labels[at], table.columns[column].text.strip().casefold()): Place(table, at + 1, column, number)
        for at, row in enumerate(table.rows)
        if labels[at] in once
        for column, one in enumerate(row)
        if column and (number := main(one.text))
    }


def _near(grids: list[Mapping[Key, Place]]) -> Iterator[tuple[Mapping[Key, Place], Mapping[Key, Place]]]:
    """Pairs of tables that share a header; of one header so many tables that long pages stay cheap."""
    by_header: dict[frozenset[str], list[Mapping[Key, Place]]] = defaultdict(list)
    for grid in grids:
        others = by_header[frozenset(header for _, header in grid)]
        yield from ((other, grid) for other in others[-MOST_TABLES:])
        others.append(grid)


def _odd(left: Mapping[Key, Place], right: Mapping[Key, Place]) -> tuple[Place, Place, int] | None:
    """The one shared cell that differs, and how many values agree."""
    shared = [(left[key], right[key]) for key in left if key in right]
    same = {one.number.value for one, other in shared if one.number.value == other.number.value}
    odd = [(one, other) for one, other in shared if one.number.value != other.number.value or _units(one, other)]
    if len(odd) != 1 or len(same) < AGREE:
        return None
    return *odd[0], len(same)


def _units(one: Place, other: Place) -> bool:
    return one.number.unit != other.number.unit and bool(one.number.unit and other.number.unit)


def _bare(one: Place) -> str:
    """A cell's number as printed, without a point's last zeros: "9.00" is ten times "0.90", and "0.9"."""
    return f"{one.number.value.normalize():f} {one.number.unit}".strip()


def _finding(document: Document, one: Place, other: Place, agreed: int) -> Finding:
    label, head = one.table.rows[one.row - 1][0].text, one.table.columns[one.column].text
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{label}, {head}: {one.text} in table {one.table.name}, {other.text} in {other.table.name} of "
        f"{document.name}; {slip(_bare(one), _bare(other))}, and the other rows of the two agree",
        arithmetic=f"{agreed} other values are the same in both tables.",
        comparison=(document.name, one.table.name, other.table.name, label, head),
        evidence=(
            cell(document, one.table, one.row, one.column),
            cell(document, other.table, other.row, other.column),
        ),
    )
