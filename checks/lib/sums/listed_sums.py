"""The totals that a list itself prints, or the sentences over and below it, against what its items come to."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, pairwise

from checks.lib.columns.series import Item, Series, lines_of
from checks.lib.language.in_turn import apart, in_turn
from checks.lib.language.tokens import roots, tokens
from checks.lib.linking.reach import asserted, clause
from checks.lib.quantities.amounts import Amount, alike
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.numbers_said import numbers
from checks.lib.quantities.summed import total
from checks.lib.statements.cells import summary
from checks.lib.sums.kinds_listed import Kinds, kinds_listed
from schemas.document import Document
from schemas.interval import Interval
from schemas.names import Vocabulary
from schemas.number_words import either, in_words

FEW, MANY = 2, 14  # items; of more, some add up to anything
LEAST, MOST = 0.5, 2.0  # of the sum; beyond it is a total of something else
NEAREST, FURTHEST = 0.75, 1.34  # where only the place of a sentence ties it to the list
LEAD = 240  # characters between a list and the sentence that leads to it
NEXT = 20  # between a sentence and the one that goes on with its numbers
BELOW = 120  # or that sums it up
_EACH = re.compile(r"\b(?:per|each|average|mean|median|p\d\d?|max|min)\b|/", re.IGNORECASE)
_WHOLLY = r"(?:together|in all|in total|altogether|total\w*)"
_HERE = r"(?:below|above|following|listed|these|those|here)"
# "The sum of the five regions below", "the regions listed here add up to 690 MW".
_OF_ITEMS = re.compile(
    r"\b(?:sum|total|totals|addition) of (?:all |the |these |those |its |our |what )|\badds? up to\b|\badded up\b|"
    rf"\b{_WHOLLY}\b[^.]{{0,80}}\b{_HERE}\b|\b{_HERE}\b[^.]{{0,80}}\b(?:{_WHOLLY}|make|come to)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\b(?:in all|in total|total\w*|together|altogether|combined|overall|whole|entire|counts?|made up of|consists?|"
    r"comprises?|split|divided|spread|breaks? down|breakdown|across|over|on|in)\b",
    re.IGNORECASE,
)
# What a sentence says of the sum of a table's column, in which other values stand too.
_SUMS = re.compile(
    r"\b(?:in all|in total|total\w*|together|altogether|combined|costs?|comes? to|adds? up|bill)\b", re.IGNORECASE
)
# What makes a number another one than that of the items.
_OTHER = re.compile(
    r"\b(?:up from|from|last (?:year|month)|year ago|before|earlier|planned?|plans?|until|by (?:the )?end|will|once|"
    r"excluding|without|besides|not counting|of which|each|every|per|average|mean|median|more|further|other|another)\b",
    re.IGNORECASE,
)
_FOR = re.compile(
    r"[\d.,]+\d?(?:\s[a-z-]+)??\s(?:(?:are|were)\s(?=(?:for|in|to|on|at|from)\s))?"  # "512 are in Ghent, 384 in Lille"
    r"(?P<led>for|in|to|on|at|are|were|from|of)\s",
    re.IGNORECASE,
)
_LISTED = re.compile(r"(?:,|;|,?\sand)\s$")
_LEFT_OUT = re.compile(
    r"\b(?:not (?:shown|listed|named|included)|left out|leav\w+ out|omitted|others?|rest of|remaining|such as|"
    r"including|largest|biggest|main|major|top|selected|some|several|few|among|e\.g|for (?:example|instance)|examples?|"
    r"plus|etc)\b",
    re.IGNORECASE,
)
# "No other sites took part" says that the list is whole.
_NONE_LEFT = re.compile(r"\b(?:no|none|nothing|without any|nor any)\s[^.;,|]{1,60}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Listed:
    """A total at [start, end) of its document, the items that it is of, and what these come to."""

    document: Document
    start: int
    end: int
    value: Interval
    items: tuple[Item, ...]
    sum: Interval
    sure: bool
    table: bool = False  # whether the items are cells, among which those of other columns stand


def listed_sums(
    document: Document, sentences: Sequence[Sentence], columns: Sequence[Series], vocabulary: Vocabulary
) -> Iterator[Listed]:
    """The totals of a document's lists, columns and enumerations that no sum of their items is."""
    for run in lines_of(document, vocabulary):
        own = list(_of_line(document, run))
        yield from own
        if not own and _are_parts(run):
            yield from _of_sentence(document, run, sentences)
    for column in columns:
        if column.table and not column.totals and not _EACH.search(column.label) and _are_added(column.items):
            said = [one for one in sentences if _SUMS.search(one.passage.words) or one.passage.words.endswith(":")]
            yield from _of_sentence(document, column.items, said, table=True)
    for before, one in pairwise(sentences):
        yield from _of_sentence(document, enumerated_bare(one), [before])
    for each in kinds_listed(sentences):
        yield from _of_kinds(document, each)


def _of_kinds(document: Document, one: Kinds) -> Iterator[Listed]:
    """A whole that the kinds listed beside it nearly come to."""
    whole, parts = Interval(Decimal(one.whole), Decimal(one.whole)), _sum(one.items)
    said = document.text[one.start : one.items[-1].end]
    if NEAREST <= one.whole / float(parts.upper) <= FURTHEST and not _leaves_out(said):
        yield Listed(document, one.start, one.end, whole, one.items, parts, sure=False)


def enumerated_bare(sentence: Sentence) -> list[Item]:
    """The numbers that a sentence prints in one list, each with what it is for: "120 for training, 15 for the test"."""
    found = [one for one in numbers(sentence) if one.amount.kind == "count" and one.amount.qualifier == "exact"]
    text = sentence.passage.words
    if len(found) <= FEW:
        return []
    ends = [*(one.amount.start for one in found[1:]), len(text)]
    tails = [text[one.amount.start : end] for one, end in zip(found, ends, strict=True)]
    matches = [_FOR.match(tail) for tail in tails]
    led = {match["led"] for match in matches if match}
    if len(led) != 1 or not all(matches) or not all(_LISTED.search(tail) for tail in tails[:-1]):
        return []
    return [Item(tail, one.start, one.end, one.amount) for one, tail in zip(found, tails, strict=True)]


def _of_line(document: Document, run: Sequence[Item]) -> Iterator[Listed]:
    """The line of a list that is called its total, with the lines of its kind right above or below it."""
    for at, one in enumerate(run):
        if summary(one.label) == "total" and not _EACH.search(one.label):
            parts = _beside(run, at)
            if len(parts) >= FEW and _missed(one.amount, parts, LEAST, MOST) and not _overlap(document, one, parts):
                yield Listed(
                    document, one.start, one.end, one.value, tuple(parts), _sum(parts), _is_plain(one, document)
                )


def _is_plain(one: Item, document: Document) -> bool:
    """Whether a line is the total of the lines beside it, and of nothing that need not be listed."""
    bare = len(re.sub(r"\(.*\)", "", one.label).split()) == 1
    return bare and (one.amount.kind != "time" or in_turn((document.text,)))


def _beside(run: Sequence[Item], at: int) -> list[Item]:
    """The lines of one kind that end above a total, or begin below it where it is the first."""
    others = list(run[:at][::-1]) if at else list(run[1:])
    found: list[Item] = []
    for one in others:
        if summary(one.label) or not _one_kind(one.amount, run[at].amount) or _EACH.search(one.label):
            break
        found.append(one)
    return sorted(found, key=lambda each: each.start)


def _one_kind(one: Amount, other: Amount) -> bool:
    return one.kind == other.kind if one.kind == "count" else alike(one, other)


def _overlap(document: Document, one: Item, parts: Sequence[Item]) -> bool:
    """Whether times may run beside one another: then they come to more than all of them took."""
    return one.amount.kind == "time" and one.value.upper < _sum(parts).lower and not apart((document.text,))


def _sum(parts: Sequence[Item]) -> Interval:
    return total([_exactly(each.amount) for each in parts])


def _exactly(one: Amount) -> Interval:
    """What an amount allows; a whole number of things is that many, or a sum of ten of them would be anything."""
    value = one.readings.rounded
    middle = (value.lower + value.upper) / 2 if value.bounded else value.lower
    plain = one.kind == "count" and value.bounded and middle == middle.to_integral_value()
    return Interval(middle, middle) if plain else value


def _missed(one: Amount, parts: Sequence[Item], least: float, most: float) -> bool:
    """Whether a total is near what some items come to, and neither that nor what a part of them comes to."""
    mine, whole = _exactly(one), _sum(parts)
    if len(parts) > MANY or not (mine.bounded and whole.bounded and whole.lower > 0) or whole.meets(mine):
        return False
    ratio = float(mine.lower + mine.upper) / float(whole.lower + whole.upper)
    some = (each for many in range(2, len(parts)) for each in combinations(parts, many))
    return least <= ratio <= most and not any(_sum(each).meets(mine) for each in some)


def _are_parts(run: Sequence[Item]) -> bool:
    """Whether the lines of a list are of one kind, each a value by itself that may be added to the others."""
    labels = [each.label for each in run]
    return len(run) > FEW and _are_added(run) and not any(_EACH.search(each) or not each for each in labels)


def _are_added(run: Sequence[Item]) -> bool:
    """Whether values are of one kind that adds up."""
    kind = run[0].amount
    alike_ = all(_one_kind(each.amount, kind) and each.amount.qualifier == "exact" for each in run)
    rests = {each.rest for each in run} if kind.kind == "count" else {""}  # racks, nodes and CPUs of a data sheet
    return kind.kind not in ("percent", "factor", "rate") and len(run) <= MANY and len(rests) == 1 and alike_


def _of_sentence(
    document: Document, run: Sequence[Item], sentences: Sequence[Sentence], *, table: bool = False
) -> Iterator[Listed]:
    for one in sentences if len(run) >= FEW else ():
        if not _in_reach(one, run) or _leaves_out(_around(one, document, run)):
            continue
        for number in numbers(one):
            mine = clause(one.passage.words, number.amount.start, number.amount.end)
            told = bool(_OF_ITEMS.search(one.passage.words))
            near = (LEAST, MOST) if told else (NEAREST, FURTHEST)
            fits = number.amount.qualifier == "exact" and not number.bare and _is_of(number.amount, run)
            if not fits or not asserted(one, number.amount.start, number.amount.end):
                continue
            if (
                (told or _led_to(one, mine, run, number.amount.of))
                and _missed(number.amount, run, *near)
                and not _timed(run, document)
            ):
                allowed = _exactly(number.amount)
                yield Listed(
                    document, number.start, number.end, allowed, tuple(run), _sum(run), sure=False, table=table
                )


def _in_reach(one: Sentence, run: Sequence[Item]) -> bool:
    """Whether a sentence says of itself that it is of the list, or stands right over or below it."""
    start, end = one.passage.start, one.passage.start + len(one.passage.words)
    if end > run[0].start and start < run[-1].end:
        return False
    return bool(_OF_ITEMS.search(one.passage.words)) or -BELOW < run[0].start - end < LEAD


def _leaves_out(text: str) -> bool:
    return bool(_LEFT_OUT.search(_NONE_LEFT.sub(" ", text)))


def _around(one: Sentence, document: Document, run: Sequence[Item]) -> str:
    """What stands around a list, and the sentence that has its total."""
    above = document.text[max(0, run[0].start - BELOW) : run[0].start].rpartition("\n\n")[2]
    below = document.text[run[-1].end : run[-1].end + BELOW]
    return f"{one.passage.words} | {above} | {below}"


def _is_of(one: Amount, run: Sequence[Item]) -> bool:
    """Whether a number may be of what the lines print: of their unit, or a count of what they leave unsaid."""
    most = max(each.value.upper for each in run)
    return (
        one.kind == run[0].amount.kind
        and one.readings.rounded.lower > most
        and (one.kind == "count" or alike(one, run[0].amount))
    )


def _led_to(one: Sentence, mine: str, run: Sequence[Item], of: frozenset[str]) -> bool:
    """Whether a sentence counts the lines, says a whole right over them, or is of what these are said of."""
    if _OTHER.search(mine):
        return False
    many = either((str(len(run)), *in_words(len(run))))
    counted = re.search(rf"(?<![\w.,$€£-])(?:{many})\s[a-z]", one.passage.words, re.IGNORECASE)
    text = one.passage.words.rstrip()
    next_ = run[0].start - one.passage.start - len(text) < NEXT
    lead = one.passage.document.text[one.passage.start + len(text) : run[0].start]  # "Of the recordings, 30,000 were"
    return bool(counted or _WHOLE.search(mine) or text.endswith(":") or next_ or of & roots(tokens(lead)))


def _timed(run: Sequence[Item], document: Document) -> bool:
    return run[0].amount.kind == "time" and not in_turn((document.text,))
