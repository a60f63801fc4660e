"""A factor in a sentence against the labelled line that the sentence names."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import coded
from checks.lib.ratios.factor_sites import FactorSite, factor_sites
from checks.lib.statements.withdrawn import withdrawn_of
from checks.lib.sums.pools import related
from checks.lib.telling.measured import content
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import Interval, readings, ulp

CODE = "factor-of-line"
LEAST = 2  # words of a label that a sentence must say, all of them
FURTHEST = Decimal(3)  # times apart: more is of something else
_LINE = re.compile(
    r"(?m)^[ \t]*(?:[-*•][ \t]+)?(?P<label>[A-Za-z][^:\n|]{3,60}):[ \t]+(?P<factor>(?P<n>\d+(?:\.\d+)?)\s?[x×])[ \t.]*$"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a list or chart that prints a factor for what its label names."""

    document: Document
    label: str
    words: frozenset[str]
    start: int
    end: int
    factor: Interval


@check(CODE, version=1, severity="high", since="0.1.0")
def factor_of_line(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor that a sentence gives for a case is the one that the case's own line prints.

    Why:
        Bars are labelled by scenario, and the launch post quotes the scenario in the chart's own words. The label ties
        the two more surely than any product's name.

    Flags:
        "4.2x in the agent and chatbot scenario" where a chart's note or a list prints "Agent and chatbot: 3.5x", and
        all products and releases of the sentence stand there too.

    Passes:
        Rounded and cut-off factors; a factor that another line of that document prints: low, as it may be of that one.

    Does not judge:
        "Up to" and bounds; labels of one word; sentences that say several labels; factors more than three times apart;
        documents of different dates (skipped).
    """
    index = index_of(corpus)
    withdrawn = withdrawn_of(corpus)
    lines = {one.document_id: list(_lines(one)) for one in corpus.documents}
    near = related(corpus, index) if any(lines.values()) else {}
    for document in corpus.documents:
        able = [one for there in near.get(document.document_id, ()) for one in lines[there]]
        for site in factor_sites(document, index, corpus.vocabulary) if able else ():
            if not site.bound and not withdrawn.has(document.document_id, site.site.quote):
                yield from _check(site, able, index)


def _lines(document: Document) -> Iterator[Line]:
    for match in _LINE.finditer(document.text):
        words = content(match["label"])
        if len(words) >= LEAST:
            printed = match["n"]
            value = readings(Decimal(printed), ulp(printed), "exact").widened
            yield Line(document, match["label"], words, *match.span("factor"), value)


def _check(site: FactorSite, able: Sequence[Line], index: Index) -> Iterator[Finding | Skip]:
    said = [one for one in able if one.words <= site.site.words and not _is_it(one, site)]
    if len(said) != 1 or _foreign(site, said[0], index):
        return
    line, mine = said[0], site.said.one.ways[0]
    gap = mine.distance(line.factor)
    if mine.meets(line.factor) or _times(mine, line.factor) > FURTHEST:
        return
    if index.of_two_editions(site.site.document, line.document):
        yield Skip(CODE, _key(site, line), OTHER_EDITION)
        return
    others = any(one.factor.meets(mine) for one in able if one.document is line.document)
    yield _finding(site, line, gap, index, of_others=others)


def _is_it(line: Line, site: FactorSite) -> bool:
    return line.document is site.site.document and line.start <= site.site.start < line.end


def _foreign(site: FactorSite, line: Line, index: Index) -> bool:
    """Whether the sentence names a product or release that the line's document does not."""
    return bool(coded(site.site.text) - index.words[line.document.document_id])


def _times(one: Interval, other: Interval) -> Decimal:
    low, high = sorted((one, other), key=lambda each: each.lower)
    return high.lower / low.upper if low.upper > 0 else FURTHEST + 1


def _key(site: FactorSite, line: Line) -> tuple[str, ...]:
    return site.site.document.name, line.document.name, line.label


def _finding(site: FactorSite, line: Line, gap: Decimal, index: Index, *, of_others: bool) -> Finding:
    said = index.places.printed(site.site.document, site.site.start, site.site.end)
    printed = index.places.printed(line.document, line.start, line.end)
    level = severity.of_gap(gap)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("low", level) if of_others else level,
        message=f"{said.document} says {said.quote} for {line.label!r}, {printed.document} {printed.quote}",
        arithmetic=f"{said.quote} allows {site.said.one.ways[0]}, {printed.quote} {line.factor}: {apart(gap)}.",
        comparison=_key(site, line),
        evidence=(said, printed),
        likely_wrong_why="the sentence may be of another line"
        if of_others
        else "the chart or the text, by a late change",
    )
