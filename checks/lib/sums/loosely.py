"""The sums that quantities come to where no word ties them: what is found so may be of something else."""

from collections.abc import Iterator
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.quantities.dimensions import KINDS
from checks.lib.sums.bills import bills
from checks.lib.sums.blocks_moved import blocks_moved
from checks.lib.sums.by_another_time import by_another_time
from checks.lib.sums.over_its_time import over_its_time
from checks.lib.sums.pools import Pool
from checks.lib.sums.runs_billed import runs_billed
from checks.lib.sums.runs_of_rows import runs_of_rows
from checks.lib.sums.saved_over_time import is_saving, saved_over_time
from checks.lib.sums.too_soon import too_soon
from checks.lib.sums.worked import worked
from checks.lib.sums.worked_elsewhere import worked_elsewhere
from checks.lib.telling.accounted import close
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact

ROUGH = Decimal("0.03")
NEAR = 260  # characters


def loosely(pool: Pool, index: Index) -> Iterator[tuple[Fact, Given]]:
    """The results of a document that the quantities around them, or of a row that is named, do not come to."""
    # "$2,520 cheaper" is what two prices differ by, and no bill of one of them.
    yield from (each for each in _of_whole(pool, index) if not is_saving(each[0]))
    yield from by_another_time(pool)
    yield from over_its_time(pool, index)
    yield from saved_over_time(pool, index)
    yield from blocks_moved(pool, index)


def _of_whole(pool: Pool, index: Index) -> Iterator[tuple[Fact, Given]]:
    found = (*worked(pool, index), *worked_elsewhere(pool, index), *bills(pool), *too_soon(pool, index))
    yield from (each for each in found if not _after_another(*each, pool))
    yield from runs_billed(pool, index)
    yield from runs_of_rows(pool, index)


def _after_another(one: Fact, given: Given, pool: Pool) -> bool:
    """Whether a time of the sum, less one that stands beside it, gives the result: 4.3 s with 0.3 s ahead of it."""
    times = [each for each in (one, *given.of) if each.dims == KINDS["time"]]
    beside = [each for each in pool.own if each.dims == KINDS["time"] and each not in times]
    return any(
        each.middle != other.middle and _gives(one, given, each, abs(each.middle - other.middle))
        for each in times
        for other in beside
        if other.document is each.document and abs(other.start - each.start) < NEAR
    )


def _gives(one: Fact, given: Given, time: Fact, rest: Decimal) -> bool:
    if one is time:
        return abs(given.value / rest - 1) < ROUGH
    divided = given.by == "/" and given.of[-1] is time
    by = time.middle / rest
    return close(one, given.value * by if divided else given.value / by, ROUGH)
