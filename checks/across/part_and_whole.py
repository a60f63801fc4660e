"""One value, given to each part in one place and to all parts together in another."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.labels.about import Index, Told, index_of
from checks.lib.labels.slots import COLUMN, Slot
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import names
from checks.lib.quantities.amounts import Amount, alike
from checks.lib.quantities.asserted import Asserted, Sentence, near, sentences
from checks.lib.quantities.counts import singular
from checks.lib.telling.accounted import FINE
from checks.lib.telling.derived import like
from checks.lib.telling.facts import Fact, facts
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.number_words import either, in_words

CODE = "part-and-whole"
NEAR = 50  # values under one name that one is held against
LEAD = 8  # characters before an amount that may multiply it
CELL = 40  # characters of a cell behind its amount
_NEXT = re.compile(r"\n|\||[,;]\s(?=[^,;]{0,20}\d)")
SMALL = 10  # "each has 8, 8 in total": counts of a few things meet by chance
# "A" alone says too little: it is each's only before a part's noun.
_NOUNS = (
    r"chips|cards|gpus|accelerators|processors|nodes|adapters|modules|boards|devices|servers|drives|ports|cores|dies|"
    r"sockets|blades|units|machines"
)
_PARTS = rf"(?P<parts>{_NOUNS})"
# "33 with a single GPU or 36 with 8 GPUs (640 GB)": several are named between, and it is theirs.
_SEVERAL = re.compile(
    r"\b(?:with|on|of|across|over|using|from|by|has|have|holds?|for)\s+(?:all\s+|the\s+)?"
    rf"(?:\d+|{either(in_words(*range(2, 17)))})\s?x?\s+(?:[\w.-]+\s+){{0,3}}?{_PARTS}\b",
    re.IGNORECASE,
)
_PART = (
    r"chip|card|gpu|accelerator|processor|node|adapter|module|board|device|server|drive|port|core|die|socket|blade|unit"
)
_EACH = re.compile(
    rf"\b(?:each|every|a single|one)\s+(?:[\w.-]+\s+){{0,3}}?(?P<part>{_PART})\b|\bper\s+(?P<per>{_PART})\b|"
    r"\b(?:each|apiece)\s*$",
    re.IGNORECASE,
)
# What stands right behind an amount, or right before the next, is said of that one: "about 1 MB per node", "total 40".
_PER = re.compile(r"^\s*(?:per|each|/)\s?[\w-]+")
_OF = re.compile(r"\b(?:in |a )?(?:total|combined|together|aggregate)(?: of)?\W*$", re.IGNORECASE)
# ", a single card 5,150": whose the next one is stands right before it.
_NEXT_OF = re.compile(
    r"(?:[,;]\s|\b)(?:and\s|while\s|but\s)?(?:a single|one|each|every)\s(?:[A-Za-z-]+\s){1,4}(?=\d|$)", re.IGNORECASE
)
_SINGLE = re.compile(r"a single|one", re.IGNORECASE)
# "4 x 200 Gb/s, 800 Gb/s in total": what is multiplied is of each.
_TIMES = re.compile(r"\d\s?[x×*]\s?\d")
_WHOLE = re.compile(
    r"\b(?:in total|in all|in aggregate|total|together|altogether|combined|aggregate|(?<!\ba )whole|entire|as a whole|"
    rf"all (?:{either(in_words(2, 4, 8, 16))}|\d+))\b",
    re.IGNORECASE,
)


# "One server with eight cards": a rate is of all of them; a size or a power may be of each.
_SYSTEM = re.compile(
    rf"\b(?:a|an|one|the|each|every|per|single)\s(?:[\w.-]+\s){{0,3}}?"
    rf"(?:server|system|node|rack|pod|cluster|chassis|appliance|box|tray|machine|instance)s?\s{_SEVERAL.pattern}",
    re.IGNORECASE,
)


# What several are counted of, beside what they do together: the six links of a chip are no chips.
_SMALLER = (
    r"links|lanes|chiplets|stacks|channels|engines|tiles|rails|directions|racks|pods|banks|trays|tracks|pipes|sticks|"
    r"dimms|disks|heads|threads|streams|sites|users"
)
_NONE: frozenset[str] = frozenset()
_PER_PART = re.compile(rf"\b(?:per|each|every)[ -](?:{_PART})\b", re.IGNORECASE)
_COUNTED = re.compile(
    rf"\b(?:\d+|{either(in_words(*range(2, 17)))})\s?x?\s+(?:[\w.-]+\s+){{0,3}}?(?P<noun>{_SMALLER}|{_NOUNS})\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Value:
    """An amount with what is said of it: of each part, or of all."""

    document: Document
    start: int
    end: int
    amount: Amount
    whole: bool
    names: frozenset[str]
    noun: str  # of the part, "" where the text says none
    counted: frozenset[str]  # of a whole, what is counted beside it
    sure: bool  # "on a single server" may be where it was measured, and says of no part
    axis: tuple[str, str] = ("", "")  # of a cell: its table, and whether its column or its row says which it is


@check(CODE, version=7, severity="medium", since="0.1.0")
def part_and_whole(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What each of several parts does is less than what all of them do together.

    Why:
        A data sheet prints what the box does; the press release gives the number to the chip. Whoever buys by the chip
        gets an eighth.

    Flags:
        One value that a text gives to each part ("each S1 chip does 52,000 images/s") and another text to all of them
        ("52,000 images/s for the whole server"), where both name the same thing; a rate of one card that another text
        says of "one server with eight cards", or a caption over its table, or the head of its column ("8 cards").

    Passes:
        Eight times the part's value for the whole; what is multiplied ("4 x 200 Gb/s"); a cell of a row of totals
        beside one of a column "per node", which has a total of its own; two values of which each is worked out where it
        stands ("24 ports of 200 Gb/s", "0.6 Tb/s a card, 4.8 Tb/s per node of eight"). Of "a single server", which may
        be where it was measured: low.

    Does not judge:
        Counts of a few things; values that are said of neither, of other parts ("six links" of
        a chip, which carry it together), or of several parts named behind one ("a single GPU or
        8 GPUs"); what a sentence says of the next amount ("16 bytes an entry, 1 MB per node"); documents of different
        dates (skipped).
    """
    index = index_of(corpus)
    every = [one for document in corpus.documents for one in _values(document, index, corpus)]
    wholes: dict[tuple[str, str], list[_Value]] = defaultdict(list)
    for one in every:
        for name in one.names if one.whole else ():
            wholes[one.amount.kind, name].append(one)
    for one in (one for one in every if not one.whole):
        found = {id(other): other for name in sorted(one.names) for other in wholes[one.amount.kind, name][:NEAR]}
        yield from _check(one, found.values(), index, corpus)


def _values(document: Document, index: Index, corpus: Corpus) -> Iterator[_Value]:
    for sentence in sentences(document, corpus.vocabulary):
        over = frozenset(word for text in (sentence.passage.words, *sentence.scope) for word in names(text, title=True))
        counted = _counted(" | ".join((*sentence.scope[:-1], sentence.passage.words)))
        for one in sentence.amounts if sentence.asserted else ():
            near_by, clauses = _own(one, sentence)
            found = list(_value(document, one.start, one.end, one.amount, near_by, over))
            # "We get, from one card, 60,000 tokens per second": commas part it from what it is of.
            wide = _value(document, one.start, one.end, one.amount, clauses, over) if one.amount.kind == "rate" else ()
            every = found or (replace(each, sure=False) for each in wide)
            yield from (replace(each, counted=counted if each.whole else each.counted) for each in every)
    for told in index.of(document):
        yield from _cells(document, told)


def _cells(document: Document, told: Told) -> Iterator[_Value]:
    """The values of a table or list; a rate of which no label says is of what the caption says: "one server with"."""
    above = told.sheet.about
    of_all = _SYSTEM.search(above) if told.sheet.table and not _PER_PART.search(above) else None
    for slot in told.slots:
        # "94 GB each, 376 GB together": what stands behind the next number is of that.
        cell = _NEXT.split(document.text[slot.start : slot.end + CELL], maxsplit=1)[0]
        text = " ".join((cell, *(label for _, label in slot.labels)))
        found = list(_value(document, slot.start, slot.end, slot.amount, text, told.words))
        yield from (replace(value, axis=_axis(slot, whole=value.whole)) for value in found)
        several = _COUNTED.search(slot.column) or of_all
        if several and slot.amount.kind == "rate" and not found and not _EACH.search(text):
            noun = singular(several.groupdict().get("noun") or several["parts"])
            yield _Value(document, slot.start, slot.end, slot.amount, True, told.words, noun, _NONE, False)


def _counted(text: str) -> frozenset[str]:
    """The parts that are counted beside a value."""
    return frozenset(singular(match["noun"].lower()) for match in _COUNTED.finditer(text))


def _axis(slot: Slot, *, whole: bool) -> tuple[str, str]:
    """Which labels of a cell say that it is of each part, or of all."""
    pattern = _WHOLE if whole else _EACH
    kinds = {COLUMN if kind == COLUMN else "row" for kind, label in slot.labels if pattern.search(label)}
    return (slot.sheet.name, kinds.pop()) if slot.sheet.table and len(kinds) == 1 else ("", "")


def _own(one: Asserted, sentence: Sentence) -> tuple[str, str]:
    """What stands near an amount, up to the next of its kind: "16 bytes a key and 1 MB per node" gives no node 16.

    And all of that, whatever commas part it from the amount.
    """
    same = [each.amount for each in sentence.amounts if each.amount.kind == one.amount.kind]
    text, start, end = one.passage.words, one.amount.start, one.amount.end
    before = max((each.end for each in same if each.end <= start), default=0)
    behind = min((each.start for each in same if each.start >= end), default=len(text))
    ahead = _PER.sub("", text[before:start]) if before else text[:start]
    rest = _OF.sub("", text[end:behind]) if behind < len(text) else text[end:]
    rest = _NEXT_OF.split(rest, maxsplit=1)[0]
    return near(ahead, rest), f"{ahead} {rest}"


def _value(
    document: Document, start: int, end: int, amount: Amount, text: str, over: frozenset[str]
) -> Iterator[_Value]:
    multiplied = _TIMES.search(document.text, max(0, start - LEAD), end)
    part, whole = _EACH.search(text), bool(_WHOLE.search(text)) and not multiplied
    of_all = _SYSTEM.search(text) if amount.kind == "rate" and not whole and not multiplied else None
    if of_all:
        yield _Value(document, start, end, amount, True, over, singular(of_all["parts"]), _NONE, False)
        return
    # What stands behind "a single GPU or 8 GPUs" is of one of the two, it cannot be told of which.
    several = part is not None and _SEVERAL.search(text[part.end() :].partition(document.text[start:end])[0])
    if (part is not None) != whole and not several:
        sure = part is None or not _SINGLE.match(part.group())
        noun = (part["part"] or part["per"] or "").lower() if part else ""
        yield _Value(document, start, end, amount, whole, over, noun, _NONE, sure)


def _check(one: _Value, wholes: Iterable[_Value], index: Index, corpus: Corpus) -> Iterator[Finding | Skip]:
    for other in wholes:
        if not alike(one.amount, other.amount) or not _same(one.amount, other.amount):
            continue
        if other.noun and one.noun != other.noun:
            continue  # a node's, and a rack's of so many nodes with so many cards
        if one.noun and other.counted and one.noun not in other.counted:
            continue  # what each chip has, and what its six links carry together
        if _crossed(one, other) or all(_made_up(each, index, corpus) for each in (one, other)):
            continue
        if index.of_two_editions(one.document, other.document):
            yield Skip(CODE, _key(one, other), OTHER_EDITION)
            continue
        yield _finding(one, other, index)
        return


def _crossed(one: _Value, other: _Value) -> bool:
    """Whether the column says the one and the row the other: a row of totals adds up rows, and has each part's, too."""
    table, by = one.axis
    return one.document is other.document and table != "" and table == other.axis[0] and by != other.axis[1]


def _made_up(one: _Value, index: Index, corpus: Corpus) -> bool:
    """Whether its own sentence or row says of how many a value is: the 4.8 Tb/s of 24 ports, those of eight cards.

    Two that are both worked out where they stand are one number at two levels, and both are right.
    """
    every = facts(one.document, index, corpus.vocabulary)
    mine = next((each for each in every if each.start == one.start), None)
    beside = [each for each in every if mine and each is not mine and _beside(mine, each)]
    counts = {each.middle for each in beside if each.count}
    parts = [each for each in beside if mine and not each.count and like(mine, each)]
    times = (mine.middle / each.middle for each in parts if mine)
    return any(n in counts or (n and mine and mine.entity) for n in map(_whole, times))


def _beside(one: Fact, other: Fact) -> bool:
    if one.sentence:
        return other.sentence is one.sentence
    return bool(one.entity) and other.entity == one.entity


def _whole(number: Decimal) -> Decimal:
    """The whole number that a quotient is, 0 for none."""
    near = number.to_integral_value()
    return near if near > 1 and abs(number - near) <= near * FINE else Decimal(0)


def _same(left: Amount, right: Amount) -> bool:
    """Whether two amounts print one value: both rounded to it, and not a handful of things."""
    ours, theirs = left.readings.rounded, right.readings.rounded
    few = left.kind == "count" and ours.upper < SMALL
    return not few and ours.bounded and theirs.bounded and ours.lower + ours.upper == theirs.lower + theirs.upper


def _key(one: _Value, other: _Value) -> tuple[str, ...]:
    return one.document.name, other.document.name, one.amount.kind, *sorted(one.names & other.names)


def _finding(one: _Value, other: _Value, index: Index) -> Finding:
    part = index.places.printed(one.document, one.start, one.end)
    whole = index.places.printed(other.document, other.start, other.end)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium" if one.sure and other.sure else "low",
        message=f"{part.document} gives {part.quote} to each part, {whole.document} {whole.quote} to all of them "
        "together",
        arithmetic=f"{part.quote} = {whole.quote}, for one part and for several.",
        comparison=_key(one, other),
        evidence=(part, whole),
        likely_wrong_why="one of the two is said of the wrong thing, it cannot be told which",
    )
