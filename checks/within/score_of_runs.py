"""A score that a table prints beside the runs that it was made of."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from statistics import fmean, median

from checks.lib.findings import severity
from checks.lib.statements.cells import Column, columns, summary
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip
from schemas.interval import short

CODE = "score-of-runs"
RUNS = 3  # columns of runs
ENOUGH = 2  # rows that a rule must give
MOST = Decimal("0.6")  # share of rows
_RUN = re.compile(r"(?:run|trial|pass|round|attempt|sample|repeat|iteration|test|try)\s*#?\s*\d+\b.*", re.IGNORECASE)
_SCORE = re.compile(
    r"(?:final |official |reported |overall )?(?:score|result|mean|average|avg\.?|median|best|worst|min(?:imum)?|"
    r"max(?:imum)?|geo\.?\s?mean)\b.*",
    re.IGNORECASE,
)


def _trimmed(values: Sequence[float]) -> float:
    return fmean(sorted(values)[1:-1])


# Each moves by no more than the runs do: what their print leaves open is what it leaves open of the score.
_RULES: dict[str, Callable[[Sequence[float]], float]] = {
    "the mean of the runs": fmean,
    "their median": median,
    "their mean without the fastest and the slowest": _trimmed,
    "the smallest of them": min,
    "the largest of them": max,
}


@dataclass(frozen=True, slots=True)
class _Fit:
    words: str
    given: dict[int, Decimal]  # by row
    fitting: tuple[int, ...]
    failing: tuple[int, ...]


@check(CODE, version=1, severity="high", since="0.1.0")
def score_of_runs(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A score is made of the runs beside it by one rule in every row.

    Why:
        Benchmarks say how runs become a score: drop the fastest and the slowest, take the mean of the rest. A row that
        was made by another rule, or before a run was repeated, looks like all others.

    Flags:
        Rows whose score is not what the rule gives that most rows of the table follow: mean, median, the mean without
        the fastest and the slowest run, the best or the worst. All rows of a column are one finding.

    Passes:
        Scores within the rounding of runs and score; tables whose rows follow one rule, whichever it is.

    Does not judge:
        Tables with fewer than three runs a row, or whose rows follow no rule (skipped): scores with a weight, a
        penalty, or of runs that are not printed.
    """
    for document in corpus.documents:
        for table in document.tables:
            every = list(columns(table))
            runs = [one for one in every if _RUN.fullmatch(one.header)]
            for target in (one for one in every if _SCORE.fullmatch(one.header) and len(runs) >= RUNS):
                yield from _judge(document, table, target, runs)


def _judge(document: Document, table: Table, target: Column, runs: Sequence[Column]) -> Iterator[Finding | Skip]:
    rows = [row for row in target.numbers if not summary(table.rows[row][0].text)]
    rows = [row for row in rows if all(row in one.numbers for one in runs)]
    fits = [_fit(words, rule, target, runs, rows) for words, rule in _RULES.items()]
    best = max(fits, key=lambda one: len(one.fitting))
    if len(best.fitting) < ENOUGH or len(best.fitting) < MOST * len(rows):
        reason = "unchecked, because no rule makes the score of the runs in most rows"
        yield Skip(CODE, (document.name, table.name, target.header), reason)
    elif best.failing:
        yield _finding(document, table, target, runs, best)


def _fit(
    words: str, rule: Callable[[Sequence[float]], float], target: Column, runs: Sequence[Column], rows: Sequence[int]
) -> _Fit:
    given = {row: Decimal(str(rule([float(one.numbers[row].value) for one in runs]))) for row in rows}
    fitting = tuple(row for row in rows if _within(given[row], row, target, runs))
    return _Fit(words, given, fitting, tuple(row for row in rows if row not in fitting))


def _within(given: Decimal, row: int, target: Column, runs: Sequence[Column]) -> bool:
    said = target.numbers[row].readings.widened
    open_ = max((one.numbers[row].readings.rounded.upper - one.numbers[row].value) for one in runs)
    return said.lower - open_ <= given <= said.upper + open_


def _finding(document: Document, table: Table, target: Column, runs: Sequence[Column], fit: _Fit) -> Finding:
    labels = ", ".join(table.rows[row][0].text for row in fit.failing[:5])
    gaps = [abs(fit.given[row] / target.numbers[row].value - 1) for row in fit.failing if target.numbers[row].value]
    sums = (
        f"{table.rows[row][0].text}: {fit.words} ({', '.join(short(one.numbers[row].value) for one in runs)}) is "
        f"{fit.given[row]:.5g}, printed is {short(target.numbers[row].value)}"
        for row in fit.failing[:8]
    )
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(max(gaps, default=Decimal(0))),
        message=f"table {table.name}: {target.header!r} is {fit.words} in {len(fit.fitting)} rows and not in {labels}",
        arithmetic="; ".join(sums) + f"; {len(fit.fitting)} rows follow the rule.",
        comparison=(document.name, table.name, target.header),
        evidence=tuple(
            evidence
            for row in fit.failing
            for evidence in (
                cell(document, table, row + 1, target.index),
                *(cell(document, table, row + 1, one.index, "supporting") for one in runs),
            )
        ),
        likely_wrong_why="the score, made by another rule, or a run that was changed after it: the other rows agree",
    )
