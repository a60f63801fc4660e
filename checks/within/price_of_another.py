"""A price argued for one machine beside results of another."""

import re
from collections.abc import Iterator

from checks.lib.findings.words import listed, said, side, topic
from checks.lib.machines.made_of import chips, one_line
from checks.lib.machines.prices import priced
from checks.lib.statements.compared import FACTORS
from checks.lib.statements.passages import passages, phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Claim, Parsed

CODE = "price-of-another"
VALUES = ("duration", "absolute", *FACTORS)


@check(CODE, version=2, severity="medium", since="0.1.0")
def price_of_another(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A document that argues with price and performance gives both for the same machine.

    Why:
        "Half the cost" of a small system and the time of a large one make a price per performance that nobody can
        buy.

    Flags:
        Documents whose prices, or price ratios, are of one size of a line of machines while every result is of
        another; the price of the latter is worked out by chips.

    Passes:
        One result on the machine whose price is argued with, also where only one of the two names says its memory; a
        price of the machine that was measured.

    Does not judge:
        Documents without results (skipped); discounts; machines whose make-up the vocabulary does not know.
    """
    for parsed in corpus.parsed:
        prices = [claim for claim in parsed.claims if claim.metric == "price" and claim.subject.name]
        results = [claim for claim in parsed.claims if _result(claim)]
        if prices and not results:
            yield Skip(CODE, (parsed.document.name,), "not applicable, because no result names its system")
        elif prices:
            yield from _check(parsed, prices, results, corpus)


def _result(claim: Claim) -> bool:
    return claim.figure.kind in VALUES and bool(claim.subject.name and claim.workload) and claim.metric != "price"


def _check(parsed: Parsed, prices: list[Claim], results: list[Claim], corpus: Corpus) -> Iterator[Finding]:
    for machine in dict.fromkeys(claim.subject.name for claim in prices):
        others = [claim for claim in results if one_line(claim.subject.name, machine, corpus.vocabulary)]
        measured = any(_same(claim.subject.name, machine, corpus.vocabulary) for claim in results)
        sizes = {claim.subject.name for claim in prices}
        if others and not measured and not {claim.subject.name for claim in others} & sizes:
            yield _finding(parsed, machine, prices, others, corpus)


def _same(left: str, right: str, vocabulary: Vocabulary) -> bool:
    """Whether two names can be of one machine: the one leaves out how much memory it has."""
    return left == right or (vocabulary.related(left, right) and chips(left, vocabulary) == chips(right, vocabulary))


def _finding(parsed: Parsed, machine: str, prices: list[Claim], results: list[Claim], corpus: Corpus) -> Finding:
    argued = [claim for claim in prices if claim.subject.name == machine]
    printed = [claim for claim in prices if claim.figure.kind == "price"]
    other = results[0].subject.name
    cost = priced(other, [claim for claim in printed if claim.subject.name == machine], corpus.vocabulary)
    rest = [claim for claim in printed if claim not in argued]
    against = f"; printed beside it: {listed(said(claim.figure) for claim in rest)}" if rest else ""
    times = listed(f"{topic(claim)} {said(claim.figure)}" for claim in results)
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="medium",
        message=f"the price argued with is that of {machine} ({listed(said(claim.figure) for claim in argued)}), but "
        f"every result is of {side(results[0].subject)}: {times}",
        arithmetic=f"At the same price per chip: {cost.words}{against}." if cost else "No price of its own is printed.",
        comparison=(parsed.document.name, machine, other),
        evidence=(*(Evidence.of(claim) for claim in (*argued, *results)), *_context(parsed, rest)),
        likely_wrong_why="no statement is wrong; price and performance are of two systems",
    )


_PER_PRICE = re.compile(
    r"\b(?:performance|perf)\s?(?:per|/)\s?(?:dollar|\$|cost)|\bprice\s?[/-]\s?performance", re.IGNORECASE
)


def _context(parsed: Parsed, prices: list[Claim]) -> Iterator[Evidence]:
    yield from (Evidence.of(claim, "supporting") for claim in prices)
    for passage in passages(parsed.document):
        match = _PER_PRICE.search(passage.words)
        if match:
            yield phrase(passage, match, "supporting")
