"""The value of its own line that a factor stands right behind, and the like ones of the lines before.

"ClickHouse: 2.61 TiB (2.6x)" over a line that ends with 6.79 TiB; "34,864 tokens per second, 42% above Lark 1".
"""

import re
from collections.abc import Iterator, Sequence

from checks.lib.quantities.near_pairs import Value
from checks.lib.ratios.apposed import MOST, Tie, goes_on, other_base, own_of
from checks.lib.ratios.in_line import Factor
from checks.lib.ratios.line_numbers import Line, Pair, pairs

LINES = 2  # before a factor's own that may print the other value
_BRACKET = re.compile(r"(?:\s[\w/.]+){0,4}\s?\([^()]{0,12}")
_COMMA = re.compile(r"(?:\s[\w/.-]+){0,4}[,:—–]\s?(?:[\w'’-]+\s){0,6}")
_SET = re.compile(r"\bsame\s(?:\w+\s)?$")  # "held at those same 4.0 W, it is faster"
# "The ratio is 2.36x", "That is a gain of 40%": of what the line before says.
_REFERS = re.compile(
    r"\W*(?:(?:and|so|thus|in other words|in short|overall|altogether|result),?:?\s)?"
    r"(?:that|this|it|which|the (?:\w+\s)?(?:ratio|factor|gain|improvement|saving|speed-?up|difference))\s"
    r"(?:(?!than\b)[\w'’-]+\s){0,5}$",
    re.IGNORECASE,
)


def tie_before(factor: Factor, line: Line, before: Sequence[Line]) -> Tie | None:
    """The pairs of a factor's own value with those before it, or the only pair there, where its line prints none."""
    if goes_on(factor, line) or not before or next(_of_line(line), None):
        return None
    found = list(_with_own(factor, line, before[-LINES:]) or _summed_up(factor, line, before[-LINES:]))
    return Tie(tuple(found), sure=False) if 0 < len(found) <= MOST else None


def _of_line(line: Line) -> Iterator[Pair]:
    return (one for one in pairs(line.numbers) if one.measured and not one.counted)


def _with_own(factor: Factor, line: Line, before: Sequence[Line]) -> list[Pair]:
    own = _apposed(factor, line)
    if own is None:
        return []
    if other_base(factor, line, line.text[line.start : factor.span[0]]):  # then the other value's line says it
        before = [one for one in before if not other_base(factor, line, one.sentence.passage.words)]
    there = (one for each in before for one in each.numbers if one.kind == own.kind)
    return [pair for one in there for pair in pairs((one, own))]


def _apposed(factor: Factor, line: Line) -> Value | None:
    """The value right before a factor in brackets, or before the comma that leads to it."""
    own = own_of(factor, line)
    if not own or own[-1].kind == "count" or _SET.search(line.text, line.start, own[-1].start):
        return None
    at = own[-1].end, factor.span[0]
    if _BRACKET.fullmatch(line.text, *at):
        return own[-1]
    return own[-1] if own[-1].kind and _COMMA.fullmatch(line.text, *at) else None


def _summed_up(factor: Factor, line: Line, before: Sequence[Line]) -> list[Pair]:
    if not _REFERS.match(line.text, line.start, factor.span[0]):
        return []
    there = [one for each in before for one in each.numbers]
    found = [one for one in pairs(there) if one.measured and not one.counted]
    return found if len(found) == 1 else []
