"""A difference in a unit ("12 ms lower", "saving six hours", "adds 4 points") against the two values that it is of."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from checks.lib.columns.series import Series, every_series
from checks.lib.findings import severity
from checks.lib.findings.places import Places
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.linking.reach import printed
from checks.lib.quantities.numbers_said import Number, numbers
from checks.lib.ratios.differences import Pair, differences, holds, is_difference, pair_of, pairs
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Readings

CODE = "difference-of-values"
SOME = 40  # values of a document
LEAST, MOST = Decimal("0.2"), Decimal(5)  # times what the values give; beyond it is a difference of something else


@check(CODE, version=3, severity="high", since="0.1.0")
def difference_of_values(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is saved, gained or added in a unit is what lies between the two values that are printed of it.

    Why:
        "Saving more than six hours" is a quotation; the two durations stand in the text above it, and nobody subtracts
        hours and minutes in their head. In a table of scores "adds 6.5 points" is that of another column.

    Flags:
        An amount that is less, more, saved, gained or cut by, where the only two values of its unit around it (in its
        sentence and up to three above it), else in a table or list of two, or with two rows that the sentence names,
        differ by something else, beyond rounding and hedges.

    Passes:
        "Almost two hours" of 1 h 50; differences that another value of the texts gives, of prices any two of the
        page; a second difference beside the one that the two values give.

    Does not judge:
        Differences under a condition, over something else than the two, by the week or the year; texts with more than
        two values of the unit; values of which one is of a percentile or of writes and the other is not;
        documents of different dates (skipped).
    """
    index = index_of(corpus)
    around = {one.document_id: index.sentences(one) for one in corpus.documents}
    said = [
        (some[: at + 1], one) for some in around.values() for at, each in enumerate(some) for one in differences(each)
    ]
    if not said:
        return
    every = every_series(corpus, index)
    others = [one for some in around.values() for each in some for one in numbers(each) if is_difference(one)]
    for before, one in said:
        pair = pair_of(one, before, every, index, corpus)
        if pair and index.of_two_editions(one.sentence.passage.document, pair.left.document):
            yield Skip(CODE, (one.sentence.passage.document.name, pair.left.document.name), OTHER_EDITION)
        elif pair:
            own = [each for some in around[one.sentence.passage.document.document_id] for each in numbers(some)]
            if not _gives_any(one, own):
                yield from _check(one, pair, others, every, index)


def _gives_any(one: Number, own: Sequence[Number]) -> bool:
    """Whether any two values of a document differ by what it says: "$4.35, or 45 cents more" than a $3.90 far above."""
    if one.amount.kind != "price":  # of times and sizes a page prints so many that chance gives any difference
        return False
    values = [each.amount.readings.rounded for each in own if each.amount.kind == "price" and each is not one][:SOME]
    some = [each for each in values if each.bounded and each != one.amount.readings.rounded]
    middles = sorted({(each.lower + each.upper) / 2 for each in some})
    allowed = one.amount.readings.widened
    return any(allowed.lower <= right - left <= allowed.upper for left, right in combinations(middles, 2))


def _check(one: Number, pair: Pair, others: list[Number], every: list[Series], index: Index) -> Iterator[Finding]:
    given, mine = pair.difference, one.amount.readings.rounded
    if any(_told(each, one, pair) for each in others):
        return
    if holds(one, pair) or given.lower <= 0 or printed(Readings.of(given), others, one):
        return
    lower = mine.lower if mine.lower.is_finite() and mine.lower > 0 else mine.upper
    far = not LEAST <= lower / given.upper <= MOST
    if far or lower >= max(pair.left.value.upper, pair.right.value.upper):
        return
    if any(holds(one, each) for series in every for each in pairs(one, series)):
        return
    yield _finding(one, pair, index.places)


def _told(other: Number, one: Number, pair: Pair) -> bool:
    """Whether another difference is that of the two values: then this one is of something else."""
    same = other.sentence is one.sentence and other.start == one.start
    return not same and other.amount.kind == one.amount.kind and not other.bare and holds(other, pair)


def _finding(one: Number, pair: Pair, places: Places) -> Finding:
    document = one.sentence.passage.document
    said = places.printed(document, one.start, one.end)
    cells = [places.printed(each.document, each.start, each.end) for each in (pair.left, pair.right)]
    both, mine = " and ".join(cell.quote for cell in cells), one.amount.readings.rounded
    gap = pair.difference.distance(mine)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("medium", severity.of_gap(gap)) if gap < severity.HIGH else "high",
        message=f"{document.name} makes a difference of {said.quote}; {both} ({cells[0].document}) give "
        f"{pair.difference}",
        arithmetic=f"In base units {both} lie {pair.difference} apart, {said.quote} allows {mine}: {apart(gap)}.",
        comparison=(document.name, cells[0].document, one.amount.kind, *sorted(cell.quote for cell in cells)),
        evidence=(said, *cells),
        likely_wrong_why="one of the three values, it cannot be told which",
    )
