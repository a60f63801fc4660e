"""Factors as a page's title, headings, captions and sentences tell them, each with the words of its own clause."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from checks.lib.language.tokens import coded, content, names, roots, tokens
from checks.lib.statements.passages import Passage, passages
from checks.lib.telling.told import VERBS
from schemas.document import Document

_N = r"\d+(?:\.\d+)?"
_FACTOR = re.compile(
    rf"(?<![\w.,$€£/-])(?P<low>{_N})(?:\s?[x×X]?\s?(?:-|–|—|to)\s?(?P<high>{_N}))?"
    r"(?:\s?[x×X](?![\w×])(?!\s?[\d(\[])|-fold\b|\stimes\b(?!\s(?:a|per|an|each)\b))"
)
_BOUND = re.compile(
    r"(?P<up>up to|as much as|at most)|(?P<over>over|more than|at least|above|beyond|exceeding)", re.IGNORECASE
)
_NEAR_BOUND = 16  # characters before a factor that hold its "more than"
_CUT = re.compile(r"[,;:]\s|\s(?:and|while|but|or|whereas|with)\s|\.\s|\)\s")
_FIGURES = re.compile(
    r"\b(?:figures?|figs?\.?|tables?|charts?)\s+((?:\d{1,2}|[A-Z])\b(?:(?:,|,? and|&)\s?(?:\d{1,2}|[A-Z])\b)*)",
    re.IGNORECASE,
)
_ONE_FIGURE = re.compile(r"\d+|[A-Z]\b")
_KINDS = {
    "time": r"latenc\w*|ttft|tpot|itl|response times?|delays?|lag|time to|times?(?= (?:to|per))|startup|runtime",
    "rate": r"throughputs?|\w+/s(?:ec)?|(?:tokens|requests|queries|images|samples|rows|ops) (?:per|a) \w+|qps|"
    r"rps|tps|iops",
    "speed": r"speed\w*|fast\w*|quick\w*|slow\w*|performan\w+|acceler\w+",
    "price": r"cost\w*|price\w*|cheap\w*|spend\w*|bills?",
    "size": r"memory|footprint|disk|storage|space|smaller|compress\w*",
    "energy": r"power|energy|watts?|joules?",
    "amount": r"parameters|params|(?:larger|longer|bigger|more) (?!through|perf)\w+|batch|model sizes?|longer|larger",
}
_SPOKEN = {kind: re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) for kind, words in _KINDS.items()}
_LEADS = re.compile(
    r"\W*(?:tl;?\s?dr|in short|summary|highlights?|conclusions?|key takeaways?|abstract)\b", re.IGNORECASE
)
# What sentences of the kind say of anything: two that share no more than these share nothing.
_WEAK = roots(
    tokens(
        """
        achieve achieves also another bigger can compared could deliver delivers demonstrate enable enables example
        figure furthermore gain gains improve improved improvement improvements improving increase increased model
        models more most new offer offers often other provide provides reduce reduced reduces reducing reduction result
        results show shown shows similarly such that then there this today versus very well what when where which will
        would
        """
    )
)
_LEAD = 400  # characters of a caption
_CAPTION = re.compile(r"^\W*((?:figure|fig|table|chart)\.?\s(?:\d{1,2}|[A-Z]))\b[.:]", re.IGNORECASE | re.MULTILINE)
_STOPS = re.compile(r"[.,;:(]\s|\s\(")
_BEHIND = 45  # characters behind a factor that say what it is of: "2.4x more output throughput within one budget"
SPEEDS = frozenset(("time", "rate", "speed"))
WORD = 2  # letters of what is no word


@dataclass(frozen=True, slots=True)
class Multiple:
    """A factor at [start, end) of its document, and what its clause says; `place` is "" in plain sentences."""

    document: Document
    start: int
    end: int
    low: Decimal
    high: Decimal
    digits: tuple[str, str]
    bound: str  # "up", "over" or ""
    clause: str
    sentence: tuple[int, int]
    place: str
    kinds: frozenset[str]
    words: frozenset[str]
    names: frozenset[str]
    coded: frozenset[str]
    figures: frozenset[str]

    @property
    def quote(self) -> str:
        """What is printed there."""
        return self.document.text[self.start : self.end]


def multiples(document: Document) -> list[Multiple]:
    """The factors that a document tells outside of its tables and code, its title's first."""
    found = [one for passage, place in _told(document) for one in _of(passage, place)]
    once = {(one.start, one.end): one for one in reversed(found)}
    return sorted(once.values(), key=lambda one: one.start)


def _told(document: Document) -> Iterator[tuple[Passage, str]]:
    if title := _title(document):
        yield title, "title"
    heads = sorted((one.start, one.end) for one in document.blocks if one.kind == "heading")
    for one in passages(document):
        yield one, _place(one, heads)


def _title(document: Document) -> Passage | None:
    """The title where the text prints it: in front matter no block holds it."""
    at = document.text.find(document.title) if document.title else -1
    return Passage(document, at, at + len(document.title), document.title) if at >= 0 else None


def _place(one: Passage, heads: Sequence[tuple[int, int]]) -> str:
    over = bisect_right(heads, one.start, key=lambda span: span[0])
    if over and one.start < heads[over - 1][1]:
        return "heading"
    led = _LEADS.match(one.words) or (over and _LEADS.match(one.document.text[slice(*heads[over - 1])]))
    return "summary" if led or over <= 1 else ""


def _of(passage: Passage, place: str) -> Iterator[Multiple]:
    matches = [one for one in _FACTOR.finditer(passage.words) if _ordered(one)]
    ends = _clauses(passage.words, [one.span() for one in matches])
    led = passage.words[: matches[0].start()] if matches else ""
    for match, (first, last) in zip(matches, ends, strict=True):
        clause = passage.words[first:last]
        yield _multiple(passage, place, match, clause, clause if first == 0 else f"{led} {clause}")


def _ordered(match: re.Match[str]) -> bool:
    return Decimal(match["low"]) > 0 and (not match["high"] or Decimal(match["low"]) < Decimal(match["high"]))


def _clauses(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where the clause of each factor begins and ends: between two of them at the first word that parts them."""
    cuts = [0]
    for (_, end), (start, _) in pairwise(spans):
        parts = list(_CUT.finditer(text, end, start))
        cuts.append(parts[-1].start() if parts else end)
    return list(pairwise([*cuts, len(text)])) if spans else []


def _multiple(passage: Passage, place: str, match: re.Match[str], clause: str, all_said: str) -> Multiple:
    ahead = passage.words[max(0, match.start() - _NEAR_BOUND) : match.start()]
    bounds = list(_BOUND.finditer(ahead))
    high = match["high"] or match["low"]
    bare = all_said.replace(match.group(), " | ")
    mine = names(bare, title=bool(place))
    return Multiple(
        passage.document, passage.start + match.start(), passage.start + match.end(),
        Decimal(match["low"]), Decimal(high), (match["low"], high), (bounds[-1].lastgroup or "") if bounds else "",
        clause, (passage.start, passage.end), place,
        _kinds(_STOPS.split(passage.words[match.end() :], maxsplit=1)[0][:_BEHIND], clause),
        content(bare) - VERBS - _WEAK, mine, coded(bare),
        frozenset(one for refs in _FIGURES.finditer(_with_lead(passage)) for one in _ONE_FIGURE.findall(refs[1])),
    )  # fmt: skip


def _kinds(behind: str, clause: str) -> frozenset[str]:
    """The kinds that the words right behind a factor speak of first, else those of its clause."""
    found = {match.start(): kind for kind, words in _SPOKEN.items() if (match := words.search(behind))}
    if found:
        first = min(found)
        near = {kind for at, kind in found.items() if kind != "amount" or at == first}
        return frozenset({found[first]} if found[first] == "amount" and len(near) == 1 else near - {"amount"})
    return frozenset(kind for kind, words in _SPOKEN.items() if words.search(clause))


def _with_lead(passage: Passage) -> str:
    """A sentence with the name of the figure whose caption it ends: "Figure C: Cost of a query. Up to 2x less."."""
    text = passage.document.text
    begin = max(text.rfind("\n\n", 0, passage.start), passage.start - _LEAD)
    leads = list(_CAPTION.finditer(text, max(0, begin), passage.start))
    return f"{passage.words} {leads[-1][1]}" if leads else passage.words
