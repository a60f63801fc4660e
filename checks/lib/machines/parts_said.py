"""How many parts a sentence counts where it prints the rate of each of them and the rate of all."""

import re
from decimal import Decimal

from checks.lib.quantities.quantities import Quantity
from checks.lib.statements.passages import Passage
from schemas.number_words import count, either, in_words

_WORDS = in_words(2, 3, 4, 6, 8, 10, 16)
_EACH = re.compile(r"\b(?i:each|every|per|one)\s+(?:[A-Z][\w.-]*\s+){0,3}(?P<noun>[a-z]{3,})\b")
_TOGETHER = re.compile(r"\bin (?:total|all|aggregate)\b|\b(?:total\w*|together|altogether|combined|as a whole)\b")


def parts_said(passage: Passage, left: Quantity, right: Quantity, before: str) -> Decimal | None:
    """How many parts there are, where the left rate is that of each and the right one that of all."""
    eaches = list(_EACH.finditer(passage.words, 0, left.match.start()))
    behind = passage.words[left.match.end() : right.match.start()] + passage.words[right.match.end() :][:24]
    if not eaches or not _TOGETHER.search(behind):
        return None
    noun = eaches[-1]["noun"]
    counted = re.compile(
        rf"(?<![\w.,$€£-])(\d{{1,3}}(?:,\d{{3}})*|{either(_WORDS)})\s+(?:[\w-]+\s+){{0,2}}?{noun}(?:s|es)\b"
    )
    printed = {match[1] for match in counted.finditer(f"{before} {passage.words}")}
    if len(printed) != 1:
        return None
    return Decimal(count(printed.pop()))
