"""How long something takes at the only rate that pages print of it, where they print another time for it.

The time stands in a sentence or line that says that something was done in it; how much was done stands beside it, in
the sentence before, or nowhere else on the pages; the rate counts the same things or bytes. Longer than the rate needs
says something only of a rate that holds all the time.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.language.tokens import root
from checks.lib.linking.reach import asserted
from checks.lib.quantities.dimensions import KINDS, Dims, times
from checks.lib.quantities.scanned import PLAIN, content
from checks.lib.sums.law_roles import STEADY, distinct, near, rate_of, spread
from checks.lib.sums.pools import Pool
from checks.lib.telling.accounted import close
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact, said_before

FAST, SLOW = Decimal("0.1"), Decimal("0.3")  # what a start and an end may add to a time
ROUGH = Decimal("0.1")
SAME = Decimal("0.01")
MOST = Decimal(12)  # times apart; beyond it something else is done
MANY = 30  # facts of a dimension
TIME = KINDS["time"]
_EPOCH = frozenset(map(root, ("epoch", "pass", "sweep", "round")))
_USERS = frozenset(map(root, "user stream session conversation reader request client customer person caller".split()))
_IN = re.compile(
    r"\b(?:in|within|after|took|takes?|taking|lasted|lasts?|needs?|needed|requires?|required|for|spent|of|cost|be)\s"
    r"(?:(?:only|just|about|exactly|some|around|roughly|barely|precisely|all of|nearly|almost|the|an?|us|it|mere)\s)*$",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:complet\w+|done|finish\w*|ends?|ended|over|took|takes?|taking|lasts?|lasted|needs?|needed|requires?|"
    r"required|"
    r"through|read|reads|wr(?:ite|ites|ote|itten)|cop(?:y|ies|ied|ying)|mov(?:e|es|ed|ing)|load\w*|scan\w*|restor\w*|"
    r"train\w*|"
    r"ingest\w*|process\w*|generat\w*|stream\w*|transfer\w*|replicat\w*|index\w*|back(?:s|ed)? ?up|backups?|answer\w*|"
    r"convert\w*|render\w*|transcrib\w*|embed\w*|sort\w*|migrat\w*|export\w*|import\w*|classif\w*|"
    r"pass(?:es|ed)?|arriv\w*|deliver\w*|produc\w*|rebuil\w*|saved?|check-?point\w*|ready|appear\w*|receiv\w*|get|"
    r"gets|sent|there|back|tuning)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"\b(?:duration|run[- ]?time|elapsed|wall[- ]?(?:clock|time)|time (?:to (?!first)\w+|taken|needed|for|of)|"
    r"(?:\w+ )?(?:window|time)|took|length|finished|complet\w+)\b",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\b(?:first (?:token|byte|word|image|result|page)|TTFT|percentiles?|p\d\d?|warm-?up|start-?up|cold|latenc\w+|"
    r"lag\w*|"
    r"every|queue\w*|discard\w*|later|ago|interval|sampl(?:ed|ing)|than|less|more|earlier|before|instead|"
    r"used to|old|previous\w*|would|could|delivery|lead time|kept|retention|timeouts?|fail\w*|most of|half|part|third|"
    r"quarter|some of|rest|remaining|up to|(?<!without )(?<!no )compress\w*|dedup\w*|delta|increment\w*|change[sd]?|"
    r"boots?|deploy\w*|install\w*|charg\w+|battery|response|round[- ]trip)\b",
    re.IGNORECASE,
)
_WAYS = (re.compile(r"\bread(?:s|ing)?\b", re.IGNORECASE), re.compile(r"\bwr(?:it|ot)\w+", re.IGNORECASE))
_RAN = re.compile(r"\b(?:ran|went on|proceeded|progressed|was rendered|were rendered|worked) at\b", re.IGNORECASE)
_EACH = re.compile(r"\b(?:per|each|every|apiece)\b", re.IGNORECASE)
_STORED = re.compile(
    r"\b(?:memory|RAM|HBM\w*|caches?|capacity|drives?|SSDs?|disks?|free|holds?|limit|container|batch|buffers?|context|"
    r"vocabulary|warm-?up|up to|window|prompts?|input|blocks?|chunks?|per|each|dollar|euro|month|day)\b",
    re.IGNORECASE,
)


def at_a_rate(pool: Pool, index: Index) -> Iterator[tuple[Fact, Given]]:
    """The times of a document in which something was done that takes another time at the only rate of it."""
    every: dict[Dims, list[Fact]] = defaultdict(list)
    for one in pool.far:
        if ("time", -1) in one.dims and not one.anonymous and not one.count:
            every[one.dims].append(one)
    took = [one for one in pool.own if every and _took(one)]
    for one in took:
        for dims, rates in every.items():
            found = _needed(one, times(dims, TIME), rates, pool, index)
            if found:
                yield one, found
                break


def _took(one: Fact) -> bool:
    """Whether a time is one in which something was done."""
    if one.dims != TIME or one.qualifier not in ("exact", "about") or _OTHER.search(near(one)):
        return False
    if one.per and _EACH.search(near(one)):  # "3 hours on one node" is all the same how long it took
        return False
    if one.sentence is None:
        return bool(_LABEL.search(near(one)))
    told = _IN.search(one.text[: one.at]) and _DONE.search(one.text)
    return bool(told) and asserted(one.sentence, one.at, one.at + 1)


def _needed(one: Fact, of: Dims, rates: Sequence[Fact], pool: Pool, index: Index) -> Given | None:
    held = _one_way(one, [each for each in rates if rate_of(each) and _whole(each, pool)])
    amounts = _amounts(one, of, pool, index)
    if len(distinct(held)) != 1 or len(distinct(amounts)) != 1 or len(rates) > MANY:
        return None
    rate, done = held[0], amounts[0]
    passes = _passes(one, pool) if of != KINDS["size"] else []
    if len(distinct(passes)) > 1 or not _tied(one, done, rate, index):
        return None
    by = passes[0].middle if passes else Decimal(1)
    given = Given(done.middle * by / rate.middle, (done, rate, *passes[:1]), "/", times=f" x {by}" if passes else "")
    return given if _too_far(one, given) and not _explained(one, done, rates, by, pool) else None


def _one_way(one: Fact, rates: Sequence[Fact]) -> list[Fact]:
    """The rates that say what is done in a time, where one says that it reads, and another that it writes."""
    ways = [way for way in _WAYS if way.search(near(one))]
    said = [each for each in rates if len(ways) == 1 and ways[0].search(near(each))]
    other = any(way.search(near(each)) for each in rates for way in _WAYS if way not in ways)
    return said if said and other else list(rates)


def _whole(rate: Fact, pool: Pool) -> bool:
    """Whether a rate is that of all that there is: of one user, or of a part that nobody counts several of."""
    return not rate.per or bool(rate.per & _USERS) or not any(
        each.count and each.of & rate.per and each.middle > 1 for each in pool.far
    )  # fmt: skip


def _amounts(one: Fact, of: Dims, pool: Pool, index: Index) -> list[Fact]:
    """What is done: beside a time, else in the sentence before, else the only one that the pages print."""
    able = [each for each in pool.far if each.dims == of and not each.per and not each.anonymous and each is not one]
    able += [each for each in pool.far if each.dims == of and each.per and each.sentence]
    here = [each for each in able if each.document is one.document]
    before = said_before(one, index, 1) if one.sentence else ""
    for some in (
        [each for each in here if each.text == one.text],
        [each for each in here if each.sentence and each.text in before],
        [each for each in able if not _STORED.search(near(each))],
    ):
        if some:
            return some
    return []


def _passes(one: Fact, pool: Pool) -> list[Fact]:
    """How many times all of it is gone through: as beside a time, else as anywhere on the pages."""
    every = [each for each in pool.far if each.count and each.of & _EPOCH and not _STORED.search(near(each))]
    return [each for each in every if each.text == one.text] or every


def _tied(one: Fact, done: Fact, rate: Fact, index: Index) -> bool:
    """Whether the words of a time are those of the rate, or of what is done and it: not of another job."""
    if rate.per & _USERS and done.middle > 10**5:
        return False
    if done.document is rate.document and done.text == rate.text:
        return done.text == one.text or bool(_words(one, index) & _words(done, index))
    if one.text != done.text and not _words(one, index) & _words(done, index):
        return False
    return bool((_words(one, index) | _words(done, index)) & _words(rate, index))


def _words(one: Fact, index: Index) -> frozenset[str]:
    heading = " ".join(one.sentence.scope[1:]) if one.sentence else one.document.title
    return (content(f"{said_before(one, index, 1) if one.sentence else one.text} {heading}") | one.of) - PLAIN


def _too_far(one: Fact, given: Given) -> bool:
    slack = spread(given.of)
    early = one.value.upper * (1 + FAST + slack) < given.value <= one.value.upper * MOST
    late = given.value * (1 + SLOW + slack) < one.value.lower <= given.value * MOST
    rate = given.of[1]
    return early or (late and bool(STEADY.search(near(rate)) or _RAN.search(near(rate))) and not rate.per & _USERS)


def _else(done: Fact, pool: Pool) -> list[Fact]:
    """Other amounts of what was done."""
    return [each for each in pool.far if each.dims == done.dims and each.middle != done.middle][:MANY]


def _explained(one: Fact, done: Fact, rates: Sequence[Fact], by: Decimal, pool: Pool) -> bool:
    """Whether another rate gives the time, another time or amount is what the rate gives, or two of them are it."""
    needs = {done.middle * some / rate.middle for rate in rates for some in (by, Decimal(1))}
    counts = [Decimal(1), *(each.middle for each in pool.far if each.count and 1 < each.middle < 1000)]
    if any(close(one, value / many, ROUGH) for value in needs for many in counts[:MANY]):
        return True
    others = [each for each in pool.far if each.dims == TIME and each is not one and each.middle != one.middle][:MANY]
    if any(close(each, value, ROUGH) for each in others for value in needs):
        return True
    times_told = [(amount, each) for amount in _else(done, pool) for each in others]
    if any(close(rate, amount.middle / each.middle, SAME) for rate in rates for amount, each in times_told):
        return True  # "4.8 billion rows took 56 minutes": the rate is of those
    beside = [each.middle for each in others if each.document is one.document]
    rest = [value for other in beside for value in (one.middle - other, one.middle + other) if value > 0]
    return any(abs(value / need - 1) < ROUGH for value in rest for need in needs)
