"""Claims that charts make: headline factors, bar labels, and the settings in the notes.

What the notes say of each side ("1x IPU-M2000 | FP 16.16 | Batch size 4 through 360") is attached to that side of
every factor on the chart, so that a check can see what was compared with what.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from parsers.lib.about import metric_of, task_in
from parsers.lib.numbers import number, qualifier
from parsers.lib.scene import Found
from parsers.lib.sentence import Scope, Sentence
from parsers.lib.sides import sides_of
from parsers.lib.units import rate_unit
from schemas.document import Bar, Chart, Document, Part
from schemas.names import Mention, Vocabulary
from schemas.statement import CONDITIONS, Claim, Direction, Figure, Place, Side

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


@dataclass(frozen=True, slots=True)
class Topic:
    """What a chart is about as a whole, and its two sides as the notes give them."""

    workload: Mention | None
    task: str
    variant: str
    subject: Side
    baseline: Side


def chart_claims(document: Document, chart: Chart, vocabulary: Vocabulary) -> Iterator[Claim]:
    """Every figure a chart asserts, in text order; ticks are its scale and assert nothing."""
    lines = {
        part: Sentence(document.text, part.start, part.end, vocabulary) for part in chart.parts if part.role != "tick"
    }
    topic = _topic(chart, lines, vocabulary)
    headlines = list(_headlines(document, chart, lines, topic, vocabulary))
    yield from headlines
    for part, line in lines.items():
        if part.role == "label":
            yield from _label(document, chart, part, line, topic, headlines, vocabulary)
        elif part.role in ("note", "category", "axis_title"):
            yield from _settings(document, chart, part, line, topic, vocabulary)


def _topic(chart: Chart, lines: dict[Part, Sentence], vocabulary: Vocabulary) -> Topic:
    ordered = [lines[part] for role in ("title", "headline", "note", "category") for part in chart.of(role)]
    workload = next(
        (name for line in ordered for name in line.of("workloads") if not name.entry.flag("is_family")), None
    )
    titles = [lines[part] for role in ("title", "headline", "note") for part in chart.of(role)]
    sides = _sides([lines[part] for part in chart.of("note")])
    headline = [lines[part] for part in chart.of("headline")]
    variants = (v.name for line in headline for v in vocabulary.find(line.words, "variants"))
    return Topic(
        workload=workload,
        task=next(filter(None, (task_in(line.words) for line in titles)), ""),
        variant=next(variants, ""),
        subject=sides[0] if sides else Side(),
        baseline=sides[1] if len(sides) > 1 else Side(),
    )


# --- sides ---------------------------------------------------------------------------------------------------


def _sides(notes: list[Sentence]) -> list[Side]:
    """The sides that the notes describe: lines that begin with a machine, each machine once, in order."""
    dataset = next((name.raw for line in notes for name in line.of("datasets")), "")
    sides: list[Side] = []
    for line in notes:
        machine = leading_platform(line)
        if machine and not any(_same_machine(machine, side) for side in sides):
            sides.append(_side(machine, line, dataset))
    return sides


def leading_platform(line: Sentence) -> Mention | None:
    """The machine that a note line begins with, the more exact of "A100 (A100-SXM4-80GB)"."""
    platforms = line.of("platforms")
    if not platforms or not re.fullmatch(r"(?:\d+\s?[xX×]\s?)?", line.text[line.start : platforms[0].start]):
        return None
    first, second = platforms[0], platforms[1] if len(platforms) > 1 else None
    between = line.text[first.end : second.start].strip() if second else ""
    return second if second and between == "(" and key_in(first, second) else first


def key_in(first: Mention, second: Mention) -> bool:
    """Whether the second name spells out the first ("A100", "A100-SXM4-80GB")."""
    return first.name.lower() in second.name.lower()


def _same_machine(machine: Mention, side: Side) -> bool:
    return machine.name in side.name or side.name in machine.name


def _side(machine: Mention, line: Sentence, dataset: str) -> Side:
    count = re.match(r"(\d+)\s?[xX×]", line.words)
    stated: dict[str, list[str]] = {}
    for found in line.figures:
        if found.figure.kind == "config" and found.metric in CONDITIONS:
            stated.setdefault(found.metric, []).append(line.text[found.figure.start : found.figure.end])
    frameworks = [name.name for name in line.of("frameworks")]
    if frameworks:
        stated["framework"] = list(dict.fromkeys(frameworks))
    if re.search(r"\bmixed precision\b", line.words, re.IGNORECASE):
        stated.setdefault("precision", ["Mixed"])
    if dataset:
        stated["dataset"] = [dataset]
    conditions = tuple((name, " & ".join(stated[name])) for name in CONDITIONS if name in stated)
    return Side(machine.name, machine.raw, int(count[1]) if count else None, conditions)


# --- headlines and labels ------------------------------------------------------------------------------------


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
    topic = _of_bar(part.bar, topic, vocabulary)
    subject, baseline = _who(found, line, part.bar, topic, vocabulary)
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
        drawn_ratio=_drawn(part.bar, chart, baseline, vocabulary) if figure.kind == "ratio" else None,
        box=document.box(figure.start, figure.end),
        unresolved=tuple(reasons),
    )


def _of_bar(bar: Bar | None, topic: Topic, vocabulary: Vocabulary) -> Topic:
    """The topic as one bar's own category narrows it: on a grouped chart each group may be another workload."""
    found = vocabulary.find(bar.category, "workloads") if bar else []
    return replace(topic, workload=found[0]) if found else topic


def _better(said: Side, topic: Side, vocabulary: Vocabulary) -> Side:
    """What the line itself names, unless that is only a class ("IPU") and the notes name the machine."""
    entry = vocabulary.get("platforms", said.name)
    return topic if not said.name or (entry and entry.flag("generic") and topic.name) else said


def _drawn(bar: Bar | None, chart: Chart, baseline: Side, vocabulary: Vocabulary) -> float | None:
    """How many times as long as the baseline's bar this bar is drawn; None when the chart shows no such pair."""
    if bar is None or not baseline.name:
        return None
    others = [one for one in chart.bars if one != bar and one.horizontal == bar.horizontal and one.length > 0]
    mine = [one for one in others if _names(one.category, baseline, vocabulary)]
    other = mine or (others if len(others) == 1 else [])
    return round(bar.length / other[0].length, 4) if len(other) == 1 else None


def _names(category: str, side: Side, vocabulary: Vocabulary) -> bool:
    """Whether a bar's printed category names this side, count and all."""
    found = vocabulary.find(category, "platforms")
    count = re.match(r"\s*(\d+)\s?[xX×]\s", category)
    alike = any(vocabulary.related(name.name, side.name) for name in found)
    return alike and (int(count[1]) if count else 1) == (side.count or 1)


def _who(found: Found, line: Sentence, bar: Bar | None, topic: Topic, vocabulary: Vocabulary) -> tuple[Side, Side]:
    """Both sides of a factor; the machine whose bar it is for a bar's own value."""
    if found.figure.kind in ("ratio", "percent_change"):
        said, than = sides_of(found, line, Scope()) if line.of("platforms") else (Side(), Side())
        return _better(said, topic.subject, vocabulary), _better(than, topic.baseline, vocabulary)
    named = vocabulary.find(bar.category, "platforms") if bar else []
    for side in (topic.subject, topic.baseline):
        if named and side.name and (named[0].name in side.name or side.name in named[0].name):
            return side, Side()
    if named or bar is None:
        return (Side(named[0].name, named[0].raw), Side()) if named else (Side(), Side())
    # "axis | series": a series that is no known workload is who was measured, as printed.
    series = [piece.strip() for piece in bar.category.split("|") if not vocabulary.find(piece, "workloads")]
    proper = [piece for piece in series if re.match(r"[A-Z][\w.+-]*(?:\s[\w.+-]+){0,3}$", piece)]
    return (Side(proper[-1], proper[-1]), Side()) if len(series) == 1 and proper else (Side(), Side())
