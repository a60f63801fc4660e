"""Places that reach from the first down to one: "first or second", "in the top three", "second or better"."""

import re
from dataclasses import dataclass

from checks.lib.language.orders import NTH
from schemas.number_words import count, either, in_words

_FIRST = r"(?:first|1st|gold)"
_NTH = rf"(?P<nth>{either(NTH)}|silver|bronze)"
_DOWN_TO = re.compile(
    rf"\b(?:{_FIRST}(?: (?:place|position|spot))?(?:, [a-z\d]{{3,7}}){{0,3}},? or (?:in )?{_NTH}|"
    rf"(?:in|among|amongst|inside|within) the (?:top|first|best|fastest) "
    rf"(?P<top>{either(in_words(*range(2, 11)))}|\d{{1,2}})\b"
    r"(?! (?:minutes|hours|seconds|days|weeks|months|runs|steps|%|percent))|"
    rf"(?P<least>{either(NTH)})(?: (?:place|position|spot))? or (?:better|higher|above)|"
    rf"(?:no|never|not) (?:worse|lower|further down) than (?P<worst>{either(NTH)})|"
    rf"on the (?P<podium>podium))(?: (?:place|position|spot|rank))?\b",
    re.IGNORECASE,
)
_MEDALS = {"silver": 2, "bronze": 3, "podium": 3}


@dataclass(frozen=True, slots=True)
class DownTo:
    """A place that is said to be reached or bettered, at [start, end) of a text."""

    start: int
    end: int
    place: int


def down_to(text: str) -> DownTo | None:
    """The first such place of a text."""
    match = _DOWN_TO.search(text)
    if match is None:
        return None
    word = next(one for one in match.groups() if one).lower()
    return DownTo(*match.span(), _MEDALS.get(word) or NTH.get(word) or count(word))
