"""A share in words against the two values that it is the share of."""

import re
from collections.abc import Iterator
from decimal import Decimal

from checks.lib import severity
from checks.lib.amounts import alike
from checks.lib.asserted import Asserted, Sentence, sentences
from checks.lib.passages import phrase
from checks.lib.places import Places
from checks.lib.words import apart
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Readings, judge, readings, ulp

CODE = "share-of-value"
HUNDRED = Decimal(100)
# "84% of the machine's peak of 91.8 PFLOPS": what stands between a share and the whole.
_OF = re.compile(
    r"(?P<n>\d+(?:\.\d+)?)\s?(?:%|percent|per cent)\s+of\s+"
    r"(?P<whole>(?!them\b|which\b|these\b|those\b|all\b)[^,;.:()]*)$"
)
# "48 GB of the 64 GB (80%)".
_BEHIND = re.compile(
    r"[^,;.:()%]{0,24}[\s(,–-]+(?:(?:or|that is|i\.e\.)\s)?(?P<n>\d+(?:\.\d+)?)\s?(?:%|percent|per cent)(?!\s+of)"
)
# "80 ms, and 99% of reads within 60 ms": how long a share of them took is no whole.
_TOOK = re.compile(
    r"\b(?:within|in|inside|under|below|after|before|than|by)\s+(?:(?:only|just|about|less than|under)\s+)*$"
)
_HEDGE = re.compile(
    r"(?:about|around|roughly|nearly|almost|over|more than|less than|under|up to|at least|~)\s*$", re.IGNORECASE
)


@check(CODE, version=2, severity="high", since="0.1.0")
def share_of_value(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A share of a whole is what the part and the whole printed beside it give.

    Why:
        "84% of peak" is computed once. Then the run is repeated, or the peak is quoted for another clock.

    Flags:
        "61.2 PFLOPS, 84% of the theoretical peak of 91.8 PFLOPS"; "48 GB of 64 GB (80%)".

    Passes:
        Shares within rounding; shares with a hedge ("about", "over").

    Does not judge:
        Sentences that print a third value of the kind; shares of what is not printed (skipped).
    """
    places = Places(corpus)
    for document in corpus.documents:
        for sentence in sentences(document, corpus.vocabulary):
            if "%" in sentence.passage.words or "percent" in sentence.passage.words:
                yield from _check(sentence, places)


def _check(sentence: Sentence, places: Places) -> Iterator[Finding | Skip]:
    for part, whole in zip(sentence.amounts, sentence.amounts[1:], strict=False):
        same = [one for one in sentence.amounts if alike(one.amount, part.amount)]
        if not alike(part.amount, whole.amount) or part.amount.kind == "count":
            continue
        match = _share(sentence.passage.words, part, whole)
        if match is None or _HEDGE.search(sentence.passage.words[: match.start("n")]):
            continue
        if len(same) != 2:
            yield Skip(
                CODE, (sentence.passage.document.name, match["n"]), "unchecked, because it prints several values"
            )
            continue
        given = _given(part, whole)
        said = readings(Decimal(match["n"]), ulp(match["n"]), "exact")
        if given and judge(said, given) == "inconsistent":
            yield _finding(sentence, (part, whole), match, (said, given), places)


def _share(words: str, part: Asserted, whole: Asserted) -> re.Match[str] | None:
    """The percentage between part and whole, or behind "so much of so much"."""
    ahead = _OF.search(words, part.amount.end, whole.amount.start)
    if ahead:
        return None if _TOOK.search(ahead["whole"]) else ahead
    between = words[part.amount.end : whole.amount.start]
    return _BEHIND.match(words, whole.amount.end) if re.fullmatch(r"\s(?:out )?of (?:the |a |its )?", between) else None


def _given(part: Asserted, whole: Asserted) -> Readings | None:
    left, right = part.amount.readings, whole.amount.readings
    if right.widened.lower <= 0 or not (left.rounded.bounded and right.rounded.bounded):
        return None
    return (left / right).scaled(HUNDRED)


def _finding(
    sentence: Sentence,
    two: tuple[Asserted, Asserted],
    match: re.Match[str],
    three: tuple[Readings, Readings],
    places: Places,
) -> Finding:
    document = sentence.passage.document
    cells = [places.printed(document, one.start, one.end) for one in two]
    said, given = three
    gap = said.rounded.distance(given.rounded)
    both = " / ".join(one.quote for one in cells)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{both} is not {match['n']} %",
        arithmetic=f"{match['n']} % allows {said.rounded}; {both} allows {given.rounded} %: {apart(gap)}.",
        comparison=(document.name, two[0].amount.kind, "share"),
        evidence=(phrase(sentence.passage, match), *cells),
        likely_wrong_why="one of the three, it cannot be told which",
    )
