"""A setting with which results were had, against what another sentence says of the same results."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from checks.lib.labels.origins import Origin, of_one_test, origins
from checks.lib.language.held_equal import excepted
from checks.lib.language.settings import opposed
from checks.lib.statements.passages import Passage, passages, quoted
from checks.lib.values.rows_had import Had, otherwise, printed_at, results_had
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip

CODE = "results-had-otherwise"


@check(CODE, version=4, severity="low", since="0.1.0")
def results_had_otherwise(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The results of a test are said to have been had with one value of a setting, wherever that is told.

    Why:
        "The figures come from the released 4.2.0" is what a reader relies on. The results page says below its table
        that they were measured on a build of 4.1.

    Flags:
        Two sentences that say how the same results were had ("all tests were run on", "the 2.17 figures come from"),
        with two values of one setting: a release of one thing, a machine, a region, a format, a number with one noun.
        A sentence with the number of one row ("the 3,904 tokens per second were measured with 1.18.0") and another
        release than that row prints.

    Passes:
        Sentences that say where results are shown, or what is seen from them ("from which we make two observations");
        sentences of results that they name otherwise; releases of two things; documents that share no figure, or of
        which neither names what the other is titled; numbers that two cells print, or beside another of their column.

    Does not judge:
        Sentences with an exception (skipped), or with two values of one setting.
    """
    every = list[Origin]()
    for one in (origin for document in corpus.documents for origin in origins(document)):
        if excepted(one.said.words):
            yield Skip(CODE, (one.said.document.name, one.said.words), "not applicable, because it takes something out")
        else:
            every.append(one)
    for one, other in combinations(every, 2):
        if _conflict(one, other):
            values = (
                quoted(each.said.document, each.said.start + each.condition.start, each.said.start + each.condition.end)
                for each in (one, other)
            )
            yield _finding(*values)
    had = results_had(corpus.documents)
    for said in (one for document in corpus.documents for one in passages(document) if had):
        if not excepted(said.words):
            yield from _of_rows(said, had)


def _of_rows(said: Passage, every: Sequence[Had]) -> Iterator[Finding]:
    for had in every:
        inside = said.document is had.document and said.start <= had.value.start < said.end
        at = printed_at(said, had) if had.value.text in said.words and not inside else None
        if at is not None and (found := otherwise(said, had)):
            mine = quoted(said.document, said.start + found.start, said.start + found.end)
            at += said.start
            cells = (quoted(had.document, one.start, one.end) for one in (had.release, had.value))
            release, value = cells
            yield _finding(mine, release, quoted(said.document, at, at + len(had.value.text)), value)


def _conflict(one: Origin, other: Origin) -> bool:
    return (
        one.said != other.said
        and one.condition.unlike(other.condition)
        and one.same_results(other)
        and of_one_test(one.said.document, other.said.document)
        and not list(opposed([one.said.words], [other.said.words]))
    )


def _finding(left: Evidence, right: Evidence, *results: Evidence) -> Finding:
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{left.document} says that results were had with {left.quote}, {right.document} with {right.quote}",
        arithmetic=f"{left.quote} against {right.quote}.",
        comparison=(left.document, right.document, left.quote, right.quote),
        evidence=(left, right, *results),
        likely_wrong_why="the older of the two texts",
    )
