"""Intervals: what a printed number allows, and whether two of them can both be true.

A reported number is an interval, not a point (statcheck; XBRL Calculations 1.1, section 4): "5.8x" is any
factor from 5.75 to 5.85. All arithmetic is decimal; ends that cannot be represented are rounded outwards, so
that two figures which truly agree are never pulled apart by a digit of ours.
"""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from typing import Literal

Qualifier = Literal[
    "exact", "over", "at_least", "up_to", "about", "nearly", "just_over", "under", "orders_of_magnitude"
]
Verdict = Literal[
    "consistent",
    "consistent_truncated",
    "consistent_1ulp",
    "compatible_not_implied",
    "inconsistent",
    "not_comparable",
    "unchecked",
]

INFINITY = Decimal("Infinity")
ZERO = Decimal(0)
HALF = Decimal("0.5")
TENTH = Decimal("0.1")
MAX_DIGITS = 24  # of a number that decimals of ordinary precision (28) can take a unit of the last digit off
ABOUT = Decimal("0.05")  # "about 40" allows 5 %, or one unit of its last digit when that is more
_DOWN = Context(prec=40, rounding=ROUND_FLOOR)
_UP = Context(prec=40, rounding=ROUND_CEILING)


@dataclass(frozen=True, slots=True)
class Interval:
    """The numbers from `lower` to `upper`; infinite ends are open. Raises ValueError when it would be empty."""

    lower: Decimal
    upper: Decimal
    lower_closed: bool = True
    upper_closed: bool = True

    def __post_init__(self) -> None:
        if self.lower.is_nan() or self.upper.is_nan():
            raise ValueError("an interval cannot end at NaN")
        # An infinite end that counts as closed would make two unbounded claims "meet at infinity".
        if self.lower_closed and not self.lower.is_finite():
            object.__setattr__(self, "lower_closed", False)
        if self.upper_closed and not self.upper.is_finite():
            object.__setattr__(self, "upper_closed", False)
        point = self.lower == self.upper
        if self.lower > self.upper or (point and not (self.lower_closed and self.upper_closed)):
            raise ValueError(f"empty interval {self}")

    def __str__(self) -> str:
        left = "[" if self.lower_closed else "("
        right = "]" if self.upper_closed else ")"
        ends = short(self.lower), short(self.upper)
        if ends[0] == ends[1] and self.lower != self.upper:  # [3661.455, 3661.465] must not read as [3661.5, 3661.5]
            ends = _told_apart(self.lower, self.upper)
        return f"{left}{ends[0]}, {ends[1]}{right}"

    def __contains__(self, value: Decimal) -> bool:
        above = value > self.lower or (value == self.lower and self.lower_closed)
        below = value < self.upper or (value == self.upper and self.upper_closed)
        return above and below

    @property
    def bounded(self) -> bool:
        """Whether both ends are finite: a half line says where a value is not, never what it is."""
        return self.lower.is_finite() and self.upper.is_finite()

    @property
    def lower_float(self) -> float | None:
        """The lower end for a table column, None when infinite."""
        return float(self.lower) if self.lower.is_finite() else None

    @property
    def upper_float(self) -> float | None:
        """The upper end for a table column, None when infinite."""
        return float(self.upper) if self.upper.is_finite() else None

    def meets(self, other: "Interval") -> bool:
        """Whether some number lies in both; where they only touch, both ends must be closed."""
        low, high = max(self.lower, other.lower), min(self.upper, other.upper)
        if low != high:
            return low < high
        return low in self and low in other

    def distance(self, other: "Interval") -> Decimal:
        """Relative gap between two intervals (0 when they meet): how much the lower one must grow to meet."""
        if self.meets(other):
            return ZERO
        first, second = (self, other) if self.upper <= other.lower else (other, self)
        if first.upper <= 0:
            return INFINITY
        return _UP.divide(second.lower, first.upper) - 1

    def positive(self) -> "Interval":
        """The part above zero: durations, rates and prices are positive, whatever "under 3 hours" leaves open.

        A change of -35 % has no such part and stays as it is: an empty interval would end the whole run.
        """
        if self.lower > 0 or self.upper <= 0:
            return self
        return Interval(ZERO, self.upper, False, self.upper_closed)

    def scaled(self, factor: Decimal) -> "Interval":
        """Itself times a number."""
        return self * Interval(factor, factor)

    def __neg__(self) -> "Interval":
        return Interval(-self.upper, -self.lower, self.upper_closed, self.lower_closed)

    def __mul__(self, other: "Interval") -> "Interval":
        if self.lower > ZERO < other.lower:
            return _ends(self, other.lower, other.lower_closed, other.upper, other.upper_closed, _product)
        return _corners(self, other, _product)

    def __truediv__(self, other: "Interval") -> "Interval":
        """Quotient; raises ZeroDivisionError when the divisor holds zero inside (an open end at zero is fine)."""
        if self.lower > ZERO < other.lower:
            return _ends(self, other.upper, other.upper_closed, other.lower, other.lower_closed, _quotient)
        if other.lower < 0 < other.upper or ZERO in other:
            raise ZeroDivisionError(f"cannot divide by {other}")
        if other.upper <= 0:
            return -self / -other
        # Divided end by end, not by a reciprocal: 9 / 3 must stay 3, or "over 3" would seem to fit it.
        return _corners(self, other, _quotient)


_End = tuple[Decimal, bool]  # a number, and whether it belongs to the interval
_Op = Callable[[_End, _End, Context], _End]


def _product(a: _End, b: _End, context: Context) -> _End:
    (x, x_closed), (y, y_closed) = a, b
    if x == 0 or y == 0:
        # 0 x infinity is NaN in Decimal. Zero itself is reached by an end at zero alone, whatever the other holds.
        return ZERO, (x == 0 and x_closed) or (y == 0 and y_closed)
    return context.multiply(x, y), x_closed and y_closed


def _quotient(a: _End, b: _End, context: Context) -> _End:
    """For a divisor above zero, or open at zero."""
    (x, x_closed), (y, y_closed) = a, b
    if x == 0 or not y.is_finite():
        return ZERO, x == 0 and x_closed
    if y == 0:
        return INFINITY.copy_sign(x), False
    return context.divide(x, y), x_closed and y_closed


def _ends(a: Interval, low: Decimal, low_closed: bool, high: Decimal, high_closed: bool, op: _Op) -> Interval:
    """Of two intervals above zero, as nearly all are, one corner is the least and one the most."""
    lower, closed_below = op((a.lower, a.lower_closed), (low, low_closed), _DOWN)
    upper, closed_above = op((a.upper, a.upper_closed), (high, high_closed), _UP)
    return Interval(lower, upper, closed_below, closed_above)


def _corners(a: Interval, b: Interval, op: _Op) -> Interval:
    ends_a = ((a.lower, a.lower_closed), (a.upper, a.upper_closed))
    ends_b = ((b.lower, b.lower_closed), (b.upper, b.upper_closed))
    low = [op(x, y, _DOWN) for x in ends_a for y in ends_b]
    high = [op(x, y, _UP) for x in ends_a for y in ends_b]
    lower, upper = min(value for value, _ in low), max(value for value, _ in high)
    return Interval(
        lower,
        upper,
        any(closed for value, closed in low if value == lower),
        any(closed for value, closed in high if value == upper),
    )


@dataclass(frozen=True, slots=True)
class Readings:
    """The intervals under three habits of printing: rounded, cut off, and one unit of the last digit off."""

    rounded: Interval
    truncated: Interval
    widened: Interval

    @classmethod
    def of(cls, one: Interval) -> "Readings":
        """An interval that no habit of printing changes."""
        return cls(one, one, one)

    @property
    def every(self) -> tuple[Interval, Interval, Interval]:
        """The three, in the order in which they are declared."""
        return self.rounded, self.truncated, self.widened

    def __mul__(self, other: "Readings") -> "Readings":
        return self.combine(other, lambda a, b: a * b)

    def __truediv__(self, other: "Readings") -> "Readings":
        return self.combine(other, lambda a, b: a / b)

    def combine(self, other: "Readings", op: Callable[[Interval, Interval], Interval]) -> "Readings":
        """Each reading with the other's, by an operation on intervals."""
        return Readings(*map(op, self.every, other.every))

    def each(self, change: Callable[[Interval], Interval]) -> "Readings":
        """Each reading changed alike."""
        return Readings(*map(change, self.every))

    def scaled(self, factor: Decimal) -> "Readings":
        """Each reading times a number: hours to seconds."""
        return self.each(lambda one: one.scaled(factor))

    def positive(self) -> "Readings":
        """Each reading above zero."""
        return self.each(Interval.positive)


def ulp(literal: str, exponent: int = 0) -> Decimal:
    """Unit of the last printed digit: "13.6" -> 0.1, "58,112" -> 1, "22" with exponent 3 (22k) -> 1000."""
    _, _, decimals = literal.partition(".")
    digits = sum(char.isdigit() for char in decimals)
    return Decimal(1).scaleb(exponent - digits)


def readings(value: Decimal, last: Decimal, qualifier: Qualifier, high: Decimal | None = None) -> Readings:
    """What a print allows. `last` is the unit of its last digit (0 for a count: a point); `high` ends a range."""
    top = value if high is None else high
    if last and value.adjusted() - last.adjusted() > MAX_DIGITS:
        # More digits than are carried: what lies half of the last one off would round to the wrong side.
        value, top, last = +value, +top, ZERO
    if qualifier == "exact":
        # One unit off is a slip of the last digit among several; for "4x" it would make 3 and 5 the same factor.
        slip = last if last <= abs(value) * TENTH else last * HALF
        return Readings(
            Interval(value - last * HALF, top + last * HALF),
            Interval(value, top + last, True, last == 0) if value >= 0 else Interval(value - last, top, last == 0),
            Interval(value - slip, top + slip),
        )
    return Readings.of(_qualified(value, top, last, qualifier))


def _qualified(value: Decimal, top: Decimal, last: Decimal, qualifier: Qualifier) -> Interval:
    slack = abs(value) * TENTH
    match qualifier:
        case "under":
            return Interval(-INFINITY, top, False, False)
        case "over":
            return Interval(value, INFINITY, False, False)
        case "at_least" | "orders_of_magnitude":
            return Interval(value, INFINITY, True, False)
        case "up_to":
            # A bound on the best of a group: it says nothing of each member from below.
            return Interval(-INFINITY, top + last * HALF, False, True)
        case "nearly":
            return Interval(value - (slack or last or TENTH), value, True, False)
        case "just_over":
            return Interval(value, value + (slack or last or TENTH), False, True)
        case _:
            spread = max(last, abs(value) * ABOUT)
            return Interval(value - spread, top + spread)


def judge(left: Readings, right: Readings) -> Verdict:
    """Whether two statements about the same thing can both be true, and how far they support each other."""
    if left.rounded.meets(right.rounded):
        # A half line leaves room for many values: "<3 h" fits 17x and 27x of 48 h alike, and proves neither.
        both = left.rounded.bounded and right.rounded.bounded
        return "consistent" if both else "compatible_not_implied"
    if left.truncated.meets(right.rounded) or left.rounded.meets(right.truncated):
        return "consistent_truncated"
    if left.truncated.meets(right.truncated):
        return "consistent_truncated"
    if left.widened.meets(right.rounded) or left.rounded.meets(right.widened):
        return "consistent_1ulp"
    return "inconsistent"


def short(number: Decimal) -> str:
    """A number as a person writes it: five significant digits or one decimal, no exponent, "inf" when unbounded."""
    if not number.is_finite():
        return "inf" if number > 0 else "-inf"
    # From 1,000 on one decimal is kept: the half of a last digit is what an interval of counts ends on.
    shown = round(number, 1) if 1000 <= abs(number) < 10**MAX_DIGITS else Context(prec=5).plus(number)
    text = f"{shown:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return f"{Decimal(text):,f}" if abs(number) >= 10_000 else text


def _told_apart(lower: Decimal, upper: Decimal) -> tuple[str, str]:
    """Two ends to as many digits as tell them apart, and one more: a quotient of theirs has forty."""
    digits = upper.adjusted() - (upper - lower).adjusted() + 2
    shown = (Context(prec=digits).plus(end).normalize() for end in (lower, upper))
    low, high = (f"{end:f}" for end in shown)
    return low, high


def percent_factors(percent: Readings) -> dict[str, Readings]:
    """The factors that "X % faster" may mean: speed x (1 + X), or time x (1 - X); the latter only below 100 %."""
    share = percent.scaled(Decimal("0.01"))
    one = Readings.of(Interval(Decimal(1), Decimal(1)))
    found = {"speed": _shift(share, one)}
    if share.widened.upper < 1 and share.widened.lower >= 0:
        found["time"] = one / _shift(share.scaled(Decimal(-1)), one)
    return found


def _shift(share: Readings, one: Readings) -> Readings:
    def add(a: Interval, b: Interval) -> Interval:
        lower, upper = _DOWN.add(a.lower, b.lower), _UP.add(a.upper, b.upper)
        return Interval(lower, upper, a.lower_closed and b.lower_closed, a.upper_closed and b.upper_closed)

    return share.combine(one, add)
