"""Claims that charts make: headline factors, bar labels, and the settings in the notes.

What the notes say of each side ("1x IPU-M2000 | FP 16.16 | Batch size 4 through 360") is attached to that side of
every factor on the chart, so that a check can see what was compared with what.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from parsers.lib.about import metric_of
from parsers.lib.chart_topic import Topic, drawn, leading_platform, of_bar, topic_of, who
from parsers.lib.numbers import number, qualifier
from parsers.lib.scene import Found
from parsers.lib.sentence import Sentence
from parsers.lib.units import rate_unit
from schemas.document import Chart, Document, Part
from schemas.names import Vocabulary
from schemas.statement import Claim, Direction, Figure, Place, Side

_PLACES: dict[str, Place] = {
    "headline": "chart_title",
    "title": "chart_title",
    "label": "bar_label",
    "category": "axis_label",
    "axis_title": "axis_label",
    "note": "note",
}
_BARE = re.compile(r"[<>≥≤~+]?\s?(?P<n>\d[\d,]*(?:\.\d+)?|\.\d+)\s?(?P<unit>[xX×]|%|[A-Za-z][\w/]*)?\+?")
_AXIS_UNIT = re.compile(r"[\[(]([^\])]+)[\])]")


def chart_claims(document: Document, chart: Chart, vocabulary: Vocabulary) -> Iterator[Claim]:
    """Every figure a chart asserts, in text order; ticks are its scale and assert nothing."""
    lines = {
        part: Sentence(document.text, part.start, part.end, vocabulary) for part in chart.parts if part.role != "tick"
    }
    topic = topic_of(chart, lines, vocabulary)
    headlines = list(_headlines(document, chart, lines, topic, vocabulary))
    yield from headlines
    for part, line in lines.items():
        if part.role == "label":
            yield from _label(document, chart, part, line, topic, headlines, vocabulary)
        elif part.role in ("note", "category", "axis_title"):
            yield from _settings(document, chart, part, line, topic, vocabulary)


def _headlines(
    document: Document, chart: Chart, lines: dict[Part, Sentence], topic: Topic, vocabulary: Vocabulary
) -> Iterator[Claim]:
    for role in ("headline", "title"):
        for part in chart.of(role):
            for found in lines[part].figures:
                if found.figure.kind != "config":
                    metric = metric_of(found, lines[part], topic.task, vocabulary)
                    yield _claim(document, chart, part, lines[part], found, metric, topic, vocabulary)


def _label(
    document: Document,
    chart: Chart,
    part: Part,
    line: Sentence,
    topic: Topic,
    headlines: list[Claim],
    vocabulary: Vocabulary,
) -> Iterator[Claim]:
    bare = _BARE.fullmatch(line.words)
    plain = _plain(line, bare, chart, document, vocabulary) if bare and not line.figures else None
    for one in (*line.figures, *([plain] if plain else [])):
        metric = metric_of(one, line, topic.task, vocabulary)
        if one.figure.kind == "ratio" and not line.metrics:
            metric = _of_headline(one, headlines)
        yield _claim(document, chart, part, line, one, metric, topic, vocabulary)


def _plain(
    line: Sentence, match: re.Match[str], chart: Chart, document: Document, vocabulary: Vocabulary
) -> Found | None:
    """A bare number at a bar takes the unit that its axis prints; without one it asserts nothing that can be held."""
    titles = [document.text[part.start : part.end] for part in chart.of("axis_title")]
    printed = next((unit[1] for title in titles for unit in _AXIS_UNIT.finditer(title)), "")
    rate = rate_unit(vocabulary, printed) if printed else None
    entry = vocabulary.resolve("units", printed)
    unit = rate[0] if rate else entry.name if entry else ""
    if not unit:
        return None
    metric = rate[1] if rate else next((m.name for title in titles for m in vocabulary.find(title, "metrics")), "")
    value, last = number(match["n"])
    at = line.start + match.start("n")
    hedge = qualifier(line.text[line.start : at], "")
    figure = Figure(at, at + len(match["n"]), match["n"], "absolute", value, unit, hedge, last)
    return Found(figure, metric)


def _of_headline(found: Found, headlines: list[Claim]) -> tuple[str, Direction]:
    """A bare "40x" at a bar means what the headline with the same figure means, else what the first one means."""
    ratios = [claim for claim in headlines if claim.figure.kind == "ratio"]
    same = [claim for claim in ratios if claim.figure.value == found.figure.value]
    chosen = (same or ratios)[:1]
    return (chosen[0].metric, chosen[0].direction) if chosen else ("", "")


def _settings(
    document: Document, chart: Chart, part: Part, line: Sentence, topic: Topic, vocabulary: Vocabulary
) -> Iterator[Claim]:
    machine = leading_platform(line)
    for found in line.figures:
        if found.figure.kind != "config":
            continue
        claim = _claim(document, chart, part, line, found, (found.metric, ""), topic, vocabulary)
        side = Side(machine.name, machine.raw) if machine else Side()
        yield replace(
            claim, subject=side, baseline=Side(), unresolved=() if machine else ("subject: not on this line",)
        )


def _claim(
    document: Document,
    chart: Chart,
    part: Part,
    line: Sentence,
    found: Found,
    metric: tuple[str, Direction],
    topic: Topic,
    vocabulary: Vocabulary,
) -> Claim:
    figure = found.figure
    topic = of_bar(part.bar, topic, vocabulary)
    subject, baseline = who(found, line, part.bar, topic, vocabulary)
    task = "training" if metric[0] == "time_to_train" else topic.task
    reasons = [] if subject.name else ["subject: the chart does not say whose bar this is"]
    if figure.kind == "ratio" and not baseline.name:
        reasons.append("baseline: the notes name no second machine")
    return Claim(
        document_id=document.document_id,
        document=document.name,
        figure=figure,
        place=_PLACES[part.role],
        quote=document.text[figure.start : figure.end],
        context=line.words,
        context_start=line.start,
        metric=metric[0],
        direction=metric[1],
        workload=topic.workload.name if topic.workload else "",
        workload_raw=topic.workload.raw if topic.workload else "",
        variant=topic.variant,
        task=task,
        subject=subject,
        baseline=baseline,
        chart=chart.name,
        drawn_ratio=drawn(part.bar, chart, baseline, vocabulary) if figure.kind == "ratio" else None,
        box=document.box(figure.start, figure.end),
        unresolved=tuple(reasons),
    )
