"""The vocabulary: canonical names and their aliases, from schemas/vocabulary/*.yml.

What the engine knows of vendors, products and models it knows from these files only. A file is named after its
kind (workloads.yml, platforms.yml, ...) and holds a list of entries, each with a `name`, `aliases` and whatever
that kind needs. Case, hyphens and spaces do not matter: "ResNet-50" also finds "RESNET 50" and "resnet50".
"""

import hashlib
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import yaml

from schemas.errors import VocabularyError

DIRECTORY = Path(__file__).parent / "vocabulary"
SHORT = 4  # letters of a word whose "s" may belong to it
KEYS: Mapping[str, frozenset[str]] = {
    "workloads": frozenset({"family", "task", "is_family", "cased", "scored"}),
    "platforms": frozenset({"vendor", "made_of", "variant_of", "kind", "generic", "unnamed", "successor_of"}),
    "metrics": frozenset({"direction", "generic", "means", "class", "speed", "timed", "unitless"}),
    "units": frozenset({"dimension", "scale", "metric", "pint"}),
    "frameworks": frozenset(),
    "datasets": frozenset(),
    "variants": frozenset(),
    "headers": frozenset({"role", "metric"}),
    "standards": frozenset({"class", "value", "raw", "source"}),
}
# A word of a text, where a name may begin: letters, or digits that no letter leads. "2.6xA100" is how text layers
# fuse a bar label with the name beside it: x after a digit ends a word too.
_WORD = re.compile(r"(?:(?<![^\W_])|(?<=\d[xX×]))(?:[^\W\d_]+|\d+|[#$])")
# "output tokens/s" and "out tok/s" are tokens a second; input, or all of them, are another count.
_MADE = re.compile(r"(?:output|out|generated|generation|decode[d]?) (?=\w)", re.IGNORECASE)
PHRASE = 80  # characters
SEPARATOR = r"[\s\-_‐‑./(]{0,2}"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C one is ten times faster; both build plain values only
_PIECE = re.compile(r"[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]*|\d+|[^\W\d_]+|[+#*$%]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """One canonical name. `fields` are the kind's own keys, as in the file."""

    kind: str
    name: str
    aliases: tuple[str, ...]
    fields: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def text(self, key: str) -> str:
        """A field as text, "" when absent."""
        return str(self.fields.get(key, ""))

    def flag(self, key: str) -> bool:
        """A field as a yes or no."""
        return bool(self.fields.get(key, False))


@dataclass(frozen=True, slots=True)
class Mention:
    """A known name found in a text: text[start:end] as printed."""

    start: int
    end: int
    raw: str
    entry: Entry

    @property
    def kind(self) -> str:
        """The vocabulary file the name stands in."""
        return self.entry.kind

    @property
    def name(self) -> str:
        """The canonical name."""
        return self.entry.name


class Vocabulary:
    """All entries, and finding them in text. Immutable after construction; `sha256` names its content."""

    def __init__(self, entries: tuple[Entry, ...], sha256: str = "") -> None:
        self.sha256 = sha256
        self._by_name = {(entry.kind, entry.name): entry for entry in entries}
        self._by_alias = _index(entries)
        self._starts: dict[str, list[tuple[str, list[re.Pattern[str]]]]] = {}
        self._any: dict[tuple[str, str], re.Pattern[str]] = {}
        self._firsts: dict[tuple[str, ...], frozenset[str]] = {}
        self._flagged: dict[tuple[str, str], frozenset[str]] = {}
        self._above: dict[str, list[str]] = {}
        for kind in KEYS:
            for word, patterns in _index_starts([entry for entry in entries if entry.kind == kind]).items():
                self._starts.setdefault(word, []).append((kind, patterns))

    def entries(self, kind: str) -> Iterator[Entry]:
        """The entries of one kind, in file order."""
        return (entry for (one, _), entry in self._by_name.items() if one == kind)

    def get(self, kind: str, name: str) -> Entry | None:
        """The entry with this canonical name."""
        return self._by_name.get((kind, name))

    def resolve(self, kind: str, raw: str) -> Entry | None:
        """The entry that the whole of `raw` names; None when it is not known."""
        found = self._by_alias.get((kind, key(raw, kind)))
        if found is None and kind == "units" and (made := _MADE.match(raw)):
            return self._by_alias.get((kind, key(raw[made.end() :], kind)))
        return found

    def ancestors(self, platform: str) -> list[str]:
        """The parts that a platform is a variant of, nearest first: A100-SXM4-80GB -> A100 80GB, A100."""
        return [*self._ancestors(platform)]

    def _ancestors(self, platform: str) -> list[str]:
        """The same, read once: a row's machine is held against those of all other tables."""
        if platform in self._above:
            return self._above[platform]
        found: list[str] = []
        entry = self.get("platforms", platform)
        while entry and entry.text("variant_of") and entry.text("variant_of") not in found:
            found.append(entry.text("variant_of"))
            entry = self.get("platforms", found[-1])
        if self.get("platforms", platform):  # there is no end of names that are not known
            self._above[platform] = found
        return found

    def metric_class(self, metric: str) -> str:
        """The class of metrics that one statement may call by either name ("time to train", "time to result")."""
        entry = self.get("metrics", metric)
        return (entry.text("class") or metric) if entry else metric

    def related(self, left: str, right: str) -> bool:
        """Whether two names can mean one machine: the same, or one a variant of the other."""
        return left == right or left in self._ancestors(right) or right in self._ancestors(left)

    def find(self, text: str, *kinds: str) -> list[Mention]:
        """Every known name of these kinds in a text, left to right, longest first where they overlap."""
        return settled(self.mentions(text, *kinds), *kinds)

    def mentions(self, text: str, *kinds: str) -> Iterator[Mention]:
        """Names of each kind by itself, whatever the others find there: at each word, the longest alias."""
        # A cheap look first: most phrases hold no word that begins a name.
        if len(text) < PHRASE and self._begin(kinds).isdisjoint(map(str.lower, _WORD.findall(text))):
            return
        ends = dict.fromkeys(kinds, 0)  # of the last name of each kind
        for word in _WORD.finditer(text):
            for kind, patterns in self._starts.get(word[0].lower(), ()):
                start = word.start()
                if start < ends.get(kind, len(text)):
                    continue
                if len(patterns) > 2 and not self._one_of(word[0].lower(), kind, patterns).match(text, start):
                    continue
                for pattern in patterns:
                    match = pattern.match(text, start)
                    if match and (mention := self._mention(match, text, kind)):
                        yield mention
                        ends[kind] = mention.end
                        break

    def may_name(self, text: str, kind: str, flag: str) -> bool:
        """Whether a word of a text begins a name of this kind with this flag: a cheap look before `find`."""
        if (kind, flag) not in self._flagged:
            flagged = (entry for entry in self.entries(kind) if entry.flag(flag))
            aliases = (alias for entry in flagged for alias in (entry.name, *entry.aliases))
            self._flagged[kind, flag] = frozenset(word for alias in aliases for word in _firsts(alias))
        return not self._flagged[kind, flag].isdisjoint(map(str.lower, _WORD.findall(text)))

    def _begin(self, kinds: tuple[str, ...]) -> frozenset[str]:
        """The words that names of these kinds begin with."""
        if kinds not in self._firsts:
            found = (word for word, starts in self._starts.items() if any(kind in kinds for kind, _ in starts))
            self._firsts[kinds] = frozenset(found)
        return self._firsts[kinds]

    def _one_of(self, word: str, kind: str, patterns: list[re.Pattern[str]]) -> re.Pattern[str]:
        """All the patterns of a word as one: "a" begins a dozen names, and nearly every "a" of a text begins none."""
        if (word, kind) not in self._any:
            self._any[word, kind] = re.compile("|".join(one.pattern for one in patterns), re.IGNORECASE)
        return self._any[word, kind]

    def _mention(self, match: re.Match[str], text: str, kind: str) -> Mention | None:
        raw = match.group()
        # "A100 (40GB)": a bracket that the name opens belongs to it when it closes right behind.
        closed = raw.count("(") > raw.count(")") and text[match.end() : match.end() + 1] == ")"
        end = match.end() + closed
        entry = self._by_alias.get((kind, key(raw)))
        if entry is None and not (kind == "metrics" and raw.islower() and len(raw) <= SHORT):  # "maps" are no mAP
            entry = self._by_alias.get((kind, key(raw.removesuffix("s"))))
        if entry is None or (entry.flag("cased") and entry.name not in raw):
            return None  # "all clips" are not CLIP
        return Mention(match.start(), end, text[match.start() : end], entry)


def settled(mentions: Iterable[Mention], *kinds: str) -> list[Mention]:
    """Of mentions, those of these kinds, left to right; where they overlap the longest, then the first kind."""
    found = [m for m in mentions if m.entry.kind in kinds]
    if len(found) > 1:
        found.sort(key=lambda m: (m.start, -m.end, kinds.index(m.entry.kind)))
    kept: list[Mention] = []
    for mention in found:
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
    return kept


@lru_cache(maxsize=100_000)
def key(text: str, kind: str = "") -> str:
    """How names are compared: lower case, letters, digits and +#*$% only; units keep their case and slashes."""
    if kind == "units":
        return " ".join(text.split())  # Gb/s and GB/s differ by a factor of eight
    return re.sub(r"[^\w+#*$%]|_", "", text.lower())


def vocabulary(directory: Path | None = None) -> Vocabulary:
    """The vocabulary in `directory` (the committed one when None), read once.

    Raises:
        VocabularyError: naming file and entry: unreadable YAML, an unknown key, or two entries with one alias.
    """
    return _load(directory or DIRECTORY)


@cache
def _load(directory: Path) -> Vocabulary:
    files = sorted(directory.glob("*.yml"))
    if not files:
        raise VocabularyError(f"{directory}: no vocabulary files (*.yml) in it")
    texts = {path: path.read_bytes() for path in files}
    entries = tuple(entry for path, data in texts.items() for entry in _entries(path, data))
    return Vocabulary(entries, hashlib.sha256(b"\0".join(texts.values())).hexdigest())


def _entries(path: Path, data: bytes) -> Iterator[Entry]:
    kind = path.stem
    if kind not in KEYS:
        raise VocabularyError(f"{path}: no kind of vocabulary is called {kind!r}; there are {', '.join(KEYS)}")
    try:
        items = yaml.load(data, Loader=_LOADER)  # noqa: S506 - one of the safe loaders
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise VocabularyError(f"{path}: not readable as YAML: {' '.join(str(error).split())}") from error
    if not isinstance(items, list):
        raise VocabularyError(f"{path}: expected a list of entries")
    for number, item in enumerate(items, 1):
        yield _entry(path, kind, number, item)


def _entry(path: Path, kind: str, number: int, item: object) -> Entry:
    if not isinstance(item, dict) or not isinstance(item.get("name"), str):
        raise VocabularyError(f"{path}: entry {number}: needs a name in text (quote it if it looks like a number)")
    unknown = set(item) - KEYS[kind] - {"name", "aliases"}
    if unknown:
        raise VocabularyError(f"{path}: {item['name']}: unknown key {', '.join(sorted(map(str, unknown)))}")
    aliases = item.get("aliases") or []
    if not isinstance(aliases, list) or not all(isinstance(alias, str) for alias in aliases):
        raise VocabularyError(f"{path}: {item['name']}: aliases must be a list of texts (quote numbers)")
    fields = {name: value for name, value in item.items() if name not in ("name", "aliases")}
    return Entry(kind, item["name"], tuple(aliases), fields)


def _index(entries: tuple[Entry, ...]) -> dict[tuple[str, str], Entry]:
    index: dict[tuple[str, str], Entry] = {}
    for entry in entries:
        for alias in (entry.name, *entry.aliases):
            other = index.setdefault((entry.kind, key(alias, entry.kind)), entry)
            if other is not entry:
                raise VocabularyError(
                    f"{entry.kind}.yml: {alias!r} names both {other.name!r} and {entry.name!r}; one of them must go"
                )
    return index


def _index_starts(entries: list[Entry]) -> dict[str, list[re.Pattern[str]]]:
    """Alias patterns by the word that they begin with in a text, longest alias first.

    "DeepVoice 3" begins with "deep" (Deep Voice 3) or with "deepvoice"; a plural may end the first word.
    """
    index: dict[str, list[re.Pattern[str]]] = {}
    aliases = {alias for entry in entries for alias in (entry.name, *entry.aliases)}
    for alias in sorted(aliases, key=lambda a: (-len(key(a)), a)):
        # "inf2.48xlarge" is an instance and not the chip in it.
        pattern = re.compile(rf"(?:{_loose(alias)})s?(?![^\W_]|\.\d*x?large|\.metal)", re.IGNORECASE)
        for first in _firsts(alias):
            index.setdefault(first, []).append(pattern)
    return index


def _firsts(alias: str) -> set[str]:
    pieces = _PIECE.findall(alias)
    if not pieces or not pieces[0].isalpha():
        start = re.match(r"[^\W_]+|\S", alias)
        return {start.group().lower()} if start else set()
    found, joined = set(), ""
    for piece in pieces:
        if not piece.isalpha():
            break
        joined += piece.lower()
        found |= {joined, joined + "s"}
    return found


def _loose(alias: str) -> str:
    pieces = _PIECE.findall(alias)
    pattern = re.escape(pieces[0]) if pieces else re.escape(alias)
    for left, right in itertools.pairwise(pieces):
        printed = re.search(re.escape(left) + r"(?:[^\w+#*$%]|_)+" + re.escape(right), alias)
        # "A100" must not find "a 100": only where the alias itself has a gap, or after a real word, may one stand.
        loose = printed or (len(left) > 2 and left.isalpha())
        pattern += (SEPARATOR if loose else "") + re.escape(right)
    return pattern
