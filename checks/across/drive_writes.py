"""Lifetime writes of drives against their capacity and the drive writes a day that the warranty allows."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings.words import listed
from checks.lib.labels.about import Index, index_of
from checks.lib.language.tokens import coded
from checks.lib.quantities.asserted import Sentence
from checks.lib.statements.beside import based
from checks.lib.statements.cell_parts import parts
from checks.lib.statements.cells import Column, Number
from checks.lib.statements.passages import phrase
from checks.lib.statements.turned import View, views
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval
from schemas.names import Vocabulary
from schemas.number_words import either, in_words

CODE = "drive-writes"
DAYS = 365
OFF = Decimal("0.04")  # what makers round
_WORDS = in_words(1, 2, 3, 5, 7, 10, 25)
_N = rf"(?P<n>\d+(?:\.\d+)?|{either(_WORDS)}|an?)"
_WRITES = (
    re.compile(
        rf"(?<![\w.]){_N}\s(?:full |complete |random |whole )*(?:drive|device|disk|SSD)[- ](?:over)?writes?\s"
        r"(?:per|an?|each|every)\s(?:\w+\s)?day\b",
        re.IGNORECASE,
    ),
    re.compile(rf"(?<![\w.]){_N}\s?x?\s?DWPD\b"),
    re.compile(r"\bDWPD\b\W{1,3}(?:rating\s)?(?:(?:of|is|at)\s)?(?P<n>\d+(?:\.\d+)?)(?![\d.]*\d)"),
)
_YEARS = re.compile(
    rf"(?<![\w.]){_N}[- ]years?\b(?=[^.;]{{0,40}}(?:warrant|endurance|service))|"
    r"(?:warrant\w*|DWPD|\bday\b|endurance|service life)[^.;]{0,40}?"
    rf"(?<![\w.]){_N.replace('<n>', '<m>')}[- ]years?\b",
    re.IGNORECASE,
)
_PER_DAY = re.compile(r"\bDWPD\b|\bdrive writes (?:per|a) day\b", re.IGNORECASE)
_WRITTEN = re.compile(
    r"\bendurance\b|\bwritten\b|\b[TP]BW\b|\b(?:lifetime|rated|total|warrant\w+)\b.*\bwrites?\b|\bwrites?\b.*\blife",
    re.IGNORECASE,
)
_CAPACITY = re.compile(r"\bcapacit(?:y|ies)\b|\bsize\b", re.IGNORECASE)
_IN = re.compile(r"\b(?P<power>[TPG])B(?:W\b|\b)")
_SCALE = {"G": Decimal(10) ** 9, "T": Decimal(10) ** 12, "P": Decimal(10) ** 15}


@dataclass(frozen=True, slots=True)
class _Said:
    value: Decimal
    sentence: Sentence
    match: re.Match[str]


@check(CODE, version=1, severity="low", since="0.1.0")
def drive_writes(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Bytes written in a drive's lifetime are its capacity, by the drive writes a day, by the days of its warranty.

    Why:
        The brief says three drive writes a day for five years, the data sheet prints terabytes written for each
        capacity. One cell left over from the class with fewer writes a day is a third of an endurance too little.

    Flags:
        A capacity whose endurance ("23.4 PB" below "6.4 TB") is none that any stated number of drive writes a day
        ("three full drive writes a day", "1 DWPD", "DWPD: 0.6") and years of warranty give, where they give that of
        another capacity of the table; tables either way round, of the same document or of one on the same product.

    Passes:
        Values within 4 %, which makers round; any of several classes that the documents state.

    Does not judge:
        Documents that state no drive writes a day (skipped); those with a column of them, which may differ by row;
        tables that no stated number gives any row of.
    """
    index = index_of(corpus)
    years = [one.value for document in corpus.documents for one in _years(index, document)] or [Decimal(5)]
    writes = {one.document_id: _writes(index, one) for one in corpus.documents}
    for document in corpus.documents:
        codes = coded(document.title)
        near = [one for one in corpus.documents if one is document or codes & coded(one.title)]
        said = [each for one in near for each in writes[one.document_id]]
        if not said:
            yield Skip(CODE, (document.name,), "not applicable, because it states no drive writes a day")
        elif not any(_PER_DAY.search(cell.text) for one in near for table in one.tables for cell in table.columns):
            yield from _judge(document, said, years, corpus.vocabulary)  # else each row has a number of its own


def _writes(index: Index, document: Document) -> list[_Said]:
    return [
        _Said(_number(match["n"]), sentence, match)
        for sentence in index.sentences(document)
        for pattern in _WRITES
        for match in pattern.finditer(sentence.passage.words)
    ]


def _years(index: Index, document: Document) -> Iterator[_Said]:
    for sentence in index.sentences(document):
        for match in _YEARS.finditer(sentence.passage.words):
            yield _Said(_number(match["n"] or match["m"]), sentence, match)


def _number(text: str) -> Decimal:
    lower = text.lower()
    return Decimal(1) if lower in ("a", "an") else Decimal(_WORDS.get(lower, 0)) or Decimal(text)


def _judge(document: Document, said: list[_Said], years: list[Decimal], vocabulary: Vocabulary) -> Iterator[Finding]:
    ways = {one.value * DAYS * each for one in said for each in years}
    for view in (one for table in document.tables for one in views(table)):
        for capacity, written in _columns(view, vocabulary):
            allowed = {
                row: [capacity.numbers[row].readings.rounded.scaled(way) for way in sorted(ways)]
                for row in capacity.numbers
                if row in written.numbers
            }
            failing = {row: some for row, some in allowed.items() if not _fits(written.numbers[row], some)}
            if failing and len(failing) * 2 <= len(allowed):
                yield _finding(document, view, (capacity, written), failing, said)


def _fits(number: Number, allowed: list[Interval]) -> bool:
    return any(one.distance(number.readings.widened.positive()) <= OFF for one in allowed)


def _columns(view: View, vocabulary: Vocabulary) -> Iterator[tuple[Column, Column]]:
    """Capacity and lifetime writes in bytes."""
    every = [_in_bytes(based(one, vocabulary)) for one in parts(view.table)]
    sized = [one for one in every if one]
    written = [one for one in sized if _WRITTEN.search(one.header)]
    capacities = [one for one in sized if one not in written and (not one.index or _CAPACITY.search(one.header))]
    yield from ((capacities[0], one) for one in written if capacities)


def _in_bytes(column: Column) -> Column | None:
    units = {one.unit for one in column.numbers.values()}
    if not all(one.value > 0 for one in column.numbers.values()):
        return None
    if units == {"size"}:
        return column
    named = _IN.search(" ".join([column.header, *units]))
    if named is None or len(units) != 1 or "%" in units or "/" in column.header.split("(")[-1]:
        return None
    by = _SCALE[named["power"]]
    rows = {row: Number(one.value * by, "size", one.readings.scaled(by)) for row, one in column.numbers.items()}
    return Column(column.index, column.header, rows)


def _finding(
    document: Document, view: View, two: tuple[Column, Column], failing: dict[int, list[Interval]], said: list[_Said]
) -> Finding:
    written = two[1]
    texts = {row: tuple(view.table.rows[row][one.index].text for one in two) for row in failing}
    stated = listed(sorted({one.match.group() for one in said}))
    sums = (
        f"{size} allow {' or '.join(str(one.scaled(1 / _SCALE['T'])) for one in failing[row])} TB, printed is {text}"
        for row, (size, text) in texts.items()
    )
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"table {view.printed.name}: {stated} do not give the lifetime writes of "
        f"{', '.join(size for size, _ in texts.values())}, and do those of other capacities",
        arithmetic="; ".join(sums) + ".",
        comparison=(
            document.name,
            view.printed.name,
            written.header,
            *sorted({one.sentence.passage.document.name for one in said}),
        ),
        evidence=tuple(_evidence(document, view, two, failing, said)),
        likely_wrong_why="the cell: other capacities of the table have the writes a day that are stated",
    )


def _evidence(
    document: Document, view: View, two: tuple[Column, Column], failing: dict[int, list[Interval]], said: list[_Said]
) -> Iterator[Evidence]:
    for row in failing:
        yield from (view.cell(document, row, one.index) for one in two)
    yield from (phrase(one.sentence.passage, one.match) for one in {one.value: one for one in said[::-1]}.values())
