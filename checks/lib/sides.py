"""The two sides of a factor among the labels of a sheet, and the pairs of values that they give.

A sentence names two rows, or two columns ("Vole 4 ... than Vole 3"); what it leaves out, its title says.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from checks.lib.amounts import Amount
from checks.lib.keyed import KEY, keyed, numbers_named, switched
from checks.lib.naming import COLUMN, label_tokens
from checks.lib.sheets import Slot
from checks.lib.tokens import root, tokens, versions
from schemas.interval import Readings
from schemas.names import Vocabulary

_THAN = frozenset(
    map(root, "than over as versus vs against compared what relative from instead where whereas of to".split())
)
_AHEAD = frozenset(map(root, "compared unlike against versus over than relative".split()))
_LOOSE = frozenset(map(root, "as to of what from where".split()))  # that lead to no baseline by themselves
BEFORE = 3  # words ahead of a baseline in which it is called one
REPEATS = 1  # rows of one side with the same other labels; of more nobody can tell which is meant
_SPEED = frozenset({"time", "rate", "bandwidth", "compute", "count", "cycles"})
# Which kinds of values the words of a factor's sentence speak of.
_CUES = tuple(
    (re.compile(rf"\b(?:{words})\b", re.IGNORECASE), frozenset(kinds))
    for words, kinds in (
        (r"price\w*|cost\w*|cheap\w*|pay\w*|expens\w+|bill(?:s|ed|ing)?|dollars?", {"price"}),
        (r"memory|smaller|larger|bytes|kilobytes|megabytes|gigabytes|size|disk|space", {"size"}),
        (r"power|watts?|energy|joules?", {"power", "energy"}),
        (r"fast\w*|quick\w*|speed\w*|slow\w*|throughput|latency|time|longer|shorter|sooner", _SPEED),
    )
)


# "Costs 3 % of the throughput" speaks of no price.
_PAID_IN = re.compile(
    r"\bcosts?\b(?=[^.;$€£]{0,24}\bof (?:its |the )?(?:\w+ )?"
    r"(?:throughput|bandwidth|performance|speed|rate|capacity)\b)",
    re.IGNORECASE,
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
    labels = [dict(slot.labels) for slot in slots]
    kinds = dict.fromkeys(kind for some in labels for kind in some)
    texts = {kind: list(dict.fromkeys(some.get(kind, "") for some in labels)) for kind in kinds}
    telling = {kind: some for kind, some in texts.items() if len(some) > 1}
    for two in (_both, _one_in_scope, _sister):
        for kind, some in telling.items():
            if (sides := two(some, sentence, scope, vocabulary)) and _meant_by(sides, kind, slots, sentence):
                return list(_paired(slots, kind, *sides))
    for kind, some in telling.items():
        if switched(some, sentence):
            return list(_paired(slots, kind, *some))
    return _by_number(slots, sentence, vocabulary)


def _by_number(slots: Sequence[Slot], sentence: str, vocabulary: Vocabulary) -> list[Pair]:
    """The pairs of two rows that numbers alone tell apart: "than in 0.6"."""
    rows = keyed(slots)
    texts = list(dict.fromkeys(dict(one.labels)[KEY] for one in rows))
    sides = _both(texts, sentence, (), vocabulary) if len(texts) > 1 else []
    return list(_paired(rows, KEY, *sides)) if sides and _meant_by(sides, KEY, rows, sentence) else []


def _meant_by(sides: Sequence[str], kind: str, slots: Sequence[Slot], sentence: str) -> bool:
    """Whether a sentence that prints two labels means them: "16" needs "chips" beside it."""
    if not any(text[:1].isdigit() and text[-1:].isdigit() for text in sides):
        return True
    corner = slots[0].sheet.head.rsplit(" | ", 1)[-1]
    words = _roots(sentence)
    at = [(at, at + 1) for at, word in enumerate(words) if word in {text.replace(",", "") for text in sides}]
    return numbers_named(sides, corner if kind in (KEY, COLUMN) else kind, words, at)


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


def _sister(texts: Sequence[str], sentence: str, _scope: Sequence[str], vocabulary: Vocabulary) -> list[str]:
    """The one label of two that a sentence names, and its sister of another number: a release and the one before.

    What a heading leaves out the table below says; a sentence that is over something else leaves nothing out.
    """
    words = _roots(sentence)
    here = _said(texts, words, vocabulary)
    numbered = [text for text in texts if any(one.number for one in label_tokens(text, vocabulary))]
    if len(texts) != 2 or len(here) != 1 or len(numbered) != 2 or _THAN & set(words) - _LOOSE:
        return []
    found = [label_tokens(text, vocabulary) for text in texts]
    kinds = {tuple(one.root for one in label if not one.number) for label in found}
    numbers = {one.root for label in found for one in label if one.number}
    # "7x as fast as Marrow 3" is not over the table's Marrow 5.
    others = {each for name, some in versions(sentence).items() for each in some if name in set().union(*kinds)}
    return list(texts) if len(kinds) == 1 and kinds != {()} and others <= numbers else []


def _roots(text: str) -> tuple[str, ...]:
    return tuple(one.root for one in tokens(text))


Spans = dict[str, list[tuple[int, int]]]


def _said(texts: Iterable[str], words: tuple[str, ...], vocabulary: Vocabulary) -> Spans:
    here = frozenset(words)
    # Most labels of most sheets are not in most sentences: that is found out before anything is counted.
    near = (text for text in texts if (mine := _label(text, vocabulary)) and here.issuperset(mine))
    found = {text: spans for text in near if (spans := _spans(text, words, vocabulary))}
    # "m7.large" inside "m7.large spot": the longer label is meant where both stand at one place.
    return {text: spans for text, spans in found.items() if not all(_inside(one, text, found) for one in spans)}


def _inside(span: tuple[int, int], text: str, found: Spans) -> bool:
    others = (one for other, spans in found.items() if other != text for one in spans)
    return any(start <= span[0] and span[1] <= end and (start, end) != span for start, end in others)


def _spans(text: str, words: tuple[str, ...], vocabulary: Vocabulary) -> list[tuple[int, int]]:
    """Where a sentence says a label: its words in a row, or in any order where it has no number."""
    mine = _label(text, vocabulary)
    n = len(mine)
    runs = [(at, at + n) for at in range(len(words) - n + 1) if words[at : at + n] == mine]
    runs = [(start, end) for start, end in runs if not (end < len(words) and words[end][0].isdigit())]
    if runs or n == 1 or any(char.isdigit() for one in mine for char in one):
        return runs
    places = [[at for at, word in enumerate(words) if word == one] for one in mine]
    return [(min(map(min, places)), max(map(min, places)) + 1)] if all(places) else []


@lru_cache(maxsize=65_536)
def _label(text: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    return tuple(one.root for one in label_tokens(text, vocabulary))


def _paired(slots: Sequence[Slot], kind: str, left: str, right: str) -> Iterator[Pair]:
    sides: dict[str, dict[object, list[Slot]]] = {left: defaultdict(list), right: defaultdict(list)}
    for slot in slots:
        mine = dict(slot.labels).get(kind)
        if mine in sides:
            others = tuple(label for label in slot.labels if label[0] != kind)
            sides[mine][others, _sort(slot.amount)].append(slot)
    for key, some in sides[left].items():
        other = sides[right].get(key, [])
        if len(some) == len(other) == REPEATS and not _setting(some[0].amount, other[0].amount):
            yield Pair(some[0], other[0], kind)


def _setting(left: Amount, right: Amount) -> bool:
    """Whether a bare number is the same on both sides: a beam size, not an outcome."""
    return left.kind == right.kind == "count" and left.readings == right.readings


def _sort(amount: Amount) -> object:
    return amount.kind if amount.kind in ("time", "count", "price") else (amount.kind, amount.of)


def kinds_of(sentence: str) -> frozenset[str]:
    """The kinds of values that the words of a factor's sentence speak of; any but prices where they speak of none."""
    return next((kinds for words, kinds in _CUES if words.search(sentence)), _SPEED | {"power", "energy", "size"})


def meant(every: Sequence[Pair], sentence: str, clause: str = "") -> list[Pair]:
    """The pairs of the kind of value that a sentence speaks of; all where it speaks of none that there is.

    The clause of the factor goes first: "4 times faster, with less memory" is no factor of memory.
    """
    sentence, clause = (_PAID_IN.sub(" ", text) for text in (sentence, clause))
    for words, kinds in _CUES:
        if clause and words.search(clause):
            return [one for one in every if one.left.amount.kind in kinds]
    for words, kinds in _CUES:
        if words.search(sentence) and (some := [one for one in every if one.left.amount.kind in kinds]):
            return some
    return list(every)
