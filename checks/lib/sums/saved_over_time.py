"""What is saved over a time, where the two values that it is the difference of come to something else in that time.

"120 MWh a year less" beside a row with 62.5 kW and 54.0 kW; "saves $9,000 a month" of two prices by the hour. The two
stand in one row, or alone of their kind in one sentence. Findings are low: more may be saved than these two say.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.linking.reach import asserted
from checks.lib.quantities.dimensions import KINDS, PRICE, Dims, times
from checks.lib.quantities.scanned import PLAIN, content
from checks.lib.sums.around import above
from checks.lib.sums.pools import Pool
from checks.lib.telling.accounted import accounted, close
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact, said_before

ROUGH = Decimal("0.06")  # months of 28 to 31 days, and one rounding more
LEAST, MOST = Decimal("0.3"), Decimal(3)  # of what the two come to; beyond it something else is saved
NEAR = 60  # characters around a saving
FEW = 4  # couples; of more, any may be meant
FACTORS = re.compile(r"(?<![\w.,$€£])(\d{1,4}(?:\.\d+)?)(?![\w.,]*\d)")
# What says of an amount, right before it or right behind it, that it is so much less.
_LESS_BY = re.compile(
    r"\b(?:saves?|saved|saving|savings? (?:of|is|are|comes? to|reach(?:es)?)|avoid\w*|spar(?:es|ed|ing)|trims?|"
    r"shav\w+|(?:reduc\w+|cuts?|lower\w*|drops?|dropped|falls?|fell|down|shrinks?)(?:\s[\w-]+){0,6}?\sby|"
    r"difference (?:of|is|comes to|makes))(?:\s(?!and\b|or\b)[\w-]+){0,4}?\s$",
    re.IGNORECASE,
)
_LESS = re.compile(
    r"(?:\s(?:an?|per|each|every)\s(?:year|month|day))?(?:\s(?:of|in)\s\w+)?\s(?:less|fewer|cheaper|lower|saved|"
    r"off\b|smaller|below what)",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:half|up to|as much as|includ\w+|together with|plus|per cent of|could|would|may|might|if|cooling and|both)\b",
    re.IGNORECASE,
)
_YEARLY = re.compile(r"\b(?:(?:an?|per|each|every|one) year|annual\w*|yearly|8,?760)\b", re.IGNORECASE)
_MONTHLY = re.compile(r"\b(?:(?:an?|per|each|every|one) month|monthly)\b", re.IGNORECASE)
_DAILY = re.compile(r"\b(?:(?:an?|per|each|every|one) day|daily)\b", re.IGNORECASE)
_PERIODS = ((_YEARLY, Decimal(31536000)), (_MONTHLY, Decimal(2628000)), (_DAILY, Decimal(86400)))
_RESULTS = (KINDS["energy"], PRICE)
_FLOWS: dict[Dims, Dims] = {times(each, frozenset({("time", -1)})): each for each in _RESULTS}


def saved_over_time(pool: Pool, index: Index) -> Iterator[tuple[Fact, Given]]:
    """The savings of a document that no two values of a row or sentence come to, with those that come nearest."""
    for one in pool.own:
        if not is_saving(one):
            continue
        couples = [each for each in _couples(one, pool) if _named(one, each, index)]
        if accounted(one, pool.far):
            continue  # the difference of two bills that are printed beside it
        if 0 < len(couples) <= FEW and (given := _given(one, couples, pool, index)):
            yield one, given


def is_saving(one: Fact) -> bool:
    """Whether a sentence says an amount of energy or money, in all or by a long time, and that it is so much less."""
    if one.sentence is None or one.count or not (one.dims in _RESULTS or (one.dims in _FLOWS and _period(one.quote))):
        return False
    ahead, behind = one.text[: one.at], one.text[one.at + len(one.quote) :]
    told = _LESS_BY.search(ahead) or _LESS.match(behind)
    return bool(told) and not _PART.search(ahead[-NEAR:] + behind[:NEAR]) and asserted(one.sentence, one.at, one.at + 1)


def _period(text: str) -> Decimal:
    """The seconds of the year, month or day that a text speaks of; 0 of none."""
    return next((seconds for words, seconds in _PERIODS if words.search(text)), Decimal(0))


def _couples(one: Fact, pool: Pool) -> Iterator[tuple[Fact, Fact]]:
    """The values of a power or a price by the hour that stand two by two: in a row of a table, or in a sentence."""
    flow = next(flow for flow, result in _FLOWS.items() if one.dims in (flow, result))
    rows: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for each in pool.far:
        if each.dims == flow and each is not one and not (each.sentence and each.sentence is one.sentence):
            label = each.text.partition(":")[0] if each.sentence is None else each.text
            rows[each.document.document_id, label].append(each)
    for some in rows.values():
        if len({each.middle for each in some}) == len(some) == 2:
            left, right = sorted(some, key=lambda each: -each.middle)
            yield left, right


def _named(one: Fact, couple: Sequence[Fact], index: Index) -> bool:
    """Whether a saving, or the sentence before it, shares a word with what the two are of."""
    said = content(said_before(one, index, 1)) - PLAIN
    words = frozenset[str]().union(*(content(f"{each.text} {each.entity}") | each.per for each in couple))
    return bool(said & words)


def _given(one: Fact, couples: Sequence[tuple[Fact, Fact]], pool: Pool, index: Index) -> Given | None:
    """What the nearest couple comes to; None where any of them comes to it, by itself or so many times."""
    by_time = one.dims in _FLOWS
    lasting = [] if by_time else _lasting(one, pool)
    found = []
    for left, right in couples:
        gap = left.middle - right.middle
        for seconds, time in [(Decimal(1), None)] if by_time else lasting:
            of = (left, right, time) if time else (left, right)
            told = "" if time or by_time else f"{seconds:,f} s"
            found.append(Given(gap * seconds, of, "less", times=told))
    many = _numbers(one, couples, pool, index)
    if any(close(one, each.value * by, ROUGH) for each in found for by in many):
        return None
    able = [each for each in found if LEAST <= one.middle / each.value <= MOST]
    able = [each for each in able if pool.joins(one, each, index, named=True)]
    return min(able, key=lambda each: abs(each.value / one.middle - 1), default=None)


def _lasting(one: Fact, pool: Pool) -> list[tuple[Decimal, Fact | None]]:
    """How long something is saved: the only time of its sentence, else the year, month or day that this speaks of."""
    every = [each for each in above(one, pool.own) if each.dims == KINDS["time"]]
    if len({each.middle for each in every}) > 1:
        return []  # "1,680 seconds on the old, 800 seconds on the new": each of the two has its own
    beside = [each for each in every if each.sentence is one.sentence]
    found: list[tuple[Decimal, Fact | None]] = [(each.middle, each) for each in beside]
    period = _period(one.text)
    return [*found, (period, None)] if period else found


def _numbers(one: Fact, couples: Sequence[tuple[Fact, Fact]], pool: Pool, index: Index) -> set[Decimal]:
    """What the two may be multiplied with: all that is counted, numbers around them whatever they count, and shares."""
    texts = [said_before(one, index, 2), *(each.text for couple in couples for each in couple[:1] if each.sentence)]
    numbers = {Decimal(each) for text in texts for each in FACTORS.findall(text)} - {Decimal(0)}
    numbers |= {each.middle for each in pool.far if each.count and each.middle > 1}
    shares = {each / 100 for each in numbers if each < 100}
    return {Decimal(1), *numbers, *shares}
