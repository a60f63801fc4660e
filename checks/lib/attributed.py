"""Values that one sentence gives for several named things: "X1 620 items per hour, X2 1,054 items per hour".

They are a sheet like any other: who claims a factor of the two elsewhere can be held against it.
"""

import re
from collections.abc import Iterator

from checks.lib.amounts import alike
from checks.lib.asserted import Asserted, Sentence
from checks.lib.sheets import Sheet, Slot
from checks.lib.tokens import tokens

NAME = (
    r"(?P<name>(?:[A-Z][\w.+-]*|[vV]?\d[\w.+-]*|version|release|runtime|the)(?:\s(?:[A-Z][\w.+-]*|v?\d[\w.+-]*)){0,3})"
)
# In front of its value, behind nothing but a bracket, a comma or a conjunction; or behind it, led by a preposition.
_FRONT = re.compile(
    rf"(?:^|[,;:(]\s*|\b(?:and|while|against|versus|vs\.?|but)\s+(?:the\s)?){NAME}(?:\sat|\swith|:|\s(?:takes|took|needs|needed|"
    r"reaches|reached|does|did|gets|got|has|had|is|was))?\s+(?:only |about |just )?$"
)
_BEHIND = re.compile(
    rf"^\s+(?:on average\s)?(?:with|on|for|in|using|under)\s+(?:the\s)?{NAME}"
    r"(?=[,.;)]|\s(?:and|while|against|versus|but)\b|$)"
)


def attributed(sentence: Sentence) -> Iterator[tuple[Sheet, list[Slot]]]:
    """The values of a sentence that prints two of one kind or more, each with a name of its own."""
    passage = sentence.passage
    able = [one for one in sentence.amounts if one.amount.kind not in ("count", "share")]
    if len(able) < 2 or not all(alike(able[0].amount, one.amount) for one in able[1:]):
        return
    for form in (_fronted, _trailed):
        names = [form(passage.words, one) for one in able]
        if all(names) and len(set(names)) == len(names) and sentence.asserted:
            head = " | ".join((passage.document.title, *sentence.scope[1:2], passage.words))
            sheet = Sheet(passage.document, f"sentence {passage.start}", head, table=False)
            yield (
                sheet,
                [
                    Slot(sheet, one.start, one.end, one.amount, (("", name),))
                    for one, name in zip(able, names, strict=True)
                ],
            )
            return


def _fronted(text: str, one: Asserted) -> str:
    match = _FRONT.search(text[: one.amount.start])
    return _named(match["name"]) if match else ""


def _trailed(text: str, one: Asserted) -> str:
    match = _BEHIND.search(text[one.amount.end :])
    return _named(match["name"]) if match else ""


def _named(text: str) -> str:
    """A name, "" where it is none: "In" begins a sentence, "7" alone is no name."""
    return text if any(one.name or one.capital or one.number for one in tokens(text)) and not text.isdigit() else ""
