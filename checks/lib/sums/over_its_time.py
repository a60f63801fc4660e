"""What a steady rate comes to over its time, where another sentence prints another total of it or another daily rate.

"6 minutes at a constant 2.5 GB/s" in the notes, "had written 9 TB" in the story; "1.5 million lookups per second, round
the clock", and "90 billion a day". That the rate holds all the time is said; findings are low all the same.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.language.tokens import root
from checks.lib.linking.reach import asserted, clause
from checks.lib.quantities.dimensions import KINDS, MACHINES, Dims, things, times
from checks.lib.quantities.reckoned_from import shares_in
from checks.lib.quantities.scanned import PLAIN, content
from checks.lib.sums.pools import Pool
from checks.lib.telling.accounted import accounted, close
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact, said_before

ROUGH = Decimal("0.08")  # KiB for KB, months of 28 to 31 days, a ramp, and one rounding more
FINE = Decimal("0.03")
LEAST, MOST = Decimal("0.25"), Decimal(4)  # of what it comes to; beyond it the total is of something else
SLIP = Decimal("0.02")
SLIPS = (Decimal(8), Decimal(24), Decimal(60), Decimal(1000) / 60, Decimal(3600))  # units in the next one
TIMES = range(2, 9)  # replicas, directions, runs: so many times as much
_PER_TIME = ("time", -1)
NEAR = 1  # sentences before a rate that may say how long it holds
_STEADY = re.compile(
    r"\b(?:constant\w*|stead(?:y|ily)|flat|unchanging|unvarying|uninterrupted\w*|fixed|held|holding|holds?|sustain\w*|"
    r"throughout|nonstop|non-stop|continuous\w*|round the clock|around the clock|kept|without (?:a |any )?"
    r"(?:pause|break|dip|stop|let-up|interruption)|at a stretch|the whole time|solid|on end|even(?:ly)?)\b",
    re.IGNORECASE,
)
# What says of a rate that a day of it is so many seconds.
_ALL_DAY = re.compile(
    r"\b(?:86,?400|1,?440 minutes|(?:24|twenty-four) hours|(?:round|around) the clock|24/7|24x7|all day(?: long)?|"
    r"day and night|every second of (?:the|a|its) (?:day|week|month|year)|(?:whole|full|entire) day|"
    r"(?:rate|figure|number|it|that) times|multipl\w+|spread (?:evenly )?(?:over|across)|averag\w+|evenly|3,?600|"
    r"no (?:allowance for )?(?:idle|quiet) hours)\b",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"\b(?:wr(?:ote|itten|ites)|put|moved?|moves|ingest\w*|sent|sends|transferr?\w*|copied|copies|produc(?:ed|es)|"
    r"process\w*|stream\w*|receiv\w*|generat\w*|us(?:ed|es)|consum\w*|drew|drawn|draws|shipp\w*|serv(?:ed|es)|"
    r"deliver\w*|record(?:ed|s)|read|push(?:ed|es)|load(?:ed|s)|pour\w*|carried|land(?:ed|s)|"
    r"append\w*|insert\w*|answer\w*|handled?|handles|index\w*|burn\w*|took in|taken in|went|gone|passed|published|"
    r"replay\w*|restor\w*|backed up|flow\w*|total\w*|in all|altogether|all told|scann?\w*|committ?\w*|persist\w*)\b",
    re.IGNORECASE,
)
_OTHERWISE = re.compile(
    r"\b(?:peaks?|burst\w*|busiest|at most|maximum|max|minimum|limits?|records? for|up to|theoretical\w*|rated|"
    r"capacity|replica\w*|replication|compress\w*|dedup\w*|after|before|overhead|index(?:es)?|per|each|every|"
    r"half|rest|remaining|first|other|another|average|typical\w*|warm-?up|drives?|ssds?|memory|ram|cache|"
    r"largest|data ?set of|preload\w*|already|existing|free|would|could|if)\b",
    re.IGNORECASE,
)
# What tells of another time, or of somebody else's: "last year", "in one evening", "for Northwind".
_ANOTHER_TIME = re.compile(
    r"\b(?:[Ll]ast|[Tt]his|[Ii]n)\s(?:year|quarter|month|week|20\d\d)\b|\b(?:one|an?)\s(?:evening|weekend|day|night)\b|"
    r"\b(?:for|at)\s[A-Z][a-z]+|\bcustomers?\b|\bsince\b|\bso far\b|\blifetime\b"
)
_BOUND = re.compile(
    r"\b(?:more than|over|at least|upwards of|above|beyond|exceed\w*|well over)\s(?:an?\s)?$", re.IGNORECASE
)
_PEAK = re.compile(r"\b(?:peaks?|burst\w*|busiest|at most|maximum|max|limits?|up to|record|short)\b", re.IGNORECASE)
_BY = re.compile(
    r"(?:/|\b(?:per|an?|every|each|in an?|in one)\s)(?P<by>s|sec|second|min|minute|h|hr|hour|day|week|month|year)\b|"
    r"(?P<adverb>\b(?:daily|hourly|nightly|monthly)\b)"
)
_DAILY = re.compile(r"\s(?:daily|(?:every|each) (?:single )?day|every 24 hours|in 24 hours)\b", re.IGNORECASE)
_SOURCES = MACHINES | frozenset(map(root, "producer client host stream link writer reader port lane instance".split()))
DAY = Decimal(86400)
_LONG = {"ho": 1, "h": 1, "hr": 1, "da": 2, "we": 3, "mo": 4, "ye": 5}


def over_its_time(pool: Pool, index: Index) -> Iterator[tuple[Fact, Given]]:
    """The totals and daily rates of a document that a steady rate of its own or of another one does not come to."""
    rates = [one for one in pool.far if _is_rate(one)]
    lasting = [found for one in rates if (found := _lasting(one, pool.far))]
    for one in map(_each_day, pool.own) if rates else ():
        if not _is_told(one):
            continue
        given = _total(one, lasting, pool) if _PER_TIME not in one.dims else _by_day(one, rates, index)
        if given and not accounted(one, pool.far) and pool.joins(one, given, index, named=True):
            yield one, given


def _each_day(one: Fact) -> Fact:
    """A count that happens daily as a rate, any other fact as it is."""
    daily = _DAILY.match(one.text, one.at + len(one.quote)) if one.count and not one.per else None
    if daily is None:
        return one
    end, value = one.end + len(daily.group()), one.value.scaled(1 / DAY)
    return replace(one, end=end, dims=times(one.dims, KINDS["time"], -1), value=value, per=frozenset({"daily"}))


def _is_rate(one: Fact) -> bool:
    """Whether a sentence prints a rate of the whole: bytes, things or energy by a time."""
    # "Load: 6 minutes at a constant 2.5 GB/s" is read as a line with a label, and is as good as a sentence.
    whole = not one.entity and not one.per and not one.anonymous and one.qualifier in ("exact", "about")
    return whole and _PER_TIME in one.dims and ("price", 1) not in one.dims and ("frequency", 1) not in one.dims


def _is_told(one: Fact) -> bool:
    told = one.sentence is not None and not one.anonymous and one.qualifier in ("exact", "about", "over")
    return (
        told and (bool(_by(one)) or not one.per) and bool(one.sentence and asserted(one.sentence, one.at, one.at + 1))
    )


def _lasting(rate: Fact, every: Sequence[Fact]) -> tuple[Fact, Fact] | None:
    """A rate with the only time of its clause, where the sentence says that it held all of it."""
    if not _STEADY.search(rate.text) or _PEAK.search(clause(rate.text, rate.at, rate.at + len(rate.quote))):
        return None
    line = [each for each in every if each.text == rate.text and each.document is rate.document]
    beside = [each for each in line if each.dims == KINDS["time"]]
    alone = [each for each in beside if not each.per and each.middle > 1]
    others = [each for each in line if each.dims == rate.dims]
    return (rate, alone[0]) if len({each.middle for each in alone}) == 1 and len(others) == 1 else None


def _total(one: Fact, lasting: Sequence[tuple[Fact, Fact]], pool: Pool) -> Given | None:
    """The only rate with its time that has the unit of a total, and does not come to it."""
    text = clause(one.text, one.at, one.at + len(one.quote))
    if not _TOTAL.search(text) or _OTHERWISE.search(text) or _ANOTHER_TIME.search(one.text):
        return None
    found = [
        Given(rate.middle * time.middle, (rate, time), "x")
        for rate, time in lasting
        if rate.text != one.text and _as_rate(one, rate) == times(rate.dims, KINDS["time"])
    ]
    if len({each.value for each in found}) != 1 or not _shared(one, found[0].of[0]):
        return None
    return found[0] if _off(one, found[0].value, pool) else None


def _as_rate(one: Fact, rate: Fact) -> Dims:
    """The dimensions of a total, of things by the noun that the rate has for them: inferences are operations here."""
    mine, theirs = things(one.dims), things(rate.dims)
    if len(mine) == len(theirs) == 1 and mine != theirs and _alike(one, rate):
        return frozenset((theirs[0] if name == mine[0] else name, power) for name, power in one.dims)
    return one.dims


def _alike(one: Fact, other: Fact) -> bool:
    """Whether two counted things are one: "inference operations" and "inferences"."""
    return bool((one.of | one.loose) & (other.of | other.loose))


def _shared(one: Fact, rate: Fact) -> bool:
    """Whether the texts of both share a word besides their units."""
    return bool((content(one.text) & content(rate.text)) - PLAIN)


def _by_day(one: Fact, rates: Sequence[Fact], index: Index) -> Given | None:
    """The only rate by a shorter time than a rate's own, where one of the two texts says that it holds all day."""
    mine = clause(one.text, one.at, one.at + len(one.quote))
    if _length(one) < _LONG["da"] or _PEAK.search(mine) or not things(one.dims):
        return None
    able = [each for each in rates if each is not one and each.text != one.text]
    able = [each for each in able if 0 <= _length(each) < _length(one) and _as_rate(one, each) == each.dims]
    able = [each for each in able if not _PEAK.search(clause(each.text, each.at, each.at + len(each.quote)))]
    tied = [each for each in able if any(_ALL_DAY.search(said_before(two, index, NEAR)) for two in (one, each))]
    if len({each.middle for each in able}) != 1 or not tied:
        return None
    given = Given(tied[0].middle, (tied[0],), "x")
    above = bool(_BOUND.search(one.text[: one.at])) and given.value > one.middle
    return None if above or not _apart(one, given.value, (one.text, tied[0].text)) else given


def _length(one: Fact) -> int:
    """How long the time is that a rate is by: 0 of seconds and minutes, -1 of none."""
    by = _by(one)
    return _LONG.get(by, 0) if by else -1


def _by(one: Fact) -> str:
    found = _BY.search("daily" if "daily" in one.per else one.quote)
    if found is None:
        return ""
    return found["by"][:2] if found["by"] else {"d": "da", "n": "da", "m": "mo", "h": "ho"}[found["adverb"][0]]


def _apart(one: Fact, value: Decimal, texts: Sequence[str]) -> bool:
    """Whether a rate is neither another one, nor a share or a multiple of it that the texts print."""
    shares = shares_in(texts)
    by = (Decimal(1), *(part for each in shares for part in (each, 1 / each)))
    plain = not any(close(one, value * each, ROUGH) for each in by)
    return plain and (LEAST <= one.middle / value <= MOST or _slipped(one.middle / value))


def _off(one: Fact, value: Decimal, pool: Pool) -> bool:
    """Whether a total is near what it should be, and no multiple of it; or a power of ten or a unit of time off."""
    if any(close(each, value, ROUGH) for each in pool.far if each.dims == one.dims and each is not one):
        return False  # what it comes to is printed: this is the total of something else
    ratio = one.middle / value
    # Of four producers each writes a quarter; the "two sites" of a copy share out nothing.
    counted = {each.middle for each in pool.far if each.count and each.of & _SOURCES}
    ways = [value * by for by in TIMES] + [value / by for by in TIMES if by in counted]
    if close(one, value, ROUGH) or any(abs(one.middle / way - 1) < FINE for way in ways):
        return False
    return _slipped(ratio) or LEAST <= ratio <= MOST


def _slipped(ratio: Decimal) -> bool:
    powers = any(abs(ratio.scaleb(power) - 1) < SLIP for power in (-3, -2, -1, 1, 2, 3))
    return powers or any(abs(ratio / by - 1) < SLIP or abs(ratio * by - 1) < SLIP for by in SLIPS)
