"""What a factor is of whose line prints no two like values: its own value and one before it, or a pair right beside it.

"ClickHouse: 2.61 TiB (2.6x)" over a line that ends with 6.79 TiB; "34,864 tokens per second, 42% above Lark 1".
"""

import re
from collections.abc import Iterator, Sequence

from checks.lib.labels.spoken_kinds import ANY, kinds_of
from checks.lib.quantities.near_pairs import Value
from checks.lib.ratios.apposed import MOST, Tie, goes_on, other_base, own_of
from checks.lib.ratios.in_line import Factor
from checks.lib.ratios.line_numbers import Line, Pair, pairs

LINES = 2  # before a factor's own that may print the other value
_BRACKET = re.compile(r"(?:\s[\w/.]+){0,4}\s?\([^()]{0,12}")
_COMMA = re.compile(r"(?:\s[\w/.-]+){0,4}[,:—–]\s?(?:[\w'’-]+\s){0,6}")
_SET = re.compile(r"\bsame\s(?:\w+\s)?$")  # "held at those same 4.0 W, it is faster"
_ARROW = re.compile(r"→|->|=>")
REACH = 8  # characters that a "from" before a value takes
_FROM, _TO = re.compile(r"\bfrom\s[$€£]?$"), re.compile(r"\bto\s(?:just\s|only\s)?[$€£]?$")
# "The ratio is 2.36x", "That is a gain of 40%": of what the line before says.
_REFERS = re.compile(
    r"\W*(?:(?:and|so|thus|in (?:\w+\s){1,3}\w+|overall|altogether|result),?:?\s)?"
    r"(?:that|this|it|which|the (?:\w+\s)?(?:ratio|factor|gain|improvement|saving|speed-?up|difference))\s"
    r"(?:(?!than\b)[\w'’-]+\s){0,5}$",
    re.IGNORECASE,
)


def tie_beside(factor: Factor, lines: Sequence[Line], at: int) -> Tie | None:
    """What the lines before the `at`th tie a factor of it to, or the one behind it, where its own prints no pair."""
    line, before = lines[at], lines[max(0, at - LINES) : at]
    if goes_on(factor, line) or next(_of_line(line), None):
        return None
    found = _with_own(factor, line, before) or _summed_up(factor, line, before)
    found = found or _told_behind(line, lines[at + 1 : at + 2])
    return Tie(tuple(found), sure=False) if 0 < len(found) <= MOST else None


def _of_line(line: Line) -> Iterator[Pair]:
    return (one for one in pairs(line.numbers) if one.measured and not one.counted)


def _with_own(factor: Factor, line: Line, before: Sequence[Line]) -> list[Pair]:
    own = _apposed(factor, line)
    if own and other_base(factor, line, line.text[line.start : factor.span[0]]):  # then the other value's line says it
        before = [one for one in before if not other_base(factor, line, one.sentence.passage.words)]
    there = [one for each in before for one in each.numbers]
    return [pair for mine in own for one in there if one.kind == mine.kind for pair in pairs((one, mine))]


def _apposed(factor: Factor, line: Line) -> list[Value]:
    """The value right before a factor in brackets, or those before the comma that leads to it, one of each kind."""
    own = own_of(factor, line)
    if not own or own[-1].kind == "count" or _SET.search(line.text, line.start, own[-1].start):
        return []
    at = own[-1].end, factor.span[0]
    if _BRACKET.fullmatch(line.text, *at):
        return own[-1:]
    if not own[-1].kind or not _COMMA.fullmatch(line.text, *at):
        return []
    said = kinds_of(line.text[at[0] : at[1]])
    every = {one.kind: one for one in own if one.kind not in ("", "count")}
    return [one for kind, one in every.items() if said == ANY or kind in said]


def _summed_up(factor: Factor, line: Line, before: Sequence[Line]) -> list[Pair]:
    if not _REFERS.match(line.text, line.start, factor.span[0]) or not before or _parted(before[-1], line):
        return []
    return _only(before[-1:]) or _only(before)


def _parted(before: Line, line: Line) -> bool:
    """Whether a table stands between two lines: "That is 4.8 times the rate" below it is of the table."""
    first, second = before.sentence.passage, line.sentence.passage
    return any(first.end <= one.start and one.end <= second.start for one in first.document.tables)


def _told_behind(line: Line, behind: Sequence[Line]) -> list[Pair]:
    """As in "cuts training time by 40%. The wall clock goes from 50 minutes to 30 minutes"."""
    kinds = kinds_of(line.sentence.passage.words)
    valued = any(one.kind not in ("", "count") for one in line.numbers)
    if kinds == ANY or valued or any(one.factors for one in behind):
        return []
    found = _only(behind)
    return [one for one in found if one.right.kind in kinds and _is_change(one)]


def _only(lines: Sequence[Line]) -> list[Pair]:
    """The pair of values that lines print, where it is the only one."""
    there = [one for each in lines for one in each.numbers]
    found = [one for one in pairs(there) if one.measured and not one.counted]
    return found if len(found) == 1 else []


def _is_change(one: Pair) -> bool:
    text = one.left.document.text
    led, between = _FROM.search(text[max(0, one.left.start - REACH) : one.left.start]), (one.left.end, one.right.start)
    return bool(_ARROW.search(text, *between) or (led and _TO.search(text, *between)))
