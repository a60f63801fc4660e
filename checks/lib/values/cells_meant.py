"""Which cell of a table a value in a sentence can only be, and what speaks for that and against it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.findings.slips import OTHER_UNIT, SWAPPED
from checks.lib.labels.about import Index
from checks.lib.linking.scenes import two_cases
from checks.lib.quantities.dimensions import things
from checks.lib.quantities.reckoned_from import middle
from checks.lib.telling.measured import content
from checks.lib.telling.value_sites import Site, digits, number
from checks.lib.values.rows_told import BESIDE, OVER, Row, comparable, named
from checks.lib.values.sites_linked import Pair, given
from schemas.names import Vocabulary

NEXT = "the value is that of the next column"
LONG = 2  # digits of a number that chance prints in the next column
TELLING = 2  # digits of two prints of which a slip says something
ONLY = 0.7  # that no other cell of the row is of its kind
SWAP, SLIP = 1.5, 1.0  # what a slip speaks for one measurement: two digits swapped, another one
PART = 0.5  # what a value with one digit speaks, that both tell
SHEET = 2.0  # the most that the other lines of a sheet speak
ENOUGH, SURE, MUCH = 2.5, 3.0, 3.5  # points that a pair needs: with a slip, with one whatever its case, with none
NEAR, FAR = Decimal("1.5"), 3  # times apart without a slip, and where the sentence tells more of the row
NEARLY = Decimal("1.25")  # times apart of the middles of two prints of one value
_HANDED_IN = re.compile(r"\d+\.\d+-\d{2,}")
Known = Mapping[str, Sequence[Site]]  # the values of each document


@dataclass(frozen=True, slots=True)
class Meant:
    """A value with the cell that it can only be: what words speak for it, and values that sentence and row share."""

    one: Site
    cell: Site
    row: Row
    words: float
    told: float
    column: bool = False  # that it is the value of the row's next column
    twice: bool = False  # that another number of the sentence stands in the row in another unit as well

    @property
    def slip(self) -> str:
        """Which slip makes the one print of the other; "" where none does, or one that many numbers would fit."""
        if self.column:
            return NEXT
        slip = Pair(self.one, self.cell).slip
        return slip if slip == SWAPPED or self.twice or min(digits(self.one), digits(self.cell)) >= TELLING else ""

    @property
    def points(self) -> float:
        """All that speaks for the two being one measurement."""
        return self.words + self.told + (SWAP if self.slip == SWAPPED else SLIP if self.slip else 0)

    @property
    def sure(self) -> bool:
        """Whether the sentence tells another value of the row rightly, and a slip explains this one."""
        return bool(self.slip) and self.told > 0 and (self.one.alike(self.cell) or not self.cell.value.dims)

    @property
    def named(self) -> bool:
        """Whether words name the row so well, and a swap or another value of it speaks too, that no other is meant."""
        return (self.words >= MUCH and self.slip == SWAPPED) or (self.told >= 1 and self.points > MUCH)

    def enough(self) -> bool:
        """Whether that is enough, for how far the two are apart."""
        times = self.one.times(self.cell)
        if self.slip or times is None:
            return bool(self.slip) and self.points >= ENOUGH
        if self.told < 1 and self.one.document is self.cell.document:
            return False  # who prints another value below a table tells of another case, or of the table's last state
        return self.points >= MUCH and times <= (FAR if self.told >= 1 else NEAR)

    def apart(self, index: Index, vocabulary: Vocabulary) -> bool:
        """Whether something tells two cases apart; nothing over sentence and table where both tell another value."""
        one, cell = self.one, self.cell
        # "4.0-2029" is a number under which a run was handed in, and no setting.
        row, first = ("", frozenset()) if _HANDED_IN.fullmatch(self.row.label) else (self.row.label, self.row.first)
        label, words = f"{row} | {cell.column}", first | content(cell.column)
        if self.sure:
            one, cell = replace(one, scope=()), replace(cell, scope=())
        pair = Pair(one, replace(cell, text=label, words=words))
        if self.named:
            return pair.set_apart(index, vocabulary)
        if self.column:  # to the digit what the row prints: the text may name the machine besides
            return pair.set_apart(index, vocabulary) or bool(two_cases(one.texts, pair.other.texts))
        if pair.apart(index, vocabulary):
            return True
        settled = self.sure or (self.slip and self.points > SURE)
        return not settled and bool(Pair(self.one, self.cell).case(index))

    def made(self) -> bool:
        """Whether the other values of the row give the one, or what is told with either gives the other."""
        if self.twice or self.column:  # the row's own factor gives the one of the other, and both are in another unit
            return False
        beside = [each for each in comparable(self.one, self.row) if each.start != self.cell.start]
        return given(self.one, beside, self.cell) or given(self.cell, (), self.one)


def meant(one: Site, some: Sequence[Row], every: Known) -> Meant | None:
    """The cell among rows that a value can only be, which it does not agree with; None where any prints it."""
    sentence = (each for each in every[one.document.document_id] if each.sentence is one.sentence)
    beside = [each for each in sentence if each.start != one.start]
    found = named(one, some, beside)
    if found is None:
        return None
    row, weight = found
    cell, column = _cell(one, row)
    next_to = cell is not None and _of_next(one, cell, row)
    if cell is None or any(
        prints(each, one) for other in some for each in comparable(one, other) if not (next_to and other is row)
    ):
        return None
    if next_to:
        return Meant(one, cell, row, weight + column, 0.0, column=True)
    if _otherwise(one, cell) and any(_otherwise(each, own) for each in beside for own in row.cells if own is not cell):
        return Meant(one, cell, row, weight + column, 1.0, twice=True)
    if any((each.alike(cell) and each.agrees(cell)) or number(each) == number(cell) for each in beside):
        return None
    told = sum(_told(each, row, cell, some) for each in beside) if len(row.cells) > 1 else _of_sheet(one, some, every)
    return Meant(one, cell, row, weight + column, told)


def _of_next(one: Site, cell: Site, row: Row) -> bool:
    """Whether a value is to the digit that of the row's next column, of which its sentence says nothing."""
    own = content(cell.column)
    next_to = [each for each in row.cells if each is not cell and number(each) == number(one)]
    rest = frozenset().union(*(content(each.column) for each in next_to)) - own
    said = own - frozenset().union(*(content(each.column) for each in next_to))
    long = digits(one) > LONG and not cell.agrees(one)
    return long and len(next_to) == 1 and bool(said & one.near) and bool(rest) and not rest & one.words


def _otherwise(one: Site, cell: Site) -> bool:
    """Whether a cell prints the number of a value in another unit: 18 minutes and 18 hours."""
    return one.alike(cell) and not one.agrees(cell) and Pair(one, cell).slip == OTHER_UNIT


def prints(cell: Site, one: Site) -> bool:
    """Whether a cell is another print of a value: "1 hour" allows 40 minutes, and nobody rounds these to it."""
    mine, theirs = middle(one.allowed), middle(cell.allowed)
    near = not mine or not theirs or max(mine, theirs) <= NEARLY * min(mine, theirs)
    return cell.agrees(one) and near


def _cell(one: Site, row: Row) -> tuple[Site | None, float]:
    """The cell whose header a sentence says most of, or that a slip makes of the value; None where several may be."""
    able = comparable(one, row)
    headers = [content(each.column) for each in row.cells]
    common = frozenset.intersection(*headers) if len(headers) > 1 else frozenset()
    scores = [_column(one, content(each.column) - common) for each in able]
    top = [each for each, score in zip(able, scores, strict=True) if score == max(scores)]
    top = top if len(top) == 1 else [each for each in top if Pair(one, each).slip]
    only = ONLY if len(able) == 1 and able[0] in row.cells else 0
    only += (
        BESIDE if only and len(one.value.dims) > 1 and things(one.value.dims) else 0
    )  # "QPS" says "queries a second"
    return (top[0], max(scores) + only) if len(top) == 1 else (None, 0)


def _column(one: Site, own: frozenset[str]) -> float:
    beside, over = own & one.words - one.near, own & one.over - one.words - one.near
    return len(own & one.near) + BESIDE * len(beside) + OVER * len(over)


def _told(one: Site, row: Row, cell: Site, some: Sequence[Row]) -> float:
    """What another value of a sentence speaks for a cell: that its row or its column prints it, or another one."""
    able = [each for each in comparable(one, row) if each.start != cell.start]
    rest = (each for other in some if other is not row for each in comparable(one, other))
    if any(each.agrees(one) for each in (*able, *(each for each in rest if each.column == cell.column))):
        return 1.0 if digits(one) >= TELLING else PART
    return -1.0 if any(each in row.cells for each in able) else 0.0


def _of_sheet(one: Site, some: Sequence[Row], every: Known) -> float:
    """What the other lines of a sheet speak: a brochure that tells four of them is of its product."""
    mine = [each for each in every[one.document.document_id] if each.sentence and each.start != one.start]
    cells = [each for row in some for each in row.cells if each.value.dims and digits(each) >= TELLING]
    both = [each for each in cells if any(each.alike(own) and each.agrees(own) for own in mine)]
    return min(SHEET, PART * len(both))
