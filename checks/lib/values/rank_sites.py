"""Values at a place of an ordered sample (a median, a p99, the slowest of a hundred), in cells and sentences alike."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.columns.ratio_columns import is_ratio_column
from checks.lib.labels.about import Index
from checks.lib.quantities.asserted import is_past
from checks.lib.quantities.plain_values import SHARE, bare
from checks.lib.quantities.ranks_read import ALL, Place, place_of, placed, without
from checks.lib.quantities.reckoned_from import middle
from checks.lib.telling.holds import asserts
from checks.lib.telling.measured import content
from checks.lib.telling.told import VERBS
from checks.lib.telling.value_sites import Site, sites
from schemas.document import Document
from schemas.interval import Interval
from schemas.names import Vocabulary

_RANKS = re.compile(r"\b(?:percentile|pctl|centile|quantile|pct)s?\b", re.IGNORECASE)
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?(?<!,)")
_LISTED = re.compile(r"(?<![\w.,-])(?:\d[\d,]*(?:\.\d+)?(?<!,)\s?(?:,\sand|,|/|and|;)\s?)+$")
# What says nothing of which sample it is, where a place of it is named.
PLAIN = content(
    "latency latencies time times delay delays duration wait response seen observed measured case request requests "
    "call calls value values ms us ns s sec seconds milliseconds percentile percentiles tail rank all every took"
)

_AVAILABILITY = re.compile(r"\b(?:availab\w+|uptime|downtime|outages?|durab\w+|nines)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """A value at a place: 50 for the median, 100 for the last. `rest` says of what sample.

    `allowed` is what its print lets the value at that place be: "99 % within 80 ms" anything up to 80 ms.
    """

    site: Site  # its words without those of the place
    rank: Decimal
    allowed: Interval
    rest: frozenset[str]
    line: tuple[object, ...]  # of a cell: its table, and its row or column
    left: frozenset[str] = frozenset()  # what the label of a cell says besides the place
    lead: str = ""  # of a sentence: from the value before it to its own end
    tail: str = ""  # and on to the end

    @property
    def bound(self) -> bool:
        """Whether it only says how much the value is at most, or at least."""
        return not self.allowed.bounded or self.allowed.lower <= 0

    def above(self, other: "Ranked") -> bool:
        """Whether it is certainly more than another one."""
        return self.allowed.lower > other.allowed.upper


def ranked(document: Document, index: Index, vocabulary: Vocabulary) -> list[Ranked]:
    """The values of a document at places of a sample, left to right; rates and shares are none, which fall."""
    every = [one for one in sites(document, index, vocabulary) if _ordered(one)]
    found = [one for site in every if site.table for one in _of_cell(site)]
    by_sentence: dict[int, list[Site]] = {}
    for site in every:
        if site.sentence:
            by_sentence.setdefault(site.sentence.passage.start, []).append(site)
    for some in by_sentence.values():
        found += _of_sentence(some)
    return sorted(found, key=lambda one: one.site.start)


def _ordered(one: Site) -> bool:
    # "99.9% allows 8.8 hours a year": more nines of availability are less downtime, and no place of a sample.
    if _AVAILABILITY.search(" | ".join((one.text, *one.scope))):
        return False
    return not one.value.counted and one.value.dims != SHARE and all(power > 0 for _, power in one.value.dims)


def _of_cell(site: Site) -> Iterator[Ranked]:
    table = site.table
    if table is None:
        return
    # Of a chart that lines tell the header stands in the first row.
    line = next((row for row in table.rows if row[0].start <= site.start < row[-1].end), table.columns)
    down, across = _quantile(table.columns[0].text, line[0].text) or place_of(site.row), place_of(site.column)
    column = next((at for at, cell in enumerate(line) if cell.start <= site.start < cell.end), 0)
    if (down is None) != (across is None) and not is_ratio_column(table, column):
        rank, label = down or across or (ALL, "")
        rest = content(f"{label} | {site.column if down else site.row}") - PLAIN - VERBS
        of = id(table), site.column if down else line[0].start
        yield Ranked(_stripped(site), rank, site.allowed, rest, of, content(label) - PLAIN - VERBS)


def _quantile(head: str, label: str) -> tuple[Decimal, str] | None:
    """The place that a bare number of a column "percentile" or "quantile" is."""
    if not (_RANKS.search(head) and re.fullmatch(r"\d{1,3}(?:\.\d+)?", label)):
        return None
    number = Decimal(label)
    return (number * ALL if number <= 1 else number), ""


def _of_sentence(some: Sequence[Site]) -> Iterator[Ranked]:
    text = some[0].text.replace("\n", " ")
    before = 0
    every = [each for one in some for each in (*_before(one, text), one)]
    for place, value, allowed in placed(text, [one.value for one in every]):
        site = next(one for one in every if one.value is value)
        end = max(place.end, value.end)
        lead = f"{text[before : value.start]}§{text[value.end : end]}"
        before = end
        if _holds(site, place):
            rest = content(without(text)) - PLAIN - VERBS
            yield Ranked(_stripped(site), place.rank, allowed, rest, (id(site),), lead=without(lead), tail=text[end:])


def _before(site: Site, text: str) -> Iterator[Site]:
    """The bare numbers of the list that ends in a value: "1.1, 4.8 and 3.9 ms"."""
    match, last = _LISTED.search(text[: site.value.start]), _DIGITS.match(text, site.value.start)
    if match is None or last is None:
        return
    scale = middle(site.allowed) / Decimal(last.group().replace(",", ""))
    for each in _DIGITS.finditer(text, match.start(), match.end()):
        one = bare(text[each.start() : each.end()], site.value.dims, scale)
        if one:
            value = replace(one, start=each.start(), end=each.end())
            start = site.start - site.value.start
            yield replace(site, start=start + value.start, end=start + value.end, value=value)


def _holds(site: Site, place: Place) -> bool:
    """Whether it is told as what holds; "longer than" before a part's value compares it with nothing."""
    return site.holds or (place.share and asserts(site.text) and not is_past(site.text))


def _stripped(site: Site) -> Site:
    text = without(site.text)
    return replace(
        site, text=text, near=site.near & content(text), words=site.words & content(text),
        row=without(site.row), column=without(site.column),
    )  # fmt: skip


def turned(one: Ranked, other: Ranked) -> tuple[Ranked, Ranked] | None:
    """The lower and the higher of two where the lower place has certainly more; None where they rise."""
    low, high = sorted((one, other), key=lambda each: each.rank)
    wrong = low.rank < high.rank and low.above(high) and low.site.alike(high.site)
    return (low, high) if wrong and low.rank >= 0 and high.rank <= ALL else None
