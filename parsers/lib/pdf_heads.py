"""The header above the rows of a table without upright rules: where it begins, and which columns each text heads.

"Speed" and "Cost" over one column each, "v7.4xlarge" over both: a group is told by the rule under it, or by standing
in the middle or at the edge of the columns that it is over.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from parsers.lib.pdf_bands import Band, is_number
from parsers.lib.pdf_page import Line, Print
from parsers.lib.pdf_rows import Placed, RowCells, merged, parts

NEAR = 1.4  # of the type size: how far apart the lines of a header stand
PITCH = 2.2  # times the gap between rows: how far a header may stand off
ONE_CELL = 0.45  # of the type size: lines so near are one cell's
SAME_SIZE = 0.15
_DIGITS = re.compile(r"[\d.,]+")
SIZE = 0.3  # by which a header may be larger or smaller than its rows
MAX_LINES = 6
LONG = 60  # characters: a longer text above a table is a sentence
OFF = 4.0  # points that a group's middle or edge may lie off

Extent = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Rule:
    """A level line or the edge of a shade."""

    x0: float
    x1: float
    y: float


def joined(rules: Sequence[Rule]) -> list[Rule]:
    """Rules with those that touch on one height as one: browsers draw the border of each cell."""
    found: list[Rule] = []
    for rule in sorted(rules, key=lambda rule: (round(rule.y), rule.x0)):
        if found and abs(found[-1].y - rule.y) < 1 and -1 < rule.x0 - found[-1].x1 < 1:
            found[-1] = Rule(found[-1].x0, rule.x1, rule.y)
        else:
            found.append(rule)
    return found


def header_of(
    bands: Sequence[Band], first: int, low: int, cuts: Sequence[float], extents: Sequence[Extent], pitch: float | None
) -> int:
    """Where the header of a body begins: the lines right above `first`, not above `low`, that stand over columns.

    `pitch` is the usual gap between rows, None where the line above is known to be the header.
    """
    lowest = first - 1
    if lowest < low or not (pitch is None or _is_lowest(bands[lowest], bands[first], pitch)):
        return first
    at = lowest
    while at > max(low, first - MAX_LINES) and _heads(bands[at - 1], bands[at], bands[lowest], cuts, extents):
        at -= 1
    return at


def _is_lowest(band: Band, row: Band, pitch: float) -> bool:
    """Whether a line can be a header's lowest: several texts, no figures but sizes and counts, near the first row."""
    gap = row.top - band.bottom
    near = gap <= max(NEAR * row.size, PITCH * pitch) and abs(band.size - row.size) <= SIZE * row.size
    plain = not band.holds_figures or (band.heavy and not row.heavy and of_one_kind([line.text for line in band.lines]))
    return near and len(band.lines) > 1 and plain and _brief(band)


def of_one_kind(texts: Sequence[str]) -> bool:
    """Whether texts count or measure one thing: "2 nodes", "4 nodes" and "8 nodes" head three columns."""
    numbers = [text for text in texts if is_number(text)]
    kinds = {_DIGITS.sub("", text).strip() for text in numbers}
    return len(kinds) == 1 and "" not in kinds and len(numbers) >= max(2, len(texts) - 1)


def _brief(band: Band) -> bool:
    return all(len(line.text) <= LONG for line in band.lines)


def _heads(band: Band, below: Band, lowest: Band, cuts: Sequence[float], extents: Sequence[Extent]) -> bool:
    """Whether a line above a header's lowest belongs to it."""
    if below.top - band.bottom > NEAR * below.size or abs(band.size - lowest.size) > SAME_SIZE * lowest.size:
        return False
    if not _brief(band) or band.heavy != lowest.heavy:
        return False
    # A single text at the left edge is the title, not a header.
    texts: list[tuple[Line, tuple[Print, ...]]] = list(parts(band, cuts))
    return len(texts) > 1 or (texts[0][1][0].x0 > extents[0][1] and not is_number(band.lines[0].text))


def header_rows(
    bands: Sequence[Band], cuts: Sequence[float], extents: Sequence[Extent], rules: Sequence[Rule]
) -> list[RowCells]:
    """The header's rows, top to bottom, each cell with the columns it heads."""
    reach = list(extents)
    found: list[RowCells] = []
    for number in reversed(range(len(bands))):
        band = bands[number]
        below = bands[number + 1] if number + 1 < len(bands) else None
        grouped = below is not None and _top_under(band, below) - band.bottom > ONE_CELL * band.size
        cells = _cells(band, cuts, reach, [rule for rule in rules if _under(rule, band, below)], grouped)
        for columns, words in cells:
            if len(columns) == 1:
                at = columns.start
                reach[at] = (min(reach[at][0], words[0].x0), max(reach[at][1], words[-1].x1))
        found.append(RowCells(tuple(cells)))
    return found[::-1]


def _top_under(band: Band, below: Band) -> float:
    """Where the line below begins under a header's texts: a name beside them may stand half-way down both lines."""
    under = [one.top for one in below.lines if any(one.x0 < line.x1 and line.x0 < one.x1 for line in band.lines)]
    return min(under, default=below.top)


def _under(rule: Rule, band: Band, below: Band | None) -> bool:
    """Whether a rule runs right below a header line, above the next."""
    limit = below.bottom if below else band.bottom + 0.5 * band.size
    return (band.top + band.bottom) / 2 < rule.y < limit


def _cells(
    band: Band, cuts: Sequence[float], reach: Sequence[Extent], rules: Sequence[Rule], grouped: bool
) -> list[tuple[range, tuple[Print, ...]]]:
    placed = _over(band, cuts, reach)
    count = len(cuts) + 1
    if len(placed) >= count:
        return [(range(at, at + 1), one.words) for at, one in enumerate(placed[:count])]
    ranges = [_by_rule(one, reach, rules, count) for one in placed]
    taken = -1
    found = []
    for number, one in enumerate(placed):
        limit = _limit(placed, ranges, number, count)
        columns = ranges[number] or _by_place(one, reach, range(taken + 1, limit), grouped)
        columns = range(max(columns.start, taken + 1), max(columns.stop, taken + 2))
        found.append((columns, one.words))
        taken = columns.stop - 1
    return [(columns, words) for columns, words in found if columns.stop <= count]


def _over(band: Band, cuts: Sequence[float], reach: Sequence[Extent]) -> list[Placed]:
    """The texts of a header line with the columns of the body that they stand over, one each where the numbers fit."""
    texts = list(parts(band, cuts))
    if len(texts) < len(reach):
        # Narrow headers run together ("bs=8 bs=16 bs=32"): a word for each column is a header for each.
        apart: list[tuple[Line, tuple[Print, ...]]] = [(line, (word,)) for line, words in texts for word in words]
        own = [_overlapped(words[0].x0, words[0].x1, reach).start for _, words in apart]
        texts = apart if own == list(range(len(reach))) else texts
    found = []
    for number, (line, words) in enumerate(texts):
        x0, x1 = words[0].x0, words[-1].x1
        columns = range(number, number + 1) if len(texts) == len(reach) else _overlapped(x0, x1, reach)
        found.append(Placed(columns, words, x0, x1, line.bottom))
    ordered = sorted(found, key=lambda one: (one.columns.start, one.x0))
    return ordered if len(texts) <= len(reach) else merged(ordered)


def _overlapped(x0: float, x1: float, reach: Sequence[Extent]) -> range:
    """The column that a text lies over most, else the nearest."""
    best = max(range(len(reach)), key=lambda at: min(x1, reach[at][1]) - max(x0, reach[at][0]))
    return range(best, best + 1)


def _by_rule(one: Placed, reach: Sequence[Extent], rules: Sequence[Rule], count: int) -> range | None:
    """The columns over the rule under a text, when it has one of its own."""
    whole = reach[-1][1] - reach[0][0]
    own = [r for r in rules if r.x0 - 1 <= one.x0 and one.x1 <= r.x1 + 1 and r.x1 - r.x0 < 0.85 * whole]
    if not own:
        return None
    rule = max(own, key=lambda rule: rule.x1 - rule.x0)
    inside = [at for at in range(count) if rule.x0 - 2 <= (reach[at][0] + reach[at][1]) / 2 <= rule.x1 + 2]
    return range(inside[0], inside[-1] + 1) if inside else None


def _limit(placed: Sequence[Placed], ranges: Sequence[range | None], number: int, count: int) -> int:
    """The first column that a later text of the line needs for itself."""
    for later in range(number + 1, len(placed)):
        known = ranges[later]
        return (known.start if known else placed[later].columns.stop - 1) - (later - number - 1)
    return count


def _by_place(one: Placed, reach: Sequence[Extent], free: range, grouped: bool) -> range:
    """The columns that a text stands over best: one alone, or several that it is the middle or the edge of."""
    best: tuple[float, bool, int, range] | None = None
    for start in free:
        for stop in range(start + 1, free.stop + 1):
            columns = range(start, stop)
            left, right = reach[start][0], reach[stop - 1][1]
            if right < one.x0 - OFF or left > one.x1 + OFF:
                continue
            middle = abs((one.x0 + one.x1) / 2 - (left + right) / 2)
            edge = min(abs(one.x0 - left), abs(one.x1 - right))
            off = min(middle, edge) if len(columns) == 1 or (grouped and stop == free.stop) else middle
            beside = grouped and middle > OFF  # flush with the edge of columns that it is not the middle of
            merit = (0.0 if off <= OFF else off, beside, -len(columns) if grouped else len(columns), columns)
            best = min(best, merit, key=lambda one: one[:3]) if best else merit
    return best[3] if best else one.columns
