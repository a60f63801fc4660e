"""Names in the cells of a table: whether a label is somebody's, and what else it says.

A label is compared word by word, so that "Finch 118" is found in "Finch 118 (score)" and not in "Finch 118.2"; a
label that the vocabulary knows is compared as the machine it names.
"""

import re
from functools import lru_cache

from schemas.names import Vocabulary
from schemas.statement import Side

Words = tuple[str, ...]
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|[+#%$]")
_NUMBER = re.compile(r"\d")
_PATH = re.compile(r"(?=.*[a-z]{3})[\w.-]+(?:/[\w.-]+)+")


@lru_cache(maxsize=65536)
def words(text: str) -> Words:
    """A text as words and numbers in lower case, punctuation dropped."""
    return tuple(_TOKEN.findall(text.lower()))


def run(part: Words, whole: Words) -> int:
    """Where `part` stands in `whole` without a version or size behind it, -1 when nowhere."""
    n = len(part)
    for at in range(len(whole) - n + 1 if n else 0):
        if whole[at : at + n] == part and not (at + n < len(whole) and _NUMBER.match(whole[at + n])):
            return at
    return -1


@lru_cache(maxsize=65536)
def machine(label: str, vocabulary: Vocabulary) -> str:
    """The one machine of the vocabulary that a label names, "" when it names none or several."""
    names = {mention.name for mention in vocabulary.find(label, "platforms", "frameworks")}
    return names.pop() if len(names) == 1 else ""


def rest_of(label: str, side: Side, vocabulary: Vocabulary) -> Words | None:
    """What a label says besides the side's name; None when it is not the side's."""
    mine = words(label)
    if _PATH.fullmatch(label) and not any("/" in name for name in (side.name, side.raw)):
        mine = words(label.rpartition("/")[2])  # whose it is tells no rows apart: "pquerna/ffjson" is ffjson
    for name in (side.name, side.raw):
        printed = words(name)
        at = run(printed, mine)
        if at >= 0 and (not machine(label, vocabulary) or vocabulary.related(machine(label, vocabulary), side.name)):
            return (*mine[:at], *mine[at + len(printed) :])
    known = machine(label, vocabulary)
    if known and vocabulary.get("platforms", side.name) and vocabulary.related(known, side.name):
        printed = words(next(one.raw for one in vocabulary.find(label, "platforms", "frameworks")))
        at = run(printed, mine)
        return (*mine[:at], *mine[at + len(printed) :]) if at >= 0 else mine
    return None
