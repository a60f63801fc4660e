"""Of what each has the quantities of a text: the grammar of "each" and "per", of "8 x" and of a count right before."""

import re
from collections.abc import Sequence
from itertools import pairwise

from checks.lib.language.tokens import root
from checks.lib.quantities.counts import NOUN, singular
from checks.lib.quantities.divided import Divided
from checks.lib.quantities.each_of import each_of, named_behind
from checks.lib.quantities.scanned import TIMES, Raw, dims_of

Nouns = Sequence[tuple[int, str]]
_SIZES = ("size", "bandwidth", "power")
_WITH = re.compile(r"\s(?:with|of|holding|hosting|containing|that (?:have|hold|contain))\s")
_SIZED = re.compile(rf"\s(?:[A-Z][\w.-]*\s){{0,2}}(?P<noun>{NOUN}(?<=s)|SSDs)\b(?![-/])", re.IGNORECASE)
_EACH = re.compile(r"\b(?:each|every|per|any one)\b", re.IGNORECASE)
_THE = re.compile(r"\b(?:the|all|these|those|its|our)\s(?:\w+\s)?$", re.IGNORECASE)  # "on the 128 cards": all of them


def had_by(text: str, start: int, raw: Sequence[Raw], divided: Sequence[Divided], nouns: Nouns) -> list[frozenset[str]]:
    """The roots of what each has every quantity of a text that begins at `start`; none where it is said of the whole.

    `nouns` is what is counted, with where its count ends.
    """
    multiplied = {match.end() for match in TIMES.finditer(text)}
    ends = {frozenset({f"@{start + one.start}"}): one.end for one in raw}  # of what is multiplied
    ahead = {one.end + 1: one.of for one in raw if one.kind == "count"}  # "ten 15.36 TB drives"
    few = {right.start: left.of for left, right in pairwise(raw) if _fewer(text, left, right)}
    found: list[frozenset[str]] = []
    for one, by in zip(raw, divided, strict=True):
        per = by.per
        if one.start in multiplied:
            per = frozenset({f"@{start + one.start}"})
        elif one.start in ahead and one.kind in _SIZES:
            per = ahead[one.start]
        elif one.anonymous:  # "24 x 7.68 TB drives per node"
            per = each_of(text, one.start, ends.get(one.of, one.end), nouns)
        elif not per and not by.ahead:
            end = by.end if by.dims != dims_of(one.kind, one.of) else max(one.end, one.reach)
            per = each_of(text, one.start, end, nouns) or few.get(one.start, per) or _sized(text, one, end)
            whole = one.kind == "count" and _of_all(text[: one.start]) and not named_behind(text, end)
            per = frozenset() if whole else per
        found.append(per)
    return found


def _sized(text: str, one: Raw, end: int) -> frozenset[str]:
    """The root of the parts that a size right ahead of them tells: "one rack with 61.44 TB drives"."""
    match = _SIZED.match(text, end) if one.kind == "size" else None
    return frozenset({root(singular(match["noun"]))}) if match else frozenset()


def _of_all(ahead: str) -> bool:
    """Whether a number is that of all there are, whoever the sentence is about: "a model takes 9 hours on the 128"."""
    return bool(_THE.search(ahead)) and not _EACH.search(ahead)


def _fewer(text: str, left: Raw, right: Raw) -> bool:
    """Whether so many have so many that all of them cannot have them: "16 servers with eight cards"."""
    counts = left.kind == right.kind == "count" and not left.anonymous and not right.anonymous
    if not counts or not _WITH.fullmatch(text, left.end, right.start) or left.value.lower <= 0:
        return False
    return right.value.upper < left.value.lower or bool(right.value.upper % left.value.upper)
