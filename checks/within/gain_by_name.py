"""What one row is said to be ahead of another by, with their names, against the two rows of a table."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.columns.records import Record, is_setting, records
from checks.lib.labels.about import index_of
from checks.lib.quantities.asserted import Sentence
from checks.lib.statements.cells import Number, parsed
from checks.lib.statements.passages import quoted
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.names import key

CODE = "gain-by-name"
WHOLE = 4  # letters of a name behind a slash that is none of the first one's ending
FAR = 5  # times the difference that the rows give: it is of another column
_NAME = r"[A-Za-z][\w.+-]{1,40}(?: ?/ ?[\w.+-]{1,40}){0,3}"
_BY = r"\+?\d+(?:\.\d+)? ?[A-Za-z][\w@-]{0,11}"
_AHEAD = re.compile(
    rf"(?P<left>{_NAME}) (?:(?:also|even|clearly|still|now) )?(?:outperforms?|beats?|exceeds?|surpass(?:es)?|"
    rf"leads?|improves? (?:on|over|upon)|is ahead of|are ahead of) (?P<right>{_NAME}) by "
    rf"(?P<by>{_BY}(?: ?/ ?{_BY}){{0,3}})(?!\w)"
)
_PART = re.compile(r"\+?(?P<n>\d+(?:\.\d+)?) ?(?P<unit>[A-Za-z][\w@-]*)")


@dataclass(frozen=True, slots=True)
class _Said:
    sentence: Sentence
    left: str
    right: str
    by: Number
    unit: str
    start: int
    end: int


@check(CODE, version=1, severity="low", since="0.1.0")
def gain_by_name(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a row is said to be ahead of another by is what lies between the two in a table of the document.

    Why:
        A list above the table was taken from the paper's first version: "Siskin-L outperforms Wren-L by 0.3 AP". The
        scores in the table are those of today, and nobody subtracts them.

    Flags:
        "Siskin-L / X outperform Wren-L / X by 0.3 AP / 0.5 AP" where the column headed "AP" has 53.4 and 52.9
        for the first two. Low.

    Passes:
        Differences that any table with both rows gives, within the rounding of its cells.

    Does not judge:
        Shares ("by 3%"); names that no table has once, beside a column of the unit (a document is skipped where it has
        no others); a difference more than five times off.
    """
    index = index_of(corpus)
    for document in corpus.documents:
        said = [one for sentence in index.sentences(document) for one in _said(sentence)]
        tables = [_named(list(records(table))) for table in document.tables] if said else []
        found = [(one, [pair for named in tables for pair in _pairs(named, one)]) for one in said]
        if found and not any(pairs for _, pairs in found):
            reason = "not comparable, because no table has both names once and one column of the unit"
            yield Skip(CODE, (document.name,), reason)
        for one, pairs in found:
            if pairs and not any(_holds(*pair, one) for pair in pairs) and _near(*pairs[0], one):
                yield _finding(document, one, pairs[0])


def _said(sentence: Sentence) -> Iterator[_Said]:
    for match in _AHEAD.finditer(sentence.passage.words):
        left, right = (_names(match[side]) for side in ("left", "right"))
        parts = list(_PART.finditer(match["by"]))
        if not len(left) == len(right) == len(parts):
            continue
        for mine, theirs, part in zip(left, right, parts, strict=True):
            if number := parsed(part["n"]):
                at = match.start("by")
                yield _Said(sentence, mine, theirs, number, key(part["unit"]), at + part.start(), at + part.end())


def _names(text: str) -> list[str]:
    """The names that slashes part, an ending alone with the first one's beginning: "Siskin-L / X"."""
    first, *more = (one.strip() for one in text.split("/"))
    return [key(first), *(key(one if len(one) >= WHOLE else first[: -len(one)] + one) for one in more)]


def _named(found: Sequence[Record]) -> Mapping[str, Record]:
    names = [next(iter(one.words.values()), "") for one in found]
    return {name: one for name, one in zip(names, found, strict=True) if name and names.count(name) == 1}


def _pairs(named: Mapping[str, Record], said: _Said) -> Iterator[tuple[Record, Record, str]]:
    """The two rows and the one header that holds the unit."""
    left, right = named.get(said.left), named.get(said.right)
    if left and right:
        headers = [one for one in left.spots if said.unit in one and not is_setting(left.spots[one].header)]
        if len(headers) == 1 and headers[0] in right.spots:
            yield left, right, headers[0]


def _holds(left: Record, right: Record, header: str, said: _Said) -> bool:
    one, other, by = (each.readings.rounded for each in (*_numbers(left, right, header), said.by))
    least, most = one.lower - other.upper, one.upper - other.lower
    return (least <= by.upper and most >= by.lower) or (-most <= by.upper and -least >= by.lower)


def _numbers(left: Record, right: Record, header: str) -> tuple[Number, Number]:
    return left.spots[header].number, right.spots[header].number


def _near(left: Record, right: Record, header: str, said: _Said) -> bool:
    one, other = _numbers(left, right, header)
    gap = abs(one.value - other.value)
    return gap > 0 and said.by.value > 0 and Decimal(1) / FAR <= gap / said.by.value <= FAR


def _finding(document: Document, said: _Said, pair: tuple[Record, Record, str]) -> Finding:
    left, right, header = pair
    start = said.sentence.passage.start
    claim = quoted(document, start + said.start, start + said.end)
    cells = [cell(document, one.table, one.row, one.spots[header].column) for one in (left, right)]
    numbers = _numbers(left, right, header)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name} says {claim.quote} between {said.left} and {said.right}; table {left.table.name} has "
        f"{cells[0].quote} and {cells[1].quote} under {cells[0].column!r}",
        arithmetic=f"{numbers[0].value} - {numbers[1].value} = {numbers[0].value - numbers[1].value}.",
        comparison=(document.name, said.left, said.right, header),
        evidence=(claim, *cells),
        likely_wrong_why="one of the three, it cannot be told which",
    )
