"""The unit of bare numbers at bars, as axis, titles and notes print it: "(frames/s)", "Watts", "Images per second"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parsers.lib.table_units import powered
from schemas.document import Chart, Document, Part
from schemas.names import Vocabulary
from schemas.number_words import UP_TO_BILLION

_BRACKETS = re.compile(r"[\[(]([^\])]{1,40})[\])]")
# "Sustained output tokens per second", "Tokens/s at batch 8": up to two words that say what is counted.
_RATE = re.compile(
    r"(?P<noun>[A-Za-z][\w-]*)(?:\s(?P<last>[a-z][\w-]*))?(?:\sper\s(?P<per>second|minute|hour|day)|/(?P<short>s|sec|min|h|hour)\b)"
    r"(?P<of>(?:\sper\s|\s?/\s?)(?:[Ww]att|W)\b)?"
)
_IN = re.compile(r"\bin\s(?P<unit>[A-Za-zµ%][\w/µ%]*(?:\sper\s\w+)?)(?=\s*(?:[.,;(|]|$))")
_UNCERTAIN = re.compile(r"\b(?:relative|index)\b|10\^\d", re.IGNORECASE)
_THOUSANDS = re.compile(
    rf"\(?\b(?:in\s)?(?P<word>{'|'.join(UP_TO_BILLION)})s?\b(?:\sof\b)?\)?|\(?\b1,?000s\b\)?|[x×]\s?1,?000\b",
    re.IGNORECASE,
)
_COST = re.compile(
    r"\bper\s(?P<of>(?:(?:million|billion|1M|thousand)\s(?:\w+\s)?\w+|[GC]PU[ -]hour|\w+))", re.IGNORECASE
)
# What a note says of the bars' numbers: "Values in milliseconds", "Tokens per second; higher is better".
_TELLS = re.compile(
    r"\b(?:values?|numbers?|figures?|labels?|bars?|results?|times|latencies|axis)\b.{0,40}\b(?:in|are|is|shows?)\s|"
    r"\b(?:higher|lower|more|less|fewer)\sis\sbetter|^units?:",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[a-z)])\.\s+")
ONE_BASE = 3.0  # points


@dataclass(frozen=True, slots=True)
class Printed:
    """The unit of a chart's bare labels with what it measures; `power` of ten where they are of thousands."""

    unit: str = ""
    metric: str = ""
    power: int = 0


def unit_of(chart: Chart, document: Document, vocabulary: Vocabulary) -> Printed:
    """What the chart's bare labels are in, Printed() where nothing near the bars prints a unit.

    The name of the axis is asked first, then the title next to the bars, then the notes; and last the axis or the
    notes of charts on the same base line, whose scale it shares.
    """
    own = _own(chart, document, vocabulary)
    return own if own.unit or own.power else _shared(chart, document, vocabulary)


def cost_of(chart: Chart, document: Document) -> str:
    """What the price at a bar is paid for, as axis or titles say ("/million tokens"), "" where they do not."""
    for line in (*value_axes(chart, document), *_titles(chart, document)):
        if match := _COST.search(line):
            return f"/{match['of'].lower()}"
    return ""


def value_axes(chart: Chart, document: Document) -> list[str]:
    """The names of the value axis: of two upright ones that of the left, whose ticks the bars are read by."""
    placed = [(part, document.box(part.start, part.end)) for part in chart.of("axis_title")]
    upright = [one for one in placed if one[1] and one[1].bottom - one[1].top > one[1].x1 - one[1].x0]
    level = [one for one in placed if one not in upright]
    lying = any(bar.horizontal for bar in chart.bars)
    first = sorted(upright, key=lambda one: one[1].x0 if one[1] else 0.0)[:1]
    return _texts([part for part, _ in (level or first if lying else first or level)], document)


def _own(chart: Chart, document: Document, vocabulary: Vocabulary) -> Printed:
    axes, titles = value_axes(chart, document), _titles(chart, document)
    for line in (*axes, *titles):
        if _UNCERTAIN.search(line):
            return Printed()
        if found := _in_line(line, [*axes, *titles], vocabulary, whole=line in axes):
            return found
        if _THOUSANDS.search(line):
            return Printed()  # of thousands of what, nothing says
    return _noted(chart, document, vocabulary)


def _noted(chart: Chart, document: Document, vocabulary: Vocabulary) -> Printed:
    titles = _titles(chart, document)
    said = (one for note in _texts(chart.of("note"), document) for one in _SENTENCE.split(note) if _TELLS.search(one))
    found = (_in_line(one, [one, *titles], vocabulary, whole=True) for one in said if not _UNCERTAIN.search(one))
    return next(filter(None, found), Printed())


def _shared(chart: Chart, document: Document, vocabulary: Vocabulary) -> Printed:
    """The unit of the charts beside it (or above, for lying bars) that print it at their axis or in notes."""
    if any(vocabulary.find(title, "metrics") for title in _titles(chart, document)):
        return Printed()
    found = set()
    for other in document.charts:
        if other is not chart and other.page == chart.page and _one_base(chart, other):
            axes = value_axes(other, document)
            lines = (_in_line(line, axes, vocabulary, whole=True) for line in axes if not _UNCERTAIN.search(line))
            found.add(next(filter(None, lines), None) or _noted(other, document, vocabulary))
    found.discard(Printed())
    return found.pop() if len(found) == 1 else Printed()


def _one_base(chart: Chart, other: Chart) -> bool:
    if not chart.bars or not other.bars or chart.bars[0].horizontal != other.bars[0].horizontal:
        return False
    lying = chart.bars[0].horizontal
    bases = [
        min(bar.box.x0 for bar in one.bars) if lying else max(bar.box.bottom for bar in one.bars)
        for one in (chart, other)
    ]
    return abs(bases[0] - bases[1]) < ONE_BASE


def _titles(chart: Chart, document: Document) -> list[str]:
    return _texts(chart.of("title")[::-1], document)


def _texts(parts: Sequence[Part], document: Document) -> list[str]:
    return [" ".join(document.text[part.start : part.end].split()) for part in parts]


def _in_line(line: str, titles: Sequence[str], vocabulary: Vocabulary, *, whole: bool) -> Printed | None:
    thousands = _THOUSANDS.search(line)
    plain = " ".join(f"{line[: thousands.start()]} {line[thousands.end() :]}".split()) if thousands else line
    for printed in _printed(plain, whole=whole):
        if found := _unit(printed, plain, titles, vocabulary):
            power = UP_TO_BILLION.get((thousands["word"] or "thousand").lower(), 3) if thousands else found.power
            return Printed(found.unit, found.metric, power)
    return None


def _printed(line: str, *, whole: bool) -> Iterator[str]:
    """What may be a unit in a line, likeliest first."""
    yield from (match[1] for match in _BRACKETS.finditer(line))
    # "MB/s, higher is better": a title that is a unit and what to make of it
    own = line.strip() if whole else line.partition(",")[0].strip()
    yield from [own] if " per " not in own else []
    yield from [line.rpartition(",")[2].strip()] if "," in line else []  # "Size on disk, GB"
    for match in _RATE.finditer(line):
        per = f" per {match['per']}" if match["per"] else f"/{match['short']}"
        if (counted := match["last"] or match["noun"]).endswith("s"):
            # "hours of audio transcribed per hour" counts nothing by its last word
            yield f"{counted}{per}{' per watt' if match['of'] else ''}"
    if led := _IN.search(line):
        yield led["unit"]


def _unit(printed: str, line: str, titles: Sequence[str], vocabulary: Vocabulary) -> Printed | None:
    unit, metric, power = powered(printed, vocabulary)
    if not unit or unit == "1/s":
        return None
    entry = vocabulary.get("units", unit)
    if metric and (entry is None or entry.text("metric")):
        return Printed(unit, metric, power)
    said = (one.name for title in (line, *titles) for one in vocabulary.find(title, "metrics"))
    return Printed(unit, next(said, entry.text("metric") if entry else ""), power)
