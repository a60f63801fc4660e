"""A metric that a document defines twice, and not in the same way."""

import re
from collections import defaultdict
from collections.abc import Iterator

from checks.lib.statements.passages import Passage, passages, phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.names import Vocabulary

CODE = "definition-differs"
ALIKE = 0.6  # of the words that two definitions have together
_DEFINED = re.compile(
    r"\b(?:is|are)\s+(?:here\s+)?(?:defined|measured|understood)\s+(?:here\s+|in this \w+\s+)?as\s+"
    r"(?P<what>[^.;:\n]{8,})",
    re.IGNORECASE,
)
_SMALL = frozenset("a an the of to for in is as by per and or amount it that which".split())
Defined = tuple[Passage, re.Match[str]]


@check(CODE, version=1, severity="low", since="0.1.0")
def definition_differs(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A document defines a metric once, or each time alike.

    Why:
        Two tables whose latency means "until the model gives an output" above one and "to execute an inference" above
        the other may not be divided by each other, although both columns are called Latency.

    Flags:
        Two sentences of one document of the form "latency is defined as ..." whose definitions share fewer than six in
        ten of their words.

    Passes:
        The same words again; definitions of different metrics; "as defined above".

    Does not judge:
        Definitions in other forms; metrics that are defined once (skipped).
    """
    for document in corpus.documents:
        defined: dict[str, list[Defined]] = defaultdict(list)
        for passage in passages(document):
            for match in _DEFINED.finditer(passage.words):
                metric = _metric(passage.words[: match.start()], corpus.vocabulary)
                if metric:
                    defined[metric].append((passage, match))
        for metric, found in sorted(defined.items()):
            if len(found) == 1:
                yield Skip(CODE, (document.name, metric), "not applicable, because it is defined once")
            yield from _judge(metric, found)


def _metric(before: str, vocabulary: Vocabulary) -> str:
    """The metric that a clause defines: the last one named in front of the verb."""
    named = [mention.name for mention in vocabulary.find(before, "metrics")]
    return named[-1] if named else ""


def _judge(metric: str, found: list[Defined]) -> Iterator[Finding]:
    first = found[0]
    other = next((one for one in found[1:] if _shared(first, one) < ALIKE), None)
    if other is None:
        return
    whats = [" ".join(match["what"].split()) for _, match in (first, other)]
    yield Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"{metric.replace('_', ' ')} is defined in two ways: {whats[0]!r} and {whats[1]!r}",
        arithmetic=f"The definitions share {_shared(first, other):.0%} of their words.",
        comparison=(first[0].document.name, metric),
        evidence=tuple(phrase(passage, match) for passage, match in (first, other)),
        likely_wrong_why="it cannot be told which of the two the figures follow",
    )


def _shared(left: Defined, right: Defined) -> float:
    one, other = (set(re.findall(r"\w+", match["what"].lower())) - _SMALL for _, match in (left, right))
    return len(one & other) / max(1, len(one | other))
