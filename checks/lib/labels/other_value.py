"""Why a labelled value is not what an amount of a sentence is, although the sentence says the labels."""

import re

from checks.lib.labels.naming import Text, cover
from checks.lib.labels.slots import Slot
from checks.lib.language.tokens import counted, every_root, root, tokens
from checks.lib.quantities.amounts import alike, amounts
from checks.lib.quantities.asserted import Asserted, Sentence
from schemas.interval import judge
from schemas.names import Vocabulary

# What a value is compared with: "29% below the SX128", "faster than Vole 3", "twice that of the Sable 48".
_BESIDE = re.compile(
    r"(?:(?:%|percent|per cent|\dx|times) (?:below|above|under|over|short of)|"
    r"\b(?:that of|those of|than|versus|vs\.?|compared (?:to|with)|relative to|ahead of|behind|unlike)|"
    r"\d\s?(?:x|×|times) (?:the|as) (?:[\w-]+ ){1,3}?(?:of|as))\b[^,;:.()]*",
    re.IGNORECASE,
)

_PER_PART = re.compile(r"\b(?:per|each|every|single|one)\s+(?P<noun>[A-Za-z]{3,})", re.IGNORECASE)

_PARTS = frozenset(map(root, "node card chip gpu core device socket server machine rack drive module board".split()))


def of_another_value(asserted: Asserted, slot: Slot, sentence: Sentence, vocabulary: Vocabulary) -> bool:
    """Whether the labels are of what is compared with, count other things, or are the sentence before's."""
    said = _of_baseline(asserted, slot, sentence, vocabulary) or _counts_differ(asserted, slot)
    return said or _told_before(slot, sentence, vocabulary)


def only_compared(words: str, name: str) -> bool:
    """Whether a name is only said as what something is compared with: "1.5x the throughput of an H100 node"."""
    return name in words and name not in _BESIDE.sub(" ", words)


def _told_before(slot: Slot, sentence: Sentence, vocabulary: Vocabulary) -> bool:
    """Whether the sentence before gives the cell's value, and it says labels that this one does not."""
    words, before = sentence.passage.words, sentence.scope[:1]
    told = [one for text in before for one in amounts(text, vocabulary) if alike(one, slot.amount)]
    if not any(judge(one.readings, slot.amount.readings) != "inconsistent" for one in told):
        return False
    own, with_it = Text.of(words, words, ()), Text.of(words, words, before)
    return any(cover(label, own, vocabulary) < cover(label, with_it, vocabulary) for _, label in slot.labels)


def _of_baseline(asserted: Asserted, slot: Slot, sentence: Sentence, vocabulary: Vocabulary) -> bool:
    """Whether a label is only said as what the value is compared with: "stays at 650 ns, 29% below the SX128"."""
    words, at = asserted.passage.words, asserted.amount.start
    rest = _BESIDE.sub(lambda one: one.group() if one.start() < at < one.end() else " ", words)
    full, without = (Text.of(one, one, sentence.scope) for one in (words, rest))
    return any(cover(label, full, vocabulary) > 0 == cover(label, without, vocabulary) for _, label in slot.labels)


def _counts_differ(asserted: Asserted, slot: Slot) -> bool:
    """Whether the clause counts what the title counts otherwise: "12 drives give you" under "with 24 drives"."""
    told = counted(" | ".join((slot.sheet.head, *(label for _, label in slot.labels))))
    said = counted(asserted.clause)
    if any(said[noun].isdisjoint(told[noun]) for noun in said.keys() & told.keys()):
        return True
    # "A slot has eight lanes and moves 32 GB/s" is not what is printed under "Per lane".
    each = {root(match["noun"]) for _, label in slot.labels for match in _PER_PART.finditer(label)}
    if each & _PARTS and not each & every_root(" | ".join((asserted.passage.words, *asserted.scope))):
        return True  # what the sheet of a chip says, under "per node"
    return any(said[noun] - {"1"} for noun in each & said.keys()) and not _PER_PART.search(asserted.clause)


def sisters(one: Slot, other: Slot, sentence: Sentence) -> bool:
    """Whether only numbers tell two cells apart of which the sentence says none: "1 card", "4 cards"."""
    mine, theirs = ([token for _, label in slot.labels for token in tokens(label)] for slot in (one, other))
    plain = [[token.root for token in some if not token.number] for some in (mine, theirs)]
    numbers = {token.root for token in mine if token.number}
    return plain[0] == plain[1] and bool(numbers) and numbers.isdisjoint(every_root(sentence.passage.words))
