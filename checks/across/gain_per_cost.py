"""A factor per dollar or per watt, against the gain and the two costs that stand before it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.words import apart, said
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.sections import in_section
from checks.lib.quantities.dimensions import KINDS, PER_TIME, PRICE, Dims, times
from checks.lib.statements.compared import FACTORS
from checks.lib.statements.factors import factors, of_price
from checks.lib.sums.gain_of_rates import gains_of_rates, only_two
from checks.lib.telling.facts import Fact, facts
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval, Readings
from schemas.statement import Claim

CODE = "gain-per-cost"
ROUGH = Decimal("0.03")
NEAR = 700  # characters before a factor in which its parts stand
# What is divided by what it costs: the metric of the quotient, of the cost, and the dimensions of its values.
_COSTS: dict[str, tuple[str, tuple[Dims, ...]]] = {
    "price_performance": ("price", (PRICE, times(PRICE, PER_TIME))),
    "energy_efficiency": ("power", (KINDS["power"],)),
}


@dataclass(frozen=True, slots=True)
class _Part:
    """A factor of the quotient: how much more is done, or what it costs; and where it is printed."""

    value: Interval
    evidence: tuple[Evidence, ...]
    quotes: str
    alone: bool = True  # whether the factor may be that of the gain alone


@check(CODE, version=2, severity="low", since="0.1.0")
def gain_per_cost(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor per dollar or per watt is the gain times the one cost over the other, where all of these are printed.

    Why:
        "2.4x the performance per dollar" is the line that is quoted. The gain and both list prices stand right above
        it, and nobody multiplies once more after a price has changed.

    Flags:
        "1.2x the throughput", "$20,000", "$30,000" and then "2.8x better price-performance" (1.8x); the same per watt
        of two powers, or of a cost that is itself a factor ("at 1.5x the price"). In place of the gain the only two
        rates of its document, said of the two sides, wherever they stand; so too the only two costs.

    Passes:
        What the gain and the costs give, either way round, as a factor or a percentage; a factor that is the gain; any
        of several gains.

    Does not judge:
        Factors before which no two costs stand, where more are printed (skipped); another workload or task than the
        gain is of; rates of another model; "up to" by rates.
    """
    index = index_of(corpus)
    documents = {one.document_id: one for one in corpus.documents}
    for claim in corpus.claims:
        if claim.metric in _COSTS and claim.figure.kind in FACTORS and not claim.chart:
            yield from _check(claim, documents[claim.document_id], corpus, index)


def _check(claim: Claim, document: Document, corpus: Corpus, index: Index) -> Iterator[Finding | Skip]:
    metric, kinds = _COSTS[claim.metric]
    printed = facts(document, index, corpus.vocabulary)
    near = [one for one in corpus.claims if one.figure.kind in FACTORS and _before(one, claim, document)]
    gains = [part for one in near if _is_gain(one, claim) for part in _of(one, factors(one))]
    costs = [part for one in near if one.metric == metric for part in _of(one, of_price(one))]
    costs += _of_values(claim, printed, kinds, index)
    if claim.figure.qualifier != "up_to":
        gains += [_over(pair, index) for pair in gains_of_rates(claim, printed, corpus)]
    if gains and not costs:
        yield Skip(CODE, _key(claim), "not applicable, because the two costs are not printed before it")
    if not gains or not costs:
        return
    allowed = [one.rounded for one in factors(claim)]
    found = [(_gap(gain, cost, allowed), gain, cost) for gain in gains for cost in costs]
    gap, gain, cost = min(found, key=lambda each: each[0])
    if gap > ROUGH:
        yield _finding(claim, gain, cost, gap)


def _gap(gain: _Part, cost: _Part, allowed: Sequence[Interval]) -> Decimal:
    """How far a factor is from what a gain and a cost give, either way round, and from the gain itself."""
    given = [gain.value * cost.value, gain.value / cost.value, *([gain.value] if gain.alone else [])]
    return min(one.distance(each) for one in given for each in allowed)


def _before(one: Claim, claim: Claim, document: Document) -> bool:
    """Whether a factor stands shortly before another one, in its section."""
    if one is claim or one.document_id != claim.document_id or one.chart:
        return False
    near = claim.figure.start - NEAR < one.figure.start < claim.figure.end + NEAR // 3
    return near and all(in_section(document, claim.figure.start, [one.figure.start]))


def _is_gain(one: Claim, claim: Claim) -> bool:
    """Whether a factor is of how much more is done, of nothing else than the quotient is of."""
    other = one.metric in ("price", "power", "energy", "memory", "size", "", *_COSTS)
    return not other and one.workload in ("", claim.workload) and one.task in ("", claim.task)


def _of(one: Claim, some: Sequence[Readings]) -> Iterator[_Part]:
    for each in some:
        if each.rounded.bounded and each.rounded.lower > 0:
            yield _Part(each.rounded, (Evidence.of(one),), said(one.figure))


def _of_values(claim: Claim, every: Sequence[Fact], kinds: Sequence[Dims], index: Index) -> list[_Part]:
    """The one cost over the other, of two that stand before a factor in sentences, or that alone are printed."""
    for dims in kinds:
        able = [one for one in every if one.dims == dims and not one.entity]
        near = [one for one in able if one.sentence and claim.figure.start - NEAR < one.start < claim.figure.end]
        if pair := only_two(near) or only_two(able):
            return [_over(pair, index)]
    return []


def _over(pair: Sequence[Fact], index: Index) -> _Part:
    """The one value over the other."""
    one, other = pair
    places = tuple(index.places.printed(each.document, each.start, each.end) for each in (one, other))
    return _Part(one.value / other.value, places, f"{one.quote} / {other.quote}", alone=False)


def _key(claim: Claim) -> tuple[str, ...]:
    return claim.document, claim.metric, claim.workload, claim.subject.name, claim.baseline.name


def _finding(claim: Claim, gain: _Part, cost: _Part, gap: Decimal) -> Finding:
    up, down = gain.value * cost.value, gain.value / cost.value
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("low", severity.of_gap(gap)),
        message=f"{gain.quotes} and {cost.quotes} do not give {said(claim.figure)}",
        arithmetic=f"{gain.quotes} times {cost.quotes} allows {up}, divided by it {down}; {said(claim.figure)} allows "
        f"{claim.figure.interval}: {apart(gap)}.",
        comparison=_key(claim),
        evidence=(Evidence.of(claim), *gain.evidence, *cost.evidence),
        likely_wrong_why="the quotient, the gain or a cost; it cannot be told which",
    )
