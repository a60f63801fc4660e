"""Averages that lie outside of all the values that they can be of: no weights and no kind of mean give them."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.accounted import MANY, close
from checks.lib.added import Added
from checks.lib.derived import like, quotients
from checks.lib.facts import Fact
from checks.lib.pools import Pool
from checks.lib.reach import asserted, clause, partly
from checks.lib.scanned import dims_of
from checks.lib.series import Series
from checks.lib.tokens import every_root
from schemas.interval import Interval

FINE = Decimal("0.02")
FAR = Decimal(3)  # times the largest or a third of the smallest: of something else
ENOUGH = 3  # values of which an average is told
_MEAN = re.compile(r"\b(?:averag\w*|mean|typical\w*|per \w+ on the whole)\b|Ø", re.IGNORECASE)
_OTHER = re.compile(
    r"\b(?:last (?:year|month|quarter|season)|year ago|former\w*|older|previous\w*|industry|elsewhere|rivals?|"
    r"competit\w+|without|excluding|except\w*|target|goal|planned|would|could|if|than|including|moving|rolling)\b",
    re.IGNORECASE,
)
_RANKED = re.compile(r"\bp\d\d|percentile|median|\bmax|\bmin\b|worst|best", re.IGNORECASE)


def beyond(pool: Pool, every: Sequence[Series]) -> Iterator[Added]:
    """The averages of a document with the only values of their kind, none of which is as small, or as large."""
    near = {one.document.document_id for one in pool.far}
    able = [one for one in every if one.document.document_id in near and len(one.items) >= ENOUGH and not _ranked(one)]
    for one in pool.own:
        if _is_mean(one):
            found = [each for each in able if _of_kind(one, each)]
            if found and not any(_reaches(one, each) for each in found):
                named = [each for each in found if _shared(one, each)]
                if len({each.start for each in named}) == 1 and not _told(one, pool):
                    yield Added(one, named[0], _ends(named[0]))


def _is_mean(one: Fact) -> bool:
    if one.sentence is None or one.anonymous or one.qualifier != "exact":
        return False
    mine = clause(one.text, one.at, one.at + len(one.quote))
    return bool(_MEAN.search(mine)) and not _OTHER.search(mine) and asserted(one.sentence, one.at, one.at + 1)


def _ranked(series: Series) -> bool:
    return any(_RANKED.search(each) for each in (series.label, *(one.label for one in series.items))) or partly(series)


def _of_kind(one: Fact, series: Series) -> bool:
    if series.document is one.document and series.start <= one.start <= series.end:
        return False
    return bool(one.of & series.of) if one.count else dims_of(series.kind, series.of) == one.dims


def _ends(series: Series) -> Interval:
    values = [each.value for each in series.items]
    return Interval(min(each.lower for each in values), max(each.upper for each in values))


def _reaches(one: Fact, series: Series) -> bool:
    """Whether an average lies among some values, or too far from them to be of these."""
    ends = _ends(series)
    inside = ends.lower * (1 - FINE) <= one.value.upper and one.value.lower <= ends.upper * (1 + FINE)
    return inside or ends.lower <= 0 or not ends.lower / FAR <= one.middle <= ends.upper * FAR


def _shared(one: Fact, series: Series) -> bool:
    return bool(every_root(one.text.replace(one.quote, " ")) & series.words)


def _told(one: Fact, pool: Pool) -> bool:
    """Whether the value is printed elsewhere, or two values of other units give it."""
    printed = any(each is not one and like(each, one) and close(each, one.middle) for each in pool.far)
    able = [each for each in pool.near if each is not one][:MANY]
    return printed or any(close(one, each.value) for each in quotients(one.dims, able))
