"""A table that is the sum of two or three others of the same rows and columns: encoder, decoder, whole pipeline."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from checks.lib.findings import severity
from checks.lib.findings.words import apart
from checks.lib.statements.beside import main
from checks.lib.statements.cells import Number, summary
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip
from schemas.interval import Interval

CODE = "tables-add-up"
MOST = 12  # tables of a document that are added
PARTS = (2, 3)  # tables that a sum is of
FEWEST = 3  # cells that come to the sum of the others
TELLING = 2  # of them, in which no part is lost in the rounding of the whole
FAR = Decimal("0.02")
Place = tuple[str, str]  # label of the row, header of the column
Numbers = Mapping[Place, tuple[int, int, Number]]  # with row and column, from 0


@dataclass(frozen=True, slots=True)
class Sum:
    """A table that adds up others, by the places of their cells: those that fit, and the one that does not."""

    whole: tuple[Table, Numbers]
    parts: Sequence[tuple[Table, Numbers]]
    fitting: tuple[Place, ...]
    odd: Place

    @property
    def allowed(self) -> Interval:
        """What the parts' cells allow the whole's odd one."""
        return _added([numbers[self.odd][2] for _, numbers in self.parts])


@check(CODE, version=1, severity="medium", since="0.1.0")
def tables_add_up(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Where one table is the sum of two or three others cell by cell, it is so in all cells.

    Why:
        Parameters and times of an encoder, a decoder and the whole stand in three small tables. A part is measured
        anew, or replaced by a smaller one, and the whole is left as it was.

    Flags:
        The one cell of a table that is not the sum of the same cell of two or three others, where at least three cells
        are, and in two of them no part is lost in rounding. Low; medium where five cells are.

    Passes:
        Sums within the rounding of what is printed.

    Does not judge:
        Tables whose rows or columns have other names; documents without such a sum (skipped); more than one odd cell.
    """
    for document in corpus.documents:
        found = list(_sums(document))
        for one in found[:1]:
            yield _finding(document, one)
        if len(document.tables) > min(PARTS) and not found:
            yield Skip(CODE, (document.name,), "not applicable, because no table is the sum of others but for one cell")


def _sums(document: Document) -> Iterator[Sum]:
    read = [(table, numbers) for table in document.tables[:MOST] if (numbers := _numbers(table))]
    for whole in read:
        alike = [one for one in read if one is not whole and one[1].keys() == whole[1].keys()]
        for many in PARTS:
            yield from (one for parts in combinations(alike, many) if (one := _sum(whole, parts)))


def _numbers(table: Table) -> Numbers:
    """The cells that lead with a number, by their labels; none where two rows or columns share a name."""
    found: dict[Place, tuple[int, int, Number]] = {}
    for at, row in enumerate(table.rows):
        for index in range(1, len(table.columns)):
            place = (_plain(row[0].text), _plain(table.columns[index].text))
            one = main(row[index].text)
            if place in found:
                return {}
            if one and not summary(row[0].text):
                found[place] = (at, index, one)
    return found if len(found) > FEWEST else {}


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _sum(whole: tuple[Table, Numbers], parts: Sequence[tuple[Table, Numbers]]) -> Sum | None:
    places = list(whole[1])
    units = {place: {numbers[place][2].unit for _, numbers in (whole, *parts)} for place in places}
    if any(len(one) > 1 or one & {"x", "%"} for one in units.values()):
        return None
    fits = [place for place in places if _fits(place, whole, parts)]
    odd = [place for place in places if place not in fits]
    telling = [place for place in fits if _tells(place, whole, parts)]
    if len(odd) != 1 or len(fits) < FEWEST or len(telling) < TELLING:
        return None
    found = Sum(whole, parts, tuple(fits), odd[0])
    # Nothing is less than its parts, and twice their sum is another thing.
    gap = found.allowed.distance(whole[1][odd[0]][2].readings.widened)
    return found if FAR < gap < 1 else None


def _added(numbers: Sequence[Number]) -> Interval:
    ends = [one.readings.rounded for one in numbers]
    return Interval(sum((one.lower for one in ends), Decimal(0)), sum((one.upper for one in ends), Decimal(0)))


def _fits(place: Place, whole: tuple[Table, Numbers], parts: Sequence[tuple[Table, Numbers]]) -> bool:
    return _added([numbers[place][2] for _, numbers in parts]).meets(whole[1][place][2].readings.widened)


def _tells(place: Place, whole: tuple[Table, Numbers], parts: Sequence[tuple[Table, Numbers]]) -> bool:
    """Whether the sum without any one of the parts would be seen to be wrong."""
    numbers = [each[place][2] for _, each in parts]
    fewer = [_added([*numbers[:at], *numbers[at + 1 :]]) for at in range(len(numbers))]
    return all(one.value > 0 for one in numbers) and not any(
        one.meets(whole[1][place][2].readings.widened) for one in fewer
    )


def _finding(document: Document, one: Sum) -> Finding:
    table, numbers = one.whole
    at, index, number = numbers[one.odd]
    gap = one.allowed.distance(number.readings.rounded)
    places = [(table, at, index), *((each, *found[one.odd][:2]) for each, found in one.parts)]
    cells = [cell(document, each, row + 1, column) for each, row, column in places]
    near = numbers[one.fitting[0]]
    names = " and ".join(each.name for each, _ in one.parts)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("medium" if len(one.fitting) > FEWEST + 1 else "low", severity.of_gap(gap)),
        message=f"table {table.name} is the sum of {names} in {len(one.fitting)} cells, and not in {cells[0].column!r} "
        f"of {table.rows[at][0].text!r}: {cells[0].quote}",
        arithmetic=f"{' + '.join(each.quote for each in cells[1:])} allow {one.allowed}, printed is {cells[0].quote}: "
        f"{apart(gap)}.",
        comparison=(document.name, table.name, *one.odd),
        evidence=(*cells, cell(document, table, near[0] + 1, near[1], "supporting")),
        likely_wrong_why="one of the cells: all others of the three tables add up",
    )
