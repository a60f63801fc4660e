"""What a sentence says to be the same on both sides: "at a comparable ratio", "in a board of the same size".

Nothing is compared by it, and its nouns name no column whose values a factor is of.
"""

import re

# No digits or capitals: "on the same A100 nodes" says which rows are meant.
_EQUAL = re.compile(
    r"\b(?i:at|with|in|on|of|for|within|under)\s(?:(?:an?|the|about|roughly|almost|nearly)\s)*"
    r"(?:same|equal|comparable|similar|identical|equivalent|matching|unchanged|constant|fixed)\s"
    r"(?:(?!(?:as|than|to|and|or|but|while|is|are|was|were|the|an?)\b)[a-z][a-z-]+\b\s?){1,3}"
)

# "The workload that we have used since version 4" is of no version 4.
_SINCE = re.compile(r"\b(?:since|from|starting with|beginning with|ever since)\s+(?:version|release)\s[\w.]*\w")


def without_equal(text: str) -> str:
    """A text of the same length with blanks for what it says to be the same."""
    return _EQUAL.sub(lambda found: " " * len(found[0]), text)


def without_since(text: str) -> str:
    """A text of the same length with blanks for the release that something is used since: nothing is of that one."""
    return _SINCE.sub(lambda found: " " * len(found[0]), text)
