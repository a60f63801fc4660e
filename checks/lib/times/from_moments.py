"""Couples of moments that one thing may have begun and ended at: of a range, a line, a row, a section, or by words."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from checks.lib.labels.about import Index
from checks.lib.language.tokens import GENERIC, roots, tokens
from checks.lib.quantities.moments import Moment, between, moments
from schemas.document import Document, Table
from schemas.interval import Interval

_RANGE = re.compile(
    r"[\s,]*(?:–|—|-|→|to|until|till|through|and|up to)"
    r"(?:\s(?:the|at|on|about|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,?))*\s*",
    re.IGNORECASE,
)
MOST = 400  # moments of a document; of more any length comes out
TWO = 2
LINES = 24  # of a log; of more, some two say what any sentence says
LABEL = 36  # characters of a line before a moment, or behind it, that label it
_LABEL = re.compile(r"(?::|\s\s|\t|[.]{3,}|=)\s*$")
_ROW = re.compile(r"\d:\d\d|\S\s{2,}\S|\t")
# Their lines are told apart by other words.
_PLAIN = frozenset(
    "utc gmt cet cest local tim time minut hour second day week month min from until then th st nd rd am pm".split()
)


@dataclass(frozen=True, slots=True)
class Couple:
    """Two moments of a document, what says of what they are, and how surely they belong together (3: a range)."""

    document: Document
    first: Moment
    last: Moment
    text: str
    strength: int
    start: int  # of the text that they stand in
    end: int
    key: str = ""  # the label of a table's row
    ends: tuple[frozenset[str], ...] = ()  # of two lines of a log, what each of them alone says

    @property
    def lengths(self) -> list[Interval]:
        """How long it can be from the one to the other."""
        return between(self.first, self.last)

    @property
    def words(self) -> frozenset[str]:
        """The roots of the words around them."""
        return content(self.text)


def content(text: str) -> frozenset[str]:
    """The roots of words that say what something is, without numbers and names of units."""
    found = {one.root for one in tokens(text) if not one.number and len(one.root) > TWO}
    return frozenset(found) - GENERIC - _PLAIN


def moments_of(document: Document) -> list[Moment]:
    """The moments of a document, by their place in its text; none of one that has too many."""
    found = moments(document.text)
    return found if len(found) <= MOST else []


def couples(document: Document, found: Sequence[Moment], index: Index) -> Iterator[Couple]:
    """The couples of moments of a document, the surest first."""
    tabled: set[int] = set()
    for table in document.tables:
        for one in _of_rows(table, found, document):
            tabled |= {one.first.start, one.last.start}
            yield one
    rest = [one for one in found if one.start not in tabled]
    yield from _of_text(document, rest, index)


def _of_rows(table: Table, found: Sequence[Moment], document: Document) -> Iterator[Couple]:
    heads = [one.text for one in table.columns]
    for row in table.rows:
        at = [(place, one) for place, cell in enumerate(row) for one in found if cell.start <= one.start < cell.end]
        for kind in ("clock", "stamp", "date"):
            mine = [(place, one) for place, one in at if one.kind == kind]
            if len(mine) == TWO:
                (left, first), (right, last) = mine
                key = next((cell.text for place, cell in enumerate(row) if place not in (left, right)), "")
                key = key if any(map(str.isalpha, key)) or left != 0 else row[0].text
                text = " | ".join((key, heads[left], heads[right], table.title))
                yield Couple(document, first, last, text, 2, row[0].start, row[-1].end, key)


def _of_text(document: Document, found: Sequence[Moment], index: Index) -> Iterator[Couple]:
    """The couples of a text: ranges, the two of a sentence or line, the only two of a section."""
    text = document.text
    taken: set[int] = set()
    for first, last in pairwise(found):
        if first.start in taken or not _RANGE.fullmatch(text[first.end : last.start]):
            continue
        if first.kind == last.kind or {first.kind, last.kind} == {"clock", "stamp"}:
            taken |= {first.start, last.start}
            yield _couple(document, _of_range(first, last), last, 3, *_line(document, first, index))
    rest = [one for one in found if one.start not in taken]
    by_line: dict[tuple[int, int], list[Moment]] = defaultdict(list)
    for one in rest:
        by_line[_line(document, one, index)].append(one)
    for line, some in by_line.items():
        for mine in _kinds(some):
            if len(mine) == TWO:
                yield _couple(document, mine[0], mine[1], 2, *line)
    yield from _of_sections(document, [one for one in rest if one.kind != "month"], by_line)


def _of_range(first: Moment, last: Moment) -> Moment:
    """The first moment in the zone that is said once: "22:10 to 01:30 UTC"; "9 to 11:30 pm" leaves its half open."""
    return replace(first, zone=last.zone, offset=last.offset) if last.zone and not first.zone else first


def _kinds(some: Sequence[Moment]) -> Iterator[list[Moment]]:
    for kind in ("clock", "stamp", "date"):
        mine = [one for one in some if one.kind == kind]
        if mine:
            yield mine


def _line(document: Document, one: Moment, index: Index) -> tuple[int, int]:
    """Where the sentence or the line begins and ends that prints a moment."""
    start, end = document.text.rfind("\n", 0, one.start) + 1, document.text.find("\n", one.end)
    end = end if end >= 0 else len(document.text)
    sentence = index.sentence_at(document.document_id, one.start)
    if sentence is None or (sentence.passage.end > end and _listed(document.text, one, start, end)):
        return start, end
    return sentence.passage.start, sentence.passage.end


def _listed(text: str, one: Moment, start: int, end: int) -> bool:
    """Whether a line of a paragraph is one of a list: it begins with a moment, or prints one behind a label."""
    ahead = text[start : one.start].strip(" \t-*•[(|")
    return not ahead or (len(ahead) < LABEL and bool(_LABEL.search(text[start : one.start])) and end - one.end < LABEL)


def _couple(document: Document, first: Moment, last: Moment, strength: int, start: int, end: int) -> Couple:
    return Couple(document, first, last, document.text[start:end], strength, start, end)


def _of_sections(
    document: Document, found: Sequence[Moment], by_line: dict[tuple[int, int], list[Moment]]
) -> Iterator[Couple]:
    """The only two moments of a section, and of the document; of a log its first and last, and any two of its lines."""
    # A line may print a date and a time of day too: "Start: 3 June, first van 05:40".
    single = {mine[0].start: line for line, some in by_line.items() for mine in _kinds(some) if len(mine) == 1}
    for some in (*_sections(document, found), list(found)):
        for mine in _kinds(some):
            lines = [(one, single[one.start]) for one in mine if one.start in single]
            if len(mine) == len(lines) == TWO:
                yield _over_lines(document, lines[0], lines[1], 1)
            elif len(lines) > TWO and len(lines) == len(mine):
                yield from _of_log(document, lines)


def section(document: Document, at: int) -> int:
    """Where the heading over a place begins; lines of a list that look like one ("Begin   14:08") are none."""
    heads = (one for one in document.blocks if one.kind == "heading" and one.start <= at)
    return max((one.start for one in heads if not _ROW.search(document.text[one.start : one.end])), default=-1)


def _sections(document: Document, found: Sequence[Moment]) -> list[list[Moment]]:
    by: dict[int, list[Moment]] = defaultdict(list)
    for one in found:
        by[section(document, one.start)].append(one)
    return list(by.values()) if len(by) > 1 else []


Placed = tuple[Moment, tuple[int, int]]


def _over_lines(document: Document, left: Placed, right: Placed, strength: int) -> Couple:
    (first, (start, end)), (last, (begin, stop)) = left, right
    text = f"{document.text[start:end]} | {document.text[begin:stop]}"
    return Couple(document, first, last, text, strength, start, stop)


def _of_log(document: Document, lines: Sequence[Placed]) -> Iterator[Couple]:
    yield _over_lines(document, lines[0], lines[-1], 0)
    by_word: dict[str, list[Placed]] = defaultdict(list)
    for one in lines:
        for word in content(document.text[one[1][0] : one[1][1]]):
            by_word[word].append(one)
    for word, some in sorted(by_word.items()):
        if len(some) == TWO:
            yield replace(_over_lines(document, some[0], some[1], 1), key=word)
    for left, right in combinations(lines if len(lines) <= LINES else (), 2):
        yield replace(_over_lines(document, left, right, 0), ends=_ends(document, left, right))


def _ends(document: Document, left: Placed, right: Placed) -> tuple[frozenset[str], ...]:
    """The roots of either line that the other has not: "epoch 1" and "epoch 40" differ by their numbers."""
    first, last = (_label(document.text, *one) for one in (left, right))
    return first - last, last - first


def _label(text: str, one: Moment, line: tuple[int, int]) -> frozenset[str]:
    """The roots of a line around its moment."""
    return roots(tokens(f"{text[line[0] : one.start]} {text[one.end : line[1]]}")) - _PLAIN
