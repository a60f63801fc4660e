"""The texts of an inline drawing, each where it stands: in moved and scaled groups, wrapped, or turned."""

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
WIDTH = 0.55  # of a letter, in sizes
# What is drawn elsewhere, as often as it is used, or not at all; and tooltips.
UNDRAWN = frozenset(
    "defs symbol style script marker clippath mask pattern metadata foreignobject title desc lineargradient".split()
)
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?(?P<unit>em|%|rem)?", re.IGNORECASE)
_TRANSFORM = re.compile(r"(translate|scale|rotate|matrix)\s*\(([^()]{1,120})\)", re.IGNORECASE)
_UNSHOWN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|(?<![\w-])opacity\s*:\s*0(?:\.0+)?\s*(?:;|$)")
_ANCHORS = {"start": 0.5, "middle": 0.0, "end": -0.5}


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
    """What an element inherits: where its zero stands, how it is scaled, its letters, and whose middle is meant."""

    x: float = 0.0
    y: float = 0.0
    wide: float = 1.0
    high: float = 1.0
    size: float = SIZE
    anchor: str = "start"
    turned: bool = False
    width: float = 0.0  # of the drawing, for x="50%"
    height: float = 0.0


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
        state = _moved(state, kind.lower(), [float(one[0]) for one in re.finditer(r"-?\d*\.?\d+(?:e-?\d+)?", given)])
    return state


def _styled(tag: Tag, name: str) -> str:
    style = re.search(rf"(?<![\w-]){name}\s*:\s*([^;]+)", attribute(tag, "style"))
    return style[1].strip() if style else attribute(tag, name).strip()


def _moved(state: _State, kind: str, by: list[float]) -> _State:
    if kind == "translate" and by:
        return replace(state, x=state.x + by[0] * state.wide, y=state.y + (by[1:] or [0.0])[0] * state.high)
    if kind == "scale" and by:
        return replace(state, wide=state.wide * by[0], high=state.high * (by[1:] or by)[0])
    if kind == "rotate" and by and 60 < abs(by[0]) % 180 < 120:
        return replace(state, turned=True)
    if kind == "matrix" and len(by) == 6:
        moved = replace(state, x=state.x + by[4] * state.wide, y=state.y + by[5] * state.high)
        return replace(moved, wide=state.wide * (by[0] or 1.0), high=state.high * (by[3] or 1.0), turned=not by[0])
    return state


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
            now = _entered(node, now)
            if "x" in node.attrs:
                x, y = _placed(node, now, lines[-1][1:3])
                lines.append(([], x, y, now))
            elif attribute(node, "dy").startswith("-") or "super" in _styled(node, "baseline-shift"):
                lines[-1][0].append(raised("".join(lines[-1][0]), node))
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
    at, size = state.x + x * state.wide, state.size * abs(state.high)
    middle = at + _ANCHORS.get(state.anchor, 0.5) * WIDTH * size * len(text)
    return Piece(text, at, middle, state.y + y * state.high, size, state.turned)
