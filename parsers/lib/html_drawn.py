"""Inline drawings that are charts: the names of their bars with the values beside or above them, as a table.

A chart that a page draws itself (<svg>) prints names, values, ticks, legend and titles as texts at places. Read in
document order these are loose words, and its numbers are of nothing.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from bs4 import Tag

from parsers.lib.dom import attribute, squeeze, text_of
from parsers.lib.html_cards import is_unit, is_value
from parsers.lib.svg_texts import MOST, Piece, pieces_of

LEAST = 2  # bars
TICKS = 3
NEAR = 0.6  # sizes of letters that texts of one line may stand higher or lower
LONGEST = 80  # characters of a name
_TOLD = re.compile(r"(?P<name>\S[^:\n]{0,78}?)(?P<gap>:\s+|\s+[-–—=→]\s+|\s*\N{EN SPACE}\s*)(?P<value>\S.{0,39})")
_TICK = re.compile(r"(?P<sign>[-−]?)[$€£]?\s?(?P<number>\d[\d,]*(?:\.\d+)?)\s?(?P<by>[kKMGB%x×]|ms|s)?")
_RESULT = re.compile(r"\d\s?[x×%]$|/s$|\d\s?[mµn]?s$|\d[kK]$|\d\.\d+$|\d,\d{3}$")  # never what bars are called
_AXIS = re.compile(
    r"\((?:[^()]{1,30})\)\s*$|\bper\s\w+|\w/\w|\b(?:better|faster)\b|^(?:speed-?up|throughput|latency|time|cost|power)\b|"
    r"\b(?:seconds|milliseconds|minutes|hours|percent|relative|normali[sz]ed)\b|\b[mµn]s\b|%",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s{0,3}[,;(·|–—-]\s{0,3}(?:higher|lower|less|more)\s(?:is|=)\s(?:better|faster)\)?\s*$", re.IGNORECASE
)
_SCALE = {"k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "B": 1e9}

Line = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Bars:
    """A row of a drawn chart: its cells as printed, and what stands between each and the next."""

    cells: tuple[str, ...]
    gaps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a drawing says: its title, other words over and under its bars, and its bars as rows under `heads`.

    `heads` names the columns of values, () where nothing does; `axis` is the one of `over` or `under` that says of
    what the values are.
    """

    title: str = ""
    over: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[Bars, ...] = ()
    under: tuple[str, ...] = ()
    axis: str = ""


@dataclass(slots=True)
class _Found:
    """The rows of a chart and the texts that they and its scale are made of."""

    rows: list[Bars] = field(default_factory=list)
    heads: tuple[str, ...] = ()
    used: set[int] = field(default_factory=set)  # id() of pieces


@dataclass(frozen=True, slots=True)
class _Texts:
    """The texts of a drawing, and the legend that the page sets beside it."""

    drawn: Sequence[Piece]
    beside: Sequence[str] = ()


def drawn(svg: Tag, beside: Sequence[str] = ()) -> Drawn:
    """What a drawing says; Drawn() for icons and what has no figures. `beside` is the legend that stands by it."""
    pieces = pieces_of(svg)
    title, told = _named(svg)
    ticks = _ticks(pieces)
    shown = [one for one in pieces if id(one) not in ticks]
    found = _beside(shown) or _above(shown, beside) or _told_texts(shown) or _tooltips(svg) or _Found()
    if not found.rows:
        return _loose(pieces, shown, title, told)
    left = [one for one in shown if id(one) not in found.used and len(one.text) > 1]
    return _of_chart(found, left, title, told)


def axis_name(text: str) -> str:
    """The name of an axis without which way is better."""
    return _TAIL.sub("", text)


def _named(svg: Tag) -> tuple[str, str]:
    """What a drawing says of itself without drawing it: its title, and its description."""
    own = {one.name: squeeze(one.get_text()) for one in svg.find_all(("title", "desc"), recursive=False)}
    label = squeeze(attribute(svg, "aria-label"))
    titles = [one for one in (own.get("title", ""), label) if len(one.split()) > 1]
    return next(iter(titles), ""), own.get("desc", "")


def _of_chart(found: _Found, left: Sequence[Piece], title: str, told: str) -> Drawn:
    words = [*_said(left), *(one.text for one in left if one.turned and _has_letter(one.text))]
    turned = [one.text for one in left if one.turned and _has_letter(one.text)]
    title = title or next((one for one in words if one not in turned and len(one.split()) > 1), "") or _top(left)
    rest = [one for one in dict.fromkeys((told, *words)) if one and one != title]
    axis = next((one for one in (*turned, *rest) if _AXIS.search(one) and len(one) <= LONGEST), "")
    return Drawn(title, tuple(rest), found.heads, tuple(found.rows), (), axis)


def _top(pieces: Sequence[Piece]) -> str:
    """The one word that stands over all else, no unit: "Throughput"."""
    top = min(pieces, key=lambda one: one.y, default=None)
    alone = top is not None and not any(one.y < top.y + top.size for one in pieces if one is not top)
    is_word = top is not None and top.text.isalpha() and not is_unit(top.text)
    return top.text if top is not None and alone and is_word and not top.turned else ""


def _loose(pieces: Sequence[Piece], shown: Sequence[Piece], title: str, told: str) -> Drawn:
    """The words of a drawing whose texts are no table: those of two words or more, when some say a figure."""
    said = [text for text in _said(shown) if len(text.split()) > 1]
    plain = len(title.split()) > 4 and _has_digit(title)
    if (len(said) < 2 or not _has_digit("".join(said))) and not plain:
        return Drawn()
    titles = [title] if plain or pieces else []
    return Drawn("", tuple(one for one in dict.fromkeys((*titles, told, *said)) if one))


def _said(pieces: Sequence[Piece]) -> list[str]:
    """What texts say line by line, from the top: a name with the values beside it as one, any other alone."""
    if len({(one.at, one.y) for one in pieces}) < 2:
        return [one.text for one in pieces if _has_letter(one.text)]  # no place says what belongs together
    found: list[str] = []
    for line in _lines_of(pieces):
        if len(line) > 1 and _is_name(line[0]) and all(is_value(one.text) for one in line[1:]):
            found.append(f"{line[0].text}: {', '.join(one.text for one in line[1:])}")
        else:
            found.extend(one.text for one in line if _has_letter(one.text))
    return found


def _has_letter(text: str) -> bool:
    return any(map(str.isalpha, text))


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _ticks(pieces: Sequence[Piece]) -> set[int]:
    """The marks of scales: bare numbers at equal steps along one edge, that are of no bar."""
    bare = [one for one in pieces if _TICK.fullmatch(one.text)]
    columns, rows = _runs(bare, "at", "y"), _runs(bare, "y", "at")
    scales = {id(one) for run in (*columns, *rows) for one in run}
    # What stands in a line with something else that is no mark of a scale is of a row: "512" beside "121.0 min".
    beside = {id(one) for line in _lines_of(pieces) if any(id(other) not in scales for other in line) for one in line}
    found: set[int] = set()
    for run in (*columns, *rows):
        is_row = run in rows and _is_foot(run, pieces)
        if 3 * sum(id(one) in beside for one in run) <= len(run) and not is_row:
            found.update(map(id, run))
    return found


def _runs(bare: Sequence[Piece], at: str, along: str) -> list[list[Piece]]:
    edges: dict[int, list[Piece]] = {}
    for one in bare:
        edges.setdefault(round(getattr(one, at)), []).append(one)
    runs = (sorted(one, key=lambda piece: getattr(piece, along)) for one in edges.values() if len(one) >= TICKS)
    return [run for run in runs if _is_even([getattr(one, along) for one in run]) and _is_scale(run)]


def _is_even(places: Sequence[float]) -> bool:
    steps = [abs(right - left) for left, right in pairwise(places)]
    return min(steps) > 0 and max(steps) <= 1.1 * min(steps) + 1


def _is_scale(run: Sequence[Piece]) -> bool:
    """Whether numbers go on by one step or by one factor."""
    values = [_worth(one.text) for one in run]
    steps = [right - left for left, right in pairwise(values)]
    if all(abs(one - steps[0]) <= 0.02 * abs(steps[0]) for one in steps) and steps[0]:
        return True
    factors = [right / left for left, right in pairwise(values) if left]
    return (
        len(factors) == len(steps)
        and factors[0] != 1
        and all(abs(one / factors[0] - 1) < 0.02 for one in factors if factors[0])
    )


def _worth(tick: str) -> float:
    match = _TICK.fullmatch(tick)
    if match is None:
        return 0.0
    number = float(match["number"].replace(",", "")) * _SCALE.get(match["by"] or "", 1.0)
    return -number if match["sign"] else number


def _is_foot(run: Sequence[Piece], pieces: Sequence[Piece]) -> bool:
    """Whether numbers in a line are what the bars over them are called: each has a value over it."""
    over = [one for one in pieces if is_value(one.text) and one.y < run[0].y - one.size]
    return all(any(abs(one.x - foot.x) < max(one.size, foot.size) for one in over) for foot in run)


def _lines_of(pieces: Sequence[Piece]) -> list[Line]:
    """Texts of about one height, from the top, each line from left to right; a turned text is in none."""
    lines: list[list[Piece]] = []
    for one in sorted((one for one in pieces if not one.turned), key=lambda one: one.y):
        if lines and one.y - lines[-1][0].y <= NEAR * min(one.size, lines[-1][0].size):
            lines[-1].append(one)
        else:
            lines.append([one])
    return [tuple(sorted(line, key=lambda one: one.x)) for line in lines]


def _is_name(one: Piece) -> bool:
    return _has_letter(one.text) and not is_value(one.text) and len(one.text) <= LONGEST


def _beside(pieces: Sequence[Piece]) -> _Found | None:
    """Lines of a name and the values at the bars beside it, as lying bars and drawn tables have them."""
    lines = _lines_of(pieces)
    rows = [line for line in lines if len(line) > 1 and _is_row(line)]
    widths = Counter(map(len, rows))
    wide = max(widths, key=lambda one: (widths[one], one), default=0)
    first = next((line for line in rows if len(line) >= wide), ())
    rows = [line[:wide] for line in rows if len(line) >= wide]  # a note may stand at the end of one
    if len(rows) < LEAST or not (all(map(_is_name, (row[0] for row in rows))) or _is_aligned(rows)):
        return None
    head = next((line for line, under in pairwise(lines) if under is first), ())
    heads = _heads(head, rows)
    used = {id(one) for line in (*rows, *((head,) if heads else ())) for one in line}
    return _Found([Bars(tuple(one.text for one in row), ("\t",) * (wide - 1)) for row in rows], heads, used)


def _is_row(line: Line) -> bool:
    """Whether a line is a name and values: one at least, and most of what stands beside the name."""
    values = sum(is_value(one.text) for one in line[1:])
    return 2 * values >= len(line) - 1 and values > 0


def _is_result(text: str) -> bool:
    """Whether a text is what was measured and never what a bar is called: not the release of "vLLM 0.3"."""
    return is_value(text) and _RESULT.search(text) is not None


def _is_aligned(rows: Sequence[Line]) -> bool:
    """Whether names that are figures themselves ("100 B") stand in one column: values over two bars do not."""
    return len(rows) > LEAST and len({round(row[0].at) for row in rows}) == 1


def _heads(head: Line, rows: Sequence[Line]) -> tuple[str, ...]:
    """What a line right over the rows calls their columns; one name for the names themselves is none of them."""
    values = len(rows[0]) - 1
    if (
        len(head) not in (values, values + 1)
        or len(head) < 2
        or any(_is_result(one.text) or not _has_letter(one.text) for one in head)
    ):
        return ()
    return tuple(one.text for one in head[-values:])


def _above(pieces: Sequence[Piece], beside: Sequence[str]) -> _Found | None:
    """Standing bars: a line of names, and over each as many values; grouped ones are told apart by the legend."""
    for foot in (*_turned(pieces), *reversed(_lines_of(pieces))):
        highest = min(one.y for one in foot) - NEAR * foot[0].size
        over = [one for one in pieces if is_value(one.text) and not one.turned and one.y < highest]
        is_named = all(not _is_result(one.text) for one in foot)
        if (
            len(foot) >= LEAST
            and is_named
            and (found := _groups(foot, over, _Texts(pieces, beside), lambda one: one.x))
        ):
            return found
    return _grouped_rows(pieces, beside)


def _turned(pieces: Sequence[Piece]) -> list[Line]:
    """Names that are written upwards below their bars: two at least, of one height."""
    feet: dict[int, list[Piece]] = {}
    for one in pieces:
        if one.turned:
            feet.setdefault(round(one.y), []).append(one)
    return [tuple(foot) for foot in feet.values() if len(foot) >= LEAST and len({one.at for one in foot}) == len(foot)]


def _grouped_rows(pieces: Sequence[Piece], beside: Sequence[str]) -> _Found | None:
    """Lying bars, several to a name, which stands beside the middle of its group."""
    columns: dict[int, list[Piece]] = {}
    for one in pieces:
        if _is_name(one) and not one.turned:
            columns.setdefault(round(one.at), []).append(one)
    for names in sorted(columns.values(), key=len, reverse=True):
        right = max(one.at for one in names)
        values = [one for one in pieces if is_value(one.text) and one.x > right]
        if len(names) >= LEAST and (found := _groups(tuple(names), values, _Texts(pieces, beside), lambda one: one.y)):
            return found
    return None


def _groups(names: Line, values: Sequence[Piece], texts: _Texts, place: Callable[[Piece], float]) -> _Found | None:
    """A row for each name with the values nearest to it, where all have as many."""
    names = tuple(sorted(names, key=place))
    step = min(place(right) - place(left) for left, right in pairwise(names))
    held: dict[int, list[Piece]] = {id(one): [] for one in names}
    for value in values:
        nearest = min(names, key=lambda one: abs(place(one) - place(value)))
        if abs(place(nearest) - place(value)) > 0.6 * step:
            return None
        held[id(nearest)].append(value)
    counts = {len(one) for one in held.values()}
    if len(counts) != 1 or counts == {0}:
        return None
    several = counts.pop()
    legend = _legend(texts.drawn, names, several)
    heads = tuple(one.text for one in legend) or (tuple(texts.beside) if len(texts.beside) == several > 1 else ())
    if several > 1 and (not heads or any(_is_stacked(one, place) for one in held.values())):
        return None
    rows = [(name, *sorted(held[id(name)], key=place)) for name in names]
    used = {id(one) for one in (*legend, *(piece for row in rows for piece in row))}
    bars = [Bars(tuple(one.text for one in row), ("\t",) * several) for row in rows]
    return _Found(bars, heads, used)


def _is_stacked(values: Sequence[Piece], place: Callable[[Piece], float]) -> bool:
    """Whether values stand on top of each other: nothing says then which series is at the bottom."""
    places = sorted(map(place, values))
    return any(right - left < 2 for left, right in pairwise(places))


def _legend(pieces: Sequence[Piece], names: Line, several: int) -> Line:
    """As many short names as there are bars to a group, in one line or one column."""
    if several < 2:
        return ()
    taken = {id(one) for one in names}
    free = [one for one in pieces if id(one) not in taken and _is_name(one) and not one.turned and len(one.text) <= 40]
    columns: dict[int, list[Piece]] = {}
    for one in free:
        columns.setdefault(round(one.at), []).append(one)
    for run in (*_lines_of(free), *columns.values()):
        if len(run) == several or (len(run) == several + 1 and run[0].y <= min(one.y for one in pieces) + 1):
            return tuple(run[-several:])  # the title may stand before them
    return ()


def _told_texts(pieces: Sequence[Piece]) -> _Found | None:
    """Texts that hold a name and its value each: "Merle 8: 420 fps"."""
    told = [(one, row) for one in pieces if (row := _told(one.text))]
    places = len({(round(one.at), round(one.y)) for one, _ in told})
    if len(told) < LEAST or places < len(told):
        return None
    return _Found([row for _, row in told], (), {id(one) for one, _ in told})


def _tooltips(svg: Tag) -> _Found | None:
    """What is shown over the bars of a chart that prints no values: "Merle 8: 420 fps" in a <title> of each."""
    texts = [text_of(one) for one in svg.find_all("title", limit=MOST) if one.parent is not svg]
    told = [row for text in dict.fromkeys(texts) if (row := _told(text))]
    return _Found(told) if len(told) >= LEAST and len(told) == len(set(texts)) else None


def _told(text: str) -> Bars | None:
    match = _TOLD.fullmatch(text)
    if match is None or not is_value(match["value"]) or not _has_letter(match["name"]):
        return None
    return Bars((match["name"], match["value"]), (match["gap"],))
