"""The sums that quantities come to where no word ties them: what is found so may be of something else."""

from collections.abc import Iterator

from checks.lib.labels.about import Index
from checks.lib.sums.bills import bills
from checks.lib.sums.pools import Pool
from checks.lib.sums.runs_billed import runs_billed
from checks.lib.sums.too_soon import too_soon
from checks.lib.sums.worked import worked
from checks.lib.sums.worked_elsewhere import worked_elsewhere
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact


def loosely(pool: Pool, index: Index) -> Iterator[tuple[Fact, Given]]:
    """The results of a document that the quantities around them, or of a row that is named, do not come to."""
    yield from worked(pool, index)
    yield from worked_elsewhere(pool, index)
    yield from bills(pool)
    yield from too_soon(pool, index)
    yield from runs_billed(pool, index)
