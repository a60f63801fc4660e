"""In how many cases something is said to be ahead: "wins five of the six", "leads in all but one", "loses only Y"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from schemas.number_words import count, either, in_words

_COUNTS = in_words(*range(1, 13))
_N = rf"(?:{either(_COUNTS)}|\d{{1,2}})\b(?![.,]\d)"
_OF = rf"(?:\s(?:out\s)?of\s(?:(?:the|our|these|those|all|its)\s){{0,2}}(?P<many>{_N}))"
# "Of the seven workloads, Tarn 6 is ahead of Tarn 5 in six."
_OF_FIRST = (
    rf"\b(?:out\s)?of\s(?:(?:the|our|these|those|all|its)\s){{0,2}}(?P<many>{_N})(?:\s[\w-]+){{1,4}},[^,.;]{{1,50}}?"
)
_SUPERLATIVE = r"(?:highest|best|lowest|fastest|shortest|smallest|largest|top|quickest|cheapest)"
_AHEAD = (
    r"(?:wins?|won|leads?|led|tops?|topped|com(?:es?|ing)\s(?:in\s|out\s)?(?:first|ahead|on top)|"
    r"came\s(?:in\s|out\s)?(?:first|ahead)|"
    rf"(?:takes?|took)\s(?:the\s)?(?:first\splace|lead|crown)|(?:is|was|are)\s(?:the\s)?(?:ahead|first|in\sfront|{_SUPERLATIVE}|faster|quicker|cheaper)|"
    rf"(?:has|had|have|posts?|posted|gets?|got|takes?|took|delivers?|reach(?:es)?|achieves?|shows?|scores?|records?|gives?)\sthe\s{_SUPERLATIVE}|"
    r"beats?|outperform(?:s|ed)?|outscores?|outruns?|outpaces?)\b"
)
_BEHIND = r"(?:loses?|lost|trails?|trailed|falls\sbehind|fell\sbehind|(?:is|was)\s(?:slower|behind|second|beaten))\b"
_GAP = r"(?P<gap>(?:\s[\w.+-]+){0,5}?)(?:,?\s(?:in|on|for|at|with|across))?"
_ONLY = r"(?:only|just)"
_CASES = r"(?:every|each|all)(?:\s(?:of|the|our|these|those)){0,2}(?:\s[\w-]+){0,3}"
_EXCEPT = r"(?:but|except(?:\sfor)?|apart\sfrom|other\sthan|save(?:\sfor)?|bar)"
# "Wins every query", "comes first in all four tests"; cases behind which more is said are some of them.
_FIRST = (
    r"\b(?:wins?|won|leads|led|tops|topped|com(?:es|ing)\s(?:in\s|out\s)?first|came\s(?:in\s|out\s)?first|"
    rf"(?:is|was)\s(?:the\s)?(?:first|{_SUPERLATIVE}))(?:\s(?:in|on|for|at|across))?"
)
_ALL = r"(?:every|each|all)(?:\s(?:of|the|our|these|those)){0,2}(?!\s(?:but|except|time|day|other|way|round|year))"
_PATTERNS = (
    ("lost", re.compile(rf"\b{_AHEAD}{_GAP}\s(?:all|every\w*)\s{_EXCEPT}\s(?P<n>{_N}){_OF}?", re.IGNORECASE)),
    ("won", re.compile(rf"\b{_AHEAD}{_GAP}\s(?P<n>{_N}){_OF}", re.IGNORECASE)),
    ("won", re.compile(rf"{_OF_FIRST}\b{_AHEAD}{_GAP}\s(?P<n>{_N})(?=[.,;]|\s(?:and|while|but)\b|$)", re.IGNORECASE)),
    ("lost", re.compile(rf"\b{_BEHIND}{_GAP}\s(?:{_ONLY}\s)?(?:in\s|on\s)?(?P<n>{_N}){_OF}", re.IGNORECASE)),
    (
        "all",
        re.compile(
            rf"{_FIRST}\s{_ALL}(?:\s(?P<many>{_N}))?(?P<names>(?:\s[a-z-]+){{1,3}})(?=[.,;:)]|$)", re.IGNORECASE
        ),
    ),
    ("named", re.compile(rf"\b{_AHEAD}{_GAP}\s{_CASES},?\s{_EXCEPT}\s(?P<names>[^.;:]+)", re.IGNORECASE)),
    ("named", re.compile(rf"\b{_BEHIND}{_GAP}\s{_ONLY}(?:\s(?:in|on|at|for))?\s(?P<names>[^.;:]+)", re.IGNORECASE)),
)
# Bounds, conditions and denials leave a range of counts.
_HEDGED = re.compile(
    r"\b(?:at least|more than|fewer than|less than|up to|about|almost|nearly|if|when|unless|would|could|should|"
    r"may|might|not|never|no longer|used to|than before)\b|n[’']t\b|\?",
    re.IGNORECASE,
)
_LARGEST = re.compile(r"\b(?:highest|largest)\b", re.IGNORECASE)
_SMALLEST = re.compile(r"\b(?:lowest|shortest|smallest|cheapest)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wins:
    """What a sentence says of the cases in which its subject is ahead: so many won, so many lost, or which are lost."""

    match: re.Match[str]
    said: str  # "won", "lost", "named" or "all"
    n: int
    many: int  # cases, as the sentence counts them; 0 where it does not
    names: str  # of the cases that are lost; where all are won, what they are called
    smaller: bool | None  # whether the smallest value is ahead; None where the words leave it open

    @classmethod
    def of(cls, said: str, match: re.Match[str]) -> "Wins":
        """What a match of a sentence says."""
        found = match.groupdict()
        smaller = bool(_SMALLEST.search(match.group()))
        direction = smaller if smaller or _LARGEST.search(match.group()) else None
        n, many = (count(found.get(name) or "0") for name in ("n", "many"))
        return cls(match, said, n, many, found.get("names") or "", direction)


def wins(text: str) -> Iterator[Wins]:
    """What a sentence counts; nothing where it hedges, and of two readings the first."""
    if _HEDGED.search(text):
        return
    for said, pattern in _PATTERNS:
        if match := pattern.search(text):
            yield Wins.of(said, match)
            return
