"""A factor in words against the table cells of its two sides."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from checks.lib.findings import severity
from checks.lib.findings.words import IN_TEXT, apart, said, side, where
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.known import of_another_scene
from checks.lib.labels.sections import in_section
from checks.lib.labels.spoken_kinds import kinds_of_noun
from checks.lib.language.assertions import is_said
from checks.lib.language.averaged import averaged, of_more
from checks.lib.language.stems import stems
from checks.lib.language.tokens import root
from checks.lib.quantities.dimensions import KINDS
from checks.lib.quantities.near_pairs import near_pairs
from checks.lib.quantities.scanned import content
from checks.lib.ratios.in_line import fits
from checks.lib.ratios.of_itself import given_across, of_itself, told_of_both
from checks.lib.ratios.printed_for import printed_for
from checks.lib.statements.factors import ONE, as_value, at_least, factors, hull, up
from checks.lib.statements.grid_index import GridIndex
from checks.lib.statements.picked import picked
from checks.lib.statements.table_pairs import Grid, Pair, grids, lower_wins
from checks.lib.statements.withdrawn import rectified
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Readings, judge, short
from schemas.names import Vocabulary
from schemas.statement import Claim, Measurement, Side

CODE = "factor-against-tables"
NO_SPEED = ("size", "price", "power", "energy")  # dimensions that "faster" is never about
NO_SPEED_METRICS = (*NO_SPEED, "memory", "accuracy", "cpu_usage", "battery_life")
UNSAID = ("", "performance")
# "132 MB, twice that of the Sable 48": of what the value before is of.
_THAT_OF = re.compile(r"\s*(?:times\s)?(?:that|those)\sof\b")
TIMED = ("latency", "time_to_train", "time_to_result")
SHOWN = 3  # pairs of cells that a finding quotes
SHORT_OF_IT = "falls short of it"  # of what is said of all rows
_LONGER = re.compile(
    r"\s*(?:(?:that|those) of|as (?:long|high|large|big|heavy|hot|slow|expensive)|longer|higher|larger|greater|"
    r"bigger|slower|heavier|dearer|costlier|pricier|hotter|more expensive|"
    r"(?:(?:(?:again\s+)?as much|as many|more|the|extra|additional)\s+)(?:\w+\s+)?"
    r"(?:power|energy|electricity|watts?|joules?|memory|time|latency|money|heat|space|storage|disk|price|cost))\b",
    re.IGNORECASE,
)
# "Draws 12% more than": what is spent, the verb says.
_SPENDS = re.compile(
    r"\b(?:draw|need|use|consume|burn|dissipate|require|take|cost|occup(?:y|ie))s?\s+"
    r"(?:(?:about|around|some|up to|only|just|over|nearly|almost)\s+)?$",
    re.IGNORECASE,
)
_AS_MUCH = re.compile(r"\s*(?:more|as much)(?=\s+(?:than|as|per|an?|each|every|at|under)\b|\W*$|[,.;:])", re.IGNORECASE)
_PART = re.compile(r"[,;:](?=\s)|\s(?:and|but|while)\s")
_PER = re.compile(r"(?:\bper|/)\s*(?:1M |million )?([A-Za-z]{3,})", re.IGNORECASE)
_PAID_FOR = re.compile(r"\b(?:an?|one|each|every)\s+(?:[\w-]+\s)?([a-z]{3,})\s(?:now\s)?costs?\b", re.IGNORECASE)
_DIFFERS = re.compile(r"\bdiffer\w*\b[^.;]*$|\bdeviat\w+\b[^.;]*$", re.IGNORECASE)  # "scores differ by less than 0.1%"
WHOLE = 100  # percent; nobody loses by more
TABLES = 50  # tables of one pair of sides that a claim is held against
_EVERY = re.compile(
    r"\bacross the board\b|\b(?:in|on|for|at|across|with) (?:every|all|each|both)\b|"
    r"\bevery (?:single )?(?:\w+ ){0,2}(?:model|benchmark|workload|test|configuration|operation|query|case|size)\b|"
    r"^\W*(?:all|each|every)\b|\bnever (?:less|slower|below)\b|\bthroughout\b|\bwithout exception\b",
    re.IGNORECASE,
)
# "Every query that joins", "all but one of the models": some of the rows, nobody knows which.
_SOME = re.compile(
    r"\b(?:every|each|all)(?: (?!(?:runs?|is|are|was|were|takes?)\b)[\w-]+){1,3} (?:that|which|whose|where)\b|"
    r"\b(?:every|each|all)(?: [\w-]+){0,3} (?:but|except\w*|apart from|other than)\b",
    re.IGNORECASE,
)
# "This has since been improved further to 2.4x": the table of an earlier page prints what it was.
_SINCE = re.compile(
    r"\b(?:ha(?:s|ve) since|since (?:then|been)|(?:improved|optimi[sz]ed|reduced|increased|raised|pushed) further|"
    r"further (?:improved|optimi[sz]ed|reduced|increased|raised))\b[^.;]*$",
    re.IGNORECASE,
)
# "With Stable Diffusion it loses by 6%".
_LOST = re.compile(
    r"\b(?:los(?:es|e|t|ing)|trail(?:s|ed|ing)?|lag(?:s|ged|ging)?|(?:is|falls?|fell|stays?) behind)\s"
    r"(?:[\w-]+\s){0,3}?by\s(?:about\s|some\s|only\s|just\s|around\s|roughly\s)?$",
    re.IGNORECASE,
)
Given = tuple[int, Side, Side]
Sides = tuple[str, str, str, str, str]  # and the document that names them


@check(CODE, version=18, severity="high", since="0.1.0")
def factor_against_tables(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor in words is what the tables give for its two sides.

    Why:
        The sentence that everybody quotes is written from a table that changes later. Who holds the two side by side
        can redo the division.

    Flags:
        A factor outside everything that the cells of its two sides give, where the sentence names a row for that row;
        an "up to" that the best row does not reach; a factor said of every case that some row falls short of. Low where
        two values of the document's own sentences give it, or the table's document prints it too.

    Passes:
        Any factor within what the rows give (a mean, one of them), or that a row of its subject prints; bounds that the
        best row satisfies; one of the two readings of a percentage.

    Does not judge:
        Rows whose settings differ between the sides; rows of another workload, percentile, precision or number of
        devices than the sentence says; prices of something else than the table's; projections and goals; a table of
        another document that shares no word with the sentence (skipped); a factor that the document of the table prints
        too, beside the right one; a factor that two values of another kind give in its sentence ("192 GB, 36 % more");
        a loose one of all cases ("about twice for both") that lies within what the rows of all tables give; what "has
        since been improved", by another document's table; what would be low on pages of more than sixty numbers
        (skipped).
    """
    every = GridIndex(grids(corpus), corpus.vocabulary)
    known: dict[Sides, list[tuple[Grid, list[Pair]]]] = {}
    given: dict[Given, list[Pair]] = {}
    index = index_of(corpus)
    for claim in corpus.claims:
        named = claim.subject.name and claim.baseline.name and claim.subject.name != claim.baseline.name
        factor = not claim.chart and claim.place in IN_TEXT and claim.figure.kind in ("ratio", "percent_change")
        if (
            named
            and factor
            and is_said(claim.context)
            and not (claim.figure.kind == "percent_change" and _DIFFERS.search(claim.before))
            and not (claim.metric in UNSAID and _THAT_OF.match(claim.behind))
        ):
            key = (claim.document_id, claim.subject.name, claim.subject.raw, claim.baseline.name, claim.baseline.raw)
            if key not in known:
                known[key] = _pairs(claim, every, given)
            yield from _check(claim, known[key], index, corpus.vocabulary)


def _pairs(claim: Claim, every: GridIndex, given: dict[Given, list[Pair]]) -> list[tuple[Grid, list[Pair]]]:
    sides = claim.subject, claim.baseline
    found = ((grid, _given(grid, sides, given)) for grid in every.naming(*sides))
    own = claim.document_id
    return list(islice(((grid, some) for grid, some in found if some or grid.document.document_id == own), TABLES))


def _given(grid: Grid, sides: tuple[Side, Side], given: dict[Given, list[Pair]]) -> list[Pair]:
    """The pairs of a grid for two sides, found once: many documents claim of the same two."""
    key = id(grid), *sides
    if key not in given:
        given[key] = list(grid.pairs(*sides))
    return given[key]


def _check(
    claim: Claim, tables: list[tuple[Grid, list[Pair]]], index: Index, vocabulary: Vocabulary
) -> Iterator[Finding | Skip]:
    names = stems(f"{claim.subject.name} {claim.subject.raw} {claim.baseline.name} {claim.baseline.raw}")
    topic = stems(f"{claim.context} {claim.workload}") - names
    near = _of_section(claim, tables, vocabulary)
    about = [pair for grid, pairs in near if _same_topic(claim, topic, grid) for pair in pairs]
    measured = [pair for pair in about if _measures(claim, pair.subject, vocabulary)]
    pairs = [
        _turned(claim, one, vocabulary) for one in (measured if averaged(claim.context) else picked(claim, measured))
    ]
    if of_more(claim.context, len(measured)):
        yield Skip(CODE, _key(claim), "unchecked, because the sentence sums up more than the tables print")
        return
    if not pairs:
        if any(some for _, some in tables):
            reason = "another topic" if not about else "another metric" if not measured else "other rows"
            yield Skip(CODE, _key(claim), f"not applicable, because the tables of both are about {reason}")
        return
    if averaged(claim.context) and len(about) < sum(len(some) for _, some in near):
        yield Skip(CODE, _key(claim), "unchecked, because the sentence may sum up other tables too")
        return
    worst = _worst(claim, pairs)
    if (
        worst is not None
        and not _of_another_scene(claim, worst[0], near, index, vocabulary)
        and not _rectified(claim, worst[0], near)
        and not _moved_on(claim, _grid(worst[0], near))
        and not _of_itself(claim, index)
        and not _sums_up(claim, tables)
        and not printed_for(claim, _grid(worst[0], near).table, _grid(worst[0], near).document)
    ):
        told = told_of_both(claim, index.sentences(_grid(worst[0], near).document)) or _given_by_text(claim, index)
        told = told or (not _names_row(claim, worst[0]) and _of_another_row(claim, pairs, about))
        found = _finding(claim, pairs, *worst)
        yield replace(found, severity=severity.at_most("low", found.severity)) if told else found


def _of_another_scene(
    claim: Claim, pair: Pair, tables: Sequence[tuple[Grid, list[Pair]]], index: Index, vocabulary: Vocabulary
) -> bool:
    """Whether the sentence before says a workload or setting by which the factor is not of the pair's table."""
    sentence = index.sentence_at(claim.document_id, claim.figure.start)
    grid = _grid(pair, tables)
    printed = (*grid.table.headings, grid.table.title, *(text for _, text in pair.labels))
    return sentence is not None and of_another_scene(sentence, [" | ".join(printed), grid.document.title], vocabulary)


def _moved_on(claim: Claim, grid: Grid) -> bool:
    """Whether the words before a factor say that it was another one when the other document was written."""
    return grid.document.document_id != claim.document_id and bool(_SINCE.search(claim.before))


def _of_itself(claim: Claim, index: Index) -> bool:
    """Whether the sentence prints two values itself that give its factor: "438 GB against 1,358 GB, three times"."""
    sentence = index.sentence_at(claim.document_id, claim.figure.start)
    return sentence is not None and of_itself(claim, sentence)


def _given_by_text(claim: Claim, index: Index) -> bool:
    """Whether two values of its own document's sentences give a factor: then the tables may be of another case."""
    sentence = index.sentence_at(claim.document_id, claim.figure.start)
    told = near_pairs(index.sentences(sentence.passage.document), ()) if sentence else ()
    allowed = [one.rounded for one in factors(as_value(claim))]
    return any(fits(near.factor, one) for near in told for one in allowed)


def _names_row(claim: Claim, pair: Pair) -> bool:
    """Whether a sentence says every word of a pair's labels: "double the network bandwidth" is of no HBM."""
    return content(" | ".join(text for _, text in pair.labels)) <= content(claim.context)


def _of_another_row(claim: Claim, pairs: Sequence[Pair], about: Sequence[Pair]) -> bool:
    """Whether a row of another metric gives the factor: "double the network bandwidth", over "Ethernet, GB/s"."""
    rest = (one.readings for one in about if one not in pairs)
    return any(judge(reading, one) != "inconsistent" for one in rest for reading in _readings(claim))


def _sums_up(claim: Claim, tables: Sequence[tuple[Grid, list[Pair]]]) -> bool:
    """Whether a loose factor of all cases lies within what the tables give, or one of them cannot be divided.

    "About twice as fast for both training and inference", over tables of each.
    """
    if claim.figure.qualifier != "about" or not _EVERY.search(claim.context):
        return False
    every = hull([up(pair.readings) for _, pairs in tables for pair in pairs])
    return not all(pairs for _, pairs in tables) or any(judge(one, every) != "inconsistent" for one in _readings(claim))


def _rectified(claim: Claim, pair: Pair, tables: Sequence[tuple[Grid, list[Pair]]]) -> bool:
    """Whether the other document that prints the cells prints the factor too, and beside it the right one."""
    grid = _grid(pair, tables)
    own = grid.document.document_id == claim.document_id
    return not own and rectified(grid.document, claim.quote, pair.readings.rounded)


def _grid(pair: Pair, tables: Sequence[tuple[Grid, list[Pair]]]) -> Grid:
    return next(grid for grid, some in tables if any(one.cells == pair.cells for one in some))


def _of_section(
    claim: Claim, tables: list[tuple[Grid, list[Pair]]], vocabulary: Vocabulary
) -> list[tuple[Grid, list[Pair]]]:
    """The tables of the claim's section that measure it, all where it has none: "Fine-tuning" is not "Pre-training"."""
    near = [(grid, some) for grid, some in tables if grid.document.document_id == claim.document_id]
    if len(near) < 2:
        return tables
    inside = in_section(near[0][0].document, claim.figure.start, [grid.table.start for grid, _ in near])
    own = [one for one, is_in in zip(near, inside, strict=True) if is_in]
    return [one for one in own if any(_measures(claim, cell, vocabulary) for cell in one[0].at.values())] or tables


def _same_topic(claim: Claim, topic: frozenset[str], grid: Grid) -> bool:
    """Whether a table can be what the sentence speaks of: of its own document, or sharing a word with it."""
    return claim.document_id == grid.document.document_id or not topic.isdisjoint(grid.stems)


def _measures(claim: Claim, cell: Measurement, vocabulary: Vocabulary) -> bool:
    """Whether the metric of a cell can be the claim's: the same class, or any that "faster" may mean."""
    unit = vocabulary.resolve("units", cell.figure.unit) if cell.figure else None
    of_unit = claim.metric == "price" and _of_another_unit(claim, cell)
    dimension, spoken = unit.text("dimension") if unit else "", kinds_of_noun(claim)
    # "Half again as much memory, and twice the arithmetic": what leads the sentence is not what the second is of.
    other = bool(spoken and dimension in KINDS and dimension not in spoken)
    return not (of_unit or other) and _fits(claim.metric, cell.metric, dimension, vocabulary)


def _of_another_unit(claim: Claim, cell: Measurement) -> bool:
    """Whether a price is said of each of other things than the table's: "a job costs 32% less", a price per hour."""
    row, _, _ = cell.context.partition(" | ")
    printed = frozenset(root(word) for word in _PER.findall(f"{cell.column} {row}"))
    said = frozenset(root(word) for word in _PAID_FOR.findall(_PART.split(claim.before)[-1] + claim.quote))
    return bool(printed and said and not printed & said)


@lru_cache(maxsize=65536)
def _fits(said: str, metric: str, dimension: str, vocabulary: Vocabulary) -> bool:
    entry = vocabulary.get("metrics", metric)
    speed = bool(entry and (entry.flag("speed") or entry.flag("unitless")))
    if metric == "speedup" and said in NO_SPEED_METRICS:
        return False  # "three times the memory" is no speed-up
    if said in ("", "performance", "speedup") or metric == "speedup":
        return dimension not in NO_SPEED and (speed or metric in ("score", "speedup", ""))
    timed = said in TIMED and metric in TIMED
    return timed or vocabulary.metric_class(said) == vocabulary.metric_class(metric)


def _turned(claim: Claim, pair: Pair, vocabulary: Vocabulary) -> Pair:
    """A pair of times or costs the other way round where a sentence says which is the larger: "lasts 22% longer"."""
    timed = pair.subject.figure and lower_wins(pair.subject.metric, pair.subject.figure, vocabulary)
    longer = _LONGER.match(claim.behind) or (_SPENDS.search(claim.before) and _AS_MUCH.match(claim.behind))
    if not timed or not longer or pair.readings.widened.lower <= 0:
        return pair
    return replace(pair, readings=ONE / pair.readings)


def _key(claim: Claim) -> tuple[str, ...]:
    return claim.document, claim.workload, claim.task, claim.metric, claim.subject.name, claim.baseline.name


Worst = tuple[Pair, Readings, str]  # the pair that contradicts, what the claim allows, how it does


def _worst(claim: Claim, pairs: list[Pair]) -> Worst | None:
    """The pair nearest to a factor that none reaches, or furthest from one that all should."""
    # "About twice as fast for both": it sums up rows that lie around it.
    said_of_all = (
        claim.figure.qualifier not in ("up_to", "about")
        and _EVERY.search(claim.context)
        and not _SOME.search(claim.context)
    )
    judged = [_against(claim, reading, pairs, of_all=bool(said_of_all)) for reading in _readings(claim)]
    return judged[0] if judged and all(judged) else None


def _readings(claim: Claim) -> list[Readings]:
    allowed = factors(as_value(claim))
    if claim.figure.kind == "percent_change" and claim.figure.value < WHOLE and _LOST.search(claim.before):
        allowed = [ONE / one for one in allowed]
    return [at_least(one) for one in allowed] if claim.figure.qualifier == "up_to" else allowed


def _against(claim: Claim, reading: Readings, pairs: list[Pair], *, of_all: bool) -> Worst | None:
    if of_all:
        rows = [pair for pair in pairs if not pair.summary]
        failing = [pair for pair in rows if judge(at_least(reading), pair.readings) == "inconsistent"]
        low = min(failing, key=lambda pair: pair.readings.rounded.lower, default=None)
        return (low, reading, SHORT_OF_IT) if low else None
    if judge(reading, hull([pair.readings for pair in pairs])) != "inconsistent":
        return None
    near = min(pairs, key=lambda pair: reading.rounded.distance(pair.readings.rounded))
    best = claim.figure.qualifier == "up_to"
    return near, reading, "is the best" if best else "comes nearest" if len(pairs) > 1 else "is what the cells give"


def _finding(claim: Claim, pairs: list[Pair], pair: Pair, reading: Readings, how: str) -> Finding:
    gap = reading.rounded.distance(pair.readings.rounded)
    flipped = claim.figure.qualifier != "up_to" and reading.rounded.lower > 1 > pair.readings.rounded.upper
    level = severity.of_gap(gap, flipped=True) if flipped else severity.of_reckoned(gap)
    of = "(" + ", ".join(text for _, text in pair.labels) + ") " if pair.labels else ""
    sums = " and ".join(said(cell.figure) for cell in pair.cells if cell.figure)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("low", level) if how != SHORT_OF_IT and _given_across(claim, pairs) else level,
        message=f"{side(claim.subject)} over {side(claim.baseline)}: the {where(claim)} says {said(claim.figure)}; of "
        f"{len(pairs)} in the tables {short(pair.readings.rounded.lower)} to {short(pair.readings.rounded.upper)} "
        f"{of}{how}",
        arithmetic=f"{said(claim.figure)} allows {reading.rounded}; {sums} allows {pair.readings.rounded}: "
        f"{apart(gap)}.",
        comparison=_key(claim),
        evidence=(Evidence.of(claim), *(Evidence.of(cell) for cell in pair.cells), *_others(pairs, pair)),
        likely_wrong_why=f"the words print only a quotient, the table both values of {pair.subject.document}",
    )


def _given_across(claim: Claim, pairs: list[Pair]) -> bool:
    """Whether two rows give the factor together; of more some two give any."""
    sides = zip(*((cell.figure.readings for cell in one.cells if cell.figure) for one in pairs), strict=True)
    return len(pairs) == 2 and given_across(claim, *map(list, sides))


def _others(pairs: list[Pair], pair: Pair) -> Iterator[Evidence]:
    """Cells of further rows, for the reader to see what else was held against the words."""
    for other in [one for one in pairs if one is not pair][: SHOWN - 1]:
        yield from (Evidence.of(cell, "context") for cell in other.cells)
