"""What stands beside the cells that a finding disputes: their headers, the factor of their row, the rule in words.

An auditor redoes a sum with the heads of its columns before him, and looks for the sentence that says how a column was
made. Nothing here is disputed: it is context, and never changes what a finding says.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from checks.lib.labels.about import Index
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.scanned import content
from checks.lib.statements.cells import parsed
from checks.lib.statements.passages import quoted
from checks.lib.statements.rows import cell, header_cell
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding

HEADERS, FACTORS = 4, 2  # that are quoted at most
NEAR = 8  # sentences above a table, and below it, that may say how it was made
_RATIO = re.compile(r"(?:x|×|%)$|\b(?:times|per\s?cent|percent)\b", re.IGNORECASE)
_RULE = re.compile(
    r"\b(?:sums?|totals?|adds? up|added|product of|multipl\w+|divided|quotient|ratio|averages?|mean|percentiles?|"
    r"(?:same|one) (?:set|sample|run|distribution)|overlap\w*|one after another|relative to|measured against|"
    r"comput\w+|calculat\w+|derived|relates?)\b",
    re.IGNORECASE,
)
_EACH = re.compile(r"\b(?:each|every|per)\b", re.IGNORECASE)
_TABLE = re.compile(r"\b(?:columns?|rows?|table|axis)\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d[\d.,]*\d")


def beside_cells(finding: Finding, index: Index, documents: dict[str, Document]) -> Finding:
    """The finding with what stands beside its cells as context."""
    cells = [one for one in finding.evidence if one.role != "context" and one.table and one.row]
    if finding.verdict != "inconsistent":
        return finding
    found = [*_bars_told(finding, index, documents), *_factors(finding, cells, documents)]
    tables = {(one.document_id, one.table) for one in finding.evidence if one.role != "context"}
    if cells and len(tables) == 1:
        document = documents[cells[0].document_id]
        table = _table(document, cells[0].table)
        found += [*_headers(document, table, cells), *_rule(document, table, cells, index)] if table else []
    known = {(one.document_id, one.start, one.end) for one in finding.evidence}
    new = [one for one in found if (one.document_id, one.start, one.end) not in known]
    return replace(finding, evidence=(*finding.evidence, *new)) if new else finding


def _bars_told(finding: Finding, index: Index, documents: dict[str, Document]) -> Iterator[Evidence]:
    """Where a sentence of the page tells a bar again that is disputed, by its name and number: "H100 SXM is 5.2"."""
    for one in (one for one in finding.evidence if one.role == "disputed" and one.document_id in documents):
        document = documents[one.document_id]
        bars = (part.bar for chart in document.charts for part in chart.parts if part.start <= one.start < part.end)
        name = next((bar.category for bar in bars if bar and bar.category), "")
        told = (
            re.compile(rf"{re.escape(name)}\s(?:\w+\s){{0,3}}?{re.escape(one.quote)}(?![\d%x]|\.\d)") if name else None
        )
        places = (told.search(each.passage.words) for each in index.sentences(document)) if told else ()
        for each, match in zip(index.sentences(document), places, strict=False):
            if match:
                yield quoted(document, each.passage.start + match.start(), each.passage.start + match.end(), "context")
                break


def _table(document: Document, name: str) -> Table | None:
    return next((one for one in document.tables if one.name == name), None)


def _headers(document: Document, table: Table, cells: Iterable[Evidence]) -> Iterator[Evidence]:
    names = {one.column for one in cells}
    heads = (at for at, one in enumerate(table.columns) if one.text and one.text in names)
    yield from (header_cell(document, table, at) for at in islice(heads, HEADERS))


def _factors(finding: Finding, cells: Iterable[Evidence], documents: dict[str, Document]) -> Iterator[Evidence]:
    """The factor that a row itself prints, where words about it are disputed."""
    if not any(_RATIO.search(one.quote) and not one.table for one in finding.evidence):
        return
    rows = dict.fromkeys((one.document_id, one.table, one.row) for one in cells if one.role == "disputed")
    for document_id, name, row in list(rows)[:FACTORS]:
        document = documents[document_id]
        table = _table(document, name)
        if table and row and row <= len(table.rows):
            printed = ((at, parsed(one.text)) for at, one in enumerate(table.rows[row - 1]))
            at = next((at for at, one in printed if one and one.unit in ("x", "%")), None)
            yield from [] if at is None else [cell(document, table, row, at, "context")]


def _rule(document: Document, table: Table, cells: Iterable[Evidence], index: Index) -> Iterator[Evidence]:
    """The sentence near a table that says most of how these columns are made, or of what they are."""
    heads = frozenset().union(*(_words(one.column) for one in cells), _words(table.columns[0].text))
    rows = {one.row for one in cells if one.row and one.row <= len(table.rows)}
    labels = frozenset().union(*(_words(table.rows[row - 1][0].text) for row in rows))
    numbers = {number for one in cells for number in _NUMBER.findall(one.quote) if sum(map(str.isdigit, number)) > 1}
    points = [(_points(one.passage.words, heads | labels, numbers), one) for one in _near(document, table, index)]
    most, best = max(points, key=lambda one: one[0], default=(0, None))
    if best and most:
        yield quoted(document, best.passage.start, best.passage.end, "context")


def _near(document: Document, table: Table, index: Index) -> list[Sentence]:
    sentences = index.sentences(document)
    above = [one for one in sentences if one.passage.end <= table.start]
    below = [one for one in sentences if one.passage.start >= table.end]
    return [*above[-NEAR:], *below[:NEAR]]


def _points(text: str, words: frozenset[str], numbers: set[str]) -> int:
    """How much a sentence says of a table's cells; 0 where it names no way to make them, or none of them."""
    shared, again = len(words & _words(text)), len(numbers & set(_NUMBER.findall(text)))
    of_all = bool(_TABLE.search(text))
    if _RULE.search(text):
        return 2 + shared + again + of_all if shared or again or of_all else 0
    return shared + again if _EACH.search(text) and (again or shared > 1) else 0


@lru_cache(maxsize=512)
def _words(text: str) -> frozenset[str]:
    return content(text)
