"""The two sides of a factor among the labels of a sheet, and the pairs of values that they give.

A sentence names two rows, or two columns ("Vole 4 ... than Vole 3"); what it leaves out, its title says.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from checks.lib.amounts import Amount
from checks.lib.naming import label_tokens
from checks.lib.sheets import Slot
from checks.lib.tokens import root, tokens
from schemas.interval import Readings
from schemas.names import Vocabulary

_THAN = frozenset(
    map(root, "than over as versus vs against compared what relative from instead where whereas of to".split())
)
_AHEAD = frozenset(map(root, "compared unlike against versus over than relative".split()))
BEFORE = 3  # words ahead of a baseline in which it is called one
REPEATS = 1  # rows of one side with the same other labels; of more nobody can tell which is meant
_SPEED = frozenset({"time", "rate", "bandwidth", "compute", "count", "cycles"})
# Which kinds of values the words of a factor's sentence speak of.
_CUES = tuple(
    (re.compile(rf"\b(?:{words})\b", re.IGNORECASE), frozenset(kinds))
    for words, kinds in (
        (r"price\w*|cost\w*|cheap\w*|pay\w*|expens\w+|bill\w*|dollars?", {"price"}),
        (r"memory|smaller|larger|bytes|kilobytes|megabytes|gigabytes|size|disk|space", {"size"}),
        (r"power|watts?|energy|joules?", {"power", "energy"}),
        (r"fast\w*|quick\w*|speed\w*|slow\w*|throughput|latency|time|longer|shorter|sooner", _SPEED),
    )
)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two values that differ in one label only, and the larger over the smaller."""

    left: Slot
    right: Slot
    kind: str  # of the label that tells them apart

    @property
    def factor(self) -> Readings:
        """The larger over the smaller."""
        first, second = self.left.amount.readings, self.right.amount.readings
        larger, smaller = (first, second) if first.rounded.upper >= second.rounded.upper else (second, first)
        return larger / smaller


def pairs(slots: Sequence[Slot], sentence: str, scope: Sequence[str], vocabulary: Vocabulary) -> list[Pair]:
    """The pairs that the two labels give which a sentence names, by the first kind of label of which it names two."""
    kinds = dict.fromkeys(kind for slot in slots for kind, _ in slot.labels)
    texts = {kind: list(dict.fromkeys(dict(slot.labels).get(kind, "") for slot in slots)) for kind in kinds}
    telling = {kind: some for kind, some in texts.items() if len(some) > 1}
    for two in (_both, _one_in_scope):
        for kind, some in telling.items():
            if sides := two(some, sentence, scope, vocabulary):
                return list(_paired(slots, kind, *sides))
    return []


def _both(texts: Sequence[str], sentence: str, _scope: Sequence[str], vocabulary: Vocabulary) -> list[str]:
    """Two labels of the sentence with words of comparison between or ahead: "Orders and Shipments" are no sides."""
    words = _roots(sentence)
    here = _said(texts, words, vocabulary)
    if len(here) != 2:
        return []
    (first, _), (second, last) = sorted(spans[0] for spans in here.values())
    between = _THAN & set(words[first:last]) or _AHEAD & set(words[:second])
    return list(here) if between else []


def _one_in_scope(texts: Sequence[str], sentence: str, scope: Sequence[str], vocabulary: Vocabulary) -> list[str]:
    """The baseline in the sentence ("over Kestrel 3.1"), and one other label in what stands over it."""
    words = _roots(sentence)
    here = _said(texts, words, vocabulary)
    if len(here) != 1:
        return []
    start = next(iter(here.values()))[0][0]
    if not _THAN & set(words[max(0, start - BEFORE) : start]):
        return []
    for text in scope:
        more = [one for one in _said(texts, _roots(text), vocabulary) if one not in here]
        if len(more) == 1:
            return [*here, *more]
    return []


def _roots(text: str) -> tuple[str, ...]:
    return tuple(one.root for one in tokens(text))


Spans = dict[str, list[tuple[int, int]]]


def _said(texts: Iterable[str], words: tuple[str, ...], vocabulary: Vocabulary) -> Spans:
    found = {text: spans for text in texts if (spans := _spans(text, words, vocabulary))}
    # "m7.large" inside "m7.large spot": the longer label is meant where both stand at one place.
    return {text: spans for text, spans in found.items() if not all(_inside(one, text, found) for one in spans)}


def _inside(span: tuple[int, int], text: str, found: Spans) -> bool:
    others = (one for other, spans in found.items() if other != text for one in spans)
    return any(start <= span[0] and span[1] <= end and (start, end) != span for start, end in others)


def _spans(text: str, words: tuple[str, ...], vocabulary: Vocabulary) -> list[tuple[int, int]]:
    """Where a sentence says a label: its words in a row, or in any order where it has no number."""
    label = label_tokens(text, vocabulary)
    mine = tuple(one.root for one in label)
    if not mine or not set(mine) <= set(words):
        return []
    n = len(mine)
    runs = [(at, at + n) for at in range(len(words) - n + 1) if words[at : at + n] == mine]
    runs = [(start, end) for start, end in runs if not (end < len(words) and words[end][0].isdigit())]
    if runs or n == 1 or any(any(char.isdigit() for char in one.root) for one in label):
        return runs
    places = [[at for at, word in enumerate(words) if word == one] for one in mine]
    return [(min(map(min, places)), max(map(min, places)) + 1)] if all(places) else []


def _paired(slots: Sequence[Slot], kind: str, left: str, right: str) -> Iterator[Pair]:
    sides: dict[str, dict[object, list[Slot]]] = {left: defaultdict(list), right: defaultdict(list)}
    for slot in slots:
        mine = dict(slot.labels).get(kind)
        if mine in sides:
            others = tuple(label for label in slot.labels if label[0] != kind)
            sides[mine][others, _sort(slot.amount)].append(slot)
    for key, some in sides[left].items():
        other = sides[right].get(key, [])
        if len(some) == len(other) == REPEATS:
            yield Pair(some[0], other[0], kind)


def _sort(amount: Amount) -> object:
    return amount.kind if amount.kind in ("time", "count", "price") else (amount.kind, amount.of)


def kinds_of(sentence: str) -> frozenset[str]:
    """The kinds of values that the words of a factor's sentence speak of; any but prices where they speak of none."""
    return next((kinds for words, kinds in _CUES if words.search(sentence)), _SPEED | {"power", "energy", "size"})


def meant(every: Sequence[Pair], sentence: str) -> list[Pair]:
    """The pairs of the kind of value that a sentence speaks of; all where it speaks of none that there is."""
    for words, kinds in _CUES:
        if words.search(sentence) and (some := [one for one in every if one.left.amount.kind in kinds]):
            return some
    return list(every)
