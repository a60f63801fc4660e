"""An "up to" against the column of factors that stands under it."""

import re
from collections.abc import Iterator, Sequence

from checks.lib.findings import severity
from checks.lib.findings.places import Places
from checks.lib.findings.words import said, where
from checks.lib.language.tokens import coded, names, tokens
from checks.lib.statements.cells import Column, Number, columns
from checks.lib.statements.factors import top_of
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Cell, Document, Table
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval
from schemas.statement import Claim, Parsed

CODE = "headline-column"
NEAR = 1500  # characters between an "up to" and its table
FEWEST = 2  # factors other than 1 that a column must have
_RELATIVE = re.compile(
    r"relative|speed-?\s?up|\bvs\b|versus|\bover\b|compared|\bgain|improv|normali[sz]ed|×|\bx\b|faster", re.IGNORECASE
)
_PART = re.compile(
    r"\b(?:selected|selection|some of|example\w*|excerpt|subset|sample of|typical|median|average|mean)\b", re.IGNORECASE
)
SHOWN = 5  # further factors that a finding quotes


@check(CODE, version=2, severity="medium", since="0.1.0")
def headline_column(corpus: Corpus) -> Iterator[Finding | Skip]:
    """An "up to" is the best of the column of factors under it.

    Why:
        Slides and product pages draw a few bars with a factor each and write the best one over them. A bar is measured
        again, the words over it are not.

    Flags:
        "Up to 3x the throughput" over 1.0x, 1.6x and 2.3x, relative to the product before; high never: the best may be
        of a case that is not listed.

    Passes:
        The best of the column, rounded; a column with a larger factor of another product (only what the words name is
        looked at).

    Does not judge:
        Lists that are called a selection, an average or typical (skipped); several tables of factors under one claim;
        gaps below 5 %; a best that another "up to" of the document is.
    """
    places = Places(corpus)
    for parsed in corpus.parsed:
        bound = [one for one in parsed.claims if one.figure.kind == "ratio" and one.figure.qualifier == "up_to"]
        for claim in bound:
            if not claim.chart:
                yield from _check(claim, [one for one in bound if one is not claim], parsed, places)


def _check(claim: Claim, others: Sequence[Claim], parsed: Parsed, places: Places) -> Iterator[Finding | Skip]:
    document = parsed.document
    found = [(table, one) for table in _below(claim, document) for one in columns(table) if _is_factors(one, table)]
    if len(found) != 1:
        return
    table, column = found[0]
    rows = [row for row, one in column.numbers.items() if one.value > 0]
    about = (claim.context, table.title, *table.headings[-1:], *(one.text for one in table.columns))
    if _PART.search(" | ".join(about)):
        yield Skip(CODE, _key(claim), "not applicable, because the factors are a selection or an average")
        return
    if not _same_thing(claim, table):
        return
    best = max(rows, key=lambda row: column.numbers[row].value)
    top = top_of(claim.figure)
    gap = top.distance(column.numbers[best].readings.rounded)
    theirs = any(top_of(one.figure).meets(column.numbers[best].readings.rounded) for one in others)
    if gap >= severity.MEDIUM and not theirs:
        cells = [places.printed(document, one.start, one.end) for one in _cells(table, column, best)]
        yield _finding(claim, table.rows[best][0].text, cells, top, column.numbers[best])


def _below(claim: Claim, document: Document) -> list[Table]:
    """The tables of the claim's section: up to the next heading of its level."""
    heads = [one for one in document.blocks if one.kind == "heading"]
    over = [one for one in heads if one.start <= claim.figure.start]
    level = over[-1].level if over else 0
    after = (one.start for one in heads if one.start > claim.figure.start and one.level < level)
    end = min(next(after, len(document.text)), claim.figure.end + NEAR)
    return [table for table in document.tables if claim.figure.end <= table.start < end]


def _is_factors(column: Column, table: Table) -> bool:
    some = [one for one in column.numbers.values() if one.value > 0]
    printed = bool(some) and all(one.unit == "x" for one in some)
    about = " ".join((column.header, table.title, *table.headings[-1:]))
    return printed and sum(one.value != 1 for one in some) >= FEWEST and bool(_RELATIVE.search(about))


def _same_thing(claim: Claim, table: Table) -> bool:
    """Whether the table's headers name nothing, or what the claim's sentence names."""
    titles = [one for one in (*table.headings[-1:], table.title) if claim.quote not in one]
    theirs = coded(" | ".join([*titles, *(one.text for one in table.columns)]))
    return (
        not theirs
        or bool(theirs & {one.root for one in tokens(" | ".join((claim.context, claim.baseline.name)))})
        or (bool(names(claim.context, title=True) & {one.root for text in titles for one in tokens(text)}))
    )


def _key(claim: Claim) -> tuple[str, ...]:
    return claim.document, claim.metric, claim.subject.name, claim.baseline.name


def _cells(table: Table, column: Column, best: int) -> list[Cell]:
    others = [row for row in column.numbers if row != best][:SHOWN]
    return [table.rows[row][column.index] for row in (best, *others)]


def _finding(claim: Claim, label: str, cells: Sequence[Evidence], top: Interval, best: Number) -> Finding:
    less = "less" if best.value < claim.figure.value else "more"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium",
        message=f"the {where(claim)} says {said(claim.figure)}; the best of the factors under it, {cells[0].quote} "
        f"({label}), is {less}",
        arithmetic=f"{said(claim.figure)} wants {top} as the best; {cells[0].quote} allows {best.readings.rounded}: "
        "they do not meet.",
        comparison=_key(claim),
        evidence=(Evidence.of(claim), *cells),
        likely_wrong_why="the headline, or the case that reached it is not listed",
    )
