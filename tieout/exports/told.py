"""What every export is made of: a finding, how it stands against a baseline, and what was decided on it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from schemas.finding import Finding
from tieout.decisions.ladder import Applied, Decided
from tieout.report.view import Desk

State = Literal["new", "unchanged", "updated", "absent", ""]  # as SARIF's baselineState; "" without a baseline


@dataclass(frozen=True, slots=True)
class Told:
    """A finding to export."""

    finding: Finding
    state: State = ""
    decided: Decided = field(default_factory=Decided)

    @property
    def dismissed(self) -> bool:
        """Whether an auditor said that it is none, and that still holds."""
        return self.decided.column == "dismissed"


@dataclass(frozen=True, slots=True)
class Known:
    """A finding as a baseline knows it; also what is left of one that is gone."""

    finding_id: str
    fingerprint: str
    evidence_hash: str
    check: str = ""
    severity: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Export:
    """Findings, worst first, those of the baseline that are gone, and those about which nothing can be said."""

    told: tuple[Told, ...]
    absent: tuple[Known, ...] = ()
    unread: tuple[Known, ...] = ()


def of_desk(desk: Desk, applied: Applied) -> Export:
    """A run's findings against those of the run before. Without one, nothing is said of what is new."""
    states: dict[str, State] = {"new": "new", "unchanged": "unchanged", "updated": "updated"}
    told = (
        Told(
            one.finding,
            states[one.seen.state] if desk.previous else "",
            applied.by_finding.get(one.finding.finding_id, Decided()),
        )
        for one in desk.items
    )
    gone = [(one.read, Known("", one.fingerprint, "", one.check, one.severity, one.message)) for one in desk.gone]
    return Export(tuple(told), _only(gone, read=True), _only(gone, read=False))


def _only(gone: Iterable[tuple[bool, Known]], *, read: bool) -> tuple[Known, ...]:
    return tuple(one for was_read, one in gone if was_read == read)
