"""How many parts a result was had with, told twice: its value is the same to the last digit, which names the run.

"311.9 minutes on 384 accelerators" and the row "32 nodes, 8 per node, 311.9" are of one entry, whatever else they say.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from checks.lib.language.of_parts import same_parts
from checks.lib.linking.reach import asserted, clause
from checks.lib.quantities.dimensions import KINDS, MACHINES
from checks.lib.quantities.scanned import NO_THING, PLAIN, content
from checks.lib.telling.derived import like
from checks.lib.telling.facts import Fact

DIGITS = 3  # of a value that two runs hardly share
NODES = frozenset({"nod", "serv", "host", "system", "machin"})
_FIGURES = re.compile(r"\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Run:
    """A result with the counts that its clause or row prints."""

    result: Fact
    counts: tuple[Fact, ...]

    def parts(self) -> list[Fact]:
        """The counts of parts of all wholes, not of what each of these has."""
        return [one for one in self.counts if one.of & MACHINES - NODES and not one.per]

    def able(self) -> set[Decimal]:
        """How many parts there may be: any of its numbers, and what two of them come to."""
        numbers = [one.middle for one in self.counts]
        return {*numbers, *(left * right for left, right in combinations(numbers, 2))}


def unlike_counts(own: Sequence[Fact], far: Sequence[Fact]) -> Iterator[tuple[Fact, Fact, Run]]:
    """The results of a document's sentences, each with its count of parts and another print of it with other counts."""
    for result in own:
        if result.sentence and _tells(result) and asserted(result.sentence, result.at, result.at + 1):
            parts = _run(result, own).parts()
            others = (_run(each, far) for each in far if _same(result, each)) if len(parts) == 1 else ()
            yield from ((result, parts[0], other) for other in others if _unlike(parts[0], other))


def _tells(one: Fact) -> bool:
    """Whether a value is a time or a rate of things, printed with digits enough to be known by."""
    printed = _FIGURES.search(one.quote)
    digits = printed.group().replace(",", "").replace(".", "").strip("0") if printed else ""
    rate = ("time", -1) in one.dims and bool(one.of)
    return (one.dims == KINDS["time"] or rate) and len(digits) >= DIGITS and one.qualifier in ("exact", "named")


def _same(one: Fact, other: Fact) -> bool:
    """Whether two facts print one value, in two places that are of one thing."""
    if one.text == other.text or one.dims != other.dims or one.middle != other.middle or one.per != other.per:
        return False
    if not _tells(other):
        return False
    mine, theirs = (content(f"{each.text} {each.entity} {each.document.title}") for each in (one, other))
    return bool((mine & theirs) - PLAIN - NO_THING - MACHINES)


def _run(result: Fact, every: Sequence[Fact]) -> Run:
    """A result with the counts of its clause, or of its row."""
    if result.sentence is None:
        return Run(result, tuple(each for each in every if each.count and _in_row(each, result)))
    sentence = [each for each in every if each.document is result.document and each.text == result.text]
    alone = not any(each.dims == result.dims and each is not result for each in sentence)
    piece = result.text if alone else clause(result.text, result.at, result.at + len(result.quote))
    start = result.text.find(piece) if not alone else 0
    ends = start, start + len(piece)
    # By its place: "84 accelerators" stands in "384 accelerators" too.
    beside = (one for one in sentence if one.count and one is not result and ends[0] <= one.at < ends[1])
    return Run(result, tuple(each for each in beside if each.qualifier == "exact" and not each.anonymous))


def _in_row(one: Fact, result: Fact) -> bool:
    """Whether both are cells of one row: of one name, with no line's end between them, as several may have one name."""
    if not result.entity or one.entity != result.entity or one.document is not result.document:
        return False
    return any(
        all(any(cell.start <= each.start < max(cell.end, cell.start + 1) for cell in row) for each in (one, result))
        for table in one.document.tables
        for row in table.rows
    )


def _unlike(parts: Fact, other: Run) -> bool:
    """Whether the other print says how many parts there were, and none of its numbers come to so many."""
    totals = [one for one in other.parts() if like(parts, one) or same_parts(parts.of, one.of)]
    each = any(one.per & NODES for one in other.counts) and any(one.of & NODES for one in other.counts)
    told = bool(totals) or (each and any(parts.loose & one.of or one.of & MACHINES for one in other.counts if one.per))
    return told and parts.middle not in other.able()
