"""Prices that their seller did not give."""

import re
from collections.abc import Iterator

from checks.lib.findings.words import listed, said
from checks.lib.statements.passages import Passage, passages, phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.statement import Claim, Parsed

CODE = "price-source"
NEAR = 1  # sentences: a price and where it is from stand in one sentence or in two that follow each other
_HEARSAY = re.compile(
    r"\b(?:has|have|had|did|does|do)(?:n[’']t| not| yet to| never)\s+(?:\w+\s+)?(?:releas|publish|disclos|announc|"
    r"reveal|list|quot)\w*\s+(?:\w+\s+){0,3}pric\w+|\bmarket (?:information|sources?|estimates?)\b|"
    r"\bresellers?\b|\breportedly\b|\brumou?r\w*|\bstreet price|\bour estimate\b|\bwe estimate\b|"
    r"\bestimated (?:price|cost)s?\b",
    re.IGNORECASE,
)


@check(CODE, version=1, severity="low", since="0.1.0")
def price_source(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A price that a ratio rests on is the seller's own, on a stated day.

    Why:
        "Half of what the other costs" is as good as the other's price. Heard from resellers it is a guess, and the
        competitor who quotes it chose it.

    Flags:
        Prices in a sentence, or beside one, that gives them as heard, estimated or not published; together with the
        ratios of cost that the document builds on them.

    Passes:
        List prices; prices whose source is named.

    Does not judge:
        Documents that print no price (skipped; price-wording judges them); whether the price is right.
    """
    for parsed in corpus.parsed:
        prices = [claim for claim in parsed.claims if claim.figure.kind == "price"]
        every = list(passages(parsed.document))
        heard = [(at, match) for at, one in enumerate(every) for match in _HEARSAY.finditer(one.words)]
        if heard and not prices:
            yield Skip(CODE, (parsed.document.name,), "not applicable, because no price is printed")
        of_price = [(at, match, _beside(prices, every, at)) for at, match in heard]
        near = list(dict.fromkeys(claim for _, _, found in of_price for claim in found))
        if near:
            yield _finding(parsed, near, [(every[at], match) for at, match, found in of_price if found])


def _beside(prices: list[Claim], every: list[Passage], at: int) -> list[Claim]:
    """The prices of a sentence; when it has none, those of the sentences around it."""
    own = _between(prices, every[at], every[at])
    return own or _between(prices, every[max(0, at - NEAR)], every[min(len(every) - 1, at + NEAR)])


def _between(prices: list[Claim], first: Passage, last: Passage) -> list[Claim]:
    return [claim for claim in prices if first.start <= claim.figure.start < last.end]


def _finding(parsed: Parsed, prices: list[Claim], heard: list[tuple[Passage, re.Match[str]]]) -> Finding:
    built = [claim for claim in parsed.claims if claim.metric in ("price", "cost") and claim.figure.kind != "price"]
    rests = f"; {len(built)} ratio of cost rests on it" if len(built) == 1 else f"; {len(built)} ratios rest on it"
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"{listed(said(claim.figure) for claim in prices)}: a price is given as heard or estimated"
        f"{rests if built else ''}",
        arithmetic=f"The words: {listed(repr(match.group()) for _, match in heard)}.",
        comparison=(parsed.document.name,),
        evidence=(
            *(Evidence.of(claim) for claim in prices),
            *(phrase(passage, match) for passage, match in heard),
            *(Evidence.of(claim, "supporting") for claim in built),
        ),
        likely_wrong_why="nothing is wrong as printed; the price is nobody's list price",
    )
