"""Where a sentence says which items of a table it means: by words, things, numbers, "the smallest", "the new"."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from checks.lib.language.concepts import concepts
from checks.lib.language.old_new import NEW, OLD
from checks.lib.language.tokens import root
from checks.lib.reckoning.sizes import size_of
from checks.lib.reckoning.views import View
from schemas.multiples import printed_multiples
from schemas.number_words import ANY_NUMBER, spelled

GAP = 2  # words between two of one name
_WORD = re.compile(r"[A-Za-zµ$€£À-ÿ][\wµÀ-ÿ/+]*(?:\.\d+)?|\d[\d,]*(?:\.\d+)?[A-Za-z%]*")
_MOST = r"largest|biggest|heaviest|busiest|widest|hugest|fullest|most crowded|roomiest|top|biggest|giant"
_LEAST = r"smallest|lightest|tiniest|narrowest|least crowded|baby"
_SIZE = re.compile(
    rf"\b(?:(?P<most>{_MOST})|(?P<least>{_LEAST}))\s(?:of\sthe\s\w+\s)?(?P<noun>[a-z-]+)|\b(?P<giant>giant)\b",
    re.IGNORECASE,
)
_ROLES = re.compile(r"\d|\b(?:old|new|before|after|off|on|previous|current|without|with|today|last)\b", re.IGNORECASE)
_THOUSANDTH = re.compile(
    r"\b(?:slowest|unluckiest|worst|last|longest)(?:\s[a-z]+){0,2}?\s(?:in|of|out of) (?:a|one|"
    r"every|each) thousand\b",
    re.IGNORECASE,
)
_HUNDREDTH = re.compile(
    r"\b(?:slowest|unluckiest|worst|last|longest)(?:\s[a-z]+){0,2}?\s(?:in|of|out of) (?:a|one|"
    r"every|each) hundred\b|\bslowest (?:one )?(?:percent|per cent)\b",
    re.IGNORECASE,
)
_HALF = re.compile(
    r"\bhalf (?:of )?(?:the|all) (?:requests|calls|queries|messages|users|lookups|reads|writes)\b", re.IGNORECASE
)
_AT_HALF = re.compile(
    r"(?<=\bat )half\b(?= (?:load|capacity|line|rate|speed|throttle|utili[sz]ation|full|the load))", re.IGNORECASE
)
_NUMERIC = re.compile(
    r"(?<![\w.,-])(?:(?P<digits>\d[\d,]*(?:\.\d+)?)\s?(?P<power>[kKMBTG](?:i?B)?|thousand|million|"
    rf"billion)?|(?P<words>{ANY_NUMBER}))(?![\w.]*\d)",
    re.IGNORECASE,
)
_POWERS = {"k": 3, "m": 6, "b": 9, "t": 12, "g": 9, "thousand": 3, "million": 6, "billion": 9}
_OF = re.compile(r"\s*(?:of|out of)\s(?:the|our|these|those|all)\b|\s(?:times|per cent|percent)\b|\s?%", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    """An item or line that a text says at [start, end), and how surely."""

    which: int
    start: int
    end: int
    points: int


@dataclass(frozen=True, slots=True)
class _Hit:
    """A word of a text, the one at `at`, with the points that it is to some labels."""

    at: int
    start: int
    end: int
    points: dict[int, int]


def is_median(text: str) -> bool:
    """Whether a text describes a median: "half of the requests"."""
    return bool(_HALF.search(text))


def described(text: str) -> str:
    """A text with the usual names of the percentiles that it describes; of another length."""
    text = _THOUSANDTH.sub("p99.9", text)
    return _HALF.sub("p50", _HUNDREDTH.sub("p99", text))


def mentions(text: str, labels: Mapping[int, str]) -> list[Mention]:
    """What a text says of some labels, left to right; what may be two of them is nobody."""
    known = {at: concepts(label) | _pairs(label) for at, label in labels.items()}
    shared = Counter(word for some in known.values() for word in some)
    own = {at: {word for word in some if shared[word] < len(labels)} for at, some in known.items()}
    found = [*_named(text, own), *sized(text, labels), *_numbered(text, labels), *_roles(text, labels)]
    return sorted(_apart(found), key=lambda one: one.start)


def _named(text: str, own: Mapping[int, set[str]]) -> Iterator[Mention]:
    """Runs of words that a label has; of several labels the one that has most of them."""
    run: list[_Hit] = []
    for one in [*_hits(text, own), None]:
        if run and (one is None or _ends(text, run, one)):
            best = _best(run)
            if len(best) == 1:
                yield Mention(best[0], run[0].start, run[-1].end, _points(run)[best[0]])
            run = []
        if one:
            run.append(one)


def _hits(text: str, own: Mapping[int, set[str]]) -> Iterator[_Hit]:
    """The words of a text that labels have, with the points that they are to each."""
    words = list(_WORD.finditer(text))
    for at, match in enumerate(words):
        behind = words[at + 1] if at + 1 < len(words) else None
        near = behind and not text[match.end() : behind.start()].strip(" -")
        pair = f"{root(match.group())} {root(behind.group())}" if behind and near else ""
        both = [which for which, some in own.items() if pair in some]
        points = dict.fromkeys(both, 3) if both else _of_word(match.group(), own)
        if points:
            yield _Hit(at, *match.span(), points)


def _of_word(word: str, own: Mapping[int, set[str]]) -> dict[int, int]:
    """The labels that have a word (2) or its meaning (1); digits are read as numbers, and an order is no name."""
    if word[0].isdigit() or _ORDER.fullmatch(word):
        return {}
    mine = concepts(word) | {root(word)}
    return {which: 2 if root(word) in some else 1 for which, some in own.items() if mine & some}


def _ends(text: str, run: list[_Hit], one: _Hit) -> bool:
    """Whether a word goes on no name: far off, behind a comma, or of another label."""
    last = run[-1]
    apart = one.at - last.at > GAP or re.search(r"[,;:.|]", text[last.end : one.start])
    return bool(apart) or not set(_best(run)) & set(one.points)


def _pairs(label: str) -> frozenset[str]:
    """Words of a label that stand side by side: "two sockets" of "Ridge 4 (two sockets)"."""
    words = [root(one.group()) for one in _WORD.finditer(label)]
    return frozenset(f"{one} {other}" for one, other in pairwise(words))


def _points(run: list[_Hit]) -> Counter[int]:
    total: Counter[int] = Counter()
    for one in run:
        total.update(one.points)
    return total


def _best(run: list[_Hit]) -> list[int]:
    total = _points(run)
    most = max(total.values())
    return [which for which, points in total.items() if points == most]


# A word of order is a claim and no name, even where a label has it.
_ORDER = re.compile(
    r"(?:fast|slow|quick|cheap|high|low|large|small|big|great|short|long|heavi|light|less|more|"
    r"most|least|best|worst|few|first|last)(?:er|est|)?|than|of|and|all|each|every|none|only",
    re.IGNORECASE,
)


def sized(text: str, labels: Mapping[int, str]) -> Iterator[Mention]:
    """Where a text says "the largest model": of labels that each have a number, the one with the greatest."""
    sizes = {at: one for at, label in labels.items() if (one := size_of(label)) is not None}
    if len(sizes) < len(labels) or len(set(sizes.values())) < len(sizes) or len(sizes) < 2:
        return
    for match in _SIZE.finditer(text):
        pick = min if match["least"] else max
        yield Mention(pick(sizes, key=lambda at: sizes[at]), *match.span(), 3)


def shares_of(text: str) -> Iterator[tuple[Decimal, int, int]]:
    """The shares of a text as per cent: "four fifths of line rate", "at half load"."""
    for one in printed_multiples(text):
        if one.told == "part":
            yield one.value * 100, one.start, one.end
    for match in _AT_HALF.finditer(text):
        yield Decimal(50), *match.span()


def values_of(text: str) -> Iterator[tuple[Decimal, int, int]]:
    """The numbers of a text, in digits and words."""
    for match in _NUMERIC.finditer(text):
        if match["words"]:
            number = spelled(match["words"])
            if number is not None:
                yield Decimal(number), *match.span()
        else:
            power = _POWERS.get(
                (match["power"] or "")[:1].lower()
                if (match["power"] or "").lower() not in _POWERS
                else match["power"].lower(),
                0,
            )
            yield Decimal(match["digits"].replace(",", "")) * Decimal(10) ** power, *match.span()


def _numbered(text: str, labels: Mapping[int, str]) -> Iterator[Mention]:
    """Numbers that one label has: "249-dollar", "at 64 nodes"."""
    sizes: dict[int, set[Decimal]] = {
        at: {one for one in (size_of(label), _first(label)) if one is not None} for at, label in labels.items()
    }
    shared = any("%" in label for label in labels.values())  # a fifth is 20 where 20% is meant, and no 20 nodes
    for value, start, end in (*(shares_of(text) if shared else ()), *values_of(text)):
        if not _OF.match(text, end):
            found = [at for at, some in sizes.items() if value in some]
            if len(found) == 1:
                yield Mention(found[0], start, end, 3)


def _first(label: str) -> Decimal | None:
    match = re.search(r"(?<![\w.])v?(\d[\d,]*(?:\.\d+)?)", label)
    return Decimal(match[1].replace(",", "")) if match else None


def roles(labels: Mapping[int, str]) -> tuple[int, int] | None:
    """The old and the new one of two labels that differ by a release or by such words."""
    some = [at for at, label in labels.items() if _ROLES.search(label)]
    if len(some) != 2:
        return None
    first, second = some
    if NEW.search(labels[first]) and not NEW.search(labels[second]):
        return second, first
    if OLD.search(labels[second]) and not OLD.search(labels[first]):
        return second, first
    one, other = _first(labels[first]), _first(labels[second])
    if one is not None and other is not None and one > other:
        return second, first
    return first, second


def _roles(text: str, labels: Mapping[int, str]) -> Iterator[Mention]:
    pair = roles(labels)
    if pair is None:
        return
    for which, cue in zip(pair, (OLD, NEW), strict=True):
        for match in cue.finditer(text):
            yield Mention(which, *match.span(), 1)


def _apart(found: list[Mention]) -> list[Mention]:
    """Of mentions that lie over each other the surest."""
    kept: list[Mention] = []
    for one in sorted(found, key=lambda one: (-one.points, one.start)):
        if not any(one.start < each.end and each.start < one.end for each in kept):
            kept.append(one)
    return kept


_VALUE = re.compile(r"(?<![\w.,])[$€£]?(?P<n>\d[\d,]*(?:\.\d+)?)(?:[ -][A-Za-z]+)? (?=[a-z]+\b)")


def anchored(text: str, view: View) -> Iterator[Mention]:
    """An item by a value that it alone prints, as its adjective: "the 249-dollar plan", "the 24 GB card"."""
    document = view.grid.document
    for match in _VALUE.finditer(text):
        lead = re.search(r"\b(?:the|our|its|that|this)\s$", text[: match.start()], re.IGNORECASE)
        digits = match["n"].replace(",", "")
        prints = {
            at
            for line in view.lines
            for at, one in line.entries.items()
            if digits in re.findall(r"\d+(?:\.\d+)?", document.text[one.start : one.end].replace(",", ""))
        }
        if lead and len(prints) == 1:
            yield Mention(prints.pop(), match.start(), match.end(), 3)
