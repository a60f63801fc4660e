"""A share of what so many could do at most, against the value, their number and what each of them can do."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.printed import DIGITS
from checks.lib.linking.reach import asserted
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.numbers_said import PERCENT, Number, numbers
from checks.lib.statements.cells import parsed
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Cell, Document, Table
from schemas.finding import Finding, Skip
from schemas.interval import Interval, ulp

CODE = "share-of-ceiling"
ROUGH = Decimal("0.006")  # what a share may be off by, besides its print
LEAST = Decimal("0.3")  # of the ceiling; less is a share of something else
_EACH = re.compile(
    rf"(?<![\w.,$€£-])(?P<n>{DIGITS})\s(?P<unit>[A-Za-z][\w/]{{2,}})\s(?:per|for each|for every|in each|in every|a)\s"
    r"(?P<part>[a-z]{3,})\b"
)
# "limits each warehouse to 12.86 tpmC", "every lane carries at most 25 Gb/s"
_OF_EACH = re.compile(
    rf"\b(?i:each|every|per|an?|one|no)\s(?P<part>[a-z]{{3,}})\s(?:[a-z]+\s){{0,4}}?(?P<n>{DIGITS})\s"
    r"(?P<unit>[A-Za-z][\w/]{2,})(?!\w|\s(?:per|for)\b)"
)
_VALUE = re.compile(rf"(?<![\w.,$€£-])(?P<n>{DIGITS})\s(?P<unit>[A-Za-z][\w/]{{2,}})\b")
_PER = re.compile(r"/|\bper\b", re.IGNORECASE)
_SHARE = re.compile(r"\b(?:efficien\w+|utili[sz]ation|ceiling|theoretical|maximum|limit|saturat\w+)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Printed:
    """A number at [start, end) of its document, with the word behind it."""

    document: Document
    start: int
    end: int
    value: Decimal
    unit: str
    part: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """What so many parts did together."""

    value: Printed
    parts: Printed


@check(CODE, version=2, severity="medium", since="0.1.0")
def share_of_ceiling(corpus: Corpus) -> Iterator[Finding | Skip]:
    """An efficiency is the measured value over the number of parts times what each of them can do at most.

    Why:
        A benchmark gives each warehouse, user or lane a fixed rate; the report prints the rate reached, their number
        and the share of the ceiling. The run is repeated, the share is not.

    Flags:
        "An efficiency of 97.4% at 50,000 warehouses" beside "12.86 tpmC per warehouse" and "603,000 tpmC", whatever
        the unit is called. Low. A row of a table whose share is not that of its value and number, where most rows' are:
        medium at most.

    Passes:
        Shares within rounding, of any run with as many parts.

    Does not judge:
        Sentences that do not speak of an efficiency, a utilization or a ceiling, or do not say of how many parts;
        units with two values for each part (skipped); shares of less than a third.
    """
    index = index_of(corpus)
    said = [one for document in corpus.documents for one in index.sentences(document)]
    each = [one for sentence in said for pattern in (_EACH, _OF_EACH) for one in _read(sentence, pattern)]
    for limit in each:
        if len({one.value for one in each if (one.unit, one.part) == (limit.unit, limit.part)}) > 1:
            yield Skip(CODE, (limit.document.name, limit.unit), "unchecked, because it prints two values for each part")
        else:
            yield from _judged(limit, said, index)
            yield from _in_tables(limit, corpus.documents, index)


def _judged(limit: Printed, said: Sequence[Sentence], index: Index) -> Iterator[Finding]:
    runs = [one for sentence in said for one in _runs(limit, sentence)]
    for sentence in said:
        for share in _shares(sentence):
            parts = {one.value for one in _parts(limit, sentence)}
            able = [one for one in runs if parts == {one.parts.value}]
            if able and not any(_fits(share, one, limit) for one in able) and _near(able[0], limit):
                yield _finding(share, able[0], limit, index)


def _in_tables(limit: Printed, documents: Sequence[Document], index: Index) -> Iterator[Finding]:
    """The rows of a table whose share is none of the ceiling, where another row's is."""
    for document in documents:
        for table in document.tables:
            at = _columns(limit, table)
            rows = list(_rows(document, table, at)) if at else []
            off = [one for one in rows if _near(one[0], limit) and not _meets(*one, limit)]
            if off and 2 * len(off) < len(rows):
                yield from (_finding_in(*one, limit, index) for one in off)


def _columns(limit: Printed, table: Table) -> tuple[int, int, int] | None:
    """The columns of the value, of the number of parts and of the share, where the headers say one of each."""
    heads = [one.text for one in table.columns]
    value = [at for at, one in enumerate(heads) if re.search(rf"(?<!\w){re.escape(limit.unit)}(?!\w)", one)]
    value = [at for at in value if not _PER.search(heads[at].replace(limit.unit, ""))]
    parts = [
        at for at, one in enumerate(heads) if re.fullmatch(rf"{re.escape(limit.part)}(?:e?s)?", one, re.IGNORECASE)
    ]
    share = [at for at, one in enumerate(heads) if _SHARE.search(one)]
    return (value[0], parts[0], share[0]) if len(value) == len(parts) == len(share) == 1 else None


def _rows(document: Document, table: Table, at: tuple[int, int, int]) -> Iterator[tuple[Run, Printed]]:
    for row in table.rows:
        cells = [_cell(document, row[one]) for one in at] if len(row) > max(at) else []
        value, parts, share = cells or (None, None, None)
        if value and parts and share and share.unit == "%":
            yield Run(value, parts), share


def _cell(document: Document, cell: Cell) -> Printed | None:
    number = parsed(cell.text)
    return Printed(document, cell.start, cell.end, number.value, number.unit) if number and number.value > 0 else None


def _meets(run: Run, share: Printed, limit: Printed) -> bool:
    value, half = _of(run, limit), ulp(share.document.text[share.start : share.end].rstrip(" %")) / 200
    return abs(value - share.value / 100) <= half + ROUGH


def _finding_in(run: Run, share: Printed, limit: Printed, index: Index) -> Finding:
    places = [index.places.printed(one.document, one.start, one.end) for one in (share, run.value, run.parts, limit)]
    said, value, parts, each = places
    given = _of(run, limit)
    gap = Interval(given, given).distance(Interval(share.value / 100, share.value / 100))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("medium", severity.of_gap(gap)),
        message=f"{said.document} prints {said.quote}; {value.quote} with {parts.quote} {limit.part}s at {each.quote} "
        f"each are {given:.1%}, as the other rows have it",
        arithmetic=f"{value.quote} / ({parts.quote} x {each.quote}) = {given:.4f}, printed is {said.quote}: "
        f"{apart(gap)}.",
        comparison=(said.document, said.table or "", parts.quote),
        evidence=tuple(places),
        likely_wrong_why="the share: the other rows are what their values come to",
    )


def _read(sentence: Sentence, pattern: re.Pattern[str]) -> Iterator[Printed]:
    passage = sentence.passage
    for match in pattern.finditer(passage.words):
        value = Decimal(match["n"].replace(",", ""))
        part = match.groupdict().get("part") or ""
        start = passage.start + match.start("n")
        if value:
            yield Printed(passage.document, start, passage.start + match.end("unit"), value, match["unit"], part)


def _runs(limit: Printed, sentence: Sentence) -> Iterator[Run]:
    """The only value in a limit's unit and the only number of its parts that a sentence prints."""
    values = [one for one in _read(sentence, _VALUE) if one.start != limit.start and one.unit == limit.unit]
    parts = list(_parts(limit, sentence))
    if len(values) == len(parts) == 1:
        yield Run(values[0], parts[0])


def _parts(limit: Printed, sentence: Sentence) -> Iterator[Printed]:
    """The numbers of parts that a sentence prints, with an adjective or without."""
    pattern = re.compile(
        rf"(?<![\w.,$€£-])(?P<n>{DIGITS})\s(?:[a-z]+\s)?(?P<unit>{re.escape(limit.part)}(?:e?s)?)\b", re.IGNORECASE
    )
    return _read(sentence, pattern)


def _shares(sentence: Sentence) -> Iterator[Number]:
    if not _SHARE.search(sentence.passage.words):
        return
    for one in numbers(sentence):
        if one.amount.kind == PERCENT and asserted(sentence, one.amount.start, one.amount.end):
            yield one


def _of(run: Run, limit: Printed) -> Decimal:
    return run.value.value / (run.parts.value * limit.value)


def _near(run: Run, limit: Printed) -> bool:
    return LEAST <= _of(run, limit) <= 1 + ROUGH


def _allowed(share: Number) -> Interval:
    return share.amount.readings.rounded.scaled(Decimal("0.01"))


def _fits(share: Number, run: Run, limit: Printed) -> bool:
    value = _of(run, limit)
    return _allowed(share).meets(Interval(value - ROUGH, value + ROUGH))


def _finding(share: Number, run: Run, limit: Printed, index: Index) -> Finding:
    said = index.places.printed(share.sentence.passage.document, share.start, share.end)
    parts = [index.places.printed(one.document, one.start, one.end) for one in (run.value, run.parts, limit)]
    value = _of(run, limit)
    gap = Interval(value, value).distance(_allowed(share))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{said.document} says {said.quote}; {parts[0].quote} with {parts[1].quote} at {parts[2].quote} each "
        f"are {value:.1%}",
        arithmetic=f"{parts[0].quote} / ({parts[1].quote} x {parts[2].quote}) = {value:.4f}, {said.quote} allows "
        f"{_allowed(share)}: {apart(gap)}.",
        comparison=(said.document, limit.unit, limit.part),
        evidence=(said, *parts),
        likely_wrong_why="the share, or the value that was measured again after it",
    )
