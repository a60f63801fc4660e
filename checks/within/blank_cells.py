"""Cells that are blank where the rows around them have values."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.statements.rows import cell, header, header_cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.names import Vocabulary

CODE = "blank-cells"
FILLED = 0.8  # a column whose cells are mostly filled: a blank in it is a gap, elsewhere it is normal
ROWS = 4  # fewer rows are no siblings
TARGET = "quality_target"
TIMED = ("time_to_train", "time_to_result")
_DASH = re.compile(r"[-–—]+|n\.?/?a\.?|none|tbd", re.IGNORECASE)
SEVERAL = 2  # blank keys that leave a row without its conditions
CONDITIONS = (
    "dataset",
    "batch_size",
    "precision",
    "framework",
    "platform",
    "sdk_version",
    "sequence_length",
    "devices",
)


@check(CODE, version=4, severity="medium", since="0.1.0")
def blank_cells(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A cell has a value where nearly all cells of its column have one.

    Why:
        A row without its conditions cannot be compared with anything, and flattened copies of the table shift its
        values into the wrong columns.

    Flags:
        Medium: several conditions blank in one row (batch size, precision, data set ...). Low: one blank condition, or
        a blank figure beside its siblings; rows of one model with the same blank are one finding. Low: a time to
        train whose quality target is blank or "-" where nearly all rows have one.

    Passes:
        Columns that are often blank, such as a variant; "-" and "n/a" anywhere else, which say that nothing is missing;
        rows without any number, such as a line of units below the header or one that parts two groups.

    Does not judge:
        Tables of fewer than four rows; columns of which less than four in five cells are filled.
    """
    for document in corpus.documents:
        for table in document.tables:
            if len(table.rows) < ROWS:
                if any(not one.text for row in table.rows for one in row):
                    reason = "not applicable, because the table has too few rows"
                    yield Skip(CODE, (document.name, table.name), reason)
                continue
            yield from _judge(document, table, corpus.vocabulary)


@dataclass(frozen=True, slots=True)
class Gap:
    """A row (counted from 1) with the columns that are blank in it."""

    row: int
    columns: tuple[int, ...]
    named: tuple[str, ...]  # what the columns mean


def _judge(document: Document, table: Table, vocabulary: Vocabulary) -> Iterator[Finding]:
    meant = [header(one.text, vocabulary) for one in table.columns]
    timed = any(name in TIMED for name, _ in meant)
    watched = [index for index, one in enumerate(meant) if _watched(one, timed=timed) and _filled(table, index)]
    groups: dict[tuple[str, ...], list[Gap]] = defaultdict(list)
    subject = _subject(meant)
    for number, row in enumerate(table.rows, 1):
        if not any(map(str.isdigit, "".join(one.text for one in row))):
            continue
        blank = tuple(index for index in watched if _gap(row[index].text, meant[index][0]))
        if blank:
            gap = Gap(number, blank, tuple(meant[index][0] for index in blank))
            groups[(row[subject].text, *gap.named)].append(gap)
    for name, gaps in sorted(groups.items()):
        yield _finding(document, table, name, gaps, meant)


def _watched(meant: tuple[str, str], *, timed: bool) -> bool:
    name, role = meant
    return name in CONDITIONS or role == "metric" or (timed and name == TARGET)


def _gap(text: str, name: str) -> bool:
    """Whether a cell is a gap: a time to train is a time to something, and a dash is no target."""
    return not text or (name == TARGET and bool(_DASH.fullmatch(text)))


def _subject(meant: list[tuple[str, str]]) -> int:
    """The column that names the model; the first where none does."""
    return next((index for index, (name, _) in enumerate(meant) if name == "workload"), 0)


def _filled(table: Table, index: int) -> bool:
    return sum(bool(row[index].text) for row in table.rows) >= FILLED * len(table.rows)


def _finding(
    document: Document, table: Table, name: tuple[str, ...], gaps: list[Gap], meant: list[tuple[str, str]]
) -> Finding:
    first = gaps[0]
    keys = [index for index in first.columns if meant[index][1] == "key"]
    severity: Severity = "medium" if len(keys) >= SEVERAL else "low"
    headers = ", ".join(table.columns[index].text for index in first.columns)
    rows = f"{len(gaps)} rows of {name[0]}" if len(gaps) > 1 else f"the row of {name[0]}"
    filled = len(table.rows) - len(gaps)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity=severity,
        message=f"table {table.name}: {headers} {'are' if len(first.columns) > 1 else 'is'} blank in {rows}"
        + ("; nothing can be compared with it" if severity == "medium" else ""),
        arithmetic=f"Up to {filled} of {len(table.rows)} rows have values in these columns.",
        comparison=(document.name, table.name, *name),
        evidence=tuple(_evidence(document, table, gaps, _subject(meant))),
        likely_wrong_why="the values were left out",
    )


def _evidence(document: Document, table: Table, gaps: list[Gap], subject: int) -> Iterator[Evidence]:
    for gap in gaps:
        # A blank has no words to quote: the row's own name stands for it, in its first column where that is empty.
        printed = [index for index, one in enumerate(table.rows[gap.row - 1]) if one.text]
        yield cell(document, table, gap.row, subject if subject in printed else min(printed, default=0))
        yield from (cell(document, table, gap.row, index) for index in gap.columns)
    for column in dict.fromkeys(index for gap in gaps for index in gap.columns):
        yield header_cell(document, table, column)
