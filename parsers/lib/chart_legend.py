"""Legends: which name each colour or marker of a chart has."""

from collections.abc import Sequence

from parsers.lib.chart_desk import Desk
from parsers.lib.pdf_page import Shape

SWATCH = 14.0
MAX_SWATCHES = 400


def place_legend(desk: Desk) -> None:
    """Give a role to the texts that stand beside a swatch."""
    drawn = set(desk.plot.bars.shapes) if desk.plot.bars else set()
    small = [shape for shape in desk.shapes if _swatch(shape) and shape not in drawn]
    pairs = [
        (shape, line)
        for shape in small[:MAX_SWATCHES]
        for line in desk.left
        if 0 <= line.x0 - shape.x1 <= 1.5 * line.size + 2 and abs(line.y - _middle(shape)) <= 0.6 * line.size
    ]
    rows = [pair for pair in pairs if pair[0].kind == "box" or _in_line(pair[0], [other for other, _ in pairs])]
    desk.take_each("legend", dict.fromkeys(line for _, line in rows))


def _swatch(shape: Shape) -> bool:
    return 2.5 <= shape.height <= SWATCH and 2.5 <= shape.width <= 3 * SWATCH


def _middle(shape: Shape) -> float:
    return (shape.top + shape.bottom) / 2


def _in_line(shape: Shape, others: Sequence[Shape]) -> bool:
    return any(
        other is not shape and (abs(other.x0 - shape.x0) < 1 or abs(other.top - shape.top) < 1) for other in others
    )


def series_of(desk: Desk) -> dict[tuple[float, ...], str]:
    """Legend names by the colour of their swatch; those of the charts beside it where it has no legend of its own."""
    names: dict[tuple[float, ...], str] = {}
    for line in desk.of("legend"):
        swatches = [
            shape
            for shape in desk.shapes
            if 0 <= line.x0 - shape.x1 <= 1.5 * line.size + 2 and abs(line.y - _middle(shape)) <= 0.6 * line.size
        ]
        names.update({shape.colour: line.text for shape in swatches if shape.height <= SWATCH})
    return names or desk.lent


def lacks_legend(desk: Desk, names: dict[tuple[float, ...], str]) -> bool:
    """Whether its bars have several colours, no legend says which is which, and these names do."""
    colours = {shape.colour for shape in desk.plot.bars.shapes} if desk.plot.bars else set()
    return len(colours) > 1 and not desk.of("legend") and not desk.lent and colours <= set(names)
