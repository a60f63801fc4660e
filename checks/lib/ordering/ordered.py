"""The statements of a sentence that order values: bounds of all or some, one against another, places."""

from collections.abc import Iterator, Sequence

from checks.lib.language.orders import release_behind, versus
from checks.lib.language.quantifiers import quantifier
from checks.lib.ordering.against_said import Against
from checks.lib.ordering.bounds_said import Bound, bound, counting
from checks.lib.ordering.clauses import Part, parts
from checks.lib.ordering.means_said import Mean, means
from checks.lib.ordering.ranks_said import Rank, places_said
from checks.lib.ordering.ratios_said import Ratio, ratios
from checks.lib.ordering.times_said import Times, times_said
from checks.lib.ordering.trends import Trend, trends
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.numbers_said import Number, numbers

Said = Bound | Against | Rank | Ratio | Times | Trend | Mean


def ordered(sentence: Sentence) -> Iterator[Said]:
    """The statements of a sentence that order values."""
    found = numbers(sentence) if any(map(str.isdigit, sentence.passage.words)) or sentence.amounts else []
    for part in parts(sentence):
        one = quantifier(part.whole)
        moves = list(trends(part))
        # "Lost more than 2 %" bounds a change, and no value.
        inside = [
            each
            for each in found
            if part.has(each.amount.start) and not (_of_move(each, part, moves) or _is_release(each, part))
        ]
        if one:
            bounds = ((each, bound(each, part)) for each in inside)
            yield from (Bound(part, each, way, counting(one, each, part)) for each, way in bounds if way is not None)
        yield from ratios(part)
        yield from times_said(part)
        yield from moves
        yield from means(part)
        if not any(bound(each, part) is not None for each in inside):  # "first among those below 10 MB"
            yield from (Against(part, each, one) for each in versus(part.text))
            yield from places_said(part, one)


def _of_move(number: Number, part: Part, moves: Sequence[Trend]) -> bool:
    """Whether a number says how far something moved."""
    at = number.amount.start - part.start
    return any(one.by and one.start < at < one.end for one in moves)


def _is_release(number: Number, part: Part) -> bool:
    """Whether a number is a release that another one is set before, and no bound."""
    at = number.amount.start - part.start
    found = release_behind(part.text)
    return found is not None and found[0] <= at < found[1]
