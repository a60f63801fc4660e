"""How many machines a run had, in a sentence that names the run, against the row that has its identifier."""

import re
from collections.abc import Iterator, Sequence

from checks.lib.language.of_parts import same_parts
from checks.lib.linking.reach import asserted, clause
from checks.lib.quantities.dimensions import MACHINES
from checks.lib.telling.facts import Fact
from checks.lib.values.identified import named_runs

_NODES = frozenset({"nod", "serv", "host", "system", "machin"})


def row_counts(own: Sequence[Fact], far: Sequence[Fact]) -> Iterator[tuple[str, Fact, Fact]]:
    """The counts of machines of a named run in a document's own facts, each with the most that the run's row prints."""
    for one in own:
        if one.sentence and one.count and one.of & MACHINES - _NODES and not one.per and one.qualifier == "exact":
            names = named_runs(clause(one.text, one.at, one.at + len(one.quote))) or named_runs(one.text)
            row = _of_row(one, next(iter(names)), far) if len(names) == 1 else None
            if row and asserted(one.sentence, one.at, one.at + 1):
                yield next(iter(names)), one, row


def _of_row(one: Fact, name: str, far: Sequence[Fact]) -> Fact | None:
    """The most that the rows of a run print of a count's parts; None where one of their numbers gives it."""
    pattern = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", re.IGNORECASE)
    rows = [each for each in far if each.entity and each.count and pattern.search(each.entity)]
    alike = [each for each in rows if same_parts(one.of, each.of)]
    if not alike or any(each.middle == one.middle for each in rows) or len({each.entity for each in rows}) != 1:
        return None
    given = {each.middle * other.middle for each in alike for other in rows if not same_parts(each.of, other.of)}
    return None if one.middle in given else max(alike, key=lambda each: each.middle)
