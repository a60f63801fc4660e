"""Which machine ran which workload, as prose says it."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.findings.words import said, side, topic
from checks.lib.machines.made_of import chips, one_line
from checks.lib.statements.index import by
from checks.lib.statements.passages import Passage, passages, phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Mention, Vocabulary
from schemas.statement import Claim

CODE = "workload-platform"
VALUES = ("duration", "absolute")
_FOR = re.compile(r"[^.;:]{0,40}\b(?:for|running|ran|on)\s+(?:the\s+)?", re.IGNORECASE)


Known = dict[str, list[Claim]]  # values of a document by workload


@dataclass(frozen=True, slots=True)
class Assignment:
    """A sentence gives a workload to a machine: "its POD64 system for BERT"."""

    passage: Passage
    platform: Mention
    workload: Mention


@check(CODE, version=1, severity="high", since="0.1.0")
def workload_platform(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A workload's figures are on the machine that the same document says it was run on.

    Why:
        A time is worth what the machine behind it is. When a sentence says which system ran which workload and a
        quotation gives the time on another size of it, one of them is off by the ratio of the sizes.

    Flags:
        A sentence that gives two or more workloads to two or more machines, against a value of one of these workloads
        on another size of the same line, in the same document.

    Passes:
        A value on the machine that the sentence gives to its workload; machines of other lines, which are compared.

    Does not judge:
        Sentences with one pair only (skipped: they seldom claim that nothing else was run).
    """
    for parsed in corpus.parsed:
        known = by((one for one in parsed.claims if one.figure.kind in VALUES), lambda one: one.workload)
        for passage in passages(parsed.document):
            pairs = list(_assignments(passage, corpus.vocabulary))
            if len({one.workload.name for one in pairs}) > 1 and len({one.platform.name for one in pairs}) > 1:
                yield from _check(pairs, known, corpus.vocabulary)
            elif len(pairs) == 1 and any(
                _against(pairs[0], claim, corpus.vocabulary) for claim in _of(pairs[0], known)
            ):
                reason = "not applicable, because the sentence assigns one workload only"
                yield Skip(CODE, (parsed.document.name, pairs[0].workload.name), reason)


def _assignments(passage: Passage, vocabulary: Vocabulary) -> Iterator[Assignment]:
    named = vocabulary.find(passage.words, "platforms", "workloads")
    for left, right in itertools.pairwise(named):
        pair = left.kind == "platforms" and right.kind == "workloads" and not left.entry.flag("generic")
        if pair and _FOR.fullmatch(passage.words[left.end : right.start]):
            yield Assignment(passage, left, right)


def _of(one: Assignment, known: Known) -> list[Claim]:
    return known.get(one.workload.name, [])


def _against(one: Assignment, claim: Claim, vocabulary: Vocabulary) -> bool:
    return (
        one_line(claim.subject.name, one.platform.name, vocabulary)
        and not one.passage.start <= claim.figure.start < one.passage.end
    )


def _check(pairs: list[Assignment], known: Known, vocabulary: Vocabulary) -> Iterator[Finding]:
    for one in pairs:
        given = {other.platform.name for other in pairs if other.workload.name == one.workload.name}
        claims = [claim for claim in _of(one, known) if _against(one, claim, vocabulary)]
        against = [claim for claim in claims if claim.subject.name not in given]
        if against:
            yield _finding(one, against, vocabulary)


def _finding(one: Assignment, claims: list[Claim], vocabulary: Vocabulary) -> Finding:
    first = claims[0]
    sizes = chips(first.subject.name, vocabulary), chips(one.platform.name, vocabulary)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="high",
        message=f"{topic(first)} of {said(first.figure)} is on {side(first.subject)}, but the text says that "
        f"{one.workload.raw} was run on {one.platform.raw}",
        arithmetic=f"{first.subject.name} holds {sizes[0]} chips, {one.platform.name} {sizes[1]}: the time belongs "
        "to one of them.",
        comparison=(first.document, first.workload, first.task, first.metric, one.platform.name, first.subject.name),
        evidence=(_evidence(one), *(Evidence.of(claim) for claim in claims)),
        likely_wrong_why="it cannot be told from the two statements alone",
    )


def _evidence(one: Assignment) -> Evidence:
    span = re.compile(re.escape(one.passage.words[one.platform.start : one.workload.end]))
    match = span.search(one.passage.words, one.platform.start)
    if match is None:
        raise AssertionError("a stretch of a sentence is found in it")
    return phrase(one.passage, match)
