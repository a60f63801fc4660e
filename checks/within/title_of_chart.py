"""A factor in the title of a chart, or the caption of a table of one value each, against what stands below it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import permutations

from checks.lib.findings import severity
from checks.lib.findings.slips import SWAPPED, slip_told
from checks.lib.findings.words import apart, listed, said, times
from checks.lib.statements.cells import Number, parsed
from checks.lib.statements.factors import DERIVED, as_value, factors, hull, up
from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Cell, Chart, Document, Part, Table
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval, Readings, judge, percent_factors
from schemas.statement import Claim, Parsed

CODE = "title-of-chart"
FACTORS = ("ratio", "percent_change")
FEWEST, MOST = 2, 12  # bars: of more, some two are as far apart as any factor
SHOWN = 6  # bars that a finding quotes
NEAREST = Decimal("1.04")  # times that a factor is off at least; less is a label that was rounded twice
FURTHEST = Decimal(4)  # and at most: more is of something else
_BRACKETS = re.compile(r"\s\([^()]{0,60}\)$")
_PER = re.compile(r"\bper[\s-](?P<of>[a-z]+)|/(?P<by>[a-z$]+)", re.IGNORECASE)
_TIME = frozenset("second s sec minute min hour h day ms month year".split())
# "On average", "across ten models": what several quotients come to, of which the bars may be some.
_MEAN = re.compile(
    r"\b(?:averag\w+|means?|geo-?means?|overall|typical\w*|combined|in all|altogether|across)\b", re.IGNORECASE
)
_DIGIT = re.compile(r"\d")
_COUNT = re.compile(r"(?P<n>\d[\d,]*)\s?[x×]?\s(?=[A-Z])")
# A title that speaks of speed is of what such bars show; those of watts or of accuracy show what else is so.
_SPEEDS = frozenset("throughput latency time_to_result time_to_train time_to_first_token bandwidth performance".split())
_PLAIN = frozenset(("performance", "", "scaling"))
NOTHING = Readings.of(Interval(Decimal(0), Decimal(0)))


@dataclass(frozen=True, slots=True)
class _Bar:
    """A bar, or a row of one value: its name, its number, and where that is printed."""

    name: str
    number: Number
    start: int
    end: int

    @property
    def each(self) -> Readings:
        """What it shows for each of the systems that its name counts ("64 x H100")."""
        found = _COUNT.match(self.name)
        count = Decimal(found["n"].replace(",", "")) if found else Decimal(1)
        return self.number.readings.each(lambda one: one.scaled(1 / count)) if count else self.number.readings


@dataclass(frozen=True, slots=True)
class _Shown:
    """Bars under one title: the factors that it prints, those at the bars, what is measured, and all words below it."""

    document: Document
    name: str
    titled: tuple[Claim, ...]
    printed: tuple[Claim, ...]
    bars: tuple[_Bar, ...]
    metrics: frozenset[str]
    words: str


@check(CODE, version=1, severity="high", since="0.1.0")
def title_of_chart(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The factor in a chart's title is the quotient of some two of its bars.

    Why:
        The title is typed, the bars are drawn from the values. Whoever turns a page reads the title only; two of its
        digits may be swapped, or it is that of the run before.

    Flags:
        "3.2x higher output speed" over bars of 132, 57, 29 and 26 tokens/s, or as the caption of a table that prints
        these alone; "38% lower latency" over 42 and 33 ms; an "up to" that the highest and the lowest bar do not reach.
        Low where the title says "up to" or speaks of a mean, names another metric than the bars, or has two factors,
        and under a heading, where the page shows nothing else.

    Passes:
        A factor that any two bars give, whoever they are of; that the bars give per system, where their names count
        them; that a label prints itself; where the title speaks of a mean, what a bar is over all others, and anything
        between the least and the most that the bars give, as where the bars print factors.

    Does not judge:
        Titles per watt, dollar or system where the bars are of no such thing (skipped); charts of one bar, of more than
        twelve, of several units; bars without names; tables of several values a row; headings of pages with several
        charts or tables; a factor that is off more than four times.
    """
    for one in corpus.parsed:
        every = [*_charts(one), *_tables(one)]
        yield from (item for shown in every for item in _check(shown))


def _charts(one: Parsed) -> Iterator[_Shown]:
    for chart in one.document.charts:
        mine = [claim for claim in one.claims if claim.chart == chart.name]
        told = [claim for claim in mine if _is_factor(claim)]
        yield _Shown(
            one.document, chart.name,
            tuple(claim for claim in told if claim.place == "chart_title"),
            tuple(claim for claim in told if claim.place != "chart_title"),
            tuple(_bars(one.document, chart)),
            frozenset(claim.metric for claim in mine if claim.place == "bar_label"),
            " | ".join(_named(one.document, each) for each in chart.parts if each.role != "headline"),
        )  # fmt: skip


def _tables(one: Parsed) -> Iterator[_Shown]:
    """The tables of one value each under a caption, and the only one of a page under any heading right above it."""
    able = [claim for claim in one.claims if not claim.chart and _is_factor(claim)]
    captions = [claim for claim in able if claim.place == "caption"]
    heads = [claim for claim in able if claim.place == "heading"] if _is_alone(one.document) else []
    for table in one.document.tables if captions or heads else ():
        titled = tuple(claim for claim in captions if claim.context.strip() == table.title.strip())
        titled = titled or tuple(claim for claim in heads if claim.context.strip() in (table.title, *table.headings))
        if titled and len(table.columns) == FEWEST:
            metrics = (each.metric for each in one.measurements if each.table == table.name)
            labels = " | ".join(each.text for each in (*table.columns, *(row[0] for row in table.rows)))
            bars = tuple(_rows(table))
            yield _Shown(one.document, table.name, titled, (), bars, frozenset(metrics), labels)


def _is_alone(document: Document) -> bool:
    """Whether a page shows one chart or table, of which its headings must be where they are of such values."""
    return len(document.tables) + len(document.charts) == 1


def _is_factor(claim: Claim) -> bool:
    return claim.figure.kind in FACTORS and claim.figure.qualifier != "orders_of_magnitude"


def _bars(document: Document, chart: Chart) -> list[_Bar]:
    """The bars with a name and a number, of one number each; none where a label is none, which hides a bar."""
    labels = [each for each in chart.of("label") if each.bar and each.bar.category]
    read = [(each, parsed(_plain(document.text[each.start : each.end]))) for each in labels]
    found = [_Bar(each.bar.category, number, each.start, each.end) for each, number in read if each.bar and number]
    return found if len(found) == len(labels) else []


def _rows(table: Table) -> list[_Bar]:
    cells: list[tuple[Cell, Cell]] = [(row[0], row[1]) for row in table.rows if row[1].text]
    read = [(key, cell, parsed(_plain(cell.text))) for key, cell in cells]
    found = [_Bar(key.text, number, cell.start, cell.end) for key, cell, number in read if number and key.text]
    return found if len(found) == len(cells) else []


def _plain(label: str) -> str:
    """A label without the factor or note in brackets behind its value."""
    return _BRACKETS.sub("", " ".join(label.split()))


def _named(document: Document, one: Part) -> str:
    """A part that may name what the bars show; a note with numbers says how the title's quotient was made."""
    words = document.text[one.start : one.end]
    return "" if one.role == "note" and _DIGIT.search(words) else words


def _check(shown: _Shown) -> Iterator[Finding | Skip]:
    bars, titled = shown.bars, shown.titled
    if not titled or not FEWEST <= len(bars) <= MOST or len({each.number.unit for each in bars}) > 1:
        return
    if _of_quotient(shown):
        yield Skip(CODE, (shown.document.name, shown.name), "not applicable, because the title speaks of a quotient")
        return
    given = [*_given(bars), *(up(each) for claim in shown.printed for each in factors(claim)), *_means(bars, titled)]
    if any(_meets(claim, each) for claim in titled for each in given):
        return  # of two factors of a title the other is of what no bar shows
    pair = _nearest(titled[0], bars)
    if titled[0].place == "heading" and not _is_of(titled[0], shown):
        return  # a heading is of the text below it too
    if pair and NEAREST <= _off(titled[0], _quotient(*pair)) <= FURTHEST:
        yield _finding(titled[0], pair, shown)


def _of_quotient(shown: _Shown) -> bool:
    """Whether a title is per something that the names of the bars, the axis or the lines below it are not per."""
    own = {_thing(match) for claim in shown.titled for match in _PER.finditer(claim.context)}
    shown_per = {_thing(match) for match in _PER.finditer(shown.words)}
    bought = any(DERIVED.search(claim.context) for claim in shown.titled) and not own
    return not shown_per - _TIME if bought else not own - _TIME <= shown_per


def _thing(match: re.Match[str]) -> str:
    return (match["of"] or match["by"]).lower().rstrip("s")


def _given(bars: Sequence[_Bar]) -> Iterator[Readings]:
    """What any two bars give, as they are and by the systems that their names count, and the factors they print."""
    for one, other in permutations(bars, 2):
        yield from (_over(one.number.readings, other.number.readings), _over(one.each, other.each))
    for each in bars:
        if each.number.unit == "x":
            yield up(each.number.readings)
        elif each.number.unit == "%":
            yield from map(up, percent_factors(each.number.readings).values())


def _means(bars: Sequence[_Bar], titled: Sequence[Claim]) -> Iterator[Readings]:
    """What a title that speaks of a mean may have: a bar over all others, or anything between the bars' factors."""
    said_so = any(_MEAN.search(claim.context) for claim in titled)
    if said_so or any(each.number.unit == "x" for each in bars):
        yield hull([*_given(bars), *(each.number.readings for each in bars)])
    for one in bars if said_so else ():  # the least of any bars is some factor below the mean of the others
        rest = [each.number.value for each in bars if each is not one]
        mean = sum(rest, Decimal(0)) / len(rest)
        yield _over(one.number.readings, Readings.of(Interval(mean, mean)))


def _over(one: Readings, other: Readings) -> Readings:
    """The quotient of two bars, as a factor of one at least; zero of a bar that may be nothing."""
    return up(one / other) if other.widened.lower > 0 and one.widened.lower > 0 else NOTHING


def _meets(claim: Claim, given: Readings) -> bool:
    """Whether a factor is what two bars give; an "up to" is that of the best two, not above all of them."""
    return any(judge(up(each), given) != "inconsistent" for each in factors(as_value(claim)))


def _off(claim: Claim, given: Readings) -> Decimal:
    """How many times a factor is off what two bars give, as it is best taken; 1 where they meet."""
    return 1 + min(up(each).rounded.distance(given.rounded) for each in factors(as_value(claim)))


def _nearest(claim: Claim, bars: Sequence[_Bar]) -> tuple[_Bar, _Bar] | None:
    """The two bars that a title is most likely of: the best and another one, first where swapped digits explain it."""
    ends = [choose(bars, key=lambda each: each.number.value) for choose in (max, min)]
    pairs = [(one, each) for one in ends for each in bars if each.number.value != one.number.value]
    able = [pair for pair in pairs if min(each.number.value for each in pair) > 0]
    return min(able, key=lambda pair: (not _swapped(claim, pair), _off(claim, _quotient(*pair))), default=None)


def _swapped(claim: Claim, pair: tuple[_Bar, _Bar]) -> bool:
    """Whether the title's factor is the one of two bars with two digits swapped."""
    printed = claim.figure.value
    small, large = sorted(each.number.value for each in pair)
    given = round(large / small, max(0, -int(printed.as_tuple().exponent)))
    return slip_told(str(printed), str(given)) == SWAPPED


def _quotient(one: _Bar, other: _Bar) -> Readings:
    return _over(one.number.readings, other.number.readings)


def _is_of(claim: Claim, shown: _Shown) -> bool:
    """Whether a title is of what the bars show: of their own metric, or of speed in general."""
    same = claim.metric in shown.metrics or (claim.metric in _PLAIN and shown.metrics <= _SPEEDS)
    return bool(shown.metrics) and same


def _is_sure(claim: Claim, shown: _Shown) -> bool:
    """Whether a title can be of nothing but the bars: one exact factor of what they show, and of no text below it."""
    alone = len(shown.titled) == 1 and claim.figure.qualifier != "up_to" and not _MEAN.search(claim.context)
    return alone and claim.place != "heading" and _is_of(claim, shown)


def _finding(claim: Claim, pair: tuple[_Bar, _Bar], shown: _Shown) -> Finding:
    document, given = shown.document, _quotient(*pair)
    disputed = [quoted(document, each.start, each.end, "disputed") for each in pair]
    rest = [each for each in shown.bars if each not in pair][: SHOWN - len(pair)]
    others = [quoted(document, each.start, each.end, "supporting") for each in rest]
    gap, quotes = _off(claim, given) - 1, listed(each.quote for each in disputed)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap) if _is_sure(claim, shown) else "low",
        message=f"the title of {shown.name} says {said(claim.figure)}; no two of its {len(shown.bars)} values give"
        f" that, the nearest, {quotes}, give {times(given.rounded, claim.quote)}",
        arithmetic=f"{said(claim.figure)} allows {up(factors(as_value(claim))[0]).rounded}; {quotes} allow "
        f"{given.rounded}: {apart(gap)}.",
        comparison=(document.name, shown.name, claim.figure.kind, claim.metric),
        evidence=(Evidence.of(claim), *disputed, *others),
        likely_wrong=claim.statement_id,
        likely_wrong_why="the chart title: it is typed, the bars are drawn from the values",
    )
