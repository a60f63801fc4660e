"""The factors that a line prints beside the two values that give them: a sentence, an item of a list, a table's row.

Such a factor is right where it stands, and such values have their factor: no other one is of them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, zip_longest
from weakref import WeakKeyDictionary

from checks.lib.labels.about import Index
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.quantities.near_pairs import near_pairs, within
from checks.lib.ratios.loosely_tied import broad
from schemas.document import Document, Table
from schemas.interval import Interval
from schemas.multiples import counts_machines, multiples

Span = tuple[int, int]
MOST = 12  # numbers of a line; of more some two give any factor
LEAST = Decimal("1.02")  # a smaller quotient is nearly that of any two like values
_N = r"\d+(?:,\d{3})*(?:\.\d+)?"
_TIMES = re.compile(rf"(?<![\w.,-])(?:(?P<n>{_N})\s?[x×](?![\w×])|[x×](?P<m>{_N})(?![\w.]))")
_PERCENT = re.compile(rf"(?<![\w.,])(?P<n>{_N})\s?(?:%|per\s?cent\b)")
# A number of two digits at least: "8 GPUs", "FP8" and "16K" are no results.
_NUMBER = re.compile(r"(?<![\w.,-])(?=\d[\d,.]*\d)(?P<n>\d+(?:,\d{3})*(?:\.\d+)?)(?![KMB]?\w*[x×%]|\s?[x×%]|[.,]?\d)")


@dataclass(frozen=True, slots=True)
class Factor:
    """A factor at a place of its document, with every factor above one that it can mean."""

    span: Span
    ways: tuple[Interval, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """A factor with two values of its line that give it."""

    factor: Factor
    values: tuple[Span, Span]


_kept: WeakKeyDictionary[Index, dict[str, tuple[Given, ...]]] = WeakKeyDictionary()  # every finding asks


def given(document: Document, index: Index) -> tuple[Given, ...]:
    """The factors of a document that two values of their own line give."""
    known = _kept.setdefault(index, {})
    if document.document_id not in known:
        known[document.document_id] = tuple(_given(document, index))
    return known[document.document_id]


def _given(document: Document, index: Index) -> Iterator[Given]:
    tables = [(one.start, one.end) for one in document.tables]
    for sentence in index.sentences(document):
        if not within(sentence, tables):
            yield from _of_sentence(sentence)
    for table in document.tables:
        for line in _lines(table):
            yield from _of_line(factors_in(document.text, line), list(_numbers(document.text, line)))


def _lines(table: Table) -> Iterator[list[Span]]:
    """The rows of a table, and its columns: "Speedup" may be a row."""
    for cells in (*table.rows, *zip_longest(*table.rows)):
        yield list(dict.fromkeys((one.start, one.end) for one in cells if one and one.text))


def _of_sentence(sentence: Sentence) -> Iterator[Given]:
    every = factors_of(sentence)
    if not every:
        return
    values = [one for one in sentence.amounts if one.amount.kind != "count"]
    for left, right in combinations(values, 2):
        if alike(left.amount, right.amount):
            quotient = _quotient(left.amount.readings.rounded, right.amount.readings.rounded)
            yield from _that(every, quotient, ((left.start, left.end), (right.start, right.end)))
    for near in near_pairs([sentence], ()):
        if near.kind == "count":
            continue  # "from 16 chips to 256": what was set
        values_ = (near.left.start, near.left.end), (near.right.start, near.right.end)
        yield from _that(every, near.factor, values_)
    # Of "M = 32: 91 minutes before, 52 now" the 32 is held against neither, of "from 16 chips to 256 chips" nothing is.
    measured = [*values, *_counted_alike(sentence)]
    plain = _numbers(sentence.passage.document.text, [_span(sentence)])
    yield from _of_line(
        every, [one for one in plain if not any(each.start <= one[0][0] < each.end for each in measured)]
    )


def _counted_alike(sentence: Sentence) -> list[Asserted]:
    """The counts of a sentence that are of one noun."""
    counts = [one for one in sentence.amounts if one.amount.kind == "count"]
    return [one for one in counts if any(one.amount.of & each.amount.of for each in counts if each is not one)]


def factors_of(sentence: Sentence) -> list[Factor]:
    """The factors of a sentence, in digits or in any words; of a percentage what these say that it leaves."""
    start = sentence.passage.start
    said = [Factor((start + one.start, start + one.end), one.ways) for one in multiples(sentence.passage.words)]
    plain = factors_in(sentence.passage.document.text, [_span(sentence)])
    return [*said, *(one for one in plain if not any(one.span[0] == each.span[0] for each in said))]


def _span(sentence: Sentence) -> Span:
    return sentence.passage.start, sentence.passage.start + len(sentence.passage.words)


def gives(left: str, right: str, factor: Factor) -> bool:
    """Whether two values, as they are printed, give a factor: their numbers are printed alike."""
    mine, theirs = ([number for _, number in _numbers(one, [(0, len(one))])] for one in (left, right))
    spans = (0, 0), (0, 0)
    return len(mine) == len(theirs) == 1 and any(
        _that([factor], _quotient(_allowed(mine[0]), _allowed(theirs[0])), spans)
    )


def factors_in(text: str, spans: Sequence[Span]) -> list[Factor]:
    """The factors and percentages that stretches of a text print in digits."""
    return [one for start, end in spans for one in _in_digits(text, start, end)]


def _in_digits(text: str, start: int, end: int) -> Iterator[Factor]:
    for match in _TIMES.finditer(text, start, end):
        if counts_machines(text, *match.span()):
            continue  # "The 2x Tern 100 setup" has no factor of 2
        yield Factor(match.span(), (_allowed(match["n"] or match["m"]),))
    for match in _PERCENT.finditer(text, start, end):
        yield Factor(match.span(), tuple(_of_percent(_allowed(match["n"]))))


def _of_percent(one: Interval) -> Iterator[Interval]:
    yield Interval(1 + one.lower / 100, 1 + one.upper / 100)
    if one.upper < 100:
        yield Interval(1 / (1 - one.lower / 100), 1 / (1 - one.upper / 100))


def _allowed(printed: str) -> Interval:
    plain = printed.replace(",", "")
    half = Decimal("0.5").scaleb(-len(plain.partition(".")[2]))
    return Interval(max(Decimal(0), Decimal(plain) - half), Decimal(plain) + half)


def _numbers(text: str, spans: Sequence[Span]) -> Iterator[tuple[Span, str]]:
    for start, end in spans:
        yield from ((match.span("n"), match["n"]) for match in _NUMBER.finditer(text, start, end))


def _of_line(every: Sequence[Factor], numbers: Sequence[tuple[Span, str]]) -> Iterator[Given]:
    if not every or len(numbers) > MOST:
        return
    for (left, mine), (right, theirs) in combinations(numbers, 2):
        if _alike(mine, theirs):
            yield from _that(every, _quotient(_allowed(mine), _allowed(theirs)), (left, right))


def _alike(mine: str, theirs: str) -> bool:
    """Whether two prints can be of one quantity: as many decimals, or one more of the smaller ("13.9" and "145")."""
    small, large = sorted((mine, theirs), key=lambda one: Decimal(one.replace(",", "")))
    return len(small.partition(".")[2]) - len(large.partition(".")[2]) in (0, 1)


def _that(every: Sequence[Factor], quotient: Interval | None, values: tuple[Span, Span]) -> Iterator[Given]:
    """The factors that a quotient is, none of which is one of its two values."""
    if quotient and quotient.upper >= LEAST:
        able = (one for one in every if not any(a < one.span[1] and one.span[0] < b for a, b in values if b))
        yield from (Given(one, values) for one in able if any(fits(quotient, way) for way in one.ways))


def fits(quotient: Interval, way: Interval) -> bool:
    """Whether two values give a factor: "4 GB" and "8 GB", which allow 1.7 to 2.4, are twice as much and no more."""
    if not quotient.bounded:
        return False
    return (quotient.lower + quotient.upper) / 2 in way if broad(quotient) else quotient.meets(way)


def _quotient(left: Interval, right: Interval) -> Interval | None:
    small, large = sorted((left, right), key=lambda one: one.upper)
    return large / small if small.lower > 0 and large.bounded else None
