"""Lines of tables as a sentence names them: rows and columns with the words that are theirs alone, and their gains."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.language.tokens import every_root
from checks.lib.statements.kept import of_document
from schemas.document import Document, Table

LONGEST = 60  # characters of a line that heads the table below it
MOST = 400  # cells of a table that sentences are held against
# What heads a column that compares two others.
GAIN = re.compile(
    r"\b(?:differences?|diff|improvements?|improved|changes?|speed-?ups?|gains?|delta|reductions?|savings?|increase|decrease|"
    r"uplift|boost|relative|vs\.?|faster|overhead)\b|Δ",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"[~≈]?\s?(?P<sign>[+−–-]?)\s?(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?P<unit>[^\d\n]{0,12})"
)
_PERCENT = re.compile(r"\s?%")
_FACTOR = re.compile(r"\s?(?:x\b|×|times\b)", re.IGNORECASE)
# Words of labels that tell no line apart.
_PLAIN = every_root(
    "mean average avg total overall time times performance result results value values metric model models baseline "
    "ours new old per and the of with without in for to on by size number count all test tests benchmark case"
)
_MARKS = re.compile(r"^\W*(?:Table\s[\w.]{1,5}[:.]\s*)?|[\s:*_`#]+$")
_ROW = re.compile(r"\||[.;!?]\s*$|<|\t")  # no name: a row of another table, a sentence, a tag
_UNIT = re.compile(r"[(\[][^)\]]*[)\]]")
HUNDRED = Decimal(100)


@dataclass(frozen=True, slots=True)
class Gain:
    """What a line gains, as it prints or as its two values give, and the cells (row, column) that say so."""

    value: Decimal
    cells: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A row, or a column (`column`), of a table. `own` are the words of its label that no other line has."""

    table: Table
    label: str
    cells: tuple[tuple[int, int], ...]  # its numbers, by row and column
    column: bool
    gain: tuple[int, int] | None  # its cell in the column or row of gains
    own: frozenset[str]
    others: frozenset[str]  # words that are another line's alone
    roots: frozenset[str]  # every word of the label, and of the table's heads

    def told(self, said: frozenset[str]) -> bool:
        """Whether a clause has most of the words that are the line's own; all, where no gain of it is printed."""
        if self.gain is not None:
            return 2 * len(said & self.own) >= len(self.own)
        return {each for each in self.own if each[:1].isalpha()} <= said

    def gains(self, *, percent: bool) -> Iterator[Gain]:
        """The gains of the line in percent, or in times: one that is printed, else what its only two values give."""
        if self.gain is not None:
            row, column = self.gain
            value = _gain(self.table.rows[row][column].text, self.table.columns[column].text, percent=percent)
            if value is not None:
                yield Gain(value, (self.gain,))
        pair = [each for each in self.cells if each != self.gain]
        found = [number(self.table.rows[row][column].text) for row, column in pair]
        if len(pair) == 2 and self._of_one_unit(pair) and found[0] and found[1]:
            yield from (Gain(each, tuple(pair)) for each in _given(found[0], found[1], percent=percent))

    def _of_one_unit(self, pair: list[tuple[int, int]]) -> bool:
        """Whether two cells are of one unit, as they or what heads them say: else their quotient says nothing."""
        if self.column:
            return True
        heads = [self.table.columns[column].text for _, column in pair]
        cells = [_NUMBER.fullmatch(self.table.rows[row][column].text.strip()) for row, column in pair]
        units = {
            (tuple(_UNIT.findall(head)), one["unit"].strip()) for head, one in zip(heads, cells, strict=True) if one
        }
        return len(units) == 1


def _given(old: Decimal, new: Decimal, *, percent: bool) -> tuple[Decimal, ...]:
    """What two values give, by every way to say it."""
    if percent:
        return (HUNDRED * (new - old) / old, HUNDRED * (old - new) / new)
    return (max(old, new) / min(old, new),)


def number(text: str) -> Decimal | None:
    """The number that a cell begins with, None when it is anything else."""
    match = _NUMBER.fullmatch(text.strip())
    return Decimal(match["n"].replace(",", "")) if match else None


def _gain(text: str, head: str, *, percent: bool) -> Decimal | None:
    match = _NUMBER.fullmatch(text.strip())
    if not match:
        return None
    value, unit = Decimal(match["n"].replace(",", "")), match["unit"]
    in_percent = _PERCENT.match(unit) or (not unit.strip() and "%" in head)
    if in_percent:
        fell = match["sign"] in tuple("-−–")
        return value if percent else None if fell else 1 + value / HUNDRED
    if _FACTOR.match(unit) or (not unit.strip() and re.search(r"speed-?up|\(x\)", head, re.IGNORECASE)):
        return HUNDRED * (value - 1) if percent else value
    return None


@of_document
def lines(document: Document) -> tuple[Line, ...]:
    """Every row and column of the document's small tables that a sentence may name."""
    small = (one for one in document.tables if len(one.rows) * len(one.columns) <= MOST and len(one.columns) > 1)
    return tuple(line for table in small for line in (*_rows(table), *_columns(table)))


def _rows(table: Table) -> Iterator[Line]:
    heads = [one.text for one in table.columns]
    gains = [at for at, one in enumerate(heads) if at and GAIN.search(one)]
    gain = gains[0] if len(gains) == 1 else None
    labels = [row[0].text for row in table.rows]
    numbers = [
        tuple((at, column) for column in range(1, len(heads)) if number(row[column].text) is not None)
        for at, row in enumerate(table.rows)
    ]
    places = [(at, gain) if gain is not None else None for at in range(len(labels))]
    yield from _lines(table, labels, numbers, places, column=False)


def _columns(table: Table) -> Iterator[Line]:
    first = [row[0].text for row in table.rows]
    gains = [at for at, one in enumerate(first) if GAIN.search(one)]
    gain = gains[0] if len(gains) == 1 else None
    heads = [one.text for one in table.columns[1:]]
    numbers = [
        tuple((at, column) for at, row in enumerate(table.rows) if number(row[column].text) is not None)
        for column in range(1, len(table.columns))
    ]
    places = [(gain, column) if gain is not None else None for column in range(1, len(table.columns))]
    yield from _lines(table, heads, numbers, places, column=True)


def _lines(
    table: Table,
    labels: list[str],
    numbers: list[tuple[tuple[int, int], ...]],
    gains: list[tuple[int, int] | None],
    *,
    column: bool,
) -> Iterator[Line]:
    # A line of gains is no thing that gains; a unit tells no line apart.
    words = [frozenset() if GAIN.search(one) else every_root(_UNIT.sub(" ", one)) - _PLAIN for one in labels]
    often = Counter(word for each in words for word in each)
    own = [frozenset(word for word in each if often[word] == 1) for each in words]
    heads = every_root(" ".join([*(one.text for one in table.columns), *table.headings, table.title]))
    for at, label in enumerate(labels):
        others = frozenset().union(*(each for other, each in enumerate(own) if other != at))
        yield Line(table, label, numbers[at], column, gains[at], own[at], others, words[at] | heads)


@of_document
def captions(document: Document) -> dict[str, str]:
    """What stands over each table by its name: the short line right above it, else its nearest heading."""
    found = {}
    for table in document.tables:
        begin = document.text.rfind("\n", 0, table.start) + 1
        line = document.text[:begin].rstrip().rpartition("\n")[2]
        plain = _MARKS.sub("", line).strip()
        found[table.name] = plain if plain and len(plain) <= LONGEST and not _ROW.search(line) else table.title
    return found


def titles(document: Document, table: Table) -> frozenset[str]:
    """The words of what stands over a table."""
    return every_root(captions(document)[table.name])


@dataclass(frozen=True, slots=True)
class Slot:
    """The same cell of several things: a column over rows, a row over columns, one cell over tables of one form.

    A place is the number of a thing and a row of its table.
    """

    name: str
    labels: tuple[str, ...]
    tables: tuple[Table, ...]
    lines: tuple[int, ...]
    columns: tuple[int, ...]

    def named(self, text: str) -> list[tuple[int, int]]:
        """The things that a text names, as places in the order in which it names them; of two names the longer."""
        found = []
        for at, label in enumerate(self.labels):
            name = re.compile(rf"(?<![\w-]){re.escape(label)}(?![\w-])", re.IGNORECASE)
            spans = [match.span() for match in name.finditer(text)] if label else []
            found += [(start, end, at) for start, end in spans[-1:]]
        whole = [one for one in found if not any(_within(one, other) for other in found)]
        return [(at, self.lines[at]) for _, _, at in sorted(whole)]

    def value(self, place: tuple[int, int]) -> Decimal | None:
        """The number that the cell of a thing prints."""
        at, row = place
        return number(self.tables[at].rows[row][self.columns[at]].text)


def _within(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return other is not one and other[0] <= one[0] and one[1] <= other[1] and one[:2] != other[:2]


@of_document
def slots(document: Document) -> tuple[Slot, ...]:
    """Every cell of its tables with its sisters: of the other rows, of the other columns, of tables of one form."""
    small = [one for one in document.tables if len(one.rows) * len(one.columns) <= MOST and len(one.columns) > 1]
    own = [slot for table in small for slot in (*_down(table), *_along(table))]
    return (*own, *_over_tables(document, small))


def _down(table: Table) -> Iterator[Slot]:
    many = len(table.rows)
    labels = tuple(row[0].text.strip() for row in table.rows)
    if len(set(labels)) == many > 1:
        for at, head in enumerate(table.columns[1:], 1):
            yield Slot(f"{table.name} {head.text}", labels, (table,) * many, tuple(range(many)), (at,) * many)


def _along(table: Table) -> Iterator[Slot]:
    columns = tuple(range(1, len(table.columns)))
    labels = tuple(table.columns[at].text.strip() for at in columns)
    for at, row in enumerate(table.rows if len(set(labels)) == len(labels) > 1 else ()):
        yield Slot(f"{table.name} {row[0].text}", labels, (table,) * len(labels), (at,) * len(labels), columns)


def _over_tables(document: Document, tables: list[Table]) -> Iterator[Slot]:
    """The cells of tables with the same header, by the words of their rows: "SUM: code" of each repository."""
    heads = captions(document)
    forms = {tuple(each.text for each in one.columns) for one in tables}
    for form in sorted(forms):
        alike = [one for one in tables if tuple(each.text for each in one.columns) == form]
        labels = tuple(heads[one.name].strip() for one in alike)
        if len(set(labels)) != len(labels) or len(labels) == 1:
            continue
        for name in dict.fromkeys(row[0].text for row in alike[0].rows):
            rows = [next((at for at, row in enumerate(one.rows) if row[0].text == name), None) for one in alike]
            places = tuple(each for each in rows if each is not None)
            for column in range(1, len(form)) if len(places) == len(alike) else ():
                yield Slot(f"{name} {form[column]}", labels, tuple(alike), places, (column,) * len(alike))
