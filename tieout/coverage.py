"""Coverage: for which share of the claims it is settled what they are about, and why not for the others."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from schemas.statement import Claim, Parsed

FIELDS = ("metric", "workload", "task", "subject", "baseline")
COMPARING = frozenset({"ratio", "percent_change"})  # an absolute value has no baseline to name
SETTINGS = frozenset({"config", "count"})  # what a claim was measured with: about a side, not about a workload


@dataclass(frozen=True, slots=True)
class Coverage:
    """Claims of one document ("" for all of them) and one kind ("" for all that assert a performance)."""

    document: str
    kind: str
    claims: int
    resolved: tuple[tuple[str, int, int], ...]  # field, how many claims settle it, of how many that should
    reasons: tuple[tuple[str, int], ...]  # most frequent first

    def share(self, field: str) -> float | None:
        """The share of claims that settle `field`; None where no claim should."""
        counts = {name: (hits, tries) for name, hits, tries in self.resolved}
        hits, tries = counts[field]
        return hits / tries if tries else None


def coverage(read: Sequence[Parsed]) -> Iterator[Coverage]:
    """Each document's kinds and their total, then the same over all documents."""
    for parsed in read:
        yield from _lines(parsed.document.name, parsed.claims)
    yield from _lines("", [claim for parsed in read for claim in parsed.claims])


def _lines(document: str, claims: Sequence[Claim]) -> Iterator[Coverage]:
    ordered = sorted(claims, key=_kind)
    for kind, members in groupby(ordered, key=_kind):
        yield _coverage(document, kind, list(members))
    yield _coverage(document, "", [claim for claim in claims if _kind(claim) not in SETTINGS])


def _kind(claim: Claim) -> str:
    return claim.figure.kind


def _coverage(document: str, kind: str, claims: list[Claim]) -> Coverage:
    reasons = Counter(reason for claim in claims for reason in _reasons(claim))
    ranked = sorted(reasons.items(), key=lambda one: (-one[1], one[0]))
    return Coverage(document, kind, len(claims), tuple(_resolved(field, claims) for field in FIELDS), tuple(ranked))


def _resolved(field: str, claims: list[Claim]) -> tuple[str, int, int]:
    asked = [claim for claim in claims if _asked(claim, field)]
    return field, sum(bool(_value(claim, field)) for claim in asked), len(asked)


def _asked(claim: Claim, field: str) -> bool:
    return field != "baseline" or _kind(claim) in COMPARING


def _reasons(claim: Claim) -> Iterator[str]:
    """Why fields are empty; a field that is empty without a reason is counted as that."""
    yield from claim.unresolved
    given = {reason.partition(":")[0] for reason in claim.unresolved}
    for field in FIELDS:
        if _asked(claim, field) and not _value(claim, field) and field not in given:
            yield f"{field}: no reason given"


def _value(claim: Claim, field: str) -> str:
    texts = {"metric": claim.metric, "workload": claim.workload, "task": claim.task}
    sides = {"subject": claim.subject.name, "baseline": claim.baseline.name}
    return (texts | sides)[field]
