"""By how much the rows of a table change between two columns, against what is said of all or the best of them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations

from checks.lib.columns.boards import Board, Field
from checks.lib.language.counted_loosely import universal
from checks.lib.language.quantifiers import Quantifier, holds, quantifier
from checks.lib.ordering.clauses import Part, parts
from checks.lib.ordering.standing import named
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.scanned import content
from schemas.interval import INFINITY, Interval
from schemas.multiples import Multiple, multiples

LEAST = 3  # rows of which all is said
FAR = 10  # times what is said
SLACK = Decimal("0.06")  # a factor of each that is said without a bound is rounded
_UP_TO = re.compile(r"\b(?:up to|as (?:much|many) as|at best|at (?:the )?most)\s", re.IGNORECASE)

_OR_MORE = re.compile(r"[^;.]{0,60}?,?\sor (?:more|less|better|fewer|lower|higher|faster|sooner|shorter)\b")


@dataclass(frozen=True, slots=True)
class Change:
    """A change that is said of all, none or so many of the rows, or of the best of them (no quantifier)."""

    part: Part
    multiple: Multiple
    quantifier: Quantifier | None


@dataclass(frozen=True, slots=True)
class Changed:
    """How many times the values of two columns are apart, by row, where no row is what is said, or not all are."""

    change: Change
    board: Board
    left: Field
    right: Field
    factors: dict[str, Interval]

    @property
    def wrong(self) -> bool:
        """Whether the rows do not bear out what is said."""
        truths: dict[str, bool | None] = {key: self._fits(each) for key, each in self.factors.items()}
        if self.change.quantifier is None:
            return not any(truths.values()) and all(map(self._falls_short, self.factors.values()))
        some = sum(one is True for one in truths.values())
        return 2 * some >= len(truths) and not (holds(self.change.quantifier, truths, frozenset()) or self._parted)

    @property
    def _parted(self) -> bool:
        """Whether labels tell the rows that bear it out from the others: "search time" of those of precision."""
        mine, others = ([content(key) for key, each in self.factors.items() if self._fits(each) is fits]
                        for fits in (True, False))  # fmt: skip
        common = frozenset.intersection(*mine) if mine else frozenset()
        return not any(common <= each for each in others)

    @property
    def like(self) -> bool:
        """Whether the columns can be two of one thing: so far apart are parts and seconds, whatever their unit."""
        middle = sorted(self.factors.values(), key=lambda one: one.upper)[len(self.factors) // 2]
        return middle.lower < FAR * max(way.lower for way in self.change.multiple.ways)

    def _fits(self, factor: Interval) -> bool:
        slack = 0 if self.change.multiple.bound else SLACK
        return any(way.lower * (1 - slack) <= factor.upper and factor.lower <= way.upper * (1 + slack)
                   for way in self.change.multiple.ways)  # fmt: skip

    def _falls_short(self, factor: Interval) -> bool:
        return factor.upper < min(way.lower for way in self.change.multiple.ways)

    @property
    def against(self) -> list[str]:
        """The rows that speak against it."""
        if self.change.quantifier is None:
            return [max(self.factors, key=lambda key: self.factors[key].upper)]
        want = self.change.quantifier.mode == "none"
        return [key for key, each in self.factors.items() if self._fits(each) is want]


def changes(sentence: Sentence) -> Iterator[Change]:
    """The changes that a sentence says of all or none of several, and those that are the largest of them."""
    words = sentence.passage.words
    best = [match.end() for match in _UP_TO.finditer(words)]
    every = list(multiples(_UP_TO.sub(lambda match: "fully".ljust(len(match.group())), words)))
    for part in parts(sentence) if every else ():
        one = quantifier(part.whole)
        if one is None or one.half:  # "half the time" counts nothing
            one = universal(part.whole)
        for multiple in (each for each in every if part.has(each.start) and not each.bought):
            if any(end <= multiple.start and not words[end : multiple.start].strip(" $€£") for end in best):
                yield Change(part, multiple, None)
            elif one and _OR_MORE.match(words, multiple.end):
                yield Change(part, _or_more(multiple), one)
            elif one and (one.mode in ("all", "none") or one.m):
                yield Change(part, multiple, one)


def _or_more(one: Multiple) -> Multiple:
    """By that much at least: "half the time or less", "twice as fast or better"."""
    return replace(one, ways=tuple(Interval(way.lower, INFINITY) for way in one.ways), bound=True)


def changed(change: Change, boards: Sequence[Board]) -> Iterator[Changed]:
    """The pairs of columns that a change can be of, with the factors of their rows."""
    here = content(change.part.whole)
    # "Every assembly" is of the rows that are called so, and not of the columns of the same table.
    for board in [one for one in boards if content(one.noun) & here] or boards:
        for left, right in combinations(board.fields, 2):
            keys = [key for key in left.places if key in right.places]
            if len(keys) >= LEAST and alike(left.sample, right.sample) and not named(board.who, change.part.whole):
                yield from _pair(change, board, left, right, keys)


def _pair(change: Change, board: Board, left: Field, right: Field, keys: Sequence[str]) -> Iterator[Changed]:
    values = {key: (left.places[key].value, right.places[key].value) for key in keys}
    if any(one.lower <= 0 or other.lower <= 0 for one, other in values.values()):
        return
    grows = sum(other.lower > one.upper for one, other in values.values())
    ways = {key: (other / one if 2 * grows > len(keys) else one / other) for key, (one, other) in values.items()}
    found = Changed(change, board, left, right, ways)
    if found.like:
        yield found
