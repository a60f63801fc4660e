"""Figures set apart from their words: "2.4x" in large type over "faster training than before".

Landing pages print their best figures so. Read as two paragraphs, the figure is of nothing and its words have none.
"""

import re

WORDS = 24  # of what stands below a figure
_LONE = re.compile(
    r"(?:(?:up to|over|more than|less than|nearly|about|only|just)\s)?"
    r"[~≈<>≤≥+−-]?\s?(?P<money>[$€£])?(?P<number>\d[\d,]*(?:\.\d+)?)\s?(?P<unit>[x×]|%|[kKMBT]\b|[a-zA-Zµ]{1,4}(?:/s|/sec)?)?\+?",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d")
LARGE = 100  # from which a bare number is no step's


def is_lone(text: str) -> bool:
    """Whether a text is one figure and nothing else; the numbers of steps ("1", "2.") and years are none."""
    match = _LONE.fullmatch(text)
    if not match or _YEAR.fullmatch(text):
        return False
    number = match["number"]
    return bool(match["unit"] or match["money"] or "." in number or float(number.replace(",", "")) >= LARGE)


def is_words(text: str) -> bool:
    """Whether a text can be what a lone figure is of: a phrase, and no figure itself."""
    return 1 < len(text.split()) <= WORDS and not is_lone(text)
