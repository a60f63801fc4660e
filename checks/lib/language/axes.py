"""Labels in the order of time or release, and which of two a text sets against the other: "in spring", "since 7.1"."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from checks.lib.language.tokens import GENERIC, root
from schemas.months import MONTHS

TWO = 2
YEARS = range(1900, 2100)
_WORD = re.compile(r"\d+(?:[.,]\d+)*\w*|[^\W\d_]\w*")
_RELEASE = re.compile(r"(?P<name>(?:.*[A-Za-z]\w*\s)?[vV]?)(?P<n>\d+(?:\.\d+)*)(?:\s?[(\[,][^\d]*)?")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_TIMES = frozenset(
    map(
        root,
        (
            *MONTHS,
            *(month[:3] for month in MONTHS),
            *"monday tuesday wednesday thursday friday saturday sunday spring summer autumn fall winter".split(),
            *"q1 q2 q3 q4 h1 h2 first second third fourth".split(),
        ),
    )
)
_FORMER = re.compile(
    r"\b(?:before|old|older|previous\w*|prior|last|former|earlier|then|was|predecessor)\b", re.IGNORECASE
)
_LATTER = re.compile(r"\b(?:after|new|newer|current|this|now|today|latest|next|successor)\b", re.IGNORECASE)
# What stands ahead of a release that is told by its number alone.
_LEADS = frozenset(map(root, "release version build round than since edition generation year".split()))
# Ahead of what something is set against: that is where it came from.
_BASE = re.compile(
    r"\b(?:than|over|against|compared (?:to|with)|versus|vs\.?|since|relative to|from|between|(?:up|down) on|unlike|"
    r"instead of|after|next to|beside|ahead of|behind|below|above|beyond|(?:match|left|leaving) (?:for )?)\s"
    r"(?:[^\s,;]+\s){0,4}?$",
    re.IGNORECASE,
)


def in_time(labels: Sequence[str]) -> list[str]:
    """The labels from the oldest to the newest; none where they tell no time."""
    return list(_in_time(tuple(labels)))


@lru_cache(maxsize=256)  # of a table, which clause after clause is held against
def _in_time(labels: tuple[str, ...]) -> Sequence[str]:
    keys = _years(labels) or _releases(labels)
    if keys and len(set(keys)) == len(labels):
        return [label for _, label in sorted(zip(keys, labels, strict=True))]
    if all(_TIMES & _roots(one) for one in labels):
        return labels
    former = [one for one in labels if _FORMER.search(one) and not _LATTER.search(one)]
    latter = [one for one in labels if _LATTER.search(one) and not _FORMER.search(one)]
    return [*former, *latter] if len(labels) == TWO and len(former) == len(latter) == 1 else []


def _years(labels: Sequence[str]) -> list[tuple[int, ...]]:
    found = [_YEAR.findall(one) for one in labels]
    return [(int(years[0]),) for years in found] if all(len(years) == 1 for years in found) else []


def _releases(labels: Sequence[str]) -> list[tuple[int, ...]]:
    """The numbers that labels end with and differ in: "Tern 57", "Tern 58"; those of settings lie far apart."""
    found = [_RELEASE.fullmatch(one.strip()) for one in labels]
    names = {one["name"].strip().lower() for one in found if one}
    if len(names) > 1 or not all(found):
        return []
    keys = [tuple(map(int, one["n"].split("."))) for one in found if one]
    firsts = [one[0] for one in keys]
    return keys if max(firsts) - min(firsts) <= len(keys) else []


def _roots(text: str) -> frozenset[str]:
    return frozenset(root(one) for one in _WORD.findall(text)) - GENERIC


@dataclass(frozen=True, slots=True)
class _Labelled:
    """Labels by what each has alone: of a long table a text says few."""

    common: frozenset[str]  # words of all of them
    words: dict[str, frozenset[str]]  # that each has alone, by label
    of: dict[str, str]  # the label by such a word
    place: dict[str, int]  # of each label among them


@lru_cache(maxsize=256)
def _labelled(labels: tuple[str, ...]) -> _Labelled:
    every = {label: _roots(label) for label in labels}
    often = Counter(word for mine in every.values() for word in mine)
    common = frozenset(word for word, n in often.items() if n == len(labels)) | _LEADS
    words = {label: frozenset(word for word in mine if often[word] == 1) for label, mine in every.items()}
    of = {word: label for label, mine in words.items() for word in mine}
    return _Labelled(common, words, of, {label: at for at, label in enumerate(words)})


def which(labels: Sequence[str], text: str) -> dict[str, int]:
    """Where a text says what one label alone has of all: "spring" of "Spring quarter", "7.3" of "Release 7.3"."""
    labelled = _labelled(tuple(labels))
    said = _said(text, labelled.common)
    found = {}
    telling = {labelled.of[word] for word in said.keys() & labelled.of.keys()}
    for label in sorted(telling, key=labelled.place.__getitem__):
        own = labelled.words[label]
        here = own & said.keys()
        numbers = {word for word in own if word[0].isdigit()}
        if numbers <= here and len(here) * TWO >= len(own):
            found[label] = min(said[word] for word in here)
    return found


def _said(text: str, common: frozenset[str]) -> dict[str, int]:
    """The words of a text and where each stands first; of mere numbers, those that are a year or a release."""
    found: dict[str, int] = {}
    before = ""
    for match in _WORD.finditer(text):
        word = root(match.group())
        plain = word.isdigit() and int(word) not in YEARS and before not in common
        if not plain:
            found.setdefault(word, match.start())
        before = word
    return found


def ends(labels: Sequence[str], text: str, *, named: bool = False) -> list[tuple[str, str]]:
    """From which label to which a text can tell a change: those it says, else (not `named`) the last ones in time."""
    said = which(labels, text)
    order = in_time(labels) if labels else []
    bases = [label for label, at in said.items() if _BASE.search(text[:at])]
    match len(said):
        case 2:
            return _of_two(sorted(said, key=said.__getitem__), bases, order)
        case 1:
            return _of_one(next(iter(said)), order, base=bool(bases)) if bases or not named else []
        case 0 if order and not named:
            return list(dict.fromkeys(((order[0], order[-1]), (order[-2], order[-1]))))
        case _:
            return []


def _of_two(said: Sequence[str], bases: Sequence[str], order: Sequence[str]) -> list[tuple[str, str]]:
    first, second = said
    if list(bases) == [second]:
        return [(second, first)]
    if bases:  # "between A and B" and "from A to B" begin with the older one
        return [(first, second)]
    return [(one, other) for one, other in (said, said[::-1]) if order and order.index(one) < order.index(other)]


def _of_one(label: str, order: Sequence[str], *, base: bool) -> list[tuple[str, str]]:
    if base:
        return [(label, one) for one in (order[order.index(label) + 1 :] if order else [])]
    at = order.index(label) if order else 0
    return [(order[at - 1], label)] if at else []
