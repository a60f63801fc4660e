"""Results that a sentence and a row print to the same digit, with the release that each says they were had with."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.labels.chart_tables import tables_of
from checks.lib.language.conditions import RELEASE, Condition, conditions
from checks.lib.language.tokens import one_release, roots, tokens
from checks.lib.statements.passages import Passage
from schemas.document import Cell, Document, Table

DIGITS = 3  # of a number that two runs hardly share
_RELEASED = re.compile(r"v?\d+(?:\.\d+)+")
_POINTED = re.compile(r"v?\d+(?:\.\d+){2,}")  # no decimal number has two points
_NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?!\w|[.,]\d)")
_ANY = Condition(frozenset({RELEASE}), "", 0, 0)
_UNIT = re.compile(r"\s?([^\d.;:,()]{1,32})")


@dataclass(frozen=True, slots=True)
class Had:
    """A result's cell, that of the release in its row, and what its column is called."""

    document: Document
    value: Cell
    release: Cell
    header: str
    column: frozenset[str]  # the values of its column


def results_had(documents: Sequence[Document]) -> list[Had]:
    """The results of rows that print a release, each of a number that no other cell prints."""
    every = [(document, table) for document in documents for table in tables_of(document)]
    printed = Counter(cell.text for _, table in every for row in table.rows for cell in row)
    found = [one for document, table in every for one in _of_table(document, table)]
    return [one for one in found if printed[one.value.text] == 1]


def _of_table(document: Document, table: Table) -> Iterator[Had]:
    released = [at for at in range(len(table.columns)) if _is_released(table, at)]
    if len(released) != 1:
        return
    # One for all cells of a column, else a long table costs the square of its rows.
    columns = [frozenset(row[at].text for row in table.rows if at < len(row)) for at in range(len(table.columns))]
    for row in table.rows:
        cells = list(zip(table.columns, row, strict=False))
        release = row[released[0]] if released[0] < len(row) else None
        if release is None or not _RELEASED.fullmatch(release.text):
            continue
        for at, (head, cell) in enumerate(cells):
            if _telling(cell.text):
                yield Had(document, cell, release, head.text, columns[at])


def _is_released(table: Table, at: int) -> bool:
    """Whether a column prints releases: its header says so, or all of its cells have two points."""
    cells = [row[at].text for row in table.rows if at < len(row)]
    return _ANY.is_of(roots(tokens(table.columns[at].text))) or all(map(_POINTED.fullmatch, cells))


def _telling(text: str) -> bool:
    return bool(_NUMBER.fullmatch(text)) and len(re.sub(r"\D", "", text).strip("0")) >= DIGITS


def printed_at(said: Passage, had: Had) -> int | None:
    """Where a sentence prints a row's result as a number of its own: 3,904 is none in 13,904."""
    found = (one for one in _NUMBER.finditer(said.words) if one.group() == had.value.text)
    return next((one.start() for one in found), None)


def otherwise(said: Passage, had: Had) -> Condition | None:
    """The only release of a sentence on a row's result, where it is of the same form and another one."""
    numbers = list(_NUMBER.finditer(said.words))
    mine = [one for one in numbers if one.group() == had.value.text]
    if not mine or any(one.group() in had.column - {had.value.text} for one in numbers):
        return None
    unit = _UNIT.match(said.words, mine[0].end())
    if not unit or not roots(tokens(unit[1])) & roots(tokens(had.header)):
        return None
    points = had.release.text.count(".")
    found = {one.value: one for one in conditions(said.words) if RELEASE in one.of and one.value.count(".") == points}
    only = next(iter(found.values())) if len(found) == 1 else None
    return None if only is None or one_release({only.value}, {had.release.text.lstrip("v")}) else only
