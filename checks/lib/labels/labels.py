"""Where a text says the labels of a sheet: "m7.large spot" is one label, and not "m7.large" besides."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from checks.lib.labels.naming import label_tokens
from checks.lib.language.codes import codes
from checks.lib.language.tokens import COLON, Token, root, tokens
from schemas.names import Vocabulary, key

_LEADS = frozenset(map(root, "in than version release since over v from with".split()))  # ahead of a release by itself
_PLACES = frozenset(map(root, "on in under".split()))  # ahead of what something ran on: no side, without its release
_UNITS = frozenset(
    map(root, "gb mb tb kb gib mib ms s us times seconds minutes hours days million billion per".split())
)
_MACHINES = re.compile(r"(?P<ahead>\d+\s?[x×]\s?)?(?P<name>.*?)(?P<size>\s\d+\s?GB)?")
Spans = dict[str, list[tuple[int, int]]]  # of each label, the first word and the one behind the last


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text, in order and as a set."""

    ordered: tuple[str, ...]
    here: frozenset[str]
    apart: frozenset[int] = frozenset()  # numbers behind a colon: "M4: 60 % less" is of no release 60


@dataclass(frozen=True, slots=True)
class Kind:
    """Labels of one kind that tell the cells of a sheet apart: each with its words, and by the rarest of these."""

    name: str
    words: Mapping[str, tuple[str, ...]]
    by_rarest: Mapping[str, Sequence[str]]
    bare: Mapping[str, "Bare"]  # of names with a release, those that only one label has, without it
    vocabulary: Vocabulary
    telling: frozenset[str]  # words of which a text that says any of the labels says one
    codes: Mapping[str, frozenset[str]]  # of labels that have some
    every_code: frozenset[str]
    keys: frozenset[str]  # the labels without their spelling

    @classmethod
    def of(cls, name: str, texts: Iterable[str], vocabulary: Vocabulary) -> "Kind":
        """The kind of these labels."""
        found = {text: label_tokens(text, vocabulary) for text in texts}
        words = {text: tuple(one.root for one in label) for text, label in found.items()}
        often = Counter(word for mine in words.values() for word in set(mine))
        by_rarest: dict[str, list[str]] = defaultdict(list)
        for text, mine in words.items():
            by_rarest[min(mine, key=often.__getitem__, default="")].append(text)
        bare = _bare(found)
        telling = frozenset(by_rarest) | {name.words[0] for name in bare.values()}
        coded = {text: some for text in words if (some := codes(text))}
        every_code = frozenset().union(*coded.values())
        keys = frozenset(map(key, words))
        return cls(name, words, by_rarest, bare, vocabulary, telling, coded, every_code, keys)

    def within(self, text: Words) -> list[str]:
        """The labels all of whose words a text says; most labels of most sheets are not in most sentences."""
        near = (label for word in text.here & self.by_rarest.keys() for label in self.by_rarest[word])
        return [label for label in near if text.here.issuperset(self.words[label])]


@lru_cache(maxsize=1024)
def read(text: str) -> Words:
    """The words of a text; those of the latest texts are kept, because each is held against many sheets."""
    parts = [[one.root for one in tokens(part)] for part in COLON.split(text)]
    words = tuple(word for part in parts for word in part)
    return Words(words, frozenset(words), frozenset(accumulate(map(len, parts[:-1]))))


def said(kind: Kind, text: str) -> Spans:
    """Where a text says labels of a kind."""
    words = read(text)
    if words.here.isdisjoint(kind.telling):
        return {}
    found = {label: spans for label in kind.within(words) if (spans := _spans(kind.words[label], words))}
    found |= {
        label: spans
        for label, name in kind.bare.items()
        if label not in found and words.here.issuperset(name.words) and (spans := name.spans(words.ordered))
    }
    # "m7.large" inside "m7.large spot": the longer label is meant where both stand at one place.
    return {label: spans for label, spans in found.items() if not all(_inside(one, label, found) for one in spans)}


@dataclass(frozen=True, slots=True)
class Bare:
    """What a text may say of a label: "Osprey" of "Osprey 1.1", "v2" of "large-v2", "in 2.5" of "Quiver 2.5"."""

    words: tuple[str, ...]
    release: str = ""  # that may stand behind them, or its beginning: "webpack 5" is "webpack 5.90"

    def spans(self, words: tuple[str, ...]) -> list[tuple[int, int]]:
        """Where the words of a text say it, and no other release."""
        n = len(self.words)
        runs = [(at, at + n) for at in range(len(words) - n + 1) if words[at : at + n] == self.words]
        return [
            (start, end) for start, end in runs if self._is_it(words[max(0, start - 1) : start], words[end : end + 1])
        ]

    def _is_it(self, ahead: tuple[str, ...], behind: tuple[str, ...]) -> bool:
        if self.words[0][0].isdigit():
            return bool(ahead) and ahead[0] in _LEADS and not (behind and behind[0] in _UNITS)
        other = bool(behind) and behind[0][0].isdigit() and not f"{self.release}.".startswith(f"{behind[0]}.")
        return not other and not (ahead and ahead[0] in _PLACES)


def _bare(labels: Mapping[str, Sequence[Token]]) -> dict[str, Bare]:
    """Names without the release behind them, those that one label has alone; and what tells one product's apart."""
    names = {text: Bare(tuple(one.root for one in label[:at]), label[at].root) for text, label, at in _released(labels)}
    plain = (tuple(one.root for one in label) for label in labels.values())
    begins = Counter(words[:n] for words in plain for n in range(1, len(words) + 1))
    single = {text: name for text, name in names.items() if begins[name.words] == 1}
    return _telling(labels) | single | _plainly(labels) | _unsuffixed(labels)


def _unsuffixed(labels: Mapping[str, Sequence[Token]]) -> dict[str, Bare]:
    """Names without what stands behind each of them: "Quill 9" of "Quill 9, mean ms" beside "Lode 8.4, mean ms"."""
    every = list(labels.values())
    n = 0
    while len(every) > 1 and all(len(one) > n + 1 and one[-n - 1].root == every[0][-n - 1].root for one in every):
        n += 1
    own = {text: tuple(label[: len(label) - n]) for text, label in labels.items()}
    if not n or not all(map(_named, own.values())):
        return {}
    begins = Counter(label[0].root for label in own.values())
    found = {}
    for text, label in own.items():
        released = len(label) > 1 and label[-1].number and begins[label[0].root] == 1
        words = tuple(one.root for one in (label[:-1] if released else label))
        found[text] = Bare(words, label[-1].root if released else "")
    return found


def _plainly(labels: Mapping[str, Sequence[Token]]) -> dict[str, Bare]:
    """Machines without how many they are and their memory: "A100" of "4 x A100 40GB", where no other row is of one."""
    names: dict[str, tuple[str, ...]] = {}
    for text, label in labels.items():
        match = _MACHINES.fullmatch(text)
        n = sum(1 for _ in tokens(match["ahead"] or "")) if match else 0
        m = sum(1 for _ in tokens(match["size"] or "")) if match else 0
        own = tuple(one.root for one in label)[n : len(label) - m]
        if match and (n or m) and own and any(map(str.isdigit, " ".join(own))):
            names[text] = own
    often = Counter(names.values())
    every = [tuple(one.root for one in label) for label in labels.values()]
    return {
        text: Bare(own)
        for text, own in names.items()
        if often[own] == 1 and sum(own == words[at : at + len(own)] for words in every for at in range(len(words))) == 1
    }


def _released(labels: Mapping[str, Sequence[Token]]) -> Iterator[tuple[str, Sequence[Token], int]]:
    """Labels that end with a release, or with a release and a remark in brackets, and where it begins."""
    for text, label in labels.items():
        n = sum(1 for _ in tokens(text.partition(" (")[0]))
        at = min(n, len(label)) - 1
        if at > 0 and label[at].number and not label[at - 1].number and _named(label[:at]):
            yield text, label, at


def _named(label: Sequence[Token]) -> bool:
    """Whether words are a name: with a capital, or "webpack", which is all that there is."""
    return any(one.capital for one in label) or len(label) == 1


def _telling(labels: Mapping[str, Sequence[Token]]) -> dict[str, Bare]:
    """What alone tells labels of one product apart: "v2" of "large-v2", where the others are "large-v3" and so on."""
    every = [{one.root for one in label} for label in labels.values()]
    shared = set.intersection(*every) if len(every) > 1 else set()
    own = {text: tuple(one.root for one in label if one.root not in shared) for text, label in labels.items()}
    telling = shared and all(some and all(map(_code, some)) for some in own.values())
    return {text: Bare(some) for text, some in own.items()} if telling else {}


def _code(word: str) -> bool:
    return any(map(str.isdigit, word)) and (not word[0].isdigit() or "." in word)


def _inside(span: tuple[int, int], text: str, found: Spans) -> bool:
    others = (one for other, spans in found.items() if other != text for one in spans)
    return any(start <= span[0] and span[1] <= end and (start, end) != span for start, end in others)


def _spans(mine: tuple[str, ...], said: Words) -> list[tuple[int, int]]:
    """Where a sentence says a label: its words in a row, or in any order where it has no number."""
    n, words = len(mine), said.ordered
    runs = [(at, at + n) for at in range(len(words) - n + 1) if words[at : at + n] == mine]
    runs = [
        (start, end) for start, end in runs if end in said.apart or not (end < len(words) and words[end][0].isdigit())
    ]
    if runs or n == 1 or any(char.isdigit() for one in mine for char in one):
        return runs
    places = [[at for at, word in enumerate(words) if word == one] for one in mine]
    return [(min(map(min, places)), max(map(min, places)) + 1)] if all(places) else []
