"""Factors over a system of unknown size."""

import re
from collections.abc import Iterator

from checks.lib.findings.words import listed, said, topic
from checks.lib.statements.compared import FACTORS
from checks.lib.statements.passages import passages, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.number_words import WORD_NUMBER
from schemas.statement import Claim, Parsed

CODE = "unsized-system"
MOST = 2  # other places that a finding quotes
_UNSIZED = re.compile(
    r"\b(?:an?|the|its|our|their)\s+"
    r"(?P<name>(?:(?!(?:with|on|in|of|and|the|an?|to|than|same|identical)\b)[\w.-]+\s+){1,4}?"
    r"(?:set-?up|cluster|configuration|installation|server farm|classic system))\b(?!\s+(?:of|with)\s+\d)",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"(?<![\w.])\d+\s?[x×]?[\s-]*(?:\w+[\s-])?(?:(?i:GPU|IPU|TPU|chip|node|core|server|accelerator)s?)\b|\b\d+\s?[x×]\s?[A-Z]|"
    rf"\b(?i:{WORD_NUMBER}|\d+)-[a-z]+\b(?=[^.;,]{{0,40}}\b(?:set-?up|cluster|configuration)\b)"  # "nine-node"
)


Bare = tuple[Claim, re.Match[str]]  # a factor, and the system of unknown size beside it


@check(CODE, version=3, severity="low", since="0.1.0")
def unsized_system(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor between two systems says how many chips each of them has.

    Why:
        "36x faster than a V100 setup" is one thing over one V100 and another over eight. Without the counts the factor
        says nothing of the chips that it names.

    Flags:
        Factors in running text over, or of, a "setup", a "cluster" or a "configuration" in a sentence that counts no
        chips, nodes or servers; all of a document are one finding.

    Passes:
        "An 8-GPU setup"; a cluster of 16 nodes; "a nine-node cluster"; "the same cluster", whose size cancels;
        products whose size their name settles.

    Does not judge:
        Factors in charts, whose notes state the sides (one-sided-conditions does).
    """
    for parsed in corpus.parsed:
        found = [(claim, match) for claim in _factors(parsed) for match in _UNSIZED.finditer(claim.context)]
        bare = [(claim, match) for claim, match in found if not _COUNTED.search(claim.context)]
        if bare:
            yield _finding(parsed, bare, list(_told_again(parsed, bare, corpus.vocabulary)))
        elif found:
            yield Skip(CODE, (parsed.document.name,), "not applicable, because the sentence counts them")


def _factors(parsed: Parsed) -> Iterator[Claim]:
    return (one for one in parsed.claims if one.figure.kind in FACTORS and one.place == "prose" and not one.chart)


def _told_again(parsed: Parsed, bare: list[Bare], vocabulary: Vocabulary) -> Iterator[Evidence]:
    """Captions and sentences that name the model and its baseline once more, and count them no better."""
    wanted = {(claim.workload, claim.baseline.name) for claim, _ in bare if claim.workload and claim.baseline.name}
    told = {claim.context_start for claim, _ in bare}
    for passage in passages(parsed.document):
        models = {found.name for found in vocabulary.find(passage.words, "workloads")}
        machines = {found.name for found in vocabulary.find(passage.words, "platforms")}
        again = any(model in models and machine in machines for model, machine in wanted)
        if again and passage.start not in told and not _COUNTED.search(passage.words):
            yield quoted(parsed.document, passage.start, passage.end, "context")


def _finding(parsed: Parsed, bare: list[Bare], again: list[Evidence]) -> Finding:
    claims = list(dict.fromkeys(claim for claim, _ in bare))
    told = listed(f"{topic(claim)} {said(claim.figure)}" for claim in claims)
    spans = sorted({(one.context_start + m.start("name"), one.context_start + m.end("name")) for one, m in bare})
    names = [parsed.document.text[start:end] for start, end in spans]
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"{told}: how large is {listed(map(repr, names))}?",
        arithmetic="No factor per chip can be made without the number of chips on each side.",
        comparison=(parsed.document.name, *sorted({one.workload for one in claims})),
        evidence=(
            *(Evidence.of(claim) for claim in claims),
            *(quoted(parsed.document, start, end, "supporting") for start, end in spans),
            *again[:MOST],
        ),
        likely_wrong_why="nothing is wrong as printed; the sizes are missing",
    )
