"""Whose value it is: the release that a sentence gives a value to, beside it or over it."""

import re
from collections.abc import Collection, Sequence

from checks.lib.labels.about import alone
from checks.lib.language.tokens import versions
from checks.lib.quantities.asserted import Asserted, is_former

_NUMBER = r"(?P<v>\d+\.\d+(?:\.\d+)*)(?![\w%]|[.,]\d)"
_RELEASE = rf"(?:version |release |v)?{_NUMBER}"
_IN_RELEASE = re.compile(rf"[^.;]{{0,40}}?\b(?:in|with|under|of)\s(?:[A-Z][\w-]*\s)?{_RELEASE}", re.IGNORECASE)
_TITLED = re.compile(rf"(?<![\w.,]){_RELEASE}", re.IGNORECASE)
_BARE = re.compile(rf"(?<![\w.,$€£])v?{_NUMBER}")
_COMPARES = re.compile(r"\b(?:than|over|versus|vs|compared|against|relative|up from|down from)\b|%", re.IGNORECASE)
_BREAKS = re.compile(r"[;,:(](?=\s|\d)|\s(?:and|while|but|whereas|where|against|versus|vs\.?|instead of|although)\s")
_FROM = re.compile(r"\bfrom\s(?:about\s|around\s)?$", re.IGNORECASE)
# What a sentence compares with, whose value may stand anywhere in it: "Compared with 3.1, ... 298 s instead of 341 s".
_BESIDE = re.compile(
    r"\b(?:than|over|versus|vs\.?|compared (?:to|with)|against|relative to|up from|down from|since)\s"
    rf"(?:[A-Z][\w-]*\s)?{_RELEASE}",
    re.IGNORECASE,
)


def whose(one: Asserted, every: Sequence[Asserted], known: Collection[str]) -> tuple[str, bool, bool]:
    """The release that a value is of, whether a change starts from it, and whether the release stands beside it."""
    words, amount = one.passage.words, one.amount
    last = min((each.amount.start for each in every if each.amount.start > amount.start), default=len(words))
    former = bool(_FROM.search(words[: amount.start])) or is_former(words[: amount.start])
    behind = _IN_RELEASE.match(_COMPARES.split(words[amount.end : last])[0])
    if behind:
        return behind["v"], former, True
    if former:
        beside = {match["v"] for match in _BESIDE.finditer(words) if match["v"] in known}
        return (next(iter(beside)), True, True) if len(beside) == 1 else ("", True, False)
    here = _ahead(_since(words, one, every), known)
    if here:
        return here, False, True
    titled = (match["v"] for text in one.scope[-2:] for match in _TITLED.finditer(text))
    return next(titled, ""), False, False


def changed(words: str, every: Sequence[Asserted]) -> bool:
    """Whether a sentence tells a change from one of its values to another: both are of all that it says."""
    return any(_FROM.search(words[: one.amount.start]) for one in every)


def _since(words: str, one: Asserted, every: Sequence[Asserted]) -> str:
    """The words from the value before this one on, without the release behind that: "149,000 in 8.1 to 192,000"."""
    start = max((each.amount.end for each in every if each.amount.end <= one.amount.start), default=0)
    between = words[start : one.amount.start]
    behind = _IN_RELEASE.match(between) if start else None
    return between[behind.end() :] if behind else between


def releases(titles: str) -> frozenset[str]:
    """The releases that titles and labels name."""
    return frozenset(match["v"] for match in _TITLED.finditer(titles))


def _ahead(words: str, known: Collection[str]) -> str:
    """The release before a value in its own part of the sentence: "Glint 2.0 did", "where 4.0 managed"."""
    part = _BREAKS.split(words)[-1]
    bare = [match["v"] for match in _BARE.finditer(part) if match["v"] in known]
    if bare and not _BESIDE.search(part):
        return bare[-1]
    clause = part if alone(words) == words else ""  # not "faster than 2.0: 2.4 GB/s"
    return next((number for some in versions(clause).values() for number in sorted(some) if "." in number), "")
