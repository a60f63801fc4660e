"""Places in a ranking as sentences say them, by an ordinal: "fourth position", "finished second", "the runner-up"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from schemas.number_words import ORDINALS, count, either, in_words

_MOST = 12
_AT = {
    "first": 1,
    **{word: place for word, place in ORDINALS.items() if place <= _MOST},
    **{f"{n}{'st' if n == 1 else 'nd' if n == 2 else 'rd' if n == 3 else 'th'}": n for n in range(1, _MOST + 1)},
}
_NTH = rf"(?P<at>{either(_AT)})"
_NUMBERED = rf"(?:number|no\.?|nr\.?|#)\s?(?P<n>{either(in_words(*range(1, 11)))}|\d{{1,2}})"
LAST = -1
_MEDALS = {"gold": 1, "silver": 2, "bronze": 3}
_PATTERNS = (
    re.compile(rf"\b{_NTH}[- ](?:[a-z]+ )?(?:place|position|spot|slot|rank)\b", re.IGNORECASE),
    re.compile(
        r"\b(?:finish(?:es|ed|ing)?|c[ao]mes?|coming|rank(?:s|ed|ing)?|plac(?:es|ed|ing)|land(?:s|ed|ing)?|"
        r"end(?:s|ed|ing)?(?: up)?|sits?|sitting|stands?|stood|took|takes|taking|is|was|are|were)\s"
        rf"(?:up |in at |in |at )?(?:(?:a|an|the|only|just)\s){{0,2}}(?:(?:clear|close|solid|strong|distant|good)\s)?"
        rf"{_NTH}"
        r"(?=[,.;:)!]|$|\s(?:of|in|on|with|at|among|amongst|behind|overall|and|but|out|for|here|there|by)\b)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b{_NUMBERED}(?=\s(?:spot|place|position|slot|in|on|of|among|overall)\b|[,.;)])"
        r"(?!\sof\s(?:the\s)?\w+s?\s(?:per|each))",
        re.IGNORECASE,
    ),
    # "..., third with 402 lost jobs", "a good second at 71 points"
    re.compile(
        rf"(?:,|\band|\ba (?:good|close|strong|clear|solid)|\b(?:as|good for|enough for|worth))\s"
        rf"(?:a |the |only )?{_NTH}(?=\s(?:with|at)\s\W?\d|[,.;]|$)",
        re.IGNORECASE,
    ),
    re.compile(r"\b(?P<runner>runners?-up)\b", re.IGNORECASE),
    re.compile(
        r"\b(?P<medal>gold|silver|bronze)(?: medal)?\b(?=[,.;:)!]|$|\s(?:in|on|with|at|among|overall|and|behind|for)\b)"
    ),
    re.compile(
        r"\b(?P<last>last)[- ](?:place|position|spot)\b|"
        r"\b(?:is|was|c[ao]mes?|finish(?:es|ed)|ranks?|ranked) (?P<last2>last)\b"
    ),
)
_OF = re.compile(
    rf"(?:,?\s(?:out\s)?of|\samong|\samongst)\s(?:all\s|the\s|these\s|those\s|our\s){{0,2}}"
    rf"(?P<many>{either(in_words(*range(3, 21)))}|\d+)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Placed:
    """A place that a sentence says at a match: 1 for the first, LAST for the last; 0 things where none are counted."""

    match: re.Match[str]
    place: int
    many: int


def placed(text: str) -> Iterator[Placed]:
    """The places of a sentence, each once."""
    seen: list[tuple[int, int]] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if any(start < match.end() and match.start() < end for start, end in seen):
                continue
            seen.append(match.span())
            of = _OF.match(text, match.end())
            yield Placed(match, _place(match.groupdict()), count(of["many"]) if of else 0)


def _place(found: dict[str, str | None]) -> int:
    if found.get("runner"):
        return 2
    if medal := found.get("medal"):
        return _MEDALS[medal]
    if found.get("last") or found.get("last2"):
        return LAST
    number = found.get("n")
    return count(number) if number else _AT[(found["at"] or "").lower()]
