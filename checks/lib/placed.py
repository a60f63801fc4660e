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
# Superlatives, and whether the smallest value is the first: None where the kind of value decides.
SUPERLATIVES: dict[str, bool | None] = {
    **dict.fromkeys(
        "lowest least fewest smallest shortest lightest cheapest slimmest thinnest quietest coolest youngest nearest "
        "tiniest leanest".split(),
        True,
    ),
    **dict.fromkeys(
        "highest most largest biggest longest greatest heaviest dearest priciest loudest hottest strongest richest "
        "tallest deepest widest".split(),
        False,
    ),
    **dict.fromkeys("best fastest quickest slowest worst weakest".split(), None),
}
_PATTERNS = (
    re.compile(rf"\b{_NTH}[- ](?:[a-z]+ )?(?:place|position|spot|slot|rank)\b", re.IGNORECASE),
    re.compile(rf"\b{_NTH}[- ](?P<word>{either(SUPERLATIVES)})\b", re.IGNORECASE),
    re.compile(
        r"\b(?:finish(?:es|ed|ing)?|c[ao]mes?|coming|rank(?:s|ed|ing)?|plac(?:es|ed|ing)|land(?:s|ed|ing)?|"
        r"end(?:s|ed|ing)?(?: up)?|sits?|sitting|stands?|stood|took|takes|taking|is|was|are|were)\s"
        rf"(?:up |in at |in |at )?(?:(?:a|an|the|only|just)\s){{0,2}}(?:(?:clear|close|solid|strong|distant|good)\s)?"
        rf"{_NTH}"
        r"(?=[,.;:)!]|$|\s(?:of|in|on|with|at|among|amongst|behind|overall|and|but|out|for|here|there|by)\b)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b{_NUMBERED}(?=\s(?:spot|place|position|slot|in|on|of|among|overall)\b|[,.;)])(?!\sof\s(?:the\s)?\w+s?\s(?:per|each))",
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
# "Only Ibis and Stork scored higher": third is whoever the sentence before speaks of.
_ONLY = re.compile(
    r"\bonly (?P<rivals>(?-i:[A-Z])[\w.-]*(?: [\w.]+)?(?:(?:, and |, | and )(?-i:[A-Z])[\w.-]*(?: \d[\w.]*)?){0,3}?) "
    r"(?:scor(?:es?|ed)|is|are|was|were|came|did|do|does|has|have|had|ran|runs?|finish(?:es|ed)|ranks?|uses?|needs?|got|gets?)"
    r"\s(?:\w+\s)?(?:higher|better|faster|ahead|more|less|lower|quicker|cheaper|lighter|fewer|sooner)\b",
    re.IGNORECASE,
)
_OF = re.compile(
    rf"(?:,?\s(?:out\s)?of|\samong|\samongst)\s(?:all\s|the\s|these\s|those\s|our\s){{0,2}}"
    rf"(?P<many>{either(in_words(*range(3, 21)))}|\d+)\b",
    re.IGNORECASE,
)
_RUNG = re.compile(r"\b(?:rank|place|position)ed?\b|\bn(?:umbe)?r\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Placed:
    """A place that a sentence says at a match: 1 for the first, LAST for the last; 0 things where none are counted."""

    match: re.Match[str]
    place: int
    many: int
    word: str = ""  # the superlative
    rivals: str = ""  # those in front of it, by name


def placed(text: str) -> Iterator[Placed]:
    """The places of a sentence, each once."""
    seen: list[tuple[int, int]] = []
    for match in _ONLY.finditer(text):
        names = re.split(r", and |, | and ", match["rivals"])
        yield Placed(match, 1 + len(names), 0, rivals=match["rivals"])
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if any(start < match.end() and match.start() < end for start, end in seen):
                continue
            seen.append(match.span())
            of = _OF.match(text, match.end())
            found = match.groupdict()
            yield Placed(match, _place(found), count(of["many"]) if of else 0, (found.get("word") or "").lower())


def _place(found: dict[str, str | None]) -> int:
    if found.get("runner"):
        return 2
    if medal := found.get("medal"):
        return _MEDALS[medal]
    if found.get("last") or found.get("last2"):
        return LAST
    number = found.get("n")
    return count(number) if number else _AT[(found["at"] or "").lower()]
