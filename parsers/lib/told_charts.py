"""Charts that are told in lines: what stands on the axes and in the legend, then a line for each bar.

"Y axis: tokens per second (higher is better)", "Bar labels, left to right:", "Merle 248", "- Ousel: 117". So pages
print their charts for those who cannot see them, and so scrapers keep them. Each is read as the table that it draws:
the names of the bars, and a column for each series, headed by what stands on the value axis.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from parsers.lib.chart_keys import LEAD, SHORT, Key, axes, group_head, is_head, is_item, keys_of
from parsers.lib.text_lines import Line
from parsers.lib.told_series import listed_names, named_spans, shared_names
from schemas.document import Block, Cell, Table

LEAST = 2  # bars
LOOSE = 2  # lines from one bar to the next: a capture may set a blank one between
BETWEEN = 2  # lines among those that are no key: a caption, a setting
_VALUE = (
    r"[~≈]?\s?(?:[$€£]\s?)?\d(?:[\d,]*\d)?(?:\.\d+)?"
    r"(?:\s?(?:[xX×%]|[A-Za-zµ][A-Za-zµ]{0,11}(?:/[A-Za-z]{1,10}|\sper\s[a-z]{1,10}|\sa\s[a-z]{1,10})?))?"
)
_VALUE_ALONE = r"[~≈]?\s?(?:[$€£]\s?)?\d(?:[\d,]*\d)?(?:\.\d+)?(?:\s?(?:[xX×%]|[a-zµ]{1,3}(?:/[a-z]{1,10})?))?(?![\w])"
_ASIDE = r"(?:\s\([^()]{1,80}\))?"
_LEAD_IN = re.compile(r"(?:[-*•+·]\s+|\d{1,2}[.)]\s+)?[*_`]*")
_BAR = re.compile(
    rf"(?:[Bb]ar\s)?[\"“]?(?P<label>[^\s\"“”|][^\"“”|\n]{{0,79}}?)[\"”*_`]*(?:\s*[:=]\s+|\s+[-–—=→]\s+|,\s+|\s+)[*_`]*"
    rf"(?P<value>{_VALUE})[*_`]*{_ASIDE}[.;,]?"
)
_ROW = re.compile(r"(?P<label>[^\s:|][^:|\n]{0,79}?)[*_`]*:\s+(?P<values>\S[^|\n]{2,160})")
_PLACED = re.compile(rf"(?P<name>[^,]*[A-Za-z][^,]*), (?P<value>(?=.*[A-Za-z%]){_VALUE})")
_LIST = re.compile(r"(?P<values>[^|]{3,600})$")
_ASIDES = re.compile(r"\([^()]{1,200}\)")
_APART = re.compile(r"\s*(?:,\s|;\s|\s/\s|\s\|\s)\s*")
_PAIR = re.compile(rf"(?P<name>(?=[^,;/|]*[A-Za-z\d])\S[^,;/|]{{0,39}}?(?::\s*|\s+))??(?P<value>{_VALUE}){_ASIDE}[.;]?")

Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class _Bars:
    """A line of a chart: what its bars are of, and the name ("" where one stands alone) and value of each."""

    label: Cell
    values: tuple[tuple[Cell, Cell], ...]
    end: int

    @property
    def names(self) -> tuple[str, ...]:
        """The series of its bars."""
        return tuple(name.text for name, _ in self.values)


def told_charts(every: Sequence[Line], number: int) -> list[Table]:
    """The charts that lines tell, in text order, as tables named from T<number> on."""
    found: list[Table] = []
    every = _closed_up(every)
    for first, run in sorted([*_runs(every), *_inline(every)], key=lambda one: one[0]):
        keys = [
            *group_head(every, first),
            *_lead(every, first),
            *(one for one in keys_of(every[first]) if one.start < run[0].label.start),
        ]
        if _is_chart(keys) and _legend(keys, run[0]):
            found.append(replace(_table(f"T{number + len(found)}", keys, run), start=_start(every, first, keys)))
    return found


def _closed_up(every: Sequence[Line]) -> list[Line]:
    """Without the blank line that a capture sets before each bar, where each stands alone between two of them."""
    blank = [not one.words.strip() for one in every]
    return [
        line
        for at, line in enumerate(every)
        if not (blank[at] and 0 < at < len(every) - 1 and (at + 2 >= len(every) or blank[at + 2])
                and _bars(every[at + 1]) and (_bars(every[at - 1]) or keys_of(every[at - 1])))
    ]  # fmt: skip


def _runs(every: Sequence[Line]) -> Iterator[tuple[int, list[_Bars]]]:
    """Lines of bars that follow each other, all of the same series, each with the number of the first."""
    run: list[_Bars] = []
    first = 0
    legend: tuple[str, ...] = ()
    for at, line in enumerate(every):
        keys = keys_of(line)
        legend = next((listed_names(one.words) for one in keys if one.name.startswith(("series", "legend"))), legend)
        bars = None if keys else _bars(line, legend, every[max(0, at - 1) : at + 2])
        apart = at > 0 and line.number > every[at - 1].number + LOOSE  # a table stands between
        apart = apart or (bool(run) and is_item(line) != is_item(every[at - 1]))  # "Larder 8" heads "- p50: 12"
        if run and (bars is None or bars.names != run[0].names or apart):
            if len(run) >= LEAST:
                yield first, run
            run = []
        if bars:
            first = first if run else at
            run.append(bars)
    if len(run) >= LEAST:
        yield first, run


def _inline(every: Sequence[Line]) -> Iterator[tuple[int, list[_Bars]]]:
    """Bars that one line lists behind their key: "Bars: Merle 2: 310; Merle 1: 128"."""
    for at, line in enumerate(every):
        listing = [one for one in keys_of(line) if one.lists]
        plain = replace(line, words=_ASIDES.sub(_blank, line.words).rstrip(" .")) if listing else line
        for key in listing[:LEAST]:
            if key.start - line.start < len(plain.words):
                row = _LIST.match(plain.words, key.start - line.start)
                found = _series(plain, row) if row else ()
                if len(found) >= LEAST and all(name.text for name, _ in found):
                    yield at, [_Bars(name, ((_nameless(name.start), value),), line.end) for name, value in found]


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _bars(line: Line, legend: Sequence[str] = (), beside: Sequence[Line] = ()) -> _Bars | None:
    lead = _LEAD_IN.match(line.words)
    at = lead.end() if lead else 0
    several = _ROW.fullmatch(line.words, at)
    values = _series(line, several) or _unparted(line, several, legend, beside) if several else ()
    if several and values:
        return _Bars(_cell(line, *several.span("label")), values, line.end)
    match = _BAR.fullmatch(line.words, at)
    if match is None or not re.search(r"[A-Za-z0-9]", match["label"]):
        return None
    label = _cell(line, *match.span("label"))
    return _Bars(label, ((_nameless(label.start), _cell(line, *match.span("value"))),), line.end)


def _series(line: Line, row: re.Match[str]) -> tuple[tuple[Cell, Cell], ...]:
    """The pieces behind a label, "V0 28.4, V1 35.2", where each is a name and a value; none where one is not."""
    at, found = row.start("values"), []
    for gap in (*_APART.finditer(line.words, at), None):
        pair = _PAIR.fullmatch(line.words, at, gap.start() if gap else row.end("values"))
        if pair is None:
            return ()
        name = pair.span("name") if pair["name"] else (pair.start(), pair.start())
        found.append((_named(_cell(line, *name)), _cell(line, *pair.span("value"))))
        at = gap.end() if gap else at
    return tuple(found) if len(found) >= LEAST else ()


def _unparted(
    line: Line, row: re.Match[str], legend: Sequence[str], beside: Sequence[Line]
) -> tuple[tuple[Cell, Cell], ...]:
    """The names and values behind a label that nothing parts: those of the legend, or that a line beside it has too."""
    others = (match["values"] for one in beside if one is not line and (match := _ROW.fullmatch(one.words)))
    for names in (legend, *(shared_names(row["values"], one) for one in others)):
        found = named_spans(line.words, *row.span("values"), names, _VALUE_ALONE)
        if spans := tuple((_cell(line, *name), _cell(line, *value)) for name, value in found):
            return spans
    return ()


def _nameless(at: int) -> Cell:
    return Cell("", at, at)


def _named(one: Cell) -> Cell:
    text = one.text.rstrip(" :")
    return replace(one, text=text, end=one.start + len(text))


def _cell(line: Line, start: int, end: int) -> Cell:
    text = line.words[start:end].rstrip()
    return Cell(text, line.start + start, line.start + start + len(text))


def _lead(every: Sequence[Line], first: int) -> list[Key]:
    """The keys over a run of bars, from the top."""
    found: list[Key] = []
    plain = 0
    for line in _above(every, first):
        keys = keys_of(line)
        if any(one.lists and "\n" not in one.words and _APART.search(one.words) for one in keys):
            break  # those of another chart
        plain += bool(line.words) and not keys
        if plain > BETWEEN or (line.words and not keys and (len(line.words) > SHORT or _bars(line))):
            break
        found = [*keys, *found]
    return found


def _above(every: Sequence[Line], first: int) -> list[Line]:
    """The lines over a run of bars, from below, without the groups of bars before it where each has a head."""
    lines = [one for one in every[max(0, first - LEAD) : first] if one.words]
    if not group_head(every, first):
        return list(reversed(every[max(0, first - LEAD) : first]))
    below = [*lines[1:], every[first]]
    tops = {one.number for one, under in zip(lines, below, strict=True) if is_head(one, under)}
    return [one for one in reversed(lines) if not (one.number in tops or (is_item(one) and _bars(one)))]


def _is_chart(keys: Sequence[Key]) -> bool:
    """Whether what stands over bars says that they are bars: an axis or a unit, or "Bar labels:" right above them."""
    last = keys[-1].name if keys else ""
    told = any(one.is_axis or one.name.startswith("unit") for one in keys)
    return told or last.startswith(("bar", "data label"))


def _start(every: Sequence[Line], first: int, keys: Sequence[Key]) -> int:
    """Where the axes and the legend right over the bars begin: "Y axis: 0 to 200" is no statement."""
    headed = {
        one.line for one in keys if "title" in one.name or one.name.startswith(("chart", "figure", "plot", "source"))
    }
    start = every[first].start
    for line in reversed(every[max(0, first - LEAD) : first]):
        if line.words and (line.start in headed or not any(one.line == line.start for one in keys)):
            break
        start = line.start if line.words else start
    return start


def _legend(keys: Sequence[Key], bars: _Bars) -> Sequence[Cell]:
    """The names of the series: with the values, or else above them ("Series: p50 / p90"); none where neither is."""
    if all(bars.names) or len(bars.names) == 1:
        return [name for name, _ in bars.values]
    told = (_split(one) for one in keys if one.name.startswith(("series", "legend", "label", "bar")))
    listed = next((some for some in told if len(some) == len(bars.names)), ())
    return listed or ([name for name, _ in bars.values] if not bars.names[0] and all(bars.names[1:]) else ())


def _split(key: Key) -> list[Cell]:
    """What a key lists, each where it stands."""
    gaps = [(0, 0), *(one.span() for one in _APART.finditer(key.words)), (len(key.words), len(key.words))]
    spans = [(left[1], right[0]) for left, right in pairwise(gaps)]
    return [Cell(key.words[start:end], key.start + start, key.start + end) for start, end in spans]


def _table(name: str, keys: Sequence[Key], run: Sequence[_Bars]) -> Table:
    value, category = axes(keys)
    title = next((one.words for one in keys if one.name.endswith("title") and "sub" not in one.name), "")
    title = title or next((one.words for one in keys if one.name.startswith(("chart", "figure", "plot"))), "")
    title = " | ".join(filter(None, (title, *(one.words for one in keys if one.name == "group"))))
    at = run[0].label.start
    heads = list(_legend(keys, run[0]))
    if len(heads) == 1:
        heads = [value.cell if value else heads[0]]
    elif value and not heads[0].text:  # "2,930 images/s, label 1.0x": the bar itself, then what is written on it
        heads[0] = value.cell
    elif value:
        title = f"{title} ({value.cell.text})".strip()
    columns = (category.cell if category else Cell("", at, at), *heads)
    rows = tuple((one.label, *(cell for _, cell in one.values)) for one in run)
    if placed := [match for one in run if (match := _PLACED.fullmatch(one.label.text))]:
        columns, rows = _of_points(columns, rows, placed) if len(placed) == len(run) else (columns, rows)
    return Table(name, title, columns, rows, at, run[-1].end)


def _of_points(columns: Row, rows: Sequence[Row], placed: Sequence[re.Match[str]]) -> tuple[Row, tuple[Row, ...]]:
    """Points of a curve, "r2.large, 0.40 GB/s: 9.8 ms": where each stands on the other axis is a column."""
    at = rows[0][0].start
    split = (
        (replace(label, text=one["name"], end=label.start + one.end("name")), _part(label, one), *rest)
        for one, (label, *rest) in zip(placed, rows, strict=True)
    )
    return (Cell("", at, at), *columns), tuple(split)


def _part(label: Cell, one: re.Match[str]) -> Cell:
    return replace(label, text=one["value"], start=label.start + one.start("value"), end=label.start + one.end("value"))


def without(blocks: Iterable[Block], tables: Iterable[Table], text: str) -> Iterator[Block]:
    """Blocks of a text without the lines that tables are read from: what is left of each before, between and behind."""
    spans = sorted((one.start, one.end) for one in tables)
    ends = [end for _, end in spans]
    for block in blocks:
        start, at = block.start, bisect_right(ends, block.start)
        while at < len(spans) and spans[at][0] < block.end:
            yield from _left(block, start, spans[at][0], text)
            start, at = max(start, spans[at][1]), at + 1
        yield from _left(block, start, block.end, text)


def _left(block: Block, start: int, end: int, text: str) -> Iterator[Block]:
    plain = text[start:end].strip() if start < end else ""
    if (start, end) == (block.start, block.end):
        yield block
    elif plain:
        at = text.index(plain, start)
        yield replace(block, start=at, end=at + len(plain))
