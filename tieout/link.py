"""Linking: which claims may be held against each other.

Claims that name the same workload, task, metric, variant and machines make one comparison. What a claim leaves open
is filled only where nothing else fits: a task when the others agree on one, a baseline never. Blocking is by a
sort over keys; no pair of claims is looked at here.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from schemas.comparison import Comparison, Corpus
from schemas.names import Vocabulary
from schemas.statement import Claim, Parsed
from tieout import topics

COMPARED = ("ratio", "percent_change")
Block = tuple[str, str, str]


def link(parsed: Sequence[Parsed], vocabulary: Vocabulary, captured_at: Mapping[str, str] | None = None) -> Corpus:
    """The corpus with its comparisons, in an order that the order of `parsed` does not change.

    `captured_at` is by document_id; where it dates every capture of one source, only the newest speaks for it and the
    others are `earlier`: held against each other they would contradict themselves.
    """
    ordered = sorted(parsed, key=lambda one: (one.document.name, one.document.document_id))
    current, earlier = _newest(ordered, captured_at or {})
    claims = [claim for one in current for claim in one.claims if _linkable(claim)]
    return Corpus(current, tuple(comparisons(claims, vocabulary)), vocabulary, captured_at or {}, earlier)


def _newest(ordered: list[Parsed], captured_at: Mapping[str, str]) -> tuple[tuple[Parsed, ...], tuple[Parsed, ...]]:
    times: dict[str, list[str]] = defaultdict(list)
    for one in ordered:
        times[one.document.name].append(captured_at.get(one.document.document_id, ""))
    old = [
        one
        for one in ordered
        if all(times[one.document.name]) and captured_at[one.document.document_id] < max(times[one.document.name])
    ]
    return tuple(one for one in ordered if one not in old), tuple(old)


def _linkable(claim: Claim) -> bool:
    """A factor that says what was run; without that, both machines must be named and their words decide (topics)."""
    named = claim.workload or (claim.subject.name and claim.baseline.name)
    return claim.figure.kind in COMPARED and bool(named)


def comparisons(claims: Iterable[Claim], vocabulary: Vocabulary) -> list[Comparison]:
    """Groups of claims about one thing, by key."""
    blocks: dict[Block, list[Claim]] = defaultdict(list)
    for claim in claims:
        blocks[(claim.workload, vocabulary.metric_class(claim.metric), claim.variant)].append(claim)
    return [group for block in sorted(blocks) for group in _groups(block, blocks[block], vocabulary)]


def _groups(block: Block, claims: list[Claim], vocabulary: Vocabulary) -> list[Comparison]:
    tasks = {claim.task for claim in claims if claim.task}
    only = tasks.pop() if len(tasks) == 1 else ""
    groups: dict[tuple[str, ...], list[Claim]] = defaultdict(list)
    for claim in claims:
        machines = (root(claim.subject.name, vocabulary), root(claim.baseline.name, vocabulary))
        groups[(*block, claim.task or only, *machines, claim.figure.kind)].append(claim)
    ordered = [(name, sorted(members, key=_place)) for name, members in sorted(groups.items())]
    return [
        Comparison(name, tuple(some))
        for name, members in ordered
        for some in (_by_topic(members, vocabulary) if not block[0] else [members])
    ]


def _by_topic(claims: list[Claim], vocabulary: Vocabulary) -> list[list[Claim]]:
    """Claims without a workload, parted by what their words are about; each is held against a part's first claim."""
    parts: list[list[Claim]] = []
    for claim in claims:
        part = next((members for members in parts if topics.alike(members[0], claim, vocabulary)), None)
        if part is None:
            parts.append([claim])
        else:
            part.append(claim)
    return parts


def _place(claim: Claim) -> tuple[str, int, str]:
    return claim.document, claim.figure.start, claim.statement_id


def root(platform: str, vocabulary: Vocabulary) -> str:
    """The part that a platform is a variant of: A100-SXM4-80GB -> A100. A name the vocabulary lacks is its own."""
    return [platform, *vocabulary.ancestors(platform)][-1]
