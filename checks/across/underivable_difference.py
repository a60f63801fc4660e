"""A difference in a unit that no two of the values printed of its thing give."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.words import apart, come_to
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.ratios.lies_between import SURE, Between, acquitted, best, tied, values_of
from checks.lib.ratios.said_differences import Difference, differences
from checks.lib.statements.index import by
from checks.lib.sums.pools import FEW
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Interval

CODE = "underivable-difference"
LEAST, MOST = Decimal("0.2"), Decimal(5)  # times what the values give; beyond it is a difference of something else
LOOSE = Decimal("0.08")  # of the difference: less is loose speech
MANY = 3  # couples that it can be of equally well


@check(CODE, version=6, severity="medium", since="0.1.0")
def underivable_difference(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A difference in a unit is what lies between some two of the values that are printed of its thing.

    Why:
        "Two points up", "saves 23 minutes a night", "1,500 more shops": whoever doubts it subtracts. Where the page has
        both values and no two of them lie so far apart, one of the three is wrong, whatever words it came in.

    Flags:
        An amount with a word of difference beside or before it, where the two values that its sentence is tied to (by
        sides, thing, heading or place) differ by something else and no two values of its kind give it. It says low
        where not both sides and the thing are said.

    Passes:
        Differences that any two values of the texts give, or that are printed as a value of their own; what a
        line charges by itself ("before noon: 1.50 more"); what is off by less than 8 % or by more than five
        times; where words tie it less, those of a page that prints more than three values of its kind.

    Does not judge:
        Sums over a year, a month or all machines; two percentiles of a sample; counts with a word of movement further
        off; differences under a condition, forecasts; more than 80 values of a kind; documents of different dates
        (skipped).
    """
    index = index_of(corpus)
    said = [one for document in corpus.documents for each in index.sentences(document) for one in differences(each)]
    if not said:
        return
    every = {one.document_id: values_of(one, index) for one in corpus.documents}
    by_document = by(said, lambda one: one.document.document_id)
    few = list(corpus.documents) if len(every) <= FEW else []
    for one in said:
        near = few or [one.document]
        values = [value for each in near for value in every[each.document_id]]
        beside = [other for each in near for other in by_document.get(each.document_id, ())]
        others = [each for each in beside if each is not one and each.amount.kind == one.amount.kind]
        # "Trust fell by five points" beside a rise by 13 that the two values give: these are told already.
        found = [each for each in tied(one, index, corpus, near) if not any(two.allows(each.given) for two in others)]
        meant = best(found)
        if 0 < len(meant) <= MANY and not acquitted(one, values, found):
            yield from _check(one, meant, index)


def _check(one: Difference, meant: Sequence[Between], index: Index) -> Iterator[Finding | Skip]:
    near = min(meant, key=lambda each: each.given.distance(one.amount.readings.rounded))
    mine, given = one.amount.readings.rounded, near.given
    middle = (given.lower + given.upper) / 2
    if middle <= 0 or not LEAST <= mine.upper / middle <= MOST or mine.distance(Interval(middle, middle)) < LOOSE:
        return
    if mine.lower >= max(near.left.value.upper, near.right.value.upper):
        return
    if index.of_two_editions(one.document, near.left.document):
        yield Skip(CODE, (one.document.name, near.left.document.name), OTHER_EDITION)
    else:
        yield _finding(one, near, index)


def _finding(one: Difference, near: Between, index: Index) -> Finding:
    said = index.places.printed(one.document, one.start, one.end)
    both = [index.places.printed(each.document, each.start, each.end) for each in (near.left, near.right)]
    printed = " and ".join(each.quote for each in both)
    gap = one.amount.readings.rounded.distance(near.given)
    sure = near.points >= SURE and not one.loose
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("medium" if sure else "low", severity.of_gap(gap)),
        message=f"{said.document} makes a difference of {said.quote}; {printed} ({both[0].document}) give "
        f"{come_to(near.given)} in base units, and no two values of the texts give it",
        arithmetic=f"In base units {printed} lie {near.given} apart, {said.quote} allows "
        f"{one.amount.readings.rounded}: {apart(gap)}.",
        comparison=(said.document, both[0].document, one.amount.kind, *sorted(each.quote for each in both)),
        evidence=(said, *both),
        likely_wrong_why="one of the three values, it cannot be told which",
    )
