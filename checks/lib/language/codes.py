"""The codes of a text: names with a digit, or releases; "m9" and "4xlarge" of "m9.4xlarge"."""

import re
from functools import lru_cache

UNIT = (
    r"\s?(?:%|x\b|×|[mnuµ]?s\b|min\b|h\b|hours?|minutes?|seconds?|days?|[kKMGTP]i?[bB]|times|percent|million|billion|"
    r"fps|W\b|kW|GHz|MHz|V\b)"
)
# A release has a point and no unit; any other code has a letter next to a digit.
_CODE = re.compile(rf"\d+(?:\.\d+)+(?![\d.]*{UNIT})(?![\w])|\d*[A-Za-z]+\d\w*|\d+[A-Za-z]{{2,}}\w*")
_FIGURE = re.compile(r"[\d.]+(?:x|k|m|b|[mnuµ]?s|[kmgt]i?b|gbps|mbps|w|kw|[kmg]?hz|fps|st|nd|rd|th|p)", re.IGNORECASE)


@lru_cache(maxsize=16384)  # labels and sentences, each of which is held against many
def codes(text: str) -> frozenset[str]:
    """The codes of a text, each part of "m9.4xlarge" by itself."""
    return frozenset(one.lower() for one in _CODE.findall(text) if not _FIGURE.fullmatch(one))
