"""Factors in words that a clause says of so many cases: "each in half the time or less", "at least twice as many"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.columns.boards import Board, Field
from checks.lib.labels.labels import said
from checks.lib.language.quantifiers import Quantifier, quantifier
from checks.lib.ordering.clauses import Part
from checks.lib.ordering.standing import Reading, Truths, able, counts, deciding, judged

TWO = 2  # sides
_FACTORS = {
    "two": r"twice|twofold|two times|doubl\w+|half|halv\w+",
    "three": r"three times|threefold|tripl\w+|a third",
    "four": r"four times|fourfold|quadrupl\w+|a quarter",
}
_WORTH = {"two": Decimal(2), "three": Decimal(3), "four": Decimal(4)}
_LEAST = r"(?:at (?:the (?:very )?)?least|more than|no less than|well over|over|less than|at most|no more than|under)"
_BEHIND = r"(?P<behind>[^.;]*?,? or (?:less|fewer|better|more|faster|quicker)\b)"
# "At least halved", "more than doubles", "less than a third of what", "half the time it needed, or less".
_RATIOS = tuple(
    (name, re.compile(rf"\b(?:(?P<ahead>{_LEAST}) (?:\w+ly )?)?(?:{words})\b{_BEHIND}?", re.IGNORECASE))
    for name, words in _FACTORS.items()
)


@dataclass(frozen=True, slots=True)
class Ratio:
    """So many cases are said to differ by a factor at least, whichever side is the larger."""

    part: Part
    start: int
    end: int
    factor: Decimal
    quantifier: Quantifier

    @property
    def rest(self) -> str:
        """What its clause says besides."""
        return self.part.blank((self.start, self.end))

    def readings(self, board: Board) -> Iterator[Reading]:
        """What the cases of a board say, where they have two sides."""
        fields = able(board, self.part.text, frozenset())
        sides = self._sides(board, fields)
        every = [one for one in fields if set(sides) <= one.places.keys()] if sides else []
        if (
            len({one.sample.kind for one in every}) != 1
            or len(every) < TWO
            or not counts(self.quantifier, board, len(every))
        ):
            return
        ways = [self._truths(every, *pair) for pair in (sides, sides[::-1])]
        wrong = all(judged(self.quantifier, truths, frozenset()) for truths in ways)
        most = max(ways, key=lambda truths: sum(one is True for one in truths.values()))
        keys = deciding(self.quantifier, most, frozenset())
        cells = tuple(
            (f"{one.label}: {side}", one.places[side]) for one in every if one.label in keys for side in sides
        )
        told = f"it is so in {sum(one is True for one in most.values())} of {len(every)}"
        yield Reading(board, every[0], wrong, cells, told, 1)

    def _truths(self, every: Sequence[Field], first: str, second: str) -> Truths:
        found: Truths = {}
        for one in every:
            ratio = one.places[first].amount.readings / one.places[second].amount.readings
            able_ = ratio.widened.upper >= self.factor
            found[one.label] = True if ratio.rounded.lower >= self.factor else None if able_ else False
        return found

    def _sides(self, board: Board, fields: Sequence[Field]) -> list[str]:
        """The two labels that the sentence says, or what stands over it; else the only two that there are."""
        labels = {label for one in fields for label in one.places}
        here: dict[str, None] = {}
        for text in (self.part.sentence.passage.words, *self.part.sentence.scope):
            told = (label for label in sorted(said(board.who, text)) if label in labels)
            # Against "2026" stands "2027": no "Parts" of what stands over the sentence.
            here |= dict.fromkeys(label for label in told if all(_numbered(label) == _numbered(one) for one in here))
            if len(here) == TWO:
                return list(here)
        return sorted(labels) if len(labels) == TWO else []


def _numbered(label: str) -> bool:
    return any(map(str.isdigit, label))


def ratios(part: Part) -> Iterator[Ratio]:
    """The factors that a clause sets a bound with."""
    for name, pattern in _RATIOS:
        for match in pattern.finditer(part.text):
            start, end = match.span()
            # "Half the time" counts no cases.
            one = quantifier(f"{part.text[:start]}{'|' * (end - start)}{part.text[end:]}") or quantifier(part.front)
            if one and (match["ahead"] or match["behind"]):
                yield Ratio(part, start, end, _WORTH[name], one)
