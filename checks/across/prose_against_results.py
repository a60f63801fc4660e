"""A value in prose against the rows of results tables."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cached_property

from checks.lib.findings import severity
from checks.lib.findings.slips import slip_told, too_far
from checks.lib.findings.words import apart, said, topic
from checks.lib.labels.about import index_of
from checks.lib.language.assertions import is_said
from checks.lib.language.otherwise import otherwise
from checks.lib.quantities.asserted import is_difference, is_former
from checks.lib.quantities.reckoned import reckoned
from checks.lib.statements.absolutes import based
from checks.lib.statements.index import Printed, by
from checks.lib.sums.given_around import GIVEN, given_around
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.interval import Readings
from schemas.names import Vocabulary
from schemas.statement import Claim, Figure, Measurement

CODE = "prose-against-results"
OF_ANYTHING = ("", "rate", "level")  # dimensions that units of unlike things share: packets and queries per second
NEAR = Decimal("0.05")  # of a row: what names no workload, and lies further off, may be of another one
ROWS = 50  # rows that a value may be made of
GENERIC_RATES = ("items/s", "samples/s")  # what a results page calls images, sequences or rows alike
_ONE = re.compile(
    r"\b(?:one|each|every|single|per)\s(?:of\s)?(?:[\w.’'-]+\s){0,4}?(?:nodes?|machines?|servers?|hosts?|boards?|cards?|gpus?|chips?|"
    r"cores?|accelerators?|racks?|sites?)\b[^.;:]{0,24}$",
    re.IGNORECASE,
)


@check(CODE, version=11, severity="medium", since="0.1.0")
def prose_against_results(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A value that prose prints stands in the results rows of the same thing, or below the best of them.

    Why:
        Prose and results pages are kept by different people. A value in prose that no row reaches cannot be checked
        by a reader, and often comes from a setting that the page no longer shows.

    Flags:
        A throughput above, or a time below, every row of the same workload, task and machine, later machines and
        releases of the same line included. "Up to" says that some row reaches it: low, unless one slip makes the one
        of the other. So is, with such a slip, what is said under a condition that the rows do not name; and what is
        held against rows of its workload that name nobody, and what names no workload and is nearly what its own
        document's tables print of the machine.

    Passes:
        A value that one row prints; a bound ("less than 3 hours") that one row satisfies; a value within the range
        of the rows (another batch size or release).

    Does not judge:
        Goals and corrections; what a value stands against ("instead of 12 GB"); factors; values of neither a workload
        nor a machine; machines or workloads that the tables do not hold; values of another unit. Skipped are what is
        said under a condition that the rows do not name, what another machine's row prints, what comes out of values
        around it ("the chips take 5.6 kW" of 6.4 kW, the hosts 0.8 kW), and what is so far off that only another
        quantity can be meant.
    """
    sound = [row for row in corpus.measurements if row.figure and row.status == "ok"]
    alike = [Rows(rows, corpus.vocabulary) for rows in by(sound, _about).values()]
    known = by(alike, lambda one: (one.first.workload, one.first.metric))
    for claim in corpus.claims:
        named = claim.workload or claim.subject.name  # rows without either are of anything: so is "8 MB"
        printed = claim.place not in ("bar_label", "axis_label", "note") and is_said(claim.context)
        between = is_former(claim.before) or is_difference(claim.behind)
        if named and printed and not between and claim.figure.kind in ("absolute", "duration"):
            rows = known.get((claim.workload, claim.metric), [])
            same = [one for one in rows if _same_thing(claim, one.first, corpus.vocabulary)]
            yield from _check(claim, same, corpus) if same or claim.workload else _of_own_tables(claim, alike, corpus)


def _about(row: Measurement) -> tuple[str, ...]:
    unit = row.figure.unit if row.figure else ""
    return row.workload, row.metric, row.task, row.subject.name, unit


class Rows:
    """Rows of one workload, metric, task, machine and unit, read once for all the claims that are held against them."""

    def __init__(self, rows: list[Measurement], vocabulary: Vocabulary) -> None:
        self.first = rows[0]
        self._rows, self._vocabulary = rows, vocabulary

    @cached_property
    def values(self) -> list[tuple[Measurement, Readings]]:
        """The rows with what each allows, in base units."""
        return [(row, based(row.figure, self._vocabulary)) for row in self._rows if row.figure]

    @cached_property
    def printed(self) -> Printed:
        """What all of them allow together."""
        return Printed([values for _, values in self.values])

    @cached_property
    def ends(self) -> tuple[Decimal, Decimal]:
        """The least lower and the greatest upper end."""
        return min(one.rounded.lower for _, one in self.values), max(one.rounded.upper for _, one in self.values)


def _of_own_tables(claim: Claim, every: Sequence[Rows], corpus: Corpus) -> Iterator[Finding | Skip]:
    """A value of no named workload, against what its own document's tables print of the machine; near misses, low."""
    own = [
        one
        for one in every
        if one.first.document_id == claim.document_id
        and one.first.metric == claim.metric
        and one.first.subject.name == claim.subject.name
        and _same_thing(claim, one.first, corpus.vocabulary)
    ]
    mine = based(_top(claim), corpus.vocabulary)
    if own and _gap(mine, [pair for one in own for pair in one.values]) <= NEAR:
        for item in _check(claim, own, corpus):
            yield replace(item, severity="low") if isinstance(item, Finding) else item


def _same_thing(claim: Claim, row: Measurement, vocabulary: Vocabulary) -> bool:
    if claim.task and row.task and claim.task != row.task:
        return False
    return row.figure is not None and _same_unit(claim.figure, row.figure, vocabulary)


def _same_unit(left: Figure, right: Figure, vocabulary: Vocabulary) -> bool:
    units = [vocabulary.resolve("units", figure.unit) for figure in (left, right)]
    if units[0] and units[1] and units[0].name == units[1].name:
        return True  # "out tok/s" and tokens/s
    if units[0] and units[1] and units[0].text("dimension") == units[1].text("dimension") not in OF_ANYTHING:
        return True  # GB/s and TB/s
    mine, theirs = left.unit, right.unit  # "output tokens/s" are tokens/s
    alike = mine == theirs or mine.endswith(f" {theirs}") or theirs.endswith(f" {mine}")
    return alike or theirs in GENERIC_RATES or mine in GENERIC_RATES


def _check(claim: Claim, rows: Sequence[Rows], corpus: Corpus) -> Iterator[Finding | Skip]:
    line = successors(claim.subject.name, corpus.vocabulary) if rows else []
    line += [""] if claim.workload else []  # rows that name nobody are of whom the page is about
    same = [one for one in rows if one.first.subject.name in line]
    if not any(one.first.subject.name in (claim.subject.name, "") for one in same):
        if rows:
            reason = f"not applicable, because no row is on {claim.subject.name or 'a named system'}"
            yield Skip(CODE, _key(claim), reason)
        return
    mine = based(_top(claim), corpus.vocabulary)
    if not all(one.printed.contradict(mine) for one in same):
        return
    if all(_better(mine, one, claim) for one in same) and not _is_made(claim, mine, same):
        yield _judged(claim, mine, rows, same, corpus)
    else:
        yield Skip(CODE, _key(claim), "unchecked, because it lies within the range of the rows")


def _judged(claim: Claim, mine: Readings, rows: Sequence[Rows], same: Sequence[Rows], corpus: Corpus) -> Finding | Skip:
    """A value that is better than each of `same`, the rows of its machine; `rows` are of any machine."""
    found = [pair for one in same for pair in one.values]
    finding = _finding(claim, found, mine)
    quotes = [one.quote for one in finding.evidence[:2]]
    of_another = next((one.first.subject.name for one in rows if not one.printed.contradict(mine)), "")
    if of_another:
        return Skip(CODE, _key(claim), f"unchecked, because {of_another} has it in the tables")
    if case := _case(claim, found, corpus):
        skip = Skip(CODE, _key(claim), f"unchecked, because {case}")
        return replace(finding, severity="low") if slip_told(*quotes) else skip
    if too_far(_gap(mine, found), *quotes):
        return Skip(CODE, _key(claim), "unchecked, because it is so far from the rows that it is of something else")
    return finding


def _top(claim: Claim) -> Figure:
    """The best that a claim speaks of: of "up to 9,704 queries/s" that number, which some row must reach."""
    best = (
        claim.figure.qualifier == "up_to" and claim.figure.kind == "absolute" and claim.direction != "lower_is_better"
    )
    return replace(claim.figure, qualifier="exact") if best else claim.figure


def _is_made(claim: Claim, mine: Readings, same: Sequence[Rows]) -> bool:
    """Whether the value is what the sentence makes of a row: a share of it, or so many of them."""
    start, end = claim.at
    words = f"{claim.context[:start]} {claim.context[end:]}"
    return any(reckoned(mine, values, (), words, ()) for one in same for _, values in one.values[:ROWS])


def _key(claim: Claim) -> tuple[str, ...]:
    return claim.document, claim.workload, claim.task, claim.metric, claim.subject.name


def successors(name: str, vocabulary: Vocabulary) -> list[str]:
    """A machine and the later ones of its line, by the vocabulary's successor_of."""
    found = [name]
    for entry in vocabulary.entries("platforms"):
        if entry.text("successor_of") in found and entry.name not in found:
            found.append(entry.name)
    return found


def _better(mine: Readings, theirs: Rows, claim: Claim) -> bool:
    """Whether the claim is better than every one of the rows."""
    lower_wins = claim.direction == "lower_is_better" or claim.figure.kind == "duration"
    least, greatest = theirs.ends
    if lower_wins and claim.figure.qualifier == "up_to":
        return False  # "up to 22 W" is the most that it takes
    return mine.rounded.upper < least if lower_wins else mine.rounded.lower > greatest


def _case(claim: Claim, rows: list[tuple[Measurement, Readings]], corpus: Corpus) -> str:
    """Why the claim may be of another case than the rows, "" where nothing says so."""
    if given_around(claim.document_id, claim.figure.start, corpus, index_of(corpus)):
        return GIVEN
    printed = (text for one, _ in rows for text in (one.context, one.column, one.workload, one.subject.raw))
    if _ONE.search(claim.before) and not any(_ONE.search(one.column) for one, _ in rows):
        return "it may be of one of several"  # of each node, where the rows have what all of them took
    case = otherwise(claim.context, *claim.at, printed)
    return f"it may be of another case: {case!r}" if case else ""


def _gap(mine: Readings, rows: Sequence[tuple[Measurement, Readings]]) -> Decimal:
    return min(mine.rounded.distance(values.rounded) for _, values in rows)


def _finding(claim: Claim, rows: list[tuple[Measurement, Readings]], mine: Readings) -> Finding:
    ranked = sorted(rows, key=lambda row: (mine.rounded.distance(row[1].rounded), row[0].statement_id))
    best = _best_by_machine(ranked)
    row, values = best[0]
    gap = mine.rounded.distance(values.rounded)
    bound = claim.figure.qualifier == "up_to" or not row.subject.name  # of which run, nobody knows
    most = severity.of_told(gap, slip_told(claim.figure.literal, row.literal)) if bound else severity.of_gap(gap)
    level: Severity = severity.at_most("medium", most)
    figures = ", ".join(f"{one.literal}{_on(one)}" for one, _ in best)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=level,
        message=f"{topic(claim)} of {claim.subject.name}: the text says {said(claim.figure)}, more than any of "
        f"{len(rows)} results rows; the best are {figures}",
        arithmetic=f"{said(claim.figure)} allows {claim.figure.interval}; the best row allows "
        f"{row.figure.interval if row.figure else ''}: {apart(gap)}.",
        comparison=_key(claim),
        evidence=(Evidence.of(claim), *(Evidence.of(one) for one, _ in best)),
        likely_wrong_why="the text may come from a setting that the tables do not show",
    )


def _best_by_machine(ranked: list[tuple[Measurement, Readings]]) -> list[tuple[Measurement, Readings]]:
    best: dict[str, tuple[Measurement, Readings]] = {}
    for row, values in ranked:
        best.setdefault(row.subject.name, (row, values))
    return list(best.values())[:3]


def _on(row: Measurement) -> str:
    return f"{f' on {row.subject.name}' if row.subject.name else ''}{_settings(row)}"


def _settings(row: Measurement) -> str:
    shown = ("sdk_version", "framework", "batch_size")
    stated = [(name, row.subject.condition(name)) for name in shown]
    told = [f"batch {text}" if name == "batch_size" else text for name, text in stated if text]
    return f" ({', '.join(told or [row.variant])})" if told or row.variant else ""
