"""A value that a sentence says something rises or falls to, against the value of the table right above it."""

import re
from collections.abc import Iterator

from checks.lib.quantities.output_values import Printed, values
from checks.lib.statements.passages import Passage, passages, quoted
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip

CODE = "moved-the-other-way"
REACH = 400  # characters between a table and the sentence that changes one of its rows
_RISES = r"increas(?:es?|ed|ing)|rais(?:es?|ed|ing)|rises?|rose|grows?|grew|goes up|went up|slows?|climb(?:s|ed)?"
_FALLS = (
    r"decreas(?:es?|ed|ing)|reduc(?:es?|ed|ing)|lower(?:s|ed|ing)?|falls?|fell|drop(?:s|ped)?|cuts?|shrinks?|"
    r"goes down|went down"
)
_SAID = re.compile(
    rf"\b(?:(?P<up>{_RISES})|(?P<down>{_FALLS}))\b(?!\s+by\b)[^.;,()\d]{{0,40}}?\bto\s+[`*_~]*(?P<value>\d[\d.,]*\s?[a-zµμ]{{1,3}})"
    r"[`*_]*\s(?:for|on|with|in)\s(?:the\s)?(?P<name>[`*_]*[A-Za-z][\w.+-]*\w(?:\s[A-Za-z\d][\w.+-]*\w){0,2}?)"
    r"[`*_]*(?=\sand\b|\swhile\b|\sbut\b|[.,;:]|$)",
    re.IGNORECASE,
)


@check(CODE, version=1, severity="low", since="0.1.0")
def moved_the_other_way(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a sentence says a row's value rises to lies above the value of that row in the table right above it.

    Why:
        The table prints the plain run, the sentence below it says what another flag or setting makes of it. One of the
        two was measured anew, and the words stayed.

    Flags:
        Low: "turning it on raises the times to 0.61 s for grope" below a table whose row of grope prints 0.94 s.

    Passes:
        Values on the side that the word says, or level with the table.

    Does not judge:
        Rows with no or several values of that unit; names of several rows; tables further up, or under another
        heading; changes that the sentence says from where ("from 2 s to 1 s").
    """
    for document in corpus.documents:
        for passage in passages(document) if document.tables else ():
            for match in _SAID.finditer(passage.words):
                if " from " not in f" {match[0]} ":
                    yield from _judge(document, passage, match)


def _judge(document: Document, passage: Passage, match: re.Match[str]) -> Iterator[Finding | Skip]:
    above = [one for one in document.tables if one.end <= passage.start <= one.end + REACH]
    said = next(values(passage.words, *match.span("value")), None)
    if not above or said is None or not said.unit:
        return
    table = above[-1]
    if any(one.kind == "heading" and table.end <= one.start < passage.start for one in document.blocks):
        return
    had = _had(table, match["name"], said.unit)
    if had is None:
        key = (document.name, table.name, match["name"])
        yield Skip(CODE, key, "not applicable, because no one row of that name prints one such value")
    else:
        row, column, value = had
        wrong = said.allowed.upper < value.allowed.lower if match["up"] else said.allowed.lower > value.allowed.upper
        if wrong:
            yield _finding(document, passage, match, table, (row, column))


def _had(table: Table, name: str, unit: str) -> tuple[int, int, Printed] | None:
    """The one value of a unit in the one row whose first cell begins with a name."""
    asked = re.sub(r"[`*_]", "", name).lower()
    rows = [at for at, row in enumerate(table.rows) if re.match(rf"\W*{re.escape(asked)}\b", row[0].text.lower())]
    found = []
    for column, one in enumerate(table.rows[rows[0]] if len(rows) == 1 else ()):
        value = next(values(one.text, 0, len(one.text)), None) if column else None
        if value and value.start == 0 and value.unit == unit:
            found.append((rows[0], column, value))
    return found[0] if len(found) == 1 else None


def _finding(
    document: Document, passage: Passage, match: re.Match[str], table: Table, place: tuple[int, int]
) -> Finding:
    printed = table.rows[place[0]][place[1]].text
    said = " ".join(match[0].split())
    way = "above" if match["up"] else "below"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name} says {said!r}; table {table.name} prints {printed}",
        arithmetic=f"{match['value']} is not {way} {printed}.",
        comparison=(document.name, table.name, match["name"]),
        evidence=(
            quoted(document, passage.start + match.start(), passage.start + match.end()),
            cell(document, table, place[0] + 1, place[1]),
        ),
        likely_wrong_why="the word, the value of the sentence or the cell",
    )
