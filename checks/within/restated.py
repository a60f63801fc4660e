"""A value restated in brackets behind itself."""

import itertools
import re
from collections.abc import Iterator

from checks.lib.findings.words import apart, said
from checks.lib.statements.absolutes import VALUES, based, same_dimension
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import judge
from schemas.names import Vocabulary
from schemas.statement import Claim, Parsed

CODE = "restated"


@check(CODE, version=2, severity="medium", since="0.1.0")
def restated(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A value and the same value in another unit, in brackets behind it, are one value.

    Why:
        Authors convert by hand for their readers, and correct one of the two later.

    Flags:
        "3.5 hours (150 minutes)"; "1,200 pages per minute (50 pages per second)".

    Passes:
        "90 s (1.5 minutes)"; a conversion that is rounded.

    Does not judge:
        Brackets that hold a value of another dimension (skipped); brackets that print a share or a price.
    """
    for parsed in corpus.parsed:
        for first, second in _pairs(parsed):
            key = (parsed.document.name, first.metric, first.quote)
            if not same_dimension(first.figure, second.figure, corpus.vocabulary):
                yield Skip(CODE, key, "not applicable, because the value in brackets is of another dimension")
            elif finding := _compare(key, first, second, corpus.vocabulary):
                yield finding


_SAYS_WHAT = re.compile(r"\bin (?:round |square )?(?:brackets|parenthes[ei]s)\b", re.IGNORECASE)


def _pairs(parsed: Parsed) -> Iterator[tuple[Claim, Claim]]:
    if _SAYS_WHAT.search(parsed.document.text):
        return  # "KM-4 (KM-3 in brackets)": another thing's values
    values = [claim for claim in parsed.claims if claim.figure.kind in VALUES]
    for first, second in itertools.pairwise(values):
        between = parsed.document.text[first.figure.end : second.figure.start]
        if between.strip(" ") == "(" and parsed.document.text[second.figure.end : second.figure.end + 1] == ")":
            yield first, second


def _compare(key: tuple[str, ...], first: Claim, second: Claim, vocabulary: Vocabulary) -> Finding | None:
    left, right = based(first.figure, vocabulary), based(second.figure, vocabulary)
    if judge(left, right) != "inconsistent":
        return None
    gap = left.rounded.distance(right.rounded)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium",
        message=f"{said(first.figure)} is restated as {said(second.figure)}, which is another value",
        arithmetic=f"In base units {said(first.figure)} allows {left.rounded}, {said(second.figure)} {right.rounded}: "
        f"{apart(gap)}.",
        comparison=key,
        evidence=(Evidence.of(first), Evidence.of(second)),
        likely_wrong_why="either value may be the wrong one",
    )
