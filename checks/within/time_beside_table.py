"""A time that a sentence beside a table gives, against the times of the table's rows."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.statements.passages import Passage, passages, phrase
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Skip
from schemas.units import dimension, scale

CODE = "time-beside-table"
ABOVE, BELOW = 1200, 300  # characters between the sentence and its table
MOST_ROWS = 12
FIGURES = 2
_DONE = re.compile(
    r"\b(?:completes|finishes|returns|runs|executes|takes|ran|took|finished|completed|returned|executed)\b(?P<how>[^.;,]{0,40}?)"
    r"(?<![\w.,-])(?P<n>\d[\d,]*(?:\.\d+)?)[\s`*]?(?P<unit>[a-zµ]{1,12})\b",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"\b(?:takes|took|(?:finishe[sd]|complete[sd]|runs|ran) in|needs|needed)\s+(?:just |only |well |still )?"
    r"(?P<way>less than|under|more than|over)\s+(?:an?|one)\s+(?P<unit>second|minute|millisecond|hour)\b",
    re.IGNORECASE,
)
_HEADED = re.compile(
    r"(?:time|latency|duration|runtime|elapsed)\b.{0,20}[(\[]\s*(?:in )?(?P<unit>[a-zµ]{1,12})\s*[)\]]", re.IGNORECASE
)
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_WORD = re.compile(r"[A-Za-z][\w+.-]{3,}")


@dataclass(frozen=True, slots=True)
class Times:
    """A table's one column of times, in seconds by row counted from 0."""

    table: Table
    column: int
    seconds: dict[int, Decimal]


@check(CODE, version=1, severity="low", since="0.1.0")
def time_beside_table(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A time that is told right beside a table of times is one of the table's.

    Why:
        The table prints seconds, the sentence above it milliseconds: "in 22 ms" for 0.22 s is a slip that nobody sees,
        as 22 is in both.

    Flags:
        A time of a sentence that is told to have been taken, a power of ten beside the one cell of the table that it
        has the digits of; "less than a second" where each row that the sentence names took longer (or "more than a
        minute", where each took less). Low.

    Passes:
        A time that any table of the document prints; sentences that name no row, for a bound.

    Does not judge:
        Tables of more than one column of times or of more than twelve rows; sentences under another heading, or far
        from the table; digits that two rows share (skipped).
    """
    for document in corpus.documents:
        every = list(_times(document))
        known = {each for one in every for each in one.seconds.values()}
        for passage in passages(document) if every else ():
            near = _beside(document, passage, every)
            if near:
                yield from _shifted(document, passage, near, known)
                yield from _bounded(document, passage, near)


def _times(document: Document) -> Iterator[Times]:
    for table in document.tables:
        heads = [(at, found) for at, one in enumerate(table.columns) if at and (found := _HEADED.search(one.text))]
        if len(heads) == 1 and len(table.rows) <= MOST_ROWS and dimension(heads[0][1]["unit"]) == "time":
            at, by = heads[0][0], scale(heads[0][1]["unit"]) or Decimal(1)
            texts = {row: cells[at].text.replace(",", "") for row, cells in enumerate(table.rows)}
            yield Times(table, at, {row: Decimal(text) * by for row, text in texts.items() if _NUMBER.fullmatch(text)})


def _beside(document: Document, passage: Passage, every: Sequence[Times]) -> Times | None:
    """The table right below or above a sentence, with no heading between them."""
    below = [one for one in every if 0 <= one.table.start - passage.end <= ABOVE]
    above = [one for one in every if 0 <= passage.start - one.table.end <= BELOW]
    near = [*above[-1:], *below[:1]]
    heads = [one.start for one in document.blocks if one.kind == "heading"] if near else []
    spans = [(one, sorted((one.table.start, passage.start))) for one in near]
    return next((one for one, (left, right) in spans if not any(left < head < right for head in heads)), None)


def _shifted(document: Document, passage: Passage, near: Times, known: set[Decimal]) -> Iterator[Finding | Skip]:
    for match in _DONE.finditer(passage.words):
        by = scale(match["unit"]) if dimension(match["unit"]) == "time" else None
        value = Decimal(match["n"].replace(",", "")) * (by or 1)
        digits = value.normalize().as_tuple().digits
        if not by or value in known or len(digits) < FIGURES:
            continue
        alike = [row for row, one in near.seconds.items() if one and one.normalize().as_tuple().digits == digits]
        if len(alike) == 1:
            yield _finding(document, near, phrase(passage, match), alike, "the digits are the same, the size is not")
        elif alike:
            yield Skip(CODE, (document.name, match[0]), "not comparable, because two rows have these digits")


def _bounded(document: Document, passage: Passage, near: Times) -> Iterator[Finding]:
    match = _BOUND.search(passage.words)
    limit = scale(match["unit"]) if match else None
    if not match or not limit:
        return
    said = {one.lower() for one in _WORD.findall(passage.words)}
    names = {row: _names(near.table.rows[row][0].text) for row in near.seconds}
    rows = [row for row, words in names.items() if words & said]
    less = match["way"].lower() in ("less than", "under")
    if rows and all((near.seconds[row] > limit) if less else (near.seconds[row] < limit) for row in rows):
        nearest = sorted(rows, key=lambda row: abs(near.seconds[row] - limit))
        yield _finding(document, near, phrase(passage, match), nearest[:2], "no row that the sentence names is so")


def _names(label: str) -> set[str]:
    return {one.lower() for one in _WORD.findall(label)}


def _finding(document: Document, near: Times, told: Evidence, rows: Sequence[int], why: str) -> Finding:
    label, printed = near.table.rows[rows[0]][0].text, near.table.rows[rows[0]][near.column].text
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name} says {told.quote!r}; table {near.table.name} beside it prints {printed} in "
        f"{near.table.columns[near.column].text!r} of {label}; {why}",
        arithmetic=f"{label} took {near.seconds[rows[0]]} s.",
        comparison=(document.name, near.table.name, told.quote),
        evidence=(told, *(cell(document, near.table, row + 1, near.column) for row in rows)),
    )
