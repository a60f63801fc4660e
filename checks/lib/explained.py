"""Why a sentence may print another value than the cell that it seems to name, and both be right."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.amounts import alike
from checks.lib.asserted import Asserted, Sentence
from checks.lib.naming import COLUMN, Text, cover
from checks.lib.slots import Slot
from schemas.interval import Readings, judge, percent_factors, readings, ulp
from schemas.names import Vocabulary

# Settings whose number stands behind them; what is counted ("64 clients") other_value tells apart.
_SETTING = re.compile(
    r"\b(?P<of>batch|queue\s+depth|qd|scale\s+factor|sf)(?:\s+sizes?)?\s*(?:of\s+|=\s*|:\s*)?(?P<n>\d[\d,]*)\b(?![.%])",
    re.IGNORECASE,
)
_SHARE = re.compile(r"(?<![\d.,])(?P<n>\d+(?:\.\d+)?)\s?(?:%|percent|per cent)", re.IGNORECASE)
_TIMES = re.compile(r"(?<![\d.,])(?P<n>\d+(?:\.\d+)?)\s?(?:x\b|×|times\b|-fold)", re.IGNORECASE)


def explained(
    asserted: Asserted, slot: Slot, slots: Sequence[Slot], sentence: Sentence, text: Text, vocabulary: Vocabulary
) -> bool:
    """Whether something printed says how an amount and a cell of another value go together.

    Another cell of the row, whose column is said as well; a share or a multiple of the cell; another batch size, number
    of nodes and the like.
    """
    return (
        _of_row(asserted, slot, slots, text, vocabulary)
        or _set_otherwise(slot, sentence)
        or any(judge(asserted.amount.readings, given) != "inconsistent" for given in _computed(asserted, slot))
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


def _computed(asserted: Asserted, slot: Slot) -> Iterator[Readings]:
    """What the shares and multiples beside an amount make of a cell."""
    words, own, cell = asserted.passage.words, asserted.amount, slot.amount.readings
    words = f"{words[: own.start]} {words[own.end :]}"
    for match in _SHARE.finditer(words):
        share = _read(match["n"])
        changed = percent_factors(share)
        yield cell * share.scaled(Decimal("0.01"))
        yield cell * changed["speed"]
        if "time" in changed:
            yield cell / changed["time"]
    yield from (cell * _read(match["n"]) for match in _TIMES.finditer(words))


def _read(number: str) -> Readings:
    return readings(Decimal(number), ulp(number), "exact")
