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

# "Llama 3 8B", "Gemma 27B": how large a model is, as the end of its name.
_LED = re.compile(r"(?:^|(?<=[^\w.]))(?P<name>[A-Z][\w.-]*)(?P<release>[ -]v?\d+(?:\.\d+)*)?[ -]$")
_SIZE = re.compile(r"\d+(?:\.\d+)?B(?![\w/])(?!\s[a-z]+s\b)")
_RELEASED_SIZE = re.compile(r"\d+(?:\.\d+)?B(?![\w/])")
# "grouse-12b-chat": in lower case, with its size.
_SIZED = re.compile(r"(?<![\w.@/-])[a-z][\w.]{0,30}(?:-[\w.]{1,20}){0,3}-\d+(?:\.\d+)?[bm](?:-\w{1,20}){0,4}(?![\w/-])")
_NO_NAMES = frozenset(
    """a about all an and at each every for from has have in its of on only our over that the their these this to under
    up with""".split()
)


def sized_name(text: str, at: int) -> bool:
    """Whether the number at `at` is the size that a model's name ends in; then it counts and measures nothing.

    Behind a name with a release anything follows ("Llama 3 8B runs"), behind another one nothing that may be counted
    ("Gemma 27B needs" is a model, "Vole 4B rows" may be rows).
    """
    led = _LED.search(text[:at])
    if led is None or led["name"].lower() in _NO_NAMES:
        return False
    return bool((_RELEASED_SIZE if led["release"] else _SIZE).match(text, at))


@lru_cache(maxsize=16384)  # labels and sentences, each of which is held against many
def codes(text: str) -> frozenset[str]:
    """The codes of a text, each part of "m9.4xlarge" by itself."""
    return frozenset(one.lower() for one in _CODE.findall(text) if not _FIGURE.fullmatch(one))


@lru_cache(maxsize=16384)
def sized_codes(text: str) -> frozenset[str]:
    """The names of models in lower case that tell their size: "grouse-12b-chat"."""
    return frozenset(_SIZED.findall(text))
