"""The place that a value has among those of its column or list, and in which direction they are ranked."""

import re
from dataclasses import dataclass
from itertools import pairwise

from checks.lib.ahead import LARGE_WINS, SMALL_WINS
from checks.lib.numbers_said import PERCENT
from checks.lib.placed import LAST, SUPERLATIVES, Placed
from checks.lib.series import Item, Series
from schemas.interval import Interval

_LESS = re.compile(r"\b(?:lower|less|smaller|fewer|shorter)\b[^|.]{0,12}\bbetter\b", re.IGNORECASE)
_MORE = re.compile(r"\b(?:higher|more|larger|bigger|greater)\b[^|.]{0,12}\bbetter\b", re.IGNORECASE)
_GOOD = re.compile(
    r"\b(?:solved|scores?|points|accurac\w+|wins|won|bleu|f1|recall|precision|correct|passed|pass|rating|elo|marks?|"
    r"top-1|throughput|speed)\b",
    re.IGNORECASE,
)
_BAD = re.compile(r"\b(?:errors?|loss|wer|cer|fail\w*|misses|missed|latenc\w+|perplexity|regret)\b", re.IGNORECASE)
_SLOW = frozenset({"slowest", "worst", "weakest"})


@dataclass(frozen=True, slots=True)
class Rank:
    """The places that a print allows a value, from `first` to `last`, with the smallest first or the largest."""

    first: int
    last: int
    smallest_first: bool
    ahead: tuple[Item, ...]

    def holds(self, place: int, many: int) -> bool:
        """Whether it may have a place."""
        return self.last == many if place == LAST else self.first <= place <= self.last


def rank(item: Item, series: Series, *, smallest_first: bool) -> Rank:
    """The place of one of the values of a series; ties may be counted either way."""
    others = [one for one in series.items if one is not item]
    ahead = tuple(one for one in others if _before(one.value, item.value, smallest_first=smallest_first))
    behind = sum(_before(item.value, one.value, smallest_first=smallest_first) for one in others)
    return Rank(1 + len(ahead), len(series.items) - behind, smallest_first, ahead)


def _before(one: Interval, other: Interval, *, smallest_first: bool) -> bool:
    return one.upper < other.lower if smallest_first else one.lower > other.upper


def directions(said: Placed, series: Series) -> tuple[bool, ...]:
    """Whether the smallest value is the first one, as far as words, kind or order of rows say; both where none does."""
    known = SUPERLATIVES.get(said.word)
    if known is not None:
        return (known,)
    better = _better(series)
    if said.word in _SLOW:
        return tuple(not one for one in better)
    return better


def _better(series: Series) -> tuple[bool, ...]:
    text = f"{series.label} | {series.about} | {series.document.text[series.end : series.end + 120]}"
    if bool(_LESS.search(text)) != bool(_MORE.search(text)):
        return (bool(_LESS.search(text)),)
    if series.kind in SMALL_WINS | LARGE_WINS:
        return (series.kind in SMALL_WINS,)
    if bool(_BAD.search(series.label)) != bool(_GOOD.search(series.label)):
        return (bool(_BAD.search(series.label)),)
    if series.kind == PERCENT and not _BAD.search(series.about):
        return (False,)
    order = _sorted(series)
    return (True, False) if order is None else (order,)


def _sorted(series: Series) -> bool | None:
    """Whether rows stand from the smallest to the largest, or the other way; None for any other order."""
    values = [one.value for one in series.items]
    pairs = list(pairwise(values))
    if all(a.upper < b.lower or a == b for a, b in pairs):
        return True
    return False if all(a.lower > b.upper or a == b for a, b in pairs) else None
