"""The factors that sentences say of two values: one to a sentence, with the values of its kind beside it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from checks.lib.labels.about import Index
from checks.lib.labels.spoken_kinds import kinds_of, of_factor
from checks.lib.language.held_equal import without_equal, without_since
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.statements.factors import DERIVED
from checks.lib.telling.claimed import claimed
from schemas.statement import Claim, Parsed

KINDS = ("ratio", "percent_change")
_AWAY = re.compile(
    r"\b(?:also|another|separate\w*|meanwhile|elsewhere|(?<!in )other|besides|on average|average of|averages?d?|mean|"
    r"median|typical\w*|across|both|set out|up to|as much as|combined|each|every|all)\b",
    re.IGNORECASE,
)
_THAT = re.compile(r"\s*(?:times\s)?(?:that|those|this|what)\b")


@dataclass(frozen=True, slots=True)
class Asked:
    """A factor, its sentence, and where that one stands among the sentences of its document."""

    claim: Claim
    sentence: Sentence
    at: int
    kinds: frozenset[str]  # of values that it can be the quotient of
    own: tuple[Asserted, ...]  # the values of these kinds that its sentence prints


def asked(parsed: Parsed, index: Index) -> Iterator[Asked]:
    """The only factor of each sentence that asserts one of two values: no bound, no average, nothing per watt."""
    for at, (whole, claims) in enumerate(claimed(parsed, index)):
        mine = [one for one in claims if one.figure.kind in KINDS]
        words = without_since(without_equal(whole.passage.words))
        sentence = replace(whole, passage=replace(whole.passage, words=words))
        if len(mine) != 1 or not sentence.asserted or _AWAY.search(words) or DERIVED.search(words):
            continue
        claim = mine[0]
        kinds = of_factor(claim) - ({"size", "power", "energy"} if of_factor(claim) == kinds_of("") else set())
        plain = claim.figure.qualifier != "up_to" and claim.figure.value_hi is None
        if plain and not claim.chart and not _THAT.match(claim.behind):
            own = tuple(one for one in sentence.amounts if one.amount.kind in kinds - {"count"})
            yield Asked(claim, sentence, at, kinds, own)
