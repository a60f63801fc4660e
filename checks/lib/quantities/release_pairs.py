"""The pairs of values that two sentences print, each of another release: "version 8 weighed 148 MB", "9 is at 57 MB".

However far apart they stand, the releases say that the one is held against the other.
"""

from collections.abc import Iterator, Sequence

from checks.lib.language.release_said import releases_said
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.near_pairs import APART, Near, Value, near_of, together, values_of, within

MANY = 24  # values of a document that stand beside a release; more are a table in words


def release_pairs(every: Sequence[Sentence], spans: Sequence[tuple[int, int]]) -> Iterator[Near]:
    """The pairs of a document, in text order, that stand too far apart to be near ones."""
    told = [(at, one, releases_said(one.passage.words)) for at, one in enumerate(every) if not within(one, spans)]
    values = [(value, said) for at, one, said in told if len(said) == 1 for value in values_of(one, at) if value.kind][
        :MANY
    ]
    for number, (left, mine) in enumerate(values):
        for right, theirs in values[number + 1 :]:
            if mine != theirs and not _is_near(left, right, every):
                yield from near_of(left, right, every)


def _is_near(left: Value, right: Value, every: Sequence[Sentence]) -> bool:
    return right.at - left.at <= APART and together(every[left.at], every[right.at])
