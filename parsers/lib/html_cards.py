"""Figures set apart from their words: "2.4x" in large type over "faster training", "8,480 tokens/s" below "Throughput".

Landing pages print their best figures so. Read as two paragraphs, the figure is of nothing and its words have none.
"""

import re

LONGEST = 40  # characters of a value
WORDS = 24  # of what stands below a figure
# Units, and nothing that versions ("1.2"), codes ("404", "3D") and ordinals ("3rd") have.
_UNIT = (
    r"[x×]|%|percent|times|[kKMBT]|[munµ]?s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|[KMGTP]i?[Bb](?:/s|ps)?|"
    r"[kM]?W|[kMG]?Hz|IOPS|QPS|RPS|TPS|FPS|[TPE]FLOPS|(?:tokens|images|queries|requests|samples|ops)/s(?:ec)?"
)
NAME = 8  # words of what stands over a figure
_RATIO = re.compile(r"[x×%+]$|percent$|times$")
_PLAIN = re.compile(r"[~≈<>≤≥]?\s?\d[\d,]*(?:\.\d+)?[kKMB]?")
_PRINTED_UNIT = re.compile(
    rf"(?:{_UNIT})|[A-Za-zµ]{{1,20}}(?:\s[a-z]{{1,20}})?(?:/[A-Za-z]{{1,12}}|\sper\s[a-z]{{1,12}})|[km]?[Ww]att(?:s|-hours)?|"
    r"milliseconds|microseconds|tokens|images|requests|queries|[kM]?Wh|TFLOPS|TOPS"
)
_LONE = re.compile(
    r"(?:(?:[Uu]p to|[Oo]ver|[Mm]ore than|[Ll]ess than|[Nn]early|[Aa]bout|[Oo]nly|[Jj]ust)\s)?"
    rf"[~≈<>≤≥+−-]?\s?(?P<money>[$€£])?(?P<number>\d[\d,]*(?:\.\d+)?)\s?(?P<unit>{_UNIT})?\+?"
)
_FIGURE = (
    r"[~≈<>≤≥+−-]?\s?[$€£]?\d(?:[\d,]*\d)?(?:\.\d+)?"
    r"(?:\s?[xX×%°µA-Za-z][\w%µ²]*(?:\s?/\s?[A-Za-z]\w*|\s(?:per|an?)\s[a-z]+)?)?"
)
_VALUE = re.compile(
    rf"(?:(?:[Uu]p to|[Oo]ver|[Mm]ore than|[Ll]ess than|[Nn]early|[Aa]bout)\s)?{_FIGURE}"
    rf"(?:\s?(?:-|–|—|to|±|\.\.\.?|…)\s?{_FIGURE})?"
    r"(?:\s\w[\w/]*)?(?:\s?\([^()]{1,30}\))?\+?"
)
_LEADS = re.compile(rf"[~≈<>≤≥]?\s?\d[\d,]*(?:\.\d+)?\s?(?!x|×|%|percent|times)(?:{_UNIT})(?![\w/])[^.?!;:]{{0,30}}")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+")


def is_lone(text: str) -> bool:
    """Whether a text is one figure and nothing else; a bare number is one where its thousands are set apart."""
    match = _LONE.fullmatch(text)
    return bool(match and (match["unit"] or match["money"] or _GROUPED.fullmatch(match["number"])))


def is_words(text: str) -> bool:
    """Whether a text can be what a lone figure is of: a phrase, and no figure itself."""
    return 1 < len(text.split()) <= WORDS and not is_lone(text)


def is_name(text: str) -> bool:
    """Whether a text can be what the figure below it is of: a few words without a sentence's end, and no figure."""
    is_short = 0 < len(text.split()) <= NAME and not text.endswith((".", ",", ";", "?", "!"))
    return is_short and any(map(str.isalpha, text)) and not is_value(text)


def is_named(text: str) -> bool:
    """Whether a text is a figure that a name over it can be of: factors and shares are of the words below them."""
    leads = is_lone(text) or _PLAIN.fullmatch(text) or _LEADS.fullmatch(text)
    return bool(leads) and not _RATIO.search(text)


def is_unit(text: str) -> bool:
    """Whether a text is a unit and nothing else, as it stands below or beside a figure in large type."""
    return _PRINTED_UNIT.fullmatch(text) is not None


def is_value(text: str) -> bool:
    """Whether a text is what a label or a bar says: a figure or a range, its unit, and what stands in brackets."""
    return len(text) <= LONGEST and _VALUE.fullmatch(text) is not None
