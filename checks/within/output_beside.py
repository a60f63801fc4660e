"""A value in words against the program output that stands below or above it."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from checks.lib.findings import severity
from checks.lib.findings.places import Places
from checks.lib.findings.words import apart
from checks.lib.quantities.terms import Term, is_count, terms
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Block, Document
from schemas.finding import Finding, Skip
from schemas.names import Vocabulary

CODE = "output-beside"
MOST = 6  # rates of one thing; an output that prints more is a comparison of many things
ROUGH = Decimal("0.02")  # words round what a program prints to six digits
LONGEST = 4000  # characters of an output; more is a log of many runs
# What makes a block below a sentence its source.
_SHOWN = re.compile(
    r":\s*$|\b(?:log|output|prints?|printed|reports?|reported|result\w*|run|runs|shown?|shows|below|above|console|transcript|"
    r"terminal|session)\b",
    re.IGNORECASE,
)
_ELSE = re.compile(
    r"\b(?:on (?:your|another|a different|slower|faster)|your (?:numbers?|results?|mileage)|may (?:vary|differ)|"
    r"example|e\.g|instead|earlier|previous\w*|up to|other|older|before|target|goal|expect\w*|"
    r"limit\w*|would|could|should)\b",
    re.IGNORECASE,
)


@check(CODE, version=1, severity="high", since="0.1.0")
def output_beside(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A rate that a sentence gives for a run is one that the output beside it prints.

    Why:
        READMEs and release notes paste the output of a benchmark under a sentence that sums it up. The output is pasted
        again with the next release; the sentence stays.

    Flags:
        "88,000 operations per second" over a block of output that prints "80000 ops/s" and no other rate of operations.

    Passes:
        Rounded values; other units of the same size; outputs that print the sentence's value among others.

    Does not judge:
        Outputs without a rate of the same thing; sentences about another machine, an earlier release or an example
        (skipped); outputs that print more than six rates of it, one for each of many things; times and sizes, of
        which an output prints many.
    """
    places = Places(corpus)
    for document in corpus.documents:
        for left, right in pairwise(document.blocks):
            words, code = (right, left) if left.kind == "code" else (left, right)
            if code.kind == "code" and words.kind in ("paragraph", "list_item") and code.end - code.start <= LONGEST:
                yield from _check(document, words, code, places, corpus.vocabulary)


def _check(
    document: Document, words: Block, code: Block, places: Places, vocabulary: Vocabulary
) -> Iterator[Finding | Skip]:
    text = document.text[words.start : words.end]
    if not _SHOWN.search(text):
        return
    printed = [one for one in terms(document, code.start, code.end, vocabulary) if _is_rate(one)]
    for one in terms(document, words.start, words.end, vocabulary):
        same = [other for other in printed if other.dims == one.dims]
        if (
            not _is_rate(one)
            or not same
            or len(same) > MOST
            or any(one.value.distance(other.value) < ROUGH for other in same)
        ):
            continue
        if _ELSE.search(text):
            yield Skip(CODE, (document.name, one.printed), "not comparable, because the words are of another run")
            return
        yield _finding(one, same, places)
        return


def _is_rate(one: Term) -> bool:
    return not is_count(one) and ("time", -1) in one.dims and ("energy", 1) not in one.dims


def _finding(one: Term, same: Sequence[Term], places: Places) -> Finding:
    nearest = min(same, key=lambda other: one.value.distance(other.value))
    gap = one.value.distance(nearest.value)
    cells = [places.printed(one.document, each.start, each.end) for each in (one, nearest)]
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"the text says {one.printed}; the output beside it prints {nearest.printed}",
        arithmetic=f"In base units {one.printed} allows {one.value}, {nearest.printed} allows {nearest.value}: "
        f"{apart(gap)}.",
        comparison=(one.document.name, *sorted(name for name, _ in one.dims)),
        evidence=tuple(cells),
        likely_wrong_why="the output is the source of the words, if it is of the same run",
    )
