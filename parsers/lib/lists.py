"""Values that say themselves whose they are: lists, brackets and names that touch a figure.

"1.3 s with A, 6.8 s with B"; "A 3.9 s, B 271 s"; "1.8x, 2.4x and 3.1x for A, B and C"; "310 pages/s (one T4)".
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

from parsers.lib.actors import Actor
from parsers.lib.plain_words import common, plain
from parsers.lib.scene import Found
from parsers.lib.sentence import Sentence
from schemas.names import Mention

T = TypeVar("T", Actor, Mention)
AGAINST = re.compile(
    r"\b(?:against|versus|vs\.?|compared\s+(?:to|with)|instead\s+of|rather\s+than)\s+(?:about\s+|only\s+|nearly\s+|over\s+)?$"
)
_BEHIND = re.compile(
    r"\s+(?:with|for|in|by|on|using)\s+(?:the\s+|a\s+)?(?!(?:single|one|two|same|older|newer)\b)(?P<name>[A-Za-z][\w.+-]*(?:\s(?:v?\d[\w.]*|[A-Z][\w.]*))*)"
)
_WITH = re.compile(r"\s+(?:with|using)\s+(?P<name>[a-z][\w.+-]*[a-z])(?=[,.;)]|$)")
_AHEAD = re.compile(
    r"(?:^|[,:;(]\s*|\band\s+)(?P<name>[A-Za-z][\w.+-]*(?:\s[A-Z][\w.+-]*){0,2}(?:\s\d+(?:\.\d+)*)?)\s+$"
)
_LISTED = re.compile(r"\s*,?\s*(?:and\s+|or\s+)?(?:the\s+|on\s+|for\s+)?")
_TOUCHES = re.compile(r"(?:\s?[:(]|['’]s?)\s?(?:(?:about|only|just|under|over|~|≈)\s?)?")
_LEADS = re.compile(r"(?:[,;:(]|\b(?:and|or|takes?|took|against|vs\.?|costs?))\s+(?:the\s+)?$")
_VALUED = re.compile(r":?\s\d")  # "41 ns (timelib: 190 ns)": the other's value
_BRACKET = re.compile(r"\s?\((?:on\s|with\s)?(?:one\s|a\s|an\s|the\s|single\s|\d+x?\s)*")


def listed(found: Found, sentence: Sentence, things: list[T]) -> T | None:
    """Of a list as long as the figures' own, the one in the figure's place: "1.8x, 2.4x and 3.1x for A, B and C"."""
    alike = [one for one in sentence.figures if one.figure.kind == found.figure.kind]
    alike = [one for one in alike if one.figure.unit == found.figure.unit or one.figure.kind == "duration"]
    if len(alike) < 2 or (len(alike) < 3 and "respectively" not in sentence.words and not _paired(alike, sentence)):
        return None
    for first in range(len(things) - len(alike) + 1):
        run = things[first : first + len(alike)]
        gaps = [sentence.text[a.end : b.start] for a, b in pairwise(run)]
        if all(gap and _LISTED.fullmatch(gap) for gap in gaps):
            return run[alike.index(found)] if found in alike else None
    return None


_AND = re.compile(r"\s(?:and|or)\s")


def _paired(alike: Sequence[Found], sentence: Sentence) -> bool:
    """Whether two values are one list: "H100 and A100 need 5.1 and 11.8 ms"."""
    return len(alike) == 2 and _AND.fullmatch(sentence.text, alike[0].figure.end, alike[1].figure.start) is not None


def each_its_own(found: Found, sentence: Sentence) -> Actor | None:
    """Lists that give every side its value: "1.3 s with A, 6.8 s with B"; "A 3.9 s, B 271 s"; "against 2 s for B"."""
    start, end = found.figure.start, found.figure.end
    alike = [
        one for one in sentence.figures if one.figure.kind == found.figure.kind and one.figure.unit == found.figure.unit
    ]
    behind = _BEHIND.match(sentence.text, end, sentence.end)
    if behind and any(behind.start("name") < n.end and n.start < behind.end("name") for n in sentence.of("workloads")):
        behind = None  # "42 tok/s with Llama 3.1 8B": what was run
    if behind and AGAINST.search(sentence.text[max(sentence.start, start - 24) : start]):
        return _named(behind)
    if alone := _WITH.match(sentence.text, end, sentence.end):
        return _named(alone)
    if len(alike) < 2:
        return None
    if behind and all(_BEHIND.match(sentence.text, one.figure.end, sentence.end) for one in alike):
        return _named(behind)
    ahead = _AHEAD.search(sentence.text[sentence.start : start])
    others = [one.figure for one in alike if one is not found]
    if ahead is None or not any(
        _AHEAD.search(sentence.text[sentence.start : one.start])
        # "runc takes 180 ms and crun 110 ms"
        or (one.end == sentence.start + ahead.start() - 1 and not plain(ahead["name"]))
        for one in others
    ):
        return None  # "encodes 1.9 GB/s and decodes 4.4 GB/s", "boots in 5 ms and adds 3 ms"
    return _named(ahead, sentence.start)


def _named(match: re.Match[str], offset: int = 0) -> Actor | None:
    name = match["name"].rstrip(".,")
    start = offset + match.start("name")
    return (
        None
        if common(name) or (name.islower() and common(name.split()[0]))
        else Actor(start, start + len(name), name, name, 2)
    )


_HEDGED = re.compile(r"\s(?:(?:just|only|about|over|under|nearly|some|around|roughly)\s){0,2}")
_GAPPED = re.compile(
    r"\s(?:at|in|to|with|by|for)\s(?:(?:just|only|about|over|under|nearly|some|around|roughly)\s){0,2}"
)


def _gapped(gap: str, led: str, found: Found, sentence: Sentence) -> bool:
    """Whether the verb stands with an earlier value: "Pannier 4 copies at 1.1 GB/s and Pannier 5 at 2.6 GB/s"."""
    if not (_GAPPED.fullmatch(gap) and re.search(r"(?:[,;]|\b(?:and|but|while|than))\s+(?:the\s+)?$", led)):
        return False
    return any(
        one.figure.end <= found.figure.start
        and one.figure.unit.split("/")[0] == found.figure.unit.split("/")[0]
        and one.figure.kind == found.figure.kind
        for one in sentence.figures
    )


def _owned(printed: str) -> bool:
    """Whether "the 2.4 Gbps of " leads to an actor."""
    return bool(re.fullmatch(r"the\s[\d.,]+\s?[\w/]+\sof\s(?:the\s)?", printed))


def adjacent(found: Found, sentence: Sentence, actors: Sequence[Actor]) -> Actor | None:
    """Who touches the value: "Zenith 3 (8.2 s)", "Apex: 14.9 s", "takes Sift 14 minutes", "310 pages/s (one T4)"."""
    text, start, end = sentence.text, found.figure.start, found.figure.end
    for actor in actors:
        if actor.unnamed:
            continue
        if actor.end <= start:
            gap, led = text[actor.end : start], text[max(sentence.start, actor.start - 12) : actor.start]
            if (
                _TOUCHES.fullmatch(gap)
                or (_HEDGED.fullmatch(gap) and _LEADS.search(led))
                or _gapped(gap, led, found, sentence)
            ):
                return actor
        elif (_BRACKET.fullmatch(text[end : actor.start]) and not _VALUED.match(text, actor.end)) or _owned(
            text[max(sentence.start, start - 4) : actor.start]
        ):
            return actor
    return None
