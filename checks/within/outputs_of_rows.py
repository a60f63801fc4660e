"""Outputs of several runs, and the table that sums them up with a row for each: a number that is not its row's."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.columns.run_slots import Block, Key, Slot, blocks
from checks.lib.findings.places import Places
from checks.lib.language.tokens import every_root
from checks.lib.statements.beside import main
from checks.lib.statements.passages import quoted
from checks.lib.statements.turned import View, views
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import ulp
from schemas.statement import Claim

CODE = "outputs-of-rows"
MATCHED = 2  # numbers of a row that a block prints, by which it is that row's
SIGNIFICANT = 5  # digits that these have together
AGREED = 2  # blocks whose line gives the column, where its label does not say so
MOST = 60  # rows, and tables of a document
FAR = Decimal(4)  # times as much: of another thing


@dataclass(frozen=True, slots=True)
class Held:
    """A number of a block, and the cell that it should be: by its row, counted from 0, and column."""

    slot: Slot
    row: int
    column: int


@check(CODE, version=1, severity="low", since="0.1.0")
def outputs_of_rows(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Where a page shows the output of its runs, and a table with a row for each, the row has what the output prints.

    Why:
        A report pastes what the tool printed of every run, and types the table above from that. A row is typed with
        the neighbour's value or two digits swapped, and the output below it says so.

    Flags:
        A number in a block of output or a list whose line gives a column of the table for the other runs ("Avg CPU:
        # %"), where the block is of the row whose other numbers it prints, and the row has another number. Always low.

    Passes:
        Rounded values; numbers that the row prints in another column, or cells that the block prints on another line,
        but where two are exchanged.

    Does not judge:
        Blocks that no row shares two numbers with (skipped), or two rows alike; lines that differ from the column in
        two runs; lines that only one run prints, unless the line says the header's words.
    """
    places = Places(corpus)
    for document in corpus.documents:
        some = blocks(document) if document.tables else []
        for view in (one for table in document.tables[:MOST] for one in views(table)):
            yield from _check(document, view, some, places)


def _check(document: Document, view: View, some: Sequence[Block], places: Places) -> Iterator[Finding | Skip]:
    cells = _cells(view)
    tied = [(block, row) for block in some if (row := _row(block, cells)) is not None] if cells else []
    once = Counter(row for _, row in tied)
    tied = [(block, row) for block, row in tied if once[row] == 1]
    if cells and some and not tied and not view.turned:
        name = document.name, view.table.name
        yield Skip(CODE, name, "not applicable, because no block prints two numbers of a row")
    told: set[tuple[int, frozenset[Decimal]]] = set()
    for key, held in _by_line(tied).items():
        for one in _odd(key, held, cells, view, {row: block for block, row in tied}):
            pair = one.row, frozenset((one.slot.value, cells[one.row][one.column][0]))
            if pair not in told:  # of two cells that are exchanged one finding says both
                told.add(pair)
                yield _finding(document, view, one, key, places)


Cells = Mapping[
    int, Mapping[int, tuple[Decimal, Decimal]]
]  # by row and column: a value and the worth of its last digit


def _cells(view: View) -> Cells:
    """The numbers of a table; none of one so long that a block could be any row's."""
    if len(view.table.rows) > MOST:
        return {}
    every = {
        (row, column): number
        for row, line in enumerate(view.table.rows)
        for column, cell in enumerate(line)
        if column and (number := main(cell.text))
    }
    found: dict[int, dict[int, tuple[Decimal, Decimal]]] = defaultdict(dict)
    for (row, column), number in every.items():
        found[row][column] = number.value, ulp(f"{number.value:f}")
    return found


def _row(block: Block, cells: Cells) -> int | None:
    """The one row that a block prints most numbers of, where these are enough."""
    printed = {one.value.normalize() for one in block.slots.values()}
    marks = {row: {value.normalize() for value, _ in line.values()} & printed for row, line in cells.items()}
    often = Counter(value for some in marks.values() for value in some)
    points = {row: sum(_digits(value) for value in some if often[value] == 1) for row, some in marks.items()}
    best, second = sorted([*points, -1], key=lambda row: points.get(row, -1), reverse=True)[:2]
    alone = [value for value in marks[best] if often[value] == 1]
    sure = len(alone) >= MATCHED and points[best] >= SIGNIFICANT and points[best] >= 2 * points.get(second, 0)
    return best if sure else None


def _digits(value: Decimal) -> int:
    return len(value.as_tuple().digits)


def _by_line(tied: Sequence[tuple[Block, int]]) -> Mapping[Key, Sequence[tuple[Slot, int]]]:
    found: dict[Key, list[tuple[Slot, int]]] = defaultdict(list)
    for block, row in tied:
        for key, slot in block.slots.items():
            found[key].append((slot, row))
    return found


def _odd(
    key: Key, held: Sequence[tuple[Slot, int]], cells: Cells, view: View, of: Mapping[int, Block]
) -> Iterator[Held]:
    """The one number of a line in all blocks that is not its row's, where the others are theirs."""
    for column in range(1, len(view.table.columns)):
        pairs = [(slot, row, cells[row][column]) for slot, row in held if column in cells[row]]
        wrong = [(slot, row, cell) for slot, row, cell in pairs if not slot.meets(*cell)]
        agreed = {slot.value for slot, row, cell in pairs if slot.meets(*cell)}
        if len(wrong) != 1 or not _of_column(key, view.table.columns[column].text, len(agreed)):
            continue
        slot, row, (value, _) = wrong[0]
        elsewhere = any(other.value == value for other in of[row].slots.values())
        own = any(slot.meets(*cell) for cell in cells[row].values())
        if elsewhere == own and _near(slot.value, value):  # both: two cells of the row are exchanged
            yield Held(slot, row, column)


def _of_column(key: Key, header: str, agreed: int) -> bool:
    """Whether a line gives a column: as the other runs' do, or one of them where it says the header's words."""
    words = every_root(header)
    return agreed >= AGREED or (agreed == 1 and bool(words) and words <= every_root(key[0]))


def _near(one: Decimal, other: Decimal) -> bool:
    low, high = sorted((abs(one), abs(other)))
    return low > 0 and (high <= FAR * low or low.normalize().as_tuple().digits == high.normalize().as_tuple().digits)


def _printed(document: Document, slot: Slot, places: Places) -> Evidence:
    """The claim that the number is, else the number alone: a cell that a block's table has there is wider, by its unit.

    The place is part of a finding's id, which must not hang on whether the block was read as a table.
    """
    known = places.at(document, slot.start, slot.end)
    return Evidence.of(known) if isinstance(known, Claim) else quoted(document, slot.start, slot.end)


def _finding(document: Document, view: View, one: Held, key: Key, places: Places) -> Finding:
    printed = _printed(document, one.slot, places)
    cell = view.cell(document, one.row, one.column)
    label, header = view.table.rows[one.row][0].text, view.table.columns[one.column].text
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{printed.quote} in the output of the run that table {view.table.name} of {document.name} prints in "
        f"{label!r}, which has {cell.quote} as {header!r}",
        arithmetic=f"The line {key[0]!r} gives {header!r} for the other runs; here it has {printed.quote}, "
        f"not {cell.quote}.",
        comparison=(document.name, view.table.name, label, header),
        evidence=(cell, printed),
        likely_wrong_why="the row, or an output of another run",
    )
