"""Whether a value in words is what its text makes of a table's cells: so many times one, a share, their sum or mean.

"Eight chips, 15.7 PFLOPS" beside a cell of 1,960 TFLOPS for one is no contradiction but the sum that was done.
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from checks.lib.quantities.summed import means, total
from schemas.interval import Interval, Readings, judge, percent_factors, readings, ulp
from schemas.number_words import ONES, PARTS, SETS, count, either, part_of

MOST = 12  # cells that are added up in pairs, and all together
COUNTS = 24  # counts of a text that are tried
_PAIRS = {**SETS, "pair": 2, "both": 2, "twin": 2, "twice": 2, "double": 2, "quad": 4, "half": 2, "dozen": 12}
_COUNT = re.compile(
    r"(?P<before>[^\W\d_][\w.-]*\s)?(?<![\w.,$€£%-])(?:(?P<n>\d{1,3}(?:,\d{3})+|\d{1,5})(?=\s?[×x]\s|[ -][A-Za-z]{2,})"
    rf"|\b(?P<word>{either((*ONES, *_PAIRS))})\b)",
    re.IGNORECASE,
)
_SHARE = re.compile(r"(?<![\d.,])(?P<n>\d+(?:\.\d+)?)\s?(?:%|percent\b|per cent\b)", re.IGNORECASE)
_TIMES = re.compile(r"(?<![\d.,])(?P<n>\d+(?:\.\d+)?)\s?(?:x\b|×|times\b|-fold)", re.IGNORECASE)
_PART = re.compile(rf"\b(?:an?|one)\s(?P<part>{either(PARTS)})\b", re.IGNORECASE)
_ADDED = re.compile(
    r"\b(?:together|total\w*|sum|in all|altogether|combined|overall|whole|both|all|plus|includ\w+|counting|end to end|"
    r"and then|adds?|added)\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"\b(?:gap|differences?|apart|sav(?:es?|ed|ings?)|headroom|in between)\b",
    re.IGNORECASE,
)
_MEAN = re.compile(r"\b(?:averag\w+|mean|median|typical\w*)\b", re.IGNORECASE)


def reckoned(
    mine: Readings, cell: Readings, beside: Iterable[Readings], words: str, over: Sequence[str], labels: str = ""
) -> bool:
    """Whether a value is what its words make of a cell, or of the cells beside it in its column or row.

    `words` is the sentence without the value, `over` the sentence before and the headings: they may count too. A mean
    that the cell's own `labels` say is no mean of several cells. Of `beside` no more are asked for than are looked at.
    """
    if not _is_value(mine) or not _is_value(cell):
        return False  # "over 3 GB/s" and "under 4 hours" would be made of anything
    sure = list(itertools.islice(filter(_is_value, beside), MOST + 1))
    return any(
        judge(mine, one) != "inconsistent"
        for one in _made(cell, sure, _MEAN.sub(" ", words) if _MEAN.search(labels) else words, over)
    )


def _is_value(one: Readings) -> bool:
    return one.rounded.bounded and one.rounded.lower > 0


def _made(cell: Readings, beside: Sequence[Readings], words: str, over: Sequence[str]) -> Iterator[Readings]:
    yield from _shares(cell, words)
    counts = dict.fromkeys(number for text in (words, *over) for number in _counts(text))
    for number in itertools.islice(counts, COUNTS):
        by = readings(number, Decimal(0), "exact")
        for one in (cell, *beside[:MOST]):
            yield one * by
            yield one / by
    if 1 < len(beside) <= MOST:
        yield from _sums([one.rounded for one in beside], words)


def _counts(text: str) -> Iterator[Decimal]:
    for match in _COUNT.finditer(text):
        word = (match["n"] or match["word"]).lower()
        number = _PAIRS.get(word) or count(word)
        named = match["n"] and (match["before"] or "")[:1].isupper() and match.start()  # "Sounder 2 encodes"
        if number > 1 and not named:
            yield Decimal(number)


def _shares(cell: Readings, words: str) -> Iterator[Readings]:
    for match in _SHARE.finditer(words):
        share = _read(match["n"])
        changed = percent_factors(share)
        yield cell * share.scaled(Decimal("0.01"))
        yield cell * changed["speed"]
        if "time" in changed:
            yield cell * changed["time"]
            yield cell / changed["time"]
    for match in _PART.finditer(words):  # "costs a tenth", "a quarter of the price"
        part = part_of(match["part"])
        yield from (cell.scaled(part), cell.scaled(1 - part), cell.scaled(1 + part))
    yield from (cell * _read(match["n"]) for match in _TIMES.finditer(words))


def _sums(cells: Sequence[Interval], words: str) -> Iterator[Readings]:
    pairs = list(itertools.combinations(cells, 2))
    if _ADDED.search(words):
        yield Readings.of(total(cells))
        yield from (Readings.of(total(pair)) for pair in pairs)
    if _MEAN.search(words):
        yield from (Readings.of(value) for _, value in means(cells))
    if _BETWEEN.search(words):
        for one, other in pairs:
            low, high = sorted((one, other), key=lambda each: each.lower)
            if high.lower > low.upper:
                yield Readings.of(Interval(high.lower - low.upper, high.upper - low.lower))


def _read(number: str) -> Readings:
    return readings(Decimal(number), ulp(number), "exact")
