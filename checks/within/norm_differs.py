"""What a figure or table takes as 1, said in two places."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from checks.lib.language.tokens import GENERIC, every_root
from checks.lib.statements.passages import Passage, passages, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "norm-differs"
MOST = 2  # things that are 1 in one document; more are of several panels
_ONE = r"1(?:\.0{1,2})?(?:x|×)?(?![\w%]|[.,]\d|\s?[x×]\s?\d)"
_WORD = r"[\w+/-]+(?:\.\d+)*"
_NAME = rf"(?P<name>(?:(?-i:[A-Z]|[a-z]+\d)|(?:release|version)\s\d)[\w+/-]*(?:\.\d+)*(?:\s{_WORD}){{0,5}}?)"
# The reader of "over Runtime 12.2 (= 1.0)"; of what is told to be 1 outright; of what is normalized to something.
_OVER = rf"\b(?:over|to|versus|vs\.?|than|against)\s(?:the\s|an?\s)?{_NAME}\s?\(\s?(?:=\s?)?{_ONE}\s?\)"
_EQUALS = rf"(?<![\w.-]){_NAME}\s?=\s?{_ONE}(?=\s?[),;.]|\s*$|\s(?:in|for)\b)"
_IS = (
    rf"(?<![\w.-]){_NAME}\s(?:is|equals|counts as|is set to|was set to|as)\s{_ONE}"
    r"(?=\s(?:in|throughout)\b|\s?[),;]|\.?\s*$)"
)
_NORMALIZED = (
    rf"\bnormali[sz]ed\s(?:to|by|against|with)\s(?:the\s|an?\s|that of\s)?(?:the\s)?{_NAME}"
    r"(?=\s?[),;.:(]|\s*$|\s(?:in|at|on|with|so)\b)"
)
_NORMS = tuple(re.compile(words, re.IGNORECASE) for words in (_OVER, _EQUALS, _IS, _NORMALIZED))
_FIGURE = re.compile(r"\b(?P<kind>fig(?:ure)?|table|chart)\.?\s(?P<n>\d+)\b", re.IGNORECASE)
_PROPER = re.compile(r"(?:(?i:release|version)\s(?=\d)|[A-Z]|[a-z]*\d)[\w+/.-]*")
_OPENERS = frozenset("the a an in on at for with all both each every here our their its of".split())


@dataclass(frozen=True, slots=True)
class _Norm:
    """What is 1 at [start, end) of a document, and which figure its passage is of."""

    passage: Passage
    start: int
    end: int
    name: str
    figure: str

    @property
    def words(self) -> frozenset[str]:
        """The words of its name."""
        return every_root(self.name) - GENERIC


@check(CODE, version=1, severity="low", since="0.1.0")
def norm_differs(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a text says that a figure takes as 1 is what the figure's caption or title takes as 1.

    Why:
        Bars of speed-ups have no scale but their norm. When the older release is dropped from the text and not from the
        chart, every bar says another thing than the sentence over it.

    Flags:
        "Runtime 13.3 is 1.0 in Figure 1" over "Figure 1. Speed-up over Runtime 12.2 (= 1.0)"; "normalized to the A100"
        beside a chart title with "V100 = 1". Low.

    Passes:
        Shorter and longer forms of one name.

    Does not judge:
        Documents that take three things or more as 1, or two in two figures (skipped).
    """
    for document in corpus.documents:
        found = [one for passage in passages(document) for one in _norms(passage)]
        pairs = [(one, other) for one, other in combinations(found, 2) if _differ(one, other)]
        names = _distinct(found)
        if pairs and len(names) > MOST:
            yield Skip(CODE, (document.name,), "unchecked, because it takes more than two things as 1")
        elif pairs and (same := [pair for pair in pairs if _one_figure(*pair)]):
            yield _finding(*same[0])
        elif pairs:
            yield Skip(CODE, (document.name,), "not applicable, because two figures have a norm each")


def _norms(passage: Passage) -> Iterator[_Norm]:
    taken: list[tuple[int, int]] = []
    for pattern in _NORMS:
        for match in pattern.finditer(passage.words):
            start, end = _named(match)
            if start < end and not any(a < end and start < b for a, b in taken):
                taken.append((start, end))
                figure = _FIGURE.search(passage.words)
                named = f"{figure['kind'][:3].lower()} {figure['n']}" if figure else ""
                yield _Norm(
                    passage, passage.start + start, passage.start + match.end(), passage.words[start:end], named
                )


def _named(match: re.Match[str]) -> tuple[int, int]:
    """Where the name begins in what was read for one: "In the chart the KV200" names KV200, "The size" none."""
    start, end = match.span("name")
    opens = next((one for one in _PROPER.finditer(match["name"]) if one.group().lower() not in _OPENERS), None)
    return (start + opens.start(), end) if opens else (end, end)


def _differ(one: _Norm, other: _Norm) -> bool:
    """Whether two names are of two things: each has a word that the other has not."""
    return bool(one.words - other.words and other.words - one.words)


def _distinct(found: Sequence[_Norm]) -> list[_Norm]:
    kept: list[_Norm] = []
    for one in found:
        if all(_differ(one, other) for other in kept):
            kept.append(one)
    return kept


def _one_figure(one: _Norm, other: _Norm) -> bool:
    """Whether nothing says that two norms are of two figures."""
    if one.figure and other.figure:
        return one.figure == other.figure
    return len({each.passage.start for each in (one, other)}) > 1


def _finding(one: _Norm, other: _Norm) -> Finding:
    first, second = (quoted(each.passage.document, each.start, each.end) for each in (one, other))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{first.document} takes {one.name!r} as 1 in one place and {other.name!r} in another",
        arithmetic=f"Two norms of one figure: {first.quote}; {second.quote}.",
        comparison=(first.document, *sorted((one.name, other.name))),
        evidence=(first, second),
        likely_wrong_why="the sentence, or the caption of an older figure",
    )
