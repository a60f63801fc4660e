"""The best of a group, told elsewhere of every one of them."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from checks.lib.findings.words import IN_TEXT, said, where
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.topics import words_of
from checks.lib.statements.alike import same_metric
from checks.lib.statements.compared import FACTORS
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Claim

CODE = "best-for-every"
UNSPECIFIC = ("", "performance", "speedup")
NO_SPEED = ("size", "price", "power", "energy", "memory", "accuracy")
NEAR = 400  # characters around an "up to" within which its document says what the others gained
_EVERY = re.compile(
    r"\b(?:every|each|all)\b(?! (?:but|except|time)\b)(?:\s(?:single|one))?"
    r"(?:\s(?:of|the|our|these|those|your|its))*\s[\w-]+[^,;:.]*$",
    re.IGNORECASE,
)
_ALWAYS = re.compile(
    r"\b(?:across the board|without exception|always|no matter (?:the|which|what|how)|whatever the|regardless of|"
    r"(?:in|on|for|at|across) (?:every|each|all)(?! (?:but|except)))\b",
    re.IGNORECASE,
)
_BUT = re.compile(
    r"\b(?:but|except\w*|apart|besides|almost|nearly|most\w*|not|some|if|would|could|may|might)\b|n[’']t\b"
)
_OTHERS = re.compile(
    r"\b(?:median|average\w*|mean|geomean|typical\w*|slowest|smallest|least|lowest|minimum|worst|modest|others?|rest)\b",
    re.IGNORECASE,
)


@check(CODE, version=1, severity="high", since="0.1.0")
def best_for_every(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What one place says as the best of a group ("up to 5x") is not said of every one of them elsewhere.

    Why:
        "Up to 5x" is one query of forty. In the newsletter "every query runs 5x faster", and the digits are right.

    Flags:
        A factor or percentage with "up to" and the same one of the same sides with "every", "each", "all" or "across
        the board" instead: high where the first document prints a smaller one for the median, the mean or the slowest,
        else medium.

    Passes:
        "Up to" in both; "at least 1.5x on every query" beside "up to 5x"; another value, baseline or metric.

    Does not judge:
        Sentences that name no baseline; "all but one"; documents of different dates (skipped).
    """
    groups: dict[tuple[str, str], list[Claim]] = defaultdict(list)
    for claim in corpus.claims:
        if claim.figure.kind in FACTORS and claim.baseline.name and not claim.chart and claim.place in IN_TEXT:
            groups[claim.figure.kind, str(claim.figure.value.normalize())].append(claim)
    index = index_of(corpus)
    documents = {one.document_id: one for one in corpus.documents}
    for _, claims in sorted(groups.items()):
        best = [one for one in claims if one.figure.qualifier == "up_to"]
        for one in (one for one in claims if one.figure.qualifier != "up_to" and _of_every(one)) if best else ():
            kept = next((other for other in best if _same(one, other, corpus.vocabulary)), None)
            if kept is not None:
                yield from _judge(one, kept, corpus.claims, index, documents)


def _of_every(claim: Claim) -> bool:
    """Whether a sentence says its figure of all of a group."""
    start, end = claim.at
    bare = f"{claim.context[:start]} {claim.context[end:]}"
    return not _BUT.search(bare) and bool(_EVERY.search(claim.context[:start]) or _ALWAYS.search(bare))


def _same(one: Claim, other: Claim, vocabulary: Vocabulary) -> bool:
    """Whether two statements are of one metric and two sides, as far as they say."""
    if one.document_id == other.document_id and one.context_start == other.context_start:
        return False
    metrics = (one.metric, other.metric)
    if any(each in NO_SPEED for each in metrics) and len(set(metrics)) > 1:
        return False
    alike = any(each in UNSPECIFIC for each in metrics) or same_metric(*metrics, vocabulary)
    workload = not one.workload or not other.workload or one.workload == other.workload
    words = words_of(one, vocabulary), words_of(other, vocabulary)
    workload = workload and (not all(words) or not words[0].isdisjoint(words[1]))  # joins are no scans
    names = ((_own(one), _own(other)), (one.baseline.name, other.baseline.name))
    return alike and workload and all(not a or not b or vocabulary.related(a, b) for a, b in names)


def _own(claim: Claim) -> str:
    """The subject that the sentence itself names; who stands around it may be anybody ("Summer is close, and ...")."""
    return claim.subject.name if claim.subject.raw in claim.context else ""


def _judge(
    one: Claim, kept: Claim, claims: Sequence[Claim], index: Index, documents: dict[str, Document]
) -> Iterator[Finding | Skip]:
    key = (one.document, kept.document, kept.workload, kept.metric, kept.subject.name, kept.baseline.name)
    if index.of_two_editions(documents[one.document_id], documents[kept.document_id]):
        yield Skip(CODE, key, OTHER_EDITION)
        return
    others = [each for each in claims if _smaller(each, kept)]
    yield _finding(one, kept, others, key)


def _smaller(claim: Claim, kept: Claim) -> bool:
    """Whether a claim near an "up to" says what the others gained."""
    near = claim.document_id == kept.document_id and abs(claim.figure.start - kept.figure.start) < NEAR
    alike = claim.figure.kind == kept.figure.kind and claim.figure.qualifier != "up_to"
    return near and alike and claim.figure.value < kept.figure.value and bool(_OTHERS.search(claim.context))


def _finding(one: Claim, kept: Claim, others: Sequence[Claim], key: tuple[str, ...]) -> Finding:
    told = f"; it prints {', '.join(said(each.figure) for each in others)} for others of the group" if others else ""
    return Finding(
        check=CODE,
        verdict="inconsistent" if others else "compatible_not_implied",
        severity="high" if others else "medium",
        message=f"the {where(one)} of {one.document} says {said(one.figure)} of every case; the {where(kept)} of "
        f"{kept.document} says {said(kept.figure)}{told}",
        arithmetic=f"{said(kept.figure)} is the best of a group; {said(one.figure)} of all needs each to reach it.",
        comparison=key,
        evidence=(Evidence.of(one), Evidence.of(kept), *(Evidence.of(each, "supporting") for each in others)),
        likely_wrong=one.statement_id,
        likely_wrong_why="the statement of every case says more than the other supports",
    )
