"""Cells that say themselves that their value was, or will be, another one: "180 W (revision 1: lower)"."""

import re

from schemas.finding import Finding

WHY = "The cell says that it was another value in another state."
_STATE = re.compile(
    r"\((?:[^)]*\b(?:formerly|previously|earlier|until)\b|(?:revision|version|release)\s[\w.]+:)",
    re.IGNORECASE,
)


def of_other_state(finding: Finding) -> bool:
    """Whether something that a finding quotes has a bracket that speaks of another state of it."""
    return any(one.role == "disputed" and _STATE.search(one.quote) for one in finding.evidence)
