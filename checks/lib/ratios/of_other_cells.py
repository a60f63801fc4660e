"""Whether a factor is of other cells than those that its words tie it to: another table's, another row's."""

from collections.abc import Sequence
from itertools import product

from checks.lib.labels.about import Told
from checks.lib.labels.slots import Slot
from checks.lib.language.tokens import every_root
from checks.lib.quantities.asserted import Sentence
from checks.lib.ratios.of_itself import quotient
from checks.lib.statements.factors import as_value, factors, up
from schemas.interval import judge
from schemas.statement import Claim


def said_elsewhere(claim: Claim, slots: Sequence[Slot], about: Sequence[Told]) -> bool:
    """Whether another table with the same rows and column gives the factor: of two such tables it is of that one."""
    if len(slots) > 2:
        return False
    alike = [[one for one in told.slots if one.labels == slot.labels] for told in about for slot in slots]
    found = zip(*(alike[at :: len(slots)] for at in range(len(slots))), strict=True)
    return any(_is_of(claim, two) for some in found for two in product(*some) if two != tuple(slots))


def of_another_row(claim: Claim, sentence: Sentence, slots: Sequence[Slot], told: Told) -> bool:
    """Whether the column prints the factor for another row, of which the sentence says a word: "a request is 1.4x"."""
    if len(slots) > 1:
        return False
    mine, words = dict(slots[0].labels), every_root(sentence.passage.words)
    others = (one for one in told.slots if one is not slots[0] and dict(one.labels).get("column") == mine.get("column"))
    return any(_is_of(claim, [one]) and words & _row_words(one) for one in others)


def _row_words(slot: Slot) -> frozenset[str]:
    return every_root(" | ".join(text for name, text in slot.labels if name != "column"))


def _is_of(claim: Claim, slots: Sequence[Slot]) -> bool:
    """Whether a value is a factor, or two values give it."""
    values = [one.amount.readings for one in slots]
    if len(values) == 1:
        return judge(claim.figure.readings, values[0]) != "inconsistent"
    given = quotient(*values) if min(one.widened.lower for one in values) > 0 else None
    return given is not None and any(judge(up(one), given) != "inconsistent" for one in factors(as_value(claim)))
