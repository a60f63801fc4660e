"""Why a sentence may print another value than the cell that it seems to name, and both be right."""

import re
from collections.abc import Sequence

from checks.lib.labels.naming import COLUMN, Text, cover
from checks.lib.labels.slots import Slot
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.quantities.reckoned import reckoned
from schemas.interval import judge
from schemas.names import Vocabulary

# Settings whose number stands behind them; what is counted ("64 clients") other_value tells apart.
_SETTING = re.compile(
    r"\b(?P<of>batch|queue\s+depth|qd|scale\s+factor|sf)(?:\s+sizes?)?\s*(?:of\s+|=\s*|:\s*)?(?P<n>\d[\d,]*)\b(?![.%])",
    re.IGNORECASE,
)


def explained(
    asserted: Asserted, slot: Slot, slots: Sequence[Slot], sentence: Sentence, text: Text, vocabulary: Vocabulary
) -> bool:
    """Whether something printed says how an amount and a cell of another value go together.

    Another cell of the row, whose column is said as well; what the sentence makes of the cells by a share, a count or a
    sum; another batch size, number of nodes and the like.
    """
    # What the sentence before says of its own value is no word of this one's: "stays below 15 ms at p99".
    own = Text.of(asserted.clause, sentence.passage.words, sentence.scope[-2:])
    return (
        any(_of_row(asserted, slot, slots, one, vocabulary) for one in (text, own))
        or _set_otherwise(slot, sentence)
        or _made(asserted, slot, slots, sentence)
    )


def _made(asserted: Asserted, slot: Slot, slots: Sequence[Slot], sentence: Sentence) -> bool:
    """Whether a value is what its words make of the cell, or of those in its column or row."""
    words, own = asserted.passage.words, asserted.amount
    alike_ = [one for one in slots if alike(own, one.amount)]
    rows = [one for one in slot.labels if one[0] != COLUMN]
    column = [one for one in alike_ if one.column == slot.column]
    row = [one for one in alike_ if rows and [label for label in one.labels if label[0] != COLUMN] == rows]
    mine, cell, rest = own.readings, slot.amount.readings, f"{words[: own.start]} {words[own.end :]}"
    labels = " | ".join(label for _, label in slot.labels)
    return any(
        reckoned(mine, cell, [one.amount.readings for one in beside], rest, sentence.scope, labels)
        for beside in (column, row)
    )


def _of_row(asserted: Asserted, slot: Slot, slots: Sequence[Slot], text: Text, vocabulary: Vocabulary) -> bool:
    said = cover(slot.column, text, vocabulary)
    row = [one for one in slot.labels if one[0] != COLUMN]
    if not row:  # rows that numbers alone tell apart
        return False
    other = (one for one in slots if one.column != slot.column)  # the same column: another row
    beside = (one for one in other if [x for x in one.labels if x[0] != COLUMN] == row)
    same = (one for one in beside if alike(asserted.amount, one.amount))
    same = (one for one in same if cover(one.column, text, vocabulary) >= said)
    return any(judge(asserted.amount.readings, one.amount.readings) != "inconsistent" for one in same)


def _set_otherwise(slot: Slot, sentence: Sentence) -> bool:
    mine = _settings(sentence.passage.words)
    theirs = _settings(" | ".join(label for _, label in slot.labels))
    return any(name in mine and mine[name].isdisjoint(numbers) for name, numbers in theirs.items())


def _settings(text: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for match in _SETTING.finditer(text):
        found.setdefault(match["of"].lower(), set()).add(match["n"].replace(",", ""))
    return found
