"""Values beside the identifier of one run, test or ticket: "run R-2207", "Job 4411", a row of a table of runs.

Nothing but the identifier need be shared: who prints it says which measurement is meant.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.labels.about import Index
from checks.lib.quantities.reckoned_from import middle
from checks.lib.telling.measured import content
from checks.lib.telling.value_sites import Site, sites
from checks.lib.values.rows_told import as_printed, bare_cells, has_unit
from schemas.document import Cell, Document, Table
from schemas.names import Vocabulary

# What has a number of its own each time it is done; a product has one for good, and many measurements.
NOUNS = (
    "run|job|test|trial|ticket|experiment|session|trace|incident|attempt|measurement|campaign|lot|flight|protocol|"
    "certificate|report|entry|record|submission|sweep|shot|exercise|drill|dive|trip|tour|event"
)
_ROUND = r"\d+\.\d+-\d{2,}"  # of a round of submissions: "4.1-0043"
_NOUN = re.compile(rf"\b(?:{NOUNS})s?\b", re.IGNORECASE)
_NUMBERED = re.compile(
    rf"\b(?:{NOUNS})\s(?:no\.?\s|number\s|id\s|#)?(?P<id>{_ROUND}|(?:[A-Za-z]{{1,5}}-?)?\d[\dA-Za-z-]*)(?![\w]|[.,:]\d|\s?%)",
    re.IGNORECASE,
)
_CODE = re.compile(
    rf"(?<![\w.-])(?P<round>{_ROUND})(?![\w-])|"
    r"(?<![\w-])(?P<id>[A-Z]{1,5}-\d{2,}(?:-\d+)*|#\d{2,}|(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40})(?![\w-])"
)
_CLAUSE = re.compile(r"[;—–](?=\s)|,?\s(?:while|whereas|and|but)\s")
_PART = re.compile(r"[;:,—–.](?=\s)|\s(?:while|whereas|and|but)\s")
LEAST = 100  # printed numbers below it, without a unit, are of anything


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence or row that names one run: its identifier, whether the noun says what it is, and its values."""

    document: Document
    identifier: str
    noun: bool
    values: tuple[Site, ...]
    cells: tuple[Site, ...] = ()  # the bare numbers of a row


def lines(document: Document, index: Index, vocabulary: Vocabulary) -> Iterator[Line]:
    """The sentences and rows of a document that name one run."""
    every = sites(document, index, vocabulary)
    for sentence in index.sentences(document):
        said = [one for one in every if one.sentence is sentence]
        for name, noun in named_runs(sentence.passage.words).items():
            yield Line(document, name, noun, tuple(one for one in said if _about(one, name)))
    for table in document.tables:
        for row in table.rows:
            found = _of_row(table, row)
            if len(found) == 1:
                mine = tuple(one for one in every if one.table is table and row[0].start <= one.start < row[-1].end)
                mine = tuple(one for one in mine if has_unit(one, row, vocabulary))
                plain = tuple(one for one in bare_cells(document, table, row, mine) if not _NOUN.search(one.column))
                yield Line(document, *next(iter(found.items())), mine, plain)


def _about(one: Site, name: str) -> bool:
    """Whether a value is of an identifier: the only one of its clause, or else of its sentence."""
    ahead, behind = _CLAUSE.split(one.text[: one.value.start])[-1], _CLAUSE.split(one.text[one.value.end :])[0]
    near = named_runs(f"{ahead} | {behind}") or named_runs(one.text)
    return list(near) == [name]


def named_runs(text: str) -> dict[str, bool]:
    """The identifiers of runs in a text, each with whether a noun or its form says that it is one."""
    found = {match.group().lower(): bool(match["round"]) for match in _CODE.finditer(text)}
    return found | {match["id"].lower(): True for match in _NUMBERED.finditer(text)}


def _of_row(table: Table, row: Sequence[Cell]) -> dict[str, bool]:
    found: dict[str, bool] = {}
    for head, cell in zip(table.columns, row, strict=False):
        said = named_runs(cell.text)
        named = bool(_NOUN.search(head.text))
        if named and re.fullmatch(r"#?(?:[A-Za-z]{1,5}-?)?\d[\w-]*", cell.text.strip()):
            said = {cell.text.strip().lower(): True}
        found |= {key: noun or named for key, noun in said.items()}
    return found


def clause(one: Site) -> str:
    """What a value's own part of its sentence says, or the labels of its cell."""
    if one.sentence is None:
        return one.text
    ahead, behind = one.text[: one.value.start], one.text[one.value.end :]
    return f"{_PART.split(ahead)[-1]} | {_PART.split(behind)[0]}"


def counterparts(one: Site, line: Line) -> list[Site]:
    """The values of a line that one can be told by: of its dimensions, or bare numbers of its size."""
    alike = [each for each in line.values if each.alike(one) and each is not one]
    if len(alike) > 1:
        alike = _of_named_column(one, alike) or alike
    if alike or not one.allowed.bounded or one.allowed.lower <= 0:
        return alike
    some = (as_printed(one, each) for each in line.cells if middle(each.allowed) >= LEAST)
    return [each for each in some if each]


def _of_named_column(one: Site, alike: Sequence[Site]) -> list[Site]:
    """The one of a row's values of a dimension whose column a value's clause names, where it names no other."""
    said = content(clause(one))
    shared = frozenset.intersection(*(content(each.column) for each in alike))
    named = [each for each in alike if each.column and (content(each.column) - shared) & said]
    return named if len(named) == 1 else []
