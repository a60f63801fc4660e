"""A cell that prints another kind of unit than the rest of its column."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from checks.lib.findings.words import listed
from checks.lib.labels.properties import of_properties
from checks.lib.statements.index import by
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Measurement

CODE = "unit-in-column"
FEWEST = 2  # cells that must agree before another one is the odd one out
# A header of whatever the rows say: the list that a machine is ranked on, the test that it took.
_ANY = re.compile(r"(?:score|result|value|figure|measured|measurement|outcome|number)s?", re.IGNORECASE)
SHARE = "share"
MOST = 0.25  # share of cells that may differ; beyond it the column is a mixed one


_SHARED = re.compile(r"\s(?:each|apiece|in total|total|together)$", re.IGNORECASE)  # "400 Gb/s each"


@check(CODE, version=6, severity="high", since="0.1.0")
def unit_in_column(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The cells of a column print units of one kind.

    Why:
        A time in a column of rates is a pair of swapped cells, or a row pasted one column to the side: both figures of
        the row are then read as what they are not.

    Flags:
        A cell in ms where the others of its column are per second; both cells of a row that are swapped are one
        finding.

    Passes:
        ms and s in one column; thousands of items/s beside items/s; cells that print no unit; a percentage alone in its
        row (what one row is of another); units that only the rows' labels print ("4 KB reads, IOPS").

    Does not judge:
        Columns without a kind that most cells print (skipped), as in a table with one metric a row; data sheets, whose
        rows are different properties (skipped); rows all of whose cells print the other kind.
    """
    sheets = _data_sheets(corpus)
    yield from (
        Skip(CODE, (document, table), "not applicable, because its rows are different properties")
        for _, document, table in sorted(sheets)
    )
    down = (one for one in corpus.measurements if (one.document_id, one.document, one.table) not in sheets)
    printed = (one for one in down if one.figure and one.unit)
    columns = by(printed, _column)
    odd = [cell for cells in columns.values() for cell in _odd(cells, corpus.vocabulary) if _prints_unit(cell)]
    for mixed in (cells for cells in columns.values() if _mixed(cells, corpus.vocabulary)):
        first = mixed[0]
        yield Skip(CODE, (first.document, first.table, first.column), "not applicable, because its units are mixed")
    metrics: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for *where, metric in columns:
        metrics[tuple(where)].add(metric)
    rows = by((one for one in corpus.measurements if one.figure and one.unit), _row)
    for name, cells in by(odd, _row).items():
        alone = len(rows[name]) == 1
        if alone and _of_its_own(cells[0], metrics, corpus.vocabulary):
            continue
        if alone or len({_kind(one, corpus.vocabulary) for one in rows[name]}) > 1:
            yield _finding(cells, columns)


def _of_its_own(cell: Measurement, metrics: Mapping[tuple[str, ...], set[str]], vocabulary: Vocabulary) -> bool:
    """Whether the only value of a row may be of another kind than those above it."""
    if _kind(cell, vocabulary) == SHARE:
        return True  # "Share of the link in use | 80 %": what the rows above are of each other
    if len(metrics[_column(cell)[:-1]]) > 1:
        return True  # one quantity a row: "Sequential read | 21 GB/s", "File creates | 46,000 /s"
    return _ANY.fullmatch(cell.column.strip()) is not None


def _data_sheets(corpus: Corpus) -> set[tuple[str, str, str]]:
    """Tables of properties: by document_id, document and table."""
    return {
        (document.document_id, document.name, table.name)
        for document in corpus.documents
        for table in document.tables
        if of_properties(table, corpus.vocabulary)
    }


def _column(one: Measurement) -> tuple[str, str, str, str, str]:
    return one.document, one.document_id, one.table, one.column, one.metric


def _row(one: Measurement) -> tuple[str, str, int]:
    return one.document_id, one.table, one.row


def _kind(cell: Measurement, vocabulary: Vocabulary) -> str:
    """The dimension of a cell's unit; rates by themselves, so that items/s and tokens/s stay what they are."""
    entry = vocabulary.resolve("units", _SHARED.sub("", cell.unit))
    kind = entry.text("dimension") if entry else ""
    return kind or ("rate" if "/" in cell.unit else "")


def _prints_unit(cell: Measurement) -> bool:
    """Whether a cell prints its unit itself: where the row's label has it ("4 KB reads, IOPS"), nothing is swapped."""
    return any(not (one.isdigit() or one.isspace() or one in ".,-+~") for one in cell.literal)


def _odd(cells: list[Measurement], vocabulary: Vocabulary) -> list[Measurement]:
    kinds = Counter(kind for cell in cells if (kind := _kind(cell, vocabulary)))
    if len(kinds) < 2 or _mixed(cells, vocabulary):
        return []
    usual = kinds.most_common(1)[0][0]
    return [cell for cell in cells if _kind(cell, vocabulary) not in ("", usual)]


def _mixed(cells: list[Measurement], vocabulary: Vocabulary) -> bool:
    kinds = Counter(kind for cell in cells if (kind := _kind(cell, vocabulary)))
    usual = kinds.most_common(1)[0][1] if kinds else 0
    others = kinds.total() - usual
    return others > 0 and (usual < FEWEST or others > max(1, MOST * kinds.total()))


def _finding(cells: list[Measurement], columns: dict[tuple[str, str, str, str, str], list[Measurement]]) -> Finding:
    first = cells[0]
    usual = listed(
        f"{columns[one.document, one.document_id, one.table, one.column, one.metric][0].unit} under {one.column!r}"
        for one in cells
    )
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="high",
        message=f"table {first.table}, row {first.row}: {listed(repr(one.literal) for one in cells)} where the other "
        f"rows print {usual}",
        arithmetic="Units of two kinds cannot be compared."
        + (" The two cells of the row look swapped." if len(cells) == 2 else ""),
        comparison=(first.document, first.table, *(one.column for one in cells), first.workload, first.subject.name),
        evidence=tuple(Evidence.of(one) for one in cells),
        likely_wrong=first.statement_id if len(cells) == 1 else "",
        likely_wrong_why="the other rows agree on the unit",
    )
