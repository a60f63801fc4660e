"""One quantity, printed with two values."""

import itertools
from collections import defaultdict
from collections.abc import Iterator

from checks.lib import severity
from checks.lib.absolutes import based, same_dimension
from checks.lib.alike import differences
from checks.lib.topics import ALIKE, share, words_of
from checks.lib.words import said, side, topic, where
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.interval import judge
from schemas.names import Vocabulary
from schemas.statement import Claim

CODE = "value-agreement"
VALUES = ("absolute", "duration", "price")
_LEVELS: tuple[Severity, ...] = ("high", "medium", "low", "info")
MATTER = ("framework", "sdk_version", "dataset")
Key = tuple[str, ...]


@check(CODE, version=2, severity="high", since="0.1.0")
def value_agreement(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A quantity that two documents print of the same thing has one value.

    Why:
        The same run is reported in a post, a paper and a press release. Where they differ, one of them has a slip, and
        whoever cites picks one by chance.

    Flags:
        One value in each of two documents, or one in a heading and one in the text below it, for the same workload,
        task, metric, system and unit, whose intervals do not meet; where no workload is known, for sentences that
        share most of their words (at most medium).

    Passes:
        Rounded and cut-off values; values whose stated conditions, software release, framework, size or percentile
        differ; values of documents of different dates, which are later results (skipped).

    Does not judge:
        Documents that print several values of the same kind (a sweep); values of no named system; rows of tables.
    """
    groups: dict[Key, list[Claim]] = defaultdict(list)
    for claim in corpus.claims:
        if claim.figure.kind in VALUES and claim.subject.name:
            groups[_key(claim, corpus.vocabulary)].append(claim)
    dated = {one.document_id: one.published_on for one in corpus.documents}
    for key, claims in sorted(groups.items()):
        by_document: dict[str, list[Claim]] = defaultdict(list)
        for claim in claims:
            by_document[claim.document_id].append(claim)
        yield from _across(key, list(by_document.values()), dated, corpus.vocabulary)
        for members in by_document.values():
            yield from _within(key, members, corpus.vocabulary)


def _key(claim: Claim, vocabulary: Vocabulary) -> Key:
    unit = vocabulary.resolve("units", claim.figure.unit)
    dimension = (unit.text("dimension") if unit else "") or claim.figure.unit
    measured = claim.figure.unit if dimension != "time" else "time"
    metric = vocabulary.metric_class(claim.metric)
    count = str(claim.subject.count or "")
    return claim.workload, claim.variant, claim.task, metric, claim.subject.name, count, measured, claim.figure.kind


def _across(
    key: Key, documents: list[list[Claim]], dated: dict[str, str], known: Vocabulary
) -> Iterator[Finding | Skip]:
    """Neighbours in order of value: where any two documents disagree, some neighbours do."""
    single = [claims for claims in documents if not any(_apart(claims[0], other, known) for other in claims)]
    ranked = sorted(single, key=lambda claims: based(claims[0].figure, known).rounded.upper)
    for claims, others in itertools.pairwise(ranked):
        if not _apart(claims[0], others[0], known):
            continue
        dates = {dated[one.document_id] for one in (claims[0], others[0])} - {""}
        if len(dates) > 1:
            yield Skip(CODE, key, "not comparable, because the documents are of different dates")
        else:
            yield from _judge(key, claims, others, known)


def _within(key: Key, claims: list[Claim], known: Vocabulary) -> Iterator[Finding | Skip]:
    titles = [claim for claim in claims if claim.place in ("heading", "chart_title", "caption")]
    text = [claim for claim in claims if claim.place == "prose"]
    one_value = text and not any(_apart(text[0], claim, known) for claim in text)
    if len(titles) == 1 and one_value and _apart(titles[0], text[0], known):
        yield from _judge(key, titles, text, known)


def _judge(key: Key, claims: list[Claim], others: list[Claim], known: Vocabulary) -> Iterator[Finding | Skip]:
    unlike = differences(claims[0], others[0], known) + _conditions(claims[0], others[0])
    unlike += [words for words in (_about(claims[0], others[0], known),) if words]
    if unlike:
        yield Skip(CODE, key, f"not comparable, because {'; '.join(unlike)}")
    else:
        yield _finding(key, claims, others, known)


def _about(left: Claim, right: Claim, known: Vocabulary) -> str:
    """What two sentences about no known workload are about, where that is not the same."""
    mine, theirs = words_of(left, known), words_of(right, known)
    if left.workload or (mine == theirs if left.document == right.document else _enough(mine, theirs)):
        return ""
    return f"words: {', '.join(sorted(mine - theirs)) or 'fewer'} against {', '.join(sorted(theirs - mine)) or 'fewer'}"


def _enough(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    return bool(mine & theirs or mine == theirs) and share(mine, theirs) >= ALIKE


def _conditions(left: Claim, right: Claim) -> list[str]:
    stated = [(name, left.subject.condition(name), right.subject.condition(name)) for name in MATTER]
    return [f"{name.replace('_', ' ')}: {a} against {b}" for name, a, b in stated if a and b and a != b]


def _apart(left: Claim, right: Claim, known: Vocabulary) -> bool:
    if not same_dimension(left.figure, right.figure, known):
        return False
    return judge(based(left.figure, known), based(right.figure, known)) == "inconsistent"


def _finding(key: Key, claims: list[Claim], others: list[Claim], known: Vocabulary) -> Finding:
    left, right = claims[0], others[0]
    gap = based(left.figure, known).rounded.distance(based(right.figure, known).rounded)
    level = severity.of_gap(gap)
    return Finding(
        check=CODE,
        check_version=2,
        verdict="inconsistent",
        severity=level if left.workload else max("medium", level, key=_LEVELS.index),
        message=f"{topic(left)} of {side(left.subject)}: {said(left.figure)} ({where(left)} of {left.document}) "
        f"against {said(right.figure)} ({where(right)} of {right.document})",
        arithmetic=f"{said(left.figure)} allows {left.figure.interval}, {said(right.figure)} allows "
        f"{right.figure.interval}: they do not meet, a gap of {gap * 100:.0f} %.",
        comparison=key,
        evidence=tuple(Evidence.of(claim) for claim in (*claims, *others)),
        likely_wrong_why="as many documents say one as the other",
    )
