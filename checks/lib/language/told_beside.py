"""What says beside a value that it is not the labelled one: the labelled one itself, or what a run was set to."""

import re

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_UNIT = r"(?:\s?[A-Za-zµμ%/]{1,12})?"
_CONTRAST = (
    r"(?:instead\s+of|rather\s+than|in\s+place\s+of|as\s+opposed\s+to|versus|vs\.?|against|compared\s+(?:to|with)|"
    r"(?:down|up)\s+(?:to|from)|(?:well\s+)?(?:past|above|beyond|below|short\s+of|clear\s+of|ahead\s+of)|"
    r"exceed(?:s|ing)|surpass(?:es|ing)|to|from|(?:and\s+|but\s+)?not|where|→|->|=>)"
)
# "12 rather than 71 seconds", "71 seconds, down to 12", "6.5 s and not the 214 s of a first one".
_BETWEEN = re.compile(
    rf"{_UNIT}(?:\s+[\w'-]+){{0,2}}?\s*[,;(–—]?\s*{_CONTRAST}\s+(?:[\w'-]+\s+){{0,3}}?[(]?[$€£]?", re.IGNORECASE
)
_WHEN = r"(?:when|once|if|with|without|for|on|in|at|after|before|while|as|it|is|was|because|so|today|now|then)"
_ENDS = re.compile(rf"{_UNIT}\s*(?:$|[.,;:)!?]|{_CONTRAST}\b|{_WHEN}\b)", re.IGNORECASE)
# What a run is set to, or the line has: neither is what was measured.
_SET = (
    r"round[- ]?trips?(?:[- ]times?)?|RTTs?|pings?|jitter|(?:network|link|line|one-way|added|extra|artificial|"
    r"simulated|injected)\s+(?:latency|delay)|delay|think[- ]?times?|time-?outs?|warm-?ups?|ramp-?ups?|cool-?downs?|"
    r"(?:sampling|polling|scrape|refresh|flush|commit|checkpoint)\s+(?:interval|period)|interval|deadline"
)
_COMMON = frozenset("time times trip out one way link line network added extra".split())  # "sync time" is no think time
_STARTS = re.compile(r"\bfrom\s(?:about\s|over\s)?[$€£]?$", re.IGNORECASE)
_SET_BEHIND = re.compile(rf"\s*(?:of\s+)?(?:an?\s+)?(?P<of>{_SET})\b", re.IGNORECASE)
_SET_AHEAD = re.compile(
    rf"\b(?P<of>{_SET})\s*(?:(?:of|is|was|were|at|set\s+to|=|:)\s*){{0,2}}(?:about\s+|around\s+|up\s+to\s+)?$",
    re.IGNORECASE,
)


def contrasted(words: str, start: int, end: int, cell: str) -> bool:
    """Whether a sentence contrasts its value at [start, end) with the number of a cell: "3.9 instead of 48.6 seconds".

    The unit may stand behind one of the two only; "6 jobs" prints no 6 seconds.
    """
    number = _NUMBER.search(cell)
    if number is None:
        return False
    for match in re.finditer(rf"(?<![\w.,]){re.escape(number.group())}(?![\w%]|[.,]\d)", words):
        ahead = match.end() <= start and _BETWEEN.fullmatch(words, match.end(), start)
        behind = match.start() >= end and _BETWEEN.fullmatch(words, end, match.start())
        if ahead or (behind and _ENDS.match(words, match.end())):
            return True
    return False


def is_start(words: str, start: int, end: int) -> bool:
    """Whether an amount is what a change starts from: "lowers it from 3.4 GB to 2.2 GB" tells 3.4 GB of what was."""
    return bool(_STARTS.search(words[:start])) and words.startswith(" to ", end)


def is_set(words: str, start: int, end: int, printed: str) -> bool:
    """Whether the value at [start, end) is a setting ("300 ms round trip") of which what is printed does not speak."""
    match = _SET_BEHIND.match(words, end) or _SET_AHEAD.search(words[:start])
    return match is not None and not _speaks(match["of"], printed)


def _speaks(noun: str, printed: str) -> bool:
    said = printed.lower()
    return any(word.rstrip("s") in said for word in re.findall(r"[a-z]{3,}", noun.lower()) if word not in _COMMON)


def bracket(words: str, start: int, end: int) -> tuple[int, int] | None:
    """The stretch of the brackets around [start, end), None outside of any."""
    opened, closed = words.rfind("(", 0, start), words.find(")", end)
    inside = opened >= 0 and closed >= 0 and ")" not in words[opened:start] and "(" not in words[end:closed]
    return (opened, closed) if inside else None
