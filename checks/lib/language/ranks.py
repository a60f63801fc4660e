"""Places in a ranking as words claim them: "the fastest", "second lowest of the six", "leads", "in third place"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from schemas.number_words import ORDINALS, count, either, in_words

_LAST = 5  # place that a sentence claims
_PLACES = {word: place for word, place in ORDINALS.items() if place <= _LAST}
_ORDINALS = {"first": 1, **_PLACES, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5}
_COUNTS = in_words(*range(3, 11), 12)
_SPEEDS = frozenset({"time", "rate", "length/time", "volume/time", "bandwidth", "count"})
# A superlative, the kinds of values that it ranks (any where none), and whether the first one has the smallest.
_WORDS: dict[str, tuple[frozenset[str], bool | None]] = {
    "fastest": (_SPEEDS, None),
    "quickest": (_SPEEDS, None),
    "lowest": (frozenset(), True),
    "shortest": (frozenset({"time"}), True),
    "smallest": (frozenset({"size"}), True),
    "cheapest": (frozenset({"price"}), True),
    "least": (frozenset(), True),
    "highest": (frozenset(), False),
    "best": (frozenset({"count", "percent"}), False),
    "largest": (frozenset({"size"}), False),
    "longest": (frozenset({"time"}), False),
    "most expensive": (frozenset({"price"}), False),
}
# "The highest score" is in a column of bare numbers, whatever stands over it ("TrackBench 3").
SCORE = re.compile(r"\b(?:scor(?:es?|ed)|marks?|points|ratings?)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[;,]\s")
_LEADS = re.compile(
    r"\b(?:leads|comes (?:in )?first|is in front)\b(?! (?:to|of|by|over)\b)|"
    r"\b(?:leads|led|tops) the (?:field|pack|table|ranking|list|comparison)\b",
    re.IGNORECASE,
)
_AT = rf"(?P<at>{'|'.join(_ORDINALS)})"
# "Takes second place among the five", "comes in third", "ranks second of five", "is the runner-up".
_OF = (
    rf"(?:,?\s(?:(?:out\s)?of|among|amongst)\s(?:all\s|the\s|these\s|those\s|our\s){{0,2}}(?P<many>{either(_COUNTS)}|\d+)\b"
    r"(?:\s[a-z-]+){0,2}(?=[,.;:)]|$|\s(?:tested|measured|compared|here|in|on|for)\b))?"
)
_PLACED = (
    re.compile(
        rf"\b(?:(?:takes?|took|claims?|earns?|earned|gets?|got|holds?|held|secures?|reach(?:es|ed)?|in|into)\s"
        rf"(?:the\s|a\s)?(?:close\s|solid\s|clear\s|strong\s)?{_AT}[- ]place){_OF}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:finish(?:es|ed)|ranks|ranked|places|comes?\sin|came\sin|comes\sout|lands|landed)\s"
        rf"{_AT}(?!\s(?:place|time|party|hand|class))\b{_OF}",
        re.IGNORECASE,
    ),
    re.compile(rf"\bis\s(?:a\s|the\s)(?:close\s|clear\s)?(?P<runner>runner-up)\b{_OF}", re.IGNORECASE),
)
# What follows must leave the field as wide as the table: "the fastest of the six", never "the fastest open-source one".
_RANK = re.compile(
    rf"\b(?:the|has|had|with|gives|at|scores|scored)\s(?:the\s)?"
    rf"(?:(?P<at>{'|'.join(_ORDINALS)})[- ])?(?P<word>{'|'.join(_WORDS)})\b"
    r"(?P<noun>(?:\s(?!of\b|in\b|at\b|on\b|for\b|and\b|to\b|with\b)[\w-]+){0,2}(?:\s(?:scores?|marks?|ratings?))?)"
    rf"(?P<of>\sof (?:all |the |these |those |our ){{1,2}}(?:(?P<many>{either(_COUNTS)}|\d+)\b)?)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Claimed:
    """A place in a ranking as a sentence claims it, by the superlative or by "leads"."""

    match: re.Match[str]
    clause: str  # of the sentence, between commas
    ahead: str  # the part of the clause before it
    kinds: frozenset[str]  # of values that it ranks; any where empty
    smallest_first: bool | None
    place: int
    many: int  # things that it ranks, as the sentence counts them; 0 where it does not
    noun: str
    placed: bool  # said as a place ("comes in third"), not as a superlative

    @classmethod
    def of(cls, text: str, match: re.Match[str]) -> "Claimed":
        """What a match of a sentence claims."""
        start = max((one.end() for one in _CLAUSE.finditer(text, 0, match.start())), default=0)
        end = next((one.start() for one in _CLAUSE.finditer(text, match.end())), len(text))
        found = match.groupdict()
        kinds, smallest = _WORDS.get((found.get("word") or "").lower(), (_SPEEDS, None))
        place = 2 if found.get("runner") else _ORDINALS.get((found.get("at") or "").lower(), 1)
        said, noun = (found.get("many") or "0").lower(), found.get("noun") or ""
        many = count(said)
        placed = not found.get("word")
        return cls(match, text[start:end], text[start : match.start()], kinds, smallest, place, many, noun, placed)


def ranks(text: str) -> Iterator[Claimed]:
    """The places in a ranking that a sentence claims."""
    found = (match for rank in (_RANK, _LEADS, *_PLACED) for match in rank.finditer(text))
    # "The best of both worlds" ranks nothing; "the best score" does.
    able = (one for one in found if (one.groupdict().get("word") or "").lower() != "best" or SCORE.search(one["noun"]))
    return (Claimed.of(text, match) for match in able)
