"""Findings of this run against those of the run before: when each was first and last seen, which are gone.

Times come from the captures, never from a clock: the same input gives the same rows.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import polars as pl

from schemas.finding import Finding
from schemas.tables import empty


@dataclass(frozen=True, slots=True)
class Seen:
    """When a finding was first and last seen (UTC, ISO 8601), and how it stands against the run before.

    Seen means: in captures of that time. `state` is new, unchanged (same values), or updated (other values).
    """

    first_seen: str
    last_seen: str
    state: str


@dataclass(frozen=True, slots=True)
class History:
    """`seen` by finding_id for this run's findings; `absent` the rows of earlier ones that were not found again."""

    seen: Mapping[str, Seen]
    absent: pl.DataFrame


class Named(Protocol):
    """Anything that says which finding it is."""

    @property
    def finding_id(self) -> str:
        """Check, comparison and places."""

    @property
    def fingerprint(self) -> str:
        """Check and comparison."""

    @property
    def evidence_hash(self) -> str:
        """The values."""


_Known = TypeVar("_Known", bound=Named)


@dataclass(frozen=True, slots=True)
class _Before:
    finding_id: str
    fingerprint: str
    evidence_hash: str
    first_seen: str


def history(findings: Sequence[Finding], captured_at: Mapping[str, str], before: pl.DataFrame | None) -> History:
    """Match findings with those of the run `before` (its findings table; None on a first run).

    The id matches first; then fingerprint and values, for a page that was captured anew; then the fingerprint
    alone, which is an update. `captured_at` is by document_id.
    """
    table = empty("findings") if before is None else before
    known = [_Before(*row) for row in table.select("finding_id", "fingerprint", "evidence_hash", "first_seen").rows()]
    pairs = matched(findings, known)
    seen = {one.finding_id: _seen(one, pairs.get(one.finding_id), captured_at) for one in findings}
    found = {match.finding_id for match in pairs.values()}
    gone = table.filter(~pl.col("finding_id").is_in(sorted(found)) & ~pl.col("finding_id").is_in(sorted(seen)))
    return History(seen, gone.with_columns(state=pl.lit("absent")))


def matched(findings: Iterable[Finding], known: Iterable[_Known]) -> dict[str, _Known]:
    """Findings of before by the id of today's, each used once: by id, then by values, then by what is compared."""
    pairs: dict[str, _Known] = {}
    left: list[Named] = list(findings)
    free = sorted(known, key=lambda one: one.finding_id)
    for key in (_by_id, _by_values, _by_fingerprint):
        waiting: dict[tuple[str, ...], list[_Known]] = {}
        for old in reversed(free):
            waiting.setdefault(key(old), []).append(old)
        for one in sorted(left, key=_by_id):
            if candidates := waiting.get(key(one)):
                pairs[one.finding_id] = candidates.pop()
        taken = {id(old) for old in pairs.values()}
        free = [old for old in free if id(old) not in taken]
        left = [one for one in left if one.finding_id not in pairs]
    return pairs


def _by_id(one: Named) -> tuple[str, ...]:
    return (one.finding_id,)


def _by_values(one: Named) -> tuple[str, ...]:
    return (one.fingerprint, one.evidence_hash)


def _by_fingerprint(one: Named) -> tuple[str, ...]:
    return (one.fingerprint,)


def _seen(finding: Finding, before: _Before | None, captured_at: Mapping[str, str]) -> Seen:
    latest = max((captured_at.get(item.document_id, "") for item in finding.evidence), default="")
    if before is None:
        return Seen(latest, latest, "new")
    same = before.evidence_hash == finding.evidence_hash
    return Seen(before.first_seen, latest, "unchanged" if same else "updated")
