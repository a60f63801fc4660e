"""What a run is said to cost, against its machine's row of a table: so many, so long, at a price by the hour.

The row, or the column of a product, has the price; the number and the time stand in it too, or in the sentences around
the bill. "Compute for the Plover run was $2,050" beside six instances, 14.5 h and $21.50 in one column; "five 4x MI300X
instances", "96 hours" and "$3,225.60" beside a price "per GPU-hour" of the row "4x MI300X". Findings are low.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import combinations
from math import prod

from checks.lib.labels.about import Index
from checks.lib.language.of_parts import same_parts
from checks.lib.language.tokens import root
from checks.lib.linking.reach import asserted
from checks.lib.quantities.dimensions import KINDS, PRICE
from checks.lib.sums.around import above
from checks.lib.sums.operands import hourly
from checks.lib.sums.pools import Pool
from checks.lib.sums.runs_billed import BY_TIME
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact, said_before

ROUGH = Decimal("0.03")
LEAST, MOST = Decimal("0.3"), Decimal(3)  # of the bill; beyond it something else is paid for
ROWS = 24  # with a price by the hour
SENTENCES = 3  # above a bill
SHORT = Decimal(300)  # seconds; a latency of the row is no time that is billed
_HOSTS = frozenset(
    map(root, "instance node server machine vm host pod replica worker box system cluster slice".split())
)
_MANY = re.compile(r"(?<![\w.])(?P<n>\d{1,2})\s?[x×]\s?(?=[A-Z])")
_LASTS = re.compile(
    r"\b(?:wall|time|duration|run ?time|elapsed|hours?|length|took|job|training|billed|rented|running)\b", re.IGNORECASE
)
_NO_TIME = re.compile(
    r"\b(?:latency|minimum|commit\w*|start|boot|warm-?up|first|p\d\d|median|per|each)\b", re.IGNORECASE
)
_OTHER = re.compile(
    r"\b(?:storage|egress|network|traffic|licen[cs]\w*|support|per|each|every|an? hour|less|more|saved?|saving\w*|"
    r"cheaper|discount\w*|reserved|spot|commit\w*|budget\w*|includ\w+|plus|deposit|credits?|instead|would|could|"
    r"a month|a year|million|tokens?|raised|revenue|tax(?:es)?)\b",
    re.IGNORECASE,
)
# What a printed price is less than, said of the whole run.
_CHEAPER = re.compile(
    r"(?<!no )(?<!without )\b(?:discount\w*|spot|reserved|savings? plans?|commit(?:ment|ted)\w*|credits|negotiated|"
    r"preempt\w*|free tier|interrupt\w*|paused|(?:un)?used only|part of the time|half price|resum\w+)\b",
    re.IGNORECASE,
)
_SPLIT = re.compile(r"[$€£]\s?[\d.,]+|[;,]\s")


def runs_of_rows(pool: Pool, index: Index) -> Iterator[tuple[Fact, Given]]:
    """The bills of a document with the only row that they name, whose price by the hour does not come to them."""
    rows = _rows(pool.far)
    if not 0 < len(rows) <= ROWS:
        return
    for one in pool.own:
        if _is_bill(one) and (given := _given(one, rows, pool, index)) and pool.joins(one, given, index, named=True):
            yield one, given


Rows = Mapping[str, Fact]


def _rows(every: Sequence[Fact]) -> Rows:
    """The price by the hour of each row or column that has just one."""
    found: dict[str, list[Fact]] = defaultdict(list)
    for each in every:
        if each.entity and hourly(each).dims == BY_TIME:
            found[each.entity].append(each)
    return {entity: some[0] for entity, some in found.items() if len({one.middle for one in some}) == 1}


def _is_bill(one: Fact) -> bool:
    if one.dims != PRICE or one.sentence is None or one.per or one.qualifier not in ("exact", "about"):
        return False
    return not _OTHER.search(_part(one).replace("before tax", "")) and asserted(one.sentence, one.at, one.at + 1)


def _part(one: Fact) -> str:
    """The words of a sentence that lead to a bill, from the price or comma before it, and those behind it."""
    cuts = [match.end() for match in _SPLIT.finditer(one.text, 0, one.at)]
    behind = one.text[one.at + len(one.quote) :]
    return one.text[max(cuts, default=0) : one.at] + re.split(r"[,;.]|\band\b", behind)[0]


def _given(one: Fact, rows: Rows, pool: Pool, index: Index) -> Given | None:
    entity = _named(one, rows, index)
    if not entity or _CHEAPER.search(said_before(one, index, SENTENCES)):
        return None
    cells = [each for each in pool.far if each.entity == entity and each.document is rows[entity].document]
    near = above(one, pool.own)
    time, hosts = _time(cells, near), _hosts(cells, near)
    if time is None or hosts is None:
        return None
    given = _product(rows[entity], time, hosts, entity)
    counts = [each.middle for each in (*cells, *near) if each.count and each.middle > 1]
    counts += [Decimal(match["n"]) for match in _MANY.finditer(entity)]
    fits = any(_gives(one, each, time, counts) for each in rows.values())
    return given if given and not fits and LEAST <= one.middle / given.value <= MOST else None


def _named(one: Fact, rows: Rows, index: Index) -> str:
    """The only row that a bill's own part of its sentence names by its code, or the sentences above it in full."""
    part, text = _part(one), said_before(one, index, SENTENCES)
    mine = [each for each in rows if _by_code(each, part)]
    full = [each for each in rows if re.search(rf"(?<![\w-]){re.escape(each)}(?![\w-])", text)]
    longest = [each for each in full if not any(each != other and each in other for other in full)]
    found = mine or longest
    return found[0] if len(found) == 1 else ""


def _by_code(entity: str, text: str) -> bool:
    """Whether a text names a row by the code that it begins with: "Plover" for plover.48xlarge."""
    first = re.match(r"[A-Za-z]+[\w-]*\d\w*|[A-Za-z][\w-]{3,}", entity)
    return bool(first and re.search(rf"(?<![\w-]){re.escape(first.group())}(?![\w-])", text, re.IGNORECASE))


def _time(cells: Sequence[Fact], near: Sequence[Fact]) -> Fact | None:
    """How long it ran: the only time of the row that says so, else the only one of the sentences."""
    own = [each for each in cells if each.dims == KINDS["time"] and _is_run(each, each.text.partition(":")[0])]
    said = [each for each in near if each.dims == KINDS["time"] and not each.per and each.middle >= SHORT]
    last = max((each.sentence.passage.start for each in said if each.sentence), default=0)
    # "60,000 hours of speech" stand above "ran for 96 hours": the nearest sentence with a time is meant.
    found = own or [each for each in said if each.sentence and each.sentence.passage.start == last]
    return found[-1] if len({each.middle for each in found}) == 1 else None


def _is_run(each: Fact, label: str) -> bool:
    return each.middle >= SHORT and bool(_LASTS.search(label)) and not _NO_TIME.search(label)


def _hosts(cells: Sequence[Fact], near: Sequence[Fact]) -> Fact | None:
    """How many machines ran: the only count of the row, else of the sentences."""
    for some in (cells, near):
        found = [each for each in some if each.count and not each.per and (each.of | each.loose) & _HOSTS]
        if found:
            return found[0] if len({each.middle for each in found}) == 1 else None
    return None


def _product(price: Fact, time: Fact, hosts: Fact, entity: str) -> Given | None:
    """Price by time by machines, and by the parts of each where it is a price of these: "8x L40S" has eight."""
    plain = hourly(price)
    parts = not plain.per or bool(same_parts(plain.per, hosts.of | hosts.loose) or plain.per & _HOSTS)
    many = next((Decimal(match["n"]) for match in _MANY.finditer(entity)), Decimal(0))
    if not parts and not many:
        return None
    value = plain.middle * time.middle * hosts.middle * (Decimal(1) if parts else many)
    return Given(value, (price, time, hosts), "x", times="" if parts else f"{many} of each")


def _gives(one: Fact, price: Fact, time: Fact, counts: Sequence[Decimal]) -> bool:
    """Whether a price by the time, and by any of the counts, is the bill."""
    numbers = sorted(set(counts))[:12]
    each = hourly(price).middle * time.middle
    ways = (prod(some, start=each) for many in range(3) for some in combinations(numbers, many))
    return any(abs(way / one.middle - 1) < ROUGH for way in ways)
