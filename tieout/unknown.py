"""Names that the vocabulary does not hold, over all documents: each once, with how often and where it was first met."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from schemas.names import Vocabulary, key
from schemas.statement import Claim, Parsed

NEAREST = 3
ALIKE = 0.8  # Jaro-Winkler; below it the nearest known name is no help


@dataclass(frozen=True, slots=True)
class Unknown:
    """One unknown name as it was first printed; `count` is the number of statements that it stands in."""

    kind: str
    raw: str
    count: int
    document: str
    start: int
    nearest: tuple[str, ...]  # known names, most alike first


@dataclass(frozen=True, slots=True)
class _Met:
    kind: str
    name: str
    document: str
    start: int


def unknown(read: Sequence[Parsed], vocabulary: Vocabulary) -> list[Unknown]:
    """Every unknown name, most frequent first. Spellings that compare alike ("Foo-9", "foo 9") are one name."""
    groups: dict[tuple[str, str], list[_Met]] = {}
    for met in (met for parsed in read for met in _met(parsed)):
        if not _known(met, vocabulary):
            groups.setdefault((met.kind, key(met.name)), []).append(met)
    found = [_unknown(group, vocabulary) for group in groups.values()]
    return sorted(found, key=lambda one: (-one.count, one.kind, one.raw))


def _unknown(group: list[_Met], vocabulary: Vocabulary) -> Unknown:
    first = group[0]
    nearest = _nearest(first.kind, first.name, vocabulary)
    return Unknown(first.kind, first.name, len(group), first.document, first.start, nearest)


def _met(parsed: Parsed) -> Iterator[_Met]:
    """The names of a document in text order, once a statement."""
    name = parsed.document.name
    claims = [(one.figure.start, _of_claim(one)) for one in parsed.claims]
    rows = [(row.start, {("platforms", row.subject.name), ("workloads", row.workload)}) for row in parsed.measurements]
    for start, names in sorted(claims + rows, key=lambda one: one[0]):
        yield from (_Met(kind, raw, name, start) for kind, raw in sorted(names) if key(raw))


def _of_claim(claim: Claim) -> set[tuple[str, str]]:
    sides = {("platforms", side.name) for side in (claim.subject, claim.baseline)}
    return sides | {("workloads", claim.workload)}


def _known(met: _Met, vocabulary: Vocabulary) -> bool:
    # Software stands in a machine's place too ("DuckDB is 3x faster").
    return any(vocabulary.resolve(kind, met.name) for kind in (met.kind, "frameworks"))


def _nearest(kind: str, name: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    from rapidfuzz import process, utils  # slow to import, and most runs know every name
    from rapidfuzz.distance import JaroWinkler

    entries = {alias: entry.name for entry in vocabulary.entries(kind) for alias in (entry.name, *entry.aliases)}
    alike = JaroWinkler.similarity
    best = process.extract(
        name, list(entries), scorer=alike, processor=utils.default_process, limit=None, score_cutoff=ALIKE
    )
    return tuple(dict.fromkeys(entries[alias] for alias, _, _ in best))[:NEAREST]
