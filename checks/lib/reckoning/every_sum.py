"""All sums of a grid, reckoned once: sentence after sentence asks for them."""

from dataclasses import dataclass
from weakref import WeakKeyDictionary

from checks.lib.reckoning.grid import Grid
from checks.lib.reckoning.products import divided, divided_gains, products, scalings
from checks.lib.reckoning.shares import shares
from checks.lib.reckoning.sums import Sum, averages, differences, ends, gains, quotients, totals, values


@dataclass(frozen=True, slots=True)
class Sums:
    """All sums of a grid, by what can be asked of them."""

    factors: tuple[Sum, ...]
    plain: tuple[Sum, ...]
    products: tuple[Sum, ...]
    divided: tuple[Sum, ...]
    divided_gains: tuple[Sum, ...]


_kept: WeakKeyDictionary[Grid, Sums] = WeakKeyDictionary()  # sentence after sentence asks; let go of with the grid


def all_of(grid: Grid) -> Sums:
    """The sums of a grid, reckoned once."""
    if grid not in _kept:
        _kept[grid] = Sums(
            (*quotients(grid), *gains(grid), *shares(grid), *scalings(grid)),
            (*values(grid), *averages(grid), *ends(grid), *differences(grid), *totals(grid)),
            tuple(products(grid)),
            tuple(divided(grid)),
            tuple(divided_gains(grid)),
        )
    return _kept[grid]
