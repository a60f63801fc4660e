"""What so many things a second, each of one size, come to in bytes a second, where a document prints another rate."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.language.settings import opposed
from checks.lib.linking.reach import asserted, clause
from checks.lib.linking.same_run import numbers_clash
from checks.lib.quantities.dimensions import KINDS
from checks.lib.quantities.scanned import PLAIN, content, scanned
from checks.lib.sums.pools import Pool
from checks.lib.telling.accounted import accounted, close
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact
from schemas.names import Vocabulary

ROUGH = Decimal("0.12")  # KiB for KB, and what frames and headers add
FINE = Decimal("0.03")
LEAST, MOST = Decimal("0.1"), Decimal(10)  # of what they come to, of one pattern of reads or writes
NEAR, FAR = Decimal("0.3"), Decimal(3)  # of things that have one size wherever they are
TIMES = range(2, 9)  # replicas, directions: so many times as much is moved
_UNITS = frozenset(("time", "energy", "size", "flop", "price", "machine", "token"))
_LESS = re.compile(r"\b(?:before|without|excluding|no)\s\w+", re.IGNORECASE)
_OTHER = re.compile(
    r"\b(?:network|disk|wire|index\w*|replica\w*|compress\w*|after|overhead|including|egress|logs?|caches?|limit|"
    r"capacity|up to|link|ports?|nic|bus|memory|hbm|interface|sequential|backup\w*|less|others?)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![\w.,-])(?:\d+|one|single)(?!\w|[.,]\d)|\bQD", re.IGNORECASE)
_NAMED = re.compile(r"\b[A-Z][\w-]+\s\d+\b")


def moved(pool: Pool, index: Index, vocabulary: Vocabulary) -> Iterator[tuple[Fact, Given]]:
    """The bytes a second of a document with the things a second, and the size of each, that do not come to them."""
    rates = [one for one in pool.near if _thing(one)]
    sizes = [one for one in pool.near if one.dims == KINDS["size"]]
    for one in pool.own if rates and sizes else ():
        if one.dims == KINDS["bandwidth"] and not one.per and not one.anonymous and one.qualifier in ("exact", "over"):
            given = _of_pattern(one, rates, sizes, vocabulary) or _of_each(one, rates, sizes, pool)
            if given and pool.joins(one, given, index):
                yield one, given


def _thing(one: Fact) -> str:
    """What a rate counts a second; "" where it is no rate of things."""
    powers = dict(one.dims)
    named = [name for name, power in powers.items() if power == 1 and name not in _UNITS]
    return named[0] if len(powers) == len(("over", "under")) and named and powers.get("time") == -1 else ""


def _of_pattern(one: Fact, rates: Sequence[Fact], sizes: Sequence[Fact], vocabulary: Vocabulary) -> Given | None:
    """Of a sentence that says its pattern, "on 4 KiB random reads", the line with the operations of that pattern."""
    if one.sentence is None or not asserted(one.sentence, one.at, one.at + 1):
        return None
    mine = clause(one.text, one.at, one.at + len(one.quote))
    beside = [each for each in sizes if each.sentence is one.sentence and each.quote in mine]
    if len(beside) != 1:
        return None
    size = beside[0]
    rest = _NAMED.sub(" ", mine.replace(one.quote, " ").replace(size.quote, " "))
    able = [] if _NUMBER.search(rest) else rates  # "queue depth 1"
    able = [each for each in able if _says(each, size, mine, vocabulary)]
    found = [Given(each.middle * size.middle, (each, size), "x") for each in able]
    near = found and all(LEAST <= one.middle / each.value <= MOST for each in found)
    return found[0] if near and not any(close(one, each.value, ROUGH) for each in found) else None


def _says(rate: Fact, size: Fact, mine: str, vocabulary: Vocabulary) -> bool:
    """Whether the label of a line has the size and the words of a clause, and no other number of anything."""
    if rate.sentence is not None:
        return False
    label = f"{rate.entity} {rate.text.partition(':')[0]}".strip()
    sized = any(each.kind == "size" and each.value.meets(size.value) for each in scanned(label, 0, vocabulary))
    words = frozenset(word for word in content(label) if not any(map(str.isdigit, word))) - PLAIN
    clash = numbers_clash(mine, label) or any(opposed([mine], [label]))
    return bool(sized and words and words <= content(mine) and not clash)


def _of_each(one: Fact, rates: Sequence[Fact], sizes: Sequence[Fact], pool: Pool) -> Given | None:
    """The only rate of things that have one size each, by the nouns: messages a second, bytes per message."""
    text = clause(one.text, one.at, one.at + len(one.quote)) if one.sentence else one.text
    if _OTHER.search(_LESS.sub(" ", text)) or (one.sentence and not asserted(one.sentence, one.at, one.at + 1)):
        return None
    found = [
        Given(rate.middle * size.middle, (rate, size), "x")
        for rate in rates
        for size in sizes
        if _thing(rate) in size.per and not rate.per
    ]
    if not found or max(each.value for each in found) > min(each.value for each in found) * (1 + FINE):
        return None
    shared = one.words & (found[0].of[1].words | {_thing(found[0].of[0])}) - PLAIN
    if not shared or not _off(one, found[0].value) or accounted(one, pool.near):
        return None
    return found[0]


def _off(one: Fact, value: Decimal) -> bool:
    """Whether a rate is a power of ten off, or near a value and no multiple of it."""
    if close(one, value, ROUGH) or any(close(one, value * by, FINE) or close(one, value / by, FINE) for by in TIMES):
        return False
    slipped = any(close(one, value.scaleb(power), FINE) for power in (-3, -2, -1, 1, 2, 3))
    return slipped or NEAR <= one.middle / value <= FAR
