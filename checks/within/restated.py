"""A value restated in brackets behind itself."""

import itertools
import re
from collections.abc import Iterator

from checks.lib.findings.words import apart, said
from checks.lib.quantities.reckoned_from import numbers_in
from checks.lib.statements.absolutes import VALUES, based, same_dimension
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Readings, judge
from schemas.names import Vocabulary
from schemas.statement import Claim, Parsed

CODE = "restated"


@check(CODE, version=3, severity="medium", since="0.1.0")
def restated(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A value and the same value in another unit, in brackets behind it, are one value.

    Why:
        Authors convert by hand for their readers, and correct one of the two later.

    Flags:
        "3.5 hours (150 minutes)"; "1,200 pages per minute (50 pages per second)".

    Passes:
        "90 s (1.5 minutes)"; a conversion that is rounded; "210 servers at 480 W (100.8 kW)": so many times the value,
        where the sentence says how many.

    Does not judge:
        Brackets that hold a value of another dimension (skipped), or one in the same unit: another case's; brackets
        that print a share or a price.
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
        restates = between.strip(" ") == "(" and first.figure.unit != second.figure.unit
        if restates and parsed.document.text[second.figure.end : second.figure.end + 1] == ")":
            yield first, second


def _of_several(first: Claim, left: Readings, right: Readings) -> bool:
    """Whether one value is so many of the other as the sentence says there are: "210 servers at 480 W (100.8 kW)"."""
    several = [one for one in numbers_in([first.context]) if one > 1]
    return any(judge(a.scaled(one), b) != "inconsistent" for one in several for a, b in ((left, right), (right, left)))


def _compare(key: tuple[str, ...], first: Claim, second: Claim, vocabulary: Vocabulary) -> Finding | None:
    left, right = based(first.figure, vocabulary), based(second.figure, vocabulary)
    if judge(left, right) != "inconsistent" or _of_several(first, left, right):
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
