"""Charts that compare two machines: their factors, what the notes state of each side, and echoes in prose."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from checks.lib.statements.alike import same_metric
from schemas.comparison import Corpus
from schemas.document import Chart, Document, Part
from schemas.finding import Evidence
from schemas.names import Mention, Vocabulary
from schemas.statement import Claim, Parsed, Side

FACTORS = ("ratio", "percent_change")
ECHOES = 50  # echoes only support a finding; all of them for every chart would cost charts times claims
_COUNT = re.compile(r"(?:\d+\s?[xX×]\s?)?")


@dataclass(frozen=True, slots=True)
class Compared:
    """One chart's comparison: `factors` in text order, `settings` the conditions that its notes print."""

    document: Document
    chart: Chart
    factors: tuple[Claim, ...]
    settings: tuple[Claim, ...]

    @property
    def subject(self) -> Side:
        """The side whose advantage is claimed."""
        return self.factors[0].subject

    @property
    def baseline(self) -> Side:
        """The side it is compared with."""
        return self.factors[0].baseline

    @property
    def headline(self) -> Claim:
        """The factor that a reader sees first: the chart's title, else its first label."""
        return next((claim for claim in self.factors if claim.place == "chart_title"), self.factors[0])

    def stated(self, side: Side, metric: str) -> list[Claim]:
        """Where the notes print one condition of one side."""
        return [claim for claim in self.settings if claim.metric == metric and claim.subject.name == side.name]

    def note(self, side: Side, vocabulary: Vocabulary) -> Part | None:
        """The note line that describes one side: the one that begins with its name."""
        for one in self.chart.of("note"):
            machine = leading(self.document.text[one.start : one.end], vocabulary)
            if machine and vocabulary.related(machine.name, side.name):
                return one
        return None


def leading(words: str, vocabulary: Vocabulary) -> Mention | None:
    """The machine that a line begins with, after a count."""
    named = vocabulary.find(words, "platforms")
    return named[0] if named and _COUNT.fullmatch(words[: named[0].start]) else None


def compared(corpus: Corpus) -> Iterator[Compared]:
    """Every chart whose factor names both machines, in the corpus' order."""
    for parsed in corpus.parsed:
        yield from _of_document(parsed)


def _of_document(parsed: Parsed) -> Iterator[Compared]:
    by_chart: dict[str, list[Claim]] = defaultdict(list)
    for claim in parsed.claims:
        by_chart[claim.chart].append(claim)
    for chart in parsed.document.charts:
        claims = by_chart[chart.name]
        factors = [one for one in claims if one.figure.kind in FACTORS and one.subject.name and one.baseline.name]
        if factors:
            settings = tuple(one for one in claims if one.figure.kind == "config")
            yield Compared(parsed.document, chart, tuple(factors), settings)


def repeats(factors: Iterable[Claim], prose: dict[str, list[Claim]], vocabulary: Vocabulary) -> list[Claim]:
    """Claims in prose that repeat one of these factors: same workload, task, metric and machine, values that meet."""
    found: dict[str, Claim] = {}
    for factor in factors:
        for claim in prose.get(factor.workload, ()):
            if _repeats(claim, factor, vocabulary):
                found.setdefault(claim.statement_id, claim)
    return list(found.values())


def _repeats(claim: Claim, factor: Claim, vocabulary: Vocabulary) -> bool:
    return (
        claim.figure.kind == factor.figure.kind
        and same_metric(claim.metric, factor.metric, vocabulary)
        and (not claim.task or not factor.task or claim.task == factor.task)
        and (not claim.subject.name or vocabulary.related(claim.subject.name, factor.subject.name))
        and claim.figure.readings.widened.meets(factor.figure.readings.widened)
    )


def prose_factors(corpus: Corpus) -> dict[str, list[Claim]]:
    """Factors asserted outside charts, by workload; of a workload that everybody writes about, the first ECHOES."""
    found: dict[str, list[Claim]] = defaultdict(list)
    for claim in corpus.claims:
        here = not claim.chart and claim.workload and claim.figure.kind in FACTORS
        if here and len(found[claim.workload]) < ECHOES:
            found[claim.workload].append(claim)
    return found


def charts(corpus: Corpus) -> dict[tuple[str, str], Compared]:
    """Charts that compare, by document_id and chart."""
    return {(one.document.document_id, one.chart.name): one for one in compared(corpus)}


def supporting(claims: Iterable[Claim]) -> Iterator[Evidence]:
    """Claims as evidence that supports a finding without being disputed in it."""
    return (Evidence.of(claim, "supporting") for claim in claims)
