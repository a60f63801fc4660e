"""A value that a sentence gives to one column of a row, and that the row prints in another column."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from checks.lib.labels.about import Index, index_of
from checks.lib.language.tokens import GENERIC, every_root
from checks.lib.quantities.asserted import Sentence
from checks.lib.statements.beside import main
from checks.lib.statements.rows import cell
from checks.lib.telling.value_sites import sites
from checks.lib.values.part_told import PartTold, parts_told
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip

CODE = "neighbours-column"
ROWS, COLUMNS, TABLES = 40, 14, 20
NEAR = 4000  # characters between a table and what is said of it
AHEAD, BEHIND = 48, 24  # characters around a number that say which column it is of
TELLING = 2  # digits of a number
_NUMBER = re.compile(r"(?<![\w.,/-])(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\d]|[.,:/-]\d)")
# What a row is compared with is not what the number is of.
_OVER = re.compile(
    r"\b(?:compared (?:to|with)|in comparison (?:to|with)|relative to|versus|vs\.?|over|than|against)\b[^,;.()]*",
    re.IGNORECASE,
)
_PLAIN = frozenset("and at on in for with of to as is was per by when while but from than over under the a".split())
_BREAK = re.compile(r"[;]|,\s|\.\s|\b(?:and|while|whereas|but|versus|vs|against|to|from|than)\b")


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A number at [start, end) of a document with the cell that it should be and the one that it is."""

    start: int
    end: int
    row: int
    meant: int
    printed: int


@check(CODE, version=2, severity="low", since="0.1.0")
def neighbours_column(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a sentence says of a row and a column is in that column, not in the one beside it.

    Why:
        "A mean speed-up of 5.9x" of a table with the columns Min, Mean and Max: 5.9x is the greatest. Who types a
        sentence from a row reads one column too far, and the number looks right, since the table has it.

    Flags:
        A number in a sentence that names one row of a table near it, and right beside the number the words of one
        column's header, where the row has the number in one other column whose words the sentence does not say. A value
        of "every chip" or "each card" that the table prints of the server, beside that of the chip. Low.

    Passes:
        Rounded values; a number that the named column has too.

    Does not judge:
        Sentences that name two rows, or both columns; headers that are told apart by no word; numbers of one digit;
        tables that are not near the sentence, or long ones (documents without tables are skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        if not document.tables:
            yield Skip(CODE, (document.name,), "not applicable, because it has no tables")
        for table in document.tables[:TABLES]:
            if len(table.rows) <= ROWS and 2 < len(table.columns) <= COLUMNS:
                for sentence in _around(document, table, index):
                    yield from (_finding(document, table, one, index) for one in _exchanged(sentence, table))
        yield from _of_parts(document, index, corpus)


def _of_parts(document: Document, index: Index, corpus: Corpus) -> Iterator[Finding]:
    """What is told of each part and is printed of what has several of them."""
    every = sites(document, index, corpus.vocabulary) if document.tables else ()
    for one in every:
        yield from (_of_part(each, index) for each in parts_told(one, every, document.tables))


def _around(document: Document, table: Table, index: Index) -> Iterator[Sentence]:
    for one in index.sentences(document):
        near = table.start - NEAR < one.passage.start < table.end + NEAR
        if near and one.asserted and not table.start <= one.passage.start < table.end:
            yield one


def _exchanged(sentence: Sentence, table: Table) -> Iterator[Exchanged]:
    text = sentence.passage.words
    numbers = [one for one in _NUMBER.finditer(text) if sum(map(str.isdigit, one["n"])) >= TELLING]
    said = every_root(text) if numbers else frozenset()
    row = _named(table, every_root(_OVER.sub(" ", text))) if numbers else None
    if row is None:
        return
    for before, match in pairwise((None, *numbers)):
        if match is None:
            continue
        found = _columns(table, row, text, match, _beside(text, match, before), said)
        if found:
            start = sentence.passage.start
            yield Exchanged(start + match.start(), start + match.end(), row, *found)


def _named(table: Table, said: frozenset[str]) -> int | None:
    """The one row whose label a sentence says, told from all others by a word."""
    labels = [every_root(line[0].text) - GENERIC for line in table.rows]
    named = [at for at, label in enumerate(labels) if label and label <= said]
    # "int8" and "int8 rescored": the longer label is the one that is meant.
    named = [at for at in named if not any(labels[at] < labels[other] for other in named)]
    return named[0] if len(named) == 1 else None


def _beside(text: str, match: re.Match[str], before: re.Match[str] | None) -> frozenset[str]:
    """The words right around a number, up to another number or a comma."""
    ahead = text[max(0, before.end() if before else 0, match.start() - AHEAD) : match.start()]
    behind = text[match.end() : match.end() + BEHIND]
    return every_root(_BREAK.split(ahead)[-1]) | every_root(_BREAK.split(behind)[0])


def _of_things(behind: str, unit: str, headers: str) -> bool:
    """Whether a number counts what neither its cell's unit nor any header says."""
    word = re.match(r"\s?([A-Za-zµ%][\w%/]*)", behind)
    known = every_root(f"{unit} {headers}") | {unit.lower()}
    plain = word and (word[1].lower() in _PLAIN or word[1].lower() in known)
    return bool(word and not plain and not every_root(word[1]) <= known)


def _columns(
    table: Table, row: int, text: str, match: re.Match[str], beside: frozenset[str], said: frozenset[str]
) -> tuple[int, int] | None:
    """The column that a number is said of, and the only other one that has it."""
    value = Decimal(match["n"].replace(",", ""))
    cells = {at: number for at, one in enumerate(table.rows[row]) if at and (number := main(one.text))}
    heads = {at: every_root(table.columns[at].text) - GENERIC for at in cells}
    having = [at for at, one in cells.items() if one.value == value]
    if len(having) != 1 or any(
        at not in having and one.readings.rounded.lower <= value <= one.readings.rounded.upper
        for at, one in cells.items()
    ):
        return None
    printed = having[0]
    if _of_things(text[match.end() :], cells[printed].unit, " | ".join(one.text for one in table.columns)):
        return None  # "a mean of 48 requests" is none of 48 ms
    own = heads[printed]
    meant = [at for at in cells if at != printed and heads[at] - own and heads[at] - own <= beside]
    alike = [at for at in meant if cells[at].unit == cells[printed].unit]
    return (
        (alike[0], printed)
        if len(alike) == len(meant) == 1 and own - heads[alike[0]] and not ((own - heads[alike[0]]) & said)
        else None
    )


def _of_part(found: PartTold, index: Index) -> Finding:
    document, table = found.one.document, found.meant.table.name if found.meant.table else ""
    said, meant, printed = (
        index.places.printed(document, one.start, one.end) for one in (found.one, found.meant, found.printed)
    )
    names = [f"{one.column} | {one.row}" for one in (found.meant, found.printed)]
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{said.quote} in {document.name} is told of each part; table {table} gives {meant.quote} for "
        f"{names[0]!r}, and {printed.quote} for {names[1]!r}",
        arithmetic=f"{names[0]}: {meant.quote}, {names[1]}: {printed.quote}.",
        comparison=(document.name, table, *names),
        evidence=(said, meant, printed),
        likely_wrong_why="the value of what has several of these parts",
    )


def _finding(document: Document, table: Table, one: Exchanged, index: Index) -> Finding:
    said = index.places.printed(document, one.start, one.end)
    meant, printed = (cell(document, table, one.row + 1, at) for at in (one.meant, one.printed))
    label = table.rows[one.row][0].text
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{said.quote} in {document.name} is told as {meant.column!r} of {label!r}, which table {table.name} "
        f"gives as {meant.quote}; it has {printed.quote} as {printed.column!r}",
        arithmetic=f"{label}: {meant.column} {meant.quote}, {printed.column} {printed.quote}.",
        comparison=(document.name, table.name, label, meant.column or "", printed.column or ""),
        evidence=(said, meant),
        likely_wrong_why="the value of the column beside it",
    )
