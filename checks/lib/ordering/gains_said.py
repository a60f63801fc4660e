"""Factors that a clause says of several cases at once: their mean, the best, the least, or both ends."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from checks.lib.columns.row_gains import Gains
from checks.lib.language.counted_loosely import universal
from checks.lib.language.held_back import held_back
from checks.lib.language.printed import DIGITS
from checks.lib.language.quantifiers import NUM
from checks.lib.language.tokens import root
from checks.lib.ordering.clauses import Part, parts
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.summed import means
from schemas.interval import INFINITY, Interval
from schemas.multiples import Multiple, is_bought, printed_multiples
from schemas.number_words import count

Mode = Literal["mean", "most", "least", "ends", "largest", "smallest", "cap"]
FINE = Decimal("0.03")  # what rounding in between may leave
SHORT = Decimal("0.01")  # the same of a bound, which is rounded itself
LOOSE = Decimal("0.06")  # of a mean that lies between the ends
NEAR = 40  # characters between a factor and the word that makes it a mean
WIDER = 60  # and the words that make it the largest gain of all
FAR = Decimal(8)  # times the largest: of something else
_MEAN = re.compile(
    r"\b(?:averag(?:e|es|ed|ing)|(?:geo(?:metric)?|arithmetic|harmonic)[ -]?means?|(?:a|the) mean(?= of\b)|"
    r"median|typical(?:ly)?|on (?:the )?average)\b",
    re.IGNORECASE,
)
_TAKEN = (
    r"(?:averag(?:ed|ing)|on (?:the )?average|(?:as|taking) (?:an|the) (?:[a-z]+ )?(?:average|mean)|"
    r"(?:as|taking) (?:an|the) geo-?mean|geomean|by (?:the )?(?:(?:geometric|arithmetic|harmonic) mean|median))"
)
# "Averaged over the five apps, it is 2.1 times as fast": a phrase beside a clause says that its factor is a mean.
_FRONTED = re.compile(rf"\b{_TAKEN}\b[^,.;:()\d%]{{0,60}},\s*(?:[a-z][\w-]*\s){{0,6}}$", re.IGNORECASE)
_TRAILED = re.compile(rf"[^,.;:()\d%]{{0,60}}[,(–—]\s?(?:when |if |all |taken )?{_TAKEN}\b", re.IGNORECASE)
_NO_LESS = re.compile(r"\bno (?:less|fewer|lower|smaller|more) than\b", re.IGNORECASE)  # denies nothing
_LEAST = re.compile(
    r"\b(?:at (?:the )?(?:very )?least|no less than|a minimum of|more than|over|always)\s(?:an?\s)?$",
    re.IGNORECASE,
)
# "The gain is never less than 1.5x": so in every case.
_CASE = "case|test|run|benchmark|workload|model"
_NEVER = re.compile(
    rf"\b(?:(?:never|nowhere|not once|in no (?:{_CASE})) (?:\w+ )?(?:(?:less|lower|smaller|fewer) than|below|under))\s"
    r"(?:an?\s)?$",
    re.IGNORECASE,
)
# "Throughput rose for each of them, for none by more than 95 %": no row is beyond it.
_CAP = re.compile(
    rf"\b(?:none(?: of (?:the|these|them|our|its))?|nowhere|never|no (?:{_CASE}))(?: \w+){{0,2}} by more than\s"
    r"(?:an?\s)?$",
    re.IGNORECASE,
)
_UP = re.compile(
    r"\b(?:up|gain\w*|rose|r[io]sen?|more|faster|quicker|higher|increas\w+|gr[eo]w\w*|improv\w+)\b(?! than)",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"[^,;.]{0,40}?\b(?:or (?:more|better|less|faster)|at (?:the )?(?:very )?least)\b",
    re.IGNORECASE,
)
# "The advantage tops out at 3.0x": that of the best row, and none has more.
_TOPS = re.compile(
    r"\b(?:(?:top(?:s|ped|ping)?|max(?:es|ed|ing)?) out|peak(?:s|ed|ing)?|culminat(?:es|ed|ing))\s"
    r"(?:at|in|with)\s(?:about\s|around\s|roughly\s|some\s)?(?:an?\s)?$",
    re.IGNORECASE,
)
# "The speed-up never goes beyond 1.9x", "at no point exceeds 1.9x".
_NO_MORE = re.compile(
    r"\b(?:never|nowhere|not once|at no (?:point|time)|(?:does|did|do) not|in no case)\s(?:\w+\s){0,2}?"
    r"(?:exceed\w*|surpass\w*|pass\w*|tops?|beyond|above|over|past|more than|higher than|greater than)\s(?:an?\s)?$",
    re.IGNORECASE,
)
_MOST = re.compile(
    r"\b(?:up to|as (?:much|many|high) as|at best|at most|(?:maximum|peak|best(?:[ -]case)?) (?:\w+ )?(?:of|by)|"
    r"(?:gains?|speed-?ups?|improvements?|savings?|factors?) (?:\w+ )?reach(?:es|ed|ing)?)\s(?:an?\s)?$",
    re.IGNORECASE,
)
_GAIN = (
    r"(?:gains?|speed-?ups?|improvements?|advantages?|leads?|savings?|uplifts?|increases?|reductions?|boosts?|factors?)"
)
_HIGH = r"(?:largest|biggest|highest|greatest|best)"
_SMALL = r"(?:smallest|lowest|least|worst)"
_WORST = re.compile(rf"\b{_SMALL} (?:\w+ ){{0,2}}?{_GAIN}\b", re.IGNORECASE)
# "The largest gain in any test being 9x", "9x, the largest speed-up that we saw", "no test gained more than 9x".
_BEST = re.compile(
    rf"\b{_HIGH} (?:\w+ ){{0,2}}?{_GAIN}\b|"
    r"\b(?:no|none of the) (?:\w+ )?\w+ (?:gain|improv|sped|rose|exceed|went|pass)\w*",
    re.IGNORECASE,
)
_LABEL = re.compile(r"[^\n.;:=|,]{3,80}[:=]\s*$")
_LOW = re.compile(rf"(?<![\w.,-])(?P<n>{DIGITS})\s?(?:x|×|times|%)?(?:\s(?:to|and)\s|\s?[–—-]\s?)$")
_MANY = re.compile(rf"\b(?P<n>{NUM})\s(?:\w+[\s-]){{0,2}}?(?P<noun>[a-z]{{3,}}s)\b", re.IGNORECASE)


_EXTREMES: Mapping[Mode, re.Pattern[str]] = {"largest": _BEST, "smallest": _WORST}


@dataclass(frozen=True, slots=True)
class Gain:
    """A factor at words[start:end] of a sentence that is said of several; of both ends `ways` and `upper`."""

    part: Part
    mode: Mode
    start: int
    end: int
    ways: tuple[Interval, ...]
    upper: tuple[Interval, ...] = ()
    percent: bool = False
    bought: bool = False  # whether it is of what a watt or a dollar gives

    @property
    def counted(self) -> set[tuple[int, str]]:
        """How many of anything the sentence counts, and of what."""
        found = _MANY.finditer(self.part.sentence.passage.words)
        return {(count(match["n"]), root(match["noun"])) for match in found}

    @property
    def rest(self) -> str:
        """What its clause says besides."""
        return self.part.blank((self.start - self.part.start, self.end - self.part.start))

    def fits(self, gains: Gains) -> bool:
        """Whether rows can have it: a mean lies between them, the best is none that no row reaches."""
        ends = gains.ends
        match self.mode:
            case "mean":
                return any(self._inside(way, ends) for way in self.ways) and not self._no_mean(gains)
            case "most":
                return any(way.lower <= ends.upper * (1 + FINE) for way in self.ways)
            case "largest":
                return any(self._is(way, gains.largest) for way in self.ways)
            case "smallest":
                return any(self._is(way, gains.smallest) for way in self.ways)
            case "least":
                return any(self._borne(way, gains) for way in self.ways)
            case "cap":
                return not self.passed_by(gains) or 2 * len(self.passed_by(gains)) >= len(gains.rows)
            case _:
                return any(self._spans(*both, ends) for both in zip(self.ways, self.upper, strict=True))

    @staticmethod
    def _inside(way: Interval, ends: Interval) -> bool:
        return way.upper >= ends.lower * (1 - FINE) and way.lower <= ends.upper * (1 + FINE)

    @staticmethod
    def _is(way: Interval, end: Interval) -> bool:
        return way.lower * (1 - FINE) <= end.upper and end.lower <= way.upper * (1 + FINE)

    def _no_mean(self, gains: Gains) -> bool:
        """Whether it is said of as many as there are rows, and no mean of them comes near it."""
        if len(gains.rows) not in {n for n, _ in self.counted}:
            return False
        given = [each for _, each in means(list(gains.rows.values()))] + ([gains.whole] if gains.whole else [])
        return not any(each.lower > 0 and each.distance(way) < LOOSE for each in given for way in self.ways)

    @staticmethod
    def _borne(way: Interval, gains: Gains) -> bool:
        """Whether every row has as much, or so few have that the factor is of another thing."""
        short = [one for one in gains.rows.values() if one.upper < way.lower * (1 - SHORT)]
        return not short or 2 * len(short) >= len(gains.rows)

    @staticmethod
    def _spans(low: Interval, high: Interval, ends: Interval) -> bool:
        """Whether both ends are those of the rows, or neither is."""
        left = low.lower <= ends.lower * (1 + FINE) and ends.lower * (1 - FINE) <= low.upper
        right = high.lower <= ends.upper * (1 + FINE) and ends.upper * (1 - FINE) <= high.upper
        beyond = ends.lower < low.lower * (1 - FINE) or ends.upper > high.upper * (1 + FINE)
        return left == right or not beyond

    def passed_by(self, gains: Gains) -> list[Interval]:
        """The factors of the rows beyond what is said of the least and of both ends."""
        if self.mode == "cap":
            most = max(way.upper for way in self.ways) * (1 + SHORT)
            return [one for one in gains.rows.values() if one.lower > most]
        if self.mode not in ("least", "ends"):
            return []
        low = min(way.lower for way in self.ways) * (1 - (SHORT if self.mode == "least" else FINE))
        high = max((way.upper for way in self.upper), default=INFINITY) * (1 + FINE)
        return [one for one in gains.rows.values() if one.upper < low or one.lower > high]

    def against(self, gains: Gains) -> list[str]:
        """The rows that decide: the ends, and those that fall short."""
        rows = sorted(gains.rows, key=lambda key: gains.rows[key].upper)
        if beyond := self.passed_by(gains):
            return sorted(rows, key=lambda key: gains.rows[key] not in beyond)
        middle = self.ways[0].lower
        high = self.mode == "largest" or (self.mode in ("most", "mean") and middle > gains.ends.lower)
        return rows[::-1] if high else rows

    def near(self, gains: Gains) -> bool:
        """Whether it is not so far from the rows that it is of something else."""
        ends = gains.ends
        return any(
            ends.lower / FAR <= way.lower <= ends.upper * FAR and (way.upper - 1) * FAR >= ends.lower - 1
            for way in self.ways
        )


def gains_said(sentence: Sentence) -> Iterator[Gain]:
    """The factors of a sentence that it says of several cases."""
    words = sentence.passage.words
    every = list(printed_multiples(words)) if not sentence.past else []
    for part in parts(sentence) if every else ():
        mine = [one for one in every if part.has(one.start)]
        if mine and not held_back(part.whole):
            ranged = list(_ranged(part, mine, words))
            yield from ranged
            others = [one for one in mine if not any(each.start <= one.start < each.end for each in ranged)]
            yield from (found for one in others if (found := _gain(part, one, mine, words)))


def _gain(part: Part, one: Multiple, mine: Sequence[Multiple], words: str) -> Gain | None:
    mode = _mode(part, one, mine, words)
    ways = one.ways
    if mode == "cap" or (mode == "least" and _NEVER.search(words[: one.start])):  # "more than", were it not for "none"
        ways = _bare(one, words, capped=mode == "cap")
    percent, bought = "%" in words[one.start : one.end], is_bought(words, one.start, one.end)
    return Gain(part, mode, one.start, one.end, ways, percent=percent, bought=bought) if mode else None


def _bare(one: Multiple, words: str, *, capped: bool) -> tuple[Interval, ...]:
    """What a factor allows below or above it, by its print alone; a percentage of what rose has one reading."""
    text = words[one.start : one.end]
    alone = printed_multiples(f"by {text} more" if _UP.search(words) else text)
    ways = [way for each in alone for way in each.ways]
    return tuple(Interval(Decimal(1), way.upper) if capped else Interval(way.lower, INFINITY) for way in ways)


def _mode(part: Part, one: Multiple, mine: Sequence[Multiple], words: str) -> Mode | None:
    ahead = words[: one.start]
    if _TOPS.search(ahead):
        return "largest"
    if _MOST.search(ahead):
        return "most"
    if _is_mean(part, one, mine, words):
        return "mean"
    for mode, called in _EXTREMES.items():
        if not one.bound and _is_nearest(called, part, one, mine, WIDER):
            return mode
    least = _LEAST.search(ahead) or _BEHIND.match(words, one.end)
    every = universal(_NO_LESS.sub(lambda found: "x" * len(found[0]), part.whole))
    if _CAP.search(ahead) or _NO_MORE.search(ahead):
        return "cap"
    if _NEVER.search(ahead):
        return "least"
    return "least" if least and every and every.mode == "all" else None


def _is_nearest(called: re.Pattern[str], part: Part, one: Multiple, mine: Sequence[Multiple], near: int) -> bool:
    """Whether the nearest factor to a word for a mean, or for the best, is this one."""
    words = part.sentence.passage.words
    label = _LABEL.search(words[: one.start])  # "Geometric mean of the five: 2.1x": a line's label is of its value
    first = label.start() if label else part.start
    for match in called.finditer(words, first, part.start + len(part.text)):
        nearest = min(mine, key=lambda each: _apart(each, match))
        if nearest is one and _apart(one, match) <= near:
            return True
    return False


def _is_mean(part: Part, one: Multiple, mine: Sequence[Multiple], words: str) -> bool:
    """Whether a word for a mean is nearest to this factor, or a phrase beside the clause of the only one says so."""
    if _is_nearest(_MEAN, part, one, mine, NEAR):
        return True
    return len(mine) == 1 and bool(_FRONTED.search(words[: one.start]) or _TRAILED.match(words[one.end :]))


def _apart(one: Multiple, match: re.Match[str]) -> int:
    return max(one.start - match.end(), match.start() - one.end)


def _ranged(part: Part, mine: Sequence[Multiple], words: str) -> Iterator[Gain]:
    """Factors that are the upper end of a range: "1.8x to 3.2x", "30 to 50 % less"."""
    for high in mine:
        match = _LOW.search(words[: high.start])
        # With its lower end in its place the text says that one in the same words.
        shorter = f"{words[: match.start()]}{match['n']}{words[high.start :].lstrip('0123456789.,')}" if match else ""
        low = next((one for one in printed_multiples(shorter) if match and one.start == match.start()), None)
        if match and low and len(low.ways) == len(high.ways) and low.ways[0].lower < high.ways[0].lower:
            percent = "%" in words[high.start : high.end]
            bought = is_bought(words, high.start, high.end)
            yield Gain(part, "ends", match.start(), high.end, low.ways, high.ways, percent, bought)
