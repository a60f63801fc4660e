"""How many of a thing a sentence says a run had, against the column of that thing in the row that it names."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from checks.lib.statements.cells import parsed
from checks.lib.statements.passages import Passage, passages, phrase
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Cell, Document, Table
from schemas.finding import Finding, Skip
from schemas.number_words import either, in_words

CODE = "count-for-row"
_MULTIPLES = {"single": 1, "dual": 2, "triple": 3, "quad": 4}
_WORDS = {**in_words(*range(1, 33)), **_MULTIPLES}
_THINGS = (
    "socket|core|thread|gpu|cpu|node|worker|shard|replica|stream|channel|instance|client|machine|device|chip|process"
)
_COUNT = re.compile(
    rf"(?<![\w.,-])(?P<n>\d{{1,5}}|{either(_WORDS)})[\s-](?P<thing>{_THINGS})(?:e?s)?\s+(?:each\s+)?(?:for|on|with|to)\s+"
    r"(?:the\s+)?(?P<name>(?-i:[A-Z][\w.+/-]*(?:\s(?:[A-Z\d][\w.+/-]*))*))",
    re.IGNORECASE,
)
SHORT = 4  # letters and digits of a name; shorter ones begin many labels


@dataclass(frozen=True, slots=True)
class Row:
    """A row's cell of the counted column; `row` is counted from 0."""

    table: Table
    row: int
    column: int
    value: int

    @property
    def labels(self) -> tuple[Cell, ...]:
        """What stands before the count."""
        return self.table.rows[self.row][: self.column]


@check(CODE, version=1, severity="low", since="0.1.0")
def count_for_row(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A count that a sentence gives for a name ("two sockets for Tarn 70B") is what its row prints.

    Why:
        Set-ups are told in a list above the table that repeats them in a column. Where a sentence contrasts two of
        them ("two for the one, one for the others"), they are easily exchanged.

    Flags:
        A number of sockets, cores, GPUs, nodes, workers and the like that a sentence gives for a name, where every row
        whose label begins with that name prints another one in the column of that thing. Low.

    Passes:
        A name of several rows, one of which has that number.

    Does not judge:
        Names that no row begins with (skipped); columns that hold anything but whole numbers.
    """
    for document in corpus.documents:
        columns = _columns(document)
        for passage in passages(document) if columns else ():
            for match in _COUNT.finditer(passage.words):
                yield from _judge(document, passage, match, columns)


def _counted(table: Table) -> Iterator[tuple[int, str]]:
    for at, head in enumerate(table.columns):
        thing = re.fullmatch(
            rf"(?:#|no\.?|num(?:ber)?(?: of)?)?\s*({_THINGS})(?:e?s)?", head.text.strip(), re.IGNORECASE
        )
        if at and thing:
            yield at, thing[1].lower()


class _Labels:
    """The rows that count one thing, by how what stands before the count begins."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = list(rows)
        labels = ((_bare(cell.text), at) for at, one in enumerate(self._rows) for cell in one.labels)
        self._labels = sorted(labels)

    def beginning(self, name: str) -> list[Row]:
        """The rows with a label that begins with a name, in the document's order."""
        found = set[int]()
        n = bisect_left(self._labels, (name, -1))
        while n < len(self._labels) and self._labels[n][0].startswith(name):
            found.add(self._labels[n][1])
            n += 1
        return [self._rows[at] for at in sorted(found)]


def _columns(document: Document) -> dict[str, _Labels]:
    """The columns that count things, by what these are called."""
    found: dict[str, list[Row]] = defaultdict(list)
    for table in document.tables:
        for at, thing in _counted(table):
            found[thing] += _rows(table, at)
    return {thing: _Labels(rows) for thing, rows in found.items()}


def _judge(
    document: Document, passage: Passage, match: re.Match[str], columns: Mapping[str, _Labels]
) -> Iterator[Finding | Skip]:
    thing, name = match["thing"].lower(), _bare(match["name"])
    if len(name) < SHORT or not match["name"][:1].isupper() or thing not in columns:
        return
    every = columns[thing].beginning(name)
    said = int(match["n"]) if match["n"].isdigit() else _WORDS[match["n"].lower()]
    if not every:
        yield Skip(CODE, (document.name, match[0]), "not applicable, because no row begins with that name")
    elif said not in {one.value for one in every}:
        yield _finding(document, passage, match, every)


def _rows(table: Table, at: int) -> Iterator[Row]:
    for number, row in enumerate(table.rows):
        read = parsed(row[at].text)
        if read and not read.unit and read.value == read.value.to_integral_value():
            yield Row(table, number, at, int(read.value))


def _bare(text: str) -> str:
    """A name without what separates its parts: "Llama3.2-3B" and "Llama-3.2-3B"."""
    return re.sub(r"[\W_]+", "", text).casefold()


def _finding(document: Document, passage: Passage, match: re.Match[str], every: list[Row]) -> Finding:
    first = every[0]
    label, printed = first.table.rows[first.row][0].text, first.table.rows[first.row][first.column].text
    head = first.table.columns[first.column].text
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name} says {match[0]!r}; table {first.table.name} prints {printed} in {head!r} of {label}",
        arithmetic=f"{len(every)} rows begin with that name, and none has {match['n']}.",
        comparison=(document.name, match[0], label),
        evidence=(
            phrase(passage, match),
            *(cell(document, one.table, one.row + 1, one.column) for one in every[:3]),
        ),
    )
