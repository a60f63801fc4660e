"""Numbers as sentences print them, claimed or not: their digits, and the words before them that make them bounds."""

import re

from schemas.interval import Qualifier

DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
# In a pattern: which of the three groups is met says how a number is hedged.
HEDGES = (
    r"(?P<under>less than|under|below|<|up to|at most|no more than)|(?P<over>more than|over|at least|above|>)|"
    r"(?P<about>about|around|roughly|approximately|nearly|almost|some|just over|just under|~|≈)"
)
# Behind a number: what is no noun that it counts.
NO_NOUN = frozenset("and or in on at of for to per with from by as is was than the a an that which when while".split())


def hedge(match: re.Match[str] | None) -> Qualifier:
    """How a number is hedged by a match of HEDGES; "up to" is a bound like "under" where no group has a best one."""
    if match is None:
        return "exact"
    return "under" if match["under"] else "over" if match["over"] else "about"
