"""Whether a table prints a factor itself, in a row of who is said to have it."""

from collections.abc import Iterator

from checks.lib.ratios.in_line import Factor, factors_in
from checks.lib.statements.factors import top_of
from schemas.document import Document, Table
from schemas.statement import Claim


def printed_for(claim: Claim, table: Table, document: Document) -> bool:
    """Whether a row of the claim's subject prints its factor: "3.9x" of the one format is no factor of the other."""
    if claim.figure.kind != "ratio":
        return False
    told = top_of(claim.figure)
    return any(way.meets(told) for one in _factors(claim, table, document) for way in one.ways)


def _factors(claim: Claim, table: Table, document: Document) -> Iterator[Factor]:
    names = {one.lower() for one in (claim.subject.name, claim.subject.raw) if one}
    for row in table.rows:
        if any(name in cell.text.lower() for cell in row for name in names):
            yield from factors_in(document.text, [(cell.start, cell.end) for cell in row])
