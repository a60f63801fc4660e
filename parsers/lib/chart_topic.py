"""What a chart is about as a whole, its two sides as its notes give them, and whose bar is whose."""

import re
from dataclasses import dataclass, field, replace

from parsers.lib.about import task_in
from parsers.lib.chart_names import BarName, name_of, sure_name
from parsers.lib.chart_sides import Sides, compares, sides_of_chart
from parsers.lib.scene import Found
from parsers.lib.sentence import Scope, Sentence
from parsers.lib.sides import sides_of
from schemas.document import Bar, Chart, Part
from schemas.names import Mention, Vocabulary
from schemas.statement import CONDITIONS, Side


@dataclass(frozen=True, slots=True)
class Topic:
    """What a chart is about as a whole, and its two sides as the notes give them."""

    workload: Mention | None
    task: str
    variant: str
    subject: Side
    baseline: Side
    printed: Sides = field(default_factory=Sides)
    named: BarName = field(default_factory=BarName)  # of the one bar that is looked at
    titled: bool = False  # whether a title or a note names the workload, and not the bars
    unknown: str = ""  # what ran, as printed, where the vocabulary does not know it


def topic_of(chart: Chart, lines: dict[Part, Sentence], text: str, vocabulary: Vocabulary) -> Topic:
    """What a chart is about, from its titles, its headlines and its notes."""
    ordered = [lines[part] for role in ("title", "headline", "note", "category") for part in chart.of(role)]
    workload = next(
        (name for line in ordered for name in line.of("workloads") if not name.entry.flag("is_family")), None
    )
    titles = [lines[part] for role in ("title", "headline", "note") for part in chart.of(role)]
    titled = workload is not None and any(workload in line.of("workloads") for line in titles)
    sides = _sides([lines[part] for part in chart.of("note")])
    headline = [lines[part] for part in chart.of("headline")]
    variants = (v.name for line in headline for v in vocabulary.find(line.words, "variants"))
    return Topic(
        workload=workload,
        task=next(filter(None, (task_in(line.words) for line in titles)), ""),
        variant=next(variants, ""),
        subject=sides[0] if sides else Side(),
        baseline=sides[1] if len(sides) > 1 else Side(),
        printed=sides_of_chart(chart, lines, text, vocabulary),
        titled=titled,
    )


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


def of_bar(bar: Bar | None, topic: Topic, vocabulary: Vocabulary) -> Topic:
    """The topic as one bar's own category narrows it: on a grouped chart each group may be another workload."""
    topic = replace(topic, named=name_of(bar, topic.printed.axes))
    found = vocabulary.find(bar.category, "workloads") if bar else []
    if topic.named.what and not found:
        if topic.titled:  # "128 in / 2048 out" under "Llama 3.1 8B": how it ran
            topic = replace(topic, variant=topic.variant or topic.named.what)
        else:
            topic = replace(topic, workload=None, unknown=topic.named.what)
    return replace(topic, workload=found[0] if found else topic.workload, variant=topic.variant or topic.named.how)


def unpaired(topic: Topic) -> Topic:
    """The topic for a factor of nobody says what: the other of two names is not taken for its baseline."""
    return replace(topic, printed=replace(topic.printed, pair=()))


def _better(said: Side, topic: Side, vocabulary: Vocabulary) -> Side:
    """What the line itself names, unless that is only a class ("IPU") and the notes name the machine."""
    entry = vocabulary.get("platforms", said.name)
    return topic if not said.name or (entry and entry.flag("generic") and topic.name) else said


def drawn(bar: Bar | None, chart: Chart, baseline: Side, vocabulary: Vocabulary) -> float | None:
    """How many times as long as the baseline's bar this bar is drawn; None when the chart shows no such pair."""
    if bar is None or not baseline.name:
        return None
    others = [one for one in chart.bars if one != bar and one.horizontal == bar.horizontal and one.length > 0]
    mine = [one for one in others if _names(one.category, baseline, vocabulary)]
    group = bar.names[0] if bar.names[1] else ""
    printed = [one for one in others if _called(one, baseline, group)]
    other = mine or printed or (others if len(others) == 1 else [])
    return round(bar.length / other[0].length, 4) if len(other) == 1 else None


def _called(bar: Bar, side: Side, group: str) -> bool:
    """Whether a bar is printed under this side's name, within the same group of bars."""
    return bool(side.raw) and side.raw in bar.names and (not group or group in bar.names)


def _names(category: str, side: Side, vocabulary: Vocabulary) -> bool:
    """Whether a bar's printed category names this side, count and all."""
    found = vocabulary.find(category, "platforms")
    count = re.match(r"\s*(\d+)\s?[xX×]\s", category)
    alike = any(vocabulary.related(name.name, side.name) for name in found)
    return alike and (int(count[1]) if count else 1) == (side.count or 1)


def who(found: Found, line: Sentence, bar: Bar | None, topic: Topic, vocabulary: Vocabulary) -> tuple[Side, Side]:
    """Both sides of a factor; the machine whose bar it is for a bar's own value."""
    if found.figure.kind in ("ratio", "percent_change"):
        return _compared(found, line, bar, topic, vocabulary)
    named = [one for one in vocabulary.find(bar.category, "platforms") if not one.entry.flag("generic")] if bar else []
    for side in (topic.subject, topic.baseline):
        if named and side.name and (named[0].name in side.name or side.name in named[0].name):
            return side, Side()
    if named or bar is None:
        return (Side(named[0].name, named[0].raw), Side()) if named else (Side(), Side())
    if topic.named.who:
        return topic.named.side, Side()
    # "axis | series": a series that is no known workload is who was measured, as printed.
    series = [piece.strip() for piece in bar.category.split("|") if not vocabulary.find(piece, "workloads")]
    proper = [piece for piece in series if re.match(r"[A-Z][\w.+-]*(?:\s[\w.+-]+){0,3}$", piece)]
    if len(series) == 1 and proper and topic.printed.axes.category == "what" and not topic.printed.leader:
        return Side(proper[-1], proper[-1]), Side()
    return Side(topic.printed.leader, topic.printed.leader), Side()


def _compared(found: Found, line: Sentence, bar: Bar | None, topic: Topic, vocabulary: Vocabulary) -> tuple[Side, Side]:
    """Both sides of a factor: as the line says, as the notes describe them, else as the chart prints their names."""
    said, than = sides_of(found, line, Scope()) if line.of("platforms") else (Side(), Side())
    subject = _better(said, topic.subject, vocabulary)
    baseline = _better(than, topic.baseline, vocabulary)
    if not subject.name:
        leader = Side(topic.printed.leader, topic.printed.leader)
        subject = (topic.named.side if topic.named.who else leader) if bar else _of_title(found, line, topic.printed)
    lone = not baseline.name and (found.figure.kind == "ratio" or bar is None)
    if lone and subject.name and subject.name != topic.printed.baseline.name:
        baseline = topic.printed.baseline if bar or compares(line) else topic.printed.other(subject.name)
    return (subject, baseline) if said.name else _at(bar, found, subject, baseline, vocabulary)


def _at(bar: Bar | None, found: Found, subject: Side, baseline: Side, vocabulary: Vocabulary) -> tuple[Side, Side]:
    """Both sides of a factor at a bar that a machine names, where that is not the one whom the chart is about."""
    own = _own(bar, vocabulary)
    if own is None or not (subject.name and baseline.name) or _is_of(own, subject, vocabulary):
        return subject, baseline
    if not _is_of(own, baseline, vocabulary):
        return own, baseline  # a third machine
    # "1.0" at the baseline's own bar is no factor of the other's; "1.6x" may be set over either.
    return (baseline, Side()) if found.figure.value == 1 else (subject, baseline)


def _is_of(own: Side, side: Side, vocabulary: Vocabulary) -> bool:
    """Whether a bar's machine is a side's, however much of its name either prints."""
    names = {side.name, *(one.name for one in vocabulary.find(side.raw or side.name, "platforms"))}
    return any(own.name in name or name in own.name or vocabulary.related(own.name, name) for name in names if name)


def _own(bar: Bar | None, vocabulary: Vocabulary) -> Side | None:
    """The one machine that a bar is named by."""
    found = [one for one in vocabulary.find(bar.category, "platforms") if not one.entry.flag("generic")] if bar else []
    return Side(found[0].name, found[0].raw) if len({one.name for one in found}) == 1 else None


def _of_title(found: Found, line: Sentence, printed: Sides) -> Side:
    """Whose factor a title prints: who its own words name, whose bar is labelled so, or who the chart is about."""
    own = sure_name(line)
    label = printed.of_label(line.text[found.figure.start : found.figure.end])
    name = own if own and own != printed.baseline.raw else label or printed.leader
    return Side(name, name)
