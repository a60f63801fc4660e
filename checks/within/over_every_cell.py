"""A rate that the text says is passed, and that no cell below the same unit comes to."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.statements.passages import Passage, passages, quoted
from checks.lib.telling.holds import asserts
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Cell, Document
from schemas.finding import Finding, Skip

CODE = "over-every-cell"
FEWEST = 3  # cells below the unit: of one or two the text may be of another run
TOO_FEW = "unchecked, because the tables print too few values in its unit"
FAR = 4  # times above all of them: another thing
STEM = 3  # letters that tell units apart: "tok", "tokens"
_WORD = r"[A-Za-z]+(?:\.[A-Za-z]+)?"
_UNIT = rf"{_WORD}(?:\s?/\s?{_WORD})+|{_WORD}s per {_WORD}(?: per {_WORD})?|[KMGTP]?FLOPS|[QTR]PS|IOPS"
_PASSED = re.compile(
    r"\b(?:over|more than|above|beyond|exceed(?:s|ed|ing)?|in excess of|north of|upwards of|at least|surpass\w*)"
    r"\s[*_~]*"
    rf"(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d+(?:\.\d+)?)(?P<k>k\b)?[*_]*\s(?:[a-z]+\s){{0,2}}?(?P<unit>{_UNIT})(?![\w/])",
    re.IGNORECASE,
)
_HEADED = re.compile(rf"(?<![\w/])(?:{_UNIT})(?![\w/])", re.IGNORECASE)
_NUMBER = re.compile(r"\W*(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)\W*")
_SIDE = re.compile(
    r"\b(?:while|than|compared|versus|vs|instead|previous|competing|theoretical|peak bandwidth)\b", re.IGNORECASE
)


@check(CODE, version=2, severity="low", since="0.1.0")
def over_every_cell(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A rate that a text says is passed is passed by one of the cells that its page prints in the same unit.

    Why:
        "Over 12,000 tokens/s" is typed from another run, or with two digits swapped, above a table that ends at 10,907.
        Which row it means need not be known: none of them reaches it.

    Flags:
        "Over", "more than" or "at least" so much of a unit, where the page's tables print three values or more in just
        that unit and all of them lie below.

    Passes:
        A cell that comes to it as far as it is rounded; another sentence of the page that tells as much.

    Does not judge:
        Other units ("tok/s" of a column "tok/s/GPU"); goals; what is more than four times all cells; tables of fewer
        than three cells in the unit (skipped).
    """
    for document in corpus.documents:
        columns = _columns(document)
        found = [one for passage in passages(document) for one in _passed(passage)] if columns else []
        tops = {unit: max(cells, key=lambda each: each[0]) for unit, cells in columns.items()}
        most = {unit: sorted(one.value for one in found if one.unit == unit)[-2:] for unit in columns}
        for one in found:
            many = len(columns.get(one.unit, ()))
            if 0 < many < FEWEST:
                yield Skip(CODE, (document.name, *one.unit), TOO_FEW)
            elif many and not _told(one, most[one.unit]):
                yield from _judged(one, many, *tops[one.unit])


@dataclass(frozen=True, slots=True)
class _Passed:
    """What is said to be passed, in a unit, at [start, end)."""

    passage: Passage
    start: int
    end: int
    value: Decimal
    unit: tuple[str, ...]


def _columns(document: Document) -> dict[tuple[str, ...], list[tuple[Decimal, Cell]]]:
    """The numbers of a document's tables by the unit that heads their columns."""
    found: dict[tuple[str, ...], list[tuple[Decimal, Cell]]] = {}
    for table in document.tables:
        for at, column in enumerate(table.columns):
            unit = _HEADED.search(column.text)
            cells = [row[at] for row in table.rows if at < len(row)] if unit else []
            matches = [(_NUMBER.fullmatch(cell.text), cell) for cell in cells]
            values = [(Decimal(match["n"].replace(",", "")), cell) for match, cell in matches if match]
            if unit and values:
                found.setdefault(_plain(unit.group()), []).extend(values)
    return found


def _plain(unit: str) -> tuple[str, ...]:
    """A unit without its spelling: "tokens per second" is "tok/s"."""
    words = [each.lower().rstrip(".") for each in re.split(r"\s?/\s?|\sper\s", unit)]
    return (words[0][:STEM], *("s" if each.startswith("sec") else each[:STEM] for each in words[1:]))


def _passed(passage: Passage) -> Iterator[_Passed]:
    if not asserts(passage.words):
        return
    for match in _PASSED.finditer(passage.words):
        value = Decimal(match["n"].replace(",", "")) * (1000 if match["k"] else 1)
        aside = _SIDE.search(passage.words[: match.start()])
        if not aside:
            start = passage.start
            yield _Passed(passage, start + match.start("n"), start + match.end(), value, _plain(match["unit"]))


def _told(one: _Passed, most: Sequence[Decimal]) -> bool:
    """Whether another of a unit tells as much, of which `most` are the two largest at most."""
    return most[-1] > one.value or (len(most) > 1 and most[0] >= one.value)


def _half(number: Decimal) -> Decimal:
    """Half of a number's last digit that is no zero: 59,400 may be 59,449."""
    return Decimal(1).scaleb(int(number.normalize().as_tuple().exponent)) / 2


def _judged(one: _Passed, many: int, top: Decimal, cell: Cell) -> Iterator[Finding]:
    if top + _half(top) >= one.value or one.value > FAR * top:
        return
    document = one.passage.document
    said, most = quoted(document, one.start, one.end), quoted(document, cell.start, cell.end)
    yield Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name} says more than {said.quote}; the largest of {many} cells in that unit is "
        f"{most.quote}",
        arithmetic=f"{top} is below {one.value}.",
        comparison=(document.name, said.quote, most.quote),
        evidence=(said, most),
        likely_wrong_why="the sentence: no row bears it out",
    )
