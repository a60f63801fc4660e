"""What a system is said to hold or do in all, against the number of its parts and what each of them has."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

from checks.lib.columns.series import Series, every_series
from checks.lib.findings import severity
from checks.lib.findings.slips import slip_told
from checks.lib.findings.words import apart, listed
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.of_parts import same_parts
from checks.lib.language.tokens import every_root, versions
from checks.lib.linking.reach import asserted, clause
from checks.lib.quantities.dimensions import KINDS
from checks.lib.quantities.scanned import content
from checks.lib.sums.largest_of_rows import largest_of_rows
from checks.lib.sums.of_all import (
    DIGITS,
    SIZES,
    WHOLE,
    counted_otherwise,
    may_be_all,
    of_only_whole,
    said_of_all,
    slipped,
    to_the_last,
)
from checks.lib.sums.of_column import of_column
from checks.lib.sums.of_sheet import of_sheet
from checks.lib.sums.pools import Pool, pools
from checks.lib.sums.quoted_too import quoted_too
from checks.lib.telling.accounted import BINARY, accounted, close
from checks.lib.telling.derived import Given, like, products
from checks.lib.telling.facts import Fact, in_one_list, said_before
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Interval

CODE = "count-times-size"
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
_PORTS = re.compile(r"\b(?:ports?|links?|lanes?|NICs?|adapters?|network cards?|uplinks?|cables?)\b", re.IGNORECASE)
AROUND = 1000  # characters of a paragraph
_SPARE = re.compile(r"\b(?:spares?|stand-?bys?|held back|in reserve)\b", re.IGNORECASE)
_LIST = re.compile(r"(?:\d[\d.,]*,\s)*\d[\d.,]*,?\s(?:and|or)\s\d[\d.,]*\d\b")  # "150, 165 and 225"


@check(CODE, version=18, severity="high", since="0.1.0")
def count_times_size(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What all parts of a system hold, draw or do is their number times what each one has.

    Why:
        A brochure prints the capacity of the box, the data sheet the number of its bays and the largest drive. The
        brochure was written for the drive that ships next year.

    Flags:
        "Holds 1.4 PB of raw flash" beside "Drive bays 36" and "Supported drives 7.68 TB, 15.36 TB, 30.72 TB (largest)";
        "all 756 GPUs" beside "18 racks", "every rack holds 4 chassis" and "every chassis carries 8 GPUs"; 3.2 TB/s of
        8 x 400 Gb/s; the compute of a "Pod16" beside "a Pod16 has 16 chips" of so much each: one product of the same
        parts, over any levels and documents; "HBM per Pod" by the "Chips per Pod" of its own column; "983 TB of raw
        capacity" of "24 bays filled with the 30.72 TB drive"; "512 MI300X accelerators" beside "48 nodes, each with 8
        MI300X"; the OSDs of nodes with "ten 15.36 TB drives each and one OSD per drive"; the memory of a row by its
        vCPUs and "8 GiB per vCPU"; a price by the hour of a row by its GPUs and the price "per GPU-hour". Low where
        the words around it say something that may make it less or more, or another level might be meant, and the
        parts all say what each of has them; a size or rate that is twice or half the product; a whole above what the
        largest kind of its parts would make; documents of which one has only some of the other's names; a row of
        another document with the parts of another number of the same wholes ("384" of "six pods of 48 accelerators"),
        and the largest row of what a sentence calls the largest and makes of other counts. What a column headed by a
        product says is what each one has that a text counts: "64 chips", and "32 Trn2 UltraServers"; "40 x UltraRack
        (64 chips each)" is both.
        Low too more things than there are, to the last one ("2,496" of 34 racks with 72 each), a line "per rack" with
        the parts of the same name where nothing counts racks, the total of a rate by another text's parts ("each with
        1.4 TB/s"), and a row whose name leads to the number of its machines, of which another sentence says by their
        code what each has; a power above that of the parts, as the whole draws more. What the operands are made of,
        where their line says it, and their prints nearest to the value are quoted too. "5 TB" in a row with "64 K3"
        under "Chips", of 96 GB for each chip; "1.1 TB of HBM3 across the eight modules" by the "Memory: 192 GB HBM3"
        of the module's own sheet; of two columns in TB the one that another row's count gives.

    Passes:
        Totals of as many wholes with parts of another name that the text counts (a module, and each of its dies);
        products within rounding, in decimal or binary units, of each level; values that are printed twice, or that a
        multiple, a share, a sum or a difference of the printed values gives; parts of another model ("DDR5-4800" of
        "DDR5-5600"); nodes less the few that a text calls spares; "150, 165 and 225 W", of which any may be meant; the
        users of two machines together.

    Does not judge:
        Things of which a column prints how many each row has, where these differ: they are added up, not multiplied;
        times that are not said to be those of all; documents whose parts come to several values; documents of other
        names, or of different dates (skipped).
    """
    index = index_of(corpus)
    every = [one for one in every_series(corpus, index) if _counts_apart(one)]
    for pool in pools(corpus, index):
        yield from (_finding(one, given, pool, index, sure=False) for one, given in largest_of_rows(pool))
        told = {id(one): list(_told(one, pool, every, index)) for one in pool.own}
        yield from (item for some in told.values() for item in some)
        for one, given in of_sheet(pool, index):
            if not told[id(one)]:  # a sum that is sure says more
                yield _finding(one, given, pool, index, sure=False)


def _told(one: Fact, pool: Pool, every: Sequence[Series], index: Index) -> Iterator[Finding | Skip]:
    if any(_of_rows(one, each) for each in every):
        return
    given = _given(one, pool.near, index) or _given(one, pool.far, index)
    if given and (counted_otherwise(one, given, pool.own) or _without_spares(one, given)):
        return
    if given and not _printed(one, given, pool.far) and pool.joins(one, given, index, loosely=True):
        if (sure := given.top and said_of_all(one, given, pool.near)) or may_be_all(one, given):
            yield _finding(one, given, pool, index, sure=sure and _is_sure(one, given, pool, index))
    elif not given and len(pool.other) > len(pool.near) and (found := _given(one, pool.other, index)):
        documents = sorted({each.document.name for each in (one, *found.of)})
        yield Skip(CODE, tuple(documents), OTHER_EDITION)


def _is_sure(one: Fact, given: Given, pool: Pool, index: Index) -> bool:
    sure = (one.count or not _doubled(one, given)) and pool.joins(one, given, index)
    sure = sure and not _shared_out(one, pool.near) and _of_each(one, given)
    sure = sure and not close(one, given.value, ROUGH) and not of_only_whole(one, given, pool.near)
    sure = sure and not (_of_more_parts(one, given) or _led_by_row(one, given))
    return sure and _by_name(given) and not (_draws_more(one, given) or _through_ports(one, given))


def _through_ports(one: Fact, given: Given) -> bool:
    """Whether a rate is of what goes through ports that its own clause does not name: most is less than their sum."""
    parts = " | ".join(clause(each.text, each.at, each.at + len(each.quote)) for each in given.of)
    mine = clause(one.text, one.at, one.at + len(one.quote))
    return one.dims == KINDS["bandwidth"] and bool(_PORTS.search(parts)) and not _PORTS.search(mine)


def _draws_more(one: Fact, given: Given) -> bool:
    """Whether a power is above that of the parts: a switch draws more than its optical modules."""
    return one.dims == KINDS["power"] and one.middle > given.value


def _without_spares(one: Fact, given: Given) -> bool:
    """Whether a few whole parts are left out that a text calls spares: 512 of 66 nodes with eight, two of them idle."""
    top = given.of[-1]
    if not one.count or not top.count or not any(_SPARE.search(each) for each in _beside(one, top)):
        return False
    left = top.middle * (1 - one.middle / given.value)
    return 0 < left <= max(Decimal(1), top.middle / 8) and abs(left - round(left)) < Decimal("0.001")


def _beside(*facts: Fact) -> Iterator[str]:
    """The paragraph or list around each fact: a spare on another page excuses nothing."""
    for one in facts:
        text = one.document.text
        start, end = text.rfind("\n\n", 0, one.start) + 1, text.find("\n\n", one.end)
        yield text[start : end if end >= 0 else len(text)][: 2 * AROUND]


def _by_name(given: Given) -> bool:
    """Whether what is counted is what each has its size: "896 GB/s per GPU" is hardly of accelerator complex dies."""
    size, *counts = given.of
    return not size.per or not counts or any(same_parts(each.of, size.per) for each in counts)


def _of_each(one: Fact, given: Given) -> bool:
    """Whether a rate is of each of what is counted: what eight clients load is no eight times the rate of one line."""
    size = given.of[0]
    return ("time", -1) not in one.dims or bool(size.per)


def _counts_apart(series: Series) -> bool:
    """Whether a column prints how many of a thing each row has, and not all as many: these are added up."""
    return series.kind == "count" and len({each.value for each in series.items}) > 1


def _of_rows(one: Fact, series: Series) -> bool:
    """Whether what a fact counts is what such a column counts."""
    other = one.sentence is not None or series.document is not one.document or one.entity == ""
    return other and one.count and bool(one.of & content(series.label))


def _given(one: Fact, pool: tuple[Fact, ...], index: Index) -> Given | None:
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
    if given is None or _printed(one, given, pool) or not of_column(one, given, pool):
        return None
    return None if accounted(one, pool) or _counted_beside(one, given) else given


def _of_others(one: Fact, given: Given) -> bool:
    """Whether a product is none of what a fact is of.

    It is of another model, of parts that are the unit of its rate itself (tokens a second for each token), or of the
    users of two machines, of which each has its own rate.
    """
    size, *counts = given.of
    mine, theirs = versions(one.quote), versions(size.quote)
    if any(not numbers & theirs[name] for name, numbers in mine.items() if name in theirs):
        return True
    unit = {noun for noun, _ in size.dims}
    if not size.count and any(each.of & unit for each in counts):
        return True
    rate = ("time", -1) in size.dims or ("second", -1) in size.dims
    apart = any(a.of == b.of and a.per == b.per and a.text != b.text for a, b in combinations(counts, 2))
    return rate and apart


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
            return bool(top.per & content(one.entity)) or _of_more_parts(one, given) or _led_by_row(one, given)
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


def _led_by_row(one: Fact, given: Given) -> bool:
    """Whether a row's name leads to the number of parts: "the Stack96 has 10 machines" and its row."""
    top = given.of[-1]
    ahead = top.text[: top.at].rpartition(one.entity) if one.entity and top.sentence else ("", "", "")
    return bool(ahead[1]) and not re.search(r"[\d,;.]", ahead[2]) and len(ahead[2]) <= LEAD


def _of_more_parts(one: Fact, given: Given) -> bool:
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
        return False
    return LEAST <= one.middle / given.value <= MOST or slipped(one, given) or _swapped(one, given)


def _doubled(one: Fact, given: Given) -> bool:
    """Whether a fact is twice or half a product: both directions, or one of two sides, which nobody need say."""
    return any(close(one, given.value * by, Decimal(0)) for by in (2, Decimal("0.5")))


def _shared_out(one: Fact, pool: Sequence[Fact]) -> bool:
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


def _printed(one: Fact, given: Given, pool: Sequence[Fact]) -> bool:
    """Whether the product is printed: then that is the whole, and the fact is of something else."""
    return any(
        each is not one and each not in given.of and like(each, one) and close(each, given.value, ROUGH)
        for each in pool
        if not each.per & given.of[0].per  # a module's "1 TB" is not that of twelve with 96 GB
    )


def _finding(one: Fact, given: Given, pool: Pool, index: Index, *, sure: bool) -> Finding:
    said = index.places.printed(one.document, one.start, one.end)
    parts = [index.places.printed(each.document, each.start, each.end) for each in reversed(given.of)]
    too = [index.places.printed(each.document, each.start, each.end) for each in quoted_too(one, given, pool.far)]
    gap = Interval(given.value, given.value).distance(one.value)
    names = sorted({each.document.name for each in given.of})
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_reckoned(gap) if sure else "low",
        message=f"{one.document.name} says {said.quote}; {listed(part.quote for part in parts)} ({', '.join(names)}) do"
        " not come to it",
        arithmetic=f"In base units {' x '.join(part.quote for part in parts)} = {given.value.normalize():f}, "
        f"{said.quote} allows {one.value}: {apart(gap)}.",
        comparison=(one.document.name, *names, *sorted(noun for noun, _ in one.dims),
                    *sorted(word for each in given.of for word in each.of if not word.startswith("@"))),
        evidence=(said, *parts, *too),
        likely_wrong_why="one of the numbers, it cannot be told which",
    )  # fmt: skip
