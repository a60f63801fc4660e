"""A value that something is said to fall or rise to, against the default that the page's own table prints."""

import re
from collections.abc import Iterator
from decimal import Decimal

from checks.lib.language.tokens import every_root
from checks.lib.quantities.plain_numbers import Plain, plain_numbers
from checks.lib.statements.passages import Passage, passages, quoted
from checks.lib.statements.rows import cell
from checks.lib.statements.table_lines import number
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip

CODE = "moved-past-default"
FURTHEST = Decimal(2)  # times the default; beyond it another quantity is meant
_MOVED = re.compile(
    r"\b(?:(?P<down>reduc(?:e|es|ed|ing)|lower(?:s|ed|ing)?|cut(?:s|ting)?|decreas(?:e|es|ed|ing)|shrink(?:s|ing)?|shrunk|"
    r"drop(?:s|ped)?|falls?|fell|bring(?:s|ing)? down|brought down|trim(?:s|med)?|down)|"
    r"(?P<up>increas(?:e|es|ed|ing)|rais(?:e|es|ed|ing)|rises?|rose|boost(?:s|ed|ing)?|improv(?:e|es|ed|ing)|grows?|grew|up))\b"
    r"(?P<what>[^.;\d]{0,60}?)\bto\s(?:just\s|only\s|about\s|around\s|roughly\s|~\s?)?"
    r"(?P<value>\d[\d,]*(?:\.\d+)?)\s?(?P<unit>[A-Za-zµ%]{1,4}(?:/s)?\b)",
    re.IGNORECASE,
)
_DEFAULT = re.compile(
    r"\b(?:default|baseline|base|original|vanilla|stock|reference|unoptimi[sz]ed|untuned|plain)\b", re.IGNORECASE
)
_FROM = re.compile(r"\bfrom\b|\bback\b", re.IGNORECASE)

_THAN = re.compile(r"[^.;]{0,30}?\b(?:from|than|compared|versus|vs|against|of)\b", re.IGNORECASE)


@check(CODE, version=1, severity="low", since="0.1.0")
def moved_past_default(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What something is reduced to lies below the default of the table that prints both, what it is raised to above.

    Why:
        A tutorial goes through its options one by one and writes "reduces" for each; the table at its end shows which
        of them cost memory instead.

    Flags:
        Low: "reduces the memory to 21.9 GB" where one row of a column in GB prints 21.85 and the row that it builds on
        ("default" of "default + cache"), or the only one called default, baseline or original, prints 21.72.

    Passes:
        Values on the side that the verb says, or level with it.

    Does not judge:
        Changes told "from" another value; columns with the value in several rows; tables with several defaults, of
        which the row names none; changes on pages whose tables call no row a default or baseline (skipped).
    """
    for document in corpus.documents:
        told = list(_told(document)) if document.tables else []
        if told and not any(_DEFAULT.search(row[0].text) for table in document.tables for row in table.rows if row):
            yield Skip(CODE, (document.name,), "not applicable, because its tables call no row a default or baseline")
            continue
        for passage, match in told:
            yield from _judge(document, passage, match)


def _told(document: Document) -> Iterator[tuple[Passage, re.Match[str]]]:
    for passage in passages(document):
        for match in _MOVED.finditer(passage.words):
            if not _FROM.search(match["what"]) and not _THAN.match(passage.words, match.end()):
                yield passage, match


def _judge(document: Document, passage: Passage, match: re.Match[str]) -> Iterator[Finding]:
    said = next(plain_numbers(match["value"]))
    for table in document.tables:
        for column in range(1, len(table.columns)):
            place = _built_on(table, column, said, match["unit"])
            if place and _is_past(table, column, place, down=bool(match["down"])):
                yield _finding(document, passage, match, table, column, place)
                return


def _built_on(table: Table, column: int, said: Plain, unit: str) -> tuple[int, int] | None:
    """The one row of a column that prints a value, and the default that it builds on."""
    printed = [number(row[column].text) for row in table.rows]
    rows = [at for at, one in enumerate(printed) if one is not None and abs(one - said.value) <= said.last / 2]
    if len(rows) != 1 or not all(_in_unit(text, unit) for text in (_both(table, rows[0], column),)):
        return None
    defaults = [at for at, row in enumerate(table.rows) if at != rows[0] and _DEFAULT.search(row[0].text)]
    label = table.rows[rows[0]][0].text
    mine = [at for at in defaults if "+" not in table.rows[at][0].text or _ends_as_default(table.rows[at][0].text)]
    named = [at for at in mine if set(_names(table.rows[at][0].text)) & set(_names(label))]
    found = named if len(named) == 1 else mine
    return (rows[0], found[0]) if len(found) == 1 else None


def _names(label: str) -> list[str]:
    return [one.lower() for one in _DEFAULT.findall(label)]


def _ends_as_default(label: str) -> bool:
    """Whether a row of several parts is the one that others build on: "fp16 + fused (default)"."""
    return bool(re.search(rf"\((?:{_DEFAULT.pattern})\)", label, re.IGNORECASE))


def _both(table: Table, row: int, column: int) -> str:
    return f"{table.columns[column].text} {table.rows[row][column].text}"


def _in_unit(text: str, unit: str) -> bool:
    """Whether a cell, or what heads it, has the unit."""
    return bool(re.search(rf"(?<![A-Za-z]){re.escape(unit)}(?![A-Za-z/])", text, re.IGNORECASE))


def _is_past(table: Table, column: int, place: tuple[int, int], *, down: bool) -> bool:
    row, default = place
    value, before = number(table.rows[row][column].text), number(table.rows[default][column].text)
    if not value or not before or not 1 / FURTHEST <= value / before <= FURTHEST:
        return False
    return value > before if down else value < before


def _finding(
    document: Document, passage: Passage, match: re.Match[str], table: Table, column: int, place: tuple[int, int]
) -> Finding:
    row, default = place
    said = quoted(document, passage.start + match.start(), passage.start + match.end())
    value, before = (cell(document, table, at + 1, column) for at in (row, default))
    label = cell(document, table, default + 1, 0, "supporting")
    way = "below" if match["down"] else "above"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name} says {' '.join(said.quote.split())!r}; {table.name} prints {before.quote} for "
        f"{label.quote} and {value.quote} for {table.rows[row][0].text}",
        arithmetic=f"{value.quote} is not {way} {before.quote}.",
        comparison=(document.name, table.name, table.rows[row][0].text, " ".join(sorted(every_root(match["what"])))),
        evidence=(said, before, value, label),
        likely_wrong_why="the verb, or a cell",
    )
