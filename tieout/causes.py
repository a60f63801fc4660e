"""Findings that dispute the same statements are one finding: report causes, not echoes.

Two checks that look at one slip from two sides see the same statements: a label against its title, and the label
against its bar. The worse of the two is kept, with the evidence of both and the other's sum in its arithmetic.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from schemas.finding import Evidence, Finding
from schemas.interval import Verdict

MERGED: tuple[Verdict, ...] = ("inconsistent",)  # what is merely not like for like has as many causes as conditions
RANK = {"high": 0, "medium": 1, "low": 2, "info": 3}


def merge(findings: Iterable[Finding]) -> list[Finding]:
    """Findings of different checks that share their cause as one, in an order that the given order does not change.

    One cause: both contradict something printed, and they blame one statement, or those that one disputes (two at
    least) are among those the other does.
    """
    ordered = sorted(findings, key=_rank)
    groups = _groups(ordered)
    return [_merged([ordered[index] for index in members]) for members in groups]


def _rank(finding: Finding) -> tuple[int, int, str, str]:
    return RANK[finding.severity], -len(disputed(finding)), finding.check, finding.finding_id


def disputed(finding: Finding) -> frozenset[str]:
    """The statements that a finding disputes."""
    return frozenset(item.statement_id for item in finding.evidence if item.role == "disputed" and item.statement_id)


def _groups(ordered: Sequence[Finding]) -> list[list[int]]:
    """Each finding joins the first before it that shares its cause; looked up by statement, not pair by pair."""
    of_statement: dict[str, list[int]] = defaultdict(list)
    groups: dict[int, list[int]] = {}
    for index, finding in enumerate(ordered):
        ids = disputed(finding)
        candidates = sorted({head for one in ids for head in of_statement[one]})
        head = next((one for one in candidates if _one_cause(ordered[one], finding)), index)
        groups.setdefault(head, []).append(index)
        if head == index and finding.verdict in MERGED:
            for one in ids:
                of_statement[one].append(index)
    return list(groups.values())


def _one_cause(kept: Finding, other: Finding) -> bool:
    mine, theirs = disputed(kept), disputed(other)
    if kept.check == other.check or kept.verdict not in MERGED or other.verdict not in MERGED:
        return False
    if kept.likely_wrong and kept.likely_wrong == other.likely_wrong:
        return True
    return len(mine & theirs) > 1 and (mine <= theirs or theirs <= mine)


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
    """Every piece once, in the role that the first finding gives it."""
    every = [item for finding in members for item in finding.evidence]
    return tuple({(item.document_id, item.start, item.end): item for item in reversed(every)}.values())[::-1]
