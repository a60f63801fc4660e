"""What a displayed page shows: words on lines, drawn shapes.

Coordinates are those of the displayed page (rotation and crop applied): points, origin at the top left.
"""

from dataclasses import dataclass
from typing import Literal

RULE = 2.2  # points: a shape thinner than this is a line
ShapeKind = Literal["box", "line", "curve"]


@dataclass(frozen=True, slots=True)
class Print:
    """A printed word: its text and where it stands."""

    text: str
    x0: float
    top: float
    x1: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Line:
    """Words on one base line without a wide gap. `size` in points; `angle` in degrees, 90 reads upwards."""

    words: tuple[Print, ...]
    size: float
    angle: int
    font: str

    @property
    def text(self) -> str:
        """The words with one space between them."""
        return " ".join(word.text for word in self.words)

    @property
    def x0(self) -> float:
        """Left edge."""
        return min(word.x0 for word in self.words)

    @property
    def x1(self) -> float:
        """Right edge."""
        return max(word.x1 for word in self.words)

    @property
    def top(self) -> float:
        """Upper edge."""
        return min(word.top for word in self.words)

    @property
    def bottom(self) -> float:
        """Lower edge."""
        return max(word.bottom for word in self.words)

    @property
    def x(self) -> float:
        """Horizontal middle."""
        return (self.x0 + self.x1) / 2

    @property
    def y(self) -> float:
        """Vertical middle."""
        return (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True)
class Shape:
    """A drawn path by its bounds. `covers` is the share of the bounds that a filled path covers."""

    kind: ShapeKind
    x0: float
    top: float
    x1: float
    bottom: float
    filled: bool = True
    stroked: bool = False
    colour: tuple[float, ...] = ()
    covers: float = 1.0

    @property
    def width(self) -> float:
        """Points from left to right."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """Points from top to bottom."""
        return self.bottom - self.top


@dataclass(frozen=True, slots=True)
class Page:
    """A displayed page. `refused` says why it was not read, "" when it was; `unmapped` counts unreadable glyphs."""

    number: int
    width: float
    height: float
    lines: tuple[Line, ...] = ()
    shapes: tuple[Shape, ...] = ()
    images: int = 0
    unmapped: int = 0
    refused: str = ""
