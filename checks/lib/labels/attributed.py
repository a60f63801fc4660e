"""Values that one sentence gives for several named things: "X1 620 items per hour, X2 1,054 items per hour".

They are a sheet like any other: who claims a factor of the two elsewhere can be held against it.
"""

import re
from collections.abc import Iterator, Sequence

from checks.lib.labels.slots import Sheet, Slot
from checks.lib.language.tokens import tokens
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence

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


# "a cold build with Packrill 2.9 took"
_WITH = re.compile(
    rf"\b(?:with|on|under|using|in)\s+(?:the\s)?{NAME}\s+(?:took|takes|needed|needs|reached|reaches|was|is)\s+$"
)
# "Under 0.7 the server produced ...", one value a sentence.
_LED = re.compile(rf"^(?:under|with|in|on|using)\s+(?:the\s)?{NAME}\b", re.IGNORECASE)


def attributed(sentence: Sentence, before: Sentence | None = None) -> Iterator[tuple[Sheet, list[Slot]]]:
    """The values of a sentence that prints two of one kind or more, each with a name of its own.

    Also those of a sentence and the one `before` it, each of one value and led by its name.
    """
    able = _able(sentence)
    for form in (_fronted, _trailed):
        names = [form(sentence.passage.words, one) for one in able]
        if sentence.asserted and _one_each(able, names):
            yield _sheet([sentence], able, names)
            return
    if before and before.asserted and sentence.asserted and before.passage.words in sentence.scope:
        able = [*_able(before), *able]
        names = [_led(one.passage.words) or _with_verb(one.passage.words, one) for one in able]
        if len({one.passage.start for one in able}) == len(able) and _one_each(able, names):
            yield _sheet([before, sentence], able, names)


def _able(sentence: Sentence) -> list[Asserted]:
    return [one for one in sentence.amounts if one.amount.kind not in ("count", "share")]


def _one_each(able: Sequence[Asserted], names: Sequence[str]) -> bool:
    """Whether there are several values of one kind, each with a name of its own."""
    alike_ = len(able) > 1 and all(alike(able[0].amount, one.amount) for one in able[1:])
    return alike_ and all(names) and len(set(names)) == len(names)


def _sheet(sentences: Sequence[Sentence], able: Sequence[Asserted], names: Sequence[str]) -> tuple[Sheet, list[Slot]]:
    first = sentences[0]
    document = first.passage.document
    texts = (document.title, *first.scope[:1], *(one.passage.words for one in sentences))
    sheet = Sheet(document, f"sentence {first.passage.start}", " | ".join(texts), table=False, prose=True)
    return sheet, [
        Slot(sheet, one.start, one.end, one.amount, (("", name),)) for one, name in zip(able, names, strict=True)
    ]


def _led(text: str) -> str:
    match = _LED.match(text)
    return _named(match["name"]) if match else ""


def _with_verb(text: str, one: Asserted) -> str:
    match = _WITH.search(text[: one.amount.start])
    return _named(match["name"]) if match else ""


def _fronted(text: str, one: Asserted) -> str:
    match = _FRONT.search(text[: one.amount.start])
    return _named(match["name"]) if match else ""


def _trailed(text: str, one: Asserted) -> str:
    match = _BEHIND.search(text[one.amount.end :])
    return _named(match["name"]) if match else ""


def _named(text: str) -> str:
    """A name, "" where it is none: "In" begins a sentence, "7" alone is no name."""
    return text if any(one.name or one.capital or one.number for one in tokens(text)) and not text.isdigit() else ""
