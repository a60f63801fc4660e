"""A factor in a heading against the two values that the text below it prints."""

import re
from collections.abc import Iterator
from dataclasses import replace

from checks.lib.findings.places import Places
from checks.lib.labels.contrasted import Contrast, contrast, disagreement, key
from checks.lib.labels.spoken_kinds import kinds_of
from checks.lib.language.tokens import content, names
from checks.lib.quantities.asserted import sentences
from checks.lib.ratios.bare_pairs import given_by_numbers
from checks.lib.statements.factors import as_value, factors, up
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import judge
from schemas.names import Vocabulary
from schemas.statement import Claim, Parsed

CODE = "two-values"
FACTORS = ("ratio", "percent_change")
_DERIVED = re.compile(r"\bper\s+(?:watt|dollar|euro)\b|\bvalue\b|\befficien", re.IGNORECASE)


@check(CODE, version=5, severity="high", since="0.1.0")
def two_values(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor in a heading is the quotient of the two values that the text below it compares.

    Why:
        The headline is written first and read most; the footnote with the two values under it is corrected later.

    Flags:
        A factor in a heading that names no other value, where the text under it prints just two values of the kind it
        speaks of, contrasts them ("3.0 s with version 8, 1.2 s with version 9"), and they give another factor. Low
        where heading and sentences do not share a name and what is measured, or their own sentence prints the factor
        that they give.

    Passes:
        A factor that the two values give, in either direction.

    Does not judge:
        Texts that print more than two values of the kind; values that nothing contrasts; factors per watt or dollar
        (skipped).
    """
    places = Places(corpus)
    for parsed in corpus.parsed:
        for claim in parsed.claims:
            if claim.place == "heading" and claim.figure.kind in FACTORS and not claim.chart:
                yield from _check(claim, parsed, places, corpus.vocabulary)


def _check(claim: Claim, parsed: Parsed, places: Places, vocabulary: Vocabulary) -> Iterator[Finding | Skip]:
    if _DERIVED.search(claim.context):
        yield Skip(CODE, key(claim), "not applicable, because the heading speaks of a quotient")
        return
    start, end = _section(claim, parsed.document)
    below = [
        one
        for sentence in sentences(parsed.document, vocabulary)
        if sentence.asserted and start <= sentence.passage.start < end
        for one in sentence.amounts
    ]
    pair = contrast(below, kinds_of(claim.context))
    allowed = [up(one) for one in factors(as_value(claim))]
    if pair and all(judge(one, pair.factor) == "inconsistent" for one in allowed):
        found = disagreement(CODE, claim, pair, allowed, places, "the two values below it")
        others = _summed_up(pair, parsed) or given_by_numbers(claim, parsed.document.text[start:end])
        yield found if _named(claim, pair) and not others else replace(found, severity="low")


def _named(claim: Claim, pair: Contrast) -> bool:
    """Whether the heading and the sentences of the two values share a name and what is measured."""
    told = " ".join(dict.fromkeys(one.passage.words for one in (pair.left, pair.right)))
    shared = content(claim.context) & content(told)
    named = shared & names(claim.context, title=True) & names(told)
    return bool(named and shared - named)


def _summed_up(pair: Contrast, parsed: Parsed) -> bool:
    """Whether the sentence of two values prints the factor that they give: the heading's may be of another two."""
    starts = {one.passage.start for one in (pair.left, pair.right)}
    beside = (one for one in parsed.claims if one.context_start in starts and one.figure.kind in FACTORS)
    allowed = (up(each) for one in beside for each in factors(as_value(one)))
    return any(judge(each, pair.factor) != "inconsistent" for each in allowed)


def _section(claim: Claim, document: Document) -> tuple[int, int]:
    """From the heading to the next of its level or above; the first heading of a document heads all of it."""
    heads = [one for one in document.blocks if one.kind == "heading"]
    mine = next((one for one in heads if one.start <= claim.figure.start < one.end), None)
    if mine is None:
        return claim.figure.end, claim.figure.end
    after = (one.start for one in heads if one.start > mine.start and one.level <= mine.level)
    return mine.end, next(after, len(document.text))
