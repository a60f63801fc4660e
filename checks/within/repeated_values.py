"""Rows that print the same figures under different keys."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from checks.lib.statements.rows import Row, header, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.names import Vocabulary, key
from schemas.statement import Measurement

CODE = "repeated-values"
# What a run measures anew each time. An accuracy, a price or a memory size is rightly the same in many rows.
MEASURED = ("throughput", "latency", "time_to_train", "time_to_result", "energy", "power", "bandwidth")
SIGNIFICANT = 3  # digits without which two figures meet by chance
MATTER = ("batch_size", "devices", "platform", "precision", "sequence_length")


@check(CODE, version=2, severity="medium", since="0.1.0")
def repeated_values(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Two rows with different keys do not print the same figures in every column.

    Why:
        Runs differ in their last digits. Rows that differ in one key and agree in several figures to three digits were
        copied, and one of them was never edited.

    Flags:
        Rows of one table that differ in one key and print the same two or more figures: medium when the key is batch
        size, devices, platform, precision or sequence length, low otherwise. A row that is printed twice whole: low.

    Passes:
        One figure that appears in two rows; equal accuracies or prices; short figures (0.6, 12).

    Does not judge:
        Tables with one column of figures; rows that differ in more than one key.
    """
    groups: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    single: set[tuple[str, str]] = set()
    for row in rows(corpus):
        printed = _printed(row)
        if len(printed) > 1:
            figures = (f"{one.column}={one.literal}" for one in printed)
            groups[row.document.name, row.table.name, *figures].append(row)
        else:
            single.add((row.document.name, row.table.name))
    for members in groups.values():
        for left, right in pairwise(sorted(members, key=_order)):
            yield from _judge(left, right, corpus.vocabulary)
    yield from _across_tables(corpus)
    for name in sorted(single):
        yield Skip(CODE, name, "not applicable, because it has one column of figures")


def _across_tables(corpus: Corpus) -> Iterator[Finding]:
    """One figure in two tables for one model, framework and system: of training in one, of inference in the other."""
    groups: dict[tuple[str, ...], list[tuple[Row, Measurement]]] = defaultdict(list)
    for row in rows(corpus):
        for one in _printed(row):
            about = (row.workload, row.framework, row.platform, one.metric, one.literal)
            if row.workload and row.platform:
                groups[row.document.document_id, *about].append((row, one))
    for members in groups.values():
        first = members[0]
        other = next((one for one in members if one[0].table is not first[0].table), None)
        if other and first[1].task != other[1].task:
            yield _of_two_tables(first, other)


def _of_two_tables(left: tuple[Row, Measurement], right: tuple[Row, Measurement]) -> Finding:
    (first, one), (second, other) = left, right
    tables = f"tables {first.table.name} ({one.task or 'no task'}) and {second.table.name} ({other.task or 'no task'})"
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"{first.keys.workload_raw} on {first.platform}: {tables} print the same {one.metric}, {one.literal}",
        arithmetic="Two tasks of one model hardly give one figure to the last digit.",
        comparison=(
            first.document.name,
            first.workload,
            first.platform,
            one.metric,
            first.table.name,
            second.table.name,
        ),
        evidence=(Evidence.of(one), Evidence.of(other)),
        likely_wrong_why="one of the two may be copied from the other",
    )


def _printed(row: Row) -> list[Measurement]:
    figures = [cell for cell in row.cells if cell.metric in MEASURED and cell.figure]
    return [cell for cell in figures if len(cell.literal.strip("0.").replace(".", "")) >= SIGNIFICANT]


def _order(row: Row) -> tuple[tuple[str, ...], int]:
    return tuple(one.text for one in row.table.rows[row.number - 1]), row.number


def _judge(left: Row, right: Row, vocabulary: Vocabulary) -> Iterator[Finding]:
    differing = [
        index
        for index, (a, b) in enumerate(zip(_cells(left), _cells(right), strict=True))
        if key(a) != key(b) or (not key(a) and a != b)
    ]
    if len(differing) <= 1:
        yield _finding(left, right, differing, vocabulary)


def _cells(row: Row) -> tuple[str, ...]:
    return tuple(one.text for one in row.table.rows[row.number - 1])


def _finding(left: Row, right: Row, differing: list[int], vocabulary: Vocabulary) -> Finding:
    shared = [cell.literal for cell in _printed(left)]
    column = left.table.columns[differing[0]].text if differing else ""
    values = " and ".join(_cells(row)[differing[0]] or "blank" for row in (left, right)) if differing else ""
    what = " ".join(word for word in (left.keys.workload_raw, left.keys.variant) if word)
    message = f"{column} {values} print the same figures" if differing else "one row is printed twice"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=_severity(left, differing, vocabulary),
        message=f"{what}, table {left.table.name}: {message} ({', '.join(shared)})",
        arithmetic=f"{len(shared)} figures agree to the last digit, one key differs."
        if differing
        else "Every cell agrees.",
        comparison=(left.document.name, left.table.name, left.workload, column, values),
        evidence=tuple(
            evidence
            for row in (left, right)
            for evidence in (
                *(row.evidence(index) for index in differing),
                *(Evidence.of(cell) for cell in _printed(row)),
            )
        ),
        likely_wrong_why="one of the two rows was copied from the other",
    )


def _severity(row: Row, differing: list[int], vocabulary: Vocabulary) -> Severity:
    names = {header(row.table.columns[index].text, vocabulary)[0] for index in differing}
    return "medium" if names & set(MATTER) else "low"
