"""What one of a thing costs, draws or yields, against the price or the power and the rate that are printed."""

from collections.abc import Iterator
from dataclasses import replace

from checks.lib.findings import severity
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.sums.pools import pools
from checks.lib.sums.rates_divided import rates_divided
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Interval

CODE = "each-from-rates"


@check(CODE, version=5, severity="low", since="0.1.0")
def each_from_rates(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What one of a thing costs is the price of an hour over how many there are in it; so is the energy of power.

    Why:
        Dollars per million tokens and operations per watt are what buyers compare. Both are computed once, and stay
        when the price, the clock or the measurement beside them changes.

    Flags:
        "$0.45 per million output tokens" beside a row with $18.00 per hour and 5,000 tokens/s ($1.00); a column "Cost
        per 1M tokens" over an hour's price that stands in the text; "9.6 TOPS per watt" on a page with 640 TOPS and 100
        W; "0.54 joules per image" of 1,500 images a second at 450 W; pictures per joule of a rate in one document and a
        power in another.
        Where the price is of each of the parts that the row counts, so many of them are paid for.
        A header's "(per chip-hour)" is read; of several couples those come first whose row the sentence names by its
        code, and of which both are of each of one part.

    Passes:
        What any two of the rates give, for all machines or for one of them, or with a share that is said of it; values
        that another couple of rates is of.

    Does not judge:
        Bounds, goals and hopes; rows that another row's name is said of; input against output, idle against load;
        what is six times off and more, but for what is upside down; less than something does at most; documents of
        different dates (skipped); what would be low on pages of more than sixty numbers (skipped).
    """
    index = index_of(corpus)
    for pool in pools(corpus, index):
        found = list(rates_divided(pool, index))
        told = {one.start for one, _ in found}
        yield from (_finding(one, given, index) for one, given in found)
        if len(pool.other) > len(pool.far):
            older = rates_divided(replace(pool, far=pool.other), index)
            yield from (Skip(CODE, _key(one, given), OTHER_EDITION) for one, given in older if one.start not in told)


def _key(one: Fact, given: Given) -> tuple[str, ...]:
    return (
        one.document.name, *sorted(noun for noun, _ in one.dims), *sorted({each.document.name for each in given.of})
    )  # fmt: skip


def _finding(one: Fact, given: Given, index: Index) -> Finding:
    said = index.places.printed(one.document, one.start, one.end)
    over, under, *many = (index.places.printed(each.document, each.start, each.end) for each in given.of)
    price = " x ".join(each.quote for each in (over, *many))
    gap = Interval(given.value, given.value).distance(one.value)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("low", severity.of_gap(gap)),
        message=f"{price} over {under.quote} is not {said.quote}",
        arithmetic=f"In base units {price} / {under.quote} = {given.value:.6g}, {said.quote} allows {one.value}: "
        f"{apart(gap)}.",
        comparison=_key(one, given),
        evidence=(said, over, under, *many),
        likely_wrong_why="one of the three, it cannot be told which",
    )  # fmt: skip
