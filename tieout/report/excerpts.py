"""Several disputed cells of one printed table read better as rows under one header than one by one."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from schemas.document import Document
from schemas.finding import Evidence, Finding
from tieout.capture import Capture
from tieout.evidence import table_row
from tieout.report.links import links
from tieout.report.view import Excerpt, Line


def shared_tables(evidence: Iterable[Evidence]) -> list[tuple[str, str]]:
    """Tables in which several disputed cells stand, as `table_of` names them."""
    cells = Counter(table_of(one) for one in evidence if one.table and one.row and one.role == "disputed")
    return [key for key, n in cells.items() if n > 1]


def table_of(one: Evidence) -> tuple[str, str]:
    """The table that a piece of evidence stands in."""
    return (one.document_id, one.table)


def excerpt(
    evidence: Sequence[Evidence], finding: Finding, documents: Mapping[str, Document], captures: Mapping[str, Capture]
) -> Excerpt | None:
    """The rows of one table that this evidence stands in, None where the table is not there."""
    document = documents.get(evidence[0].document_id)
    found = [(one, table_row(document, one)) for one in evidence] if document else []
    rows = [(one, row) for one, row in found if row]
    if not rows:
        return None
    first = rows[0][1]
    lines = {row.number: row.cells for _, row in rows}
    marks: dict[int, dict[int, str]] = {number: {} for number in lines}
    for one, row in rows:
        if row.marked is not None:
            wrong = one.statement_id and one.statement_id == finding.likely_wrong
            marks[row.number][row.marked] = "wrong" if wrong else one.role
    varying = _varying(list(lines.values()), marks.values())
    same = tuple((first.columns[at], cell) for at, cell in enumerate(first.cells) if at not in varying and cell)
    shown = tuple(
        Line(number, tuple(lines[number][at] for at in varying), _moved(marks[number], varying))
        for number in sorted(lines)
    )
    columns = tuple(first.columns[at] for at in varying)
    target = links(rows[0][0], document, None, captures.get(evidence[0].document_id))
    return Excerpt(evidence[0].document, evidence[0].table, first.title, same, columns, shown, target)


def _varying(rows: Sequence[tuple[str, ...]], marks: Iterable[Mapping[int, str]]) -> list[int]:
    marked = {column for one in marks for column in one}
    return [at for at, cells in enumerate(zip(*rows, strict=True)) if at in marked or len(set(cells)) > 1]


def _moved(marks: Mapping[int, str], columns: Sequence[int]) -> dict[int, str]:
    return {columns.index(at): why for at, why in marks.items()}
