"""The only product of a count and what each has that a value must be and is not."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

from checks.lib.findings.slips import slip_told
from checks.lib.labels.about import Index
from checks.lib.language.tokens import every_root, root, versions
from checks.lib.linking.reach import asserted, clause
from checks.lib.quantities.dimensions import KINDS
from checks.lib.quantities.scanned import content
from checks.lib.sums.of_all import (
    DIGITS,
    SIZES,
    WHOLE,
    of_only_whole,
    slipped,
    to_the_last,
)
from checks.lib.sums.of_column import of_column
from checks.lib.telling.accounted import BINARY, accounted, close
from checks.lib.telling.derived import Given, like, products
from checks.lib.telling.facts import Fact, in_one_list, said_before

ROUGH = Decimal("0.03")  # what a product and its print may differ by
LEAST, MOST = Decimal("0.4"), Decimal("2.5")  # of the product; beyond it is a value of something else
LEAD = 32  # characters between a name and how many it has
BEFORE = 3  # sentences above a fact that say of what it is
_RATES = (KINDS["bandwidth"], KINDS["compute"], KINDS["time"])
# "On an 8 KiB page": what something is put into, in steps of its own size.
_BLOCK = re.compile(
    r"[\s-]?(?:(?:memory|disk|data|cache|heap)\s)?(?:pages?|blocks?|sectors?|chunks?|buffers?|records?|stripes?|packets?|frames?|"
    r"tiles?|lines?)\b"
)
# What is done one after another: each run has the memory of the machine, and all of them have no more of it.
_IN_TURN = frozenset(
    map(
        root,
        """
        run test benchmark workload trial iteration pass repetition experiment scenario round attempt measurement
        query queries epoch step phase
        """.split(),
    )
)
_OF_WHOLE = re.compile(rf"\bof (?:the |all |its |our |their |a total of )*(?P<n>{DIGITS.pattern})(?![\d.,]*\d)")
_LIST = re.compile(r"(?:\d[\d.,]*,\s)*\d[\d.,]*,?\s(?:and|or)\s\d[\d.,]*\d\b")  # "150, 165 and 225"


def only_product(one: Fact, pool: tuple[Fact, ...], index: Index) -> Given | None:
    """The only product that a fact must be and is not; None where it is one, or where something else gives it."""
    every = list(products(one, pool))
    if any(_meets(one, each) for each in every):
        return None
    every = [each for each in every if not _of_others(one, each)]
    own = (
        [
            each
            for each in every
            if _of_its_part(one, each) or _of_its_row(one, each, pool) or of_only_whole(one, each, pool)
        ]
        if one.sentence is None
        else every
    )
    if not own or not _is_whole(one, pool):
        return None
    able = [each for each in own if _able(one, each)]
    here = [each for each in able if _counted_in_its_list(one, each, pool)]
    given = _only(one, here or [each for each in able if each.top] or able, index)
    if given is None or is_printed(one, given, pool) or not of_column(one, given, pool):
        return None
    return None if accounted(one, _without_again(one, given, pool)) or _counted_beside(one, given) else given


def _without_again(one: Fact, given: Given, pool: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """A pool without the other prints of a number of things: that a table has it too is no sum that gives it.

    Only of a product that one sentence makes, "384 servers, each with eight GPUs": of more levels some are in reserve.
    """
    made = one.count and one.sentence and given.of[0].sentence and len({each.text for each in given.of}) == 1
    return tuple(each for each in pool if each is one or not (made and each.middle == one.middle and like(one, each)))


def _of_others(one: Fact, given: Given) -> bool:
    """Whether a product is none of what a fact is of.

    It is of another model, of what is done one after another, of parts that are the unit of its rate itself (tokens a
    second for each token), or of the users of two machines, of which each has its own rate.
    """
    size, *counts = given.of
    mine, theirs = versions(one.quote), versions(size.quote)
    if any(not numbers & theirs[name] for name, numbers in mine.items() if name in theirs):
        return True
    if _in_turn(one, given):
        return True
    unit = {noun for noun, _ in size.dims}
    if not size.count and any(each.of & unit for each in counts):
        return True
    rate = ("time", -1) in size.dims or ("second", -1) in size.dims
    apart = any(a.of == b.of and a.per == b.per and a.text != b.text for a, b in combinations(counts, 2))
    return rate and apart


def _in_turn(one: Fact, given: Given) -> bool:
    """Whether what is counted is done in turn, and a size is not said of all that was done: a server's memory."""
    done = any(each.of & _IN_TURN for each in given.of[1:])
    return done and one.dims == KINDS["size"] and not (one.words & _IN_TURN or WHOLE.search(one.text))


def _counted_beside(one: Fact, given: Given) -> bool:
    """Whether a number beside a count comes to the fact: "150, 165 and 225 W" are three, of which one is counted."""
    lists = [each for part in given.of[1:] for each in _LIST.findall(part.text)]
    numbers = {Decimal(each.replace(",", "")) for some in lists for each in DIGITS.findall(some)}
    size = given.of[0].middle
    return any(close(one, size * each) for each in numbers)


def _is_whole(one: Fact, pool: Sequence[Fact]) -> bool:
    """Whether a fact may be that of all parts: asserted, and of none of those that are counted."""
    multiplied = any(word.startswith("@") for word in one.per)  # each of so many has it, as in "24 x 7.68 TB"
    if one.anonymous or multiplied or one.qualifier not in ("exact", "up_to", "over"):
        return False
    if one.sentence is None:
        return True
    if _BLOCK.match(one.document.text, one.end):
        return False
    counted = {word for each in pool if each.count and not each.per for word in each.of}
    if one.per & counted:
        return False
    mine = clause(one.text, one.at, one.at + len(one.quote))
    return asserted(one.sentence, one.at, one.at + 1) and (one.dims != KINDS["time"] or bool(WHOLE.search(mine)))


def _of_its_part(one: Fact, given: Given) -> bool:
    """Whether parts are those of what a line says has its value: "HBM per Pod" by its column's "Chips per Pod"."""
    top = given.of[-1]
    if one.per & top.of:
        return False  # "HBM bandwidth per chip" is of no 4,096 chips
    if one.entity and any(each.entity != one.entity for each in given.of):
        # "An UltraServer connects four instances" and the row "Trn2 UltraServer": the text says how many, not the row.
        if not any(each.entity for each in given.of):
            return bool(top.per & content(one.entity)) or of_more_parts(one, given) or led_by_row(one, given)
        own = all(each.entity in ("", one.entity) for each in given.of)  # "8 GiB per vCPU" of the text, and its vCPUs
        return own and bool(given.of[0].per) and one.dims not in _RATES and not (one.count or one.per)
    return not one.per or bool(one.per & (top.per | top.loose))


def _of_its_row(one: Fact, given: Given, pool: Sequence[Fact]) -> bool:
    """Whether the text that counts the parts says what tells a row from all others: "GPT-3 ran on 1,344 machines"."""
    if not (one.entity and one.count) or any(each.entity or each.document is one.document for each in given.of):
        return False
    others = {each.entity for each in pool if each.document is one.document and each.entity != one.entity}
    own = content(one.entity.replace("-", "")) - frozenset[str]().union(
        *(content(each.replace("-", "")) for each in others)
    )
    return bool(others) and bool(own & content(given.of[-1].text.replace("-", "")))


def led_by_row(one: Fact, given: Given) -> bool:
    """Whether a row's name leads to the number of parts: "the Stack96 has 10 machines" and its row."""
    top = given.of[-1]
    ahead = top.text[: top.at].rpartition(one.entity) if one.entity and top.sentence else ("", "", "")
    return bool(ahead[1]) and not re.search(r"[\d,;.]", ahead[2]) and len(ahead[2]) <= LEAD


def of_more_parts(one: Fact, given: Given) -> bool:
    """Whether a row counts the parts of another number of the same wholes: 384 of 48 in each of six are eight."""
    size = given.of[0]
    told = one.count and size.count and bool(size.per and one.entity) and size.document is not one.document
    return told and size.middle > 1 and one.middle % size.middle == 0


def _meets(one: Fact, given: Given) -> bool:
    value = given.value
    # 10,572 is near 10,752, and has its digits: a slip, and no rounding.
    if to_the_last(one, given) or (one.count and _swapped(one, given)):
        return close(one, value, Decimal(0))
    binary = (by for power in BINARY for by in (power, 1 / power)) if one.dims in SIZES else ()
    return close(one, value, max(ROUGH, given.spread)) or any(close(one, value * by) for by in binary)


def _able(one: Fact, given: Given) -> bool:
    """Whether a product is near enough to be meant, or just eight or a power of ten apart."""
    size = given.of[0]
    if one.middle <= size.middle:
        return bool(size.per) and slipped(one, given)  # "38.4 GB/s" of eight with 4.8 TB/s: less than one of them has
    return LEAST <= one.middle / given.value <= MOST or slipped(one, given) or _swapped(one, given)


def doubled(one: Fact, given: Given) -> bool:
    """Whether a fact is twice or half a product: both directions, or one of two sides, which nobody need say."""
    return any(close(one, given.value * by, Decimal(0)) for by in (2, Decimal("0.5")))


def shared_out(one: Fact, pool: Sequence[Fact]) -> bool:
    """Whether its document prints what each of the things of its own sentence has of it, with a unit or without."""
    counts = [each.middle for each in pool if each.count and each.text == one.text and each.middle > 1]
    printed = {Decimal(each.replace(",", "")) for each in DIGITS.findall(one.document.text)} if counts else set()
    shares = (Decimal(digits[0].replace(",", "")) / many for many in counts if (digits := DIGITS.findall(one.quote)))
    return not one.count and any(share in printed for share in shares)


def _swapped(one: Fact, given: Given) -> bool:
    """Whether the digits of a fact are those of its product in another order: 270 kW of 720 kW."""
    digits = DIGITS.search(one.quote)
    if digits is None:
        return False
    printed = Decimal(digits.group().replace(",", ""))
    return "swapped" in slip_told(f"{(given.value * printed / one.middle).quantize(printed)}", f"{printed}")


def _only(one: Fact, able: Sequence[Given], index: Index) -> Given | None:
    """The product that all of them are, else that of those which share most words with the fact, or with its text."""
    for words in (one.words, every_root(said_before(one, index, BEFORE))):
        if len({each.value for each in able}) > 1 and not _one_value(able):
            most = max(len(words & each.beside(one.text)) for each in able)
            able = [each for each in able if len(words & each.beside(one.text)) == most]
    if able and not _one_value(able):  # three lorries of 24 t and two of 18 t: no more than five of 24 t
        beyond = [each for each in able if one.middle > each.value]
        largest = max(able, key=lambda each: each.value)
        return replace(largest, top=False) if beyond == list(able) else None
    return able[0] if able else None


def _counted_in_its_list(one: Fact, given: Given, pool: Sequence[Fact]) -> bool:
    """Whether the list that prints a fact counts the parts: "Accelerators: 8" above "Memory: 1 TB"."""
    counts = [each for each in pool if each.count and in_one_list(one, each)]
    return all(any(each.middle == part.middle and each.of & part.of for each in counts) for part in given.of[1:])


def _one_value(able: Sequence[Given]) -> bool:
    values = [each.value for each in able]
    return max(values) <= min(values) * (1 + ROUGH)


def is_printed(one: Fact, given: Given, pool: Sequence[Fact]) -> bool:
    """Whether the product is printed: then that is the whole, and the fact is of something else."""
    return _of_bare_whole(one, given) or any(
        each is not one and each not in given.of and like(each, one) and close(each, given.value, ROUGH)
        for each in pool
        if not each.per & given.of[0].per  # a module's "1 TB" is not that of twelve with 96 GB
    )


def _of_bare_whole(one: Fact, given: Given) -> bool:
    """Whether its text says that it is some of the product, without the noun: "6,144 chips in all of the 8,192"."""
    wholes = (Decimal(each["n"].replace(",", "")) for each in _OF_WHOLE.finditer(one.text))
    return one.count and given.value > one.middle and any(each == given.value for each in wholes)
