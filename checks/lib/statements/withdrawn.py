"""Figures of an older state of a page that a note on its newer state names as wrong.

"An earlier version of this page said 4.1 times": that the older state says so still is what the note tells.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from decimal import Decimal
from functools import lru_cache

from schemas.comparison import Corpus
from schemas.document import Document
from schemas.interval import Interval
from schemas.months import MONTHS, SHORT

_PAGE = r"(?:page|post|article|document|text|note|report|story|table|press release|release|section|readme|entry|paper)"
_TELL = r"(?:said|stated|says|reported|published|wrote|printed|gave|listed|claimed|showed|named|read|had)"
_NOTE = re.compile(
    rf"\b(?:earlier|previous|first|original|prior|older)\s+(?:version|edition|revision|draft|copy|state)s?\s+of\s+(?:this|the|our)\b|"
    rf"\bthis\s+{_PAGE}\s+(?:had\s+)?(?:originally|previously|formerly|first|initially|earlier|used\s+to|wrongly|mistakenly)\b|"
    rf"\b(?:originally|previously|initially|formerly|wrongly|mistakenly|incorrectly|erroneously)\s+{_TELL}\b|"
    r"\bcorrected\s+from\b|\bchanged\s+from\b|"
    # At the start of a paragraph, not of any line: "14 for | corrections: 142 bytes" is a sentence that wraps.
    r"(?:\A|(?<=[.!?:)\]*_|>#-]\n)|(?<=\n\n))[^\w\n]{0,12}(?:corrections?|errat(?:um|a)|corrected|corrigend(?:um|a))\b(?!\s+for\b)",
    re.IGNORECASE | re.MULTILINE,
)
_FIGURE = re.compile(r"(?<![\w.,])[$€£]?(?P<n>\d[\d,]*(?:\.\d+)?)[\s-]?(?P<unit>%|×|[A-Za-zµμ/]+)?")
_TIMES = frozenset(("x", "×", "times", "fold", "time"))
_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“(])|\n")
_DIGITS = re.compile(r"[\W\d_]+")
REASON = "not comparable, because a note on a newer state of the page names the figure as wrong"
STATES = 40  # more documents of one title and name are a series of posts
# Words of a file's name that say which state of a page it is.
_STATE = re.compile(
    rf"v|ver|version|rev|revised|old|new|first|second|original|orig|before|after|updated?|corrected|archived?|"
    rf"captured?|snapshot|copy|draft|final|sept|{SHORT}|{'|'.join(MONTHS)}",
    re.IGNORECASE,
)
FEW = 6  # figures of one unit on a page that corrects one of them
ROUGH = Decimal("1.02")  # a percentage's rounding
SENTENCES = 2  # of a note, from the one that begins it
Figure = tuple[str, str]  # the number, and the word of its unit or ""


class Withdrawn:
    """What the notes of a corpus withdraw, by the page that they stand on; a page is known by its title and name."""

    def __init__(self, corpus: Corpus) -> None:
        pages: dict[tuple[str, str], list[Document]] = defaultdict(list)
        for one in corpus.documents:
            pages[_page(one)].append(one)
        self._notes: dict[str, dict[str, set[Figure]]] = {}  # by document, the notes of all states of its page
        for states in pages.values():
            if 1 < len(states) <= STATES:  # the texts of all other documents need not be read
                told = {one.document_id: some for one in states if (some := set(_told(one.text)))}
                self._notes |= dict.fromkeys((one.document_id for one in states), told)

    def has(self, document_id: str, printed: str, among: Collection[str] | None = None) -> bool:
        """Whether another state of the document's page has a note that names this figure of it ("4.1 times").

        `among` are the documents whose notes count; a part of a corpus may lack those that have nothing to compare.
        """
        notes = self._notes.get(document_id, {})
        others = (some for other, some in notes.items() if other != document_id and (among is None or other in among))
        return any(_is_one(mine, theirs) for told in others for theirs in told for mine in figures(printed))


def rectified(document: Document, printed: str, gives: Interval) -> bool:
    """Whether the document of two values prints the figure that they contradict, and beside it one that they do give.

    "Please forget the 18 % of that post. It's 13 %": who publishes both figures knows of the first.
    """
    mine = set(figures(printed))
    told = [one for one in _every(document.text) if any(one[1] == unit for _, unit in mine)]
    if len(told) > FEW or not mine & set(told):
        return False  # a page of factors prints any two
    others = (Decimal(number) for number, unit in told if (number, unit) not in mine)
    return any(_near(way, gives) for one in others for way in _ways(one, mine))


@lru_cache(maxsize=64)  # factor after factor is held against one document
def _every(text: str) -> tuple[Figure, ...]:
    return tuple(figures(text))


def _ways(figure: Decimal, like: Collection[Figure]) -> Iterator[Decimal]:
    """What a figure of the unit of some others can mean as a factor."""
    plain = [1 + figure / 100, 1 - figure / 100] if any(unit == "%" for _, unit in like) else [figure]
    yield from (way for one in plain if one > 0 for way in (one, 1 / one))


def _near(way: Decimal, gives: Interval) -> bool:
    return gives.lower / ROUGH <= way <= gives.upper * ROUGH


_latest: list[tuple[Corpus, Withdrawn]] = []  # five checks ask for one corpus


def withdrawn_of(corpus: Corpus) -> Withdrawn:
    """What the notes of a corpus withdraw; that of the latest one is kept."""
    if not _latest or _latest[0][0] is not corpus:
        _latest[:] = [(corpus, Withdrawn(corpus))]
    return _latest[0][1]


def forget() -> None:
    """Let the latest corpus go."""
    _latest.clear()


def _page(document: Document) -> tuple[str, str]:
    """The title and name without dates: "bench-2024-05-02.html" and "bench-june.html" are one page."""
    stem = _DIGITS.sub(" ", document.name).lower().split()
    return _DIGITS.sub(" ", document.title).lower(), " ".join(word for word in stem if not _STATE.fullmatch(word))


def _told(text: str) -> Iterator[Figure]:
    for match in _NOTE.finditer(text):
        start = max((one.end() for one in _END.finditer(text, 0, match.start())), default=0)
        parts = [part for part in _END.split(text[start : start + 600]) if part.strip()]
        yield from figures(" ".join(parts[:SENTENCES]))


def noted(text: str) -> frozenset[str]:
    """The numbers of the notes of a text on what it, or an older state of it, said before."""
    return frozenset(number for number, _ in _told(text))


def figures(text: str) -> Iterator[Figure]:
    """The figures of a text: digits without commas, and "x", "%" or the word behind them."""
    for match in _FIGURE.finditer(text):
        unit = (match["unit"] or "").lower()
        named = "x" if unit in _TIMES else "%" if unit.startswith("percent") else unit
        yield match["n"].replace(",", ""), named.rstrip("s") if len(named) > 1 else named


def _is_one(mine: Figure, theirs: Figure) -> bool:
    """Whether both are one number with one unit, where both print one: "corrected from 5.2 to 4.4 times"."""
    plain = not mine[1] or not theirs[1] or theirs[1] in ("to", "and", "in", "here", "instead", "which", "but")
    return mine[0] == theirs[0] and (plain or mine[1] == theirs[1])
