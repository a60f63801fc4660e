"""A value called better or higher than another one, against the value of the sentence before that it is said of."""

import re
from collections.abc import Iterator
from itertools import pairwise

from checks.lib.statements.passages import Passage, passages, phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.units import dimension, scale

CODE = "contrast-with-last"
FAR = 40  # characters between two sentences that follow one another
TIMES = 3  # beyond it the two are values of two things
_VALUE = r"(?P<n>\d[\d,]*(?:\.\d+)?)[\s*_`-]{0,3}(?P<unit>%|percent\b|[A-Za-zµ]{1,9}(?:/[A-Za-z]{1,8})?\b)"
_FOUND = re.compile(rf"(?<![\w.,-]){_VALUE}")
_UP = "higher|above|more|larger|greater|ahead of|bigger"
_DOWN = "lower|below|less|smaller|fewer|shorter|behind|under|quicker"
_SAID = re.compile(
    r"^\W*(?:this|that|it|which)\s+(?:is|was|result is|score is|figure is|value is|puts it)\s+(?:[a-z]+\s+){0,2}?"
    r"\W{0,3}"
    rf"(?:[a-z]+ly\s+|a (?:bit|little)\s+|just\s+|well\s+)?(?:(?P<up>{_UP})|(?P<down>{_DOWN})|(?P<good>better|worse))"
    rf"\W+(?:than\W+)?(?P<rest>[^.;:]{{0,50}}?)(?<![\w.,-]){_VALUE}",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|no|never|hardly|neither|would|could|should|if|times|x)\b|n[’']t\b", re.IGNORECASE)
_LOW_IS_GOOD = re.compile(
    r"\b(?:errors?|loss|latency|perplexity|wer|cost|price|power|overhead|miss|failure|failures|degradation|drop|"
    r"memory|time|rate of errors)\b",
    re.IGNORECASE,
)
_LOW_UNITS = ("time", "size", "power", "energy")


@check(CODE, version=1, severity="low", since="0.1.0")
def contrast_with_last(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a sentence calls better, higher or lower than a value is so, as the sentence before prints it.

    Why:
        "It scores 81.2 %. This is slightly better than the 82.4 % of the original" survives an update of either
        number, because each sentence reads well by itself.

    Flags:
        "This is slightly better than X's 88.3 %" behind a sentence or item that ends on one value of that unit, which
        is on the other side of it. Better is more for rates and scores, less for times, sizes, watts and what is named
        an error, a loss or a cost. Low, as words alone tie the two.

    Passes:
        Equal values; a negation; values in two units of a kind are compared in one.

    Does not judge:
        Sentences before that print two values of that unit, or none (skipped); values three times apart.
    """
    for parsed in corpus.documents:
        for before, one in pairwise(passages(parsed)):
            said = _SAID.search(one.words)
            if said and one.start - before.end <= FAR and not _NOT.search(one.words[: said.end("rest")]):
                yield from _judge(before, one, said)


def _judge(before: Passage, one: Passage, said: re.Match[str]) -> Iterator[Finding | Skip]:
    theirs = _worth(said)
    found = [each for each in _FOUND.finditer(before.words) if _kind(each["unit"]) == _kind(said["unit"])]
    if len(found) != 1 or not theirs:
        yield Skip(CODE, (one.document.name, said[0]), "unchecked, because the sentence before prints no one value")
        return
    mine = _worth(found[0])
    more = _more(before, one, said)
    if mine and mine != theirs and max(mine, theirs) < TIMES * min(mine, theirs) and (mine > theirs) != more:
        yield _finding(before, one, found[0], said)


def _kind(unit: str) -> str:
    bare = "%" if unit.lower() == "percent" else unit
    return "%" if bare == "%" else dimension(bare) or bare.lower()


def _worth(match: re.Match[str]) -> float:
    by = scale(match["unit"]) if _kind(match["unit"]) not in ("%", match["unit"].lower()) else None
    return float(match["n"].replace(",", "")) * float(by or 1)


def _more(before: Passage, one: Passage, said: re.Match[str]) -> bool:
    """Whether the words say that the value before is the larger one."""
    if not said["good"]:
        return bool(said["up"])
    least = _kind(said["unit"]) in _LOW_UNITS or bool(_LOW_IS_GOOD.search(before.words + one.words))
    return (said["good"].lower() == "better") != least


def _finding(before: Passage, one: Passage, found: re.Match[str], said: re.Match[str]) -> Finding:
    mine, theirs = found[0].strip(), f"{said['n']} {said['unit']}"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{one.document.name} prints {mine} and says of it {said[0].strip()!r}",
        arithmetic=f"{mine} is on the other side of {theirs}.",
        comparison=(one.document.name, said[0].strip()),
        evidence=(phrase(one, said), phrase(before, found)),
    )
