"""How many times as long, large or fast as another a clause says one is: "needs 1.6 times as long as B"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.columns.boards import Board, Field
from checks.lib.language.orders import Order
from checks.lib.ordering.clauses import OBJECT, Part, pronoun
from checks.lib.ordering.standing import Reading, able, cells_of, compared, directions, headed, named
from schemas.number_words import count, either, in_words

CLEAR = Decimal("1.15")  # a factor below it may be either way round
NEAR = Decimal("0.05")  # of the factor: "about 1.6" of 1.63
_MORE = {
    "longer": "long",
    "more": "much|many",
    "larger": "large|big|high|heavy|wide|tall|great|costly|expensive|dear|pricey",
    "smaller": "small|little|few|low|light|short|cheap",
    "faster": "fast|quick|quickly|soon",
    "slower": "slow|slowly",
}
_N = rf"(?P<n>twice|half|{either(in_words(*range(2, 13)))}|\d+(?:\.\d+)?)"
_AS = "|".join(f"(?P<{word}>{said})" for word, said in _MORE.items())
_TIMES = re.compile(
    rf"\b{_N}(?:\s?(?:times|x|×)|(?<=twice)|(?<=half))\sas\s(?:{_AS})\b(?P<np>(?:\s(?!as\b)[\w-]+){{0,4}}?)\sas\s",
    re.IGNORECASE,
)
_WORDS = {"twice": Decimal(2), "half": Decimal(1) / 2}


@dataclass(frozen=True, slots=True)
class Times:
    """One is said to be so many times as much as another; the values may give the factor the other way round."""

    part: Part
    start: int  # in the clause
    end: int
    order: Order
    factor: Decimal

    @property
    def rest(self) -> str:
        """What its clause says besides."""
        return self.part.blank((self.start, self.end))

    def readings(self, board: Board) -> Iterator[Reading]:
        """What each field says whose two values give the factor, whichever way round."""
        text = self.part.text
        behind = named(board.who, text[self.end :])[:1]
        ahead = named(board.who, OBJECT.sub(" ", text[: self.start]))[-1:]
        mine = ahead or sorted(pronoun(board, text[: self.start], self.part, frozenset(behind)))
        if not (mine and behind) or mine == behind:
            return
        fields = [
            one
            for one in able(board, f"{text} {self.order.called}", self.order.kinds)
            if {*mine, *behind} <= one.places.keys() and self._fits(one, mine[0], behind[0])
        ]
        for field, evidence in headed(board, fields, f"{text} {self.order.called}"):
            ways = directions(self.order, field, board)
            wrong = all(one is (self.factor < 1) for one in compared(field, mine[0], behind[0], ways))
            cells = cells_of(field, [*mine, *behind])
            yield Reading(board, field, wrong, cells, "the factor is the other way round", evidence)

    def _fits(self, field: Field, mine: str, other: str) -> bool:
        left, right = (field.places[one].amount.readings for one in (mine, other))
        factor = max(self.factor, 1 / self.factor)
        ratios = ((left / right).widened, (right / left).widened)
        return any(one.lower * (1 - NEAR) <= factor <= one.upper * (1 + NEAR) for one in ratios)


def times_said(part: Part) -> Iterator[Times]:
    """The factors of a clause that say of whom they are and of what."""
    for match in _TIMES.finditer(part.text):
        word = next(word for word in _MORE if match[word])
        number = match["n"].lower()
        factor = _WORDS.get(number) or Decimal(number if number[0].isdigit() else count(number))
        if factor and max(factor, 1 / factor) >= CLEAR:
            yield Times(part, *match.span(), Order.of(word), factor)
