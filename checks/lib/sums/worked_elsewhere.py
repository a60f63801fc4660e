"""A value in one place, and the two in one line or sentence of another that have its unit together and do not give it.

"Held 24 gigabytes per second" in the brochure, "7.2 TB written in 40 min" in the log. No word leads: the two stand in
one line, nothing else that is printed gives the value, and the texts share a word or a name. Findings are low.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.linking.reach import asserted, clause
from checks.lib.quantities.dimensions import KINDS
from checks.lib.sums.multiplied import AT_MOST
from checks.lib.sums.pools import Pool
from checks.lib.sums.worked import most_shared, other_mode, slipped
from checks.lib.telling.accounted import accounted, close
from checks.lib.telling.derived import Given, quotients
from checks.lib.telling.facts import Fact

ROUGH = Decimal("0.06")
LEAST, MOST = Decimal("0.5"), Decimal(2)
MANY = 8  # facts of a line
LINES = 30  # of a data sheet
NOT = (KINDS["time"], KINDS["size"])  # of which a text prints many


def worked_elsewhere(pool: Pool, index: Index) -> Iterator[tuple[Fact, Given]]:
    """The values of a document with the only couple of a line elsewhere that has their unit."""
    lines, sheets = _lines(pool.far), _sheets(pool.far)
    for one in pool.own:
        if _may_follow(one):
            given = _given(one, lines, pool) or _of_sheet(one, sheets, pool)
            if given and pool.joins(one, given, index, named=True, loosely=True):
                yield one, given


def _lines(every: Sequence[Fact]) -> list[list[Fact]]:
    """The facts of each line or sentence that has two at least, and not many."""
    by: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for one in every:
        if not one.entity:
            by[one.document.document_id, one.text].append(one)
    return [some for some in by.values() if 1 < len(some) <= MANY]


def _sheets(every: Sequence[Fact]) -> list[list[Fact]]:
    """The facts of the data sheets of one thing: all lines of a document that say of no row or column what they are."""
    by: dict[str, list[Fact]] = defaultdict(list)
    for one in every:
        if one.sentence is None and not one.entity:
            by[one.document.document_id].append(one)
    return [some for some in by.values() if 1 < len(some) <= LINES]


def _of_sheet(one: Fact, sheets: Sequence[Sequence[Fact]], pool: Pool) -> Given | None:
    """The couple of a data sheet's lines of which a text says the label of one: "8.5 TOPS per watt in INT8"."""
    couples = [
        each
        for some in sheets
        if one not in some
        for each in quotients(one.dims, some)
        if each.by == "/" and _measure(one, each)
    ]
    if one.sentence is None or any(_gives(one, each) for each in couples) or accounted(one, pool.far):
        return None
    shared = frozenset.intersection(*(each.words for each in couples)) if len(couples) > 1 else frozenset()
    named = most_shared(one, [each for each in couples if each.words & one.words - shared])
    close_ = {each.value: each for each in named if LEAST <= one.middle / each.value <= MOST}
    return next(iter(close_.values())) if len(close_) == len(named) == 1 else None


def _may_follow(one: Fact) -> bool:
    if one.anonymous or one.count or one.per or one.entity or one.dims in NOT:
        return False
    if one.qualifier not in ("exact", "over", "about"):
        return False
    return one.sentence is None or asserted(one.sentence, one.at, one.at + 1)


def _given(one: Fact, lines: Sequence[Sequence[Fact]], pool: Pool) -> Given | None:
    found = [
        each
        for some in lines
        if one not in some
        for each in quotients(one.dims, some)
        if _is_couple(one, each, len(some))
    ]
    if not found or any(_gives(one, each) for each in found) or accounted(one, pool.far):
        return None
    able = [each for each in found if _able(one, each)]
    if len({each.value for each in able}) != 1 or len(found) > len(able) + 1:
        return None
    if other_mode(one, able[0]):
        return None
    sure = slipped(one, one.middle / able[0].value)  # one run may draw 1,130 W, a week of days 1,018 W
    return able[0] if sure or one.words & able[0].words else None


def _is_couple(one: Fact, given: Given, many: int) -> bool:
    """Whether two facts measure something together, and stand in one clause or line, or alone."""
    left, right = given.of
    if not _measure(one, given):
        return False
    if left.sentence is None or (many == len(given.of) and KINDS["time"] not in (left.dims, right.dims)):
        return True
    return right.quote in clause(left.text, left.at, left.at + len(left.quote))


def _measure(one: Fact, given: Given) -> bool:
    """Whether two facts measure together what neither measures."""
    left, right = given.of
    return one.dims not in (left.dims, right.dims) and left.dims != right.dims


def _gives(one: Fact, given: Given) -> bool:
    return close(one, given.value, ROUGH)


def _able(one: Fact, given: Given) -> bool:
    ratio = one.middle / given.value
    if slipped(one, ratio):
        return True
    rated = any(AT_MOST.search(each.text) for each in (one, *given.of))
    return LEAST <= ratio <= MOST and not rated
