"""One thing said to be ahead of another, against the row of a table that prints both."""

import re
from collections.abc import Iterator, Sequence

from checks.lib.findings import severity
from checks.lib.findings.words import listed
from checks.lib.labels import ahead
from checks.lib.labels.about import Index, Told, index_of
from checks.lib.labels.naming import of_another
from checks.lib.labels.sections import topical
from checks.lib.labels.sides import Pair, of_row, pairs
from checks.lib.labels.spoken_kinds import kinds_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.quantities.asserted import Sentence
from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.names import Vocabulary

CODE = "ahead-in-words"
# Under a condition, denied, or of only some: no row of a table need be so.
_HELD_BACK = re.compile(
    r"\b(?:if|when|whenever|unless|until|except\w*|apart|not|no|nor|never|none|without|may|might|can|could|would|should|"
    r"must|expect\w*|only|almost|nearly|sometimes|often|usually|most\w*|some|per|than (?:in|it|before|last|previous\w*|"
    r"expected|ever|usual|necessary|needed))\b|n[’']t\b|\?",
    re.IGNORECASE,
)
# Which values a sentence speaks of that says one of these and none of the others.
_ONLY = tuple(
    (re.compile(rf"\b(?:{words})\b", re.IGNORECASE), frozenset(kinds))
    for words, kinds in (
        (r"latenc\w+|percentiles?|p\d\d(?:\.\d+)?|delays?|durations?|startup|wait\w*", {"time"}),
        (r"throughput|bandwidth|IOPS|QPS|\w+ per second|\w+/s(?:ec)?", {"rate", "bandwidth", "count", "compute"}),
    )
)


@check(CODE, version=2, severity="high", since="0.1.0")
def ahead_in_words(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is said to be faster, smaller or cheaper than another is so in the row that prints both.

    Why:
        Who wrote "its tail latency is lower than ours" mixed up two columns. Nothing else in the sentence is a figure,
        so that no tool that looks for figures finds it, and it is what everybody remembers.

    Flags:
        A sentence that sets one row or column of a table above another, and the row that it names, or all rows of the
        kind of value that it speaks of, printing it the other way round beyond rounding.

    Passes:
        Values that tie; a table of which some rows are so, when the sentence names none of them.

    Does not judge:
        Sentences under a condition, denied or of some cases only; of every case (ahead-everywhere); words of which it
        cannot be told whether they ask for more or less ("more efficient"); documents of different dates (skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        for sentence in index.sentences(document):
            text = sentence.passage.words
            if sentence.asserted and not sentence.past and ahead.compares(text) and not _HELD_BACK.search(text):
                for told in (*topical(list(index.about(sentence)), sentence), *index.attributed(sentence)):
                    yield from _check(sentence, told, index, corpus.vocabulary)


def _check(sentence: Sentence, told: Told, index: Index, vocabulary: Vocabulary) -> Iterator[Finding | Skip]:
    text = sentence.passage.words
    able = _of_kind(pairs(told.sides, text, sentence.scope), text)
    rows, named = of_row(able, text, vocabulary) if able else ((), False)
    said = ahead.read(text, rows[0], vocabulary) if len({one.left.amount.kind for one in rows}) == 1 else None
    if said is None or not all(said.denied_by(one) for one in rows):
        return
    labels = " ".join(label for one in rows for slot in (one.left, one.right) for _, label in slot.labels)
    if of_another(text, [labels, told.sheet.about]) or index.unlike(
        None, sentence, [labels, told.sheet.about], told.sheet.document
    ):
        return
    if index.of_two_editions(sentence.passage.document, told.sheet.document):
        yield Skip(CODE, _key(said, sentence, told), OTHER_EDITION)
        return
    yield _finding(said, sentence, told, rows, index, named=named)


def _of_kind(every: Sequence[Pair], text: str) -> list[Pair]:
    """The pairs of the values that a sentence speaks of: of latencies, not of rates."""
    asked = [kinds for words, kinds in _ONLY if words.search(text)]
    kinds = asked[0] if len(asked) == 1 else kinds_of(text)
    return [one for one in every if one.left.amount.kind in kinds]


def _key(said: ahead.Ahead, sentence: Sentence, told: Told) -> tuple[str, ...]:
    return sentence.passage.document.name, told.sheet.document.name, told.sheet.name, said.first, said.second


def _finding(
    said: ahead.Ahead, sentence: Sentence, told: Told, rows: Sequence[Pair], index: Index, *, named: bool
) -> Finding:
    document, passage = told.sheet.document, sentence.passage
    worst = max(rows, key=lambda one: one.factor.rounded.lower)
    slots = sorted((worst.left, worst.right), key=lambda one: dict(one.labels).get(worst.kind, "") != said.first)
    first, second = (index.places.printed(document, one.start, one.end) for one in slots)
    gap = worst.factor.rounded.lower - 1
    where = listed(label for kind, label in worst.left.labels if kind != worst.kind and label)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="high" if named and gap >= severity.MEDIUM else "medium" if gap >= severity.MEDIUM else "low",
        message=f"{said.first} is said to be ahead of {said.second} in {passage.document.name}; {told.sheet.name} "
        f"of {document.name} prints {first.quote} against {second.quote} ({where})",
        arithmetic=f"{first.quote} and {second.quote}: the {'smaller' if said.smaller else 'larger'} one should be "
        f"that of {said.first}, apart by {gap * 100:.0f} %.",
        comparison=_key(said, sentence, told),
        evidence=(quoted(passage.document, passage.start, passage.end), first, second),
        likely_wrong_why="the words print no value, the table both",
    )
