"""Findings that dispute the same statements are one finding: report causes, not echoes.

Two checks that look at one slip from two sides see the same statements: a label against its title, and the label
against its bar. The worse of the two is kept, with the evidence of both and the other's sum in its arithmetic.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from schemas.finding import SEVERITIES, Evidence, Finding
from schemas.interval import Verdict

MERGED: tuple[Verdict, ...] = ("inconsistent",)  # what is merely not like for like has as many causes as conditions
Place = tuple[str, str, int]  # one end of a figure in a document
RANK = {severity: rank for rank, severity in enumerate(SEVERITIES)}


def merge(findings: Iterable[Finding]) -> list[Finding]:
    """Findings of different checks that share their cause as one, in an order that the given order does not change.

    One cause: both contradict something printed, and they blame one statement, or those that one disputes (two at
    least) are among those the other does; or the one says low of a figure that the other disputes for sure.
    """
    ordered = sorted(findings, key=_rank)
    groups = _groups(ordered)
    return [_merged([ordered[index] for index in members]) for members in groups]


def _rank(finding: Finding) -> tuple[int, int, str, str]:
    return RANK[finding.severity], -len(disputed(finding)), finding.check, finding.finding_id


def disputed(finding: Finding) -> frozenset[str]:
    """The statements that a finding disputes."""
    return frozenset(item.statement_id for item in finding.evidence if item.role == "disputed" and item.statement_id)


def _figure(finding: Finding) -> tuple[Place, ...]:
    """Both ends of the figure that a finding is about: what it disputes first."""
    first = finding.evidence[0] if finding.evidence else None
    if first is None or first.role != "disputed":
        return ()
    return (first.document_id, "start", first.start), (first.document_id, "end", first.end)


def _groups(ordered: Sequence[Finding]) -> list[list[int]]:
    """Each finding joins the first before it that shares its cause; looked up by statement, not pair by pair."""
    heads = _Heads()
    groups: dict[int, list[int]] = {}
    for index, finding in enumerate(ordered):
        one = _Cause(index, finding.check, finding.likely_wrong, disputed(finding), _figure(finding), finding.severity)
        head = heads.first(one) if finding.verdict in MERGED else None
        groups.setdefault(index if head is None else head, []).append(index)
        if head is None and finding.verdict in MERGED:
            heads.add(one)
    return list(groups.values())


@dataclass(frozen=True, slots=True)
class _Cause:
    index: int
    check: str
    blamed: str
    ids: frozenset[str]
    figure: tuple[Place, ...] = ()
    severity: str = "low"

    def shares(self, other: "_Cause") -> bool:
        """Whether two findings look at one slip: they blame one statement, or one disputes what the other does."""
        if self.check == other.check or self.ids.isdisjoint(other.ids):
            return False
        if self.blamed and self.blamed == other.blamed:
            return True
        return len(self.ids & other.ids) > 1 and (self.ids <= other.ids or other.ids <= self.ids)


class _Heads:
    """Findings that others may join, looked up by what they blame and by their rarest statement.

    One statement may be disputed by thousands of findings of one check. What disputes a part of another's statements
    is found through the least disputed of its own, so those thousands are not gone through for each of them.
    """

    def __init__(self) -> None:
        self._blaming: dict[str, list[_Cause]] = defaultdict(list)
        self._disputing: dict[str, list[_Cause]] = defaultdict(list)
        self._rarest: dict[str, list[_Cause]] = defaultdict(list)
        self._about: dict[Place, list[_Cause]] = defaultdict(list)

    def add(self, one: _Cause) -> None:
        """One more, in the order of findings."""
        for place in one.figure:
            self._about[place].append(one)
        if one.blamed:
            self._blaming[one.blamed].append(one)
        if len(one.ids) > 1:
            self._rarest[self._least(one.ids)].append(one)
        for statement in one.ids:
            self._disputing[statement].append(one)

    def first(self, one: _Cause) -> int | None:
        """The first that shares its cause; None when it is the first itself."""
        echoed = self._echoed(one)
        if echoed is not None:
            return echoed
        blaming = next((other.index for other in self._blaming.get(one.blamed, ()) if one.shares(other)), None)
        if len(one.ids) < 2:
            return blaming
        wider = self._disputing.get(self._least(one.ids), ())
        narrower = (other for statement in one.ids for other in self._rarest.get(statement, ()))
        found = (other.index for other in (*wider, *narrower) if one.shares(other))
        return min((index for index in (blaming, min(found, default=None)) if index is not None), default=None)

    def _echoed(self, one: _Cause) -> int | None:
        """The first finding of another check about the same figure, where this one only says low of it."""
        if one.severity != "low":
            return None
        about = (other for place in one.figure for other in self._about.get(place, ()))
        return min((other.index for other in about if other.check != one.check), default=None)

    def _least(self, ids: frozenset[str]) -> str:
        return min(ids, key=lambda statement: (len(self._disputing.get(statement, ())), statement))


def _merged(members: list[Finding]) -> Finding:
    kept, *others = members
    if not others:
        return kept
    sums = [kept.arithmetic, *(f"Also {one.check}: {one.arithmetic}" for one in others)]
    blamed = next((one for one in members if one.likely_wrong), kept)
    return replace(
        kept,
        arithmetic=" ".join(sums),
        evidence=_evidence(members),
        likely_wrong=blamed.likely_wrong,
        likely_wrong_why=blamed.likely_wrong_why,
    )


def _evidence(members: list[Finding]) -> tuple[Evidence, ...]:
    """Every piece once, in the place and the role that the first finding gives it."""
    found: dict[tuple[str, int, int], Evidence] = {}
    for item in (each for finding in members for each in finding.evidence):
        found.setdefault((item.document_id, item.start, item.end), item)
    return tuple(found.values())
