"""The texts of an inline drawing, each where it stands: in moved and scaled groups, wrapped, or turned."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bs4 import Tag
from bs4.element import PageElement

from parsers.lib.dom import attribute, raised, squeeze
from parsers.lib.html_cards import is_lone
from parsers.lib.tree import is_text

MOST = 400  # texts: a drawing with more is a map or a plot of points
SIZE = 12.0  # of letters that say no size
FAR = 1e7  # no drawing reaches as far
SLANTED, TURNED = 15, 60  # degrees
WIDTH = 0.55  # of a letter, in sizes
# What is drawn elsewhere, as often as it is used, or not at all; and tooltips.
UNDRAWN = frozenset(
    "defs symbol style script marker clippath mask pattern metadata foreignobject title desc lineargradient".split()
)
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?(?P<unit>em|%|rem)?", re.IGNORECASE)
_TRANSFORM = re.compile(r"(translate|scale|rotate|matrix)\s*\(([^()]{1,120})\)", re.IGNORECASE)
_UNSHOWN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|(?<![\w-])opacity\s*:\s*0(?:\.0+)?\s*(?:;|$)")
_ANCHORS = {"start": 0.5, "middle": 0.0, "end": -0.5}


Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class Piece:
    """A text of a drawing: `at` is where its anchor stands, `x` the middle of its words as far as can be told."""

    text: str
    at: float
    x: float
    y: float
    size: float = SIZE
    turned: bool = False

    @property
    def width(self) -> float:
        """Its width as far as can be told without its letters."""
        return WIDTH * self.size * len(self.text)


@dataclass(frozen=True, slots=True)
class _State:
    """What an element inherits: how it is moved, scaled and turned, its letters, and what stands at a text's place."""

    matrix: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    size: float = SIZE
    anchor: str = "start"
    width: float = 0.0  # of the drawing, for x="50%"
    height: float = 0.0

    @property
    def degrees(self) -> float:
        """How far a text is turned from lying, from 0 to 90."""
        turned = abs(math.degrees(math.atan2(self.matrix[1], self.matrix[0]))) % 180
        return min(turned, 180 - turned)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the element stands in the drawing."""
        a, b, c, d, e, f = self.matrix
        return a * x + c * y + e, b * x + d * y + f


def pieces_of(svg: Tag) -> list[Piece]:
    """The texts that are drawn, in document order; [] where there are too many to be a chart's."""
    found: list[Piece] = []
    stack: list[tuple[PageElement, _State]] = [(svg, _of_drawing(svg))]
    while stack:
        node, state = stack.pop()
        if not isinstance(node, Tag) or node.name in UNDRAWN or _is_unshown(node):
            continue
        inner = _entered(node, state)
        if node.name == "text":
            found.extend(_texts(node, inner))
            if len(found) > MOST:
                return []
        else:
            stack.extend((child, inner) for child in reversed(node.contents))
    return found


def _of_drawing(svg: Tag) -> _State:
    box = [float(one[0]) for one in re.finditer(r"-?\d+(?:\.\d+)?", attribute(svg, "viewbox"))]
    if len(box) == 4:
        return _State(width=box[2], height=box[3])
    return _State(width=_number(attribute(svg, "width")) or 0.0, height=_number(attribute(svg, "height")) or 0.0)


def _is_unshown(tag: Tag) -> bool:
    said = attribute(tag, "style"), attribute(tag, "display"), attribute(tag, "opacity"), attribute(tag, "visibility")
    return bool(_UNSHOWN.search(said[0])) or said[1] == "none" or said[2] == "0" or said[3] == "hidden"


def _entered(tag: Tag, state: _State) -> _State:
    """The state within an element: what it says itself, and else what it inherits."""
    size = _number(_styled(tag, "font-size"), state.size) or state.size
    state = replace(state, size=size, anchor=_styled(tag, "text-anchor") or state.anchor)
    for kind, given in _TRANSFORM.findall(attribute(tag, "transform")):
        by = [float(one[0]) for one in re.finditer(r"-?\d*\.?\d+(?:e-?\d+)?", given)]
        if all(abs(one) < FAR for one in by):  # of "1e999" there is no sine
            state = replace(state, matrix=_moved(state.matrix, kind.lower(), by))
    return state


def _styled(tag: Tag, name: str) -> str:
    style = re.search(rf"(?<![\w-]){name}\s*:\s*([^;]+)", attribute(tag, "style"))
    return style[1].strip() if style else attribute(tag, name).strip()


def _moved(matrix: Matrix, kind: str, by: list[float]) -> Matrix:
    if kind == "translate" and by:
        return _times(matrix, (1.0, 0.0, 0.0, 1.0, by[0], (by[1:] or [0.0])[0]))
    if kind == "scale" and by:
        return _times(matrix, (by[0], 0.0, 0.0, (by[1:] or by)[0], 0.0, 0.0))
    if kind == "rotate" and by:
        x, y = by[1:] if len(by) == 3 else (0.0, 0.0)
        sine, cosine = math.sin(math.radians(by[0])), math.cos(math.radians(by[0]))
        turned = _times(_moved(matrix, "translate", [x, y]), (cosine, sine, -sine, cosine, 0.0, 0.0))
        return _moved(turned, "translate", [-x, -y])
    if kind == "matrix" and len(by) == 6:
        return _times(matrix, (by[0], by[1], by[2], by[3], by[4], by[5]))
    return matrix


def _times(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def _number(text: str, em: float = SIZE, whole: float = 0.0) -> float | None:
    match = _NUMBER.match(text.strip())
    if match is None:
        return None
    number = float(match[0].removesuffix(match["unit"] or ""))
    return number * (em if match["unit"] in ("em", "rem") else whole / 100 if match["unit"] == "%" else 1)


def _texts(tag: Tag, state: _State) -> Iterator[Piece]:
    """The pieces of a <text>: its lines joined where it is one label, each alone where one is a value or set apart."""
    lines = [one for one in _lines(tag, state) if one.text]
    at, values = {round(one.at) for one in lines}, [is_lone(one.text) for one in lines]
    if len(lines) < 2 or len(at) > 1 or (any(values) and not all(values)):
        yield from lines
        return
    middle = sum(one.y for one in lines) / len(lines)
    yield replace(lines[0], text=" ".join(one.text for one in lines), y=middle)


def _lines(tag: Tag, state: _State) -> list[Piece]:
    """The lines of a <text>: a <tspan> with an x begins one, any other goes on in the line."""
    x, y = _placed(tag, state, (0.0, 0.0))
    lines: list[tuple[list[str], float, float, _State]] = [([], x, y, state)]
    stack: list[tuple[PageElement, _State]] = [(child, state) for child in reversed(tag.contents)]
    while stack:
        node, now = stack.pop()
        if isinstance(node, Tag) and node.name in ("tspan", "a", "textpath") and not _is_unshown(node):
            if "outline" in attribute(node, "class"):
                continue  # the same words, drawn thick behind themselves
            now = _entered(node, now)
            if "x" in node.attrs:
                x, y = _placed(node, now, lines[-1][1:3])
                lines.append(([], x, y, now))
            elif attribute(node, "dy").startswith("-") or "super" in _styled(node, "baseline-shift"):
                lines[-1][0].append(raised("".join(lines[-1][0][-3:]), node))
                continue
            stack.extend((child, now) for child in reversed(node.contents))
        elif is_text(node):
            lines[-1][0].append(str(node))
    return [_piece(squeeze("".join(words)), x, y, now) for words, x, y, now in lines]


def _placed(tag: Tag, state: _State, before: tuple[float, float]) -> tuple[float, float]:
    x = _number(attribute(tag, "x"), state.size, state.width)
    y = _number(attribute(tag, "y"), state.size, state.height)
    dx, dy = (_number(attribute(tag, one), state.size) or 0.0 for one in ("dx", "dy"))
    return (before[0] if x is None else x) + dx, (before[1] if y is None else y) + dy


def _piece(text: str, x: float, y: float, state: _State) -> Piece:
    at, down = state.place(x, y)
    a, _, c, d, *_ = state.matrix
    size = state.size * max(math.hypot(c, d), 0.01)
    if not all(abs(one) < FAR for one in (at, down, size)):
        at, down, size = 0.0, 0.0, SIZE  # no number, or one of hundreds of digits
    # The words of a slanted or turned name stand by its anchor, wherever they end.
    half = _ANCHORS.get(state.anchor, 0.5) * WIDTH * size * len(text) if state.degrees < SLANTED else 0.0
    return Piece(text, at, at + math.copysign(half, half * a), down, size, state.degrees > TURNED)
