"""The number formats of the two sides of a chart."""

import re
from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed, said, side, topic
from checks.lib.statements.compared import Compared, compared, prose_factors, repeats, supporting
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.statement import Claim, Side

CODE = "unlike-precision"
_BITS = re.compile(r"(\d+)(?:\.(\d+))?")
MIXED = (16, 32)  # 16-bit products summed in 32 bits
Format = tuple[int, int | None]  # bits of the operands, bits of the sums ("FP 16.32"); None when not stated


@check(CODE, version=1, severity="high", since="0.1.0")
def unlike_precision(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The two sides of a comparison compute in the same number format.

    Why:
        Halving the bits of an operand about doubles the rate of most chips and halves the memory that is moved. A
        factor between FP16 and FP32 is a number format's gain mixed with a machine's.

    Flags:
        Charts whose notes state a narrower format for the machine that is praised (high: it flatters the claim), for
        the one it is compared with (medium), or the same operands with narrower sums (low). All charts of a document
        that differ in the same way are one finding, with the prose that repeats their factors.

    Passes:
        FP 32 against FP32; FP 16.32 against mixed precision; the same format spelled in two ways.

    Does not judge:
        Charts that state a format for one side only; sides that state several formats; accuracy.
    """
    groups: dict[tuple[str, str, str], list[Compared]] = defaultdict(list)
    for one in compared(corpus):
        kind = _kind(one.subject, one.baseline)
        if kind:
            groups[one.document.document_id, kind, one.subject.name].append(one)
        elif one.subject.condition("precision") or one.baseline.condition("precision"):
            yield from _unjudged(one)
    prose = prose_factors(corpus)
    for (_, kind, _), members in sorted(groups.items()):
        yield _finding(kind, members, repeats((f for one in members for f in one.factors), prose, corpus.vocabulary))


def _unjudged(one: Compared) -> Iterator[Skip]:
    if not (one.subject.condition("precision") and one.baseline.condition("precision")):
        reason = "not applicable, because one side states no precision"
        yield Skip(CODE, (one.document.name, one.chart.name), reason)


def _format(one: Side) -> Format | None:
    printed = one.condition("precision")
    if "mixed" in printed.lower():
        return MIXED
    found = {(int(bits), int(sums) if sums else None) for bits, sums in _BITS.findall(printed)}
    return found.pop() if len(found) == 1 else None


def _kind(subject: Side, baseline: Side) -> str:
    """Which side computes in less; "" when they are alike or cannot be told."""
    mine, theirs = _format(subject), _format(baseline)
    if mine is None or theirs is None:
        return ""
    if mine[0] != theirs[0]:
        return "subject" if mine[0] < theirs[0] else "baseline"
    return "sums" if mine[1] and theirs[1] and mine[1] < theirs[1] else ""


_SEVERITY: dict[str, Severity] = {"subject": "high", "baseline": "medium", "sums": "low"}
_EFFECT = {
    "subject": "part of each factor is the narrower number format, not the machine",
    "baseline": "the baseline computes in the narrower format, so neither speed nor accuracy is compared like for like",
    "sums": "the operands are alike, but the sums are kept in fewer bits on one side",
}


def _finding(kind: str, members: list[Compared], echoes: list[Claim]) -> Finding:
    first = members[0]
    mine = listed(one.subject.condition("precision") for one in members)
    theirs = listed(" & ".join(dict.fromkeys(one.baseline.condition("precision").split(" & "))) for one in members)
    factors = listed(f"{topic(one.headline)} {said(one.headline.figure)}" for one in members)
    silent = " The text repeats them without saying so." if echoes else ""
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity=_SEVERITY[kind],
        message=f"not like for like: {side(first.subject)} in {mine} against "
        f"{listed(one.baseline.name for one in members)} in {theirs}: {factors}",
        arithmetic=f"{len(members)} charts: {mine} on one side, {theirs} on the other: {_EFFECT[kind]}.{silent}",
        comparison=(first.document.name, first.subject.name, kind, *sorted({one.headline.workload for one in members})),
        evidence=(*_evidence(members), *supporting(echoes)),
        likely_wrong_why="no statement is wrong; the comparison leaves out what differs",
    )


def _evidence(members: list[Compared]) -> Iterator[Evidence]:
    for one in members:
        for settings in (one.stated(one.subject, "precision"), one.stated(one.baseline, "precision")):
            yield from (Evidence.of(claim) for claim in settings)
    for one in members:
        yield from supporting(one.factors)
