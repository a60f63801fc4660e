"""Averages that a clause says over the rows of a table: none lies outside of what it is taken of."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.columns.boards import Board, Field
from checks.lib.language.tokens import roots, tokens
from checks.lib.ordering.clauses import Part
from checks.lib.ordering.standing import Reading, cells_of, headed, is_partly, named
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.numbers_said import Number, numbers
from schemas.number_words import count, either, in_words

LEAST = 3  # values that an average is taken of
_MEAN = re.compile(r"\b(?:averag(?:es?|ed|ing)|(?:arithmetic )?means?(?! that)|on average)\b", re.IGNORECASE)
_OTHER = re.compile(
    r"\b(?:than|more|less|fewer|above|below|better|worse|most|half|except\w*|besides|without|"
    r"excluding|moving|rolling|sav\w+|faster|slower|gains?|times)\b",
    re.IGNORECASE,
)
_OVER = re.compile(
    rf"\b(?:across|over|of|in|for|on|among|at|per)\s(?:all\s|the\s|our\s|its\s|these\s|those\s|every\s|each\s)*"
    rf"(?:(?P<n>\d{{1,2}}|{either(in_words(*range(2, 21)))})\s)?(?P<noun>[A-Za-z-]+(?:\s[a-z-]+)?)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Mean:
    """An average that is said of several."""

    part: Part
    number: Number
    many: int  # 0 where it is not said of how many
    noun: str

    @property
    def rest(self) -> str:
        """What its clause says besides."""
        return self.part.blank()

    def readings(self, board: Board) -> Iterator[Reading]:
        """What each field that it can be of says: whether it lies between the smallest and the largest value."""
        rows = roots(tokens(self.noun)) & roots(tokens(board.noun))
        if not rows or named(board.who, self.part.sentence.passage.words):
            return
        fields = [one for one in board.fields if self._can_be_of(one) and not is_partly(board, one)]
        for field, evidence in headed(board, fields, self.part.whole):
            low, high = _ends(field)
            mine = self.number.amount.readings.rounded
            wrong = mine.upper < field.places[low].value.lower or mine.lower > field.places[high].value.upper
            told = f"the {len(field.places)} values lie between those of {low} and {high}"
            tied = evidence + 1 + int(len(fields) == 1)
            yield Reading(board, field, wrong, cells_of(field, [low, high]), told, tied, sure=False)

    def _can_be_of(self, field: Field) -> bool:
        mine, theirs = self.number.amount, field.sample
        same = mine.kind == theirs.kind and alike(mine, theirs)
        if mine.kind == "count":  # "4.8 points"
            same = theirs.kind == "count" and bool(mine.of & roots(tokens(field.label)))
        return same and self.many in (0, len(field.places)) and len(field.places) >= LEAST


def _ends(field: Field) -> tuple[str, str]:
    """Who has the smallest value of a field, and who the largest."""
    keys = sorted(field.places, key=lambda key: (field.places[key].value.lower, field.places[key].value.upper))
    return keys[0], keys[-1]


def means(part: Part) -> Iterator[Mean]:
    """The averages of a clause that says of what they are taken."""
    text = part.text
    if not _MEAN.search(text) or _OTHER.search(text):
        return
    found = [one for one in numbers(part.sentence) if part.has(one.amount.start) and _plain(one)]
    for match in _OVER.finditer(part.whole):
        many = match["n"] or ""
        n = int(many) if many.isdigit() else count(many) if many else 0
        yield from (Mean(part, one, n, match["noun"]) for one in found)


def _plain(one: Number) -> bool:
    return one.amount.qualifier == "exact" and not one.bare and one.amount.readings.rounded.bounded
