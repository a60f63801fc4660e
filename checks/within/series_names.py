"""Names of series, bars and legend entries."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.findings.words import listed
from checks.lib.statements.passages import part, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Chart, Document, Part
from schemas.finding import Evidence, Finding, Skip

CODE = "series-names"
_DEFAULT = re.compile(
    r"(?:series|data\s?series|column|datenreihe|serie|untitled|legend|category|label|sheet)\s?\d*", re.IGNORECASE
)
_TOUCH = 2  # lines of one name follow each other with one line break; a blank line parts two names


@dataclass(frozen=True, slots=True)
class Name:
    """A name as printed, over one line or several."""

    words: str
    parts: tuple[Part, ...]


@check(CODE, version=1, severity="low", since="0.1.0")
def series_names(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Every series of a chart has a name of its own that says what it is.

    Why:
        Two bars of one name cannot be told apart, and "Series1" is what a spreadsheet writes when nobody wrote a name:
        the reader guesses which machine or framework a value belongs to.

    Flags:
        Names that spreadsheets give by default; a name that one chart prints twice, with the values that it leaves
        unassigned.

    Passes:
        A name in the legend and at the axis once each; names that share a line and differ in the next.

    Does not judge:
        Charts without names (skipped); colours.
    """
    for parsed in corpus.parsed:
        for chart in parsed.document.charts:
            yield from _check(parsed.document, chart)


def _check(document: Document, chart: Chart) -> Iterator[Finding | Skip]:
    legend = [*chart.of("legend"), *chart.of("category")]
    if not legend:
        yield Skip(CODE, (document.name, chart.name), "not applicable, because the chart names no series")
        return
    defaults = [one for one in legend if _DEFAULT.fullmatch(document.text[one.start : one.end].strip())]
    if defaults and any(re.search(r"\d", document.text[one.start : one.end]) for one in defaults):
        yield _default(document, chart, defaults)
    for words, names in _twice(document, chart).items():
        yield _duplicate(document, chart, words, names)


def _title(document: Document, chart: Chart) -> str:
    titles = [*chart.of("title"), *chart.of("headline")]
    return document.text[titles[0].start : titles[0].end] if titles else chart.name


def _default(document: Document, chart: Chart, defaults: list[Part]) -> Finding:
    words = listed(document.text[one.start : one.end] for one in defaults)
    others = [one for one in chart.of("legend") if one not in defaults]
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"chart {_title(document, chart)!r}: the legend still shows a spreadsheet's default name, {words!r}",
        arithmetic=f"{len(defaults)} of {len(defaults) + len(others)} legend entries have no name of their own.",
        comparison=(document.name, _title(document, chart), "default"),
        evidence=(
            *(part(document, one) for one in defaults),
            *(part(document, one, "supporting") for one in others),
        ),
        likely_wrong_why="the default name: nobody wrote one",
    )


def _names(document: Document, chart: Chart) -> list[Name]:
    groups: list[list[Part]] = []
    for one in chart.of("category"):
        last = groups[-1][-1] if groups else None
        joined = last is not None and document.text[last.end : one.start] == "\n"
        if joined and len(groups[-1]) < _TOUCH:
            groups[-1].append(one)
        else:
            groups.append([one])
    return [Name(" ".join(document.text[p.start : p.end] for p in group), tuple(group)) for group in groups]


def _twice(document: Document, chart: Chart) -> dict[str, list[Name]]:
    found: dict[str, list[Name]] = {}
    for name in _names(document, chart):
        # A lone machine's name may stand at an axis and in a legend; a spelt-out series stands once.
        if len(name.parts) > 1:
            found.setdefault(name.words.lower(), []).append(name)
    return {words: names for words, names in found.items() if len(names) > 1}


def _duplicate(document: Document, chart: Chart, words: str, names: list[Name]) -> Finding:
    values = [one for one in chart.of("label") if re.fullmatch(r"[\d.,]+", document.text[one.start : one.end].strip())]
    printed = listed(document.text[one.start : one.end] for one in values)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"chart {_title(document, chart)!r}: the series name {names[0].words!r} is printed {len(names)} times"
        + (f"; the values {printed} cannot be told apart" if values else ""),
        arithmetic=f"{len(names)} series, one name.",
        comparison=(document.name, _title(document, chart), "duplicate", words),
        evidence=tuple(_evidence(document, names, values)),
        likely_wrong_why="one of the names, it cannot be told which",
    )


def _evidence(document: Document, names: list[Name], values: list[Part]) -> Iterator[Evidence]:
    for name in names:
        yield quoted(document, name.parts[0].start, name.parts[-1].end)
    yield from (part(document, one) for one in values)
