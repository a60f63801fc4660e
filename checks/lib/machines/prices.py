"""Printed prices of machines, and what another size of the same line costs at the same price per chip."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings.words import said
from checks.lib.machines.made_of import scaled
from schemas.names import Vocabulary
from schemas.statement import Claim


@dataclass(frozen=True, slots=True)
class Priced:
    """What a machine costs: as printed, or scaled by chips from `source`, another size of its line."""

    value: Decimal
    source: Claim
    words: str


def priced(machine: str, prices: Iterable[Claim], vocabulary: Vocabulary) -> Priced | None:
    """The price of a machine, its own before a scaled one; None when none is printed for its line."""
    known = [claim for claim in prices if claim.subject.name]
    own = next((claim for claim in known if claim.subject.name == machine), None)
    for claim in [own] if own else known:
        value = scaled(claim.figure.value, claim.subject.name, machine, vocabulary) if not own else claim.figure.value
        if value:
            how = "" if own else f" ({said(claim.figure)} for a {claim.subject.name})"
            return Priced(value, claim, f"{machine} at {value:,.0f} {claim.figure.unit}{how}")
    return None
