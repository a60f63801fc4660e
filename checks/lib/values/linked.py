"""Pairs of sentences that can only tell one measurement, and tell it differently."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

from checks.lib.linking.same_value import agrees
from checks.lib.telling.measured import Said
from checks.lib.telling.told import VERBS
from checks.lib.values.two_told import Shared

NEAR = 24  # sentences that one is held against
TELLING = 200  # places that share a word; it tells nothing when more do
Hold = Callable[[Said, Said], Shared | None]
Links = list[tuple[int, Shared]]


def contradicting(
    said: Sequence[Said], hold: Hold, listed: Callable[[Said], bool]
) -> Iterator[tuple[int, int, Shared]]:
    """Two statements with other values, each pair once; `listed` says whether one is a row of its document's own list.

    Where either can be of several values, its words do not tell the members of a series apart: none is said wrong.
    """
    near = _near(said)
    links: list[Links] = [[] for _ in said]
    pairs = {
        (min(at, number), max(at, number)) for at in range(len(said)) for number in _able(at, said, near(at), listed)
    }
    for at, number in sorted(pairs):
        if (shared := hold(said[at], said[number])) is not None:
            links[at].append((number, shared))
            links[number].append((at, shared))
    clear = [_contradicted(at, some, said) for at, some in enumerate(links)]
    for at, some in enumerate(links):
        yield from ((at, number, shared) for number, shared in some if at < number and clear[at] and clear[number])


def _near(said: Sequence[Said]) -> Callable[[int], list[int]]:
    by_word: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, one in enumerate(said):
        for word in sorted(one.words - VERBS):
            by_word[one.amount.kind, word].append(number)

    def near(at: int) -> list[int]:
        every = (by_word[said[at].amount.kind, word] for word in sorted(said[at].words - VERBS))
        counts = Counter(number for some in every if len(some) <= TELLING for number in some if number != at)
        return sorted(counts, key=lambda each: (-counts[each], each))[:NEAR]

    return near


def _able(at: int, said: Sequence[Said], near: Sequence[int], listed: Callable[[Said], bool]) -> Iterator[int]:
    """Those of other documents, and of other sentences of its own where neither is a row of a list."""
    one = said[at]
    for number in near:
        other = said[number]
        two_sentences = other.sentence.passage.start != one.sentence.passage.start
        if other.document != one.document or (two_sentences and not listed(one) and not listed(other)):
            yield number


def _contradicted(at: int, links: Links, said: Sequence[Said]) -> bool:
    """Whether all that a statement is linked with says one value, and not its own."""
    amounts = [said[number].amount for number, _ in links]
    return all(agrees(amounts[0], each) for each in amounts[1:]) and not any(
        agrees(said[at].amount, each) for each in amounts
    )
