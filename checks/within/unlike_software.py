"""The software of the two sides of a chart, and where the baseline's numbers come from."""

import re
from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed, said, side, topic
from checks.lib.statements.compared import Compared, compared, supporting
from checks.lib.statements.passages import part, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Claim

CODE = "unlike-software"
SERIES = 3  # charts of one task that are read as a series
_SOURCE = re.compile(
    r"\b(?:published by|results? (?:are |were )?(?:published|calculated|estimated|projected|measured)|calculated using|"
    r"estimated from|projected|extrapolated|assum(?:e|es|ed|ing)|public (?:\w+ )?(?:repo|repository|code)|"
    r"reference (?:code|implementation)|no \w+ results|github results|third[- ]party)\b[^|\n(]*",
    re.IGNORECASE,
)


@check(CODE, version=2, severity="low", since="0.1.0")
def unlike_software(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The two sides of a comparison run the same framework, and the baseline's numbers are measured by one rule.

    Why:
        A framework and its tuning move throughput as much as a chip's generation does. Numbers taken from another
        vendor's page, computed from them, or run on public reference code are not one kind of number.

    Flags:
        Charts whose notes name frameworks for both sides with none in common (one finding a document); a document
        whose baselines are partly published elsewhere, partly calculated, partly measured by its author; one whose
        baselines run two releases of one library, or different libraries in charts of one task.

    Passes:
        One shared framework; a note that all baselines were published by their vendor.

    Does not judge:
        Charts that name a framework for one side only; which framework suits which machine.
    """
    groups: dict[str, list[Compared]] = defaultdict(list)
    for one in compared(corpus):
        groups[one.document.document_id].append(one)
    for _, members in sorted(groups.items()):
        yield from _frameworks(members)
        yield from _releases(members)
        yield from _baselines(members, corpus.vocabulary)
        yield from _sources(members)


def _frameworks(members: list[Compared]) -> Iterator[Finding | Skip]:
    stated = [one for one in members if _names(one)[0] and _names(one)[1]]
    unlike = [one for one in stated if not _names(one)[0] & _names(one)[1]]
    if unlike:
        yield _unlike(unlike)
    for one in members:
        if one not in stated and any(_names(one)):
            reason = "not applicable, because one side names no framework"
            yield Skip(CODE, (one.document.name, one.chart.name), reason)


def _names(one: Compared) -> tuple[set[str], set[str]]:
    sides = one.subject.condition("framework"), one.baseline.condition("framework")
    mine, theirs = ({name for name in printed.split(" & ") if name} for printed in sides)
    return mine, theirs


def _unlike(members: list[Compared]) -> Finding:
    first = members[0]
    charts = "; ".join(
        f"{topic(one.headline)} {said(one.headline.figure)}: {one.subject.condition('framework')} against "
        f"{one.baseline.condition('framework')}"
        for one in members
    )
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"not like for like: {side(first.subject)} against {listed(one.baseline.name for one in members)} on "
        f"different software: {charts}",
        arithmetic=f"{len(members)} charts name frameworks for both sides with none in common.",
        comparison=(first.document.name, "frameworks"),
        evidence=tuple(_notes(members)),
        likely_wrong_why="no statement is wrong; the comparison leaves out what differs",
    )


def _notes(members: list[Compared]) -> Iterator[Evidence]:
    for one in members:
        spans = [(claim.context_start, claim.context) for claim in one.settings]
        for name in (one.subject, one.baseline):
            lines = [span for span, claim in zip(spans, one.settings, strict=True) if claim.subject.name == name.name]
            yield from (quoted(one.document, start, start + len(words)) for start, words in dict.fromkeys(lines))
        yield from supporting((one.headline,))


def _releases(members: list[Compared]) -> Iterator[Finding]:
    """One piece of software of one machine's line, in two releases within one document."""
    by_software: dict[str, dict[str, Claim]] = defaultdict(dict)
    for one in members:
        for claim in one.stated(one.baseline, "sdk_version"):
            before = claim.before.split()
            if before and before[-1][:1].isalpha():
                by_software[before[-1].lower()].setdefault(claim.quote, claim)
    for software, claims in sorted(by_software.items()):
        if len(claims) > 1:
            yield _several_releases(members[0], software, list(claims.values()))


def _several_releases(first: Compared, software: str, claims: list[Claim]) -> Finding:
    words = listed(claim.quote for claim in claims)
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"the baselines run {len(claims)} releases of {software}: {words}",
        arithmetic=f"{len(claims)} releases in one document; its factors are not one series.",
        comparison=(first.document.name, "releases", software),
        evidence=tuple(Evidence.of(claim) for claim in claims),
        likely_wrong_why="the same release in other words, or two; it cannot be told",
    )


def _baselines(members: list[Compared], vocabulary: Vocabulary) -> Iterator[Finding]:
    """Charts of one task over machines of one vendor that run on software of different kinds."""
    by_task: dict[str, list[Compared]] = defaultdict(list)
    for one in members:
        if one.baseline.condition("framework"):
            by_task[one.headline.task].append(one)
    for task, charts in sorted(by_task.items()):
        software: dict[str, list[Compared]] = defaultdict(list)
        for one in charts:
            software[one.baseline.condition("framework")].append(one)
        if (
            task
            and len(charts) >= SERIES
            and len(software) > 1
            and not set.intersection(*(_names(one)[1] for one in charts))
        ):
            yield _different(task, software, vocabulary)


def _different(task: str, software: dict[str, list[Compared]], vocabulary: Vocabulary) -> Finding:
    told = "; ".join(
        f"{name}: {listed(f'{one.headline.workload} {said(one.headline.figure)}' for one in charts)}"
        for name, charts in sorted(software.items())
    )
    every = [one for _, charts in sorted(software.items()) for one in charts]
    lines = ((one.document, one.note(one.baseline, vocabulary)) for one in every)
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"the baselines of the {task} charts run on different software: {told}",
        arithmetic=f"{len(every)} charts, {len(software)} kinds of software; their factors are not one series.",
        comparison=(every[0].document.name, "baselines", task),
        evidence=(
            *(Evidence.of(one.headline) for one in every),
            *(part(document, line) for document, line in lines if line),
        ),
        likely_wrong_why="no statement is wrong; the size of a factor follows the software of its baseline",
    )


def _sources(members: list[Compared]) -> Iterator[Finding]:
    found: dict[str, list[Evidence]] = defaultdict(list)
    for one in members:
        for line in one.chart.of("note"):
            for match in _SOURCE.finditer(one.document.text, line.start, line.end):
                found[_kind(match.group())].append(quoted(one.document, *match.span()))
    known = {kind: items for kind, items in found.items() if kind}
    if len(known) > 1:
        yield _mixed(members[0], known)


def _kind(words: str) -> str:
    printed = words.lower()
    if re.search(r"calculat|estimat|project|extrapolat|assum", printed):
        return "calculated"
    if re.search(r"measured|repo|code|implementation", printed):
        return "run by the author on public code"
    return "" if re.match(r"no \w+ results", printed) else "published elsewhere"


def _mixed(first: Compared, known: dict[str, list[Evidence]]) -> Finding:
    counts = ", ".join(f"{len(items)} {kind}" for kind, items in sorted(known.items()))
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"the baselines' numbers are of different origin: {counts}; they cannot be read as one series",
        arithmetic=f"Notes by origin: {counts}.",
        comparison=(first.document.name, "sources"),
        evidence=tuple(item for _, items in sorted(known.items()) for item in items),
        likely_wrong_why="no statement is wrong; the comparison leaves out what differs",
    )
