"""A cell in another unit than all of its column, whose number only the column's unit makes one of it."""

from collections import Counter
from collections.abc import Iterator

from checks.lib.statements.beside import main
from checks.lib.statements.cells import Number
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Skip
from schemas.units import dimension, scale

CODE = "unit-of-one-cell"
OTHERS = 3  # cells of one unit, all others of the column
FAR = 20  # times beyond the largest of them, or below the smallest
FIGURES = 3  # digits by which another table shows the same value
_KINDS = ("time", "size", "bandwidth", "compute", "power", "energy")


@check(CODE, version=1, severity="medium", since="0.1.0")
def unit_of_one_cell(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A column whose cells all print one unit prints it in every one, or a value that is far from the others.

    Why:
        "GB/s" is typed for "MB/s" in one row. The number looks like its neighbours', and nobody reads the unit.

    Flags:
        The only cell of another unit of the same kind, whose number in the column's unit lies among the others, and
        as printed more than twenty times beyond them. Medium where another table prints that number in the column's
        unit, else low.

    Passes:
        "1.2 GB/s" below "850 MB/s"; columns of several units, as programs scale them.

    Does not judge:
        Columns of fewer than three other cells; data sheets, whose rows are different things and print different units
        (skipped where the number is not among the others).
    """
    for document in corpus.documents:
        for table in document.tables:
            for at in range(1, len(table.columns)):
                yield from _column(document, table, at)


def _column(document: Document, table: Table, at: int) -> Iterator[Finding | Skip]:
    read = {row: one for row, cells in enumerate(table.rows) if (one := main(cells[at].text)) and one.unit}
    units = Counter(one.unit for one in read.values())
    if len(units) != 2 or len(read) <= OTHERS or min(units.values()) != 1:
        return
    common, odd = (unit for unit, _ in units.most_common())
    row = next(each for each, one in read.items() if one.unit == odd)
    others = [one for one in read.values() if one.unit == common]
    times = _times(odd, common)
    if not times or not _beyond(float(read[row].value), times, [float(one.value) for one in others]):
        return
    values = [one.value for one in others]
    if min(values) <= read[row].value <= max(values):
        yield _finding(document, table, (row, at), read[row], common)
    else:
        yield Skip(
            CODE, (document.name, table.name, str(row)), "unchecked, because its number is not one of the column"
        )


def _times(odd: str, common: str) -> float:
    """How many times the one unit is the other, 0 for units of two kinds and of one size."""
    if dimension(odd) != dimension(common) or dimension(odd) not in _KINDS:
        return 0
    one, other = scale(odd), scale(common)
    return float(one / other) if one and other and one != other else 0


def _beyond(value: float, times: float, others: list[float]) -> bool:
    return min(others) > 0 and (value * times > FAR * max(others) or value * times * FAR < min(others))


def _finding(document: Document, table: Table, place: tuple[int, int], one: Number, common: str) -> Finding:
    row, at = place
    twin = _twin(document, table, one, common)
    beside = [each for each in (row - 1, row + 1) if 0 <= each < len(table.rows)]
    text, label = table.rows[row][at].text, table.rows[row][0].text
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium" if twin else "low",
        message=f"table {table.name}, {label}: {text} in a column of {common}"
        + (f"; {twin.table} prints {twin.quote}" if twin else ""),
        arithmetic=f"All other cells of {table.columns[at].text!r} are in {common}, and {one.value} {common} is "
        "one of them.",
        comparison=(document.name, table.name, label),
        evidence=(
            cell(document, table, row + 1, at),
            *([twin] if twin else []),
            *(cell(document, table, each + 1, at, "supporting") for each in beside),
        ),
        likely_wrong_why="this cell: in its own unit it is far from all others",
    )


def _twin(document: Document, table: Table, one: Number, common: str) -> Evidence | None:
    """The same number in the column's unit, in another table of the document."""
    if len(one.value.normalize().as_tuple().digits) < FIGURES:
        return None
    for other in (each for each in document.tables if each is not table):
        for row, cells in enumerate(other.rows):
            for at, each in enumerate(cells):
                read = main(each.text) if at else None
                if read and read.value == one.value and read.unit == common:
                    return cell(document, other, row + 1, at)
    return None
