"""A factor that stands in brackets, behind a comma or over a value of its sentence, and the two values beside it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.findings.words import times
from checks.lib.labels.about import Index, index_of
from checks.lib.language.printed import HEDGES, hedge
from checks.lib.quantities.near_pairs import Value, within
from checks.lib.ratios.apart import times_apart
from checks.lib.ratios.apposed import Tie, per_other, tie
from checks.lib.ratios.in_line import Factor
from checks.lib.ratios.line_beside import tie_beside
from checks.lib.ratios.line_numbers import Line, Pair, allowed, line_of, pairs
from checks.lib.ratios.loosely_tied import broad
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import INFINITY, Interval, short
from schemas.multiples import is_bought

CODE = "factor-of-sentence"
LEAST = Decimal("1.06")  # a smaller factor is lost in rounding
SLACK = Decimal("0.03")  # of a factor; less is loose speech
ROUGH = Decimal("0.05")  # of "about 5x"
REACH = 16  # characters before a factor in which its hedge stands
SHARE, POINTS = Decimal("0.05"), Decimal("0.006")  # of a percentage of change, or so much of the whole
AROUND = 3  # sentences before and after whose values may be meant instead
PAGE = 200  # likewise where two lines beside a factor print its values; on a long page any two numbers give it
EXACT = Decimal("0.3")  # of these slacks, for values that stand further off
FURTHEST = Decimal(12)  # times off; more is of something else
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?\s?(?:[x×]|times\b|-?fold|(?P<percent>%|per\s?cent\b))")
_SHARED = re.compile(r"\s(?:of\b|[A-Z]{2,}\b|(?:\w+\s)?(?:efficien|utili[sz]|recall|accura))")  # of ideal; "61% MFU"
_HEDGED = re.compile(rf"(?<!\w)(?:{HEDGES})\s?$", re.IGNORECASE)


@check(CODE, version=2, severity="low", since="0.1.0")
def factor_of_sentence(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor that its place in a sentence ties to two values there is their quotient.

    Why:
        Both values and the factor stand on one line, and anybody divides them. A line of a list prints no unit, a
        bracket no metric and a launch post no system that is known, so that nothing else may take them for a claim.

    Flags:
        "22x (1,508 against 96 tokens per second)"; "Lark 1,920, Finch 600, 4.5x"; "100,000 on 7.0, 132,000 on 8.0,
        gain 45%"; "256 GB of memory, 1.9x the 192 GB of its predecessor"; "from 512 to 2,496 GPUs (6.8x)"; "up to 14x
        faster at this step, 1.2 ms → 0.12 ms"; two factors "(12.0 GB/s and 6.0 GB/s)" in turn; "2.61 TiB (3.6x)" over a
        line with 6.79 TiB; "The ratio is 3.3x" behind two values, "cut by 52%" before "from 50 minutes to 30". Low, as
        their place is all that ties them.

    Passes:
        Rounded factors and loose ones (3 %, a twentieth of a percentage); one that any two like values of the line
        give, but where a bracket or an arrow says which two are meant; one that a value of these gives with another of
        the sentences around.

    Does not judge:
        Sentences of tables; what another factor beside it puts right; factors in words; a place at which more than
        three pairs stand; "3x its predecessor" where the line says nothing of that before; "up to" without a value that
        it is over; shares ("90% of ideal"); factors per watt, dollar or part of values that are not; factors more than
        twelve times off (skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        spans = [(one.start, one.end) for one in document.tables]
        lines = [line_of(one, at) for at, one in enumerate(index.sentences(document))]
        for at, line in enumerate(lines):
            if line.factors and not within(line.sentence, spans):
                yield from _check(Place(line, lines, at), index)


@dataclass(frozen=True, slots=True)
class Place:
    """The `at`th line of a document."""

    line: Line
    lines: Sequence[Line]
    at: int

    @property
    def around(self) -> Sequence[Line]:
        """The lines next to it, it among them."""
        return self.lines[max(0, self.at - AROUND) : self.at + AROUND + 1]

    @property
    def page(self) -> Sequence[Line]:
        """The lines that a factor of values beside it may be of instead: of a long page, those nearest."""
        return self.lines[max(0, self.at - PAGE) : self.at + PAGE + 1]


@dataclass(frozen=True, slots=True)
class Asked:
    """A factor as a line prints it."""

    factor: Factor
    percent: bool
    shares: tuple[Interval, ...]  # what a percentage can mean as a part of something

    def off(self, quotient: Interval) -> Decimal:
        """How many times a factor is off what two values give, as it is best taken; 1 where they meet."""
        return min(times_apart(way, quotient) for way in (*self.factor.ways, *self.shares))

    def meets(self, quotient: Interval, slack: Decimal = Decimal(1)) -> bool:
        """Whether two values give it, loosely spoken."""
        if any(times_apart(one, quotient) < 1 + SLACK * slack for one in self.shares):
            return True
        return any(_near(way, quotient, slack, percent=self.percent) for way in self.factor.ways)


def _near(way: Interval, quotient: Interval, slack: Decimal, *, percent: bool) -> bool:
    if not percent:
        return times_apart(way, quotient) < 1 + SLACK * slack
    loose = max(POINTS, (way.lower - 1) * SHARE) * slack
    return way.lower - loose <= quotient.upper and quotient.lower <= way.upper + loose


def _check(place: Place, index: Index) -> Iterator[Finding | Skip]:
    line = place.line
    for factor in line.factors:
        if asked := _asked(factor, line):
            inside = tie(factor, line)
            found = inside or (tie_beside(factor, place.lines, place.at) if line.sentence.asserted else None)
            if found and not (
                _acquitted(asked, found, line)
                or _elsewhere(asked, found, place.around if inside else place.page)
                or _corrected(found, factor, place)
            ):
                yield from _unmet(asked, found, line, index)


def _unmet(asked: Asked, found: Tie, line: Line, index: Index) -> Iterator[Finding | Skip]:
    nearest = min(found.pairs, key=lambda one: asked.off(one.factor))
    rough = not found.sure and broad(nearest.factor)
    if rough or per_other(asked.factor, line, _sides(found)):
        return
    if asked.off(nearest.factor) > FURTHEST:
        reason = "not applicable, because the values beside it are so far off that it is of something else"
        yield Skip(CODE, _key(asked, line), reason)
        return
    yield _finding(asked, nearest, line, index)


def _sides(found: Tie) -> list[Value]:
    return [side for one in found.pairs for side in (one.left, one.right)]


def _asked(factor: Factor, line: Line) -> Asked | None:
    """A factor that is printed in digits, and neither a share nor of what a watt or a dollar gives."""
    start, end = factor.span
    match = _DIGITS.match(line.text, start, end)
    if match is None or max(way.upper for way in factor.ways) < LEAST:
        return None
    if match["percent"] and _SHARED.match(line.text, end):
        return None
    if is_bought(line.sentence.passage.words, start - line.start, end - line.start):
        return None
    printed = allowed(match[0]) if match["percent"] else None
    shares = (Interval(100 / printed.upper, 100 / printed.lower),) if printed and printed.lower > 0 else ()
    ways = tuple(_hedged(way, line.text[max(line.start, start - REACH) : start]) for way in factor.ways)
    return Asked(replace(factor, ways=ways), bool(match["percent"]), shares)


def _hedged(way: Interval, ahead: str) -> Interval:
    """What "over" and "about" allow: a factor right before a bracket is read in digits alone."""
    match = _HEDGED.search(ahead)
    kind = hedge(match) if match else "exact"
    if kind == "over":
        return Interval(way.lower, INFINITY)
    if match and kind == "under" and match[0].strip().lower() != "up to":
        return Interval(Decimal(1), way.upper)
    return Interval(way.lower * (1 - ROUGH), way.upper * (1 + ROUGH)) if kind == "about" else way


def _acquitted(asked: Asked, found: Tie, line: Line) -> bool:
    """Whether its pairs give a factor, or any two numbers of its line; where its place is sure, any with one of its."""
    if any(asked.meets(one.factor) for one in found.pairs):
        return True
    if found.sure and len(found.pairs) == 1:
        return False
    meant = {side.start for side in _sides(found)}
    every = (one for one in pairs(line.numbers) if not found.sure or {one.left.start, one.right.start} & meant)
    return any(asked.meets(one.factor) for one in every)


def _elsewhere(asked: Asked, found: Tie, around: Sequence[Line]) -> bool:
    """Whether a value of its pairs gives a factor with one of the lines around."""
    if found.sure:
        return False
    meant = _sides(found)
    others = [one for line in around for one in line.numbers if one.kind]
    given = (_middle(pair.factor) for one in meant for other in others for pair in _of(one, other))
    return any(asked.meets(one, EXACT) for one in given)


def _middle(one: Interval) -> Interval:
    """A quotient without its rounding: "52 min" over "14 min" would give all from 3.5 to 3.8."""
    middle = (one.lower + one.upper) / 2
    return Interval(middle, middle)


def _corrected(found: Tie, factor: Factor, place: Place) -> bool:
    """Whether a sentence that is not asserted quotes what a factor next to it puts right: "5x was wrong, it is 2x"."""
    if place.line.sentence.asserted:
        return False
    others = (one for line in place.around for one in line.factors if one.span != factor.span)
    return any(times_apart(way, pair.factor) < 1 + SLACK for one in others for way in one.ways for pair in found.pairs)


def _of(one: Value, other: Value) -> Iterator[Pair]:
    if one.kind == other.kind and one.start != other.start:
        yield from pairs((one, other))


def _finding(asked: Asked, pair: Pair, line: Line, index: Index) -> Finding:
    document = line.sentence.passage.document
    printed = _printed(asked, line)
    sides = [index.places.printed(document, one.start, one.end) for one in (pair.left, pair.right)]
    both = " and ".join(one.quote for one in sides)
    ways = " or ".join(str(way) for way in asked.factor.ways)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"the text says {printed} beside {both}, which give {times(pair.factor, printed)}",
        arithmetic=f"{printed} allows {ways}; {both} allow {pair.factor}: {short(asked.off(pair.factor))} times apart.",
        comparison=_key(asked, line),
        evidence=(index.places.printed(document, *asked.factor.span), *sides),
        likely_wrong_why="one of three numbers of a line, it cannot be told which",
    )


def _key(asked: Asked, line: Line) -> tuple[str, ...]:
    return line.sentence.passage.document.name, _printed(asked, line)


def _printed(asked: Asked, line: Line) -> str:
    start, end = asked.factor.span
    return line.text[start:end]
