"""Whether the column of a cell is what all parts have: of two columns in GB that which they give in another row."""

from collections.abc import Sequence
from decimal import Decimal

from checks.lib.telling.accounted import close
from checks.lib.telling.derived import Given, like
from checks.lib.telling.facts import Fact

ROUGH = Decimal("0.03")


def of_column(one: Fact, given: Given, pool: Sequence[Fact]) -> bool:
    """Whether a cell may be the product of its row's count: alone of its kind there, or as in another row."""
    size, count = given.of[0], given.of[-1]
    if not one.entity or size.entity or count.entity != one.entity:
        return True
    row = [each for each in pool if _in_table(each, one) and each.entity == one.entity and each is not one]
    if not any(like(each, one) and each.loose != one.loose for each in row):
        return True
    others = [each for each in pool if _in_table(each, one) and each.entity != one.entity]
    counts = [each for each in others if each.count and each.loose == count.loose]
    cells = [each for each in others if like(each, one) and each.loose == one.loose]
    return any(a.entity == b.entity and close(b, a.middle * size.middle, ROUGH) for a in counts for b in cells)


def _in_table(each: Fact, one: Fact) -> bool:
    return bool(each.entity) and each.document is one.document
