"""The batch sizes of the two sides of a chart."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings.words import listed, said, side, topic
from checks.lib.machines.made_of import total
from checks.lib.statements.compared import Compared, compared, prose_factors, repeats, supporting
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.interval import short
from schemas.names import Vocabulary
from schemas.statement import Claim, Side

CODE = "unlike-batch"
_RANGE = re.compile(r"\b(?:through|to)\b|[-–,]", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:,\d{3})*")


@dataclass(frozen=True, slots=True)
class Batches:
    """The batch sizes of both sides; `swept` when the chart runs over a range and compares its low ends."""

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    swept: bool


@check(CODE, version=1, severity="medium", since="0.1.0")
def unlike_batch(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The two sides of a comparison run the same batch size per chip, and ranges begin at the same batch size.

    Why:
        Throughput grows with the batch. At the lowest latency the side that begins at batch 4, spread over four
        chips, does four times the work of the one that begins at batch 1, and the factor holds that four.

    Flags:
        Charts whose ranges of batch sizes begin at different sizes (medium, all of a document as one finding, with
        the factor that the beginnings alone account for); single batch sizes that differ per chip (low).

    Passes:
        Batch 1024 on four chips against 256 on one; ranges that begin alike and end apart.

    Does not judge:
        Charts that state a batch size for one side only; which batch size is the better choice.
    """
    groups: dict[tuple[str, str, bool], list[tuple[Compared, Batches]]] = defaultdict(list)
    for one in compared(corpus):
        batches = _batches(one)
        if batches is None:
            reason = "not applicable, because one side states no batch size"
            yield Skip(CODE, (one.document.name, one.chart.name), reason)
        elif _differ(one, batches, corpus.vocabulary):
            groups[one.document.document_id, one.subject.name, batches.swept].append((one, batches))
    prose = prose_factors(corpus)
    for _, members in sorted(groups.items()):
        echoes = repeats((factor for one, _ in members for factor in one.factors), prose, corpus.vocabulary)
        yield _finding(members, echoes)


def _batches(one: Compared) -> Batches | None:
    printed = one.subject.condition("batch_size"), one.baseline.condition("batch_size")
    mine, theirs = (_numbers(text) for text in printed)
    if not mine or not theirs:
        return None
    return Batches(mine, theirs, all(_RANGE.search(text) for text in printed))


def _numbers(printed: str) -> tuple[int, ...]:
    listing = re.fullmatch(r"\d+(?:,\d+)+", printed) and not re.fullmatch(r"\d{1,3}(?:,\d{3})+", printed)
    return tuple(int(text.replace(",", "")) for text in (re.findall(r"\d+", printed) if listing else _found(printed)))


def _found(printed: str) -> list[str]:
    return _NUMBER.findall(printed)


def _differ(one: Compared, batches: Batches, vocabulary: Vocabulary) -> bool:
    if batches.swept:
        return min(batches.mine) != min(batches.theirs)
    if _RANGE.search(one.subject.condition("batch_size")) or _RANGE.search(one.baseline.condition("batch_size")):
        return False  # one range against one size: the chart's point may lie anywhere in it
    return not _per_chip(batches.mine, one.subject, vocabulary) & _per_chip(batches.theirs, one.baseline, vocabulary)


def _per_chip(batches: tuple[int, ...], one: Side, vocabulary: Vocabulary) -> set[Decimal]:
    """Batch sizes as printed (they may be per chip already) and divided by the chips of the side."""
    chips = total(one, vocabulary) or 1
    return {Decimal(batch) / by for batch in batches for by in (1, chips)}


def _finding(members: list[tuple[Compared, Batches]], echoes: list[Claim]) -> Finding:
    first, batches = members[0]
    level: Severity = "medium" if batches.swept else "low"
    what = "ranges begin at different batch sizes" if batches.swept else "different batch sizes per chip"
    charts = "; ".join(
        f"{topic(one.headline)} {said(one.headline.figure)} (batch {one.subject.condition('batch_size')} against "
        f"{one.baseline.condition('batch_size')})"
        for one, _ in members
    )
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity=level,
        message=f"not like for like: {side(first.subject)} against "
        f"{listed(one.baseline.name for one, _ in members)}: {what}: {charts}",
        arithmetic=" ".join(_sum(one, sizes) for one, sizes in members),
        comparison=(first.document.name, first.subject.name, "ranges" if batches.swept else "sizes"),
        evidence=(*_evidence(members), *supporting(echoes)),
        likely_wrong_why="no statement is wrong; the comparison leaves out what differs",
    )


def _sum(one: Compared, sizes: Batches) -> str:
    low, other = min(sizes.mine), min(sizes.theirs)
    if not sizes.swept:
        return f"{topic(one.headline)}: {low} against {other}."
    share = Decimal(low) / Decimal(other)
    factors = [claim for claim in one.factors if claim.metric == "throughput" and claim.figure.kind == "ratio"]
    if not factors:
        return f"{topic(one.headline)}: {low} / {other} = {short(share)}."
    value = factors[0].figure.value
    return (
        f"{topic(one.headline)}: at one batch each, throughput factor = latency factor x {low} / {other}; "
        f"{short(value)} / {short(share)} = {short(value / share)} is what is left for latency."
    )


def _evidence(members: list[tuple[Compared, Batches]]) -> Iterator[Evidence]:
    for one, _ in members:
        for settings in (one.stated(one.subject, "batch_size"), one.stated(one.baseline, "batch_size")):
            yield from (Evidence.of(claim) for claim in settings)
    for one, _ in members:
        yield from supporting(one.factors)
