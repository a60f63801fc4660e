"""Tables of two documents that print the same rows and columns, whatever they are called: which cell is which.

Rows are found by their labels ("llama-3.3-70b", "Llama 3.3 70B"), columns by their headers in any order of words, or by
their cells: a column of which all other rows agree is the same column under another name.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from checks.lib.columns.views import KEYS, ROWS, Place, View, Words
from checks.lib.labels.slots import Slot
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import coded
from schemas.interval import judge

VALUES = 3  # different values that must agree before the rest of two tables is expected to
FEW = 6  # rows that show whether two columns can be one
ODD = 4  # less than one cell in so many may differ


@dataclass(frozen=True, slots=True)
class Same:
    """Two cells in one row and one column of two tables; `agree` whether both values can be true."""

    left: Slot
    right: Slot
    row: str
    column: str
    at: Place  # row and column of the left one
    agree: bool


@dataclass(frozen=True, slots=True)
class _Column:
    """Two columns held against each other: cells by row."""

    at: tuple[int, int]
    cells: tuple[Same, ...]
    one_name: bool

    @property
    def agreed(self) -> int:
        """How many different values agree."""
        return len({_printed(one) for one in self.cells if one.agree})

    @property
    def odd(self) -> int:
        """How many cells differ."""
        return sum(not one.agree for one in self.cells)

    @property
    def settled(self) -> bool:
        """Whether it is one column: by its name and some values, or by nearly all its values."""
        least = 1 if self.one_name else ROWS
        return self.agreed >= least and self.odd * ODD <= max(ODD, len(self.cells)) and self.odd < len(self.cells)


def pairs(left: View, right: View) -> list[Same]:
    """The cells of two tables that are one cell, where the tables are one; [] where they are not."""
    for mine, theirs in ((left, right), (left, right.turned)):
        found = _pairs(mine, theirs)
        agreed = {_printed(one) for one in found if one.agree}
        odd = sum(not one.agree for one in found)
        if len(agreed) >= VALUES and odd * ODD < len(found):
            return found
    return []


def _printed(one: Same) -> object:
    return one.left.amount.kind, one.left.amount.readings


def _pairs(left: View, right: View) -> list[Same]:
    keys, rows = _rows(left, right)
    if len(rows) < ROWS:
        return []
    both = product(left.columns, right.columns)
    free = [(a, b) for a, b in both if a not in {a for a, _ in keys} and b not in {b for _, b in keys}]
    found = [_column(left, right, at, rows, keys[0][0]) for at in free]
    return [cell for column in _each_once(one for one in found if one) for cell in column.cells]


def _column(left: View, right: View, at: tuple[int, int], rows: Mapping[int, int], key: int) -> _Column | None:
    """Two columns held against each other, None where they cannot be one."""
    heads = left.heads.get(at[0], ""), right.heads.get(at[1], "")
    one_name = _one_name(left, right, *at)
    if _contrary(*heads):
        return None
    cells: list[Same] = []
    for cell in _cells(left, right, at, rows, key):
        cells.append(cell)
        # Most pairs of columns are of two things, which a few rows show.
        if len(cells) == FEW and not one_name and sum(each.agree for each in cells) * 2 < FEW:
            return None
    return _Column(at, tuple(cells), one_name) if cells else None


def _each_once(every: Iterable[_Column]) -> Iterator[_Column]:
    """The pairs of columns of which neither fits another column as well."""
    settled = [one for one in every if one.settled]
    rank = {one.at: (one.one_name, one.agreed - one.odd) for one in settled}
    for one in settled:
        rivals = (
            other.at for other in settled if other is not one and (other.at[0] == one.at[0] or other.at[1] == one.at[1])
        )
        if all(rank[other] < rank[one.at] for other in rivals):
            yield one


def _one_name(left: View, right: View, a: int, b: int) -> bool:
    names = left.heads.get(a, ""), right.heads.get(b, "")
    return bool(names[0] and left.words(names[0]) == right.words(names[1]))


def _contrary(one: str, other: str) -> bool:
    """Whether two headers say opposites, or each a code that the other does not: "p50", "p99"."""
    codes = coded(one), coded(other)
    return any(opposed([one], [other])) or bool(codes[0] - codes[1] and codes[1] - codes[0])


def _cells(left: View, right: View, at: tuple[int, int], rows: Mapping[int, int], key: int) -> Iterator[Same]:
    for row, other in rows.items():
        mine, theirs = left.slots.get((row, at[0])), right.slots.get((other, at[1]))
        if mine and theirs and mine.amount.kind == theirs.amount.kind:
            left_, right_ = mine.amount.readings, theirs.amount.readings
            agree = left_ == right_ or judge(left_, right_) != "inconsistent"
            yield Same(mine, theirs, left.texts[row, key], left.heads.get(at[0], ""), (row, at[0]), agree)


def _rows(left: View, right: View) -> tuple[Sequence[tuple[int, int]], dict[int, int]]:
    """The columns that label the rows, and which row is which."""
    first = max(((*_shared(left, right, a, b), -a, -b) for a in left.keys for b in right.keys), default=(0, 0, 0, 0))
    keys = [(-first[2], -first[3])]
    if first[1] < 1:
        return keys, {}
    more = (
        (a, b)
        for a, b in product(sorted(left.heads), sorted(right.heads))
        if (a, b) != keys[0] and _one_name(left, right, a, b)
    )
    while (found := _matched(left, right, keys)) is None and len(keys) < KEYS and (next_ := next(more, None)):
        keys.append(next_)
    return keys, _unique(left, right, keys) if found is None else found


def _shared(left: View, right: View, a: int, b: int) -> tuple[int, int]:
    """How many labels two columns share, those in words first; numbers label rows in a first column only."""
    both = frozenset(left.keys[a].values()) & frozenset(right.keys[b].values()) - {frozenset()}
    worded = [one for one in both if any(word[0].isalpha() for word in one)]
    return len(worded), len(both) if a == b == 0 else len(worded)


def _labelled(view: View, columns: Sequence[int]) -> dict[tuple[Words, ...], list[int]]:
    found: dict[tuple[Words, ...], list[int]] = defaultdict(list)
    for row in (one for one in view.rows if view.texts.get((one, columns[0]))):
        found[tuple(view.words(view.texts.get((row, at), "")) for at in columns)].append(row)
    return found


def _matched(left: View, right: View, keys: Sequence[tuple[int, int]]) -> dict[int, int] | None:
    """Which row is which; None where labels stand several times."""
    mine, theirs = _labelled(left, [a for a, _ in keys]), _labelled(right, [b for _, b in keys])
    shared = mine.keys() & theirs.keys()
    return None if any(len(mine[one]) > 1 or len(theirs[one]) > 1 for one in shared) else _unique(left, right, keys)


def _unique(left: View, right: View, keys: Sequence[tuple[int, int]]) -> dict[int, int]:
    mine, theirs = _labelled(left, [a for a, _ in keys]), _labelled(right, [b for _, b in keys])
    once = (one for one in mine if len(mine[one]) == len(theirs.get(one, ())) == 1)
    found = {mine[one][0]: theirs[one][0] for one in once}
    return dict(sorted(found.items()))
