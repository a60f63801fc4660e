"""Where a text says the labels of a sheet: "m7.large spot" is one label, and not "m7.large" besides."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from checks.lib.naming import label_tokens
from checks.lib.tokens import Token, tokens
from schemas.names import Vocabulary

Spans = dict[str, list[tuple[int, int]]]  # of each label, the first word and the one behind the last


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text, in order and as a set."""

    ordered: tuple[str, ...]
    here: frozenset[str]


@dataclass(frozen=True, slots=True)
class Kind:
    """Labels of one kind that tell the cells of a sheet apart: each with its words, and by the rarest of these."""

    name: str
    words: Mapping[str, tuple[str, ...]]
    by_rarest: Mapping[str, Sequence[str]]
    bare: Mapping[str, tuple[str, ...]]  # of names with a release, those that only one label has, without it
    vocabulary: Vocabulary

    @classmethod
    def of(cls, name: str, texts: Iterable[str], vocabulary: Vocabulary) -> "Kind":
        """The kind of these labels."""
        found = {text: label_tokens(text, vocabulary) for text in texts}
        words = {text: tuple(one.root for one in label) for text, label in found.items()}
        often = Counter(word for mine in words.values() for word in set(mine))
        by_rarest: dict[str, list[str]] = defaultdict(list)
        for text, mine in words.items():
            by_rarest[min(mine, key=often.__getitem__, default="")].append(text)
        return cls(name, words, by_rarest, _bare(found), vocabulary)

    def within(self, text: Words) -> list[str]:
        """The labels all of whose words a text says; most labels of most sheets are not in most sentences."""
        near = (label for word in text.here & self.by_rarest.keys() for label in self.by_rarest[word])
        return [label for label in near if text.here.issuperset(self.words[label])]


@lru_cache(maxsize=1024)
def read(text: str) -> Words:
    """The words of a text; those of the latest texts are kept, because each is held against many sheets."""
    words = tuple(one.root for one in tokens(text))
    return Words(words, frozenset(words))


def said(kind: Kind, text: str) -> Spans:
    """Where a text says labels of a kind."""
    words = read(text)
    found = {label: spans for label in kind.within(words) if (spans := _spans(kind.words[label], words.ordered))}
    found |= {
        label: spans
        for label, mine in kind.bare.items()
        if label not in found and words.here.issuperset(mine) and (spans := _spans(mine, words.ordered))
    }
    # "m7.large" inside "m7.large spot": the longer label is meant where both stand at one place.
    return {label: spans for label, spans in found.items() if not all(_inside(one, label, found) for one in spans)}


def _bare(labels: Mapping[str, Sequence[Token]]) -> dict[str, tuple[str, ...]]:
    """Names without the release behind them: "Osprey" is the row "Osprey 1.1" where no other row is of an Osprey.

    A text that prints another number behind the name does not say it (see `_spans`).
    """
    names = {text: tuple(label[:at]) for text, label in labels.items() if (at := _release(label))}
    bases = {text: tuple(one.root for one in name) for text, name in names.items()}
    plain = (tuple(one.root for one in label) for label in labels.values())
    begins = Counter(words[:n] for words in plain for n in range(1, len(words) + 1))
    return _telling(labels) | {text: base for text, base in bases.items() if begins[base] == 1}


def _telling(labels: Mapping[str, Sequence[Token]]) -> dict[str, tuple[str, ...]]:
    """What alone tells labels of one product apart: "v2" of "large-v2", where the others are "large-v3" and so on."""
    every = [{one.root for one in label} for label in labels.values()]
    shared = set.intersection(*every) if len(every) > 1 else set()
    own = {text: [one for one in label if one.root not in shared] for text, label in labels.items()}
    coded = shared and all(some and all(_code(one.root) for one in some) for some in own.values())
    return {text: tuple(one.root for one in some) for text, some in own.items()} if coded else {}


def _code(word: str) -> bool:
    return any(map(str.isdigit, word)) and not word[0].isdigit()


def _release(label: Sequence[Token]) -> int:
    """Where the release begins that a label ends with, 0 where it has none or no name ahead of it."""
    at = len(label) - 1
    named = at > 0 and label[at].number and not label[at - 1].number and any(one.capital for one in label[:at])
    return at if named else 0


def _inside(span: tuple[int, int], text: str, found: Spans) -> bool:
    others = (one for other, spans in found.items() if other != text for one in spans)
    return any(start <= span[0] and span[1] <= end and (start, end) != span for start, end in others)


def _spans(mine: tuple[str, ...], words: tuple[str, ...]) -> list[tuple[int, int]]:
    """Where a sentence says a label: its words in a row, or in any order where it has no number."""
    n = len(mine)
    runs = [(at, at + n) for at in range(len(words) - n + 1) if words[at : at + n] == mine]
    runs = [(start, end) for start, end in runs if not (end < len(words) and words[end][0].isdigit())]
    if runs or n == 1 or any(char.isdigit() for one in mine for char in one):
        return runs
    places = [[at for at, word in enumerate(words) if word == one] for one in mine]
    return [(min(map(min, places)), max(map(min, places)) + 1)] if all(places) else []
