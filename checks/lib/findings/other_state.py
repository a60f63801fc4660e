"""Cells that say themselves that their value was, or will be, another one: "180 W (revision 1: lower)"."""

import re

from schemas.finding import Finding

WHY = "The cell says that it was another value in another state."
_STATE = re.compile(
    r"\([^)]*\b(?:revision|version|formerly|previously|earlier|until|old|lower|higher)\b",
    re.IGNORECASE,
)


def of_other_state(finding: Finding) -> bool:
    """Whether something that a finding quotes has a bracket that speaks of another state of it."""
    return any(_STATE.search(one.quote) for one in finding.evidence)
