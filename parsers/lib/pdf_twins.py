"""Whether two tables stand side by side, and not one with a wide gap between its columns.

Rows on one line are no sign: tables of one style have one pitch. What tells is what each has for itself.
"""

from collections.abc import Sequence

from parsers.lib.pdf_bands import Band, base_lines, is_figure, is_heavy
from parsers.lib.pdf_blocks import CAPTION
from parsers.lib.pdf_heads import Rule, joined
from parsers.lib.pdf_layout import Grid, Placed
from parsers.lib.pdf_page import Line

ROWS = 3  # bands of a table that stands beside another
FAR = 4.4  # of the type size: a heading stands no further above its rows
LARGER = 1.1  # times the type of the rows: a heading


def two_tables(left: Sequence[Placed], right: Sequence[Placed], rules: Sequence[Rule]) -> bool:
    """Whether a table stands on either side, each with rules, a header or a heading of its own, or rows of its own."""
    grids = [[one for one in side if isinstance(one, Grid)] for side in (left, right)]
    if any(a.top < b.bottom and b.top < a.bottom for a in grids[0] for b in grids[1]):
        return True
    first, second = (
        base_lines([one for one in side if isinstance(one, Line) and not one.angle]) for side in (left, right)
    )
    rows, others = ([band for band in side if len(band.lines) > 1] for side in (first, second))
    figured = all(any(band.holds_figures for band in side) for side in (rows, others))
    if min(len(rows), len(others)) < ROWS or not figured:
        return False
    return _ruled_apart(rows, others, rules) or _twice(first, second) or _headed(first, second) or _apart(rows, others)


def _ruled_apart(left: Sequence[Band], right: Sequence[Band], rules: Sequence[Rule]) -> bool:
    """Whether either side has rules or shades of one width, two at least, and none reaches over."""
    top, bottom = (min(side[0].top for side in (left, right)), max(side[-1].bottom for side in (left, right)))
    edge = min(band.lines[0].x0 for band in right)
    inside = joined([rule for rule in rules if top - 12 <= rule.y <= bottom + 12])
    sides = [rule for rule in inside if rule.x1 <= edge], [rule for rule in inside if rule.x0 >= edge - 12]
    if sum(map(len, sides)) < len(inside):
        return False
    alike = all(len({(round(rule.x0), round(rule.x1)) for rule in side}) == 1 for side in sides)
    return alike and all(len({round(rule.y) for rule in side}) >= 2 for side in sides)


def _twice(left: Sequence[Band], right: Sequence[Band]) -> bool:
    """Whether both sides have a header that begins with the same word, right over the first column."""
    heads = [next((band for band in side if len(band.lines) > 1), side[0]) for side in (left, right)]
    rows = [next((band for band in side if band.holds_figures), side[0]) for side in (left, right)]
    same = heads[0].lines[0].text == heads[1].lines[0].text and not any(head.holds_figures for head in heads)
    over = [abs(head.lines[0].x0 - row.lines[0].x0) < row.size for head, row in zip(heads, rows, strict=True)]
    return same and all(over)


def _headed(left: Sequence[Band], right: Sequence[Band]) -> bool:
    """Whether a heading stands over the left edge of either side, on one line, and words lead the rows of both."""
    for head in left:
        other = next((band for band in right if abs(band.bottom - head.bottom) < 0.3 * head.size), None)
        pair = [(head, left), (other, right)]
        if other and all(len(one.lines) == 1 and _leads(one, side) for one, side in pair if one):
            return True
    return False


def _leads(head: Band, side: Sequence[Band]) -> bool:
    rows = [band for band in side if band.top >= head.bottom - 1 and len(band.lines) > 1][:ROWS]
    line = head.lines[0]
    if len(rows) < ROWS or rows[0].top - head.bottom > FAR * head.size:
        return False
    at_edge = abs(line.x0 - rows[0].lines[0].x0) < head.size
    if line.size >= LARGER * rows[-1].size or CAPTION.match(line.text):
        return at_edge
    # In bold and no larger, it may head the first columns of a table that goes on at the right.
    named = not any(is_figure(band.lines[0].text) for band in rows[1:])
    return at_edge and named and is_heavy(line) and not is_heavy(rows[-1].lines[0])


def _apart(left: Sequence[Band], right: Sequence[Band]) -> bool:
    """Whether hardly a row of one side stands on one line with a row of the other, though they face each other."""
    top, bottom = max(left[0].top, right[0].top), min(left[-1].bottom, right[-1].bottom)
    facing = [[band for band in side if top - 1 <= band.top and band.bottom <= bottom + 1] for side in (left, right)]
    level = sum(any(abs(a.bottom - b.bottom) < 0.3 * a.size for b in facing[1]) for a in facing[0])
    return min(map(len, facing)) > 1 and level <= len(facing[0]) / 3
