"""What a system is said to hold or do in all, against the number of its parts and what each of them has."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.columns.series import Series, every_series
from checks.lib.findings import severity
from checks.lib.findings.words import apart, listed
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.of_parts import same_parts
from checks.lib.linking.reach import clause
from checks.lib.quantities.dimensions import KINDS
from checks.lib.quantities.scanned import content
from checks.lib.sums.largest_of_rows import largest_of_rows
from checks.lib.sums.of_all import (
    counted_otherwise,
    may_be_all,
    of_only_whole,
    said_of_all,
)
from checks.lib.sums.of_sheet import of_sheet
from checks.lib.sums.only_product import (
    ROUGH,
    doubled,
    is_printed,
    led_by_row,
    of_more_parts,
    only_product,
    shared_out,
)
from checks.lib.sums.pools import Pool, pools
from checks.lib.sums.quoted_too import quoted_too
from checks.lib.telling.accounted import close
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Interval

CODE = "count-times-size"
_PORTS = re.compile(r"\b(?:ports?|links?|lanes?|NICs?|adapters?|network cards?|uplinks?|cables?)\b", re.IGNORECASE)
AROUND = 1000  # characters of a paragraph
_SPARE = re.compile(r"\b(?:spares?|stand-?bys?|held back|in reserve)\b", re.IGNORECASE)


_CUT = re.compile(
    r"\b(?:split|divid|partition|slic|carv|instanc)\w*\b[^.;]{0,60}\b(?:up to|at most|as many as)\b", re.IGNORECASE
)


@check(CODE, version=21, severity="high", since="0.1.0")
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
    given = only_product(one, pool.near, index) or only_product(one, pool.far, index)
    if given and (counted_otherwise(one, given, pool.own) or _without_spares(one, given) or _carved(one, given)):
        return
    if given and not is_printed(one, given, pool.far) and pool.joins(one, given, index, loosely=True):
        if (sure := given.top and said_of_all(one, given, pool.near)) or may_be_all(one, given):
            yield _finding(one, given, pool, index, sure=sure and _is_sure(one, given, pool, index))
    elif not given and len(pool.other) > len(pool.near) and (found := only_product(one, pool.other, index)):
        documents = sorted({each.document.name for each in (one, *found.of)})
        yield Skip(CODE, tuple(documents), OTHER_EDITION)


def _is_sure(one: Fact, given: Given, pool: Pool, index: Index) -> bool:
    sure = (one.count or not doubled(one, given)) and pool.joins(one, given, index)
    sure = sure and not shared_out(one, pool.near) and _of_each(one, given)
    sure = sure and not close(one, given.value, ROUGH) and not of_only_whole(one, given, pool.near)
    sure = sure and not (of_more_parts(one, given) or led_by_row(one, given))
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
    """Whether a few whole parts are left out that a text calls spares: 512 of 66 nodes with eight, two of them idle.

    What a text keeps "in reserve" of each rack is no size of a rack either.
    """
    top = given.of[-1]
    if any(each.sentence and _SPARE.search(each.text) for each in given.of[:-1]):
        return True
    if not one.count or not top.count or not any(_SPARE.search(each) for each in _beside(one, top)):
        return False
    left = top.middle * (1 - one.middle / given.value)
    return 0 < left <= max(Decimal(1), top.middle / 8) and abs(left - round(left)) < Decimal("0.001")


def _carved(one: Fact, given: Given) -> bool:
    """Whether a whole is cut into parts that need not fill it: "splits into up to seven instances of 10 GB" of 80."""
    return given.value <= one.middle and any(_CUT.search(each.text) for each in given.of)


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
