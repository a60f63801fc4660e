"""A factor per watt, joule or dollar against the rates and powers, or prices, of its two sides."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.words import apart, said, side, times, where
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.otherwise import otherwise
from checks.lib.language.settings import unlike
from checks.lib.statements.factors import as_value, factors, up
from checks.lib.statements.per_unit import Over, Paid, is_of, paid_in_tables, paid_in_text
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Readings, judge
from schemas.names import Vocabulary
from schemas.statement import Claim, Parsed

CODE = "factor-per-unit"
FURTHEST = 60  # times; more are two things
_ENERGY = re.compile(
    r"\bper[\s-](?:watt|joule|kwh|kilowatt|unit of energy|watt-?hour)|\benergy[\s-]efficien|\bpower[\s-]efficien|"
    r"\b(?:energy|joules?|kwh|watt-?hours?) (?:for|per) (?:each|every|one|an?|the same)?\s?\w|"
    r"\b(?:tokens|images|samples|frames|requests|queries|sequences|inferences|rows|items)/j\b",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"\bper[\s-](?:dollar|euro|pound)|\bprice[\s-]performance|\bperformance[\s-](?:per[\s-])?price|"
    r"\bcosts? (?:for|per) (?:each|every|one|an?|the same|million|1,000|thousand)?\s?\w|\bcost[\s-]efficien",
    re.IGNORECASE,
)
_PART = re.compile(r"[,;:(](?=\s|\w)|\s(?:and|but|which|while|whereas|at)\s")
# "Per watt of TDP", "at the rack", "in dollars of 2019": another power or price than the one printed may be meant.
_OTHER = re.compile(
    r"\b(?:TDP|rated|nameplate|peak|idle|wall|rack|cooling|spot|reserved|list|total cost|TCO|lifetime)\b"
)

# What the factor itself is of, which no table has to print.
_UNITS = (
    "per watt joule kilowatt kWh hour dollar euro pound unit of power energy money price cost efficiency efficient "
    "performance tokens images samples frames requests queries sequences inferences rows items work throughput"
)


@check(CODE, version=3, severity="high", since="0.1.0")
def factor_per_unit(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor per watt, joule or dollar is what the rates over the powers or prices of its two sides give.

    Why:
        "2.2x the tokens per joule" is a quotient of quotients: no reader sees from "1,480 tokens/s at 410 W" and "1,620
        tokens/s at 700 W" that it is 1.56.

    Flags:
        Such a factor where a footnote, a sentence or a table prints a rate and a power (or, for "per dollar", a price)
        of either side, each the only one or in the rows and columns that go together, and no pair of them gives it. Low
        where its sentence has words of a case that is not said of the values.

    Passes:
        Factors that one pair gives, in either direction; one reading of a percentage.

    Does not judge:
        "Up to"; factors of another workload or setting than the values; sentences that say what kind of power or price
        they mean; tables that print the quotient themselves; documents of different dates (skipped).
    """
    told: list[Paid] | None = None
    index = index_of(corpus)
    for claim in corpus.claims:
        over = _over(claim)
        if over and told is None:
            every = (_all(parsed, corpus.vocabulary) for parsed in corpus.parsed)
            told = [one for some in every for one in some]
        if over and told:
            yield from _check(claim, [one for one in told if one.over == over], corpus, index)


def _all(parsed: Parsed, vocabulary: Vocabulary) -> Iterator[Paid]:
    yield from paid_in_text(parsed, vocabulary)
    yield from paid_in_tables(parsed, vocabulary)


def _over(claim: Claim) -> Over | None:
    """What a factor is per, None for any other factor."""
    sides = {claim.subject.name, claim.baseline.name}
    able = claim.figure.kind in ("ratio", "percent_change") and claim.figure.qualifier != "up_to" and not claim.chart
    if not able or "" in sides or len(sides) != 2:
        return None
    words = _clause(claim)
    if _ENERGY.search(words) and not _MONEY.search(words):
        return "power"
    return "price" if _MONEY.search(words) and not _ENERGY.search(words) else None


def _clause(claim: Claim) -> str:
    """What is said of the factor itself: "1.5x as many frames per second, and 1.26x as many per joule"."""
    return f"{_PART.split(claim.before)[-1]} {_PART.split(claim.behind)[0]}"


def _check(claim: Claim, told: Sequence[Paid], corpus: Corpus, index: Index) -> Iterator[Finding | Skip]:
    sides = claim.subject, claim.baseline
    pairs = [
        (left, right)
        for left in told
        for right in told
        if left is not right
        and left.place == right.place
        and is_of(left, right, sides)
        and _of_claim(claim, left, right)
    ]
    allowed = [up(one) for one in factors(as_value(claim))]
    given = {at: left.per / right.per for at, (left, right) in enumerate(pairs)}
    if not given or any(judge(one, of) != "inconsistent" for one in allowed for of in map(up, given.values())):
        return
    at = min(given, key=lambda one: _gap(allowed, given[one]))
    left, right = pairs[at]
    documents = {one.document_id: one for one in corpus.documents}
    mine, theirs = documents[claim.document_id], documents[left.document_id]
    if up(given[at]).rounded.lower > FURTHEST or _other_paid(claim, mine, theirs):
        return
    if index.of_two_editions(mine, theirs):
        yield Skip(CODE, _key(claim), OTHER_EDITION)
    else:
        found = _finding(claim, left, right, given[at])
        yield replace(found, severity="low") if _other_case(claim, mine, theirs) else found


def _gap(allowed: Sequence[Readings], given: Readings) -> Decimal:
    return min(one.rounded.distance(up(given).rounded) for one in allowed)


def _of_claim(claim: Claim, *paid: Paid) -> bool:
    """Whether values are of a factor's workload and settings, as far as both say."""
    every = [one for each in paid for one in (each.rate, each.paid)]
    # A power or a price is of whatever runs: the words before it are hardly a workload.
    if claim.workload and any(each.rate.workload not in ("", claim.workload) for each in paid):
        return False
    return not any(unlike(claim, one) for one in every if isinstance(one, Claim))


def _other_paid(claim: Claim, mine: Document, theirs: Document) -> bool:
    """Whether a sentence speaks of another power or price than the document with the values does."""
    printed = _around(claim, mine, theirs)
    return bool(_words(claim.context) - _words(printed))


def _words(text: str) -> set[str]:
    return {word.lower() for word in _OTHER.findall(text)}


def _other_case(claim: Claim, mine: Document, theirs: Document) -> bool:
    """Whether a sentence has words of a case that the document with the values has not."""
    names = f"{_UNITS} | {claim.subject.raw} | {claim.baseline.raw} | {claim.subject.name} | {claim.baseline.name}"
    return bool(otherwise(claim.context, *claim.at, (_around(claim, mine, theirs), names)))


def _around(claim: Claim, mine: Document, theirs: Document) -> str:
    """All that is printed where the values stand, but for the sentence itself."""
    start, end = claim.context_start, claim.context_start + len(claim.context)
    return theirs.text if mine is not theirs else f"{mine.text[:start]} | {mine.text[end:]}"


def _key(claim: Claim) -> tuple[str, ...]:
    return claim.document, claim.workload, claim.task, claim.metric, claim.subject.name, claim.baseline.name


def _finding(claim: Claim, left: Paid, right: Paid, given: Readings) -> Finding:
    allowed = [up(one) for one in factors(as_value(claim))]
    gap = _gap(allowed, given)
    cells = [one for each in (left, right) for one in (each.rate, each.paid)]
    sums = _sum(left, right)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap) if claim.workload else severity.at_most("medium", severity.of_gap(gap)),
        message=f"{side(claim.subject)} over {side(claim.baseline)}: the {where(claim)} of {claim.document} says "
        f"{said(claim.figure)}; {sums} gives {times(up(given).rounded, said(claim.figure))}",
        arithmetic=f"{said(claim.figure)} allows {allowed[0].rounded}; {sums} allows {up(given).rounded}: "
        f"{apart(gap)}.",
        comparison=_key(claim),
        evidence=(Evidence.of(claim), *map(Evidence.of, cells)),
        likely_wrong_why="one factor against two rates and what they take",
    )


def _sum(left: Paid, right: Paid) -> str:
    """The quotient of quotients as printed."""
    both = [[said(one.figure) for one in (each.rate, each.paid) if one.figure] for each in (left, right)]
    return " over ".join(f"({' / '.join(one)})" for one in both)
