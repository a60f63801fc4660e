"""Which of several labels a sentence says: by what its words mean, its numbers, "the largest", "the new one"."""

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from checks.lib.language.concepts import concepts
from checks.lib.language.old_new import NEW, OLD
from checks.lib.reckoning.sizes import size_of
from schemas.multiples import printed_multiples, shares
from schemas.number_words import ANY_NUMBER, SETS, either, spelled

WORD, ROLE, NUMBER = 1, 1, 2  # points
FEW = 2  # labels that can be an old and a new one
NEAR = Decimal("0.03")  # "some eight thousand tokens", of 8,192
_MOST = re.compile(
    r"\b(?:largest|biggest|heaviest|highest|most|busiest|longest|top|widest|roomiest|newest|"
    r"latest|giant|flagship|maximum|full(?:est)?|flat out)\b",
    re.IGNORECASE,
)
_LEAST = re.compile(
    r"\b(?:smallest|lightest|lowest|least|fewest|shortest|tiniest|narrowest|oldest|minimum|baby)\b", re.IGNORECASE
)
_PAIRED = re.compile(
    r"\b(?:old|new|before|after|previous|current|baseline|optimi[sz]ed|off|on|without|with|today|last|this)\b|[\d.]+",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_][\w./]*|[$€£]|[pP]\d\d(?:\.\d)?")
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
_SPELLED = re.compile(
    rf"(?<![\w-])(?P<n>{either(SETS)}|{ANY_NUMBER}(?: (?:hundred|thousand|million))?)\b", re.IGNORECASE
)
HUNDRED = Decimal(100)
MOST_SHARE = 10  # times the whole


def points_of(labels: Sequence[str], text: str, said: frozenset[str], corner: str) -> list[int]:
    """The points of each label for a text; `said` are the things that it says, `corner` is no label of values."""
    points = _points(labels, said, numbers_of(text), corner)
    _superlatives(labels, text, points)
    _roles(labels, text, points)
    _multiplied(labels, text, points)
    return points


def _points(labels: Sequence[str], said: frozenset[str], numbers: frozenset[Decimal], corner: str) -> list[int]:
    words = [_things(label) for label in labels]
    of_values = [some for label, some in zip(labels, words, strict=True) if label != corner]
    shared = Counter(word for some in of_values for word in frozenset[str]().union(*some))
    common = {word for word, many in shared.items() if many == len(of_values) > 1}
    points = []
    for label, some in zip(labels, words, strict=True):
        told = sum(bool((each & said) - common) for each in some)
        points.append(WORD * told + NUMBER * _numbered(label, numbers))
    return points


def _things(label: str) -> list[frozenset[str]]:
    """What each word of a label means; a phrase that no word of it says is one more."""
    found = [some for word in dict.fromkeys(_WORD.findall(label)) if (some := concepts(word))]
    rest = concepts(label) - frozenset[str]().union(*found)
    return [*found, frozenset(one for one in rest if one.startswith("#"))]


def _numbered(label: str, numbers: frozenset[Decimal]) -> bool:
    """Whether a sentence says a number of a label: "8,192" as eight thousand, "0.99" as 99 of every 100."""
    mine = [Decimal(match.group().replace(",", "")) for match in _NUMBER.finditer(label)]
    mine += [Decimal(number) for match in _SPELLED.finditer(label) if (number := _worth(match["n"]))]
    return any(abs(one - said) <= NEAR * one or one * HUNDRED == said for one in mine if one for said in numbers)


def numbers_of(text: str) -> frozenset[Decimal]:
    """The numbers that a text says, in digits, in words, and parts as percentages."""
    found = {Decimal(match.group().replace(",", "")) for match in _NUMBER.finditer(text)}
    found |= {Decimal(number) for match in _SPELLED.finditer(text) if (number := _worth(match["n"]))}
    for _, _, share in shares(text):
        if share.upper <= MOST_SHARE:  # a percentage of thirty digits cannot be rounded
            found.add(round((share.lower + share.upper) / 2 * HUNDRED, 1))
    return frozenset(found)


def _worth(word: str) -> int | None:
    return SETS.get(word.lower()) or spelled(word)


def _superlatives(labels: Sequence[str], text: str, points: list[int]) -> None:
    """The row whose label has the greatest number, where a text says "on the largest drives"."""
    sized = {at: size for at, label in enumerate(labels) if (size := size_of(label)) is not None}
    if len(sized) < FEW or len(set(sized.values())) < len(sized):
        return
    for cue, pick in ((_MOST, max), (_LEAST, min)):
        if cue.search(text):
            points[pick(sized, key=lambda at: sized[at])] += NUMBER


def _multiplied(labels: Sequence[str], text: str, points: list[int]) -> None:
    """The row of so many times as many as the one that is said: "quadrupling the smallest cluster" of 3, to 12."""
    sized = {at: size for at, label in enumerate(labels) if (size := size_of(label))}
    said = [at for at in sized if points[at] >= NUMBER]
    if len(said) == 1:
        times = [one for factor in printed_multiples(text) if factor.told == "times" for one in factor.ways]
        found = {at for at in sized for one in times if at != said[0] and sized[at] / sized[said[0]] in one}
        for at in found:
            points[at] += NUMBER


def _roles(labels: Sequence[str], text: str, points: list[int]) -> None:
    """Points for the old and the new one of two labels that are alike but for that."""
    stems = [_PAIRED.sub("#", label.lower()) for label in labels]
    pairs = [at for at, stem in enumerate(stems) if "#" in stem and stems.count(stem) == FEW]
    if len(pairs) == FEW:
        old, new = pairs
        points[new] += ROLE * bool(NEW.search(text))
        points[old] += ROLE * bool(OLD.search(text))
