"""What happened on a desk within some days: new, worse, fixed, stale. Compared run with run, told from the captures."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from schemas.finding import SEVERITIES
from tieout import desk as desks
from tieout.decisions.ladder import Applied, Decided
from tieout.report.view import Desk, Item
from tieout.store import LATEST

MAX_RUNS = 500


@dataclass(frozen=True, slots=True)
class Worse:
    """A finding that is worse than it was: more severe, or about other figures."""

    item: Item
    was_severity: str
    was: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stale:
    """A finding that is open for long: `days` from its first capture to the newest one."""

    item: Item
    days: int


@dataclass(frozen=True, slots=True)
class Digest:
    """What to tell. `fixed` is gone and its documents were read; `unread` is gone because they were not."""

    desk: Desk
    since: Desk | None
    new: tuple[Item, ...]
    worse: tuple[Worse, ...]
    fixed: tuple[Item, ...]
    unread: tuple[Item, ...]
    stale: tuple[Stale, ...]
    stale_sources: tuple[tuple[str, int], ...]  # document and days since its capture
    n_open: int


def runs(out: Path, days: int) -> tuple[Desk, Desk | None]:
    """The newest run, and the newest that is at least `days` older by its captures; None when there is none so old.

    Raises:
        DeskError: there is no run.
    """
    newest = desks.load(out / LATEST)
    limit = _before(_captured(newest), days)
    older: Desk | None = None
    name = newest.previous
    for _ in range(MAX_RUNS):
        if not name:
            break
        try:
            older = desks.load(out / name)
        except desks.DeskError:
            break  # removed, or of an older version: the oldest that is there has to do
        if _captured(older) <= limit:
            break
        name = older.previous
    return newest, older


def digest(newest: Desk, older: Desk | None, applied: Applied, stale_after: int) -> Digest:
    """What changed between two runs, and what has been waiting for `stale_after` days."""
    nobody = Decided()
    live = [one for one in newest.items if applied.by_finding.get(one.finding.finding_id, nobody).column != "dismissed"]
    before = {one.finding.fingerprint: one for one in older.items} if older else {}
    now = {one.finding.fingerprint for one in newest.items}
    lost = [one for key, one in before.items() if key not in now]
    read = set(newest.captured_at) - {one.document for one in newest.failures}
    opened = [one for one in live if not applied.by_finding.get(one.finding.finding_id, nobody).settled]
    return Digest(
        newest,
        older,
        tuple(one for one in live if one.finding.fingerprint not in before) if older else (),
        tuple(_worse(live, before)),
        tuple(one for one in lost if set(one.documents) <= read),
        tuple(one for one in lost if not set(one.documents) <= read),
        tuple(_stale(opened, newest, stale_after)),
        tuple(_stale_sources(newest, stale_after)),
        len(opened),
    )


def _worse(live: Iterable[Item], before: Mapping[str, Item]) -> Iterable[Worse]:
    for one in live:
        old = before.get(one.finding.fingerprint)
        if old is None:
            continue
        risen = SEVERITIES.index(one.finding.severity) < SEVERITIES.index(old.finding.severity)
        if risen or old.finding.evidence_hash != one.finding.evidence_hash:
            quotes = dict.fromkeys(item.quote for item in old.finding.evidence if item.role == "disputed")
            yield Worse(one, old.finding.severity, tuple(quotes))


def _stale(opened: Iterable[Item], desk: Desk, after: int) -> Iterable[Stale]:
    newest = _captured(desk)
    for one in opened:
        days = _days(one.seen.first_seen, newest)
        if days >= after:
            yield Stale(one, days)


def _stale_sources(desk: Desk, after: int) -> Sequence[tuple[str, int]]:
    newest = _captured(desk)
    ages = ((name, _days(at, newest)) for name, at in sorted(desk.captured_at.items()))
    return [(name, days) for name, days in ages if days >= after]


def _captured(desk: Desk) -> str:
    return max(desk.captured_at.values(), default="")


def _days(first: str, last: str) -> int:
    if not first or not last:
        return 0
    return (datetime.fromisoformat(last) - datetime.fromisoformat(first)).days


def _before(at: str, days: int) -> str:
    if not at:
        return ""
    return (datetime.fromisoformat(at) - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
