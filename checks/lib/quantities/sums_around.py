"""Whether a quantity is a sum of what is printed around it: then no product of two of them must come to it."""

import itertools
import re
from collections.abc import Sequence
from decimal import Decimal

from checks.lib.quantities.closures import Closure
from checks.lib.quantities.terms import Term, is_count
from schemas.document import Document
from schemas.interval import Interval

ROUGH = Decimal("0.06")  # a result is rounded once more by its author: three per cent on either side
SUMS = 200  # sums of several ways to a result that are tried
PARTS = 12  # numbers of a paragraph that may add up
EXACT = Decimal("0.002")  # what a printed sum may be off by
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")


def is_sum(one: Term, found: Sequence[Closure], every: Sequence[Term], span: tuple[int, int]) -> bool:
    """Whether ways to it, others of its kind, or numbers of its paragraph add up to a term of a stretch of text."""
    return _sums(one, found, every) or _adds_up(one, every) or _printed_sum(one, span)


def around(document: Document, span: tuple[int, int]) -> str:
    """The paragraph or list up to the result: what else goes in may be said a sentence ahead."""
    inside = [one.start for one in document.blocks if one.start < span[1] and span[0] < one.end]
    return document.text[min(inside, default=span[0]) : span[1]]


def _sums(one: Term, found: Sequence[Closure], every: Sequence[Term]) -> bool:
    """Whether two or three of the ways together come to it, or what is left of one: 22 cars of 64, less two with 20."""
    parts = [each.value for each in every if each.dims == one.dims and each is not one and is_count(one)]
    counts = [each.value for each in every if is_count(each) and each.dims != one.dims]
    given = [each.given for each in found if each.given is not None]
    given += [part * many for part in parts for many in counts]
    several = itertools.chain(itertools.combinations(given, 2), itertools.combinations(given, 3))
    sums = (_sum(some) for some in itertools.islice(several, SUMS))
    rests = (_sum((left, -right)) for left, right in itertools.islice(itertools.permutations(given, 2), SUMS))
    return any(each.distance(one.value) < ROUGH for each in (*sums, *rests))


def _adds_up(one: Term, every: Sequence[Term]) -> bool:
    """Whether it is the sum of two or three others of its kind: the GPUs of one phase and those of the next."""
    parts = [each.value for each in every if each.dims == one.dims and each is not one]
    some = itertools.chain(itertools.combinations(parts, 2), itertools.combinations(parts, 3))
    return any(_sum(each).meets(one.value) for each in itertools.islice(some, SUMS))


def _printed_sum(one: Term, span: tuple[int, int]) -> bool:
    """Whether two or three numbers of its paragraph add up to it as printed: a bill of a machine's and a disk's."""
    match = _NUMBER.search(one.printed)
    result = _plain(match.group()) if match else Decimal(0)
    parts = [each for each in map(_plain, _NUMBER.findall(around(one.document, span))) if 0 < each < result]
    some = itertools.chain(itertools.combinations(parts[:PARTS], 2), itertools.combinations(parts[:PARTS], 3))
    return any(abs(sum(each) - result) < result * EXACT for each in some)


def _plain(digits: str) -> Decimal:
    return Decimal(digits.replace(",", ""))


def _sum(some: Sequence[Interval]) -> Interval:
    return Interval(sum((one.lower for one in some), Decimal(0)), sum((one.upper for one in some), Decimal(0)))
