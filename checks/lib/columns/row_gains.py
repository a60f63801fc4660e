"""How many times as much the rows of a table or list have on one side as on the other, printed or from two columns."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from weakref import WeakKeyDictionary

from checks.lib.columns.boards import FACTOR, Board, Boards, Field
from checks.lib.labels.about import Index, Told
from checks.lib.labels.line_columns import line_columns
from checks.lib.labels.naming import COLUMN
from checks.lib.labels.per_cost import WORK, Group, in_tables
from checks.lib.labels.slots import Slot
from checks.lib.language.bought import COSTS
from checks.lib.language.tokens import roots, tokens
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted
from checks.lib.quantities.numbers_said import PERCENT
from checks.lib.quantities.summed import total
from checks.lib.statements.cells import summary
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.interval import Interval

Span = tuple[int, int]
SIDES = " / "  # between two headers
BOUGHT = "work/"  # what leads the kind of a yield: "work/power"
PAIRED = 4  # works over costs, of two sides
LEAST = 3  # rows of which something is said
MOST = 8  # columns of a kind; of more any two give any factor


@dataclass(frozen=True, slots=True)
class Gains:
    """The factors of the rows of one column or two (with `percent` changes in per cent), by what they are called."""

    document: Document
    table: str
    label: str  # the header, or both
    noun: str  # what the rows are called
    rows: Mapping[str, Interval]
    places: Mapping[str, Sequence[Span]]
    words: frozenset[str]
    percent: bool = False
    columns: tuple[tuple[Interval, ...], ...] = ()  # the values of both
    kinds: frozenset[str] = frozenset()  # of the values of both columns, or of those beside the factors
    whole: Interval | None = None  # the factor of the sums of both columns

    @property
    def start(self) -> int:
        """Where the first value stands."""
        return min(span[0] for some in self.places.values() for span in some)

    @property
    def own(self) -> frozenset[str]:
        """The words of its labels: what leads to a table may be the very sentence that is held against it."""
        return roots(tokens(" | ".join((self.document.title, self.label, self.noun, *self.rows))))

    def sides_said(self, text: str) -> bool:
        """Whether a text says a word of either header."""
        said = frozenset(one for one in roots(tokens(text)) if not one.isdigit())
        return all(roots(tokens(side)) & said for side in self.label.split(SIDES))

    @property
    def bare(self) -> bool:
        """Whether it is of two columns of numbers without a unit, which may be of two things."""
        return not self.printed and self.kinds == {"count"}

    @property
    def printed(self) -> bool:
        """Whether the document prints the factors themselves."""
        return self.whole is None

    @property
    def across(self) -> Iterator[Interval]:
        """The quotients of any two rows of one column: rows may be of what is compared."""
        for fields in self.columns:
            for one, other in combinations(fields, 2):
                yield one / other if one.lower > other.upper else other / one

    @property
    def ends(self) -> Interval:
        """From the least factor to the largest."""
        return Interval(min(one.lower for one in self.rows.values()), max(one.upper for one in self.rows.values()))

    @property
    def largest(self) -> Interval:
        """What the largest of the factors may be, as they are rounded."""
        return Interval(max(one.lower for one in self.rows.values()), self.ends.upper)

    @property
    def smallest(self) -> Interval:
        """What the smallest of the factors may be, as they are rounded."""
        return Interval(self.ends.lower, min(one.upper for one in self.rows.values()))


_kept: WeakKeyDictionary[Index, list[Gains]] = WeakKeyDictionary()


def gains_of(corpus: Corpus, index: Index, boards: Boards) -> list[Gains]:
    """The gains of all documents, read once."""
    if index not in _kept:
        told = [one for document in corpus.documents for each in index.of(document) for one in _printed(each)]
        lines = [one for document in corpus.documents for one in _lines(document, corpus)]
        pairs = [one for board in boards.every for one in _pairs(board)]
        bought = [one for document in corpus.documents for one in _yields(document, corpus)]
        _kept[index] = [*told, *lines, *pairs, *bought]
    return _kept[index]


def _printed(told: Told) -> Iterator[Gains]:
    """The columns of factors and of signed percentages."""
    by_column: dict[tuple[str, str], dict[str, tuple[Interval, Span]]] = defaultdict(dict)
    nouns: dict[str, None] = {}
    for slot in told.slots:
        row = ", ".join(text for kind, text in slot.labels if kind != COLUMN)
        row = row or ", ".join(f"{name} {value}" for name, value in slot.settings)
        if slot.amount.kind in (FACTOR, PERCENT) and row and not summary(row):
            nouns |= {kind.partition(" ")[2]: None for kind, _ in slot.labels if kind != COLUMN}
            by_column[slot.column, slot.amount.kind][row] = slot.amount.readings.rounded, (slot.start, slot.end)
    kinds = frozenset(slot.amount.kind for slot in told.slots) - {FACTOR, PERCENT}
    for (label, kind), some in by_column.items():
        if len(some) >= LEAST and told.sheet.table:
            about = " | ".join((told.sheet.about, label, *nouns, *some))
            yield Gains(
                told.sheet.document, told.sheet.name, label, " ".join(nouns),
                {key: value for key, (value, _) in some.items()}, {key: (span,) for key, (_, span) in some.items()},
                roots(tokens(about)), percent=kind == PERCENT, kinds=kinds,
            )  # fmt: skip


def _lines(document: Document, corpus: Corpus) -> Iterator[Gains]:
    """The factors that lines of one form print beside their values."""
    for run in line_columns(document, corpus.vocabulary):
        by_name: dict[str, list[int]] = defaultdict(list)
        for at, one in enumerate(run):
            by_name[one.name] += [at] if one.amount.kind == FACTOR else []
        for name, some in by_name.items():
            if len(some) >= LEAST:
                rows = {run[at].key: run[at] for at in some}
                words = roots(tokens(" | ".join((document.title, name, *(one.name for one in run), *rows))))
                yield Gains(
                    document, "", name, "", {key: one.amount.readings.rounded for key, one in rows.items()},
                    {key: ((one.start, one.end),) for key, one in rows.items()}, words,
                )  # fmt: skip


def _yields(document: Document, corpus: Corpus) -> Iterator[Gains]:
    """How much more a side does per watt or dollar, of tables with two columns of work and two of what it costs."""
    tables = {one.start: one for one in document.tables}
    for cost in COSTS:
        by_rows: dict[tuple[int, tuple[str, ...]], list[Group]] = defaultdict(list)
        for one in in_tables(document, corpus.vocabulary, WORK, frozenset(), frozenset({cost})):
            by_rows[one.start, tuple(line.label for line in one.lines)].append(one)
        for (start, labels), some in by_rows.items():
            # Each work over each cost, by their columns: the first over the first is one side, the last the other.
            if len(some) == PAIRED and LEAST <= len(set(labels)) == len(labels) and start in tables:
                yield from _yield(document, tables[start], cost, (some[0], some[-1]))


def _yield(document: Document, table: Table, cost: str, sides: tuple[Group, Group]) -> Iterator[Gains]:
    rows = {line.label: (line, other) for line, other in zip(sides[0].lines, sides[1].lines, strict=True)
            if not summary(line.label)}  # fmt: skip
    values = {key: [one.yields.rounded for one in both] for key, both in rows.items()}
    if len(rows) < LEAST or any(not one.bounded or one.lower <= 0 for both in values.values() for one in both):
        return
    first = 2 * sum(one.lower > other.upper for one, other in values.values()) > len(rows)
    gains = {key: both[not first] / both[first] for key, both in values.items()}
    heads = [_head(table, line.work, line.cost) for line in next(iter(rows.values()))]
    places = {key: tuple((one.start, one.end) for line in both for one in (line.work, line.cost))
              for key, both in rows.items()}  # fmt: skip
    noun = table.columns[0].text
    words = roots(tokens(" | ".join((document.title, table.title, noun, *heads, *rows))))
    sums = [total([both[at] for both in values.values()]) for at in (first, not first)]
    yield Gains(document, table.name, SIDES.join(heads), noun, gains, places, words,
                kinds=frozenset({f"{BOUGHT}{cost}"}), whole=sums[1] / sums[0])  # fmt: skip


def _head(table: Table, *values: Asserted | Slot) -> str:
    """The headers of the columns that some values of a row stand in."""
    at = [place for one in values for row in table.rows for place, cell in enumerate(row)
          if cell.start <= one.start < max(cell.end, cell.start + 1)]  # fmt: skip
    return " per ".join(table.columns[place].text for place in at)


def _pairs(board: Board) -> Iterator[Gains]:
    """The quotients of any two columns of one kind: the way round in which most rows gain."""
    for left, right in combinations(board.fields, 2) if len(board.fields) <= MOST else ():
        keys = [key for key in left.places if key in right.places]
        if len(keys) >= LEAST and alike(left.sample, right.sample) and left.sample.kind != PERCENT:
            yield from _pair(board, left, right, keys)


def _pair(board: Board, left: Field, right: Field, keys: Sequence[str]) -> Iterator[Gains]:
    values = {key: (left.places[key].value, right.places[key].value) for key in keys}
    if any(one.lower <= 0 or other.lower <= 0 for one, other in values.values()):
        return
    grows = 2 * sum(other.lower > one.upper for one, other in values.values()) > len(keys)
    small, large = (0, 1) if grows else (1, 0)
    rows = {key: both[large] / both[small] for key, both in values.items()}
    sums = [total([both[at] for both in values.values()]) for at in (small, large)]
    places = {key: ((left.places[key].start, left.places[key].end), (right.places[key].start, right.places[key].end))
              for key in keys}  # fmt: skip
    label = f"{left.label}{SIDES}{right.label}"
    yield Gains(
        board.document,
        board.table,
        label,
        board.noun,
        rows,
        places,
        board.words,
        columns=tuple(zip(*values.values(), strict=True)),
        kinds=frozenset({left.sample.kind}),
        whole=sums[1] / sums[0],
    )
