"""Corrections: sentences that withdraw a printed value and print the one that holds instead."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.quantities.amounts import Amount, alike
from checks.lib.quantities.asserted import Asserted, Sentence

# What withdraws a value that stands near.
WITHDRAWS = re.compile(
    r"\b(?:errat(?:um|a)|(?<!for )corrections?|corrected|correct(?:s|ing)|withdraw\w*|retract\w*|"
    r"should (?:read|be|have)|(?:was|were|is|are) (?:wrong|incorrect|in error|misprinted|mistaken|"
    r"a (?:typo|mistake|misprint))|incorrectly|"
    r"erroneously|mistakenly|we (?:had )?(?:published|printed|stated|reported|wrote)|previously (?:published|stated|"
    r"reported|listed)|misprint\w*|typo)\b",
    re.IGNORECASE,
)
# What follows it is the old value ("instead of 52,000"), where it stands between the new one and that.
_OLD_BEHIND = re.compile(r"\b(?:instead of|not|rather than|in place of|replaces?|previously|formerly)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Correction:
    """A value that is withdrawn and the one that holds, with the sentences that say so."""

    old: Asserted
    new: Asserted
    words: str


def corrections(every: Sequence[Sentence]) -> Iterator[Correction]:
    """Sentences, each with the one that follows, that print just two values of one kind and withdraw one of them."""
    taken = -1
    for index, sentence in enumerate(every):
        if not WITHDRAWS.search(sentence.passage.words) or sentence.passage.start <= taken:
            continue
        for some in (every[index : index + 1], every[index : index + 2]):
            if found := _corrected(some):
                taken = some[-1].passage.start
                yield found
                break


def _corrected(some: Sequence[Sentence]) -> Correction | None:
    if len({one.passage.document.document_id for one in some}) != 1:
        return None
    values = [one for sentence in some for one in sentence.amounts]
    pairs = [(a, b) for at, a in enumerate(values) for b in values[at + 1 :] if _of_one_kind(a.amount, b.amount)]
    if len(pairs) != 1:
        return None
    first, second = pairs[0]
    words = " ".join(one.passage.words for one in some)
    between = first.passage.document.text[first.end : second.start]
    old, new = (second, first) if _OLD_BEHIND.search(between) and not WITHDRAWS.search(between) else (first, second)
    return Correction(old, new, words)


def _of_one_kind(left: Amount, right: Amount) -> bool:
    differ = not left.readings.rounded.meets(right.readings.rounded)
    return left.kind == right.kind and alike(left, right) and left.of == right.of and differ
