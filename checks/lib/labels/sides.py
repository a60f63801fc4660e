"""The two sides of a factor among the labels of a sheet, and the pairs of values that they give.

A sentence names two rows, or two columns ("Vole 4 ... than Vole 3"); what it leaves out, its title says.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from checks.lib.labels.keyed import KEY, keyed, numbers_named, stated, switched
from checks.lib.labels.labels import Kind, Spans, read, said
from checks.lib.labels.naming import COLUMN, Text, best, label_tokens
from checks.lib.labels.slots import ByLabel, Slot, by_label
from checks.lib.language.tokens import every_root, root, settings, versions
from checks.lib.quantities.amounts import Amount
from checks.lib.statements.index import by
from schemas.interval import Readings
from schemas.names import Vocabulary

_THAN = frozenset(
    map(root, "than over as versus vs against compared what relative from instead where whereas of to times".split())
)
_AHEAD = frozenset(map(root, "compared unlike against versus over than relative".split()))
_LOOSE = frozenset(map(root, "as to of what from where times".split()))  # that lead to no baseline by themselves
FURTHEST = 100  # times that numbers of two columns can be apart and be of one thing
BEFORE = 4  # words ahead of a baseline in which it is called one: "than it did in"
REPEATS = 1  # rows of one side with the same other labels; of more nobody can tell which is meant
ROW_SAID = 0.6  # how much of the labels of a row must be said for a sentence to name it
_RELEASE = re.compile(r"v?\d+(?:\.\d+)+")
_CHANGED = re.compile(
    r"\b(?:up|down|faster|slower|quicker|lower|higher|less|more|fewer|smaller|larger|cut|reduced|improved|saves?)\b",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_OURS = re.compile(
    r"(?<=\bthan )(?:ours|us|we|our own)\b|(?:(?<=\bover )|(?<=ehind )|(?<=head of ))(?:ours|us)\b|^We\b(?=.*\bthan\b)"
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


@dataclass(frozen=True, slots=True)
class Sides:
    """What may be the sides of a factor in a sheet: its labels by kind, and the numbers of a first column of numbers.

    Read once, for all the sentences that are held against the sheet.
    """

    slots: Sequence[Slot]
    kinds: tuple[Kind, ...]
    cells: ByLabel
    rows: Sequence[Slot]
    numbers: Kind
    words: frozenset[str]  # of which a sentence says one at least that names a side
    states: bool  # whether two labels are one thing off and on

    @classmethod
    def of(cls, slots: Sequence[Slot], vocabulary: Vocabulary) -> "Sides":
        """The sides that these cells have."""
        texts: dict[str, dict[str, None]] = defaultdict(dict)
        labels = [dict(slot.labels) for slot in slots]
        for kind in dict.fromkeys(kind for some in labels for kind in some):
            texts[kind] = dict.fromkeys(some.get(kind, "") for some in labels)
        rows = keyed(slots)
        kinds = tuple(Kind.of(kind, some, vocabulary) for kind, some in texts.items() if len(some) > 1)
        numbers = Kind.of(KEY, (dict(one.labels)[KEY] for one in rows), vocabulary)
        words = frozenset().union(*(one.telling for one in (*kinds, numbers)))
        return cls(slots, kinds, by_label(slots), rows, numbers, words, any(stated(tuple(one.words)) for one in kinds))


def pairs(sides: Sides, sentence: str, scope: Sequence[str]) -> list[Pair]:
    """The pairs that the two labels give which a sentence names, by the first kind of label of which it names two."""
    if not sides.states and sides.words.isdisjoint(read(sentence).here):
        return []  # of most of the tables of a corpus a sentence says nothing
    every = [(kind, here) for kind in sides.kinds if (here := said(kind, sentence))]
    for two in (_both, _one_in_scope, _ours, _sister):
        for kind, here in every:
            if (found := two(kind, here, sentence, scope)) and _meant_by(found, kind.name, sides.slots, sentence):
                if crossed := _crossed(sides, kind, found, sentence, scope):
                    return crossed
                plain = list(_paired(sides.cells, kind.name, *found))
                return plain or (list(_of_rows(sides.cells, kind.name, found, sentence)) if kind.name != COLUMN else [])
    return _unnamed(sides, sentence, scope) or _by_number(sides, sentence, scope)


def _crossed(sides: Sides, kind: Kind, found: Sequence[str], sentence: str, scope: Sequence[str]) -> list[Pair]:
    """The pairs that differ in both, where a sentence names two sides by two kinds of labels.

    "Compared with the T3, INT8 on the T4 is six times BF16" is over the T3's BF16, not over the T4's.
    """
    for other in sides.kinds:
        two = [] if other is kind else _two(other, sentence, scope)
        if two:
            return [
                Pair(left, right, kind.name)
                for a, b in (two, two[::-1])
                for left in _with(sides.slots, {kind.name: found[0], other.name: a})
                for right in _with(sides.slots, {kind.name: found[1], other.name: b})
                if alike_but(left, right, {kind.name, other.name}) and not _unlike(left, right)
            ]
    return []


def _unlike(left: Slot, right: Slot) -> bool:
    """Whether two numbers of two columns are of two things: 8 chips and 12,480 samples."""
    lesser, larger = sorted((left.amount.readings, right.amount.readings), key=lambda one: one.rounded.upper)
    return lesser.rounded.lower * FURTHEST < larger.rounded.lower


def _with(slots: Sequence[Slot], labels: Mapping[str, str]) -> list[Slot]:
    return [one for one in slots if labels.items() <= dict(one.labels).items()]


def alike_but(left: Slot, right: Slot, kinds: Set[str]) -> bool:
    """Whether two values of one sort differ in these labels only; one that only one of them has tells nothing apart."""
    mine, theirs = dict(left.labels), dict(right.labels)
    shared = (mine.keys() & theirs.keys()) - kinds
    return _sort(left.amount) == _sort(right.amount) and all(mine[one] == theirs[one] for one in shared)


def _unnamed(sides: Sides, sentence: str, scope: Sequence[str]) -> list[Pair]:
    """The pairs of a sentence that names no side: of a release's notes the row that it names, of a switch all."""
    for kind in sides.kinds:
        if found := _releases(kind, sentence, scope):
            rows, named = of_row(list(_paired(sides.cells, kind.name, *found)), sentence, kind.vocabulary)
            return list(rows) if named else []
        if switched(tuple(kind.words), sentence):
            return list(_paired(sides.cells, kind.name, *kind.words))
    return []


def _by_number(sides: Sides, sentence: str, scope: Sequence[str]) -> list[Pair]:
    """The pairs of two rows that numbers alone tell apart: "than in 0.6"."""
    if len(sides.numbers.words) == 1:
        return []
    found = _two(sides.numbers, sentence, scope)
    meant = found and _meant_by(found, KEY, sides.rows, sentence)
    return list(_paired(by_label(sides.rows), KEY, *found)) if meant else []


def _meant_by(sides: Sequence[str], kind: str, slots: Sequence[Slot], sentence: str) -> bool:
    """Whether a sentence that prints two labels means them: "16" needs "chips" beside it."""
    if not any(text[:1].isdigit() and text[-1:].isdigit() and not any(map(str.isalpha, text)) for text in sides):
        return True
    corner = slots[0].sheet.head.rsplit(" | ", 1)[-1]
    words = read(sentence).ordered
    at = [(at, at + 1) for at, word in enumerate(words) if word in {text.replace(",", "") for text in sides}]
    return numbers_named(sides, corner if kind in (KEY, COLUMN) else kind, words, at)


def _two(kind: Kind, sentence: str, scope: Sequence[str]) -> list[str]:
    here = said(kind, sentence)
    return _both(kind, here, sentence, scope) or _one_in_scope(kind, here, sentence, scope)


def _both(kind: Kind, here: Spans, sentence: str, _scope: Sequence[str]) -> list[str]:
    """Two labels of the sentence with words of comparison between or ahead: "Orders and Shipments" are no sides."""
    if len(here) != 2:
        return []
    words = read(sentence).ordered
    (first, _), (second, last) = sorted(spans[0] for spans in here.values())
    between = _THAN & set(words[first:last]) or _AHEAD & set(words[:second])
    return [text for text in kind.words if text in here] if between else []


def _one_in_scope(kind: Kind, here: Spans, sentence: str, scope: Sequence[str]) -> list[str]:
    """The baseline in the sentence ("over Kestrel 3.1"), and one other label in what stands over it."""
    if len(here) != 1:
        return []
    start = next(iter(here.values()))[0][0]
    if not _THAN & set(read(sentence).ordered[max(0, start - BEFORE) : start]):
        return []
    for text in scope:
        more = [one for one in said(kind, text) if one not in here]
        if len(more) == 1:
            return [*here, *more]
    return []


def ours(text: str) -> int | None:
    """Where a text begins to speak of its own product as a side: "lower than ours"."""
    match = _OURS.search(text)
    return match.start() if match else None


def _ours(kind: Kind, here: Spans, sentence: str, _scope: Sequence[str]) -> list[str]:
    """The one label of two that a sentence names, and the other where that is its own: "Envoy's is lower than ours"."""
    mine = len(kind.words) == 2 and _OURS.search(sentence)
    return list(kind.words) if mine and len(here) == 1 and _THAN & read(sentence).here else []


def _sister(kind: Kind, here: Spans, sentence: str, _scope: Sequence[str]) -> list[str]:
    """The one label of two that a sentence names, and its sister of another number: a release and the one before.

    What a heading leaves out the table below says; a sentence that is over something else leaves nothing out.
    """
    if len(kind.words) != 2 or len(here) != 1 or _THAN & read(sentence).here - _LOOSE:
        return []
    found = [label_tokens(text, kind.vocabulary) for text in kind.words]
    shapes = {tuple(_shape(one.root) for one in label) for label in found}
    shape = next(iter(shapes))
    numbers = {one.root for label in found for one in label if "#" in _shape(one.root)}
    if len(shapes) > 1 or not any("#" in one for one in shape) or not any(one.strip("#") for one in shape):
        return []
    # "7x as fast as Marrow 3" is not over the table's Marrow 5, nor "than the M2" over its M3.
    others = {each for name, some in versions(sentence).items() for each in some if name in shape}
    coded = {one for one in read(sentence).here if _shape(one) in shape and one[:1].isalpha() and "#" in _shape(one)}
    return list(kind.words) if others | coded <= numbers else []


def _releases(kind: Kind, sentence: str, scope: Sequence[str]) -> list[str]:
    """The two columns of a release's notes, this release and the one before: "p99 latency down 38 %" names neither."""
    if (
        kind.name != COLUMN
        or len(kind.words) != 2
        or _THAN & read(sentence).here - _LOOSE
        or not _CHANGED.search(sentence)
    ):
        return []
    bare = all(_RELEASE.fullmatch(text) for text in kind.words)
    here = [text for text in kind.words if any(text in over for over in scope)]
    return list(kind.words) if bare and len(here) == 1 and not said(kind, sentence) else []


def _shape(word: str) -> str:
    """A word with its numbers taken for one another: "m4" and "m3", "4.2" and "4"."""
    return _DIGITS.sub("#", word)


def _paired(cells: ByLabel, kind: str, left: str, right: str) -> Iterator[Pair]:
    sides: dict[str, dict[object, list[Slot]]] = {left: defaultdict(list), right: defaultdict(list)}
    for side, mine in sides.items():
        for slot in cells.get((kind, side), ()):
            others = tuple(label for label in slot.labels if label[0] != kind)
            mine[others, _sort(slot.amount)].append(slot)
    for key, some in sides[left].items():
        other = sides[right].get(key, [])
        twins = _in_rows(some, other) if kind == COLUMN else _alone(some, other)
        yield from (Pair(one, twin, kind) for one, twin in twins if not _setting(one.amount, twin.amount))


def _alone(left: Sequence[Slot], right: Sequence[Slot]) -> Iterator[tuple[Slot, Slot]]:
    """The values of two rows where each side has no other: of more nobody can tell which is meant."""
    if len(left) == len(right) == REPEATS:
        yield from zip(left, right, strict=True)


def _in_rows(left: Sequence[Slot], right: Sequence[Slot]) -> Iterator[tuple[Slot, Slot]]:
    """The values of two columns row by row: rows that only numbers tell apart ("128 / 2,048") have the same labels."""
    if len(left) == len(right) == REPEATS:
        yield left[0], right[0]
        return
    twins = by(right, _line)
    for one in left:
        same = twins.get(_line(one), [])
        if len(same) == REPEATS:
            yield one, same[0]


def _line(slot: Slot) -> int:
    return slot.document.text.rfind("\n", 0, slot.start)


def _of_rows(cells: ByLabel, kind: str, sides: Sequence[str], sentence: str) -> Iterator[Pair]:
    """The pairs of two rows that differ in more than a side: "Velo, live" and of "x264" the preset that is said."""
    here = read(sentence).here
    rows: list[Sequence[Slot]] = []
    for side in sides:
        mine = cells.get((kind, side), ())
        said = [one for one in mine if all(_says(here, label) for label in _keys(one, kind))]
        rows.append(said or mine)
    columns = [by(some, lambda one: one.column) for some in rows]
    for left in rows[0]:
        twin, right = (some.get(left.column, []) for some in columns)
        alike = len(right) == len(twin) == REPEATS and _sort(left.amount) == _sort(right[0].amount)
        if alike and not _setting(left.amount, right[0].amount):
            yield Pair(left, right[0], kind)


def _keys(slot: Slot, kind: str) -> list[str]:
    return [label for name, label in slot.labels if name not in (kind, COLUMN)]


def _says(here: frozenset[str], label: str) -> bool:
    return every_root(label) <= here


def _setting(left: Amount, right: Amount) -> bool:
    """Whether a bare number is the same on both sides: a beam size, not an outcome."""
    return left.kind == right.kind == "count" and left.readings == right.readings


def _sort(amount: Amount) -> object:
    return amount.kind if amount.kind in ("time", "count", "price") else (amount.kind, amount.of)


def of_row(every: Sequence[Pair], sentence: str, vocabulary: Vocabulary) -> tuple[Sequence[Pair], bool]:
    """The pairs of the row that a sentence names and that it is one, else all of them."""
    plain = {id(one.left): one for one in every}  # a slot's hash would be that of its whole document
    bare = [replace(one.left, labels=tuple(x for x in one.left.labels if x[0] != one.kind)) for one in plain.values()]
    named = best(bare, settings(sentence), Text.of(sentence, sentence, ()), vocabulary)
    starts = {one.slot.start for one in named if one.said >= ROW_SAID}
    some = [one for one in every if one.left.start in starts]
    return (some, len(some) == 1) if some and len(some) < len(every) else (every, False)
