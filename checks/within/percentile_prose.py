"""Percentiles of one quantity, printed in words beside one another."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from checks.lib.columns.percentile_lines import Ranked as Rank
from checks.lib.columns.percentile_lines import falling
from checks.lib.findings.words import said
from checks.lib.labels.about import Index, index_of
from checks.lib.quantities.percentiles import LABEL, Ranked, exceeded, ranked, within
from checks.lib.statements.absolutes import based, same_dimension
from checks.lib.statements.passages import quoted
from checks.lib.values.far_ranks import of_one_run
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Claim, Parsed

CODE = "percentile-prose"
_NEXT_LINE = re.compile(r"\s*\n\s*(?:(?:[-*•]|\d{1,2}[.)])\s+)?")
# Between two percentiles of one list nothing else is said: a word more, and the second may be somebody else's.
_LIST = re.compile(
    r"\s*(?:[,;/)(]|and|an?|the|its|with|\s|"
    + LABEL.format("c")
    + "|"
    + r"latenc(?:y|ies)|response times?|of|is|was|at|:|=)*",
    re.IGNORECASE,
)


@check(CODE, version=4, severity="medium", since="0.1.0")
def percentile_prose(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A list of percentiles in words rises with the percentile.

    Why:
        They are order statistics of one sample, so that p99 is never below p50. In a sentence they are swapped as
        easily as in a table.

    Flags:
        "A p50 latency of 48 ms and a p99 latency of 31 ms"; "p50 of 95 ms, p95 of 80 ms"; "14 ms at p99 and 20 ms
        median"; "95% of requests finish within 80 ms and 99% within 60 ms"; "half of the requests needed more than
        212 ms" where another sentence of the page has 99 % of them inside 180 ms, each the only value of its rank there
        and nothing telling two runs apart (low where one says a condition that the other does not). Lines whose columns
        are named above them ("Series: p50 / p90 / p99"): low, as nothing says that they are of times.

    Passes:
        Equal percentiles; lists that rise.

    Does not judge:
        Percentiles of one sentence with other words between them ("p50 in Asia, the p99 in Europe"), rates, other units
        (skipped); pages with several values of one rank; what would be low on pages of more than sixty numbers
        (skipped).
    """
    index = index_of(corpus)
    for parsed in corpus.parsed:
        yield from (_of_line(parsed.document, *pair) for pair in falling(parsed.document))
        every = sorted((*ranked(parsed), *within(parsed)), key=lambda one: one.claim.figure.start)
        yield from _far(parsed, [*every, *exceeded(parsed)], index, corpus.vocabulary)
        for left, right in pairwise(every):
            if left.rank == right.rank or not _together(parsed.document, left.claim, right.claim):
                continue
            if not _one_list(parsed.document, left, right):
                yield Skip(CODE, _key(left, right), "not comparable, because other words stand between the two")
            elif _falls(left, right, corpus.vocabulary):
                yield _finding(left, right)


def _of_line(document: Document, low: Rank, high: Rank) -> Finding:
    """Two neighbours of a line, each with its percentile and its cell."""
    left, right = (quoted(document, cell.start, cell.end) for _, cell in (low, high))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"p{low[0]:f} of {left.quote} is above p{high[0]:f} of {right.quote}",
        arithmetic=f"{left.quote} > {right.quote}.",
        comparison=(document.name, f"p{low[0]:f}", f"p{high[0]:f}", left.quote, right.quote),
        evidence=(left, right),
        likely_wrong_why="one of the two figures, or the names of the columns",
    )


def _far(parsed: Parsed, every: Sequence[Ranked], index: Index, vocabulary: Vocabulary) -> Iterator[Finding]:
    """Percentiles of different sentences, where nothing tells the runs apart that they are of."""
    for left, right, case in of_one_run(parsed.document, every, index):
        low, high = sorted((left, right), key=lambda one: one.rank)
        together = _together(parsed.document, left.claim, right.claim)
        if not together and not low.bound and low.rank != high.rank and _falls(low, high, vocabulary):
            yield _finding(low, high, case)


def _together(document: Document, left: Claim, right: Claim) -> bool:
    """Whether two claims are of one sentence, or of two lines of a list."""
    if left.context_start == right.context_start:
        return True
    items = (one for one in document.blocks if one.kind == "list_item")
    places = [one.start for one in items if any(one.start <= c.figure.start < one.end for c in (left, right))]
    between = document.text[left.figure.end : right.figure.start]
    return len(places) == len((left, right)) and bool(_NEXT_LINE.match(between))


def _one_list(document: Document, left: Ranked, right: Ranked) -> bool:
    end = right.lead if right.bound else right.claim.figure.start
    between = _NEXT_LINE.sub("; ", document.text[left.claim.figure.end : end], count=1)
    same = left.claim.subject.name == right.claim.subject.name and right.of <= left.of
    return bool(_LIST.fullmatch(between)) and same and (not left.bound or right.bound)


def _falls(left: Ranked, right: Ranked, vocabulary: Vocabulary) -> bool:
    low, high = sorted((left, right), key=lambda one: one.rank)
    if not same_dimension(low.claim.figure, high.claim.figure, vocabulary):
        return False
    return based(low.claim.figure, vocabulary).rounded.lower > based(high.claim.figure, vocabulary).rounded.upper


def _key(left: Ranked, right: Ranked) -> tuple[str, ...]:
    ranks = sorted((left.rank, right.rank))
    return left.claim.document, left.claim.workload, left.claim.subject.name, *(f"p{rank:f}" for rank in ranks)


def _finding(left: Ranked, right: Ranked, case: str = "") -> Finding:
    low, high = sorted((left, right), key=lambda one: one.rank)
    printed = f"p{low.rank:f} of {said(low.claim.figure)} is above p{high.rank:f} of {said(high.claim.figure)}"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low" if case else "medium",
        message=printed,
        arithmetic=f"{said(low.claim.figure)} > {said(high.claim.figure)}.",
        comparison=_key(left, right),
        evidence=(Evidence.of(low.claim), Evidence.of(high.claim)),
        likely_wrong_why=f"one may be of another case: {case!r}"
        if case
        else "one of the two figures, or their percentiles are swapped",
    )
