"""The values that a factor is of by its place in its line: in brackets, right behind them, over the one behind it."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from checks.lib.language.tokens import every_root, root
from checks.lib.quantities.near_pairs import Value
from checks.lib.ratios.in_line import Factor
from checks.lib.ratios.line_numbers import Line, Pair, in_digits, pairs

MOST = 3  # pairs that a factor can be of; of more nobody knows which is meant
NEAR = 60  # characters from a factor to the bracket with its values
UNIT = 25  # from a value to the bracket with its factor: "79 ms per step (1.49x)"
LABEL = 2  # words and more are no label of a factor: "gain 32%"
WORDS = 6  # from a comma to a factor: "which makes webpack 167x slower"
# "17% and 67% higher", "1.8x the capacity and 1.3x the bandwidth".
_RUN = re.compile(r"(?:\s[A-Za-z-]+){0,3}?,?\s?(?:and|or)?\s(?:up to\s)?")
_BEHIND = re.compile(rf"[^.;()]{{0,{NEAR}}}\(")
# "1.33x the 192 GB of", "75% more bandwidth than Lark 3 with eight channels and 307.2 GB/s".
_OVER = re.compile(
    r"\s?(?:[\w-]+\s){0,4}?(?:the|than|over|as \w+ as|of|what|against|versus|vs\.?|compared|above|below)\b"
)
_BREAK = re.compile(r"[;:,]\s|\.\s")
_UP_TO = re.compile(r"\b(?:up to|as (?:much|many) as)\s(?:an?\s)?$")
_ENDS = re.compile(r"\s*(?:[.;)]|$)|\s{2}")
_NEXT = re.compile(r",?\s(?:and|or|to)\s\d[\d.]*\s?[x×%]")
_BASE = re.compile(
    r"\s?(?:[\w-]+\s){0,4}?(?:the|its|their|our|than|over|above|below|what|against|versus|vs\.?|compared (?:to|with))\s"
    r"(?P<base>[^,;.(]+)"
)
_MANY = re.compile(r"\s?(?:as many|more|fewer|the \w+[^\Ws]s)\b")  # "which is 4.88 times as many", "1.5x the devices"
_CHANGE = re.compile(r"[^,;.()]{0,40}[,:]\s[$€£]?")
_NAMED = re.compile(r"\b[A-Z][\w-]*\s$")
_CUT = re.compile(r"[,;:—–=]|\bor\b")
_STOPS = every_root("the a an of in on with to and it our its")


@dataclass(frozen=True, slots=True)
class Tie:
    """The pairs that a factor can be of; where its place is `sure`, no other numbers of the line acquit it."""

    pairs: tuple[Pair, ...]
    sure: bool


def tie(factor: Factor, line: Line) -> Tie | None:
    """What a factor's place ties it to, by the surest of the places that print values; None where there is none."""
    for place, sure in _PLACES:
        if found := place(factor, line):
            alone = len(found) == 1 and (found[0].joint or _closes(factor, found[0], line))
            return Tie(tuple(found), sure or alone) if len(found) <= MOST else None
    return None


def _closes(factor: Factor, pair: Pair, line: Line) -> bool:
    """Whether a factor ends the list of its values: "52 min on the old one, 20 min on the new, speedup 2.6x"."""
    lead = _lead(factor, line, pair.right) if pair.right.end <= factor.span[0] else None
    ends = _ENDS.match(line.text, factor.span[1], line.end)
    return lead is not None and len(lead.split()) < LABEL and ends is not None and pair.measured


def _each_in_turn(factor: Factor, line: Line) -> list[Pair]:
    """As in "Reads of 14.0 GB/s and writes of 10.0 GB/s, 17% and 67% more than rivals (12.0 GB/s and 6.0 GB/s)"."""
    run = _run(factor, line)
    theirs = _bracket(run[-1], line) or [one for one in line.numbers if one.start >= run[-1].span[1]]
    theirs = [one for one in theirs if one.kind != "count"]
    mine = _alike_ahead(run[0], theirs, line) if 1 < len(run) == len(theirs) else []
    if not mine:
        return []
    left, right = mine[run.index(factor)], theirs[run.index(factor)]
    alike = next(pairs((left, right)), None)
    given = alike.factor if alike else in_digits(left, right)
    return [Pair(left, right, given)] if given else []


def _alike_ahead(first: Factor, theirs: Sequence[Value], line: Line) -> list[Value]:
    """The numbers ahead of a factor that as many behind it are over: as many of their kind, or one of each kind."""
    kinds = [one.kind or theirs[-1].kind for one in theirs]
    ahead = [one for one in line.numbers if one.end <= first.span[0]]
    if len(set(kinds)) == 1:
        alike = [one for one in ahead if one.kind == kinds[0]][-len(kinds) :]
    else:
        alike = [next((one for one in reversed(ahead) if one.kind == kind), theirs[0]) for kind in kinds]
    return alike if len(set(kinds)) in (1, len(kinds)) and len({*alike} - {*theirs}) == len(kinds) else []


def _run(factor: Factor, line: Line) -> list[Factor]:
    """The factors that are joined to one by commas and "and", with it."""
    at = line.factors.index(factor)
    first = last = at
    while first and _joined(line, first - 1):
        first -= 1
    while last + 1 < len(line.factors) and _joined(line, last):
        last += 1
    return list(line.factors[first : last + 1])


def _joined(line: Line, at: int) -> bool:
    return bool(_RUN.fullmatch(line.text, line.factors[at].span[1], line.factors[at + 1].span[0]))


def _bracket(factor: Factor, line: Line) -> list[Value]:
    """The numbers in the bracket behind a factor, where no other factor stands before it."""
    match = _BEHIND.match(line.text, factor.span[1], line.end)
    close = line.text.find(")", match.end(), line.end) if match else -1
    if match is None or close < 0 or any(factor.span[1] <= one.span[0] < match.end() for one in line.factors):
        return []
    return [one for one in line.numbers if match.end() <= one.start and one.end <= close]


def _of_bracket(factor: Factor, line: Line) -> list[Pair]:
    """As in "15.7x (1,508 against 96 tokens per second)"."""
    if len(_run(factor, line)) > 1:
        return []
    found = [one for one in pairs(_bracket(factor, line)) if one.measured or one.joint]
    return found if len(found) == 1 else []


def _in_bracket(factor: Factor, line: Line) -> list[Pair]:
    """As in "Lark 3.1, Finch 6.0, Heron 12.4 (4.0x Lark)": the last value is one of the two."""
    start = line.text.rfind("(", line.start, factor.span[0])
    lead = line.text[start : factor.span[0]]
    own = [one for one in own_of(factor, line) if one.end <= start]
    if start < 0 or ")" in lead or len(lead) > UNIT // 2 or not own or start - own[-1].end > UNIT:
        return []
    return [one for one in pairs(own) if one.right is own[-1]]


def _over_value(factor: Factor, line: Line) -> list[Pair]:
    """As in "With 256 GB of memory, 1.33x the 192 GB of the Lark 3"."""
    after = min((one.span[0] for one in line.factors if one.span[0] >= factor.span[1]), default=line.end)
    base = next((one for one in line.numbers if factor.span[1] <= one.start and one.end <= after), None)
    between = line.text[factor.span[1] : base.start] if base else ""
    if base is None or not _OVER.match(between) or _BREAK.search(between):
        return []
    ahead = [one for one in line.numbers if one.end <= factor.span[0]]
    found = [one for one in pairs([*ahead, base]) if one.right is base and one.measured]
    return [one for one in found or _unit_unsaid(ahead[-1:], base) if _countable(one, factor, line)]


def _unit_unsaid(ahead: Sequence[Value], base: Value) -> list[Pair]:
    """As in "163.4 TFLOPS, 2.4x the H100's 66.9": two numbers that are printed alike; "than Kite 3.7" is a release."""
    if _NAMED.search(base.document.text[max(0, base.start - UNIT) : base.start]):
        return []
    alike = [one for one in ahead if one.kind not in ("", "count") and not base.kind and one.decimals == base.decimals]
    return [Pair(one, base, given) for one in alike if (given := in_digits(one, base))]


def _before_change(factor: Factor, line: Line) -> list[Pair]:
    """As in "Up to 10x faster in mask generation, 1.2 ms → 0.12 ms per token"."""
    behind = [one for one in line.numbers if one.start >= factor.span[1]][:2]
    alone = not own_of(factor, line) and all(one.span[0] <= factor.span[0] for one in line.factors)
    if len(behind) < 2 or not alone or not _CHANGE.fullmatch(line.text, factor.span[1], behind[0].start):
        return []
    return [one for one in pairs(behind) if one.joint]


def _behind_values(factor: Factor, line: Line) -> list[Pair]:
    """As in "100,000 on 7.0, 132,000 on 8.0, gain 32%"; "16.69 seconds, which makes it 167x slower"."""
    own = own_of(factor, line)
    last = next((one for one in reversed(own) if one.kind not in ("", "count")), own[-1] if own else None)
    lead = _lead(factor, line, last) if last else None
    if lead is None or len(lead.split()) > WORDS or _UP_TO.search(lead):
        return []
    if goes_on(factor, line) or other_base(factor, line, line.text[line.start : factor.span[0]]):
        return []
    listed = len(lead.split()) < LABEL and _ENDS.match(line.text, factor.span[1], line.end)
    lasts = {one.kind: one.start for one in own if one is last or one.kind not in ("", "count")}
    found = (one for one in pairs(own) if one.right.start in lasts.values() and _countable(one, factor, line))
    return [one for one in found if one.measured or listed]


def _lead(factor: Factor, line: Line, last: Value) -> str | None:
    """What leads to a factor behind a value: from the last comma between them on, or nothing where columns stand."""
    between = line.text[last.end : factor.span[0]]
    if not between.strip():
        return ""
    return _CUT.split(between)[-1] if _CUT.search(between) else None


def own_of(factor: Factor, line: Line) -> list[Value]:
    """The numbers between a factor and the one before it."""
    before = max((one.span[1] for one in line.factors if one.span[1] <= factor.span[0]), default=line.start)
    return [one for one in line.numbers if before <= one.start and one.end <= factor.span[0]]


def _countable(one: Pair, factor: Factor, line: Line) -> bool:
    """Whether a factor of counts says that it is: "on 512 to 2,496 GPUs it is 4.4 times faster" is of no GPUs."""
    return not one.counted or bool(_MANY.match(line.text, factor.span[1]))


def other_base(factor: Factor, line: Line, said: str) -> bool:
    """Whether a factor is over something that a text does not say: "3x its predecessor"."""
    match = _BASE.match(line.text, factor.span[1], line.end)
    if match is None or _MANY.match(line.text, factor.span[1]):
        return False
    return not (every_root(match["base"]) - _STOPS) & every_root(said)


def goes_on(factor: Factor, line: Line) -> bool:
    """Whether another factor follows right behind one: "23x and 16x"."""
    return bool(_NEXT.match(line.text, factor.span[1]))


def per_other(factor: Factor, line: Line, of: Iterable[Value]) -> bool:
    """Whether a factor is of each part of something ("5.6x per chip") of which its values say nothing."""
    rest = re.split(r"[,;)]|\.\s", line.text[factor.span[1] : line.end])[0]
    match = re.match(r"[^(]{0,40}?\bper[\s-](\w+)", rest)
    return match is not None and not any(root(match[1]) in every_root(one.printed) for one in of)


_PLACES: tuple[tuple[Callable[[Factor, Line], list[Pair]], bool], ...] = (
    (_each_in_turn, True),
    (_of_bracket, True),
    (_in_bracket, True),
    (_over_value, False),
    (_before_change, True),
    (_behind_values, False),
)
