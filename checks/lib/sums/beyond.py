"""Averages that lie outside of all the values that they can be of: no weights and no kind of mean give them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.columns.lists_said import listed_in, rows_of
from checks.lib.columns.series import Series
from checks.lib.labels.about import Index
from checks.lib.language.quantifiers import NUM
from checks.lib.language.tokens import every_root, roots, tokens
from checks.lib.linking.reach import asserted, clause, partly
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.numbers_said import PERCENT, Number, numbers
from checks.lib.quantities.summed import means, weighted
from checks.lib.sums.pools import Pool
from checks.lib.telling.accounted import MANY, close
from checks.lib.telling.derived import quotients
from schemas.interval import Interval
from schemas.number_words import count

FINE = Decimal("0.003")  # of an end: what rounding in between may leave
FAR = Decimal(3)  # times the largest or a third of the smallest: of something else
SUM = Decimal("0.02")
ENOUGH = 3  # values of which an average is told
TIED = 3  # words that an average among some values shares with them
FEW = 2  # columns or lists that it can be of
_MEAN = re.compile(
    r"\b(?:averag\w*|means?(?! (?:that|to|you|we|the|a|no|less|more|fewer)\b)|median|geomean|typical\w*|"
    r"(?:on|over|as) (?:the|a) whole|per \w+ on the whole|overall|taken together)\b|Ø",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\b(?:last (?:year|month|quarter|season)|year ago|former\w*|older|previous\w*|industry|elsewhere|rivals?|"
    r"competit\w+|without|excluding|except\w*|target|goal|planned|would|could|if|than|including|moving|rolling|"
    r"deviat\w+|spread)\b",
    re.IGNORECASE,
)
# Gains have means of many kinds; only one beyond all of them is surely wrong.
_GAINS = re.compile(r"\b(?:gain\w*|sav\w+|faster|slower|less|more|fewer|higher|lower|better|worse)\b", re.IGNORECASE)
_ABOVE = re.compile(r"\b(?:above|below|these|those|column|table|list(?:ed)?)\b", re.IGNORECASE)
_NUM = re.compile(rf"\b{NUM}", re.IGNORECASE)
_APPOSED = re.compile(
    r"(?:[:,]|\s[–—-])\s"
    r"(?:(?:that|this|it|which|these) (?:is|are|was|were|makes?|gives?|comes? to) |i\.e\.,? |namely |or )?$"
)
_RANKED = re.compile(r"\bp\d\d|percentile|median|\bmax|\bmin\b|worst|best|peak|total", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Outside:
    """An average, values of which it can be, and between which ends these lie."""

    number: Number
    parts: Series
    ends: Interval
    inside: bool = False  # it lies between them, and no mean gives it


def groups(pool: Pool, every: Sequence[Series], index: Index) -> list[Series]:
    """The columns, lists, rows and enumerations of the documents that those of a pool can be of."""
    documents = {one.document.document_id: one.document for one in (*pool.own, *pool.far)}
    found = [one for one in every if one.document.document_id in documents]
    for document in documents.values():
        found += rows_of(document, index)
        found += [one for sentence in index.sentences(document) for one in listed_in(sentence)]
    return [one for one in found if len(one.items) >= ENOUGH]


def beyond(pool: Pool, every: Sequence[Series], index: Index) -> Iterator[Outside]:
    """The averages of a document that no values of their kind can have: none is as small, or as large, or gives it."""
    said = [one for each in index.sentences(pool.document) for one in numbers(each) if _is_mean(one)]
    able = groups(pool, every, index) if said else []
    for one in said:
        found = [each for each in able if _of_kind(one, each)]
        only = len(found) == 1 and found[0].document is one.sentence.passage.document and found[0].kind != "time"
        able_ = found if only else [each for each in found if _shared(one, each)]
        named = [
            each
            for each in able_
            if not _ranked(one, each) and (_of_all(one, each) or _points(one, each) or not partly(each))
        ]
        if named and not _told(one, pool, able):
            best = max(named, key=lambda each: (len(_shared(one, each)), -each.start))
            outside = not any(_reaches(one, each) for each in found)
            if outside or (_tied(one, best, found) and not any(_gives(one, each, able) for each in found)):
                yield Outside(one, best, _ends(best), inside=not outside)


def _of_all(one: Number, series: Series) -> bool:
    """Whether an average is said of as many as a series has: then none is left out."""
    return len(series.items) in map(count, _NUM.findall(_clause(one)))


def _tied(one: Number, best: Series, found: Sequence[Series]) -> bool:
    """Whether an average that lies among values is surely of these: their words are said, with hardly others."""
    plain = re.search(r"\b(?:averag\w*|means?|median|geomean)\b", _clause(one), re.IGNORECASE)
    sure = plain and not _GAINS.search(_clause(one))
    said = len(_shared(one, best)) >= TIED and len(found) <= FEW
    return bool(sure and (said or (len(found) == 1 and _points(one, best)))) and not _far(one, best)


def _points(one: Number, series: Series) -> bool:
    """Whether its sentence points at what is shown: "the mean of the medians above"."""
    return series.document is one.sentence.passage.document and _ABOVE.search(one.sentence.passage.words) is not None


def _gives(one: Number, series: Series, able: Sequence[Series]) -> bool:
    """Whether some mean of a series, one weighted by another of its table, or one of its values is an average."""
    mine, values = _value(one, series), [each.value for each in series.items]
    beside = [each for each in able if each.table == series.table and each.document is series.document]
    weights = [
        [(each.value.lower + each.value.upper) / 2 for each in other.items]
        for other in beside
        if other is not series and len(other.items) == len(values)
    ]
    given = [*(each for _, each in means(values)), *(weighted(values, some) for some in weights)]
    return mine in values or any(each is not None and each.lower > 0 and each.distance(mine) < SUM for each in given)


def _is_mean(one: Number) -> bool:
    amount = one.amount
    if one.sentence.past or amount.qualifier != "exact" or not amount.readings.rounded.bounded:
        return False
    mine = _clause(one)
    return (
        bool(_MEAN.search(mine)) and not _OTHER.search(mine) and asserted(one.sentence, amount.start, amount.start + 1)
    )


def _ranked(one: Number, series: Series) -> bool:
    """Whether a series is of another rank than the average: of the 99th percentiles, or of a minimum and a maximum."""
    said = _clause(one).lower()
    return any(
        each.lower() not in said
        for text in (series.label, *(item.label for item in series.items))
        for each in _RANKED.findall(text)
    )


def _clause(one: Number) -> str:
    """The clause of a number; where it begins with it, the one before too: "their mean, 426 GB/s"."""
    text, start = one.sentence.passage.words, one.amount.start
    mine = clause(text, start, one.amount.end)
    lead = _APPOSED.search(text[:start])
    before = clause(text, lead.start(), lead.start()) if lead else ""
    return mine if any(map(str.isdigit, before)) else f"{before} {mine}"


def _of_kind(one: Number, series: Series) -> bool:
    """Whether an average can be of a series: by its unit, its noun, or the words of the header."""
    mine, theirs = one.amount, series.items[0].amount
    if series.document is one.sentence.passage.document and series.start <= one.start <= series.end:
        return False
    head = roots(tokens(series.label))
    if one.bare:
        return series.kind == "count" and bool(head & roots(tokens(_clause(one))))
    if mine.kind == "count":
        return series.kind == "count" and bool(mine.of & (theirs.of | head))
    if mine.kind == PERCENT:
        return series.kind == PERCENT or (series.kind == "count" and "%" in series.label)
    return (mine.kind == theirs.kind and alike(mine, theirs)) or _in_words(one, series)


def _in_words(one: Number, series: Series) -> bool:
    """Whether a header of bare numbers says the unit of an average: "Seconds per bottle"."""
    text = one.sentence.passage.words[one.amount.start : one.amount.end]
    unit = roots(tokens(re.sub(r"^[\d.,\s$€£]+", "", text)))
    return series.kind == "count" and bool(unit) and unit <= roots(tokens(series.label))


def _value(one: Number, series: Series) -> Interval:
    readings = one.amount.readings
    return (readings.scaled(1 / one.amount.unit) if _in_words(one, series) else readings).rounded


def _ends(series: Series) -> Interval:
    values = [each.value for each in series.items]
    return Interval(min(each.lower for each in values), max(each.upper for each in values))


def _reaches(one: Number, series: Series) -> bool:
    """Whether an average lies among some values, is their sum, or lies too far from them to be of these."""
    ends, mine = _ends(series), _value(one, series)
    inside = ends.lower * (1 - FINE) <= mine.upper and mine.lower <= ends.upper * (1 + FINE)
    return inside or _far(one, series)


def _far(one: Number, series: Series) -> bool:
    """Whether an average is the sum of some values, or too far from them to be of these."""
    ends, mine = _ends(series), _value(one, series)
    middle = (mine.lower + mine.upper) / 2
    whole = sum((each.value.lower + each.value.upper) / 2 for each in series.items)
    return ends.lower <= 0 or not ends.lower / FAR <= middle <= ends.upper * FAR or abs(whole - middle) < whole * SUM


def _shared(one: Number, series: Series) -> frozenset[str]:
    text, amount = one.sentence.passage.words, one.amount
    said = every_root(f"{text[: amount.start]} {text[amount.end :]}")
    unit = roots(tokens(text[amount.start : amount.end])) & roots(tokens(series.label))
    return (said & (series.words | roots(tokens(series.table)))) | unit


def _told(one: Number, pool: Pool, able: Sequence[Series]) -> bool:
    """Whether the value is printed elsewhere, or two values of other units give it."""
    mine = one.amount.readings.rounded
    printed = any(
        item.amount.kind == one.amount.kind and item.value == mine and item.start != one.start
        for series in able
        for item in series.items
    )
    fact = next((each for each in pool.own if each.start <= one.start < each.end), None)
    if fact is None or printed:
        return printed
    near = [each for each in pool.near if each is not fact][:MANY]
    return any(close(fact, each.value) for each in quotients(fact.dims, near))
