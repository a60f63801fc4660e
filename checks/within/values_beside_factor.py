"""A factor against the two values that the sentences around it contrast."""

import re
from collections.abc import Iterator, Sequence

from checks.lib.findings.places import Places
from checks.lib.labels.contrasted import Contrast, contrast, disagreement, key
from checks.lib.labels.spoken_kinds import of_factor
from checks.lib.language.stems import stems
from checks.lib.language.tokens import every_root, names
from checks.lib.quantities.asserted import Sentence, sentences
from checks.lib.ratios.bare_pairs import given_by_numbers
from checks.lib.statements.factors import factors, up
from checks.lib.statements.index import by
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import judge
from schemas.statement import Claim, Parsed

CODE = "values-beside-factor"
BEFORE, AFTER = 3, 2  # sentences around a factor that may print its two values
FURTHEST = 300  # "from 3 days to 20 minutes" is 216 times
KINDS = ("ratio", "percent_change")
# "That 6x speedup ...", "That's an improvement of 15x", "A reduction of 40 %": of what was said right before.
_REFERS = re.compile(
    r"[\"“'(]*(?:(?:and|so|in other words|overall|altogether|in short|all told|put differently|result:),?\s+)?"
    r"(?:(?:that|this|which|it|the result|the change|the difference|the move)"
    r"(?:['’]s|\s+(?:is|was|means|meant|makes|made|gives|gave|represents|amounts to|works out (?:to|at)|equals|"
    r"translates (?:in)?to|corresponds to|yields|brings|brought))?\s+|(?=an?\s|\d))(?:[\w-]+\s+){0,4}?$",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\W{0,3}[\"“»„]")
_ELSEWHERE = re.compile(
    r"\b(?:also|another|separate\w*|meanwhile|elsewhere|other|besides|too|as well)\b", re.IGNORECASE
)
# "Dublin costs 12% more than Ohio": what the two values must be of.
_THAN = re.compile(r"\b(?:than|versus|vs\.?|against|over|compared (?:to|with))\s+(?P<side>[^,;.]*)", re.IGNORECASE)
_DERIVED = re.compile(r"\bper[\s-]|\bvalue\b|\befficien|\bperformance\b.*\b(?:price|dollar|watt)", re.IGNORECASE)


@check(CODE, version=4, severity="high", since="0.1.0")
def values_beside_factor(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor that sums up a contrast is the quotient of the two values that are contrasted.

    Why:
        Customer stories tell before and after in two sentences and sum them up in a third, or in a quotation that was
        given long before the values were measured.

    Flags:
        "That 6x speedup" behind a sentence with 7 h 30 min and one with 50 minutes; "we cut our costs by 70%" before
        sentences with $120,000 "before" and $54,000 "today".

    Passes:
        Factors that the two values give, in either direction; one of the readings of a percentage.

    Does not judge:
        Sentences with values of their own; sentences around that print more than two values of a kind, or a factor of
        their own; factors that refer to nothing said before, unless they share the values' words; values of
        other things than the two that the factor names; factors per watt or dollar (skipped).
    """
    places = Places(corpus)
    for parsed in corpus.parsed:
        starts = by((one for one in parsed.claims if one.figure.kind in KINDS and not one.chart), _start)
        if starts:
            every = list(sentences(parsed.document, corpus.vocabulary))
            for at, sentence in enumerate(every):
                span = range(sentence.passage.start, sentence.passage.end)
                claims = [one for start in starts if start in span for one in starts[start]]
                if len(claims) == 1 and not sentence.amounts and sentence.asserted:
                    yield from _check(claims[0], at, every, places, parsed)


def _start(claim: Claim) -> int:
    return claim.figure.start


def _check(
    claim: Claim, at: int, every: Sequence[Sentence], places: Places, parsed: Parsed
) -> Iterator[Finding | Skip]:
    if claim.figure.qualifier == "up_to" or _ELSEWHERE.search(claim.context):
        return
    around = _told(claim, at, every, parsed)
    if around is None:
        return
    if _DERIVED.search(claim.context):
        yield Skip(CODE, key(claim), "not applicable, because the sentence speaks of a quotient")
        return
    allowed = [up(one) for one in factors(claim)]
    if all(judge(one, around.factor) == "inconsistent" for one in allowed):
        yield disagreement(CODE, claim, around, allowed, places, "the values beside it")


def _told(claim: Claim, at: int, every: Sequence[Sentence], parsed: Parsed) -> Contrast | None:
    """The contrast that a factor sums up: of the sentences before, where it refers to them, or of those after."""
    lead = every[at].passage.words[: claim.figure.start - every[at].passage.start]
    if _REFERS.match(lead):
        return _contrast(claim, every[max(0, at - BEFORE) : at], parsed)
    found = _contrast(claim, every[at + 1 : at + 1 + AFTER], parsed)
    if found is None or claim.place == "heading":
        return None  # headings are those of two-values
    if "time" in of_factor(claim) and not _QUOTED.match(every[at].passage.words):
        return None  # "queries run 4.6x faster", then a latency: speed is measured in more than one way
    words = f"{found.left.passage.words} {found.right.passage.words}"
    if _of_others(every[at].passage.words, lead, words):
        return None
    return found if stems(every[at].passage.words) & stems(words) else None


def _of_others(sentence: str, lead: str, values: str) -> bool:
    """Whether the values' sentences name another thing, and not both of the two that the factor's compares."""
    match = _THAN.search(sentence)
    sides = [names(lead, title=True), names(match["side"], title=True)] if match else []
    said = every_root(values)
    named = all(any(word.isalpha() for word in side) for side in sides)
    foreign = names(values) - names(sentence, title=True)
    return bool(sides) and named and bool(foreign) and not all(side & said for side in sides)


def _contrast(claim: Claim, some: Sequence[Sentence], parsed: Parsed) -> Contrast | None:
    if any(claim.document != one.passage.document.name for one in some) or _has_factor(some, parsed):
        return None
    if some and given_by_numbers(
        claim, parsed.document.text[min(some[0].passage.start, claim.figure.end) : _end(some, claim)]
    ):
        return None
    values = [one for sentence in some if sentence.asserted for one in sentence.amounts]
    return contrast(values, of_factor(claim), FURTHEST)


def _end(some: Sequence[Sentence], claim: Claim) -> int:
    return max(some[-1].passage.end, claim.figure.start)


def _has_factor(some: Sequence[Sentence], parsed: Parsed) -> bool:
    spans = [(one.passage.start, one.passage.end) for one in some]
    found = (one.figure.start for one in parsed.claims if one.figure.kind in KINDS)
    return any(start <= place < end for place in found for start, end in spans)
