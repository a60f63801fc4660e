"""Values that a sentence calls the best, the worst or the most of what a table or list prints, and is none of it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.columns.boards import Place
from checks.lib.language.orders import SUPERLATIVES
from checks.lib.language.quantifiers import Quantifier
from checks.lib.language.tokens import roots, tokens
from checks.lib.linking.reach import strange
from checks.lib.ordering.clauses import Part, parts
from checks.lib.ordering.limits_said import Limit
from checks.lib.ordering.rows_limited import Side
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.numbers_said import Number, numbers
from checks.lib.telling.told import VERBS
from schemas.interval import judge
from schemas.number_words import either

WORDS = 10  # between the word and its value
_SUPERLATIVE = either((*(set(SUPERLATIVES) - {"most", "least", "latest"}), "peak", "record", "maximum", "minimum"))
_BEST = re.compile(rf"(?<!\ba )(?<!\ban )\b(?:{_SUPERLATIVE}|(?:most|least) [a-z]{{5,}})\b(?!-)", re.IGNORECASE)
_NOT = re.compile(
    r"\b(?:second|third|fourth|next|previous|former|last year|ever|until|other|than|one of|among|not|per|half|"
    r"rated|limit\w*|theoretical\w*|up to|average|mean|median)\b|n[’']t\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Best:
    """A number that a clause calls an extreme, as a limit that nothing of it passes."""

    limit: Limit

    def beaten(self, every: Sequence[Side], said: Sequence[Number]) -> Side | None:
        """The column that it can be of, where it is no extreme of any, and neither their sum nor said elsewhere."""
        points = max((one.points for one in every), default=0)
        top = [one for one in every if one.points == points]
        given = any(self._is_of(one) or self._sums(one) for one in every) or any(map(self._repeats, said))
        tied = all((one.ranges or one.headed) and not self._strange(one) for one in top)
        return top[0] if top and tied and not given else None

    def _is_of(self, side: Side) -> bool:
        """Whether a column prints it; of one that stands alone only its ends are what superlatives mean."""
        places = sorted(side.field.places.values(), key=lambda one: one.value.lower)
        able = (places[0], places[-1]) if side.board.width == 1 and side.ranges else places
        return any(map(self._is, able))

    def _is(self, place: Place) -> bool:
        return judge(self.limit.number.amount.readings, place.amount.readings) != "inconsistent"

    def _sums(self, side: Side) -> bool:
        values = [one.value for one in side.field.places.values()]
        return sum(one.lower for one in values) <= self.limit.value <= sum(one.upper for one in values)

    def _repeats(self, other: Number) -> bool:
        mine = self.limit.number
        same = other.amount.kind == mine.amount.kind and other.start != mine.start
        return same and judge(mine.amount.readings, other.amount.readings) != "inconsistent"

    def _strange(self, side: Side) -> bool:
        """Whether its sentence says a condition of which the column knows nothing: "in a burst"."""
        sentence = self.limit.part.sentence
        ahead = sentence.passage.words[: self.limit.number.amount.end]
        over = roots(tokens(" | ".join(sentence.scope[1:])))
        return bool(strange(ahead, side.board.words | over | VERBS))


def bests(sentence: Sentence) -> Iterator[Best]:
    """The first number of each clause that says an extreme before it."""
    found = [one for one in numbers(sentence) if one.amount.qualifier in ("exact", "about")]
    for part in parts(sentence) if found else ():
        number = next((one for one in found if part.has(one.amount.start)), None)
        match = _BEST.search(part.whole) if number else None
        if number and match and _leads(match, number, part) and not _NOT.search(part.whole):
            yield Best(Limit(part, number, None, Quantifier("all", *match.span())))


def _leads(match: re.Match[str], number: Number, part: Part) -> bool:
    """Whether a word stands before a number in its clause, or in the phrase that its sentence begins with."""
    at = number.amount.start - part.start + len(part.whole) - len(part.text)
    return match.end() <= at and len(part.whole[match.end() : at].split()) <= WORDS
