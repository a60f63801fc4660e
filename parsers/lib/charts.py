"""Claims that charts make: headline factors, bar labels, and the settings in the notes.

What the notes say of each side ("1x IPU-M2000 | FP 16.16 | Batch size 4 through 360") is attached to that side of
every factor on the chart, so that a check can see what was compared with what.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from parsers.lib.about import directed, metric_of
from parsers.lib.chart_topic import Topic, drawn, leading_platform, of_bar, topic_of, unpaired, who
from parsers.lib.chart_units import cost_of, unit_of
from parsers.lib.numbers import number, qualifier
from parsers.lib.scene import Found
from parsers.lib.sentence import Sentence
from parsers.lib.table_units import CURRENCY
from schemas.document import Chart, Document, Part
from schemas.names import Vocabulary
from schemas.statement import Claim, Direction, Figure, Kind, Place, Side

_PLACES: dict[str, Place] = {
    "headline": "chart_title",
    "title": "chart_title",
    "label": "bar_label",
    "category": "axis_label",
    "axis_title": "axis_label",
    "note": "note",
}
_BARE = re.compile(
    r"[<>≥≤~+]?\s?(?P<money>[$€£])?\s?(?P<n>(?:\d[\d,]*(?:\.\d+)?|\.\d+)(?:[kKMBGT](?![A-Za-z/]))?)\s?(?P<unit>[xX×]|%|[A-Za-z][\w/]*)?\+?"
)


_UNSAID = ("", "performance")


def chart_claims(document: Document, chart: Chart, vocabulary: Vocabulary) -> Iterator[Claim]:
    """Every figure a chart asserts, in text order; ticks are its scale and assert nothing."""
    lines = {
        part: Sentence(document.text, part.start, part.end, vocabulary) for part in chart.parts if part.role != "tick"
    }
    topic = topic_of(chart, lines, document.text, vocabulary)
    headlines = list(_headlines(document, chart, lines, topic, vocabulary))
    yield from headlines
    for part, line in lines.items():
        if part.role == "label":
            yield from _label(document, chart, part, lines, topic, headlines, vocabulary)
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
    lines: dict[Part, Sentence],
    topic: Topic,
    headlines: list[Claim],
    vocabulary: Vocabulary,
) -> Iterator[Claim]:
    line = lines[part]
    bare = _BARE.fullmatch(line.words)
    plain = _plain(line, bare, chart, document, topic, vocabulary) if bare and not line.figures else None
    for one in (*line.figures, *([plain] if plain else [])):
        metric = metric_of(one, line, topic.task, vocabulary)
        if one.figure.kind == "ratio" and not line.metrics:
            metric = _of_headline(one, headlines)
            metric = metric if metric[0] or not part.bar else _of_titles(lines, topic, vocabulary)
        claim = _claim(document, chart, part, line, one, metric, topic, vocabulary)
        yield replace(claim, baseline=Side()) if _is_share(claim, lines) else claim


def _plain(
    line: Sentence, match: re.Match[str], chart: Chart, document: Document, topic: Topic, vocabulary: Vocabulary
) -> Found | None:
    """A bare number at a bar takes the unit that its axis prints; without one it asserts nothing that can be held."""
    of_chart = unit_of(chart, document, vocabulary)
    unit, metric = of_chart.unit, of_chart.metric
    own = vocabulary.resolve("units", match["unit"] or "")
    if own and own.text("dimension") == "time":
        unit, metric = own.name, ""  # "12.1 s": too short for prose, plain at a bar
    if match["unit"] == "%" and unit in ("", "%") and not _ONLY_COMPARED.search(_titled(chart, document)):
        unit = "%"
    if topic.printed.relative and not match["unit"]:
        unit, metric = "x", ""  # "Performance, Q1 = 1.0": 1.9 is a factor
    if match["money"]:
        unit, metric = CURRENCY[match["money"]] + cost_of(chart, document), "price"
    if not unit or (match["unit"] and (own is None or own.name != unit)) or line.words.startswith("+"):
        return None  # "8 %" under an axis of GB/s is something else, "+8 %" a change of it
    value, last = number(match["n"])
    if not (match["unit"] or match["money"] or match["n"][-1].isalpha()):
        value, last = value.scaleb(of_chart.power), last.scaleb(of_chart.power)
    at = line.start + match.start("money" if match["money"] else "n")
    end = line.start + (match.end("unit") if own else match.end("n"))
    hedge = qualifier(line.text[line.start : at], "")
    entry = vocabulary.get("units", unit)
    timed = entry is not None and entry.text("dimension") == "time"
    kind: Kind = "price" if match["money"] else "ratio" if unit == "x" else "duration" if timed else "absolute"
    return Found(Figure(at, end, match["n"], kind, value, unit, hedge, last), metric)


def _titled(chart: Chart, document: Document) -> str:
    titles = (part for role in ("axis_title", "title", "headline") for part in chart.of(role))
    return "\n".join(document.text[part.start : part.end] for part in titles)


def _of_headline(found: Found, headlines: list[Claim]) -> tuple[str, Direction]:
    """A bare "40x" at a bar means what the headline with the same figure means, else what the first one means."""
    ratios = [claim for claim in headlines if claim.figure.kind == "ratio"]
    same = [claim for claim in ratios if claim.figure.value == found.figure.value]
    chosen = (same or ratios)[:1]
    return (chosen[0].metric, chosen[0].direction) if chosen else ("", "")


def _of_titles(lines: dict[Part, Sentence], topic: Topic, vocabulary: Vocabulary) -> tuple[str, Direction]:
    """What axis and titles name, the most exact first; "performance" where they only compare."""
    roles = ("axis_title", "title", "headline")
    said = [one for role in roles for part, line in lines.items() if part.role == role for one in line.metrics]
    exact = next((one for one in said if not one.entry.flag("generic")), None)
    name = exact.name if exact else "performance" if said or topic.printed.baseline.name else ""
    return directed(name, vocabulary)


# "Gain over 7.0": 36% there is a change, of which a bar says neither what nor which way.
_ONLY_COMPARED = re.compile(
    r"\b(?:relative|compared|versus|vs|over|gain\w*|improv\w+|increas\w+|reduc\w+|sav\w+|decreas\w+|speed-?up\w*|faster|change)\b",
    re.IGNORECASE,
)
# "Relative latency": 0.6x there is a share of the baseline's, and no factor that anybody gains.
_GAINED = re.compile(r"\b(?:reduc\w+|improv\w+|speed-?up\w*|sav\w+|faster|less|fewer|shorter|gain\w*)\b", re.IGNORECASE)


def _is_share(claim: Claim, lines: dict[Part, Sentence]) -> bool:
    """Whether a ratio at a bar is a part of the baseline's time or cost."""
    titles = [line.words for part, line in lines.items() if part.role in ("axis_title", "title", "headline")]
    lower = claim.direction == "lower_is_better" and claim.figure.kind == "ratio"
    own = bool(claim.baseline.name) and not claim.baseline.conditions
    return lower and own and not any(_GAINED.search(words) for words in titles)


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
    if metric[0] in _UNSAID:
        topic = unpaired(topic)  # "30% less" and "43% more" of one chart: of what, only its words know
    subject, baseline = who(found, line, part.bar, topic, vocabulary)
    unknown = topic.unknown if topic.unknown != subject.raw else ""
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
        workload=topic.workload.name if topic.workload else unknown,
        workload_raw=topic.workload.raw if topic.workload else unknown,
        variant=topic.variant if topic.variant not in (subject.name, subject.raw) else "",
        task=task,
        subject=subject,
        baseline=baseline,
        chart=chart.name,
        drawn_ratio=drawn(part.bar, chart, baseline, vocabulary) if figure.kind == "ratio" else None,
        box=document.box(figure.start, figure.end),
        unresolved=tuple(reasons),
    )
