"""A named setting of the model that has one value on one side of a chart and another on the other."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.findings.words import said, side, topic, where
from checks.lib.statements.alike import same_metric
from checks.lib.statements.compared import Compared, compared, prose_factors, repeats, supporting
from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Part
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import short
from schemas.names import Vocabulary
from schemas.statement import Claim

CODE = "unlike-setting"
_SETTING = re.compile(r"\b(?P<name>[A-Z][a-z]+(?: [A-Z][a-z]+){0,2})\s?[=:]?\s?(?P<value>\d+(?:\.\d+)?)(?![\w.%])")


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting where it is printed: text[start:end] holds name and value."""

    name: str
    value: str
    start: int
    end: int


@check(CODE, version=1, severity="high", since="0.1.0")
def unlike_setting(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A setting of the model that the notes print for both sides has the same value on both.

    Why:
        A factor between two builds of a network measures the change of the network as well as the machine. Notes say
        so in small type; the headline and the text that quotes it seldom do.

    Flags:
        Charts whose notes print one named setting ("Group Dim 16", "Group Dim 1") with values that do not agree
        between the sides; with the factor of the unchanged build as arithmetic where one is printed.

    Passes:
        Equal settings ("1600 samples" on both sides); settings that one side alone prints; releases, batch sizes and
        number formats, which have their own checks.

    Does not judge:
        Whether the other build would be fair; settings in words only.
    """
    prose = prose_factors(corpus)
    headlines: dict[str, list[Claim]] = defaultdict(list)
    for one in compared(corpus):
        headlines[one.document.document_id].append(one.headline)
    for one in compared(corpus):
        lines = one.note(one.subject, corpus.vocabulary), one.note(one.baseline, corpus.vocabulary)
        if lines[0] is None or lines[1] is None or lines[0] == lines[1]:
            yield Skip(CODE, (one.document.name, one.chart.name), "not applicable, because one side has no note")
            continue
        pairs = list(_unlike(one, lines[0], lines[1], corpus.vocabulary))
        if pairs:
            echoes = repeats(one.factors, prose, corpus.vocabulary)
            yield _finding(one, pairs, echoes, _plain(one.headline, headlines, corpus.vocabulary))


def _unlike(one: Compared, mine: Part, theirs: Part, vocabulary: Vocabulary) -> Iterator[tuple[Setting, Setting]]:
    others = list(_settings(one, theirs, vocabulary))
    for setting in {found.name: found for found in reversed(list(_settings(one, mine, vocabulary)))}.values():
        same = [other for other in others if other.name == setting.name]
        if same and setting.value not in {other.value for other in same}:
            yield setting, same[0]


def _settings(one: Compared, line: Part, vocabulary: Vocabulary) -> Iterator[Setting]:
    text = one.document.text
    taken = [(claim.figure.start, claim.figure.end) for claim in one.settings]
    named = [(line.start + m.start, line.start + m.end) for m in vocabulary.find(text[line.start : line.end], *_KINDS)]
    for match in _SETTING.finditer(text, line.start, line.end):
        span = match.span("value")
        if not any(start < span[1] and span[0] < end for start, end in (*taken, *named)):
            yield Setting(match["name"].lower(), match["value"], *match.span())


_KINDS = ("platforms", "workloads", "datasets", "frameworks")


def _finding(one: Compared, pairs: list[tuple[Setting, Setting]], echoes: list[Claim], plain: list[Claim]) -> Finding:
    text = one.document.text
    differs = "; ".join(f"{text[a.start : a.end]} against {text[b.start : b.end]}" for a, b in pairs)
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="high" if echoes else "medium",
        message=f"not like for like: {topic(one.headline)} {said(one.headline.figure)} of {side(one.subject)} over "
        f"{side(one.baseline)} compares two builds of the model: {differs}"
        + (f"; the {where(echoes[0])} repeats the factor without saying so" if echoes else ""),
        arithmetic=_arithmetic(one.headline, plain, differs),
        comparison=(one.document.name, one.headline.workload, one.headline.metric, one.subject.name, *_names(pairs)),
        evidence=(*_evidence(one, pairs), *supporting((*echoes, *plain))),
        likely_wrong_why="no statement is wrong; the comparison leaves out what differs",
    )


def _names(pairs: list[tuple[Setting, Setting]]) -> list[str]:
    return sorted(setting.name for setting, _ in pairs)


def _plain(headline: Claim, headlines: dict[str, list[Claim]], vocabulary: Vocabulary) -> list[Claim]:
    """The factor of the same comparison on another build, the first of the document."""
    return [
        claim
        for claim in headlines[headline.document_id]
        if claim.workload == headline.workload
        and claim.variant != headline.variant
        and claim.figure.kind == headline.figure.kind == "ratio"
        and same_metric(claim.metric, headline.metric, vocabulary)
        and vocabulary.related(claim.subject.name, headline.subject.name)
        and vocabulary.related(claim.baseline.name, headline.baseline.name)
    ][:1]


def _arithmetic(headline: Claim, plain: list[Claim], differs: str) -> str:
    if not plain:
        return f"{differs}: part of {said(headline.figure)} comes from the change of the model."
    ours, other = headline.figure.value, plain[0].figure.value
    share = short(round(ours / other, 2)) if other else "?"
    build = plain[0].variant or "other"
    return (
        f"{said(plain[0].figure)} on the {build} build; {short(ours)} / {short(other)} = "
        f"{share} comes from the change of the model ({differs})."
    )


def _evidence(one: Compared, pairs: list[tuple[Setting, Setting]]) -> Iterator[Evidence]:
    for mine, theirs in pairs:
        yield quoted(one.document, mine.start, mine.end)
        yield quoted(one.document, theirs.start, theirs.end)
    yield Evidence.of(one.headline)
    yield from supporting(claim for claim in one.factors if claim != one.headline)
