"""Two factors of one sentence, each of a row by its name, against the quotients of these rows."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import permutations

from checks.lib.quantities.output_values import values
from checks.lib.statements.passages import Passage, passages, quoted
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip
from schemas.interval import Interval, ulp

CODE = "factors-exchanged"
COLUMNS = 8  # of a table; of more, some two give any factor
REACH = 2500  # characters between a table and a sentence below it
ROOM = Decimal("0.004")  # quotients of values before they were rounded
# "x1.35 on Gaudi2 and x1.20 on A100", "1.4x for reads but only 1.1x for writes".
_FACTOR = r"(?:[x×]\s?(?P<{0}>\d+\.\d+)|(?<![\w.,–-])(?P<{0}b>\d+(?:\.\d+)?)(?:[x×]|\stimes|-fold|(?P<{0}p>\s?%)))"
_OF = (
    r"[*_]*(?:\s(?:faster|higher|more|speed-?ups?|gains?|better|lower|less|throughput)){{0,2}}"
    r"\s(?:on|for|with|in|from)\s(?:the\s)?[`*_]*"
    r"(?P<{0}>[A-Za-z](?:[\w.+-]*\w)?(?:\s[\w.+-]*[A-Z\d](?:[\w.+-]*\w)?){{0,2}})"
)
_TWO = re.compile(
    _FACTOR.format("f")
    + _OF.format("a")
    + r"[`*_]*,?\s(?:and|but|versus|vs\.?|while|against|compared to)\s(?:only\s|just\s|by\s|a\s|an\s)*[*_]*"
    + _FACTOR.format("g")
    + _OF.format("b")
)


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a table that a name is said of: its cells with what they allow, by column."""

    table: Table
    number: int
    cells: dict[int, tuple[str, Interval]]

    def gives(self, factors: tuple[Interval, ...]) -> tuple[int, int] | None:
        """Two of its columns, of one unit, that give one of some readings of a factor."""
        for (at, one), (to, other) in permutations(self.cells.items(), 2):
            if one[0] == other[0] and any((one[1] / other[1]).distance(each) <= ROOM for each in factors):
                return at, to
        return None


@check(CODE, version=1, severity="medium", since="0.1.0")
def factors_exchanged(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Two factors that a sentence gives for two rows of the table above it are those of these rows, not the other's.

    Why:
        Who computes a gain for each machine and writes both into one sentence exchanges them easily; each number is
        right for itself, and only the table shows whose it is.

    Flags:
        Medium: "x1.5 on Sparrow and x1.3 on Heron" below a table whose row of Sparrow gives 1.3 and that of Heron 1.5,
        by the same two columns.

    Passes:
        Factors that each row gives by any two of its columns; factors that neither gives (other checks judge these).

    Does not judge:
        Names that are said of no row, or of several; tables of another document, or further up.
    """
    for document in corpus.documents:
        for passage in passages(document) if document.tables else ():
            for match in _TWO.finditer(passage.words):
                yield from _judge(document, passage, match)


def _judge(document: Document, passage: Passage, match: re.Match[str]) -> Iterator[Finding | Skip]:
    first, second = _readings(match, "f"), _readings(match, "g")
    above = [one for one in document.tables if one.end <= passage.start <= one.end + REACH][-2:]
    for table in above if first and second else ():
        left, right = (_row(table, match[name]) for name in "ab")
        if left is None or right is None:
            key = (document.name, table.name, match["a"], match["b"])
            yield Skip(CODE, key, "not applicable, because a name is not of one row")
            continue
        if left.number == right.number or left.gives(first) or right.gives(second):
            continue
        turned = left.gives(second)
        if turned and turned == right.gives(first):
            yield _finding(document, passage, match, (left, right), turned)
            return


def _readings(match: re.Match[str], name: str) -> tuple[Interval, ...]:
    text = match[name] or match[f"{name}b"]
    number, half = Decimal(text), ulp(text) / 2
    if match[f"{name}p"]:
        more = Interval((100 + number - half) / 100, (100 + number + half) / 100)
        less = (Interval(100 / (100 - number + half), 100 / (100 - number - half)),) if number + half < 100 else ()
        return (more, *less)
    return (Interval(number - half, number + half),) if number > half else ()


def _row(table: Table, name: str) -> _Row | None:
    """The one row whose first cell has every word of a name."""
    asked = {one.strip(".+-") for one in name.lower().split()}
    found = [at for at, row in enumerate(table.rows) if asked <= set(re.findall(r"[\w.+-]+", row[0].text.lower()))]
    if len(found) != 1 or len(table.columns) > COLUMNS:
        return None
    cells = {}
    for column, one in enumerate(table.rows[found[0]]):
        value = next(values(one.text, 0, len(one.text)), None) if column else None
        if value and value.start == 0 and value.allowed.lower > 0:
            # "samples/s" is no unit of tools: what is behind the number tells one kind from another.
            cells[column] = (value.unit or one.text[value.end :].strip(), value.allowed)
    return _Row(table, found[0] + 1, cells)


def _finding(
    document: Document, passage: Passage, match: re.Match[str], rows: tuple[_Row, _Row], columns: tuple[int, int]
) -> Finding:
    given = [row.cells[columns[0]][1] / row.cells[columns[1]][1] for row in rows]
    said = " ".join(match[0].split())
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium",
        message=f"{document.name} says {said!r}; table {rows[0].table.name} gives them the other way round",
        arithmetic=f"{match['a']} gives {given[0]}, {match['b']} gives {given[1]}.",
        comparison=(document.name, rows[0].table.name, match["a"], match["b"]),
        evidence=(
            quoted(document, passage.start + match.start(), passage.start + match.end()),
            *(cell(document, row.table, row.number, column) for row in rows for column in columns),
        ),
        likely_wrong_why="the sentence: each factor is right for the other row",
    )
