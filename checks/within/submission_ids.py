"""Submission IDs in captions against those in the table."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.statements.passages import quoted
from checks.lib.statements.rows import cell, column_of, header
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.names import Vocabulary

CODE = "submission-ids"
SHARE = 0.8  # of the IDs of a column that must have one shape before other words are read by it


@check(CODE, version=1, severity="medium", since="0.1.0")
def submission_ids(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The IDs that captions and notes list are those of the table, and each stands for one row.

    Why:
        The ID is what a reader looks a result up by. One that is missing from the caption cannot be cited as the
        benchmark's rules ask; one that is not in the table, or is there twice, leads to another result.

    Flags:
        Medium: an ID that the words around the table list and the table lacks. Low: IDs of the table that the captions,
        which list others, leave out; one ID on two rows with equal keys.

    Passes:
        One ID on several benchmarks or machines of one submission; IDs that no caption lists at all.

    Does not judge:
        Tables without a column of IDs, or whose IDs have no common shape.
    """
    for document in corpus.documents:
        for table in document.tables:
            column = column_of(table, "submission_id", corpus.vocabulary)
            shape = _shape(table, column) if column is not None else None
            if column is None or shape is None:
                reason = "not applicable, because the table has no column of IDs of one shape"
                yield Skip(CODE, (document.name, table.name), reason)
                continue
            yield from _listed(document, table, column, shape)
            yield from _twice(document, table, column, corpus.vocabulary)


def _shape(table: Table, column: int) -> re.Pattern[str] | None:
    """What the column's IDs look like, digits left open; None when they do not look alike."""
    ids = [row[column].text for row in table.rows if row[column].text]
    shapes = Counter(re.sub(r"\d", "0", one) for one in ids)
    shape, number = shapes.most_common(1)[0] if shapes else ("", 0)
    if len(shape) < 4 or "0" not in shape or shape.isdigit() or number < SHARE * len(ids):
        return None
    return re.compile(rf"(?<![\w.-]){re.escape(shape).replace('0', '[0-9]')}(?![\w-]|\.\d)")


@dataclass(frozen=True, slots=True)
class Printed:
    """An ID in the words around a table."""

    name: str
    start: int
    end: int


def _around(document: Document, table: Table, shape: re.Pattern[str]) -> list[Printed]:
    """IDs between the tables before and after this one, footnotes included."""
    tables = document.tables
    start = max((one.end for one in tables if one.end <= table.start), default=0)
    end = min((one.start for one in tables if one.start >= table.end), default=len(document.text))
    spans = ((start, table.start), (table.end, end))
    return [
        Printed(match.group(), match.start(), match.end())
        for span in spans
        for match in shape.finditer(document.text, *span)
    ]


def _listed(document: Document, table: Table, column: int, shape: re.Pattern[str]) -> Iterator[Finding]:
    printed = _around(document, table, shape)
    rows = {row[column].text: number for number, row in enumerate(table.rows, 1) if shape.fullmatch(row[column].text)}
    known = [one for one in printed if one.name in rows]
    strange = [one for one in printed if one.name not in rows]
    missing = sorted(set(rows) - {one.name for one in printed})
    if len(known) < 2 or not (strange or missing):
        return
    severity: Severity = "medium" if strange else "low"
    lost = ", ".join(dict.fromkeys(one.name for one in strange))
    parts = [f"the table lacks {lost}"] if strange else []
    parts += [f"no caption lists {', '.join(missing)}"] if missing else []
    yield Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity,
        message=f"IDs around table {table.name}: {'; '.join(parts)}",
        arithmetic=f"{len({one.name for one in printed})} IDs are listed, the table has {len(rows)}.",
        comparison=(document.name, table.name, "listed"),
        evidence=tuple(_evidence(document, table, column, strange, [rows[name] for name in missing], known)),
        likely_wrong_why="the captions, where an ID of the table is missing; one of the two, where they differ",
    )


def _evidence(
    document: Document, table: Table, column: int, strange: list[Printed], missing: list[int], known: list[Printed]
) -> Iterator[Evidence]:
    yield from (quoted(document, one.start, one.end) for one in strange)
    yield from (cell(document, table, number, column) for number in missing)
    yield from (quoted(document, one.start, one.end, "supporting") for one in known)


def _twice(document: Document, table: Table, column: int, vocabulary: Vocabulary) -> Iterator[Finding]:
    keys = [index for index, one in enumerate(table.columns) if header(one.text, vocabulary)[1] != "metric"]
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, row in enumerate(table.rows, 1):
        if row[column].text:
            groups[tuple(row[index].text for index in keys)].append(number)
    for numbers in groups.values():
        if len(numbers) > 1:
            name = table.rows[numbers[0] - 1][column].text
            yield Finding(
                check=CODE,
                verdict="inconsistent",
                severity="low",
                message=f"table {table.name}: {name} stands on {len(numbers)} rows with the same keys",
                arithmetic=f"{len(numbers)} rows agree in every key.",
                comparison=(document.name, table.name, name),
                evidence=tuple(cell(document, table, number, column) for number in numbers),
                likely_wrong_why="one of the IDs, or a row printed twice",
            )
