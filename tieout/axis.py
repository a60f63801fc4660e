"""Intervals laid out on one axis, for a drawing: every position is a fraction of the width, 0 left to 1 right."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

PAD = 0.08  # free room at both sides, where an unbounded end runs out of the picture
LOG_FROM = 30.0  # a wider ratio of greatest to least end is drawn on a logarithmic axis


@dataclass(frozen=True, slots=True)
class Span:
    """An interval to draw; None is unbounded. `printed` is the interval in words."""

    label: str
    document: str
    lower: float | None
    upper: float | None
    printed: str
    disputed: bool
    likely_wrong: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """A span in its place: `left` and `right` are fractions; open ends are drawn hollow, unbounded ones as arrows."""

    span: Span
    left: float
    right: float

    @property
    def left_closed(self) -> bool:
        """Whether the lower end belongs to the interval."""
        return self.span.printed.startswith("[")

    @property
    def right_closed(self) -> bool:
        """Whether the upper end belongs to the interval."""
        return self.span.printed.endswith("]")


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on the axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Axis:
    """Bars over a common axis; `apart` is the stretch between the disputed ones where no number fits, if there is."""

    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    logarithmic: bool
    apart: tuple[float, float] | None = None


def axis(spans: Iterable[Span]) -> Axis | None:
    """The drawing of these spans, None when fewer than two have an end to draw."""
    drawn = [span for span in spans if _ends(span)]
    ends = [end for span in drawn for end in _ends(span)]
    if len(drawn) < 2 or not all(map(math.isfinite, ends)):
        return None
    low, high = min(ends), max(ends)
    logarithmic = low > 0 and high / low >= LOG_FROM
    scale = _Scale(low, high, logarithmic)
    bars = tuple(
        Bar(
            span,
            0.0 if span.lower is None else scale.at(span.lower),
            1.0 if span.upper is None else scale.at(span.upper),
        )
        for span in drawn
    )
    ticks = tuple(Tick(scale.at(value), _short(value)) for value in scale.ticks())
    return Axis(bars, ticks, logarithmic, _apart(bars))


def _apart(bars: Iterable[Bar]) -> tuple[float, float] | None:
    """From the least upper end to the greatest lower end: what keeps the disputed intervals from meeting."""
    disputed = [bar for bar in bars if bar.span.disputed]
    if len(disputed) < 2:
        return None
    least, greatest = min(bar.right for bar in disputed), max(bar.left for bar in disputed)
    return (least, greatest) if least < greatest else None


@dataclass(frozen=True, slots=True)
class _Scale:
    low: float
    high: float
    logarithmic: bool

    def at(self, value: float) -> float:
        first, last, here = self._turn(self.low), self._turn(self.high), self._turn(value)
        within = 0.5 if first == last else (here - first) / (last - first)
        return round(PAD + within * (1 - 2 * PAD), 4)

    def _turn(self, value: float) -> float:
        return math.log10(value) if self.logarithmic else value

    def ticks(self) -> Sequence[float]:
        if self.low == self.high:
            return [self.low]
        if self.logarithmic:
            return [
                10.0**power for power in range(math.ceil(math.log10(self.low)), math.floor(math.log10(self.high)) + 1)
            ]
        step = _nice((self.high - self.low) / 4)
        return [round(step * n, 10) for n in range(math.ceil(self.low / step), math.floor(self.high / step) + 1)]


def _nice(step: float) -> float:
    """The next 1, 2 or 5 times a power of ten."""
    power: float = 10.0 ** math.floor(math.log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * 0.999)


def _ends(span: Span) -> list[float]:
    return [end for end in (span.lower, span.upper) if end is not None]


def _short(value: float) -> str:
    return f"{value:,.6g}" if abs(value) < 1e6 else f"{value:.3g}"
