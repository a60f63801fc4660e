"""How much more the one side of a factor does, where a document prints the rates of its two sides and no others."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from checks.lib.labels.per_cost import is_named
from checks.lib.quantities.dimensions import Dims, things
from checks.lib.telling.facts import Fact
from schemas.comparison import Corpus
from schemas.names import Vocabulary
from schemas.statement import Claim, Side

PAIR = 2
_SIZED = re.compile(r"\b\d+(?:\.\d+)?[BM]\b")  # of a model, whose name the vocabulary may not know


def gains_of_rates(claim: Claim, every: Sequence[Fact], corpus: Corpus) -> Iterator[tuple[Fact, Fact]]:
    """The rates of a factor's subject and of its baseline, of each kind of which a document prints these two alone."""
    of = {one.figure.start: one for one in corpus.claims if one.document_id == claim.document_id}
    by: dict[Dims, list[Fact]] = defaultdict(list)
    for one in every:
        if _is_rate(one):
            by[one.dims].append(one)
    for some in by.values():
        pair = only_two(some)
        if pair and not _of_other_work(claim, pair, corpus.vocabulary):
            yield from _of_sides(claim, pair, of)


def only_two(some: Sequence[Fact]) -> list[Fact]:
    """The facts of two values, the first of each; none where they have more values, or one."""
    distinct = list({one.middle: one for one in reversed(some)}.values())
    return sorted(distinct, key=lambda one: one.start) if len(distinct) == PAIR else []


def _is_rate(one: Fact) -> bool:
    """Whether a fact is of so many things a second, and of no part of its machine."""
    powers = dict(one.dims)
    return len(powers) == PAIR and powers.get("time") == -1 and bool(things(one.dims)) and not one.per


def _of_sides(claim: Claim, pair: Sequence[Fact], of: Mapping[int, Claim]) -> Iterator[tuple[Fact, Fact]]:
    """The rates in the order of the sides that they are said of, by their subjects or by the names in their lines."""
    for one, other in (pair, pair[::-1]):
        if _is_of(one, claim.subject, of) and _is_of(other, claim.baseline, of):
            yield one, other
            return


def _is_of(one: Fact, side: Side, of: Mapping[int, Claim]) -> bool:
    said = of.get(one.start)
    if said and said.subject.name:
        return said.subject.name == side.name
    return any(name and is_named(name, one.text) for name in (side.name, side.raw))


def _of_other_work(claim: Claim, pair: Sequence[Fact], vocabulary: Vocabulary) -> bool:
    """Whether the rates are said to be of another workload than the factor, or of one where it names none."""
    text = " | ".join(one.text for one in pair)
    said = {found.name for found in vocabulary.find(text, "workloads")}
    mine, theirs = (frozenset(_SIZED.findall(each)) for each in (claim.context, text))
    return (bool(said) and claim.workload not in said) or (bool(mine and theirs) and mine.isdisjoint(theirs))
