"""Statements -> findings: link what may be compared, run every check over it."""

from collections.abc import Sequence
from dataclasses import dataclass

from schemas.finding import Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Parsed


@dataclass(frozen=True, slots=True)
class Reconciled:
    """What the checks said: findings, worst first, and what was not judged and why."""

    findings: tuple[Finding, ...]
    skips: tuple[Skip, ...]


def reconcile(parsed: Sequence[Parsed], vocabulary: Vocabulary) -> Reconciled:
    """Run every check over these documents together; the order of `parsed` never changes the result."""
    return Reconciled((), ())
