"""The unit of bare numbers at bars, as axis and titles print it: "(frames/s)", "Watts", "Images per second"."""

import re
from collections.abc import Iterator

from parsers.lib.units import rate_unit
from schemas.document import Chart
from schemas.names import Vocabulary

_BRACKETS = re.compile(r"[\[(]([^\])]{1,40})[\])]")
# "Sustained output tokens per second", "Tokens/s at batch 8": up to two words that say what is counted.
_RATE = re.compile(
    r"(?P<noun>[A-Za-z][\w-]*)(?:\s(?P<last>[a-z][\w-]*))?(?:\sper\s(?P<per>second|minute|hour|day)|/(?P<short>s|sec|min|h|hour)\b)"
)
_IN = re.compile(r"\bin\s(?P<unit>[A-Za-zµ%][\w/µ%]*(?:\sper\s\w+)?)(?=\s*(?:[,;(|]|$))")
_SHIFTED = re.compile(
    r"\b(?:thousands?|millions?|billions?|1,?000s?|relative|index)\b|\bx\s?1,?000|10\^\d", re.IGNORECASE
)


def unit_of(chart: Chart, text: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """Unit and metric of the chart's bare labels, ("", "") where nothing near the bars prints a unit.

    The name of the axis is asked first, then the title next to the bars.
    """
    axes = [text[part.start : part.end] for part in chart.of("axis_title")]
    titles = [text[part.start : part.end] for part in reversed(chart.of("title"))]
    for line in (*axes, *titles):
        if _SHIFTED.search(line):
            return "", ""  # "Images per second (thousands)": 12 there is 12,000
        for printed in _printed(line, whole=line in axes):
            if found := _unit(printed, line, [*axes, *titles], vocabulary):
                return found
    return "", ""


def _printed(line: str, *, whole: bool) -> Iterator[str]:
    """What may be a unit in a line, likeliest first."""
    yield from (match[1] for match in _BRACKETS.finditer(line))
    # "MB/s, higher is better": a title that is a unit and what to make of it
    own = line.strip() if whole else line.partition(",")[0].strip()
    yield from [own] if " per " not in own else []
    for match in _RATE.finditer(line):
        per = f" per {match['per']}" if match["per"] else f"/{match['short']}"
        if (counted := match["last"] or match["noun"]).endswith("s"):
            yield f"{counted}{per}"  # "hours of audio transcribed per hour" counts nothing by its last word
    if led := _IN.search(line):
        yield led["unit"]


def _unit(printed: str, line: str, titles: list[str], vocabulary: Vocabulary) -> tuple[str, str] | None:
    rate = rate_unit(vocabulary, printed)
    if rate:
        return rate
    entry = vocabulary.resolve("units", printed)
    if entry is None:
        return None
    said = (one.name for title in (line, *titles) for one in vocabulary.find(title, "metrics"))
    return entry.name, next(said, entry.text("metric"))
