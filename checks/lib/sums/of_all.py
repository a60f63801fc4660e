"""Whether the words around a value let it be what all parts of a system come to: nothing left out, nothing added."""

import re
from collections.abc import Sequence
from decimal import Decimal

from checks.lib.language.tokens import tokens
from checks.lib.linking.reach import clause
from checks.lib.quantities.dimensions import KINDS, PRICE
from checks.lib.quantities.scanned import PLAIN
from checks.lib.sums.around import above
from checks.lib.telling.accounted import close
from checks.lib.telling.derived import Given, like
from checks.lib.telling.facts import Fact
from schemas.number_words import ANY_NUMBER, count

SLIP = Decimal("0.005")  # what a power of ten may be off by
EIGHT = Decimal(8)
FEW = 1000  # things that nobody rounds
SHARP = Decimal("1.1")  # what a print may leave open
DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?")
SIZES = (KINDS["size"], KINDS["bandwidth"])
_ADDED = (KINDS["size"], KINDS["energy"], KINDS["mass"], KINDS["charge"], KINDS["compute"], PRICE)
# What leaves nothing out.
_ALL = re.compile(
    r"\b(?:raw|total\w*|combined|aggregate|all|fully|full|filled|altogether|peak|maximum|max|together|populated|"
    r"theoretical|whole|entire|sum|as a group|every|uncompressed|native\w*|counts|holds|offers|comprises|consists|"
    r"operates)\b",
    re.IGNORECASE,
)
WHOLE = re.compile(
    r"\b(?:total\w*|combined|aggregate|all|altogether|together|whole|entire|sum|as a group|overall|so|makes?|gives?|"
    r"that is|comes? to|adds? up)\b",
    re.IGNORECASE,
)
# What is less than all that the parts could do, or more than the parts alone.
_LESS = re.compile(
    r"\b(?:measured|sustain\w*|usable|effective\w*|after|raid|net|real|actual|average\w*|mean|typical\w*|idle|free|"
    r"reserved?|limit|budget|only|used|busy|because|cluster|now|in use|ran|observed|achiev\w+|half|tested?|spares?|"
    r"stream|planned|suppl(?:y|ies)|some|few)\b",
    re.IGNORECASE,
)
_TOTAL = re.compile(r"\b(?:total|combined|aggregate)\b", re.IGNORECASE)
_USABLE = re.compile(r"\b(?:usable|net|after|formatted|effective)\b", re.IGNORECASE)
_MORE = re.compile(
    r"\b(?:compress\w*|dedup\w*|including|plus|host|cooling|last year|bidirectional|duplex|both directions|each way|"
    r"expansion|with (?!all\b|its\b|a total\b|the\b|full\b|\d)|turbo|boost|burst|cache|half|every day|others?|another|"
    r"virtual\w*|suppl(?:y|ies)|circuits?|feeds?|oversubscri\w+|sparsity|sparse|effective\w*)\b",
    re.IGNORECASE,
)
_KIND = re.compile(r"^([a-z]{3,})\d[a-z]?$")  # a generation of a kind of memory
_NUMBERS = re.compile(rf"(?<![\w.,-])(?:\d{{1,6}}|{ANY_NUMBER})(?=\s[A-Za-z])", re.IGNORECASE)
_PLAINLY = re.compile(
    r"\b(?:(?:without|no|before) (?:any )?(?:further |extra |additional )?"
    r"(?:compress\w*|dedup\w*|expansion(?: shel\w+)?|turbo)|all (?:\w+ )?included)\b",
    re.IGNORECASE,
)


def said_of_all(one: Fact, given: Given, pool: Sequence[Fact]) -> bool:
    """Whether the words around a fact let it be the product: nothing left out, nothing added, the same parts."""
    mine = clause(one.text, one.at, one.at + len(one.quote)) if one.sentence else one.text
    if given.of[0].text == one.text and not (WHOLE.search(one.text) or _ALL.search(mine)):
        return False  # "36 bays with 15 TB drives, 256 GB of cache"
    if one.dims == KINDS["time"] and one.sentence is None and not WHOLE.search(one.text):
        return False  # the times of two rows of one table are no part and whole
    if not eightfold(one, given):
        by_unit = slipped(one, given)
        # "Brent gives researchers 18,720 cores": the system itself has them.
        first, titled = tokens(one.text)[:1], {each.root for each in tokens(one.document.title)}
        named = one.count and any(each.root in titled for each in first)
        less, more = _LESS.search(one.text), _MORE.search(_PLAINLY.sub(" ", mine))
        told = one.sentence is None and one.per  # "HBM per Pod" beside "Chips per Pod"
        below = less or not (by_unit or _ALL.search(one.text) or named or told)
        if (by_unit and (less or more)) or (below if one.middle < given.value else more):
            return False
    if one.sentence is None and not (one.words - PLAIN or one.words) & given.words:
        return False  # a line of a sheet says what it is of
    alone = not any(each is not one and like(each, one) and each.document is one.document and not each.per
                    for each in pool)  # fmt: skip
    return one.count or alone or shared(one.words, given.words)


def shared(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two texts share a word; "DDR" and "HBM" are what "DDR5" and "HBM3E" are of."""
    return bool(one & other or {_KIND.sub(r"\1", word) for word in one} & {_KIND.sub(r"\1", word) for word in other})


def _of_its_kind(one: Fact, given: Given) -> bool:
    """Whether a line on what each has shares a word with the parts: "Host memory per node" is of no GPU's."""
    return one.sentence is not None or not one.per or bool(one.words & given.words - one.per)


def may_be_all(one: Fact, given: Given) -> bool:
    """Whether a fact is of parts that say what each of has them: a time or a rate of several is seldom their sum."""
    # "Bandwidth 8.4 TB/s" of 6 stacks with 1.2 TB/s each
    sheet = one.sentence is None and one.dims in SIZES and not slipped(one, given)
    total = one.dims in (KINDS["power"], KINDS["bandwidth"]) and bool(_TOTAL.search(one.text))
    added = one.count or one.dims in _ADDED or sheet or total or eightfold(one, given) or _of_so_many(one, given)
    ahead = DIGITS.split(one.text[: one.at])[-1] + one.text[one.at :]  # "comes to $28,017, or $158,226 less": the first
    told = one.count or one.sentence is None or shared(one.words, given.words) or WHOLE.search(ahead)
    whole = [each for each in given.of[:-1] if each.count and not each.per and not each.of & given.of[-1].of]
    whole += [each for each in given.of[:1] if not each.per and not _ALL.search(one.text)]
    usable = one.middle < given.value and _USABLE.search(one.text)
    return bool(added and told and not usable and _of_its_kind(one, given) and not whole)


def _of_so_many(one: Fact, given: Given) -> bool:
    """Whether the label of a line says how many parts it is of: "Memory bandwidth, four cards"."""
    label = one.text.partition(":")[0] if one.sentence is None else ""
    said = {count(each) for each in _NUMBERS.findall(label)}
    return any(each.count and each.middle in said for each in given.of)


def counted_otherwise(one: Fact, given: Given, own: Sequence[Fact]) -> bool:
    """Whether a count is that of as many wholes with parts of another name: a module's two dies, each a GPU of its own.

    "Eight devices" in a sentence above make 72,000 GPUs of 9,000 nodes, each with four accelerators.
    """
    parts = (each.middle for each in above(one, own) if each.count and not like(each, one) and each.middle > 1)
    return one.count and any(one.middle == given.of[-1].middle * each for each in parts)


def slipped(one: Fact, given: Given) -> bool:
    """Whether a unit slipped: bits for bytes, or a power of ten."""
    return eightfold(one, given) or any(
        abs(one.middle / given.value.scaleb(power) - 1) < SLIP for power in (-3, -2, -1, 1, 2, 3)
    )


def eightfold(one: Fact, given: Given) -> bool:
    """Whether bits stand for bytes."""
    sharp = one.value.upper < one.value.lower * SHARP  # "1 PB" may be anything
    return sharp and one.dims in SIZES and (close(one, given.value * EIGHT) or close(one, given.value / EIGHT))


def of_only_whole(one: Fact, given: Given, pool: Sequence[Fact]) -> bool:
    """Whether a line is of a whole that nothing counts, with the parts of the same name: "HBM per rack", 16 sockets."""
    size, top = given.of[0], given.of[-1]
    counted = any(each.of & one.per for each in pool if each.count)
    named = bool(one.loose) and one.loose <= size.words
    if not one.per or one.entity or ("time", -1) in one.dims:
        return False  # a rate of more machines grows by less than their number
    return not top.per and not counted and named and one.per.isdisjoint(size.per)


def to_the_last(one: Fact, given: Given) -> bool:
    """Whether things are counted to the last one: 2,496 are no 34 times 72, however near; fewer may be in use."""
    whole = one.count and one.middle % 10 != 0 and one.qualifier == "exact"
    above = one.middle > given.value or bool(_TOTAL.search(one.text))
    return whole and above and all(each.qualifier == "exact" and each.middle < FEW for each in given.of)
