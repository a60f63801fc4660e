"""Data sheets: tables whose rows are properties ("Sequential read (GB/s)", "Power (W)"), and columns products.

Nothing holds down their columns: neither one unit, nor a sum, nor a mean.
"""

from checks.lib.labels.sheet_cells import header_unit
from checks.lib.quantities.amounts import Unit, unit_of
from checks.lib.statements.rows import header
from schemas.document import Table
from schemas.names import Vocabulary

KINDS = 2  # of units that the labels of its rows print


def of_properties(table: Table, vocabulary: Vocabulary) -> bool:
    """Whether each row is a property of its own: its corner says so, or its labels print units of several kinds."""
    corner = table.columns[0].text if table.columns else ""
    if header(corner, vocabulary)[1] == "property":
        return True
    found = (_unit(row[0].text, vocabulary) for row in table.rows if row)
    return len({(one.kind, one.of) for one in found if one}) >= KINDS


def _unit(label: str, vocabulary: Vocabulary) -> Unit | None:
    """The unit that a label ends with; a label that is nothing but a unit or a number ("16 GB") is no property."""
    return None if label[:1].isdigit() or unit_of(label, vocabulary) else header_unit(label, vocabulary)
