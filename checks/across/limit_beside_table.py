"""How many of a small table's values a sentence says are under a limit or over it, in words that the table has not."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from checks.lib.findings.words import listed
from checks.lib.labels.about import Index, index_of
from checks.lib.language.concepts import concepts
from checks.lib.language.held_back import held_back
from checks.lib.language.quantifiers import holds
from checks.lib.linking.reach import asserted
from checks.lib.ordering.limits_said import Limit, limits
from checks.lib.ordering.standing import deciding, within
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.numbers_said import PERCENT
from checks.lib.reckoning.beside import BORNE_OUT, grids_of
from checks.lib.reckoning.grid import Entry, Grid
from checks.lib.reckoning.lines_meant import weights
from checks.lib.reckoning.meant import described, is_median, mentions
from checks.lib.reckoning.subset import subset
from checks.lib.reckoning.views import Line, View, views
from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "limit-beside-table"
SHOWN = 4  # cells that a finding quotes
FAR = 3  # times the largest or a third of the smallest: a limit of something else
_HOLDS = re.compile(r"\b(?:hold|fit|room for|carr|accommodat|enough|host)(?:s|ies|y|ing|es|e)?\b", re.IGNORECASE)
_THESE = re.compile(r"\b(?:of (?:the|these|those|our)|all|every)\b", re.IGNORECASE)
_MOVED = re.compile(
    r"\b(?:went|go(?:es|ne)?|climb\w*|came|rose|jump\w*|grew|add\w*|shot|sum\w*) (?:all the way )?up to\s[$€£]?$",
    re.IGNORECASE,
)
_EACH = re.compile(r"^(?:second|minute|hour|day|week|month|year|dollar|watt|euro|joule|time)s?\b", re.IGNORECASE)
_DIGITS = re.compile(r"\d[\d.,]*")
_WORST = re.compile(r"\b(?:max\w*|peak|longest|worst|highest|slowest|largest|p99(?:\.9)?|p100)\b", re.IGNORECASE)
_MEAN = re.compile(r"\b(?:averag\w*|in total|altogether|together|sum|combined)\b", re.IGNORECASE)
_TOTAL = re.compile(r"\b(?:total|sum|combined|overall|average|mean|all)\b", re.IGNORECASE)
_CHANGE = re.compile(
    r"\b(?:than (?:before|the|its|it|in|with|on|a|an|[A-Z])|times|faster|slower|gain\w*|improv\w*|"
    r"better|worse|apart|difference|gap|spread)\b"
)


@dataclass(frozen=True, slots=True)
class _Side:
    """A limit held against some values of one line."""

    limit: Limit
    view: View
    line: Line
    items: tuple[int, ...]
    points: int

    @property
    def truths(self) -> dict[str, bool | None]:
        """Whether each value is below."""
        return {str(at): within(self.line.entries[at].value, self.limit.value, under=True) for at in self.items}

    @property
    def _ways(self) -> list[bool]:
        return [True, False] if self.limit.under is None else [self.limit.under]

    def _on(self, *, under: bool) -> dict[str, bool | None]:
        return {at: one if under or one is None else not one for at, one in self.truths.items()}

    @property
    def wrong(self) -> bool:
        """Whether it holds in no direction that the limit can have."""
        return not any(holds(self.limit.quantifier, self._on(under=under), frozenset()) for under in self._ways)

    @property
    def against(self) -> list[Entry]:
        """The values that speak against it."""
        some = [deciding(self.limit.quantifier, self._on(under=under), frozenset()) for under in self._ways]
        return [self.line.entries[int(at)] for at in min(some, key=len)]


@check(CODE, version=1, severity="low", since="0.1.0")
def limit_beside_table(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is said to stay under a limit or over it does, in so many of a small table's values.

    Why:
        "Even the tail stays under 570 ns up to four fifths of line rate" names no row and no column of its table, and
        yet means three cells of it, of which one says 702.

    Flags:
        A limit of all, none or so many ("never beyond", "three of the five", "a 24 GB card holds all but one") that the
        values of the line do not keep of which the sentence says most: by words of the field that mean the same, by
        "the slowest in a thousand", by the old and new one. Of its items all, or those that are named, up to a number,
        from one on, the smallest. Low, as words alone tie the two.

    Passes:
        Values that rounding may put on either side.

    Does not judge:
        Limits further off than three times the values; changes and differences; sums and means, but for a column of
        them; goals, conditions; limits that another line that can be meant keeps (skipped).
    """
    index = index_of(corpus)
    near = grids_of(corpus, index)
    for document in corpus.documents if near else ():
        for sentence in index.sentences(document):
            if not sentence.past and "?" not in sentence.passage.words:
                found = list(limits(sentence, corpus.vocabulary))
                yield from _check(sentence, found, near.beside(sentence) if found else [], index)


def _check(
    sentence: Sentence, found: Sequence[Limit], beside: Sequence[tuple[Grid, str]], index: Index
) -> Iterator[Finding | Skip]:
    for limit in found if beside else ():
        able = [side for grid, about in beside for view in views(grid, about) for side in _sides(limit, view)]
        most = max((one.points for one in able), default=0)
        meant = [one for one in able if one.points == most]
        start, end = limit.number.amount.start, limit.number.amount.end
        if not any(one.wrong for one in meant) or not asserted(sentence, start, end) or held_back(limit.part.whole):
            continue
        if all(one.wrong for one in meant):
            yield _finding(sentence, meant[0], index)
            return
        yield Skip(CODE, _key(sentence, meant[0]), BORNE_OUT)


def _sides(limit: Limit, view: View) -> Iterator[_Side]:
    one, words = limit.quantifier, limit.part.sentence.passage.words
    limit = replace(limit, under=True) if limit.under is None and _counting(limit) else limit
    if is_median(words):  # "half of the requests" are no half of the rows
        return
    if view.measured or limit.under is None or _CHANGE.search(words[limit.number.amount.end :][:30]):
        return
    if (not one.m and _EACH.search(one.noun)) or one.mode == "only" or (one.mode == "but" and not one.n):
        return
    start, end = limit.number.amount.start, limit.number.amount.end
    if _MOVED.search(words[:start]) or not _of_rows(limit, view):
        return
    lines = [each for each in view.lines if _alike(limit, each)]
    if _MEAN.search(words):  # of one value of all of them only a line of such values tells
        lines = [each for each in lines if _TOTAL.search(each.label)]
    text = described(words[:start] + _DIGITS.sub("|", words[start:end]) + words[end:])  # what it counts tells the line
    items = subset(view, mentions(words, view.items), words, (start, end))
    for line, points in zip(lines, _points(limit, text, lines), strict=True):
        mine = tuple(at for at in items or () if at in line.entries)
        if mine and (one.m in (0, len(mine))) and _near(limit, line) and (len(mine) > 1 or one.mode in ("all", "none")):
            yield _Side(limit, view, line, mine, points + 4 * bool(one.m))


def _of_rows(limit: Limit, view: View) -> bool:
    """Whether so many are so many of these items: "three hosts over 32 Gb/s" is of none."""
    one = limit.quantifier
    if one.mode not in ("count", "but", "most") or one.m:
        return True
    lead = limit.part.whole[one.start : one.end + 12]
    return bool(
        _THESE.search(lead) or concepts(one.noun) & concepts(f"{view.noun} | {' | '.join(view.items.values())}")
    )


def _counting(limit: Limit) -> bool:
    """Whether a number without a bound is what so many fit into: "a card with 24 GB holds all but one"."""
    return (
        limit.quantifier.mode in ("but", "count")
        and limit.number.amount.kind == "size"
        and bool(_THESE.search(limit.part.whole))
        and bool(_HOLDS.search(limit.part.whole))
    )


def _points(limit: Limit, text: str, lines: Sequence[Line]) -> list[int]:
    found = weights(text, lines)
    worst = limit.quantifier.mode in ("all", "none") and limit.under is not None
    return [points + (worst and bool(_WORST.search(line.label))) for points, line in zip(found, lines, strict=True)]


def _alike(limit: Limit, line: Line) -> bool:
    mine, kind = limit.number.amount, line.kind
    if mine.kind in ("count", PERCENT) or kind in ("count", PERCENT):
        return mine.kind == kind and (kind == PERCENT or bool(weights(limit.part.whole, [line, line])[0]))
    return mine.kind == kind


def _near(limit: Limit, line: Line) -> bool:
    values = [one.value for one in line.entries.values()]
    return min(one.lower for one in values) / FAR <= limit.value <= max(one.upper for one in values) * FAR


def _finding(sentence: Sentence, one: _Side, index: Index) -> Finding:
    passage, grid, number = sentence.passage, one.view.grid, one.limit.number
    start, end = _span(one.limit)
    said = quoted(passage.document, passage.start + start, passage.start + end)
    entries = one.against[:SHOWN] or [one.line.entries[at] for at in one.items][:SHOWN]
    cells = [index.places.printed(grid.document, each.start, each.end) for each in entries]
    below = sum(each is True for each in one.truths.values())
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{passage.document.name} says '{said.quote}'; {grid.name} of {grid.document.name} prints "
        f"{listed(each.quote for each in cells)} ({one.line.label or grid.name})",
        arithmetic=f"{below} of {len(one.items)} are below {passage.words[number.amount.start : number.amount.end]}.",
        comparison=_key(sentence, one),
        evidence=(said, *cells),
        likely_wrong_why="the words sum up the values, the table prints them",
    )


def _key(sentence: Sentence, one: _Side) -> tuple[str, ...]:
    start, end = _span(one.limit)
    grid, said = one.view.grid, sentence.passage.words[start:end]
    return sentence.passage.document.name, grid.document.name, grid.name, one.line.label, said


def _span(limit: Limit) -> tuple[int, int]:
    """From the quantifier to the number, in the order in which they stand."""
    part, one, amount = limit.part, limit.quantifier, limit.number.amount
    shift = part.start - (len(part.whole) - len(part.text))
    starts = [at for at in (one.start + shift, amount.start) if at >= part.start]
    return min(starts), max(min(one.end + shift, part.start + len(part.text)), amount.end)
