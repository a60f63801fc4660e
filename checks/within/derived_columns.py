"""A table's own speed-up and efficiency columns, recomputed."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from decimal import Decimal
from math import prod

from checks.lib.columns.joined import joined
from checks.lib.findings import severity
from checks.lib.statements.beside import columns, factors
from checks.lib.statements.cells import Column, summary
from checks.lib.statements.counted import counts, exactly, point
from checks.lib.statements.fits import Fit, chance, fits
from checks.lib.statements.formulas import ANY, CHANCE, positive
from checks.lib.statements.keyed_bases import keyed_bases
from checks.lib.statements.numbered_labels import numbered_labels
from checks.lib.statements.of_row import of_row
from checks.lib.statements.references import contradicted
from checks.lib.statements.rows import header
from checks.lib.statements.turned import View, views
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval, judge
from schemas.names import Vocabulary

CODE = "derived-columns"
_DERIVED = re.compile(
    r"speed-?\s?up|\bfaster\b|\bslower\b|improvement|\bgain\b|\b(?:loss|drop|degradation|reduction|overhead)\b|\brelative\b|\bvs\.?\b|efficiency|"
    r"(?:%|percent\w*)\s*(?:change|diff\w*|increase|decrease)|^(?:change|difference|delta|Δ|diff)\b",
    re.IGNORECASE,
)
_SPREAD = re.compile(r"\berrors?\b|\bmargin|\bdeviation|\bvariance|\bst\.?d(?:ev|\b)|\brme\b|\brsd\b|±", re.IGNORECASE)
# A share of what the table prints too; any other column of percentages may be one as well, and must show it more often.
_SHARE = re.compile(
    r"\bshare\b|\bfraction\b|\bportion\b|\butili[sz]ation\b|\butili[sz]ed\b|(?:%|percent\w*) of\b|"
    r"\bof (?:the )?(?:\w+ )?(?:line rate|peak|roofline|theoretical|nominal|ideal|maximum|max|total|limit|bound)\b",
    re.IGNORECASE,
)
SHARES = 3  # rows that a share of two columns must give
WIDE = Decimal("0.06")  # width of a quotient that proves nothing
MOST = Decimal("0.6")  # share of rows that a formula must give before the others count as wrong
ENOUGH = 2
FOLLOW = 6  # rows that the printed values give to the digit, for each that they do not
TWO = 2  # values of a column, which are hardly quotients
FEW = Decimal("0.0001")  # what the widths of prints may come to where two rows are all that show a share


@check(CODE, version=14, severity="high", since="0.1.0")
def derived_columns(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A column of speed-ups, changes or efficiencies is what the table's other columns give.

    Why:
        The column is computed once and rows are edited, sorted or added later. Readers quote the factor and not the
        two values it came from.

    Flags:
        Rows that differ from the formula that most rows follow, whichever it is: a quotient of two columns, of a row
        and the baseline row, the same over what another column counts, of a row and the one above or the first of its
        group, of a row and the sum of all. Severity by the gap: high from 25 %, medium from 5 %, low below. Rows that
        are upside down, and a column shifted by one row, are named as such. All rows of a column are one finding.
        Low: a row that its printed values do not give to the digit, where they do in six rows for each such row. A
        factor in brackets behind each value ("231 us (2.5x faster)") is such a column too. A column of shares ("Share
        of line rate", "Hit rate") that is one column over another in three rows, or two of digits enough, and in most.
        So too where the rows are metrics ("Speed-up") and the columns runs. One or two rows that the row which the
        header names ("Speedup vs. pandas"), or the one that prints 1x, does not give over the only column of times or
        rates; of an efficiency over the number of parts too, which another row shows. Labels of one shape ("POD16",
        "POD64") are a column of counts. A table of one column ("Scaling") is read with the table of the same rows.

    Passes:
        5.8x for 471 / 82; a column cut off instead of rounded; one unit of the last digit; a speed-up computed on the
        average where a 90th percentile is printed too; percentages as a share, a gain or a saving; rows of totals and
        averages; "slower" rows among "faster" ones; a rival that changes from row to row ("over the next best").

    Does not judge:
        Columns that no formula gives for most rows (computed from what is not printed); a single row without a
        reference that the table states.
    """
    known = _timed(corpus)
    for document in corpus.documents:
        for table, names in joined(document.tables):
            measured = frozenset().union(*(known.get((document.document_id, name), frozenset()) for name in names))
            alone = len(names) == 1
            for view in views(table) if alone else (one for one in views(table) if not one.turned):
                yield from _view(document, view, measured, corpus.vocabulary, last=not alone)


def _view(
    document: Document, view: View, measured: Set[str], vocabulary: Vocabulary, *, last: bool = False
) -> Iterator[Finding | Skip]:
    """What a view of a table breaks; of a joined one only its `last` column is judged: the others are, elsewhere."""
    every = [_without_summaries(one, view.table) for one in columns(view.table, vocabulary)]
    labels = None if view.turned else numbered_labels(view.table)
    every = [*(one for one in every if one.index or not labels), *([labels] if labels else [])]
    timed = [one for one in every if one.header in measured]
    derived = [one for one in every if _is_derived(one, vocabulary)]
    if last:
        every = [one for one in every if one not in derived or one.index == len(view.table.columns) - 1]
        derived = [one for one in derived if one in every]
    for target in (one for one in derived if not view.turned or _is_named(one, vocabulary)):
        yield from _judge(document, view, target, every, timed, vocabulary)
    if view.turned or last:
        return
    for target in (one for one in every if _is_share(one) and one not in derived):
        yield from _judge_share(document, view, target, every, vocabulary)
    for target in factors(view.table):
        alone = _without_summaries(target, view.table)
        yield from _judge(document, view, alone, every, (), vocabulary)


def _timed(corpus: Corpus) -> dict[tuple[str, str], frozenset[str]]:
    """The headers of each table's columns of times and rates: a speed-up is over one of these, never over a size."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in corpus.measurements:
        if one.figure and (one.figure.kind == "duration" or one.unit.endswith("/s")):
            found[one.document_id, one.table].add(one.column)
    return {key: frozenset(headers) for key, headers in found.items()}


def _without_summaries(column: Column, table: Table) -> Column:
    """The column without totals and averages: an average speed-up is rarely that of the averages."""
    plain = {row: one for row, one in column.numbers.items() if not summary(table.rows[row][0].text)}
    return Column(column.index, column.header, plain)


def _is_derived(column: Column, vocabulary: Vocabulary) -> bool:
    units = {one.unit for one in column.numbers.values()}
    named = _is_named(column, vocabulary) or (units == {"x"} and not _copies(column))
    return named and units <= {"x", "%", ""} and not _SPREAD.search(column.header)


def _copies(column: Column) -> bool:
    """Whether a column is of "1x" and "3x", as copies are counted: two whole numbers fit many a quotient by chance."""
    values = {one.value for one in column.numbers.values()}
    return len(values) <= TWO and all(one % 1 == 0 for one in values)


def _is_named(column: Column, vocabulary: Vocabulary) -> bool:
    return header(column.header, vocabulary)[0] in ("speedup", "efficiency") or bool(_DERIVED.search(column.header))


def _is_share(column: Column) -> bool:
    printed = {one.unit for one in column.numbers.values()} == {"%"} or "%" in column.header
    return printed and not _SPREAD.search(column.header)


def _judge_share(
    document: Document, view: View, target: Column, every: Sequence[Column], vocabulary: Vocabulary
) -> Iterator[Finding | Skip]:
    """A share of two columns, where their quotients vary enough to show that it is theirs."""
    others = [one for one in every if one is not target and not _is_derived(one, vocabulary) and not _is_share(one)]
    scores = [one for one in every if one is not target and _is_share(one) and _plain_score(one)]
    ranked = [fit for fit in fits(target, [*others, *scores]) if _may_be(target, fit)]
    best = ranked[0] if ranked else None
    if best is None or not best.failing or not _most(best):
        told = contradicted(target, [one for one in [*others, *scores] if not counts(one)], view.table)
        if told and best is None:
            yield _finding(document, view, (document.name, view.table.name, target.header), target, told)
        return
    odd = len(best.failing) == 1 or len(best.failing) * 4 <= len(best.fitting)
    sharp = (
        len(best.formula.columns) == 1 or best.formula.limit < ANY or _sharp(best, {one.index: one for one in every})
    )
    if (odd and sharp) or _SHARE.search(target.header):
        yield _finding(document, view, (document.name, view.table.name, target.header), target, best)


def _plain_score(column: Column) -> bool:
    """Whether a column of percentages prints scores, not changes: these are never below zero."""
    return all(positive(one) for one in column.numbers.values())


def _may_be(target: Column, fit: Fit) -> bool:
    """Whether a column of percentages may be computed so: in three rows, or in two with digits enough."""
    luck = chance(target, fit)
    if fit.formula.trivial and fit.formula.trivial.isdisjoint(target.numbers):
        return luck <= CHANCE  # the only row without a percentage is what the others are of
    plain = len(fit.formula.columns) == 2 and (fit.reading != "more" or luck <= CHANCE)
    shares = {fit.printed[row].rounded for row in fit.fitting}
    return (plain or fit.formula.limit < ANY) and (luck <= FEW or len(shares) >= SHARES)


def _sharp(fit: Fit, columns: Mapping[int, Column]) -> bool:
    """Whether the values are of digits enough: "9" of "110" is near any share from 7.7 to 8.7 %, by chance."""
    values = [columns[one.index].numbers[row].readings.rounded for one in fit.formula.columns for row in fit.fitting]
    return all((one.upper - one.lower) / one.upper < WIDE for one in values)


def _judge(
    document: Document,
    view: View,
    target: Column,
    every: Sequence[Column],
    timed: Sequence[Column],
    vocabulary: Vocabulary,
) -> Iterator[Finding | Skip]:
    others = [one for one in every if one is not target and not _is_derived(one, vocabulary)]
    name = (document.name, view.table.name, target.header)
    every_fit = fits(target, others, {} if view.turned else keyed_bases(view.table, target))
    ranked = [fit for fit in every_fit if not _falls_behind(fit, others)]
    best = ranked[0] if ranked else None
    if best is None or len(best.fitting) < ENOUGH or not _most(best):
        shifted = next((fit for fit in ranked if _shift(fit)), None)
        parts = [exactly(one) for one in others if counts(one)]
        # "Structures per day"; of a table whose rows are metrics no column is known as one of times.
        plain = [one for one in others if not counts(one) and (not view.turned or _of_one_unit(one))]
        only = timed or (plain if parts or view.turned else [])
        told = contradicted(target, only, view.table, parts) if not shifted else None
        if shifted:
            yield _finding(document, view, name, target, shifted)
        elif told:
            yield _finding(document, view, name, target, told)
        elif told := of_row(target, others, view.table):  # no row bears the formula out
            found = _finding(document, view, name, target, told)
            yield replace(found, severity=severity.at_most("low" if not told.fitting else "medium", found.severity))
        else:
            yield Skip(CODE, name, "unchecked, because no formula over the printed columns gives most rows")
    elif best.failing:
        yield _finding(document, view, name, target, best)
    elif told := _to_the_digit(target, others, ranked):
        yield replace(_finding(document, view, name, target, told), severity="low")


def _to_the_digit(target: Column, others: Sequence[Column], ranked: Sequence[Fit]) -> Fit | None:
    """The rows that the printed values do not give to the digit, where those of all others do, beyond luck.

    "69.1 to 67.2" may be a loss of 2.6 % before rounding, but not where each other loss was taken from what is printed.
    """
    wide = {(one.formula.words, one.reading): one for one in ranked if not one.failing}
    if all(_luck(one, one.fitting) > CHANCE for one in wide.values()):
        return None
    exact = {(one.formula.words, one.reading): one for one in fits(target, [point(one) for one in others])}
    shared = [words for words in wide if words in exact]
    best = max(shared, key=lambda words: len(exact[words].fitting), default=None)
    if best is None or not exact[best].failing or len(exact[best].failing) * FOLLOW > len(exact[best].fitting):
        return None
    return exact[best] if _luck(wide[best], exact[best].fitting) <= CHANCE else None


def _luck(fit: Fit, rows: Sequence[int]) -> Decimal:
    """How likely values that are rounded are to give the prints of these rows to the digit all the same."""
    seen = {fit.printed[row].widened.upper: row for row in rows if row in fit.formula.values}.values()
    wide = ((fit.printed[row].widened, fit.formula.values[row].rounded) for row in seen)
    parts = ((said.upper - said.lower, given.upper - given.lower) for said, given in wide)
    return prod((min(said / given, Decimal(1)) for said, given in parts if given), start=Decimal(1))


def _falls_behind(fit: Fit, columns: Sequence[Column]) -> bool:
    """Whether a fit is how often the parts are doubled, of which what they do falls short: 7.28 on 8x the nodes."""
    used = {one.index for one in fit.formula.columns}
    parts = [counts(one) or not one.index for one in columns if one.index in used]  # labels: "16 nodes"
    if not fit.failing or not parts or not all(parts):
        return False
    return all(fit.printed[row].rounded.upper < fit.formula.values[row].rounded.upper for row in fit.failing)


def _of_one_unit(column: Column) -> bool:
    """Whether a row of a turned table is one measure: the last of its columns may be of changes."""
    units = {one.unit for one in column.numbers.values()}
    return len(units) == 1 and not units & {"x", "%"}


def _most(fit: Fit) -> bool:
    # A row that prints 1 fits whatever is the same twice: it is the baseline's own.
    telling = [row for row in fit.fitting if Decimal(1) not in fit.printed[row].rounded]
    return bool(telling) and len(fit.fitting) >= MOST * (len(fit.fitting) + len(fit.failing))


def _shift(fit: Fit) -> int:
    """By how many rows the failing rows are shifted, 0 when they are not: each prints its neighbour's value."""
    failing = fit.failing
    for step in (1, -1):
        moved = [row for row in failing if row + step in fit.formula.values]
        hits = [row for row in moved if judge(fit.printed[row], fit.formula.values[row + step]) != "inconsistent"]
        if len(hits) > ENOUGH and len(hits) >= len(failing) - 1:
            return step
    return 0


def _upside_down(fit: Fit, row: int) -> bool:
    value = fit.formula.values[row].rounded
    one = Interval(Decimal(1), Decimal(1))
    return fit.printed[row].widened.meets(one / value) and value.lower > 0


def _finding(document: Document, view: View, name: tuple[str, ...], target: Column, fit: Fit) -> Finding:
    gaps = {row: fit.printed[row].rounded.distance(fit.formula.values[row].rounded) for row in fit.failing}
    worst = max(gaps.values())
    table = view.table
    labels = ", ".join(next((one.text for one in table.rows[row] if one.text), "") for row in fit.failing[:5])
    flipped = any((fit.printed[r].rounded.lower > 1) != (fit.formula.values[r].rounded.lower > 1) for r in gaps)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(worst, flipped=flipped and worst >= severity.MEDIUM),
        message=f"table {table.name}: {target.header!r} is not {fit.formula.words} in {len(fit.failing)} of "
        f"{len(fit.failing) + len(fit.fitting)} rows ({labels})",
        arithmetic=" ".join(_sums(table, target, fit)),
        comparison=name,
        evidence=tuple(_evidence(document, view, target, fit)),
        likely_wrong_why=_why(target, fit),
    )


def _why(target: Column, fit: Fit) -> str:
    step = _shift(fit)
    if step:
        return f"the column {target.header!r}: it is shifted by a row, each cell holds the value of the row " + (
            "below" if step > 0 else "above"
        )
    if all(_upside_down(fit, row) for row in fit.failing):
        return f"these cells of {target.header!r}: they are upside down, old over new instead of new over old"
    return f"these cells of {target.header!r}, or a value that they were computed from: the other rows follow it"


def _sums(table: Table, target: Column, fit: Fit) -> Iterator[str]:
    for row in fit.failing[:8]:
        values = ", ".join(f"{one.header} {table.rows[row][one.index].text}" for one in fit.formula.columns)
        printed = table.rows[row][target.index].text
        yield f"{table.rows[row][0].text}: {values} give {fit.formula.values[row].rounded}, printed is {printed}."
    yield f"{len(fit.fitting)} rows follow {fit.formula.words}."


def _evidence(document: Document, view: View, target: Column, fit: Fit) -> Iterator[Evidence]:
    for row in fit.failing:
        yield view.cell(document, row, target.index)
        yield from (view.cell(document, row, one.index, "supporting") for one in fit.formula.columns)
    # What the rows are over: a reader redoes the sum with both rows before him.
    for base in sorted({fit.formula.bases[row] for row in fit.failing if row in fit.formula.bases} - {*fit.failing}):
        shown = [one.index for one in (*fit.formula.columns, target) if base in one.numbers]
        yield from (view.cell(document, base, index, "supporting") for index in shown)
