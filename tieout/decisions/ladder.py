"""Decisions against the findings of a run: which still hold, which are to be looked at again, which met nothing.

The ladder, each rung only where the one above found nothing:

1. same fingerprint, same evidence: the decision is carried;
2. same fingerprint, other evidence: carried where the disputed figures are the same (other words around them, one
   more witness), else reopened, with what it was made on and what is there now;
3. another fingerprint, but the same disputed words in the same sentences under the same check: carried. So is a
   decision when a newer parser names the workload that an older one left open.

A rung that fits several findings, or a finding that several decisions fit, is no match: better asked twice than
dismissed unseen.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from schemas.finding import Finding
from tieout.decisions.model import Decision, Expected, Thread, expected, quote_hash, same_figures

Standing = Literal["open", "carried", "reopened", "expired"]
Left = Literal["unused", "waiting", "orphaned"]


@dataclass(frozen=True, slots=True)
class Decided:
    """How a finding stands. `was` is what a reopened decision was made on; `why` says why it does not hold."""

    standing: Standing = "open"
    decision: Decision | None = None
    why: str = ""
    was: tuple[Expected, ...] = ()
    now: tuple[Expected, ...] = ()
    thread: Thread | None = None

    @property
    def column(self) -> str:
        """As the findings table says it: the status, or that it no longer holds, "" when nobody decided."""
        if self.decision is None:
            return ""
        return self.decision.status if self.standing == "carried" else self.standing

    @property
    def settled(self) -> bool:
        """Whether nobody needs to look at it again."""
        return self.standing == "carried" and self.column in {"dismissed", "confirmed", "fixed_upstream"}


@dataclass(frozen=True, slots=True)
class Leftover:
    """A decision without a finding.

    unused: its documents were read and the finding is gone. waiting: a document of it was not read this time, so
    nothing can be said. orphaned: no source has its document any more, or several findings look like its own.
    """

    decision: Decision
    state: Left
    why: str


@dataclass(frozen=True, slots=True)
class Read:
    """What a run looked at: names of documents read and of those that failed, and the day that expiry is held against.

    `captured_at` is the newest capture by document name.
    """

    documents: frozenset[str]
    failed: frozenset[str] = frozenset()
    today: str = ""
    captured_at: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Applied:
    """Every finding's standing by finding_id, and the decisions that met no finding."""

    by_finding: Mapping[str, Decided]
    leftovers: tuple[Leftover, ...]


def apply(every: Mapping[str, Thread], findings: Sequence[Finding], read: Read) -> Applied:
    """Hold decisions (by fingerprint) against findings."""
    matches = _Matches(every, findings)
    decided = {one.finding_id: Decided(thread=every.get(one.fingerprint)) for one in findings}
    leftovers: list[Leftover] = []
    for thread in every.values():
        if thread.deciding is None:
            continue
        finding = matches.of(thread)
        if finding is None:
            leftovers.append(_leftover(thread.deciding, read, matches.alike(thread)))
        else:
            decided[finding.finding_id] = _decided(thread, finding, read)
    return Applied(decided, tuple(leftovers))


class _Matches:
    """Which finding a thread is about, if it is one."""

    def __init__(self, every: Mapping[str, Thread], findings: Iterable[Finding]) -> None:
        self._by_fingerprint: dict[str, list[Finding]] = defaultdict(list)
        self._by_quotes: dict[str, list[Finding]] = defaultdict(list)
        for one in findings:
            self._by_fingerprint[one.fingerprint].append(one)
            if one.fingerprint not in every:
                self._by_quotes[quote_hash(one)].append(one)
        lost = [thread for thread in every.values() if thread.fingerprint not in self._by_fingerprint]
        self._claims = Counter(one.deciding.quote_hash for one in lost if one.deciding)

    def of(self, thread: Thread) -> Finding | None:
        same = self._by_fingerprint.get(thread.fingerprint, [])
        if same:
            return _one(same, thread)
        if thread.deciding is None or self._claims[thread.deciding.quote_hash] > 1:
            return None
        alike = self._by_quotes.get(thread.deciding.quote_hash, [])
        return alike[0] if len(alike) == 1 else None

    def alike(self, thread: Thread) -> int:
        """How many findings the decision could be about."""
        quotes = thread.deciding.quote_hash if thread.deciding else ""
        return len(self._by_fingerprint.get(thread.fingerprint, [])) or len(self._by_quotes.get(quotes, []))


def _one(same: Sequence[Finding], thread: Thread) -> Finding | None:
    """Of findings under one fingerprint the one that was decided on: by its values, else its place, else its words."""
    values = {one.evidence_hash for one in thread.live if one.decides}
    exact = [one for one in same if one.evidence_hash in values]
    candidates = exact or list(same)
    deciding = thread.deciding
    if len(candidates) > 1 and deciding:
        placed = [one for one in candidates if one.finding_id == deciding.finding]
        candidates = placed or [one for one in candidates if quote_hash(one) == deciding.quote_hash]
    return candidates[0] if len(candidates) == 1 else None


def _decided(thread: Thread, finding: Finding, read: Read) -> Decided:
    made = [one for one in thread.live if one.decides]
    exact = next((one for one in reversed(made) if one.evidence_hash == finding.evidence_hash), None)
    decision = exact or made[-1]
    now = expected(finding)
    if exact is None and not same_figures(decision.expect, finding.evidence):
        return Decided(
            "reopened", decision, "the figures are not those that it was made on", decision.expect, now, thread
        )
    if decision.expires and decision.expires <= read.today:
        return Decided("expired", decision, f"it held until {decision.expires}", thread=thread)
    if decision.status == "fixed_upstream" and (newer := _captured_after(decision, finding, read)):
        return Decided("reopened", decision, f"the capture of {newer} still says it", decision.expect, now, thread)
    return Decided("carried", decision, thread=thread)


def _captured_after(decision: Decision, finding: Finding, read: Read) -> str:
    times = read.captured_at or {}
    newest = max((times.get(one.document, "") for one in finding.evidence), default="")
    return newest if newest > decision.at else ""


def _leftover(decision: Decision, read: Read, n_alike: int) -> Leftover:
    if n_alike > 1:
        return Leftover(decision, "orphaned", f"{n_alike} findings look like the one it was made on")
    documents = sorted({one.document for one in decision.expect})
    unread = [one for one in documents if one not in read.documents]
    failed = [one for one in unread if _failed(one, read.failed)]
    if failed:
        return Leftover(decision, "waiting", f"not read this time: {', '.join(failed)}")
    if unread:
        return Leftover(decision, "orphaned", f"no source has {', '.join(unread)}")
    return Leftover(decision, "unused", "the finding is no longer found; its documents were read")


def _failed(document: str, failed: Iterable[str]) -> bool:
    """A source that failed before it had a document is known by its own name, or by the path of its capture."""
    source = document.rpartition(".")[0] or document
    return any(one == document or source in one.split("/") for one in failed)
