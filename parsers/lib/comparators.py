"""Words that compare one side with another: "than", "versus", "compared with", "outperforms", "that of"."""

import re
from collections.abc import Iterable

from parsers.lib.scene import Found
from schemas.number_words import either, in_words


def _any_case(word: str) -> str:
    # Not (?i:...): the words that begin with another letter are then all tried, at every word of a text.
    return "".join(f"[{letter.upper()}{letter}]" if letter.isalpha() else letter for letter in word)


def _behind(word: str, *before: str) -> str:
    # The word first, what leads to it then: the other way round all of `before` are tried at every word of a text.
    return f"{word}(?:{'|'.join(f'(?<={one} {word})' for one in before)})"


_THAN, _VERSUS, _VS, _COMPAR, _RELATIVE = map(_any_case, ("than", "versus", "vs", "compar", "relative"))
_MEASURED = "|".join(map(_any_case, ("held", "measured", "benchmarked")))
_NEXT = (
    r"(?=\s+(?:the|a|an|its|our|their|any|both|all|previous|prior|existing|standard|version|release|earlier|"
    r"[\w.]*[A-Z\d]))"
)
COMPARATOR = re.compile(
    rf"(?:\b(?:(?:{_THAN}|above|below)\s+what|{_THAN}(?:\s+(?:that|those)\s+of|\s+(?:on|with|in|for|running|using|before\s+on))?|{_VERSUS}|{_VS}\.?|v\.s\.|"
    rf"{_COMPAR}(?:ed|ing|ison|es?)\s+(?:to|with|against)|{_RELATIVE}\s+to|[Aa]gainst|(?:{_MEASURED})\s[Aa]gainst|"
    rf"(?:out(?:perform|pac|strip|run)(?:s|ed|ing|e|es|d|ping|ped)?|beat(?:s|ing)?|surpass(?:es|ed|ing)?|overt(?:ak(?:es?|ing)|ook)|edg(?:es|ed|ing)\s+out|"
    rf"trounc(?:es|ed)|lead(?:s|ing)?|trail(?:s|ed|ing)?|over|above|below|exceed(?:s|ed|ing)?){_NEXT}|"
    r"(?:out(?:perform|pac)\w*|beats?|surpass\w*|over)(?=\s+[a-z]+\s+(?:by|on|with|in|for)\b)|"
    rf"{_behind('over', 'gain', 'gains', 'speedup', 'improvement', 'advantage', 'increase', 'edge')}|"
    rf"{_behind('on', 'gain', 'gains', 'improvement')}(?=\s+(?:the\s|[A-Z]))|"
    rf"{_behind('below', 'magnitude')}|{_behind('above', 'magnitude')}|"
    r"(?:ahead|in\s+front|in\s+excess|behind)\s+of|of\s+what|"
    rf"{_behind('what', 'times', 'twice', 'thrice', 'half', 'double', '[xX×]')}|"
    rf"{_behind('the', 'times', 'twice', 'half', '[xX×]')}"
    r"\s+(?:(?!same\b)[\w-]+\s+){1,5}?(?:of(?=\s+(?:the\s+|an?\s+|its\s+|our\s+)?\w)|as(?=\s+(?:the\s+|an?\s+)?[A-Z]))|"
    r"from(?=\s+(?:the\s+|our\s+|its\s+)?(?:previous|prior|last|earlier)\s)|"
    r"as\s+\w+(?:\s(?:efficient|fast|quick|accurate|cheap|expensive|responsive|dense))?\s+as|as\s+(?:many|much|few|high|low)\s+(?:[\w-]+\s+){1,4}as|(?:that|those)\s+of|instead\s+of|rather\s+than|"
    rf"{_behind('from', 'reduction', 'improvement', 'increase', 'decrease', 'drop', 'down', 'up')}"
    r"(?=\s+(?:the\s+)?[A-Z])|"
    r"(?:the|the\s+[\w-]+)\s+(?:speed|performance|throughput|work|cost|price|latency|memory|size|power|rate|time|bandwidth|IOPS|efficiency|accuracy|capacity)(?:\s+per\s+\w+)?\s+of)"
    r"(?=\W))"
)
_PAST = re.compile(
    rf"\s+(?:an?|{either(in_words(1, 2, 3))}|several)\s+(?:year|month|week|day|decade|quarter|century)s?\b"
)


_THAN_OVER = re.compile(r"\b(?:than|as)\s+over\b")


def comparators(text: str, start: int, end: int, figures: Iterable[Found]) -> tuple[re.Match[str], ...]:
    """The comparing words of text[start:end], left to right.

    "less than 3 hours" and "over 5x" hedge a figure, "less than a year ago" is a date: they compare nothing.
    """
    starts = {one.figure.start for one in figures if one.figure.kind != "config"}
    matches = COMPARATOR.finditer(text, start, end)
    compares = [match for match in matches if not any(match.end() <= at <= match.end() + 3 for at in starts)]
    return tuple(
        match
        for match in compares
        if not _PAST.match(text, match.end(), end)
        # "Cloning over Burrow is 3.3x as fast as over GitHub": the way, and not who is beaten.
        and not (match.group() == "over" and _THAN_OVER.search(text, match.end(), end))
    )
