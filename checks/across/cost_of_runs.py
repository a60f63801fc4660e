"""How much less a run is said to cost, against the price of an hour and the hours that a table prints for each side."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.findings import severity
from checks.lib.findings.words import apart, come_to, said
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.quantities.asserted import Sentence
from checks.lib.statements.cells import Column, columns
from checks.lib.statements.compared import FACTORS
from checks.lib.statements.factors import of_price
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Readings, judge
from schemas.statement import Claim

CODE = "cost-of-runs"
_HOURLY = re.compile(
    r"(?:price|cost|rate|[$€£]|usd|eur).*(?:\bper hour\b|/\s?h(?:r|our)?\b|\ban hour\b)|\bhourly\b", re.IGNORECASE
)
_TIME = re.compile(r"\b(?:run ?time|time|duration|hours|elapsed|wall[- ]clock)\b", re.IGNORECASE)
_NO_RUN = re.compile(r"\b(?:queue|wait\w*|start-?up|boot|first|saved|per)\b", re.IGNORECASE)
# What is no cost of a run: a price by itself, or of so much of something.
_OTHER = re.compile(
    r"\bper (?!run\b|job\b|training\b|week\b)\w+|\bhourly\b|\ban hour\b|\bprices?\b|\blist\b|\breserved\b|\bspot\b|"
    r"\b(?:licen[cs]es?|storage|energy|power|total cost of ownership|TCO)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Costs:
    """A table that prints a price per hour and a run time for each row."""

    document: Document
    table: Table
    price: Column
    time: Column


@check(CODE, version=1, severity="high", since="0.1.0")
def cost_of_runs(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a run is said to cost, beside the other machine's, is what price per hour and run time give when multiplied.

    Why:
        The dearer machine finishes sooner, and "less than half the cost" is what the customer remembers. The appendix
        prints the price of an hour and the hours, and nobody multiplies.

    Flags:
        "Now costs less than half of what it cost on g7" beside a table in which g7 takes 4.1 hours at $12.24 and its
        successor 2.3 hours at $15.60: 0.71 of the cost.

    Passes:
        Factors that the two products give, read either way round.

    Does not judge:
        Prices, costs per token or per hour, tariffs that are reserved; sentences whose two sides are not each one row
        of the table; documents of different dates (skipped).
    """
    every = [one for document in corpus.documents for one in _tables(document)]
    index = index_of(corpus)
    documents = {one.document_id: one for one in corpus.documents}
    for claim in corpus.claims if every else ():
        if _of_cost(claim):
            inside = (one for one in index.sentences(documents[claim.document_id]) if _holds(one, claim))
            for sentence in inside:
                for costs in every:
                    yield from _check(claim, sentence, costs, index)


def _of_cost(claim: Claim) -> bool:
    """Whether a factor is of what something cost on another machine."""
    priced = claim.figure.kind in FACTORS and claim.metric == "price" and not claim.chart and bool(claim.baseline.name)
    return priced and not _OTHER.search(claim.context)


def _holds(sentence: Sentence, claim: Claim) -> bool:
    return sentence.passage.start <= claim.figure.start < sentence.passage.end and sentence.asserted


def _tables(document: Document) -> Iterator[_Costs]:
    for table in document.tables:
        found = list(columns(table))
        prices = [one for one in found if _HOURLY.search(one.header)]
        times = [
            one for one in found if _TIME.search(one.header) and not _NO_RUN.search(one.header) and one not in prices
        ]
        if len(prices) == len(times) == 1:
            yield _Costs(document, table, prices[0], times[0])


def _check(claim: Claim, sentence: Sentence, costs: _Costs, index: Index) -> Iterator[Finding | Skip]:
    rows = _rows(claim, sentence, costs)
    if rows is None:
        return
    new, old = (_cost(costs, row) for row in rows)
    given = new / old
    allowed = of_price(claim)
    if any(judge(one, given) != "inconsistent" for one in allowed):
        return
    key = (claim.document, costs.document.name, costs.table.name, claim.subject.name, claim.baseline.name)
    if index.of_two_editions(sentence.passage.document, costs.document):
        yield Skip(CODE, key, OTHER_EDITION)
    else:
        yield _finding(claim, costs, rows, given, allowed, key)


def _rows(claim: Claim, sentence: Sentence, costs: _Costs) -> tuple[int, int] | None:
    """The rows of the new and the old side: the baseline's, and the one other that the words around it name."""
    able = [row for row in costs.price.numbers if row in costs.time.numbers]
    labels = {row: costs.table.rows[row][0].text for row in able}
    old = [row for row in able if _is(labels[row], claim.baseline.raw)]
    around = " | ".join((sentence.passage.words, *sentence.scope, claim.subject.raw))
    new = [row for row in able if row not in old and _is(labels[row], around)]
    return (new[0], old[0]) if len(old) == len(new) == 1 else None


def _is(label: str, text: str) -> bool:
    """Whether a text says a row's label, or what stands before its size: "g7" of "g7.24xlarge"."""
    names = {label, re.split(r"[. (]", label, maxsplit=1)[0]}
    return any(len(name) > 1 and re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", text) for name in names)


def _cost(costs: _Costs, row: int) -> Readings:
    return costs.price.numbers[row].readings.positive() * costs.time.numbers[row].readings.positive()


def _finding(
    claim: Claim, costs: _Costs, rows: tuple[int, int], given: Readings, allowed: list[Readings], key: tuple[str, ...]
) -> Finding:
    gap = min(one.rounded.distance(given.rounded) for one in allowed)
    cells = [cell(costs.document, costs.table, row + 1, one.index) for row in rows for one in (costs.price, costs.time)]
    names = [costs.table.rows[row][0].text for row in rows]
    sums = "; ".join(f"{name} {a.quote} x {b.quote}" for name, a, b in zip(names, cells[::2], cells[1::2], strict=True))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{claim.document} says {said(claim.figure)} of what a run costs on {names[1]}; price and run time in "
        f"{costs.document.name} give {come_to(given.rounded)} for {names[0]}",
        arithmetic=f"{sums}: {given.rounded} of the cost; {said(claim.figure)} allows {allowed[0].rounded}: "
        f"{apart(gap)}.",
        comparison=key,
        evidence=(Evidence.of(claim), *cells),
        likely_wrong_why="the factor, or one of the prices and times that it should be made of",
    )
