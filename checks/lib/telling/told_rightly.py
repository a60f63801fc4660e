"""Text that prints what the cells of a table come to, where a cell among them prints something else.

"Memory bandwidth is up by 43 percent" beside a row with 338, 483 and "+34%": the row breaks by itself, but who reads
the sentence takes another value away than who reads the table, so the sentence is disputed with the cell.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import permutations

from checks.lib.labels.about import Index
from checks.lib.statements.cells import Number, parsed
from checks.lib.telling.facts import Fact, facts
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding
from schemas.interval import Interval
from schemas.statement import Claim

PAIR = 2  # cells of which a factor, a product or a change is made
HUNDRED = Decimal(100)
FEW = 2  # places that say it; more are a number that stands everywhere
DIGITS = 2  # that a print must have, for a number of one digit is soon met
ROUGH = Decimal("0.002")  # what a sum of rounded cells and a shorter print of it may differ by


@dataclass(frozen=True, slots=True)
class _Cell:
    evidence: Evidence
    number: Number


def told_rightly(finding: Finding, index: Index, corpus: Corpus) -> Finding:
    """The finding with the text that prints for one of its cells what the others come to."""
    cells = _cells(finding)
    targets = [one for one in cells if one.evidence.role == "disputed"]
    if finding.verdict != "inconsistent" or len(cells) <= PAIR or not targets:
        return finding
    known = {(one.document_id, one.start) for one in finding.evidence}
    found = {
        (one.document_id, one.start): one
        for target in targets
        for one in _texts(target, [one for one in cells if one is not target], index, corpus)
        if (one.document_id, one.start) not in known
    }
    return replace(finding, evidence=(*finding.evidence, *found.values())) if 0 < len(found) <= FEW else finding


def _cells(finding: Finding) -> list[_Cell]:
    """The cells that a finding is about; none where it rests on a number besides the cells of one table."""
    own = [one for one in finding.evidence if one.role != "context" and (one.table or any(map(str.isdigit, one.quote)))]
    if len({(one.document_id, one.table) for one in own}) != 1 or not all(one.table and one.row for one in own):
        return []
    return [_Cell(one, number) for one in own if (number := parsed(one.quote))]


def _texts(target: _Cell, others: Sequence[_Cell], index: Index, corpus: Corpus) -> Iterator[Evidence]:
    beside = [one for one in others if one.evidence.row == target.evidence.row]
    below = [one for one in others if one.evidence.column == target.evidence.column]
    if target.number.unit in ("x", "%"):
        given = list(_compared(beside)) if len(beside) == PAIR else []
        yield from _claimed(target, given, corpus)
        return
    given = list(_multiplied(beside)) if len(beside) == PAIR else []
    given += [_sum(below)] if len(below) > PAIR and len(below) == len(others) else []
    yield from _printed(target, given, index, corpus)


def _compared(cells: Sequence[_Cell]) -> Iterator[Interval]:
    for one, other in permutations(cells):
        if min(_allowed(one).lower, _allowed(other).lower) > 0:
            yield _allowed(one) / _allowed(other)


def _multiplied(cells: Sequence[_Cell]) -> Iterator[Interval]:
    yield _allowed(cells[0]) * _allowed(cells[1])
    yield from _compared(cells)


def _sum(cells: Sequence[_Cell]) -> Interval:
    every = [_allowed(one) for one in cells]
    return Interval(sum((one.lower for one in every), Decimal(0)), sum((one.upper for one in every), Decimal(0)))


def _allowed(one: _Cell) -> Interval:
    return one.number.readings.rounded


def _claimed(target: _Cell, given: Sequence[Interval], corpus: Corpus) -> Iterator[Evidence]:
    """The factors and changes in sentences that two cells give, and the printed cell does not."""
    for one in _said(target, corpus):
        mine, printed = one.figure.readings.rounded, _allowed(target)
        changes = _changes(given) if target.number.unit == "%" else given
        if not mine.meets(_positive(printed)) and any(mine.meets(each) for each in changes):
            yield Evidence.of(one)


def _said(target: _Cell, corpus: Corpus) -> Iterator[Claim]:
    for one in corpus.claims:
        factor = one.figure.kind == "ratio"
        told = one.document_id == target.evidence.document_id and (factor or one.figure.kind == "percent_change")
        if told and factor == (target.number.unit == "x") and _long(one.figure.literal):
            yield one


def _changes(given: Iterable[Interval]) -> Iterator[Interval]:
    """By how many percent a quotient is more or less."""
    for one in given:
        more = Interval((one.lower - 1) * HUNDRED, (one.upper - 1) * HUNDRED)
        yield more if more.lower >= 0 else -more


def _positive(one: Interval) -> Interval:
    return -one if one.upper < 0 else one


def _printed(target: _Cell, given: Sequence[Interval], index: Index, corpus: Corpus) -> Iterator[Evidence]:
    """The values in sentences, of the cell's kind, that the other cells come to, and the printed cell does not."""
    document = next(one for one in corpus.documents if one.document_id == target.evidence.document_id)
    every = facts(document, index, corpus.vocabulary)
    own = next((one for one in every if _is_at(one, target.evidence)), None)
    if own is None or target.number.value <= 0:
        return
    base = own.middle / target.number.value
    for one in every:
        like = one.sentence is not None and one.dims == own.dims and one.per <= own.per and _long(one.quote)
        if like and not one.value.meets(own.value) and any(_near(one.value, each.scaled(base)) for each in given):
            yield index.places.printed(document, one.start, one.end)


def _is_at(one: Fact, cell: Evidence) -> bool:
    return one.sentence is None and one.start == cell.start


def _near(one: Interval, other: Interval) -> bool:
    return one.meets(other) or one.distance(other) < ROUGH


def _long(text: str) -> bool:
    return sum(map(str.isdigit, text)) >= DIGITS
