"""Totals and averages that sentences say of so many things."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.columns.columns_of import PERCENT
from checks.lib.language.tokens import roots, tokens
from checks.lib.quantities.asserted import Sentence
from schemas.interval import Interval, readings, ulp
from schemas.number_words import either, in_words

ADDED = ("time", "size", "energy", "price")  # what may be added up
_NUMBERS = {**in_words(*range(2, 13)), "both": 2}
# "across our five test clips", "all four steps": how many of what.
_OVER = re.compile(
    rf"\b(?:(?:across|over|of|in|for|on)\s(?:all\s|the\s|our\s|these\s|those\s)*|all\s(?:of\s)?(?:the\s|our\s)?|the\s|our\s|its\s)"
    rf"(?P<n>\d{{1,3}}|{either(_NUMBERS)})\s(?P<words>(?:[A-Za-z0-9][\w-]*\s){{0,3}}?[a-z]{{3,}}s)\b",
    re.IGNORECASE,
)
_MEAN = re.compile(r"\b(?:average\w*|averaging|mean|on average)\b", re.IGNORECASE)
_TOTAL = re.compile(
    r"\b(?:in total|in all|total\w*|altogether|all told|end[- ]to[- ]end|from start to (?:finish|end)|"
    r"the (?:whole|entire|full)|together|combined|add(?:s|ed)? up|sum|from [\w-]+ to [\w-]+|"
    rf"all (?:of )?(?:the )?(?:\d+|{either(in_words(*range(2, 11)))}))\b",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"\b(?:weight\w*|micro[- ]average|exclud\w+|except\w*|without|besides|plus|other than|not counting|ignoring|up to|"
    r"at most|at least|peak|median of|trimmed|best|worst|largest|smallest|longest|slowest|fastest|top|first|last|half|"
    r"selected|some|most|per|each|every|than|would|could|should|start-?up|warm-?up|overhead|waiting|queue\w*|"
    r"including|includes|included in|harmonic|geometric|geomean|respectively|moving|rolling|typical\w*)\b",
    re.IGNORECASE,
)
# "Over the same twelve months": when, and no value.
_PERIOD = re.compile(r"\b(?:(?:the )?(?:same|last|past|first|previous|next|following|these|those)|during|within)\s$")
_PERCENT = re.compile(r"(?<![\w.,-])(?P<n>\d+(?:\.\d+)?)\s?(?:%|percent\b|per cent\b)")
_FACTOR = re.compile(r"(?<![\w.,-])(?P<n>\d+(?:\.\d+)?)\s?(?:x\b|×|times\b)")


@dataclass(frozen=True, slots=True)
class Summary:
    """A total or average of `count` things at [start, end) of its document."""

    sentence: Sentence
    start: int
    end: int
    kind: str
    value: Interval
    mean: bool
    count: int
    things: frozenset[str]

    @property
    def printed(self) -> str:
        """Its words."""
        return " ".join(self.sentence.passage.document.text[self.start : self.end].split())


def summaries(sentence: Sentence) -> Iterator[Summary]:
    """The totals and averages of a sentence that says of how many things they are."""
    text = sentence.passage.words
    mean, whole = bool(_MEAN.search(text)), bool(_TOTAL.search(text))
    if not sentence.asserted or sentence.past or not (mean or whole):
        return
    overs = list(_OVER.finditer(text))
    for start, end, kind, value in _values(sentence):
        spans = [match for match in overs if not (match.start("n") < end and start < match.end("n"))]
        for match in spans:
            bare = f"{text[:start]} {text[end:]}"
            if (mean or kind in ADDED) and not _MORE.search(_bare(bare, match)):
                number = _NUMBERS.get(match["n"].lower()) or int(match["n"])
                things = roots(tokens(match["words"]))
                at = sentence.passage.start
                yield Summary(sentence, at + start, at + end, kind, value, mean, number, things)


def _bare(text: str, match: re.Match[str]) -> str:
    """A sentence without "all four steps included" or "equally weighted": that makes it no other sum.

    Nor does what tells the things themselves: "the five models which customers ask for most".
    """
    text = re.sub(r"\b(?:equal(?:ly)?[ -]weight\w*|unweighted)\b", " ", text)
    text = re.sub(rf"\b{re.escape(match['words'])},?\s(?:which|that|who)\s[^.,;:()\d]{{3,80}}", " ", text)
    return re.sub(rf"\b{re.escape(match['words'])}\b[\w\s]{{0,24}}\bincluded\b", " ", text)


def _values(sentence: Sentence) -> Iterator[tuple[int, int, str, Interval]]:
    """The values of a sentence that are the only ones of their kind there."""
    text = sentence.passage.words
    found = [
        (one.amount.start, one.amount.end, one.amount.kind, one.amount.readings.rounded)
        for one in sentence.amounts
        if one.amount.qualifier == "exact" and one.amount.kind != "count"
    ]
    for kind, words in ((PERCENT, _PERCENT), ("factor", _FACTOR)):
        for match in words.finditer(text):
            value = readings(Decimal(match["n"]), ulp(match["n"]), "exact").rounded
            found.append((match.start(), match.end(), kind, value))
    found = [one for one in found if not _PERIOD.search(text[: one[0]])]
    for one in found:
        if sum(other[2] == one[2] for other in found) == 1 and one[3].bounded and one[3].lower > 0:
            yield one


def without_mean(text: str) -> str:
    """A text without the words that make a value an average: no setting in which another text differs."""
    return _MEAN.sub(" ", text)
