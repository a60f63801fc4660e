"""One name in two rows of a table, spelled in two ways, with two values."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip
from schemas.names import key

CODE = "listed-twice"
LEAST = 3  # letters of a name
MOST = 2000  # rows of a table
OTHERS = 4  # rows of the table: of fewer, two spellings may be how the rows are told apart
_NUMBERS = re.compile(r"\d+(?:\.\d+)?")


@check(CODE, version=1, severity="low", since="0.1.0")
def listed_twice(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A list of models or systems has each of them once.

    Why:
        Two people add one model to a table of what is supported, "LarchJ" and "Larch-J", each with another size. The
        reader takes them for two models, or joins one of them to the other's results.

    Flags:
        Two first cells that differ in hyphens, spaces or capitals only, in a table of two columns, whose other cells
        print other numbers. Low.

    Passes:
        Spellings with the same numbers (key-spelling says that they are two); names printed alike, which are rows of
        one thing under several settings.

    Does not judge:
        Rows of which another column differs too: it tells them apart (the table is skipped).
    """
    for document in corpus.documents:
        for table in document.tables:
            if OTHERS <= len(table.rows) <= MOST and len(table.columns) > 1:
                yield from _judge(document, table)


def _judge(document: Document, table: Table) -> Iterator[Finding | Skip]:
    by_name: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(table.rows, 1):
        if sum(map(str.isalpha, key(row[0].text))) >= LEAST:
            by_name[key(row[0].text)].append(number)
    twice = [
        (rows, _unlike(table, rows))
        for rows in by_name.values()
        if len(rows) == 2 and table.rows[rows[0] - 1][0].text != table.rows[rows[1] - 1][0].text
    ]
    if any(len(unlike) > 1 for _, unlike in twice):
        name = (document.name, table.name)
        yield Skip(CODE, name, "not applicable, because another column tells the two spellings apart")
    for rows, unlike in twice:
        yield from _differ(document, table, rows, unlike)


def _unlike(table: Table, rows: Sequence[int]) -> list[int]:
    """The columns behind the name in which two rows print other things."""
    first, second = (table.rows[row - 1] for row in rows)
    return [at for at in range(1, len(first)) if key(first[at].text) != key(second[at].text)]


def _differ(document: Document, table: Table, rows: Sequence[int], unlike: Sequence[int]) -> Iterator[Finding]:
    first, second = (table.rows[row - 1] for row in rows)
    if len(unlike) != 1 or not all(first[at].text and second[at].text for at in unlike):
        return
    at = unlike[0]
    numbers = [set(_NUMBERS.findall(row[at].text)) for row in (first, second)]
    if all(numbers) and not numbers[0] & numbers[1]:
        yield _finding(document, table, rows, at)


def _finding(document: Document, table: Table, rows: Sequence[int], at: int) -> Finding:
    names = [cell(document, table, row, 0) for row in rows]
    values = [cell(document, table, row, at) for row in rows]
    header = table.columns[at].text
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{names[0].quote} and {names[1].quote} in table {table.name} of {document.name} are one name but for "
        f"its spelling, with {values[0].quote} and {values[1].quote} under {header!r}",
        arithmetic=f"{values[0].quote} is not {values[1].quote}.",
        comparison=(document.name, table.name, key(names[0].quote), header),
        evidence=(*names, *values),
        likely_wrong_why="one of the two rows, it cannot be told which",
    )
