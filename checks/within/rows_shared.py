"""Two tables of other columns that share rows: one cell of a shared row has another value."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from checks.lib.findings.slips import slip
from checks.lib.language.old_new import NEW, OLD
from checks.lib.statements.beside import main
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip

CODE = "rows-shared"
MOST = 24  # tables of a document, each held against each
ROWS = 60  # rows of a table
LEAST = 3  # columns that two tables share
TELLING = 3  # digits of a number that two rows share by no chance
COPIED = 2  # rows that are the same in both, by which the tables share runs even where no slip explains the odd cell
ABOVE = 120  # characters right above a table
CHANCE = ("", "one digit differs")
Columns = Mapping[str, int]  # by header


@dataclass(frozen=True, slots=True)
class Pair:
    """A row of each of two tables, counted from 0, and the headers of the shared columns in which they differ."""

    left: int
    right: int
    unlike: tuple[str, ...]


@check(CODE, version=1, severity="low", since="0.1.0")
def rows_shared(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A run that two tables of a page print, each with columns of its own, has one value in each column they share.

    Why:
        The second table adds a setting to the first, and prints the runs of the first once more. One of their cells is
        typed with two digits swapped.

    Flags:
        A cell of a row that two tables print, told by all other columns that both have and by a number of three digits
        or more among these, where another row is the same in both: with two digits swapped, a power of ten or another
        unit; with any value where two rows or more are the same and no other differs. Always low.

    Passes:
        Rounded values; rows that differ in two columns, which are of two runs.

    Does not judge:
        Tables that share fewer than three columns (skipped), and those of the same columns and labels
        (row-printed-twice).
    """
    for document in corpus.documents:
        tables = [(one, _columns(one)) for one in document.tables[:MOST] if len(one.rows) <= ROWS]
        for (left, mine), (right, theirs) in combinations(tables, 2):
            shared = [name for name in mine if name in theirs]
            if _of_two_times(document, left, right):
                continue
            if len(shared) < LEAST or len(shared) == len(mine) == len(theirs):
                key = (document.name, left.name, right.name)
                yield Skip(CODE, key, "not applicable, because the tables share too few columns, or all of them")
                continue
            found = _odd(left, right, [(name, mine[name], theirs[name]) for name in shared])
            if found:
                yield _finding(document, (left, right), (mine, theirs), found)


def _of_two_times(document: Document, left: Table, right: Table) -> bool:
    """Whether what stands right above one table says before or after, and the other is of another time."""
    above = [document.text[max(0, one.start - ABOVE) : one.start] for one in (left, right)]
    told = [(bool(OLD.search(each)), bool(NEW.search(each))) for each in above]
    return any(map(any, told)) and told[0] != told[1]


def _columns(table: Table) -> Columns:
    """The columns of a table whose header it has once."""
    names = [" ".join(one.text.casefold().split()) for one in table.columns]
    often = Counter(names)
    return {name: at for at, name in enumerate(names) if name and often[name] == 1}


def _odd(left: Table, right: Table, shared: Sequence[tuple[str, int, int]]) -> Pair | None:
    """The one pair of rows that are one but for a cell, where other rows of the tables are the same."""
    tied = _tied(left, right, shared)
    same = [one for one in tied if not one.unlike]
    odd = [one for one in tied if len(one.unlike) == 1]
    used = [{one.left for one in same}, {one.right for one in same}]
    odd = [one for one in odd if one.left not in used[0] and one.right not in used[1]]
    if len(odd) != 1 or not same:
        return None
    places = {name: (at, to) for name, at, to in shared}
    at, to = places[odd[0].unlike[0]]
    why = slip(left.rows[odd[0].left][at].text, right.rows[odd[0].right][to].text)
    return odd[0] if why not in CHANCE or len(same) >= COPIED else None


def _tied(left: Table, right: Table, shared: Sequence[tuple[str, int, int]]) -> list[Pair]:
    """The rows of two tables that share a number which tells a row, with the columns in which they differ."""
    by_number: dict[tuple[str, Decimal], list[list[int]]] = defaultdict(lambda: [[], []])
    for name, at, to in shared:
        for side, table, column in ((0, left, at), (1, right, to)):
            for row, line in enumerate(table.rows):
                if (number := main(line[column].text)) and len(number.value.as_tuple().digits) >= TELLING:
                    by_number[name, number.value][side].append(row)
    able = {(some[0][0], some[1][0]) for some in by_number.values() if len(some[0]) == len(some[1]) == 1}
    return [
        Pair(
            row,
            other,
            tuple(name for name, at, to in shared if _differ(left.rows[row][at].text, right.rows[other][to].text)),
        )
        for row, other in sorted(able)
    ]


def _differ(one: str, other: str) -> bool:
    left, right = main(one), main(other)
    if left is None or right is None:
        return one.casefold().split() != other.casefold().split()
    fits = left.readings.rounded.distance(right.readings.rounded) == 0
    return not fits or (left.unit != right.unit and bool(left.unit and right.unit))


def _finding(document: Document, tables: tuple[Table, Table], columns: tuple[Columns, Columns], odd: Pair) -> Finding:
    name, rows = odd.unlike[0], (odd.left, odd.right)
    first, second = (
        cell(document, table, row + 1, places[name]) for table, row, places in zip(tables, rows, columns, strict=True)
    )
    label = tables[0].rows[odd.left][0].text
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{first.quote} in {label!r} of table {tables[0].name} of {document.name}, {second.quote} in the "
        f"same row of {tables[1].name}: {first.column}",
        arithmetic=f"All else that both print of the row is the same; {slip(first.quote, second.quote) or name}.",
        comparison=(document.name, tables[0].name, tables[1].name, label, name),
        evidence=(first, second),
        likely_wrong_why="one of the two cells",
    )
