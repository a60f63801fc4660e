"""Whether a sentence tells a measurement as what holds, and the texts around it by which its case is known."""

import re
from collections.abc import Sequence
from itertools import pairwise

from checks.lib.language.assertions import COUNTED, is_said
from checks.lib.quantities.asserted import Asserted, is_difference, is_now, is_past
from checks.lib.telling.measured import Said
from checks.lib.telling.told import in_name

_WANTED = re.compile(
    r"\b(?:want(?:s|ed)?|wish(?:es)?|must|needs? to|promise[sd]?|guarantees?d?|"
    r"SLAs?|SLOs?|will|shall|budget|limit(?:s|ed)?)\b",
    re.IGNORECASE,
)
# "In still air, expect 38 minutes", "trained to target quality": said as what holds.
_NO_GOAL = re.compile(
    r"(?:^|[,;:]\s(?:so\s)?|\b(?:you|one) (?:can|may|should) )expect\b|"
    r"\b(?:reach\w*|to|hits?|meets?|met) (?:the |its |their )?(?:[\w’'-]+ )?targets?(?: quality| accuracy| score)?\b|"
    r"\b(?:error|before|after|for|with|without|forward) (?:error )?corrections?\b|"
    r"\b(?:gets?|got|goes|is) (?:[^,;.]|\.\d){0,30}\bwrong\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;](?=\s)|\.\s")
_NO_LONGER = re.compile(r"\bno longer\b[^,;]*[,;]", re.IGNORECASE)
_RELEASE = re.compile(r"(?<![\w.,])v?\d+\.\d+(?:\.\d+)*(?![\w%])")
_WAS = re.compile(r"\b(?:was|were|had been|stood|started|began)\s(?:at\s|still\s)?$", re.IGNORECASE)


def asserts(text: str) -> bool:
    """Whether a text says what holds, and wishes, promises or corrects nothing: "9 % of words wrong" is no slip."""
    return is_said(_NO_GOAL.sub(" ", text)) and not _WANTED.search(text)


def asserted_at(text: str, start: int, end: int) -> str:
    """A text without the clauses ahead of `start` and behind `end` that name a goal together with its own value.

    "Our SLO asks for half a second, and the fleet held it, with p95 at 441 ms": what was wished is printed beside.
    """
    ends = [0, *(one.end() for one in _CLAUSE.finditer(text)), len(text)]
    clauses = [(one, other) for one, other in pairwise(ends) if other <= start or one >= end]
    wished = [at for at in clauses if _WANTED.search(text, *at) and COUNTED.search(text, *at)]
    for one, other in wished:
        text = f"{text[:one]}{' ' * (other - one)}{text[other:]}"
    return text


def able(one: Said) -> bool:
    """Whether a measurement is told as what holds: neither a goal, nor what was before, nor what lies between two."""
    words, amount = one.sentence.passage.words, one.amount
    ahead, behind = words[: amount.start], words[amount.end :]
    former = (one.former and not one.release) or bool(
        _WAS.search(ahead) and re.search(r"\b(?:and|but) (?:is )?now\b", behind)
    )
    # "The parser no longer copies token streams, which takes it to 366 s" is of today.
    past = (is_past(_NO_LONGER.sub(" ", words)) or is_past(one.asserted.near)) and not is_now(one.asserted)
    return (
        asserts(asserted_at(words, amount.start, amount.end))
        and not (former or past or one.asserted.operand or is_difference(behind) or in_name(one.asserted))
        and amount.readings.rounded.upper > 0
    )


def around(one: Asserted) -> list[str]:
    """The texts that say what an amount is of, from its clause outwards, without the figure itself."""
    words, amount = one.passage.words, one.amount
    printed = words[amount.start : amount.end]
    plain = f"{words[: amount.start]} | {words[amount.end :]}"
    return [one.near.replace(printed, " | "), one.clause.replace(printed, " | "), plain, *one.scope[-2:]]


def around_said(one: Said) -> list[str]:
    """The texts that say what a measurement is of; the sentence before it where only that does."""
    texts = around(one.asserted)
    return [*texts[:3], one.before, *texts[3:]] if one.before else texts


def unreleased(texts: Sequence[str], *releases: str) -> list[str]:
    """Texts without their releases, where each value has its own: "from 62,000 in 5.2 to 70,000 in 5.3"."""
    return [_RELEASE.sub(" ", text) for text in texts] if all(releases) else list(texts)


def is_code(word: str) -> bool:
    """Whether a word has a digit: such a name is one product's."""
    return any(map(str.isdigit, word))
