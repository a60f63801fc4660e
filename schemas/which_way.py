"""Which way a part or a percentage goes: what is more or less by it, and what is left of something.

"A third lighter" leaves two thirds, "a third of the weight" one; "35 % more" and "35 % faster" have ways of their own.
"""

import re
from collections.abc import Iterator

from schemas.interval import Interval

SUBJECT = 240  # characters in which the subject of a sentence stands ahead
WINDOW = 48  # characters around that say which way a part goes
HEDGE = (
    r"(?:(?:about|around|roughly|some|nearly|almost|over|more than|less than|at least|up to|just|fully|exactly|"
    r"precisely|a full|another|well over|only|as much as)\s)*"
)
# "X-er than" is a comparative whatever the word; without "than" it can be a power or a server.
COMPARED = (
    r"(?:less|more|fewer|better|worse|off|lower|higher|faster|slower|quicker|smaller|larger|bigger|longer|shorter|"
    r"lighter|heavier|cheaper|dearer|thinner|thicker|quieter|louder|brighter|cooler|hotter|warmer|leaner|tighter|wider|narrower|"
    r"ahead|denser|stronger|weaker|greater|sooner|earlier|later|farther|further|cleaner|softer|taller|below|above|under|beneath|"
    r"(?!(?:oth|rath|eith|wheth)er)[a-z]{3,}er(?=\sthan\b))"
)
_CHANGE = (
    r"(?:cut|reduction|drop|fall|decline|decrease|saving|dip|increase|rise|gain|jump|leap|growth|improvement|boost|uplift|"
    r"advantage|lead|margin|overhead|discount|surcharge|speed-?up|slowdown|penalty|difference|change|shrinkage|premium|hike)s?"
)
_DOWNWARD = (
    r"less|fewer|off|lower\w*|smaller|shorter|lighter|cheaper|thinner|quieter|cooler|leaner|narrower|below|under|"
    r"cut\w*|reduc\w+|sav\w+|drop\w*|fall\w*|fell|shr[aiu]nk\w*|shed\w*|trim\w*|slash\w*|los\w+|down|declin\w+|"
    r"decreas\w+|shav\w+|knock\w*|free[sd]?|sank|sunk|sink\w*|dip\w*|discount\w*|g[ia]v\w+ up|"
    r"plummet\w*|plung\w*|tumbl\w*|slump\w*|dwindl\w*|slid\w*|remov\w+|regress\w*|lags?\b|lagged|trail\w*|(?:short|light|less|tight|cheap)en\w*|compress\w*|squeez\w*|slim\w*|eliminat\w*|eras\w*|"
    r"strip(?:s|ped|ping)?|par(?:es|ed|ing)|lop(?:s|ped)|chop(?:s|ped|ping)?|carv(?:es?|ed|ing)|clip(?:s|ped)|wip(?:es?|ed)"
)
_UPWARD = (
    r"more|higher|larger|bigger|longer|heavier|dearer|greater|brighter|wider|above|ris\w+|rose|gr[eo]w\w*|increas\w+|"
    r"climb\w*|(?<!give )(?<!gives )(?<!gave )(?<!given )(?<!giving )(?<!take )(?<!takes )(?<!took )up|"
    r"gain\w*|rais\w+|jump\w*|lift\w*|extra|add\w*|on top|surplus|premium|"
    r"uplift|leap\w*|soar\w*|surg\w*|swell\w*|cre(?:ep|pt)\w*|crept|(?:length|height|wid|broad|strength)en\w*"
)
_DOWN, _UP = (re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for words in (_DOWNWARD, _UPWARD))
# "Between 12 % and", "12 to": what a range begins with ahead of its high end.
_RANGE = r"(?:between\s(?:\d+(?:\.\d+)?\s?%?\sand\s)?|(?:from\s)?\d+(?:\.\d+)?\s?%?\s?(?:to|–|-)\s?|from\s)?"
_AHEAD = re.compile(
    rf"(?:\bby\s|\b{_CHANGE}\s(?:\w+\s){{0,3}}?(?:of|being|at)\s|\bcosts?\s(?:us|you|it|them)\s|"
    r"\b(?:lags?|lagged|trails?|trailed|leads?|led)\s|"
    rf"\b(?!(?:above|below)\b)(?:{_DOWNWARD}|{_UPWARD})\s){HEDGE}{_RANGE}$",
    re.IGNORECASE,
)  # "above 99.9 %" ends a range
# "The cut, over all six cities, was between 12 % and 38 %": the subject of the sentence says which way.
_SUBJECT = re.compile(
    rf"(?:^|[.;:]\s)\W{{0,8}}(?:(?:the|an?|its|our|their|this|these|overall|total|typical|observed|measured|resulting)\s)*"
    rf"(?P<change>(?:[\w-]+\s)??{_CHANGE})\b[^.;:%]{{0,120}}?\b(?:was|were|is|are|rang(?:ed?|es)|lay|lies?|came|comes?|stood|"
    rf"amount(?:s|ed)|var(?:y|ies|ied))\s(?:to\s)?{HEDGE}"
    rf"{_RANGE}$",
    re.IGNORECASE,
)
_TO = re.compile(rf"\b(?:in|to)\s{HEDGE}$", re.IGNORECASE)  # "cut in half", "down to a third"
_BEHIND = re.compile(
    rf"(?:\s(?:of\s)?(?!and\b|or\b|but\b|of\b)[\w'’-]+){{0,2}}?[\s-](?:{COMPARED}|{_CHANGE})\b", re.IGNORECASE
)
_AGAIN = re.compile(r"\s(?:as\s\w+\s)?(?:[\w-]+\s){0,3}?again\b", re.IGNORECASE)
_BOUNDS = re.compile(r"\b(?:more|less|fewer) than\b", re.IGNORECASE)  # of no direction
_ENDS = re.compile(r"\b(?:under|below|above|over|less than|more than)\s(?:an?\s)?$", re.IGNORECASE)  # of none either
# "A third of the readers are children": a share of them.
_SHARED = re.compile(
    r"\sof\s(?:the|all|our|its|their|these|those)\s(?:\w+\s)?(?!costs|times|losses|prices)[a-z]{3,}(?<!s)s\b"
    r"(?!\s(?:that|of|in|than|as))"
)
# "12% of the original size" is what is left of it; of other things a percentage is a share.
# "60% of the memory that the original needs", "150% of the rate of the R5"; "28% of the older board's".
_AMOUNT = r"(?:throughput|rate|speed|time|memory|price|cost|power|energy|size|latency|pace|footprint|bandwidth|weight)"
_WHOSE = (
    r"(?:predecessor|board|version|release|model|system|machine|chip|card|generation|driver|engine|(?-i:[A-Z][\w.+-]*))"
)
_OF_BEFORE = re.compile(
    r"\sof\s(?:what\b|that\sof\b|native\b|its\s(?:level|value|rate|size|time|cost)\b|(?:the|its|their)\s"
    r"(?:original|old|older|previous|former|earlier|initial|uncompressed|raw|baseline)\b|"
    rf"the\s{_AMOUNT}\s(?:(?-i:of\s(?:the\s)?[A-Z])|that\b|it\b|we\b|needed|required)|"
    rf"(?:(?:the|an?|its)\s)?(?:[\w.+-]+\s)?{_WHOSE}['’]s\b)",
    re.IGNORECASE,
)
# "Used by 62% of large firms": of whom it is, and no change.
_BY = re.compile(rf"\bby\s{HEDGE}$", re.IGNORECASE)
_BY_WHOM = re.compile(
    r"\sof\s(?:(?:all|our|the|its|their|those|these|large|small|new)\s)*(?!its\b|this\b)[a-z]{3,}(?<!s)s\b"
)
_SIGN = re.compile(r"(?:^|[\s(])([+−–-])$")
# "Nine tenths of the delay is gone".
GONE = re.compile(
    r"\s+of\s[^.;,]{3,60}?\s(?:(?:is|are|was|were|has\s+been|have\s+been)\s+(?:now\s+)?"
    r"(?:gone|saved|removed|eliminated|cut|shed|avoided|spared|taken\s+(?:out|away))|(?:disappear|vanish)\w*|went\s+away)\b",
    re.IGNORECASE,
)
# "Takes 25% from the latency of one, 30% from that of another and 43% from ...": the verb is of all of them.
_FROM = re.compile(
    r"\s(?:away\s|more\s)?(?:from|off|out of)\s(?:the|that|those|its|their|our|both|each|every)\b", re.IGNORECASE
)
_TAKEN = re.compile(
    r"\b(?:tak(?:es?|ing)|took|taken|cuts?|shav(?:es?|ed)|trim(?:s|med)?|strip(?:s|ped)?|knock(?:s|ed)?|carv(?:es?|ed)|"
    r"remov(?:es?|ed)|lop(?:s|ped)|sav(?:es?|ed)|par(?:es|ed))\s[^.;:]{0,160}$",
    re.IGNORECASE,
)
_CUT = re.compile(r"[:;]\s")  # "Sorted sets gain a lot: p50 fell by 61%" falls
_OF = re.compile(r"\s(?:of\s)?(?:that|what|those|this|the|its|their|as|[\w.+-]+['’]s)\b", re.IGNORECASE)


def left_of(words: str, start: int, end: int, share: Interval, *, of: bool) -> Iterator[Interval]:
    """The factors above one that a share can mean; `of` where it may be what is left: "a third of the"."""
    ahead, behind = _CUT.split(words[max(0, start - WINDOW) : start])[-1], words[end : end + WINDOW]
    compared = _BEHIND.match(behind)
    if of and not compared and _OF.match(behind):
        ahead = _ENDS.sub("", ahead)
    if of and (said := list(_of_part(words, end, share))):
        yield from said
    elif _FROM.match(behind) and _TAKEN.search(words, max(0, start - SUBJECT), start):
        yield from _changed("less", "", share)
    elif not of and (sign := _SIGN.search(words, max(0, start - 2), start)):
        yield from _changed("more" if sign[1] == "+" else "less", "", share)
    elif not compared and not of and (subject := _SUBJECT.search(words, max(0, start - SUBJECT), start)):
        yield from _changed(subject["change"], "", share)
    elif compared or (_AHEAD.search(ahead) and not _is_whose(ahead, behind)):
        yield from _changed(_BOUNDS.sub(" ", ahead), behind[: compared.end()] if compared else "", share)
    elif _is_left(ahead, behind) if of else is_rest(words, end):
        yield share if share.lower > 1 else Interval(1 / share.upper, 1 / share.lower)


def _of_part(words: str, end: int, share: Interval) -> Iterator[Interval]:
    """What a part says by the words far behind it: "nine tenths of the delay is gone", "half as many again"."""
    behind = words[end : end + WINDOW]
    if GONE.match(words, end):
        yield Interval(1 / (1 - share.lower), 1 / (1 - share.upper))
    elif _AGAIN.match(behind):
        yield Interval(1 + share.lower, 1 + share.upper)
        if behind.startswith(" of "):  # "half of that again" is half of it, a second time
            yield Interval(1 / share.upper, 1 / share.lower)


def is_rest(words: str, end: int) -> bool:
    """Whether a percentage that ends at `end` is what is left: "60% of the memory that the old one needs"."""
    return _OF_BEFORE.match(words, end) is not None


def _is_whose(ahead: str, behind: str) -> bool:
    return bool(_BY.search(ahead) and _BY_WHOM.match(behind) and not _OF_BEFORE.match(behind))


def _is_left(ahead: str, behind: str) -> bool:
    """Whether a part is what is left of something: "cut to a third", "a third of the weight"."""
    return bool(_TO.search(ahead) or (_OF.match(behind) and not _SHARED.match(behind)))


def _changed(ahead: str, compared: str, share: Interval) -> Iterator[Interval]:
    """By so much more, by so much less, or either where no word says which."""
    down, up = _ways(compared or ahead)
    if not (down or up):
        down, up = _ways(ahead)
    if up or not down:
        yield Interval(1 + share.lower, 1 + share.upper)
    if (down or not up) and share.upper < 1:
        yield Interval(1 / (1 - share.lower), 1 / (1 - share.upper))


def _ways(text: str) -> tuple[bool, bool]:
    return bool(_DOWN.search(text)), bool(_UP.search(text))
