"""The names of the series in lines of bars that set nothing between them: "128 concurrent: 8x A9 3,412 8x A12 4,132".

Where the one ends and its value begins, only the legend says ("Series: 8x A9 (grey), 8x A12 (orange)"), or the next
line, which prints the same names around other values.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

_ASIDE = re.compile(r"\s?\([^()]{1,80}\)")
_LISTED = re.compile(r"\s?(?:,\s|;\s|\s/\s|\s\|\s|\sand\s)")
_NUMBER = re.compile(r"[~≈]?[$€£]?\d[\d.,]*(?:[x×%]|[a-zµ]{1,3})?")
LEAST = 2


def listed_names(words: str) -> tuple[str, ...]:
    """The series that a legend lists, without their colours."""
    plain = " ".join(words.split())  # a run of blanks would cost its square
    found = tuple(one.strip(' ."“”') for one in _LISTED.split(_ASIDE.sub("", plain)))
    return found if len(found) >= LEAST and all(re.search("[A-Za-z]", one) for one in found) else ()


def shared_names(values: str, beside: str) -> tuple[str, ...]:
    """The names that two lines share around other numbers; none where a number is the same in both."""
    left, right = values.split(), beside.split()
    if len(left) != len(right):
        return ()
    pairs = list(zip(left, right, strict=True))
    runs = [(same, [one for one, _ in some]) for same, some in groupby(pairs, key=lambda pair: pair[0] == pair[1])]
    names = tuple(" ".join(some) for same, some in runs if same)
    told = len(names) >= LEAST and len(runs) == 2 * len(names) and runs[0][0] and len(set(names)) == len(names)
    plain = all(len(some) == 1 and _NUMBER.fullmatch(some[0]) for same, some in runs if not same)
    return names if told and plain and all(re.search("[A-Za-z]", one) for one in names) else ()


def named_spans(
    words: str, start: int, end: int, names: Sequence[str], value: str
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where each name and its value stand in words[start:end]; nothing where anything else stands there too."""
    every = "".join(rf"\s{{0,9}}({re.escape(one)})(?:\s?[:=])?\s{{1,9}}({value})[,;]?" for one in names)
    match = re.compile(every).fullmatch(words, start, end) if names else None
    if match:
        yield from ((match.span(2 * at + 1), match.span(2 * at + 2)) for at in range(len(names)))
