"""Bare numbers that sentences print beside labels: "scores 83.7 on MATH", "GSM8K: 63.8%". No unit says what they are.

Only where a table has a cell of just those labels can such a number be known for a score.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from checks.lib.quantities.amounts import Amount, amounts
from schemas.names import Vocabulary
from schemas.number_words import either, in_words

Span = tuple[int, int]
_NUMBER = re.compile(
    r"(?<![\w.,$€£@/+-])(?P<n>\d{1,3}(?:\.\d{1,3})?)(?P<unit>\s?%|\s(?:percent|per cent|points?)\b)?"
    r"(?![\w%]|[.,]\d|[-/:]\w)"
)
# Behind a score stands what it is on, or the name of its metric; any other word is what the number counts.
_BEHIND = re.compile(
    r"\s*(?:$|[.,;:()\[\]!?*_–—|]|(?:on|in|for|at|and|to|with|from|over|against|versus|vs|while|but|where|when|using|after|"
    r"average|accuracy|top-\d|exact|pass|mean|score|word|is|was|by|across|out of|as)\b|[A-Z]\w*|[a-z]+[A-Z]|F1\b)"
)
_CHANGE = re.compile(
    r"\b(?:(?:gain(?:s|ed)?|improve\w*|increase\w*|decrease\w*|drop\w*|rise|lead|gap|difference|margin)(?: of)?|by|"
    r"from|loses?|lost|adds?|plus|another|within|ahead|outperforms?|v|version|top|section|table|figure|step|epoch|"
    r"slide|page|chapter|line|item|note|footnote|appendix|phase|stage|part|question|task|lane)\s*"
    r"(?:about |around |some |another |an? |roughly )?$",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\b[A-Z][\w-]*\s$")
_MORE = re.compile(r"\s*(?:more|better|higher|lower|worse|less|above|below|ahead|up|down|behind|than)\b", re.IGNORECASE)
# "92% of the baseline MMLU score" is a share of one score, and none itself.
_SHARE = re.compile(
    r"\s(?:%|per ?cent)?\s?of\s(?:what\b|(?:(?:the|its|their|that|this|an?)\s)?(?:[\w.-]+(?:[’']s)?\s){0,4}?"
    r"(?:scores?|accurac(?:y|ies)|quality|performance|baseline|original|F1|top-\d|recall|precision)\b|[^.,;:]{0,30}[’']s\s)",
    re.IGNORECASE,
)
_HELD = re.compile(r"\s*[(\[]([^)\]]*)[)\]]")
_SPELLED = {word: str(number) for word, number in in_words(*range(6), 8, 10).items()}
_SHOTS = re.compile(rf"\b(?P<n>\d+|{either(_SPELLED)}|few)[ -]shots?\b", re.IGNORECASE)
_BETWEEN = re.compile(r"[,;:.!?]|\b(?:and|but|while|against|versus|vs|than|over)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Score:
    """A number at [start, end) of a sentence, with what it allows; `part` ends at the numbers beside it."""

    start: int
    end: int
    amount: Amount
    part: Span


def scores(text: str, vocabulary: Vocabulary) -> list[Score]:
    """The bare numbers of a sentence that may be scores."""
    every = [match for match in _NUMBER.finditer(text) if _bare(text, match)]
    found = [(match, _amount(text, match, vocabulary)) for match in every]
    ends = [0, *(match.end() for match, _ in found)]
    starts = [*(match.start() for match, _ in found[1:]), len(text)]
    return [
        Score(match.start(), match.end(), amount, (ends[at], starts[at]))
        for at, (match, amount) in enumerate(found)
        if amount
    ]


def _bare(text: str, match: re.Match[str]) -> bool:
    lead = text[max(0, match.start() - 40) : match.start()]
    points = (match["unit"] or "").strip().startswith("point")
    behind = text[match.end() :]
    name = not match["unit"] and match["n"].isdigit() and _NAMED.search(lead)  # "than Murmur 3"
    more = name or _MORE.match(behind) or (points and not re.match(r"\s(?:on|in)\b", behind))
    of = match["unit"] and not points and _SHARE.match(behind)
    return bool(match["unit"] or _BEHIND.match(behind)) and not (more or of) and not _CHANGE.search(lead)


def _amount(text: str, match: re.Match[str], vocabulary: Vocabulary) -> Amount | None:
    """What the number allows, with the hedge before it."""
    found = list(amounts(f"{text[: match.start()]}{match['n']} points", vocabulary))
    return found[-1] if found and found[-1].start == match.start() else None


@lru_cache(maxsize=16384)
def _pattern(label: str) -> re.Pattern[str] | None:
    words = re.findall(r"\w+|[^\w\s]", _HELD.sub(" ", label))
    plain = [re.escape(word) for word in words if word[0].isalnum() or word in "+#@"]
    if not plain or not any(char.isalpha() for char in label):
        return None
    # "MMLU" is not said by "MMLU-Pro", "MATH" not by "MATH 500", and "sable-14b" not by "sable-14b-instruct".
    printed = r"[^\w,;:.]{0,3}".join(plain)
    return re.compile(rf"(?<![\w-])(?<!\w[/@]){printed}(?!\w|-\w|\s\d+(?![\d%]|\.\d|\s%)|\s(?-i:[A-Z]))", re.IGNORECASE)


def places(label: str, text: str) -> list[Span]:
    """Where a text says a label, without what it holds in brackets."""
    pattern = _pattern(label)
    if pattern is None:
        return []
    found = [match.span() for match in pattern.finditer(text)]
    return [span for span in found if _same_case(label, text[slice(*span)])]


def _same_case(label: str, said: str) -> bool:
    """A label in capitals is no word of the sentence: "MATH" is not "math", "ARC" no arc."""
    return not label[:2].isupper() or said[:2].isupper()


def said(labels: Iterable[str], text: str) -> dict[str, list[Span]]:
    """The labels that a text says; where one stands inside another the longer one is meant."""
    found = {label: spans for label in labels if (spans := places(label, text))}
    every = [span for spans in found.values() for span in spans]
    return {
        label: outer
        for label, spans in found.items()
        if (outer := [one for one in spans if not any(_inside(one, other) for other in every)])
    }


def _inside(one: Span, other: Span) -> bool:
    return other != one and other[0] <= one[0] and one[1] <= other[1]


def shots(*texts: str) -> frozenset[str]:
    """How many examples were shown before the question, as far as texts say."""
    words = (match["n"].lower() for text in texts for match in _SHOTS.finditer(text))
    return frozenset(_SPELLED.get(word, word) for word in words)


def held_behind(text: str, span: Span) -> str:
    """What stands in brackets right behind a label."""
    match = _HELD.match(text, span[1])
    return match[1] if match else ""


def held(label: str) -> Iterator[str]:
    """What a label holds in brackets."""
    return (match[1] for match in _HELD.finditer(label))


def nearest(score: Score, text: str, found: Sequence[Span]) -> list[Span]:
    """The place in a score's own part of the sentence: right behind it ("74.1 on ARC"), else the last before it."""
    own = sorted(one for one in found if score.part[0] <= one[0] and one[1] <= score.part[1])
    behind = [one for one in own if one[0] >= score.end and not _BETWEEN.search(text[score.end : one[0]])]
    return behind[:1] or [one for one in own if one[1] <= score.start][-1:]
