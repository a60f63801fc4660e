"""A factor right behind the value that a step came to, against the values that the text told before."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from checks.lib.findings import severity
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.contrasted import FURTHEST, Contrast, disagreement, key
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import content
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.statements.factors import factors, up
from checks.lib.telling.claimed import claimed
from checks.lib.telling.told import larger_over_smaller
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Readings, judge
from schemas.statement import Claim, Parsed

CODE = "step-gain"
KINDS = ("time", "rate", "bandwidth", "size", "power", "energy", "price")
EARLIER = 60  # values of the text that may be what a step began at
AFTER = 3  # sentences behind it that may tell so, too
# "is slashed to 4.7 seconds", "the average latency is now 16.7 seconds".
_CAME_TO = re.compile(
    r"\b(?:now(?:\s\w+s)?|down|(?:slashed|reduced|cut|lowered|raised|increased|dropp?e?d|drops|fell|falls|rose|rises|went|goes|gets?|got|"
    r"shr(?:ank|inks)|climb(?:ed|s)|jump(?:ed|s)|improve[sd]?|brought|brings?|take[sn]?)\b[^.;]{0,40}?)\s+(?:to|at|takes?|is)?\s*"
    r"(?:about|around|only|just|roughly|some|an? (?:mere )?|over|under|nearly|almost)?\s*[$€£]?$",
    re.IGNORECASE,
)
# ", an additional 3.5x speedup", "(2x faster)", " - a 40% reduction": what stands between the value and its factor.
_APPOSED = re.compile(
    r"\s*(?:[,;:(—–]|\s-\s)\s*(?:(?:which|that|this) (?:is|was)\s|for\s|giving\s|i\.e\.,?\s|representing\s)?"
    r"(?:(?!than\b|from\b|against\b|and\b|but\b|with\b|while\b|over\b|versus\b)[A-Za-z~≈]+\s?){0,4}",
    re.IGNORECASE,
)
_OVER = re.compile(r"\s*(?:[\w-]+\s){0,3}(?:than|over|against|versus|vs\.?|compared)\b", re.IGNORECASE)


@check(CODE, version=1, severity="low", since="0.1.0")
def step_gain(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor right behind the value that a step came to is over some value that the text told before.

    Why:
        A post that makes something faster step by step tells each result with its gain: "the latency is now 16.7
        seconds, a 2x speedup". Who measures a step anew corrects the value and leaves its gain, or that of the next.

    Flags:
        Low: "slashed to 4.7 seconds, an additional 5.3x speedup" where the text told of 16.7 seconds before, and no
        value of it gives 5.3x.

    Passes:
        Factors over any earlier value of the kind, or over one of the next sentences; one reading of a percentage.

    Does not judge:
        Factors that say over what they are; values of other settings or of another topic; gains of more than five times
        beside what the values give; first values.
    """
    index = index_of(corpus)
    for parsed in corpus.parsed:
        if any(_may_sum_up(one) for one in parsed.claims):
            yield from _in_document(parsed, index)


def _may_sum_up(claim: Claim) -> bool:
    able = claim.figure.kind in ("ratio", "percent_change") and not claim.chart
    return able and claim.figure.qualifier not in ("up_to", "at_least") and not _OVER.match(claim.behind)


def _in_document(parsed: Parsed, index: Index) -> Iterator[Finding | Skip]:
    every = index.sentences(parsed.document)
    at = {one.passage.start: number for number, one in enumerate(every)}
    for sentence, claims in claimed(parsed, index):
        for claim in claims if sentence.asserted else ():
            new = _came_to(claim, sentence) if _may_sum_up(claim) else None
            if new:
                yield from _check(claim, new, every, at[sentence.passage.start], index)


def _came_to(claim: Claim, sentence: Sentence) -> Asserted | None:
    """The value that a factor of the sentence stands right behind."""
    passage = sentence.passage
    ahead = [one for one in sentence.amounts if one.end <= claim.figure.start and one.amount.kind in KINDS]
    new = max(ahead, key=lambda one: one.start, default=None)
    if new is None or not _APPOSED.fullmatch(passage.words[new.amount.end : claim.figure.start - passage.start]):
        return None
    return new if _CAME_TO.search(passage.words[: new.amount.start]) else None


def _check(claim: Claim, new: Asserted, every: Sequence[Sentence], at: int, index: Index) -> Iterator[Finding | Skip]:
    near = every[: at + 1 + AFTER]
    told = [one for other in near for one in other.amounts if one is not new and alike(one.amount, new.amount)]
    before = [one for one in told if one.start < new.start][-EARLIER:]
    allowed = [up(one) for one in factors(claim)]
    if not before or any(
        _gives(one, new, allowed) for one in [*before, *(each for each in told if each not in before)]
    ):
        return
    old = before[-1]
    if not _of_one_thing(old, new):
        yield Skip(CODE, key(claim), "not comparable, because the value told before is of another thing or setting")
        return
    factor = larger_over_smaller(old.amount, new.amount)
    if factor is None or factor.rounded.lower > FURTHEST:
        return
    which = "the value of this step and the one before it"
    found = disagreement(CODE, claim, Contrast(old, new, factor), allowed, index.places, which)
    yield replace(found, severity=severity.at_most("low", found.severity))


def _gives(old: Asserted, new: Asserted, allowed: Sequence[Readings]) -> bool:
    factor = larger_over_smaller(old.amount, new.amount)
    return factor is not None and any(judge(one, factor) != "inconsistent" for one in allowed)


def _of_one_thing(old: Asserted, new: Asserted) -> bool:
    """Whether two sentences share a word of what they are of, and nothing tells them apart."""
    mine, theirs = (one.passage.words for one in (old, new))
    return bool(content(mine) & content(theirs)) and not any(opposed([old.near, mine], [new.near, theirs]))
