"""Who is said to be ahead: which of two sides of a sheet, and whether its values should be the smaller ones."""

import re
from dataclasses import dataclass
from itertools import chain

from checks.lib.labels.naming import label_tokens
from checks.lib.labels.sides import Pair, ours
from checks.lib.language.tokens import tokens
from schemas.names import Vocabulary

_AHEAD = re.compile(r"\b(?:faster|quicker|sooner|ahead of|beats?|outperforms?|wins?|outpaces?)\b", re.IGNORECASE)
_BEHIND = re.compile(r"\b(?:slower|later|behind|loses? to|trails?)\b", re.IGNORECASE)
# "More efficient" says of no value that it is the larger one.
_KIND = r"(?!\s+\w+(?:ive|ent|ant|ble|ful|ate|ous|ern|sy|al|ed)\b)"
_LESS = re.compile(rf"\b(?:less{_KIND}|lower|fewer|smaller|shorter|cheaper|lighter)\b", re.IGNORECASE)
_MORE = re.compile(rf"\b(?:more{_KIND}|higher|larger|longer|greater|bigger|dearer)\b", re.IGNORECASE)
_BETWEEN = re.compile(
    r"\b(?:than|ahead of|behind|beats?|outperforms?|outpaces?|wins? (?:over|against)|loses? to|trails?)\b"
)
LED = 3  # words between a word of comparison and the side behind it
LARGE_WINS = frozenset({"rate", "bandwidth", "compute"})
SMALL_WINS = frozenset({"time", "size", "price", "power", "energy", "cycles"})


@dataclass(frozen=True, slots=True)
class Ahead:
    """`first` is said to be ahead of `second`, labels both: whether its values should be the smaller ones."""

    first: str
    second: str
    smaller: bool

    def denied_by(self, pair: Pair) -> bool:
        """Whether the print of two values rules out that the first one is ahead."""
        values = {dict(one.labels).get(pair.kind, ""): one.amount.readings.rounded for one in (pair.left, pair.right)}
        first, second = values[self.first], values[self.second]
        return first.lower > second.upper if self.smaller else first.upper < second.lower


def compares(text: str) -> bool:
    """Whether a text sets one thing before another, once and in one way only."""
    return len(_BETWEEN.findall(text)) == 1 and sum(map(bool, _cues(text))) == 1


def _cues(text: str) -> list[bool]:
    return [bool(one.search(text)) for one in (_AHEAD, _BEHIND, _LESS, _MORE)]


def read(text: str, pair: Pair, vocabulary: Vocabulary) -> Ahead | None:
    """Who is said to be ahead: the side that stands before "than" or "beats", the other one behind it."""
    labels = [dict(one.labels).get(pair.kind, "") for one in (pair.left, pair.right)]
    places = {label: at for label in labels if (at := place(label, text, vocabulary)) is not None}
    if len(places) == 1 and (at := ours(text)) is not None:
        places |= {label: at for label in labels if label not in places}
    if len(places) < len(labels):
        return None
    first, second = sorted(places, key=lambda label: places[label])
    if not _BETWEEN.search(text[places[first] : places[second]]):
        return None
    small = smaller(text, pair.left.amount.kind)
    return Ahead(first, second, small) if small is not None else None


def place(label: str, text: str, vocabulary: Vocabulary) -> int | None:
    """Where a text begins to say a label: all its words, else its first, else one with a digit ("v2" of "large-v2")."""
    mine = [one.root for one in label_tokens(label, vocabulary)]
    words = [(one.root, at.start()) for at in re.finditer(r"[^\W_]+(?:\.\d+)?", text) for one in tokens(at.group())]
    said = [word for word, _ in words]
    runs = (at for at in range(len(said) - len(mine) + 1) if mine and said[at : at + len(mine)] == mine)
    telling = (*mine[:1], *(word for word in mine[1:] if any(map(str.isdigit, word)) and not word[0].isdigit()))
    alone = (said.index(word) for word in telling if word in said)
    found = next(chain(runs, alone), None)
    return None if found is None else words[found][1]


def led(text: str, at: int) -> int | None:
    """Where the word of comparison begins that leads to the side at `at`: "ahead of the X2"; None for none."""
    found = [one for one in _BETWEEN.finditer(text, 0, at) if len(text[one.end() : at].split()) <= LED]
    return found[-1].start() if found else None


def smaller(text: str, kind: str) -> bool | None:
    """Whether the one ahead has the smaller values; None where the words leave it open."""
    ahead, behind, less, more = _cues(text)
    if ahead + behind + less + more != 1:
        return None
    if ahead or behind:
        return (kind in SMALL_WINS) == ahead
    return less
