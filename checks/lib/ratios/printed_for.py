"""Whether a table prints a factor itself, in a row of who is said to have it."""

from collections.abc import Iterator, Sequence

from checks.lib.ratios.in_line import Factor, factors_in
from checks.lib.statements.factors import top_of
from schemas.document import Cell, Document, Table
from schemas.statement import Claim, Side


def printed_for(claim: Claim, table: Table, document: Document) -> bool:
    """Whether a row of the claim's subject prints its factor: "3.9x" of the one format is no factor of the other."""
    if claim.figure.kind != "ratio":
        return False
    told = top_of(claim.figure)
    return any(way.meets(told) for one in _factors(claim, table, document) for way in one.ways)


def printed_over(claim: Claim, document: Document) -> bool:
    """Whether a table of a document prints a claim's factor in a column, or a row, that names both of its sides."""
    if claim.figure.kind != "ratio":
        return False
    told, sides = top_of(claim.figure), [{one.lower() for one in (each.name, each.raw) if one} for each in _both(claim)]
    spans = [(one.start, one.end) for table in document.tables for one in _headed(table, sides)]
    return all(sides) and any(way.meets(told) for one in factors_in(document.text, spans) for way in one.ways)


def _both(claim: Claim) -> tuple[Side, Side]:
    return claim.subject, claim.baseline


def _headed(table: Table, sides: Sequence[set[str]]) -> Iterator[Cell]:
    """The cells whose column or row says both sides: "Ousel over Merle"."""
    for row in table.rows:
        for header, cell in zip(table.columns, row, strict=False):
            if any(
                all(any(one in text.lower() for one in side) for side in sides) for text in (header.text, row[0].text)
            ):
                yield cell


def _factors(claim: Claim, table: Table, document: Document) -> Iterator[Factor]:
    names = {one.lower() for one in (claim.subject.name, claim.subject.raw) if one}
    for row in table.rows:
        if any(name in cell.text.lower() for cell in row for name in names):
            yield from factors_in(document.text, [(cell.start, cell.end) for cell in row])
