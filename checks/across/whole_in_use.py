"""A machine that is said to be compared whole, against a note by which part of it stood idle."""

from collections.abc import Iterator

from checks.lib.labels.about import index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.machines.in_use import Share, said_in_use, said_whole
from checks.lib.statements.passages import passages, quoted
from checks.lib.sums.pools import related
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "whole-in-use"


@check(CODE, version=1, severity="low", since="0.1.0")
def whole_in_use(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is compared as a whole machine was in use as a whole.

    Why:
        "6x faster than a full eight-GPU server" is what gets quoted. The note below the chart says that one of the
        eight GPUs ran, and seven stood idle: then the factor is over an eighth of the machine.

    Flags:
        "Full", "whole", "entire", "fully populated" or "all N of" before a machine with a code, where a sentence or
        note that has the code too says that fewer of its parts were in use ("four of the eight GPUs", "the rest idle").
        Always low.

    Passes:
        Notes by which all parts ran; notes on the other machine of the comparison; another number of parts than the
        whole is said to have.

    Does not judge:
        Machines without a code; documents of different dates (skipped).
    """
    index = index_of(corpus)
    every = {one.document_id: list(passages(one)) for one in corpus.documents}
    whole = [share for some in every.values() for one in some for share in said_whole(one)]
    part = [share for some in every.values() for one in some for share in said_in_use(one)] if whole else []
    near = related(corpus, index) if part else {}
    for one in whole:
        for other in part:
            document, there = one.passage.document, other.passage.document
            if there.document_id in near[document.document_id] and _contradict(one, other):
                if index.of_two_editions(document, there):
                    yield Skip(CODE, (document.name, there.name, *sorted(one.named)), OTHER_EDITION)
                else:
                    yield _finding(one, other)
                break


def _contradict(one: Share, other: Share) -> bool:
    """Whether both are of one machine, told in two places; the words between say how many parts it has."""
    alike = one.many is None or other.many is None or one.many == other.many
    apart = one.passage.start != other.passage.start or one.passage.document is not other.passage.document
    return apart and alike and bool(one.named & other.named)


def _finding(one: Share, other: Share) -> Finding:
    first, second = (
        quoted(each.passage.document, each.passage.start + each.start, each.passage.start + each.end)
        for each in (one, other)
    )
    names = sorted(one.named & other.named)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{first.document} says {first.quote.strip()!r}; {second.document} says {second.quote!r} of it",
        arithmetic=f"Part of {' '.join(names)} is not all of it.",
        comparison=(first.document, second.document, *names),
        evidence=(first, second),
        likely_wrong_why="the text, which calls whole what was in use in part",
    )
