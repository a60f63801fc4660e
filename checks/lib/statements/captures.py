"""Captures of one source in the order they were taken, and statements that are one statement in two of them."""

import itertools
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from schemas.comparison import Corpus
from schemas.statement import Claim, Measurement, Parsed, Statement

Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two captures of one source that follow each other."""

    old: Parsed
    new: Parsed


def pairs(corpus: Corpus) -> Iterator[Pair]:
    """Captures that follow each other, by name; sources whose captures are not dated are left out."""
    by_name: dict[str, list[Parsed]] = defaultdict(list)
    for parsed in (*corpus.earlier, *corpus.parsed):
        by_name[parsed.document.name].append(parsed)
    for _, captures in sorted(by_name.items()):
        times = [corpus.captured_at.get(one.document.document_id, "") for one in captures]
        if len(set(times) - {""}) == len(captures) > 1:
            ordered = [one for _, one in sorted(zip(times, captures, strict=True), key=lambda item: item[0])]
            yield from itertools.starmap(Pair, itertools.pairwise(ordered))


def undated(corpus: Corpus) -> list[str]:
    """Sources with several captures of which not every one has a time of its own."""
    by_name: dict[str, list[str]] = defaultdict(list)
    for document in (one.document for one in (*corpus.earlier, *corpus.parsed)):
        by_name[document.name].append(corpus.captured_at.get(document.document_id, ""))
    return sorted(name for name, times in by_name.items() if len(times) > 1 and len(set(times) - {""}) < len(times))


def statements(parsed: Parsed) -> dict[Key, Statement]:
    """Statements whose key stands once in their document, by key: a key that stands twice cannot be followed."""
    found: dict[Key, list[Statement]] = defaultdict(list)
    for claim in parsed.claims:
        if claim.figure.kind != "config" and (claim.workload or claim.figure.kind == "price"):
            found[_claim(claim)].append(claim)
    for row in parsed.measurements:
        if row.figure:
            found[_row(row)].append(row)
    return {key: members[0] for key, members in found.items() if len(members) == 1}


def _claim(claim: Claim) -> Key:
    sides = (claim.subject.name, str(claim.subject.count or ""), claim.baseline.name)
    about = (claim.workload, claim.variant, claim.task, claim.metric)
    return "claim", claim.figure.kind, claim.figure.unit, claim.place, *about, *sides


def _row(row: Measurement) -> Key:
    conditions = [f"{name}={value}" for name, value in row.subject.conditions]
    about = (row.workload, row.variant, row.task, row.metric, row.subject.name, str(row.devices or ""))
    return "row", row.column, *about, row.submission_id, *conditions
