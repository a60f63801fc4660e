"""Linking: which claims may be held against each other.

Claims that name the same workload, task, metric, variant and machines make one comparison. What a claim leaves open
is filled only where nothing else fits: a task when the others agree on one, "faster" by the one speed that was measured
of the same two machines, a baseline never. Blocking is by a sort over keys; no pair of claims is looked at here.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from schemas.comparison import Comparison, Corpus
from schemas.names import Vocabulary
from schemas.statement import Claim, Parsed
from tieout.parted import parted
from tieout.rendering import rendered

COMPARED = ("ratio", "percent_change")
UNNAMED = ("", "performance")
UNSPECIFIC = (*UNNAMED, "completion_time")
Block = tuple[str, str, str]
Run = tuple[str, str, str, str]  # workload, variant, and the two machines


def link(parsed: Sequence[Parsed], vocabulary: Vocabulary, captured_at: Mapping[str, str] | None = None) -> Corpus:
    """The corpus with its comparisons, in an order that the order of `parsed` does not change.

    `captured_at` is by document_id; where it dates every capture of one source, only the newest speaks for it and the
    others are `earlier`: held against each other they would contradict themselves.
    """
    # A document given twice counts once: else what it prints once would seem printed twice.
    once = {one.document.document_id: one for one in parsed}.values()
    ordered = sorted(once, key=lambda one: (one.document.name, one.document.document_id))
    marked = {one.document.document_id: found for one in ordered if (found := rendered(one))}
    read = [marked[key].parsed if (key := one.document.document_id) in marked else one for one in ordered]
    current, earlier = _newest(read, captured_at or {})
    claims = [claim for one in current for claim in one.claims if _linkable(claim)]
    return Corpus(current, tuple(comparisons(claims, vocabulary)), vocabulary, captured_at or {}, earlier, marked)


def replaced(captures: Collection[tuple[str, str]], captured_at: Mapping[str, str]) -> set[str]:
    """The document_ids of captures that newer ones of their source replaced, of pairs of name and document_id."""
    times: dict[str, list[str]] = defaultdict(list)
    for name, document_id in captures:
        times[name].append(captured_at.get(document_id, ""))
    newest = {name: max(some) for name, some in times.items() if all(some)}
    return {key for name, key in captures if captured_at.get(key, "") < newest.get(name, "")}


def _newest(ordered: list[Parsed], captured_at: Mapping[str, str]) -> tuple[tuple[Parsed, ...], tuple[Parsed, ...]]:
    old = replaced([(one.document.name, one.document.document_id) for one in ordered], captured_at)
    now = tuple(one for one in ordered if one.document.document_id not in old)
    return now, tuple(one for one in ordered if one.document.document_id in old)


def _linkable(claim: Claim) -> bool:
    """A factor that says what was run; without that, both machines must be named and their words decide (topics)."""
    named = claim.workload or (claim.subject.name and claim.baseline.name)
    return claim.figure.kind in COMPARED and bool(named)


def comparisons(claims: Iterable[Claim], vocabulary: Vocabulary) -> list[Comparison]:
    """Groups of claims about one thing, by key."""
    every = list(claims)
    speeds = _speeds(every, vocabulary)
    blocks: dict[Block, list[Claim]] = defaultdict(list)
    for claim in every:
        blocks[(claim.workload, _metric(claim, speeds, vocabulary), claim.variant)].append(claim)
    return [group for block in sorted(blocks) for group in _groups(block, blocks[block], vocabulary)]


def _speeds(claims: Iterable[Claim], vocabulary: Vocabulary) -> dict[Run, set[str]]:
    """The classes of speeds that are named for each run."""
    found: dict[Run, set[str]] = defaultdict(set)
    for claim in claims:
        entry = vocabulary.get("metrics", claim.metric)
        if claim.workload and entry and entry.flag("speed"):
            found[_run(claim, vocabulary)].add(vocabulary.metric_class(claim.metric))
    return found


def _run(claim: Claim, vocabulary: Vocabulary) -> Run:
    return claim.workload, claim.variant, root(claim.subject.name, vocabulary), root(claim.baseline.name, vocabulary)


def _metric(claim: Claim, speeds: Mapping[Run, set[str]], vocabulary: Vocabulary) -> str:
    """The class of metrics; "20 % faster" names none: with a workload it is the only speed that was measured there.

    Without a workload "starts 20 % faster", which names a time, and "20 % faster" are one.
    """
    found = vocabulary.metric_class(claim.metric)
    if not claim.workload:
        return "performance" if found in UNSPECIFIC else found
    only = speeds.get(_run(claim, vocabulary), set()) if found in UNNAMED else set()
    return next(iter(only)) if len(only) == 1 else found


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
        for some in (parted(members, vocabulary) if not block[0] else [members])
    ]


def _place(claim: Claim) -> tuple[str, int, str]:
    return claim.document, claim.figure.start, claim.statement_id


def root(platform: str, vocabulary: Vocabulary) -> str:
    """The part that a platform is a variant of: A100-SXM4-80GB -> A100. A name the vocabulary lacks is its own."""
    return [platform, *vocabulary.ancestors(platform)][-1]
