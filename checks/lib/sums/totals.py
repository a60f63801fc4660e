"""Totals that a sentence says of all that a list, a column or a sentence before it counts, whatever their number."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations, pairwise

from checks.lib.columns.series import Item, Series, enumerated
from checks.lib.labels.about import Index
from checks.lib.labels.labels import Kind, said
from checks.lib.labels.slots import VALUE
from checks.lib.language.in_turn import apart, in_turn, steps
from checks.lib.language.tokens import roots, tokens
from checks.lib.linking.reach import asserted, beside, blank, clause, elsewhere, partly, printed
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.numbers_said import Number, numbers
from checks.lib.quantities.reckoned_from import gives, middle, numbers_in
from checks.lib.quantities.summed import total
from schemas.comparison import Corpus
from schemas.interval import Interval, Readings
from schemas.months import MONTHS

KINDS = ("count", "time", "size", "price", "energy", "power")
BEFORE = 3  # sentences above a total that may count its parts
PARTS = 12  # of which every sum is tried
FINE = Decimal("0.02")  # by which so many times one value is another
LEAST, MOST = 0.4, 2.5  # of what the parts come to; beyond it is a total of something else
_BEHIND = re.compile(
    r"(?:\s(?!(?:and|but|with|than)\b)[\w/-]+){0,6}?,?\s(?:in (?:all|total|aggregate|sum)|altogether|all told|"
    r"all in all|combined|together|taken together|overall)\b",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:total(?:s|led|l?ing)?|in all|in aggregate|altogether|all told|all in all|combined|together|sum|"
    r"add(?:s|ed|ing)? up to|c[ao]mes? to|amounts? to|whole|entire|from start to (?:finish|end)|end[- ]to[- ]end|"
    r"mak(?:es|ing)|giv(?:es|ing))\b[,:]?(?:\s(?!(?:and|but|with|than|per|each|every)\b)[\w’'/-]+){0,7}?[,:]?\s+[$€£]?$",
    re.IGNORECASE,
)
# What makes a total another one than that of the parts.
_OTHER = re.compile(
    r"\b(?:with|without|after|including|includes?|excluding|plus|besides|counting|last (?:year|month)|former\w*|old|"
    r"older|forerunner|predecessor|planned|until|if|once|of which|up to|at most|at least|more than|over|fewer|less|per|"
    r"each|every|some|other|others|additional|further|new|spare|usable|unique|distinct|net|gross|limit|budget|allow\w*|maximum|"
    r"would|could|rows?|lines?|average|mean)\b|(?<!\d)(?:19|20)\d\d(?!\d)",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"\b(?:per|an?) (?:hour|day|week|month|year)\b|\badd(?:s|ed|ing)? up to\b", re.IGNORECASE)
_DATED = re.compile(
    rf"(?:.*\b(?:19|20)\d\d\b.*|[\d.,:/-]+|q[1-4]\b.*|(?:{'|'.join(MONTHS)})\b.*|before|after|old|new|v?\d+(?:\.\d+)+)",
    re.IGNORECASE,
)
_CONTENT = re.compile(r"\sof (?!(?:time|work|training|compute|processing|runtime)\b)[a-z]+", re.IGNORECASE)
_DIGITS = re.compile(r"\d+(?:\.\d+)*")
# What makes the next value the same again, or what is left of the one before: no two parts of one whole.
_WITHIN = re.compile(
    r"\b(?:or|that is|which is|i\.e|namely|of (?:which|it|that|them|these)|instead|than|against|versus|out of|"
    r"(?:makes?|making|gives?|giving|for) (?:a total of )?(?:about )?$)|=",
    re.IGNORECASE,
)
_HOLDS = re.compile(r"\b(?:[Oo]f|out of|from) (?:the|its|their|our|these|those|all)\s(?:about\s)?$")
_SHORT = 2  # letters of what is no noun


@dataclass(frozen=True, slots=True)
class Missed:
    """A total, the parts that it is said of, and what these come to."""

    number: Number
    parts: Series
    sum: Interval


def totals(sentence: Sentence) -> Iterator[Number]:
    """The values that a sentence calls totals."""
    text = sentence.passage.words
    for one in numbers(sentence):
        start, end = one.amount.start, one.amount.end
        plain = not one.bare and one.amount.qualifier == "exact" and one.amount.kind in KINDS
        if not plain or not (_BEHIND.match(text, end) or _AHEAD.search(text[:start])):
            continue
        mine = _PLAIN.sub(" ", clause(blank(sentence), start, end))
        if asserted(sentence, start, end) and not _OTHER.search(mine):
            yield one


def missed(
    one: Number,
    every: Sequence[Series],
    around: Sequence[Sentence],
    said_: Sequence[Number],
    index: Index,
    corpus: Corpus,
) -> Missed | None:
    """The parts that a total is said of, where they come to something else and nothing else accounts for it.

    `around` are the sentences of its document up to its own, `said_` all numbers of the corpus.
    """
    able = [rest for each in every if _counts_the_same(one, each) and (rest := _without(one, each))]
    told = [
        each
        for sentence in around[-BEFORE - 1 : -1]
        for each in enumerated(sentence)
        if _counts_the_same(one, each) and _beside_each_other(each, sentence)
    ]
    found = told or beside(one.sentence, able) or elsewhere(one.sentence, able, index, corpus)
    if len(found) != 1 or not _are_parts(one, found[0], corpus):
        return None
    parts = found[0]
    given = total([each.value for each in parts.items])
    mine = one.amount.readings.widened if one.amount.kind != "count" else one.amount.readings.rounded
    if mine.meets(given) or not _near(mine, given) or mine.upper < max(each.value.upper for each in parts.items):
        return None
    sums = [*parts.totals, *(total([item.value for item in each.items]) for each in able if each is not parts)]
    if any(mine.meets(each) for each in sums) or any(mine.meets(each) for each in _sums(parts.items)):
        return None
    known = printed(_loose(given), said_, one) or _of_alike(one, around[-2:], said_)
    return None if known else Missed(one, parts, given)


def _beside_each_other(parts: Series, sentence: Sentence) -> bool:
    """Whether none of the values of a sentence holds another one: "16 cards of 75 W, or 1,200 W", "of the 2,400 W"."""
    text, many = parts.document.text, numbers_in([sentence.passage.words])
    between = (text[left.end : right.start] for left, right in pairwise(parts.items))
    ahead = text[sentence.passage.start : parts.start]
    if _HOLDS.search(ahead) or any(_WITHIN.search(words) for words in between):
        return False
    return not _multiplied(parts, many)


def _multiplied(parts: Series, many: Iterable[Decimal]) -> bool:
    """Whether one of the values is one of some numbers times another: of each, and of all of them."""
    values = [middle(each.value) for each in parts.items]
    couples = [(small, large) for small in values for large in values if 0 < small < large]
    return any(abs(n * small / large - 1) < FINE for small, large in couples for n in many if n > 1)


def _of_alike(one: Number, near: Sequence[Sentence], said_: Sequence[Number]) -> bool:
    """Whether a value that its own document prints gives it, by a number beside it: four cards of 32 GB."""
    document = one.sentence.passage.document
    alike_ = (each for each in said_ if each.sentence.passage.document is document and each.start != one.start)
    values = {middle(each.amount.readings.rounded) for each in alike_ if alike(each.amount, one.amount)}
    many = numbers_in(each.passage.words for each in near)
    return any(gives(one.amount.readings.rounded, value, (), many, share=False) for value in values)


def _loose(given: Interval) -> Readings:
    return Readings.of(given)


def _without(one: Number, series: Series) -> Series | None:
    """The parts of a series without the total itself; None where hardly any are left."""
    if series.document is not one.sentence.passage.document:
        return series
    rest = tuple(each for each in series.items if each.end <= one.start or one.end <= each.start)
    return replace(series, items=rest) if len(rest) > 1 else None


def _counts_the_same(one: Number, series: Series) -> bool:
    """Whether a series is of a total's unit, or of its noun; of rows that are no points in time."""
    mine = one.amount
    if series.kind != mine.kind or not alike(mine, series.items[0].amount):
        return False
    heads = roots(tokens(series.label)) | series.of
    return mine.kind != "count" or any(len(word) > _SHORT for word in mine.of & heads)


def _are_parts(one: Number, series: Series, corpus: Corpus) -> bool:
    """Whether the values are of parts: neither of dates, nor of releases, nor of what the sentence names."""
    labels = [each.label for each in series.items]
    if len(labels) <= PARTS and _multiplied(series, numbers_in(labels)):
        return False
    dated = sum(bool(_DATED.fullmatch(label)) for label in labels if label)
    shapes = {_DIGITS.sub("#", label) for label in labels if label}
    if dated * 2 > len(labels) or (len(shapes) == 1 and len(labels) > 1 and "#" in next(iter(shapes))):
        return False
    if series.table or labels[0]:
        named = said(
            Kind.of("part", dict.fromkeys(filter(None, labels)), corpus.vocabulary), one.sentence.passage.words
        )
        if len(named) == 1 and len(labels) > 1 and series.table:
            return False
    around = one.sentence.passage.words if not series.table else ""
    if any(_OTHER.search(each.rest[:VALUE]) for each in series.items) or partly(series, [around]):
        return False
    content = _CONTENT.match(one.sentence.passage.words, one.amount.end)  # "96 hours of audio" run beside nothing
    return one.amount.kind != "time" or bool(content) or _follow(series)


def _follow(series: Series) -> bool:
    """Whether times are of steps that follow one another."""
    texts = (series.document.text,)
    return in_turn(texts) or (steps(f"{series.about} {series.label}") and apart(texts))


def _near(mine: Interval, given: Interval) -> bool:
    middle, sum_ = float(mine.lower + mine.upper) / 2, float(given.lower + given.upper) / 2
    return sum_ > 0 and LEAST <= middle / sum_ <= MOST


def _sums(items: Sequence[Item]) -> Iterator[Interval]:
    """What some of the parts come to."""
    if len(items) <= PARTS:
        for many in range(2, len(items)):
            for some in combinations(items, many):
                yield total([each.value for each in some])
