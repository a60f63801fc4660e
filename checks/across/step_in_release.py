"""A step from one value to another that two places give to two releases."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from checks.lib.labels.about import index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import one_release
from checks.lib.statements.index import by
from checks.lib.statements.passages import quoted
from checks.lib.values.steps_told import Step, heads, steps_told
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "step-in-release"
SHARED = 1  # words of both: the numbers of both are the tie


@check(CODE, version=1, severity="medium", since="0.1.0")
def step_in_release(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A step from one value to another came with one release, wherever it is told.

    Why:
        "From 11.0 to 15.1 arrived with v0.55" sends a reader to a release whose own notes still list 11.0. Who installs
        it to have the 15.1 does not get it.

    Flags:
        The same two numbers as a step ("11.0 to 15.1", "15.1, up from 11.0", "11.0 -> 15.1"), which a sentence, the
        heading of its section or the row of a table gives to one release here and to another one there. Medium where
        the one stands below its release in notes that have the other release too, and both share two words, else low.

    Passes:
        A release and its patches ("4.2", "4.2.1"); steps that some place gives to both releases; numbers of a
        model's name ("Llama 3.1").

    Does not judge:
        Steps of fewer than five digits in all; sentences with two releases or none; releases of two forms ("24.1",
        "0.56.0"); documents of different dates (skipped).
    """
    index = index_of(corpus)
    every = [one for document in corpus.documents for one in steps_told(document)]
    for some in by(every, lambda one: one.values).values():
        for one, other in combinations(some[:8], 2):
            if _unlike(one, other) and not _told_of_both(some, one, other):
                if index.of_two_editions(one.document, other.document):
                    yield Skip(CODE, (one.document.name, other.document.name, *one.values), OTHER_EDITION)
                else:
                    yield _finding(one, other)


def _unlike(one: Step, other: Step) -> bool:
    """Whether two steps of one thing have two releases of one form."""
    same_form = one.release.count(".") == other.release.count(".")
    apart = not one_release({one.release}, {other.release})
    return same_form and apart and len(one.words & other.words) >= SHARED


def _told_of_both(some: Sequence[Step], one: Step, other: Step) -> bool:
    """Whether a document gives the step to both releases itself: it came to two things, or to an older branch too."""
    if one.document is other.document:
        return one.headed and other.headed
    said = by(some, lambda each: each.document.document_id).values()
    pairs = [{each.release for each in own} for own in said]
    return any({one.release, other.release} <= own for own in pairs)


def _finding(one: Step, other: Step) -> Finding:
    left, right = (quoted(each.document, each.start, each.end) for each in (one, other))
    releases = [quoted(each.document, *each.at) for each in (one, other)]
    notes = [(a, b) for a, b in ((one, other), (other, one)) if a.headed and not b.headed]
    sure = any(b.release in heads(a.document) for a, b in notes) and len(one.words & other.words) > SHARED
    told = " against ".join(f"{each.quote} in {each.document}" for each in releases)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium" if sure else "low",
        message=f"the step from {one.old} to {one.new} came with {told}",
        arithmetic=f"Two releases of one step: {one.release} and {other.release}.",
        comparison=(left.document, right.document, *one.values),
        evidence=(left, releases[0], right, releases[1]),
        likely_wrong_why="the text that is no release notes, else the one that was written later",
    )
