"""A bar chart as the table that it was drawn from: a row a category, a column a series, the labels as cells.

So every rule that holds sentences against tables holds them against charts too.
"""

import re
from collections.abc import Iterator, Sequence

from checks.lib.language.tokens import roots, tokens
from schemas.document import Cell, Chart, Document, Part, Table
from schemas.names import Vocabulary
from schemas.statement import Claim

# "2.2 times the processor cores of VC1", "3x as many sessions as": what a factor is of.
_OF = re.compile(
    r"\s*(?:the|as\s+many|more|fewer)\s+(?P<what>(?:(?!(?:than|of|as|that|what)\b)[\w-]+\s+){1,3})(?:of|than|as|that)\b"
)
# A line below the title may say the conditions: "42 TB backup set, 12 streams".
_MEASURES = re.compile(
    r"\brelative\b|speed|throughput|latenc|\bper\b|/s\b|faster|\btime\b|bandwidth|power|cost|price|[(][^)]+[)]",
    re.IGNORECASE,
)
FEWEST = 2  # bars with a name and a label
NONE = Cell("", 0, 0)


def tables_of(document: Document) -> tuple[Table, ...]:
    """The tables of a document, and those of its charts, which are called as the chart is."""
    return (*document.tables, *(table for chart in document.charts if (table := _table(document, chart))))


def of_other_thing(claim: Claim, told: str, words: Sequence[str], document: Document, vocabulary: Vocabulary) -> bool:
    """Whether a factor says what it is of, and the chart of this name shows something else.

    A table has columns for many things, a chart one: a factor of cores is none of bit rates between the same two names.
    `words` are what the chart prints over and beside its bars. A metric's own words may be left out there.
    """
    match = _OF.match(claim.behind) if any(chart.name == told for chart in document.charts) else None
    if match is None or vocabulary.find(match["what"], "metrics"):
        return False
    return not roots(tokens(match["what"])) & roots(tokens(" ".join(words)))


def _table(document: Document, chart: Chart) -> Table | None:
    named = [part for part in chart.of("label") if part.bar and part.bar.category]
    if len(named) < FEWEST:
        return None
    places = [_place(part) for part in named]
    series = list(dict.fromkeys(column for _, column in places))
    header = _header(document, chart)
    several = len(series) > 1
    heads = [Cell(f"{name}, {header}" if header else name, chart.start, chart.start) for name in series]
    columns = heads if several else [Cell(header, chart.start, chart.start)]
    rows = tuple(_row(document, chart, key, named, series) for key in dict.fromkeys(row for row, _ in places))
    title = " | ".join(_said(document, (*chart.of("headline"), *chart.of("title"))))
    return Table(chart.name, title, (NONE, *columns), rows, chart.start, chart.end)


def _place(part: Part) -> tuple[str, str]:
    """The category of a bar and its series, "" for none."""
    return part.bar.names if part.bar else ("", "")


def _row(document: Document, chart: Chart, key: str, parts: Sequence[Part], series: Sequence[str]) -> tuple[Cell, ...]:
    cells = {_place(part): Cell(document.text[part.start : part.end], part.start, part.end) for part in parts}
    printed = next((one for one in chart.of("category") if document.text[one.start : one.end] == key), None)
    first = cells[next(place for place in cells if place[0] == key)]
    name = Cell(key, printed.start, printed.end) if printed else Cell(key, first.start, first.start)
    return (name, *(cells.get((key, one), NONE) for one in series))


def _header(document: Document, chart: Chart) -> str:
    """What the bars show: the name of their axis, else the title next to them."""
    axis = list(_said(document, chart.of("axis_title")))
    titles = list(_said(document, chart.of("title")))
    measures = [one for one in titles if _MEASURES.search(one)]
    return next(iter((*axis, *reversed(measures), *reversed(titles))), "")


def _said(document: Document, parts: Sequence[Part]) -> Iterator[str]:
    return (" ".join(document.text[part.start : part.end].split()) for part in parts)
