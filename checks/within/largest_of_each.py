"""Two rows of the same settings under a column that is said to be the largest that each setting allows."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from checks.lib.statements.passages import Passage, passages, phrase
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Skip

CODE = "largest-of-each"
NEAR = 900  # characters around a table within which a note speaks of it
MOST_ROWS = 60
_LARGEST = (
    r"(?:largest|maximum|max\.?|highest|biggest)[ -]"
    r"(?:(?:possible|supported|feasible|allowed|usable|\w+ing) )?"
)
_OF = r"(?P<of>batch|context|sequence|concurrency|resolution|model|length)"
_SAID = re.compile(rf"\b{_LARGEST}{_OF}\b", re.IGNORECASE)
_WHOLE = re.compile(r"\W*[\d,.]+\s?[KkM]?\W*")


@check(CODE, version=1, severity="low", since="0.1.0")
def largest_of_each(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Under "largest batch that fits" rows of the same settings print one batch.

    Why:
        The model or the lengths of a row were copied from the row above and not changed; its batch size shows it.

    Flags:
        Low: two rows whose settings are all alike, with two sizes in a column whose header, or a note near the table,
        says that it is the largest.

    Passes:
        One row for each setting; rows in different groups of a table.

    Does not judge:
        Tables with no other setting, or without a column of results (skipped).
    """
    for document in corpus.documents:
        measured = {(one.table, one.column) for one in corpus.measurements if one.document_id == document.document_id}
        for table, column, note in _columns(document):
            results = [
                at for at, one in enumerate(table.columns) if (table.name, one.text) in measured and at != column
            ]
            keys = [at for at in range(len(table.columns)) if at != column and at not in results]
            if not keys or not results:
                yield Skip(
                    CODE, (document.name, table.name), "not applicable, because no settings or results stand there"
                )
                continue
            yield from _twice(document, table, column, (keys, results), note)


def _columns(document: Document) -> Iterator[tuple[Table, int, Evidence | None]]:
    """The columns that are said to be the largest, each with the note that says so."""
    notes = [(one, said) for one in passages(document) for said in _SAID.finditer(one.words)] if document.tables else []
    for table in document.tables:
        for at, one in enumerate(table.columns):
            if _SAID.search(one.text):
                yield table, at, None
            elif note := _note(table, one.text, notes):
                yield table, at, note


def _note(table: Table, header: str, notes: Sequence[tuple[Passage, re.Match[str]]]) -> Evidence | None:
    near = [
        (one, said)
        for one, said in notes
        if -NEAR < one.start - table.end < NEAR and re.search(rf"\b{said['of']}\b", header, re.IGNORECASE)
    ]
    return phrase(*near[0]) if near else None


def _twice(
    document: Document, table: Table, column: int, parted: tuple[list[int], list[int]], note: Evidence | None
) -> Iterator[Finding]:
    keys, results = parted
    filled = _filled(table, keys)
    for one, other in combinations(range(min(len(table.rows), MOST_ROWS)), 2):
        sizes = [table.rows[at][column].text for at in (one, other)]
        if filled[one] != filled[other] or sizes[0] == sizes[1] or not all(map(_WHOLE.fullmatch, sizes)):
            continue
        differ = [at for at in results if table.rows[one][at].text != table.rows[other][at].text]
        if differ:
            yield _finding(document, table, (one, other), (column, *keys[:1], *differ[:1]), note)


def _filled(table: Table, keys: Sequence[int]) -> list[tuple[str, ...]]:
    """The settings of each row, a blank one that of the row above."""
    found: list[tuple[str, ...]] = []
    for at, row in enumerate(table.rows):
        above = found[-1] if found else ("",) * (len(keys) + 1)
        group = table.groups[at] if table.groups else ""
        found.append((*(row[key].text or above[number] for number, key in enumerate(keys)), group))
    return found


def _finding(
    document: Document, table: Table, rows: tuple[int, int], columns: Sequence[int], note: Evidence | None
) -> Finding:
    header = table.columns[columns[0]].text
    sizes = [table.rows[row][columns[0]].text for row in rows]
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"table {table.name}: {header!r} is the largest of each setting, and {' and '.join(sizes)} of one",
        arithmetic=f"Two rows of {table.rows[rows[0]][columns[-2]].text} with the same settings cannot both be at the "
        "largest.",
        comparison=(document.name, table.name, header, *map(str, rows)),
        evidence=(
            *(cell(document, table, row + 1, at) for row in rows for at in dict.fromkeys(columns)),
            *((note,) if note else ()),
        ),
        likely_wrong_why="a setting of one of the rows, which is another one's",
    )
