"""What a chart that is told in lines says of itself: its title, axes and unit, and what heads a group of its bars."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from parsers.lib.text_lines import Line
from schemas.document import Cell

LEAD = 12  # lines over the bars that say what they show
SHORT = 120  # characters of a line that is read for it
_KEY = re.compile(
    r"(?:^|(?<=[.;]\s))[*_`]*(?P<key>(?:(?:chart|figure|panel|plot)(?: \w{1,3})? |sub ?)?title|"
    r"(?:[xy]|value|category|vertical|horizontal|left|right)[- ]ax[ie]s|ax[ie]s|units?|series[^:.]{0,40}|legend|"
    r"(?:(?:data|bar|value)\s)?labels?\b[^:.]{0,30}|"
    r"bars?\b[^:.]{0,40}|points?\b[^:.]{0,30}|(?:chart|figure|plot)(?:\s\w{1,3})?|source|type|colou?rs?)"
    r"(?:\s*:|(?<=\d)\.)[*_`]*(?=\s|$)",
    re.IGNORECASE,
)
# What an axis says besides: which way is better, and from where to where it goes.
_TAIL = re.compile(
    r"(?<!\s)\s{0,3}[,;(]?\s{0,3}(?:(?:higher|lower|less|more|smaller|bigger|larger|fewer)\s(?:values?\s)?(?:is|are|means?)\s(?:better|faster)|"
    r"(?:linear|log)\b|(?:from\s)?(?<![\d,.])\d[\d,.]{0,15}\s?(?:to|–|-)\s?\d|starting at\s).*$",
    re.IGNORECASE,
)
_AXIS = re.compile(r"\bax[ie]s\b")
_RELATIVE = re.compile(r"\b(?:relative\b|normali[sz]ed\b|speed-?ups?\b|times\sfaster)", re.IGNORECASE)
_MEASURED = re.compile(
    r"better|\bper\b|/|second|\bms\b|minute|hour|%|percent|relative|speed|normali[sz]ed|throughput|latency|time|cost|power|"
    r"tokens|images|\d\s?(?:to|–|-)\s?\d",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Key:
    """What a chart says of itself: "Y axis" and the words behind it, from `start` on; its line is at `line`."""

    name: str
    words: str
    start: int
    line: int

    @property
    def is_axis(self) -> bool:
        """Whether it names an axis: "Series max" does not."""
        return _AXIS.search(self.name) is not None

    @property
    def lists(self) -> bool:
        """Whether it may list bars: "Bars: A 1, B 2"."""
        return bool(self.words) and any(one in self.name for one in ("bar", "label", "point"))

    @property
    def cell(self) -> Cell:
        """Its words as a cell, without what is said of the scale."""
        head = _TAIL.sub("", self.words[:SHORT])
        ratio = _RELATIVE.search(head)
        at = ratio.start() if ratio else 0
        return Cell(head[at:], self.start + at, self.start + len(head))


def keys_of(line: Line) -> list[Key]:
    """The keys of a line, in text order: "Y axis: seconds. Bars: the two releases" has two."""
    lead = re.match(r"(?:[-*•+]\s+|#+\s+)?", line.words)
    at = lead.end() if lead else 0
    matches = list(_KEY.finditer(line.words[at:]))
    ends = [*(one.start() for one in matches), len(line.words) - at]
    found = []
    for match, end in zip(matches, ends[1:], strict=True):
        behind = line.words[at + match.end() : at + end]
        start = at + match.end() + len(behind) - len(behind.lstrip(" *_`"))
        found.append(Key(match["key"].lower(), behind.strip(" *_`").rstrip(".;"), line.start + start, line.start))
    return found


def axes(keys: Sequence[Key]) -> tuple[Key | None, Key | None]:
    """What stands on the value axis, and what on the other one."""
    every = [one for one in keys if one.is_axis and one.words]
    units = [one for one in keys if one.name.startswith("unit")]
    able = [one for one in every if _MEASURED.search(one.words)]
    upright = [one for one in able if one.name[0] in "yv"]
    value = next(iter((*upright, *able, *units)), None)
    return value, next((one for one in every if one is not value), None)


def group_head(every: Sequence[Line], first: int) -> list[Key]:
    """What heads a list of bars among others, "Larder 70B" over "- Merle 248": it names no bar itself."""
    over = next((one for one in reversed(every[max(0, first - LEAD) : first]) if one.words), None)
    return [Key("group", over.words, over.start, over.start)] if over and is_head(over, every[first]) else []


def is_head(line: Line, under: Line) -> bool:
    """Whether a line heads the list that begins under it."""
    return is_item(under) and not is_item(line) and len(line.words) <= SHORT and not keys_of(line)


def is_item(line: Line) -> bool:
    """Whether a line is an item of a list."""
    return re.match(r"[-*•+·]\s|\d{1,2}[.)]\s", line.words) is not None
