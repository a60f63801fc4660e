"""A factor for two frameworks, whose rows lie far apart, or whose baseline ran one of them."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings.words import listed, said, topic
from checks.lib.statements.both import for_both, words
from checks.lib.statements.compared import Compared, compared
from checks.lib.statements.index import by
from checks.lib.statements.passages import part
from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import short
from schemas.names import Vocabulary, key
from schemas.statement import Claim, Measurement

CODE = "frameworks-apart"
APART = Decimal("1.5")  # two frameworks of one factor, rounded or not, are nearer to each other
ROWS = 200  # rows, and charts, that one factor is held against
MOST = 6  # claims that a message tells
Parted = tuple[tuple[Measurement, ...], Decimal]
_LOWEST = re.compile(r"\blowest[- ]latency\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Apart:
    """A claim for two frameworks, with the cells that part them and the chart whose baseline ran one of the two."""

    claim: Claim
    cells: tuple[Measurement, ...]
    factor: Decimal
    charts: tuple[Compared, ...]


@check(CODE, version=1, severity="low", since="0.1.0")
def frameworks_apart(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor that is given for two frameworks is borne out by rows of both, over a baseline that ran both.

    Why:
        "16x lower latency for both" cannot be one number where the tables print 1.43 ms for one framework and 0.44 ms
        for the other: one of the two is three times as far from the baseline as the factor says.

    Flags:
        Factors of a text or chart for two known frameworks, where the results rows of the same model, task and system
        at the smallest batch size that both print are half as much again apart in the metric claimed; or where the
        notes of the chart with the same factor name one of the two for the baseline. All of a document are one finding.

    Passes:
        Rows of both within half as much again; a baseline that ran both, or whose framework is not stated.

    Does not judge:
        Which framework was meant (one-for-several); rows of other systems; models without rows or charts (skipped).
    """
    charts = list(compared(corpus))
    drawn = by(charts, lambda one: one.headline.workload)
    of_document = by(charts, lambda one: one.document.document_id)
    printed = by(rows(corpus), lambda row: (row.workload, row.keys.task, row.platform))
    for parsed in corpus.parsed:
        mine = of_document.get(parsed.document.document_id, [])
        found: list[Apart] = []
        for claim, names in for_both(parsed, mine, corpus.vocabulary):
            known = printed.get((claim.workload, claim.task, claim.subject.name), [])[:ROWS]
            cells, factor = _furthest(claim, names, known, corpus.vocabulary)
            over = tuple(one for one in drawn.get(claim.workload, [])[:ROWS] if _one_only(claim, names, one))
            if factor >= APART or over:
                found.append(Apart(claim, cells if factor >= APART else (), factor, over))
            elif not cells:
                yield Skip(CODE, (claim.document, topic(claim)), "unchecked, because no rows of both are printed")
        if found:
            yield _finding(parsed.document, found, corpus.vocabulary)


def _furthest(claim: Claim, names: tuple[str, ...], known: list[Row], vocabulary: Vocabulary) -> Parted:
    """The cells in the metric of the claim; in latency too where its throughput is that "at the lowest latency"."""
    at_lowest = _LOWEST.search(claim.context)
    metrics = [claim.metric, "latency"] if at_lowest and claim.metric != "latency" else [claim.metric]
    return max((_cells(metric, names, known, vocabulary) for metric in metrics), key=lambda parted: parted[1])


def _cells(metric: str, names: tuple[str, ...], known: list[Row], vocabulary: Vocabulary) -> Parted:
    """The best cell of each framework at the smallest batch size that all print, and how far apart they are."""
    by_batch: dict[Decimal, dict[str, list[Measurement]]] = defaultdict(lambda: defaultdict(list))
    for row in known:
        cell = row.metric(metric)
        name = next((one for one in names if _runs(row, one, vocabulary)), "")
        if name and row.batch and cell and cell.figure and cell.figure.value > 0:
            by_batch[row.batch][name].append(cell)
    shared = [cells for _, cells in sorted(by_batch.items()) if len(cells) == len(names)]
    if not shared:
        return (), Decimal(0)
    timed = metric == "latency" or metric.startswith("time_")
    best = tuple((min if timed else max)(cells, key=_value) for _, cells in sorted(shared[0].items()))
    return best, max(map(_value, best)) / min(map(_value, best))


def _runs(row: Row, name: str, vocabulary: Vocabulary) -> bool:
    """Whether a row ran a framework, in whatever release: "TensorFlow1" is TensorFlow."""
    printed = row.condition("framework")
    entry = vocabulary.resolve("frameworks", printed)
    return (entry is not None and entry.name == name) or key(printed).rstrip("0123456789") == key(name)


def _value(cell: Measurement) -> Decimal:
    return cell.figure.value if cell.figure else Decimal(1)


def _one_only(claim: Claim, names: tuple[str, ...], one: Compared) -> bool:
    """Whether a chart prints the claim's factor over a baseline that ran one of the two frameworks."""
    same = any(factor.task == claim.task and factor.figure.value == claim.figure.value for factor in one.factors)
    related = one.subject.name == claim.subject.name and one.headline.workload == claim.workload
    return same and related and one.baseline.condition("framework") in names


def _finding(document: Document, found: list[Apart], vocabulary: Vocabulary) -> Finding:
    first = found[0].claim
    told = listed((f"{topic(one.claim)} {said(one.claim.figure)} ({_why(one)})" for one in found), most=MOST)
    return Finding(
        check=CODE,
        verdict="compatible_not_implied",
        severity="low",
        message=f"one factor cannot be that of both frameworks: {told}",
        arithmetic="; ".join(_sum(one) for one in found) + ".",
        comparison=(first.document, *sorted({topic(one.claim) for one in found})),
        evidence=tuple(item for one in found for item in (*_evidence(one, vocabulary), *words(document, one.claim))),
        likely_wrong_why="it cannot be told; the factor is of one of the two, or a floor of both",
    )


def _why(one: Apart) -> str:
    rows_ = f"rows {listed(_said(cell) for cell in one.cells)}" if one.cells else ""
    ran = listed(chart.baseline.condition("framework") for chart in one.charts)
    return "; ".join(filter(None, (rows_, f"the baseline ran {ran} only" if ran else "")))


def _said(cell: Measurement) -> str:
    return f"{cell.literal} {cell.unit} with {cell.subject.condition('framework')}"


def _sum(one: Apart) -> str:
    if not one.cells:
        return f"{said(one.claim.figure)}: no baseline for the other framework"
    return f"{said(one.claim.figure)}: the two rows are {short(round(one.factor, 2))} times apart"


def _evidence(one: Apart, vocabulary: Vocabulary) -> Iterator[Evidence]:
    yield Evidence.of(one.claim)
    yield from (Evidence.of(cell, "supporting") for cell in one.cells)
    for chart in one.charts:
        line = chart.note(chart.baseline, vocabulary)
        yield from (part(chart.document, part_, "supporting") for part_ in (line,) if part_)
