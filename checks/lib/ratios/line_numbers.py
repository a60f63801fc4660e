"""The numbers of a sentence or of a list's line, with a unit or without, and which two of them can be one quantity.

A list prints its unit once, in the heading, so that "CAGRA 1,920, HNSW 600, 3.2x" holds no amount at all.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.quantities.near_pairs import Value
from checks.lib.ratios.in_line import Factor, factors_of
from schemas.interval import Interval

FURTHEST = 3000  # the larger over the smaller: "from 3 days to 2 minutes"
_N = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
# "Q6: 42" is a label, "70B" and "512-byte" are names and sizes; a year and one digit are no results.
_BARE = re.compile(
    rf"(?<![\w.,/:#-])[$€£]?(?P<n>(?!(?:19|20)\d\d\b)(?=\d[\d,.]*\d)(?:{_N}))(?![.,:/]?\d|\w|-\w|:\s|\s?[%x×])"
)
_PRINTED = re.compile(_N)
# What stands between two values of which only the last prints the unit: "1,508 against 96 tokens per second".
JOINT = re.compile(
    r"\s?(?:→|->|=>|,|and|or|became|(?:(?:down|up)\s)?(?:to|from)|against|versus|vs\.?|instead of|rather than)\s"
    r"(?:(?:about|just|only)\s)?[$€£]?"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence with its factors and its numbers, both in text order."""

    sentence: Sentence
    factors: tuple[Factor, ...]
    numbers: tuple[Value, ...]

    @property
    def text(self) -> str:
        """The text of its document: all places are of that."""
        return self.sentence.passage.document.text

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.sentence.passage.start

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.sentence.passage.words)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two numbers of one quantity, and the larger over the smaller."""

    left: Value
    right: Value
    factor: Interval

    @property
    def measured(self) -> bool:
        """Whether one prints a unit."""
        return bool(self.left.kind or self.right.kind)

    @property
    def counted(self) -> bool:
        """Whether they count things: "from 512 to 2,496 GPUs"."""
        return {self.left.kind, self.right.kind} in ({"count"}, {"count", ""})

    @property
    def joint(self) -> bool:
        """Whether nothing but a word of change or contrast stands between them."""
        return bool(JOINT.fullmatch(self.left.document.text, self.left.end, self.right.start))


def line_of(sentence: Sentence, at: int) -> Line:
    """The `at`th sentence of a document with what it prints."""
    factors = tuple(sorted(factors_of(sentence), key=lambda one: one.span))
    amounts = [one for each in sentence.amounts if (one := _measured(each, at)) and not _within(one, factors)]
    bare = (one for one in _bare(sentence, at) if not _within(one, factors) and not any(_meet(one, a) for a in amounts))
    return Line(sentence, factors, tuple(sorted((*amounts, *bare), key=lambda one: one.start)))


def pairs(numbers: Sequence[Value]) -> Iterator[Pair]:
    """The pairs of numbers, in text order, that can be of one quantity."""
    for left, right in combinations(numbers, 2):
        if (quotient := _quotient(left, right)) and quotient.lower > 1 and quotient.upper < FURTHEST:
            yield Pair(left, right, quotient)


def in_digits(left: Value, right: Value) -> Interval | None:
    """What two numbers give as they are printed, whatever their units."""
    mine, theirs = allowed(left.printed), allowed(right.printed)
    return _larger(mine, theirs) if mine and theirs else None


def allowed(printed: str) -> Interval | None:
    """What the number of a print allows: half a step of its last digit more or less."""
    match = _PRINTED.search(printed)
    if match is None:
        return None
    plain = match[0].replace(",", "")
    half = Decimal("0.5").scaleb(-len(plain.partition(".")[2]))
    return Interval(max(Decimal(0), Decimal(plain) - half), Decimal(plain) + half)


def _measured(one: Asserted, at: int) -> Value | None:
    amount, printed = one.amount, one.document.text[one.start : one.end]
    span = amount.readings.rounded
    if "%" in printed or (amount.kind == "count" and JOINT.match(one.document.text, one.end)):
        return None  # "1,508 against 96 tokens" counts no against
    if not span.bounded or span.lower <= 0:  # "up to 14,800 MB/s" is what the factor was made of
        number = allowed(printed)
        if number is None or number.lower <= 0:
            return None
        span = Interval(number.lower * amount.unit, number.upper * amount.unit)
    return Value(one.document, one.start, one.end, at, amount.kind, amount.of, span, _decimals(printed), amount.unit)


def _bare(sentence: Sentence, at: int) -> Iterator[Value]:
    document, begin = sentence.passage.document, sentence.passage.start
    for match in _BARE.finditer(sentence.passage.words):
        span = allowed(match["n"])
        if span and span.lower > 0:
            start, end = (begin + place for place in match.span("n"))
            yield Value(document, start, end, at, "", frozenset(), span, _decimals(match["n"]))


def _decimals(printed: str) -> int:
    match = _PRINTED.search(printed)
    return len(match[0].partition(".")[2]) if match else 0


def _within(one: Value, factors: Sequence[Factor]) -> bool:
    return any(each.span[0] < one.end and one.start < each.span[1] for each in factors)


def _meet(one: Value, other: Value) -> bool:
    return one.start < other.end and other.start < one.end


def _quotient(left: Value, right: Value) -> Interval | None:
    """What two numbers give where they can be of one quantity: of one kind, printed alike, or of one unit."""
    if left.kind == right.kind and (left.kind != "count" or left.of & right.of):
        return _larger(left.span, right.span) if left.kind or _printed_alike(left, right) else None
    joint = JOINT.fullmatch(left.document.text, left.end, right.start)
    one_unsaid = (left.kind in ("", "count") and right.kind) or (left.kind != "count" and not right.kind)
    return in_digits(left, right) if one_unsaid and joint else None


def _printed_alike(left: Value, right: Value) -> bool:
    """Whether two prints have as many decimals, or the smaller one more ("13.9" and "145")."""
    small, large = sorted((left, right), key=lambda one: one.span.upper)
    return small.decimals - large.decimals in (0, 1)


def _larger(mine: Interval, theirs: Interval) -> Interval | None:
    small, large = sorted((mine, theirs), key=lambda one: one.upper)
    return large / small if small.lower > 0 and large.bounded else None
