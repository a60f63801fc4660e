"""Closures: products and quotients of quantities whose dimensions cancel, so that they come to one."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.quantities.dimensions import Dims, times
from checks.lib.quantities.terms import Term
from schemas.interval import Interval

MOST = 9  # terms of a passage; more are a listing that anything could be made of
FACTORS = (2, 3, 4)  # terms that a result is computed from
_NONE: Dims = frozenset()
_ONE = Interval(Decimal(1), Decimal(1))


@dataclass(frozen=True, slots=True)
class Closure:
    """`result` is what `over` (multiplied) and `under` (divided by) come to, by their dimensions."""

    result: Term
    over: tuple[Term, ...]
    under: tuple[Term, ...]
    shared: bool  # holds only where a term is read as of each

    @property
    def terms(self) -> tuple[Term, ...]:
        """All that goes in."""
        return (*self.over, *self.under)

    @property
    def given(self) -> Interval | None:
        """What the result must be; None where a bound leaves that open."""
        if any(one.value.lower <= 0 or not one.value.bounded for one in self.terms):
            return None
        found = _ONE
        for one in self.over:
            found = found * one.value
        for one in self.under:
            found = found / one.value
        return found


def closures(result: Term, others: Sequence[Term]) -> Iterator[Closure]:
    """Every way in which two to four other quantities come to the result, by their dimensions alone."""
    for count in FACTORS:
        for chosen in itertools.combinations(others, count):
            for signs in itertools.product((1, -1), repeat=count):
                if (shared := _cancels(result, chosen, signs)) is not None:
                    over = tuple(one for one, sign in zip(chosen, signs, strict=True) if sign > 0)
                    under = tuple(one for one, sign in zip(chosen, signs, strict=True) if sign < 0)
                    yield Closure(result, over, under, shared)


def _cancels(result: Term, chosen: Sequence[Term], signs: Sequence[int]) -> bool | None:
    """Whether what is chosen gives the result: False as said, True by a term that is only perhaps of each, None no."""
    plain = result.dims
    for one, sign in zip(chosen, signs, strict=True):
        plain = times(plain, one.dims, -sign)
    dims = [one.dims for one in chosen]
    if plain == _NONE:
        return None if _apart(result, dims, signs) else False
    found = None
    for at, (one, sign) in enumerate(zip(chosen, signs, strict=True)):
        rest = times(plain, one.dims, sign)  # what it would have to be
        for other in (*one.each, *one.shared):
            read = [*dims[:at], other, *dims[at + 1 :]]
            if times(rest, other, -sign) == _NONE and not _apart(result, read, signs):
                found = found is not False and other not in one.each
    return found


def _apart(result: Term, dims: Sequence[Dims], signs: Sequence[int]) -> bool:
    """Whether two of them cancel by themselves: then the others say nothing of those two."""
    signed = [(result.dims, -1), *zip(dims, signs, strict=True)]
    return any(left == right and a != b for (left, a), (right, b) in itertools.combinations(signed, 2))
