"""A page of lines and shapes -> its charts: where one ends and the next begins, and what each text does there.

A chart is told by its drawing (bars on one base line, or markers and curves between two axes), never by its words.
Every line of a chart's part of the page gets a role, so that none is lost; what belongs to no chart is handed back.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from statistics import median

from parsers.lib.chart_desk import BODY_CHARS, DOT, FACTOR, FIGURE, ChartArea, Desk, Piece, Plot, Region
from parsers.lib.chart_labels import place_on_bars
from parsers.lib.chart_legend import lacks_legend, place_legend, series_of
from parsers.lib.chart_notes import note_lines, place_notes, title_lines, without_prose
from parsers.lib.chart_points import place_on_points
from parsers.lib.chart_regions import hull_of, plot_of, regions_of
from parsers.lib.chart_scale import aligned, number, singles
from parsers.lib.pdf_page import Line, Page, Shape
from schemas.document import PartRole


def find_charts(page: Page) -> tuple[tuple[ChartArea, ...], tuple[Line, ...]]:
    """The charts of a page in reading order, and the lines that belong to none."""
    charts, rest = [], []
    plots = [(region, plot_of(region, page)) for region in regions_of(Region(page.lines, page.shapes), page)]
    prose = [line for region, plot in plots if plot for line in _running(region, plot)]
    rest += [line for region, plot in plots if not plot for line in (*region.above, *region.lines, *region.below)]
    drawn = [(_without(region, prose), plot) for region, plot in plots if plot]
    desks = [_placed(region, plot, page.number) for region, plot in drawn]
    for at, (region, plot) in enumerate(drawn):
        desk, others = _with_legend(desks, at, region, page.number)
        chart = _chart(region, plot, desk)
        rest += others
        if any((chart.pieces, chart.above, chart.below)):  # bars without a word near them are an ornament
            charts.append(chart)
    return tuple(charts), tuple({id(line): line for line in (*rest, *prose)}.values())


Placed = tuple[Desk, list[Line]]


def _with_legend(desks: Sequence[Placed], at: int, region: Region, page: int) -> Placed:
    """A chart's desk; set anew where the legend of its colours stands in the part of the page of another."""
    desk = desks[at][0]
    for other, _ in desks:
        if other is not desk and lacks_legend(desk, names := series_of(other)):
            return _placed(region, desk.plot, page, names)
    return desks[at]


def _running(region: Region, plot: Plot) -> list[Line]:
    """Running text above and below several charts: no note of any of them."""
    return [*without_prose(region.above, plot)[1], *without_prose(region.below, plot)[1]]


def _without(region: Region, prose: Sequence[Line]) -> Region:
    running = {id(line) for line in prose}
    above, below = ([line for line in side if id(line) not in running] for side in (region.above, region.below))
    return replace(region, above=tuple(above), below=tuple(below))


def _placed(region: Region, plot: Plot, page: int, lent: dict[tuple[float, ...], str] | None = None) -> Placed:
    """The texts of a part of the page with their roles, and its running text."""
    lines, others = without_prose(region.lines, plot)
    upright = [single for line in lines for single in (singles(line) if line.angle == 0 else [line])]
    desk = Desk(page, plot, region.shapes, upright, lent=lent or {})
    place_notes(desk)
    place_legend(desk)
    if plot.bars:
        place_on_bars(desk, plot.bars)
    else:
        place_on_points(desk)
        _place_ticks_of_points(desk)
    _place_top(desk)
    _place_remains(desk)
    return desk, others


def _chart(region: Region, plot: Plot, desk: Desk) -> ChartArea:
    pieces = tuple(sorted(desk.pieces, key=partial(_reading_order, plot)))
    above = tuple(Piece(_top_role(run, desk), tuple(run)) for run in title_lines(region.above, region.above))
    below = tuple(Piece("note", tuple(lines)) for lines in note_lines(region.below))
    lines = [line for piece in pieces for line in piece.lines]
    edges = hull_of([Shape("box", line.x0, line.top, line.x1, line.bottom) for line in lines] + [_box(plot)])
    return ChartArea(edges.x0, edges.top, edges.x1, edges.bottom, pieces, tuple(desk.bars), above, below)


def _box(plot: Plot) -> Shape:
    return Shape("box", plot.x0, plot.top, plot.x1, plot.bottom)


def _reading_order(plot: Plot, piece: Piece) -> tuple[bool, float, float]:
    """Top down, left to right; what stands by one lying bar is one row, though its label is in larger type."""
    first = piece.lines[0]
    lanes = plot.bars.lanes if plot.bars and plot.bars.horizontal and piece.role in ("label", "category") else ()
    level = next((lane.c0 for lane in lanes if lane.c0 <= first.y <= lane.c1), first.top)
    return piece.role == "note", level if piece.role != "tick" else round(first.y), first.x0


def _place_ticks_of_points(desk: Desk) -> None:
    plot = desk.plot
    numeric = [line for line in desk.left if line.angle == 0 and number(line.text) is not None]
    below = [line for line in numeric if line.top >= plot.bottom - DOT]
    beside = [line for line in numeric if line.x1 <= plot.x0 + DOT or line.x0 >= plot.x1 - DOT]
    for row in [*aligned(below, True), *aligned(beside, False)]:
        desk.take_each("tick", [line for line in row if line in desk.left])


def _place_top(desk: Desk) -> None:
    """Headline and titles: what stands above the drawing. A headline names a factor in large type."""
    top = [line for line in desk.left if line.angle == 0 and line.bottom <= desk.plot.top + 3]
    for run in title_lines(sorted(top, key=lambda line: line.top), _placed_or_not(desk)):
        desk.take(_top_role(run, desk), run)


def _placed_or_not(desk: Desk) -> list[Line]:
    return [*desk.left, *(other for piece in desk.pieces for other in piece.lines)]


def _top_role(run: Sequence[Line], desk: Desk) -> PartRole:
    usual = median([other.size for other in _placed_or_not(desk) if other not in run] or [0.0])
    text = " ".join(line.text for line in run)
    return "headline" if FACTOR.search(text) and run[0].size >= 1.1 * usual else "title"


def _place_remains(desk: Desk) -> None:
    for line in sorted(desk.left, key=lambda line: (line.top, line.x0)):
        desk.take(_remaining_role(line, desk), [line])


def _remaining_role(line: Line, desk: Desk) -> PartRole:
    if line.angle != 0:
        return "axis_title"
    plot = desk.plot
    if line.top < plot.bottom - 1:
        return "label" if FIGURE.search(line.text) else "category"
    feet = [other.bottom for role in ("tick", "category") for other in desk.of(role)]
    foot = max([plot.bottom, *(bottom for bottom in feet if bottom < line.bottom)])
    near = line.top - foot < 2.5 * line.size and len(line.text) < BODY_CHARS
    centred = abs(line.x - (plot.x0 + plot.x1) / 2) < 0.3 * (plot.x1 - plot.x0)
    return "axis_title" if near and centred and not FACTOR.search(line.text) else "note"
