"""A value that stands in another column than the one it belongs to."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.statements.rows import cell, count, header, header_cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Cell, Document, Table
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.names import Vocabulary

CODE = "cell-shift"
KINDS = {"workload": "workloads", "platform": "platforms", "framework": "frameworks", "dataset": "datasets"}
COUNTS = ("batch_size", "devices", "sequence_length")
NAMES = (*KINDS, "variant")
LEAST = 3  # rows of which one can be told to be unlike the others
_PLAIN = re.compile(r"[A-Za-z]{4,}")  # units that are words


@check(CODE, version=6, severity="high", since="0.1.0")
def cell_shift(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A cell holds the kind of thing that its column's header promises.

    Why:
        A unit or a name that slipped into the column beside leaves two cells wrong: the one it fills and the one it
        left. The number of cells still fits, so nothing but the value itself shows it.

    Flags:
        High: a unit ("frames/s") in a column of names: it belongs to a figure of the row, which then is not in the
        header's unit. Medium: a known name in another kind's column (a framework under Platform), a name where the
        column counts. Low: the same where too few cells of the column say what it holds (a table of one or two rows,
        a column of which half or less are known names of its kind),
        or where the unit is a plain word ("images") or stands in the first column: it may be what the row is called.

    Passes:
        Names that the vocabulary does not know, "Reads, MB/s"; columns that hold no known name of their kind, such as
        the parts of a machine ("CPU", "SSD"); a line that heads the rows below it ("H100", all else
        blank); a variant that is the name of a model or a machine; one-letter variants (n, s, m, l); words such as
        "auto" or "max" where a count is expected.

    Does not judge:
        Columns whose header the vocabulary does not know; names that are known in two kinds.
    """
    for document in corpus.documents:
        for table in document.tables:
            meant = [header(one.text, corpus.vocabulary) for one in table.columns]
            if not any(name in (*NAMES, *COUNTS) for name, _ in meant):
                yield Skip(CODE, (document.name, table.name), "not applicable, because no column is of a known kind")
                continue
            yield from _judge(document, table, meant, corpus.vocabulary)


@dataclass(frozen=True, slots=True)
class Shift:
    """A cell whose value belongs elsewhere: what it is, in words, and whether it is a unit."""

    row: int  # counted from 1
    column: int
    is_what: str
    unit: bool


def _judge(document: Document, table: Table, meant: list[tuple[str, str]], vocabulary: Vocabulary) -> Iterator[Finding]:
    groups: dict[tuple[int, str, str], list[Shift]] = {}
    for number, row in enumerate(table.rows, 1):
        if _heads(row):
            continue
        for index, (name, _) in enumerate(meant):
            text = row[index].text
            what = _foreign(name, text, vocabulary) if text else ""
            if what:
                shift = Shift(number, index, what, what == "a unit")
                groups.setdefault((index, what, text), []).append(shift)
    for (index, _, text), shifts in sorted(groups.items()):
        # A column that holds such values throughout is only badly named.
        own = shifts[0].unit or meant[index][0] not in KINDS or _holds_own(table, index, meant[index][0], vocabulary)
        if own and (len(shifts) * 2 < len(table.rows) or len(table.rows) == 1):
            yield _finding(document, table, meant, index, text, shifts, vocabulary)


def _heads(row: Sequence[Cell]) -> bool:
    """Whether a row is one text and blanks: a line over the rows below it ("H100"), not a result."""
    first, *rest = (one.text.strip() for one in row)
    return bool(first) and bool(rest) and not any(rest)


def _holds_own(table: Table, index: int, name: str, vocabulary: Vocabulary) -> bool:
    """Whether a cell of a column is a name of what its header means: "System" may mean molecules, "Hardware" parts."""
    return len(table.rows) == 1 or any(_is_name(name, row[index].text, vocabulary) for row in table.rows)


def _is_name(name: str, text: str, vocabulary: Vocabulary) -> bool:
    """Whether a text names one product of a kind; "CPU" and "Memory" are the parts of any."""
    known = vocabulary.resolve(KINDS[name], text)
    return known is not None and not known.flag("generic")


def _foreign(name: str, text: str, vocabulary: Vocabulary) -> str:
    """What a cell's text is when it does not belong under `name`, "" when it may stand there."""
    if name in NAMES and _is_unit(text, vocabulary):
        return "a unit"
    if name in COUNTS:
        found = [kind for kind in KINDS.values() if vocabulary.resolve(kind, text)] if not count(text) else []
        return f"the name of a {found[0].removesuffix('s')}" if len(found) == 1 else ""
    if name not in KINDS or vocabulary.resolve(KINDS[name], text):
        return ""
    others = [kind for kind in KINDS.values() if vocabulary.resolve(kind, text)]
    return f"the name of a {others[0].removesuffix('s')}" if len(others) == 1 else ""


def _is_unit(text: str, vocabulary: Vocabulary) -> bool:
    if len(text) < 2 or text[0].isdigit() or "," in text:  # "1.2 TB/s" is a value, "File reads, MB/s" what a row is of
        return False
    per = text.partition("/")[2].strip()
    timed = vocabulary.resolve("units", per) if per else None
    return vocabulary.resolve("units", text) is not None or bool(timed and timed.text("dimension") == "time")


def _sure(
    table: Table, meant: list[tuple[str, str]], index: int, text: str, shift: Shift, vocabulary: Vocabulary
) -> bool:
    """Whether a cell can hardly be what its row is called: other rows show what the column holds."""
    if len(table.rows) < LEAST:
        return False
    if shift.unit:  # "Images" under "Workload" may be what was processed
        return index > 0 and any(role == "metric" for _, role in meant) and not _PLAIN.fullmatch(text.strip())
    others = [row[index].text for row in table.rows if row[index].text not in ("", text)]
    name = meant[index][0]
    own = sum(_is_name(name, one, vocabulary) for one in others) if name in KINDS else len(others)
    return len(others) > 1 and own * 2 > len(others)


def _finding(
    document: Document,
    table: Table,
    meant: list[tuple[str, str]],
    index: int,
    text: str,
    shifts: list[Shift],
    vocabulary: Vocabulary,
) -> Finding:
    first = shifts[0]
    severity: Severity = (
        "low" if not _sure(table, meant, index, text, first, vocabulary) else "high" if first.unit else "medium"
    )
    column = table.columns[index].text
    subject = next((at for at, (name, _) in enumerate(meant) if name == "workload"), 0)
    metric = next((at for at, (_, role) in enumerate(meant) if role == "metric"), None)
    row = table.rows[first.row - 1]
    measured = ""
    if first.unit and metric is not None:
        measured = f"; {row[metric].text} under {table.columns[metric].text!r} is then in {text}"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity,
        message=f"{row[subject].text}, table {table.name}: {text!r} under {column!r} is {first.is_what}{measured}",
        arithmetic=f"The column {column!r} holds {first.is_what} in {len(shifts)} of {len(table.rows)} rows.",
        comparison=(document.name, table.name, column, text),
        evidence=tuple(_evidence(document, table, shifts, metric)),
        likely_wrong_why=f"the cell: its value belongs to another column than {column!r}",
    )


def _evidence(document: Document, table: Table, shifts: list[Shift], metric: int | None) -> Iterator[Evidence]:
    for shift in shifts:
        yield cell(document, table, shift.row, shift.column)
        if shift.unit and metric is not None:
            yield cell(document, table, shift.row, metric)
            yield header_cell(document, table, metric)
