"""Quantities of one sentence whose product or quotient is printed beside them."""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.words import apart, listed
from checks.lib.labels.about import Index, index_of
from checks.lib.language.left_over import left_over
from checks.lib.quantities.quantities import Quantity, quantities
from checks.lib.statements.passages import Passage, passages, phrase, quoted
from checks.lib.sums.loosely import loosely
from checks.lib.sums.moved import moved
from checks.lib.sums.multiplied import AT_MOST, multiplied
from checks.lib.sums.pools import pools
from checks.lib.sums.rates_said import ROUGH, Unequal, between, unequal
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval, short
from schemas.number_words import count, either, in_words

CODE = "quantities-multiply"
_DIGIT = re.compile(r"\d")
FAR = Decimal(1000)  # times apart: not what the two come to
# What is computed from what: (kinds of the factors, kind of the product).
PRODUCTS = (
    (("efficiency", "power"), "rate"),
    (("power", "time"), "energy"),
    (("wage", "time"), "price"),
    (("rate", "time"), "count"),
)
_THUS = re.compile(
    r"\b(?:so|thus|hence|therefore|total\w*|costs?|costing|c[ao]mes?\s+to|amounts?\s+to|that\s+is|which\s+is|i\.e|or|equal\w*|mak\w+|"
    r"giv\w+|altogether|an?\s+(?:efficiency|rate|average|throughput|bill)|at|for|bill\w*|averag\w+|in|reach\w*|deliver\w*|"
    r"consum\w+|us\w+|draw\w*|efficien\w+|effective\w*|sustain\w*)\b|[=:(,]",
    re.IGNORECASE,
)
_WORDS = in_words(2, 3, 4, 6, 8, 10, 16)
_MANY = re.compile(
    rf"(?<![\w.,$€£])(\d{{1,3}}(?:,\d{{3}})*|{either(_WORDS)})\s+"
    r"(?:of (?:them|these|those)\b|(?:[\w-]+\s+){0,2}?\w+s\b)",
    re.IGNORECASE,
)
_PARTLY = re.compile(r"\bfrom \d+ ?%? to \d+ ?%")
# At the head of a sentence that draws the sum of those before it.
_FOLLOWS = re.compile(
    r"\b(?:so|thus|hence|therefore|that (?:is|makes|comes|gives|means|adds)|which (?:is|makes)|in total|in all|"
    r"altogether|(?:the )?(?:total|bill|whole|entire)|c[ao]mes? to|adds? up|amount\w* to)\b",
    re.IGNORECASE,
)
# A time that nothing is produced in.
_BEFORE_IT_RUNS = re.compile(
    r"\b(?:time to first|first (?:token|byte)|TTFT|latency|start-?up|warm-?up|prompts?)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Sum:
    """Two factors and the product that a sentence prints of them."""

    passage: Passage
    left: Quantity
    right: Quantity
    product: Quantity


@check(CODE, version=19, severity="high", since="0.1.0")
def quantities_multiply(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Where a sentence prints two quantities and what they come to, the sum is right.

    Why:
        Time by price is the bill, frames per second by watts the efficiency, items by seconds the rate. Such sums are
        done once by hand; later one of the three is updated.

    Flags:
        "200 frames/s at 20 W, an efficiency of 15 frames/s/W"; "10 hours at $32 per hour, so that one run costs $480";
        "10,000 images in 50 s, that is 500 images/s"; "60 s at 300 W and so consumes 9 kJ". A rate a day that is not
        the same a second printed beside it; a total above what all its parts do together. 14.5 GB/s "on 4 KiB random
        reads" beside a line with 1,900,000 IOPS of these; 123 MB/s of 1.2 million messages a second with 1,024 bytes
        per message. Low where the sentence prints a number that the sum does not use, and for three quantities of a
        section, a list or a row, of which two have the unit of the third together and nothing printed gives it: 62
        kWh, 15.5 kWh/100 km and 460 km; a value whose two factors stand in one line elsewhere (24 GB/s, "7.2 TB
        written in 40 min"); 25 cents for a million tokens, of a machine whose price another page prints and whose rate
        stands in a list above; a time in which a line cannot carry what is to cross it; a rate that the next sentence
        turns into that of a day; a sum of two meters or of two kinds of parts ("60 million tokens read and 8 million
        written" at 35 cents and $1.40 a million, for $38.20); "7.4 TOPS per watt in INT8" against the lines "INT8: 620
        TOPS" and "TDP: 120 W" of a data sheet; a month's bill by the "Price per 1M tokens" of the row that its
        sentence names, whatever other rows give; a day's energy by the only energy for each of what is counted in a
        day; less than the rate that the sentence before prints would do in that time; a bound on how long so many
        take ("2,000 tokens in under four seconds", at 275 a second); a bill that no printed price by the hour gives for
        the hours and machines around it, or that is of but one of the "eight GPUs" at a
        price by the GPU-hour ("$21.50 per instance hour"); one price, rate or power by two times ("45 cents an hour",
        "$412 a month"); a total that is not what a rate "held", "steady" or "constant" for a time comes to ("9 TB",
        "6 minutes at a constant 2.5 GB/s"), and a daily count that is not the rate a second which holds "round the
        clock" or "times 86,400 seconds"; so much less energy or money than two values of a row or sentence differ by
        in that time ("saves 120 MWh a year" of 62.5 kW and 54.0 kW); bytes a second of the only block size and the
        only operations a second; a bill by the column or row of the machine that its sentences name.

    Passes:
        Sums that are right within rounding; a total over the instances that the sentence counts ("on 4 instances").

    Does not judge:
        Sentences that print two quantities of one kind (which of them is meant cannot be told: skipped); what would be
        low on pages of more than sixty numbers (skipped).
    """
    told: set[tuple[str, int]] = set()
    for one in _in_sentences(corpus):
        told |= {(each.document_id, each.start) for each in one.evidence} if isinstance(one, Finding) else set()
        yield one
    index = index_of(corpus)
    for pool in pools(corpus, index):
        sure = (*multiplied(pool, index), *moved(pool, index, corpus.vocabulary))
        # "$0.108 per GPU and minute, 18 hours" is the bill of one GPU: of how many it is, `loosely` reads.
        for fact, given in (each for each in sure if not _of_one_part(each[1])):
            if (fact.document.document_id, fact.start) not in told:
                told |= {(each.document.document_id, each.start) for each in (fact, *given.of)}
                yield _far(fact, given, index)
        for fact, given in loosely(pool, index):
            places = {(each.document.document_id, each.start) for each in (fact, *given.of)}
            if not places & told:
                told |= places
                yield replace(_far(fact, given, index), severity="low")


def _of_one_part(given: Given) -> bool:
    """Whether a price is that of each part, of which no factor is a number."""
    priced = any(each.per and ("price", 1) in each.dims for each in given.of)
    return priced and not any(each.count for each in given.of)


def _in_sentences(corpus: Corpus) -> Iterator[Finding | Skip]:
    for document in corpus.documents:
        before: list[Quantity] = []
        earlier: list[Quantity] = []
        said = ""
        for passage in passages(document):
            found = list(quantities(passage, corpus.vocabulary)) if _DIGIT.search(passage.words) else []
            yield from _check(passage, found, before, earlier)
            yield from map(_unequal, unequal(passage, found, before, said))
            before, earlier, said = found, before, passage.words


def _sum_of(given: Given, quotes: Sequence[str]) -> str:
    """What two facts come to, or several couples of them."""
    times = f" x {given.times}" if given.times else ""
    if given.by == "less":
        return " x ".join((f"({quotes[0]} less {quotes[1]})", *quotes[2:])) + times
    if len(quotes) > 1 and len(quotes) % 2:
        return f" {given.by} ".join(quotes[:2]) + f" x {quotes[2]}{times}"
    couples = [f" {given.by} ".join(quotes[at : at + 2]) for at in range(0, len(quotes), 2)]
    return " + ".join(couples) + times


def _printed(one: Fact, index: Index) -> Evidence:
    """A fact as it is printed; of "four 8x H100 instances" all, and not the 8 that is read as a figure."""
    found = index.places.printed(one.document, one.start, one.end)
    return found if found.start <= one.start else quoted(one.document, one.start, one.end, "disputed")


def _far(one: Fact, given: Given, index: Index) -> Finding:
    said = index.places.printed(one.document, one.start, one.end)
    parts = [_printed(each, index) for each in given.of]
    gap = Interval(given.value, given.value).distance(one.value)
    come = _sum_of(given, [part.quote for part in parts])
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_reckoned(gap),
        message=f"{listed(part.quote for part in parts)} do not come to {said.quote}",
        arithmetic=f"In base units {come} = {given.value:.6g}, {said.quote} allows {one.value}: {apart(gap)}.",
        comparison=(one.document.name, *sorted(noun for noun, _ in one.dims),
                    *sorted({each.document.name for each in given.of})),
        evidence=(said, *parts),
        likely_wrong_why="one of them, it cannot be told which",
    )  # fmt: skip


def _check(
    passage: Passage, found: list[Quantity], before: list[Quantity], earlier: list[Quantity]
) -> Iterator[Finding | Skip]:
    """The sums of a sentence, each with its factors there, or in the one or two sentences before."""
    if _PARTLY.search(passage.words):
        return  # a battery that is charged from 10 to 80 % takes less than all of its energy
    for factors, product in PRODUCTS:
        sums = (
            list(_sums(passage, found, factors, product))
            or list(_carried(passage, found, before, factors, product))
            or list(_outcome(passage, found, [*earlier, *before], factors, product))
        )
        if len(sums) > 1:
            yield Skip(CODE, (passage.document.name, product), "unchecked, because it prints several of one kind")
        elif sums and not _fits(sums[0]) and not _otherwise(sums[0], found):
            yield replace(_finding(sums[0]), severity="low") if _can_be_more(sums[0]) else _finding(sums[0])


def _can_be_more(one: Sum) -> bool:
    """Whether a rate of another sentence is above what was done: it may be what the thing can do, or do otherwise."""
    apart = one.left.passage is not one.passage and one.left.kind == "rate"
    return apart and one.product.value.upper < (one.left.value * one.right.value).lower


def _unequal(one: Unequal) -> Finding:
    a, b = (each.match.group().strip() for each in (one.left, one.right))
    gap = one.allowed.distance(one.right.value)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{a} {one.how} {b}",
        arithmetic=f"Per second that allows {one.allowed}, {b} allows {one.right.value}: {apart(gap)}.",
        comparison=(one.left.passage.document.name, "rate", one.left.of),
        evidence=(phrase(one.left.passage, one.left.match), phrase(one.right.passage, one.right.match)),
        likely_wrong_why="one of the two, it cannot be told which",
    )


def _sums(passage: Passage, found: Sequence[Quantity], factors: tuple[str, str], product: str) -> Iterator[Sum]:
    left, right = ([one for one in found if one.kind == kind] for kind in factors)
    for a, b, c in itertools.product(left, right, (one for one in found if one.kind == product)):
        if _alike(a, c) and _said(passage, a, b, c):
            yield Sum(passage, a, b, c)


def _carried(
    passage: Passage, found: list[Quantity], before: list[Quantity], factors: tuple[str, str], product: str
) -> Iterator[Sum]:
    """The product and one factor in a sentence, the other factor in the one before: "It took 200 hours."."""
    for missing, other in (factors, factors[::-1]):
        lent = [one for one in before if one.kind == missing]
        mine, products = ([one for one in found if one.kind == kind] for kind in (other, product))
        # "It drew 5 kW, so 12 tokens per joule": these twelve are of that power, not of the next sentence's.
        used = any(one.kind in (other, product) for one in before)
        alone = len(lent) == len(mine) == len(products) == 1 and not any(one.kind == missing for one in found)
        if alone and not used and not _BEFORE_IT_RUNS.search(passage.words):
            left, right = (lent[0], mine[0]) if missing == factors[0] else (mine[0], lent[0])
            if _alike(left, products[0]) and _THUS.search(between(passage, mine[0], products[0])):
                yield Sum(passage, left, right, products[0])


def _outcome(
    passage: Passage, found: list[Quantity], before: list[Quantity], factors: tuple[str, str], product: str
) -> Iterator[Sum]:
    """A sentence that prints only the product and says that it follows: "In total that is 30 kWh."."""
    left, right = ([one for one in before if one.kind == kind] for kind in factors)
    alone = len(found) == 1 and found[0].kind == product and _FOLLOWS.search(passage.words[: found[0].match.start()])
    if alone and len(left) == len(right) == 1 and _alike(left[0], found[0]):
        yield Sum(passage, left[0], right[0], found[0])


def _alike(factor: Quantity, product: Quantity) -> bool:
    """Whether both count one thing: a rate of images gives images."""
    return product.kind == "energy" or factor.of.rstrip("s") == product.of.rstrip("s")


def _said(passage: Passage, *three: Quantity) -> bool:
    """Whether the last of the three in the text is led to as the outcome of the others."""
    ordered = sorted(three, key=lambda one: one.match.start())
    between = passage.words[ordered[1].match.end() : ordered[2].match.start()]
    return bool(_THUS.search(between)) and not re.search(
        r"\b(?:while|whereas|but|instead|plus|another|also)\b|;", between
    )


def _fits(one: Sum) -> bool:
    given = one.left.value * one.right.value
    if not (given.bounded and one.product.value.bounded) or given.lower <= 0:
        return True
    printed = one.product.value
    if given.upper * FAR < printed.lower or given.lower > printed.upper * FAR:
        return True  # "a payload of 1 KB, for 60 minutes, at 1 GB/s": nobody said that it comes to that
    if printed.upper < given.lower and any(AT_MOST.search(part.passage.words) for part in (one.left, one.right)):
        return True  # at its peak it may come to that, and hardly ever does
    counts = [Decimal(1), *_counted(one)]
    pairs = {a * b for a, b in itertools.combinations(counts, 2)} | {Decimal(1)}
    return any(given.scaled(many).distance(one.product.value) < ROUGH for many in pairs)


def _counted(one: Sum) -> Iterator[Decimal]:
    """How many of something the sentence speaks of, besides the three: "on 4 instances", "each of the eight cards"."""
    taken = [part.match.span() for part in (one.left, one.right, one.product) if part.passage is one.passage]
    for match in _MANY.finditer(one.passage.words):
        if not any(start < match.end(1) and match.start(1) < end for start, end in taken):
            yield Decimal(count(match[1]))


def _ambiguous(one: Sum) -> bool:
    """Whether the sentence of the product prints a number more: "6 W for the rest, 5.3 hours instead of 4.7"."""
    used = [each.match.span() for each in (one.left, one.right, one.product) if each.passage is one.passage]
    return bool(left_over(one.passage.words, used))


def _otherwise(one: Sum, found: Sequence[Quantity]) -> bool:
    """Whether another factor of the sentence gives it: "18 GB in 14 s is 1.3 GB/s, about 107 MB/s for each"."""
    others = [each for each in found if each is not one.product]
    lefts = (replace(one, left=each) for each in others if each.kind == one.left.kind)
    rights = (replace(one, right=each) for each in others if each.kind == one.right.kind)
    return any(each != one and _fits(each) for each in (*lefts, *rights))


def _finding(one: Sum) -> Finding:
    a, b, c = (part.match.group().strip() for part in (one.left, one.right, one.product))
    gap = (one.left.value * one.right.value).distance(one.product.value)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low" if _ambiguous(one) else severity.of_reckoned(gap),
        message=f"{a} and {b} do not come to {c}",
        arithmetic=f"In base units {a} x {b} allows {one.left.value * one.right.value}, {c} allows "
        f"{one.product.value}: they "
        f"do not meet, a gap of {short(round(gap * 100, 0))} %.",
        comparison=(one.passage.document.name, one.left.kind, one.right.kind, one.product.kind, one.product.of),
        evidence=tuple(phrase(part.passage, part.match) for part in (one.product, one.left, one.right)),
        likely_wrong_why="one of the three, it cannot be told which",
    )
