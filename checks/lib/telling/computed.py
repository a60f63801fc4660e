"""What two quantities of a stretch of text come to by their kinds, for a result that is printed elsewhere."""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.quantities.terms import Term, is_count
from checks.lib.telling.stretches import Role, Stretch, roles, took
from schemas.interval import Interval

ROUGH = Decimal("0.06")  # a result is rounded once more by its author: three per cent on either side
MOST = 200  # pairs that one result is held against
HOUR = Decimal(3600)
# (result, over, over or under, sign of the last): the result is the first times the second to the power of the sign.
_LAWS = (
    ("rate", "count", "time", -1),
    ("time", "count", "rate", -1),
    ("energy per", "power", "rate", -1),
    ("per energy", "rate", "power", -1),
    ("energy", "power", "time", 1),
    ("machine time", "count", "time", 1),
)
_THINGS = ("rate", "count", "energy per", "per energy", "machine time")  # what has a noun


@dataclass(frozen=True, slots=True)
class Computed:
    """A result with the two quantities of another stretch that give it."""

    result: Term
    said: Stretch
    left: Term
    right: Term
    sign: int
    stretch: Stretch

    @property
    def sides(self) -> tuple[Stretch, Stretch]:
        """Both stretches with no more than these quantities."""
        return replace(self.said, terms=(self.result,)), replace(self.stretch, terms=(self.left, self.right))

    @property
    def given(self) -> Interval:
        """What the result must be."""
        return self.left.value * self.right.value if self.sign > 0 else self.left.value / self.right.value

    @property
    def fits(self) -> bool:
        """Whether it is, alone or over or times what else is counted there ("on 4 nodes")."""
        counts = [
            one.value
            for one in (*self.said.terms, *self.stretch.terms)
            if is_count(one) and one not in (self.result, self.left, self.right) and one.value.lower > 0
        ]
        by = [Interval(Decimal(1), Decimal(1)), *counts]
        given, printed = self.given, self.result.value
        return any((given * one).distance(printed) < ROUGH or (given / one).distance(printed) < ROUGH for one in by)

    def kind(self, name: str) -> Term | None:
        """The quantity of the three that is of a kind."""
        every = (self.result, self.left, self.right)
        return next((one for one in every if any(role[0] == name for role in roles(one))), None)


Pairs = Mapping[tuple[Role, Role], Sequence[tuple[Stretch, Term, Term]]]


def pairs(stretch: Stretch) -> Iterator[tuple[tuple[Role, Role], tuple[Stretch, Term, Term]]]:
    """Every two quantities of a stretch that give a third, where each is the only one of its kind there."""
    found = [(role, one) for one in stretch.terms for role in roles(one)]
    for (left, one), (right, other) in itertools.permutations(found, 2):
        wanted = one is not other and any((left[0], right[0]) == law[1:3] for law in _LAWS)
        split = len(stretch.sentences) == 1 or _apart(stretch, one, other)
        if wanted and split and _only(left, found) and _only(right, found):
            timed = one if left[0] == "time" else other if right[0] == "time" else None
            if timed is None or took(timed, stretch):
                yield (left, right), (stretch, one, other)


def _only(role: Role, found: Sequence[tuple[Role, Term]]) -> bool:
    """Whether a stretch prints one value of a kind."""
    return len({one.value for kind, one in found if kind == role}) == 1


def _apart(stretch: Stretch, one: Term, other: Term) -> bool:
    """Whether two quantities stand in two sentences."""
    second = stretch.sentences[1].passage.start
    return (one.start < second) != (other.start < second)


def computed(result: Term, said: Stretch, by_roles: Pairs) -> Iterator[Computed]:
    """Every way in which a pair of another stretch gives a result, by their kinds and nouns."""
    for kind, of in roles(result):
        for law in (one for one in _LAWS if one[0] == kind or (one[0], kind) == ("energy per", "energy")):
            for (left, right), some in by_roles.items():
                if (left[0], right[0]) == law[1:3] and _one_noun(law[0], of, left, right, said):
                    for stretch, one, other in some[:MOST]:
                        if said.sentences[0] not in stretch.sentences:
                            yield Computed(result, said, one, other, law[3], stretch)


def _one_noun(kind: str, of: str, left: Role, right: Role, said: Stretch) -> bool:
    """Whether all count the same thing: rows per second are of rows."""
    nouns = {role[1] for role in (left, right) if role[0] in _THINGS}
    if len(nouns) > 1:
        return False
    if kind == "energy per" and not of:  # "2.1 mJ for one inference", "one inference takes 2.1 mJ"
        noun = re.escape(next(iter(nouns), ""))
        return bool(
            re.search(rf"\b(?:per|each|every|one|an?|single)\s(?:[\w.-]+\s){{0,2}}?{noun}", said.words, re.IGNORECASE)
        )
    return of in nouns if kind in _THINGS else True


def able(one: Computed) -> bool:
    """Whether its numbers are plain values, and its times those that the whole of something took."""
    terms = (one.left, one.right)
    if any(not each.value.bounded or each.value.lower <= 0 for each in terms):
        return False
    times = [each for each in (*terms, one.result) if roles(each)[0][0] == "time"]
    if one.result in times and not took(one.result, one.said):
        return False
    return one.kind("machine time") is None or all(each.value.lower >= HOUR for each in times)
