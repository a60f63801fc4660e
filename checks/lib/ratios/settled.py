"""Whether what a finding disputes is settled where it stands: lines print factors beside the values that give them.

Words alone tie a factor to two values. Where these have a factor on their own line, or the disputed one is what some
line gives, they were not meant.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import permutations

from checks.lib.labels.about import Index, index_of
from checks.lib.labels.loose_said import said_in
from checks.lib.quantities.amounts import amounts
from checks.lib.quantities.near_pairs import near_pairs
from checks.lib.ratios.in_line import Factor, Given, Span, factors_in, factors_of, fits, given, gives
from checks.lib.ratios.row_moved import moved_in_table
from checks.lib.ratios.row_named import names_both
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding
from schemas.interval import Interval
from schemas.months import MONTHS
from schemas.multiples import multiples, printed_multiples

TEN, LOOSE, FINE = Decimal(10), Decimal("0.03"), Decimal("0.01")
PAIR = 2  # values that a factor is of
BEFORE = 2  # sentences whose values it may sum up
SLIP = Decimal("1.6")  # times that a factor told for two values is off their own
ABOVE = Decimal("1.25")  # times a bound that its value may be
# "Over our June entry", "than in the round before".
_EARLIER = re.compile(
    rf"\b(?:over|than|from|against|since|compared (?:to|with)|versus|vs\.?)\s(?:\w+\s){{0,3}}?"
    rf"(?:{'|'.join(MONTHS)}|last|previous|prior|earlier|first|before|ago|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_UP_TO = re.compile(r"\b(?:up to|as (?:much|many) as)\s(?:an?\s)?$", re.IGNORECASE)
REASON = "not comparable, because the values, or the factor itself, belong to another pair of their own line"


def all_given(finding: Finding, corpus: Corpus) -> bool:
    """Whether the own line of each factor that a finding quotes gives it: then they are of as many things."""
    index, documents = index_of(corpus), _documents(corpus)
    mine = [one for one in finding.evidence if _is_factor(one)]
    lines = [(one, given(documents[one.document_id], index)) for one in mine]
    return len(mine) > 1 and all(any(_meets(one, each.factor.span) for each in every) for one, every in lines)


def of_another_pair(finding: Finding, corpus: Corpus) -> bool:
    """Whether two values have a factor of their own, or a line gives the one that is disputed, its own or another.

    Where words alone tie the two, a table that prints the factor itself is what they speak of.
    """
    index, documents = index_of(corpus), _documents(corpus)
    factor, *values = finding.evidence
    own = documents[factor.document_id]
    # An "up to" is of the best of such pairs, each of which may have its factor beside it.
    best = _UP_TO.search(own.text[: factor.start])
    if len(values) > 1 and _named_with(factor, values, documents, index):
        return False
    if not best and len(values) > 1 and _of_next(factor, values, index):
        return True
    # A finding of weight on values that have a factor of their own asks for more than words.
    sure = finding.severity != "low" or _far_from_own(finding, documents)
    if not best and len(values) > 1 and sure and _taken(factor, values, documents, index):
        return True
    if any(_meets(factor, one.factor.span) for one in given(own, index)):
        return True
    quoted = list({one.document_id: documents[one.document_id] for one in finding.evidence}.values())
    if finding.severity == "low" and (
        any(_printed(factor, each, own) for each in quoted) or _around(factor, own, index)
    ):
        return True
    return any(_shows(factor, one, own) for each in quoted for one in _others(factor, each, index))


def one_sentence(finding: Finding, _corpus: Corpus) -> bool:
    """Whether one sentence prints all that a finding disputes: "1.1 times the rate of A and twice that of B"."""
    disputed = [one for one in finding.evidence if one.role == "disputed"]
    places = {(one.document_id, one.context_start) for one in disputed}
    return len(disputed) > 1 and len(places) == 1 and len({one.context for one in disputed}) == 1


def of_their_factor(finding: Finding, corpus: Corpus) -> bool:
    """Whether a sentence of one of two values prints their quotient over an earlier state: "103 % over our June entry".

    "2x faster, 10 ms" may be over a rival, and says nothing of the 20 ms that another page prints.
    """
    found = [next(amounts(one.quote, corpus.vocabulary), None) for one in finding.evidence]
    values = list(dict.fromkeys(middle for one in found if one and (middle := _middle(one.readings.rounded)) > 0))
    if len(values) != PAIR:
        return False
    ratio = max(values) / min(values)
    earlier = [one.context for one in finding.evidence if _EARLIER.search(one.context)]
    ways = (way for context in earlier for each in printed_multiples(context) for way in each.ways)
    return any(way.bounded and way.lower * (1 - FINE) <= ratio <= way.upper * (1 + FINE) for way in ways)


def _middle(one: Interval) -> Decimal:
    return (one.lower + one.upper) / 2 if one.bounded else Decimal(0)


def _named_with(factor: Evidence, values: Sequence[Evidence], documents: dict[str, Document], index: Index) -> bool:
    """Whether its sentence names their row and both their columns: "1.8x over 6.0 on Bert-L with 6.2".

    Two releases of one thing, or the old and the new, need no name: a change of the row is from the one to the other.
    """
    there = {one.document_id for one in values}
    sentence = index.sentence_at(factor.document_id, factor.start)
    if sentence is None or len(there) > 1:
        return False
    document, passage = documents[there.pop()], sentence.passage
    clauses = [
        one.clause
        for one in said_in(sentence, 0)
        if _meets(factor, _in_text(passage.start, one.one.start, one.one.end))
    ]
    moved = any(moved_in_table(clause, values[0], values[1], document) for clause in clauses)
    return moved or names_both(sentence, values, document)


def _in_text(offset: int, start: int, end: int) -> Span:
    return offset + start, offset + end


def _documents(corpus: Corpus) -> dict[str, Document]:
    return {one.document_id: one for one in corpus.documents}


def _is_factor(one: Evidence) -> bool:
    return bool(factors_in(one.quote, [(0, len(one.quote))]) or list(multiples(one.quote)))


def _others(factor: Evidence, document: Document, index: Index) -> Iterator[Given]:
    """What lines of a document give but the disputed factor."""
    own = document.document_id == factor.document_id
    yield from (one for one in given(document, index) if not (own and _meets(factor, one.factor.span)))


def _taken(factor: Evidence, values: Sequence[Evidence], documents: dict[str, Document], index: Index) -> bool:
    """Whether another factor on their line is that of two values."""
    left, right, *_ = values
    every = _others(factor, documents[left.document_id], index) if left.document_id == right.document_id else ()
    return any(_meets(left, a) and _meets(right, b) for one in every for a, b in permutations(one.values))


def _far_from_own(finding: Finding, documents: dict[str, Document]) -> bool:
    """Whether what its two values give is far off a factor: then it is of something else, else it is a slip."""
    factor, *values = finding.evidence
    mine = factors_in(documents[factor.document_id].text, [(factor.start, factor.end)]) or [
        Factor((one.start, one.end), one.ways) for one in multiples(factor.quote)
    ]
    return len(values) < PAIR or not any(gives(values[0].quote, values[1].quote, _widened(one)) for one in mine)


def _widened(one: Factor) -> Factor:
    """A factor with all that it may be by a slip."""
    return replace(one, ways=tuple(Interval(max(Decimal(1), way.lower / SLIP), way.upper * SLIP) for way in one.ways))


def _of_next(factor: Evidence, values: Sequence[Evidence], index: Index) -> bool:
    """Whether two values give another factor of the disputed one's sentence: "3.4x per card and 1.7x per watt"."""
    sentence = index.sentence_at(factor.document_id, factor.start)
    every = factors_of(sentence) if sentence else ()
    left, right, *_ = values
    return any(gives(left.quote, right.quote, _narrowed(one)) for one in every if not _meets(factor, one.span))


def _narrowed(one: Factor) -> Factor:
    """A bound that no value far above it is told by: nobody says "more than twice" of 3.2x, which it holds for."""
    ways = (way if way.bounded else Interval(way.lower, way.lower * ABOVE) for way in one.ways)
    return replace(one, ways=tuple(ways))


def _meets(one: Evidence, span: Span) -> bool:
    return one.start < span[1] and span[0] < one.end


def _around(factor: Evidence, own: Document, index: Index) -> bool:
    """Whether two values of its sentence and those right before it give a factor."""
    every = index.sentences(own)
    at = next((at for at, one in enumerate(every) if one.passage.start <= factor.start < one.passage.end), None)
    if at is None:
        return False
    mine = [one for one in factors_of(every[at]) if _meets(factor, one.span)]
    tables = [(one.start, one.end) for one in own.tables]
    pairs = (one for one in near_pairs(every[max(0, at - BEFORE) : at + 1], tables) if one.kind != "count")
    return any(fits(two.factor, way) for two in pairs for one in mine for way in one.ways)


def _shows(factor: Evidence, one: Given, own: Document) -> bool:
    """Whether a line gives the very figure that is disputed, or that figure to more digits: "70x" for its 71.0x."""
    mine = factors_in(own.text, [(factor.start, factor.end)])
    return any(each.ways == one.factor.ways or _loosely(each, one.factor) for each in mine)


def _loosely(said: Factor, printed: Factor) -> bool:
    """Whether a whole number of tens is told for a factor near it."""
    if len(said.ways) != 1 or len(printed.ways) != 1:
        return False
    mine, theirs = ((one.ways[0].lower + one.ways[0].upper) / 2 for one in (said, printed))
    return mine % TEN == 0 and mine > 0 and abs(mine - theirs) <= LOOSE * mine


def _printed(factor: Evidence, document: Document, own: Document) -> bool:
    """Whether a cell of a document's tables prints a disputed factor, to more digits or to as many."""
    mine = factors_in(own.text, [(factor.start, factor.end)])
    cells = [(one.start, one.end) for table in document.tables for row in table.rows for one in row]
    every = [one for one in factors_in(document.text, cells) if document is not own or not _meets(factor, one.span)]
    return any(_within(one, each) for one in every for each in mine)


def _within(one: Factor, other: Factor) -> bool:
    """Whether a factor rounds to another: 2.86x to 2.9x."""
    mine, theirs = one.ways[0], other.ways[0]
    return len(one.ways) == len(other.ways) and (mine.lower + mine.upper) / 2 in theirs
