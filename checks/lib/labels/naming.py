"""Which labelled value a sentence names: the one whose labels it says, when it says those of no other as well."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from checks.lib.labels.slots import Slot
from checks.lib.language.tokens import GENERIC, Token, coded, every_root, names, tokens, versions
from checks.lib.quantities.amounts import unit_of
from schemas.names import Vocabulary

_HELD = re.compile(r"\s*[(\[]([^)\]]*)[)\]]")
_PER = re.compile(r"per\b|lower|higher")
CLAUSE, SENTENCE, SCOPE, ELSEWHERE = 1.0, 0.95, 0.8, 0.5  # what a word counts by where it is said
NAMED = 0.5  # share of a label's words that must be said
COLUMN = "column"
_PARTICLE = re.compile(r"(?:back|by|up|down|out|off)$")
LETTERS = 3  # of a verb that is left of a compound; fewer are no verb


@dataclass(frozen=True, slots=True)
class Text:
    """Where the words of labels are looked for: the roots of the clause, of the sentence, of what stands over it."""

    clause: frozenset[str]
    sentence: frozenset[str]
    scope: frozenset[str]
    elsewhere: frozenset[str]  # in the clauses of other amounts of its kind

    @classmethod
    def of(cls, clause: str, sentence: str, scope: Iterable[str], others: Iterable[str] = ()) -> "Text":
        """The texts as roots."""
        over = frozenset(one.root for text in scope for one in tokens(text))
        return cls(every_root(clause), every_root(sentence), over, frozenset().union(*map(every_root, others)))

    def weight(self, root: str) -> float:
        """How well a word is said; "plays" says "playback"."""
        if found := self._weight(root):
            return found
        short = _PARTICLE.sub("", root)
        return self._weight(short) if len(short) > LETTERS and short != root else 0.0

    def _weight(self, root: str) -> float:
        if root in self.clause:
            return CLAUSE
        if root in self.elsewhere:
            return ELSEWHERE
        return SENTENCE if root in self.sentence else SCOPE if root in self.scope else 0.0


def words_of(texts: Iterable[str]) -> frozenset[str]:
    """The roots of all words of some texts."""
    return frozenset(one.root for text in texts for one in tokens(text))


def of_another(sentence: str, printed: Iterable[str]) -> bool:
    """Whether a sentence names things, and what is printed has none of them, or none of those with a code.

    "IPU-POD64" is not the row "IPU", though the sentence says the word.
    """
    known, mine, codes = words_of(printed), names(sentence), coded(sentence)
    return bool(mine and not mine & known) or bool(codes and not codes & known)


def plainer(sentence: str, printed: Iterable[str]) -> bool:
    """Whether labels have a name of the sentence without its number: "Mistral 2" is not their "Mistral"."""
    theirs = _unnumbered(" | ".join(printed))
    return any(name in theirs for name in versions(sentence))


@lru_cache(maxsize=64)  # of a table, which claim after claim is held against
def _unnumbered(printed: str) -> frozenset[str]:
    return words_of([printed]) - versions(printed).keys()


@dataclass(frozen=True, slots=True)
class Named:
    """A slot with how much of its labels is said (0 to 1)."""

    slot: Slot
    score: float
    said: float


@lru_cache(maxsize=65536)
def label_tokens(label: str, vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The words of a label that tell it from others, without its unit."""
    plain = _HELD.sub(
        lambda match: " " if _PER.match(match[1]) or unit_of(match[1], vocabulary) else f" {match[1]} ", label
    )
    head = plain.rsplit(",", 1)
    if len(head) > 1 and unit_of(head[1], vocabulary):
        plain = head[0]
    return tuple(one for one in tokens(plain) if one.root not in GENERIC)


def cover(label: str, text: Text, vocabulary: Vocabulary) -> float:
    """The share of a label's words that a text says; 0 where it lacks one of its names or numbers."""
    weights: list[float] = []
    for one in label_tokens(label, vocabulary):
        weights.append(text.weight(one.root))
        if not weights[-1] and (one.number or _coded(one)):
            return 0.0
    return sum(weights) / len(weights) if weights else 0.0


def _coded(one: Token) -> bool:
    return one.name and any(char.isdigit() for char in one.root)


def varying(slots: Sequence[Slot]) -> set[str]:
    """The kinds of labels that differ between slots."""
    seen: dict[str, set[str]] = defaultdict(set)
    for slot in slots:
        for kind, text in slot.labels:
            seen[kind].add(text)
    return {kind for kind, texts in seen.items() if len(texts) > 1}


def best(every: Sequence[Slot], numbers: frozenset[str], text: Text, vocabulary: Vocabulary) -> list[Named]:
    """The slots that are named most; several where the text leaves it open, none where it names none."""
    slots, kinds = at_setting(every, numbers), varying(every)
    set_ = len(slots) < len(every)
    judged = [one for slot in slots if (one := _named(slot, kinds, text, vocabulary, set_=set_))]
    most = max((one.score for one in judged), default=0.0)
    return [one for one in judged if one.score >= most - 1e-9]


def _named(slot: Slot, kinds: set[str], text: Text, vocabulary: Vocabulary, *, set_: bool) -> Named | None:
    told: list[float] = []
    for kind, label in slot.labels:
        if kind in kinds:
            told.append(cover(label, text, vocabulary))
            if told[-1] < NAMED:
                return None
    # The only value of its kind: nothing tells it from others, so its row must be said; a header alone is too common.
    own = next((label for kind, label in slot.labels[::-1] if kind != COLUMN), "")
    said = min(told) if told else cover(own, text, vocabulary) if own else float(set_)
    return Named(slot, sum(told), said)


def possible(slots: Sequence[Slot], text: Text, vocabulary: Vocabulary) -> list[Slot]:
    """The slots of whose telling labels each is said in part at least."""
    kinds = varying(slots)
    return [
        slot
        for slot in slots
        if all(cover(label, text, vocabulary) > 0 for kind, label in slot.labels if kind in kinds)
    ]


def at_setting(slots: Sequence[Slot], numbers: frozenset[str]) -> Sequence[Slot]:
    """The slots whose numeric keys ("64" under Batch) are those that the sentence says, where it says one."""
    printed: dict[str, set[str]] = defaultdict(set)
    for slot in slots:
        for header, text in slot.settings:
            printed[header].add(text.replace(",", ""))
    asked = {header: texts & numbers for header, texts in printed.items() if len(texts) > 1 and texts & numbers}
    return [slot for slot in slots if all(_fits(slot, header, said) for header, said in asked.items())]


def _fits(slot: Slot, header: str, said: set[str]) -> bool:
    texts = {text.replace(",", "") for name, text in slot.settings if name == header}
    return not texts or bool(texts & said)
