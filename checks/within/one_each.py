"""A comparison of one of a part on each side, against the row or lines that print how many each side had."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.labels.chart_tables import tables_of
from checks.lib.language.tokens import root, roots, tokens
from checks.lib.quantities.counts import NUMBER, singular
from checks.lib.statements.passages import Passage, passages, phrase, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Skip
from schemas.number_words import count

CODE = "one-each"
_NOUN = (
    r"(?:processor|CPU|socket|chip|card|GPU|accelerator|device|node|server|machine|core|drive|module|system|box|"
    r"instance|board)"
)
# "Processor for processor", "one card each", "a single GPU on each side".
_EACH = re.compile(
    rf"\b(?P<noun>{_NOUN})[\s-](?:for|by|to|against|versus|vs\.?)[\s-](?P=noun)\b|"
    rf"\b(?:one|an? single|single)\s(?P<one>{_NOUN})\s"
    r"(?:each\b|(?:on|per|for) (?:each|either|both) (?:side|system|platform)s?)",
    re.IGNORECASE,
)
# Results that were divided by the parts are of one each, whatever ran.
_DIVIDED = re.compile(
    r"\b(?:divid\w+|normali[sz]\w+|scaled|halved|half of|"
    r"(?:results?|figures?|values?|rates?|numbers?) (?:are|is|were|was) per|"
    r"only one|one of (?:the|its|them)|disabled|idle)\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(rf"(?P<n>{NUMBER})\s?[x×]\s?(?P<name>[A-Za-z].*)", re.IGNORECASE)
_ALIKE = ({"processor", "cpu", "socket", "chip"}, {"card", "gpu", "accelerator", "device", "chip", "module", "board"},
          {"node", "server", "machine", "system", "box", "instance"})  # fmt: skip
FEW = 4  # sides


@dataclass(frozen=True, slots=True)
class _Side:
    """How many of a name one side had, at [start, end) of the document."""

    number: int
    name: str
    start: int
    end: int


@check(CODE, version=1, severity="low", since="0.1.0")
def one_each(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Where a page compares one part with one part, the configuration has as many on each side.

    Why:
        "Processor for processor, 2.2x" heads the brief; its table of systems has two of the one and one of the other.

    Flags:
        "Processor for processor", "card for card", "one socket each" on a page whose table prints another number of
        them for each of two sides ("2 x Altra Max", "1 x Xeon"), in a row that says such a part. Low, as the values may
        have been divided without a word.

    Passes:
        As many on each side; documents that say that they divide, normalise or use one of the parts.

    Does not judge:
        Rows of other parts; tables of more than four sides; documents without such a row (skipped).
    """
    for document in corpus.documents:
        said = [(one, match) for one in passages(document) for match in _EACH.finditer(one.words)]
        if not said or any(_DIVIDED.search(one.words) for one in passages(document)):
            continue
        found = [(one, match, row) for one, match in said if (row := _unequal(document, _noun(match)))]
        if found:
            yield _finding(document, *found[0])
        else:
            yield Skip(CODE, (document.name,), "not applicable, because no row has another number for each side")


def _noun(match: re.Match[str]) -> str:
    return singular(match["noun"] or match["one"])


def _unequal(document: Document, noun: str) -> list[_Side]:
    """The sides of the first row that has another number of such a part for each."""
    for table in tables_of(document):
        for row in _rows(table, noun):
            if len({one.number for one in row}) > 1:
                return row
    return []


def _rows(table: Table, noun: str) -> Iterator[list[_Side]]:
    """The cells "2 x Altra Max" of a row whose label says the part, or of a column whose head does."""
    alike = {root(one) for some in _ALIKE if noun in some for one in some} | {root(noun)}
    for row in table.rows:
        if roots(tokens(row[0].text)) & alike:
            yield [one for cell in row[1:] if (one := _side(cell.text, cell.start))][:FEW]
    for at, head in enumerate(table.columns):
        if at and roots(tokens(head.text)) & alike:
            yield [one for row in table.rows if (one := _side(row[at].text, row[at].start))][:FEW]


def _side(text: str, start: int) -> _Side | None:
    match = _COUNTED.fullmatch(text.strip())
    return _Side(count(match["n"]), match["name"], start, start + len(text)) if match else None


def _finding(document: Document, said: Passage, match: re.Match[str], row: Sequence[_Side]) -> Finding:
    cells = [quoted(document, one.start, one.end) for one in row]
    printed = " and ".join(one.quote for one in cells)
    bars = list(_bars(document, row))
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"{match.group()!r} is said of the two sides; the configuration prints {printed}",
        arithmetic=f"{' and '.join(str(one.number) for one in row)} are not as many.",
        comparison=(document.name, _noun(match), *(one.name for one in row)),
        evidence=(phrase(said, match), *cells, *bars),
        likely_wrong_why="the comparison, or the configuration; per part the factor is another one",
    )


def _bars(document: Document, row: Sequence[_Side]) -> Iterator[Evidence]:
    """The names of bars that print another number of a side: "1x Altra Max"."""
    parts = (one for chart in document.charts for one in chart.of("category"))
    for part in parts:
        match = _COUNTED.fullmatch(document.text[part.start : part.end].strip())
        if match and any(one.name == match["name"] and one.number != count(match["n"]) for one in row):
            yield quoted(document, part.start, part.end)
