"""One result, told with the number of machines that it took, twice."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.labels.about import index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import content, root
from checks.lib.statements.passages import Passage, passages, quoted
from checks.lib.sums.pools import related
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip

CODE = "run-on-count"
MOST = 20  # places that tell one result
DIGITS = 2  # of a result: "1 hour on 8 GPUs" and "1 hour on 64 GPUs" may both be
_RUN = re.compile(
    r"(?<![\w.,])(?P<value>\d[\d,]*(?:\.\d+)?)\s(?P<unit>(?:milli|micro)?seconds?|minutes?|mins?|hours?|hrs?|days?|ms|"
    r"[A-Za-z]+/s(?:ec)?|[a-z]+s per [a-z]+|[PTG]FLOPS|[a-z]*flops)\s(?:on|using|with|across|over)\s(?:just |only )?"
    r"(?P<n>\d[\d,]*)\s(?:[A-Z][\w-]*\s){0,4}?(?P<noun>GPU|TPU|CPU|node|card|core|chip|server|machine|accelerator|"
    r"instance|device|socket|host|worker)s?\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Run:
    """A result and how many machines it took, at [start, end) of a document."""

    document: Document
    start: int
    end: int
    count: str
    words: frozenset[str]

    @property
    def name(self) -> str:
        """Its document, by which related ones are known."""
        return self.document.document_id


@check(CODE, version=1, severity="low", since="0.1.0")
def run_on_count(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A result that is told twice to all its digits took one number of machines.

    Why:
        "44 minutes on 1,024 GPUs" of the title becomes "44 minutes on 1,472 GPUs" below, the number of a competitor.

    Flags:
        One value of two digits or more in one unit, with two numbers of machines of one kind right behind it, in
        sentences, headings or titles that share a word.

    Passes:
        Other values; other kinds of machines; one number.

    Does not judge:
        A value that three numbers of machines stand behind, a series; documents of different dates (skipped).
    """
    told: dict[tuple[str, ...], list[_Run]] = defaultdict(list)
    for document in corpus.documents:
        for key, one in _runs(document):
            told[key].append(one)
    index = index_of(corpus)
    near = {name: {name, *some} for name, some in related(corpus, index).items()}
    seen: set[tuple[str, ...]] = set()
    # Two strangers take 44 minutes both.
    for every, name in ((some, name) for some in told.values() for name in sorted({one.name for one in some})):
        pairs = [one for one in _pairs([one for one in every if one.name in near[name]]) if _key(*one) not in seen]
        seen |= {_key(*one) for one in pairs}
        of_one = [pair for pair in pairs if not index.of_two_editions(*(each.document for each in pair))]
        if of_one:
            yield _finding(*of_one[0])
        elif pairs:
            yield Skip(CODE, _finding(*pairs[0]).comparison, OTHER_EDITION)


def _runs(document: Document) -> Iterator[tuple[tuple[str, ...], _Run]]:
    at = document.text.find(document.title) if document.title else -1
    title = [Passage(document, at, at + len(document.title), document.title)] if at >= 0 else []
    for passage in (*title, *passages(document)):
        for match in _RUN.finditer(passage.words):
            value, count = (match[name].replace(",", "") for name in ("value", "n"))
            if len(value.replace(".", "")) >= DIGITS:
                place = passage.start + match.start(), passage.start + match.end()
                words = content(passage.words) - content(match.group())
                yield (value, root(match["unit"])[:3], match["noun"].lower()), _Run(document, *place, count, words)


def _pairs(some: Sequence[_Run]) -> list[tuple[_Run, _Run]]:
    """Pairs of two numbers of machines whose sentences share a word, of two documents first; none of a series."""
    if len({one.count for one in some}) != 2:
        return []
    every = ((one, other) for at, one in enumerate(some[:MOST]) for other in some[at + 1 : MOST])
    unlike = [(one, other) for one, other in every if one.count != other.count and one.words & other.words]
    return sorted(unlike, key=lambda pair: pair[0].document is pair[1].document)


def _key(one: _Run, other: _Run) -> tuple[str, ...]:
    return tuple(sorted(f"{each.name} {each.start}" for each in (one, other)))


def _finding(one: _Run, other: _Run) -> Finding:
    first, second = (quoted(each.document, each.start, each.end) for each in (one, other))
    said = [" ".join(each.quote.split()) for each in (first, second)]
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{said[0]} in {first.document} against {said[1]} in {second.document}: one result, two numbers of it",
        arithmetic=f"{one.count} is not {other.count}.",
        comparison=(one.document.name, other.document.name, *said),
        evidence=(first, second),
        likely_wrong_why="one is told as often as the other",
    )
