"""Numbers of running text with the words next to them, in order: what a sentence that was typed from another one keeps.

Words in order tell more than words at all: "reduce the wait by up to 3x" is a phrase, whatever its sentence is about.
Where words are not parted by spaces (Chinese, Japanese), each sign is one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from checks.lib.language.tokens import root
from checks.lib.statements.kept import of_document
from schemas.document import Document

LEFT, RIGHT = 24, 12  # tokens that are looked at
MOST = 800  # numbers of a document
TELLING = 4  # letters of a word that is more than grammar
NUMBER, WORD, SIGN, SHORT = 1.5, 1.0, 0.25, 0.34  # what each that both have speaks
ALIKE = 0.8  # of the letters of two words of which one is misspelt
SIGNS = "\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af"
_TOKEN = re.compile(
    rf"(?P<n>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)*)|(?P<sign>[{SIGNS}])|(?P<word>[^\W\d_{SIGNS}][^\W{SIGNS}]*"
    rf"(?:['-][^\W\d_{SIGNS}]+)*)|(?P<mark>[%％×])|(?P<end>[。！？]|[.!?](?=[\s\"')]|$)|\n\s*\n)"
)
_LETTER = re.compile(r"[A-Za-z]")
COMMON = frozenset(
    "with from that this than when over only also more less into they them their have been were will which then about "
    "could would each using used".split()
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word's root, a number or a sign; `speaks` is how much it tells where two texts have it."""

    text: str
    speaks: float
    printed: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A number at [start, end) of a document with the tokens of its sentence before it, nearest first, and behind."""

    document: Document
    start: int
    end: int
    plain: str
    left: tuple[Token, ...]
    right: tuple[Token, ...]
    sentence: tuple[int, int]

    @property
    def unit(self) -> str:
        """The token right behind."""
        return self.right[0].text if self.right else ""

    @property
    def words(self) -> str:
        """Its sentence."""
        return self.document.text[self.sentence[0] : self.sentence[1]]


@of_document
def placed_numbers(document: Document) -> tuple[Placed, ...]:
    """The numbers of paragraphs, headings and items, in order."""
    found: list[Placed] = []
    for block in document.blocks:
        if block.kind not in ("code", "table") and len(found) < MOST:
            for some in _sentences(document.text, block.start, block.end):
                found += _of_sentence(document, some)
    return tuple(found[:MOST])


def _sentences(text: str, start: int, end: int) -> Iterator[list[re.Match[str]]]:
    run: list[re.Match[str]] = []
    for match in _TOKEN.finditer(text, start, end):
        if match["end"] is None:
            run.append(match)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _of_sentence(document: Document, some: Sequence[re.Match[str]]) -> Iterator[Placed]:
    read = [_token(match.group(), match.lastgroup or "") for match in some]
    span = some[0].start(), some[-1].end()
    for at, match in enumerate(some):
        # "v5.3" and "x86" are names; a version of three numbers is no value.
        if match["n"] and match["n"].count(".") < 2 and not _LETTER.match(document.text, match.start() - 1):
            left, right = read[max(0, at - LEFT) : at][::-1], read[at + 1 : at + 1 + RIGHT]
            yield Placed(document, *match.span(), match["n"].replace(",", ""), tuple(left), tuple(right), span)


@lru_cache(maxsize=32768)
def _token(text: str, kind: str) -> Token:
    if kind == "n":
        return Token(text.replace(",", ""), NUMBER)
    if kind != "word":
        return Token(text.replace("％", "%"), SIGN)
    low = text.lower()
    return Token(root(low), WORD if len(low) >= TELLING and low not in COMMON else SHORT, low)


def run_of(one: Placed, other: Placed) -> float:
    """How much the words next to two numbers tell that both have in one order, on both sides."""
    sides = (one.left, other.left), (one.right, other.right)
    # What is skipped first is the one's or the other's: the better of both ways is the same for both.
    return sum(max(_run(mine, theirs), _run(theirs, mine)) for mine, theirs in sides)


def _run(mine: Sequence[Token], theirs: Sequence[Token]) -> float:
    """As far as they go on alike, with one word exchanged for one much like it, or one that only one of them has."""
    points, spared = 0.0, False
    while mine and theirs:
        one, other = mine[0], theirs[0]
        if one.text == other.text:
            points, mine, theirs = points + one.speaks, mine[1:], theirs[1:]
        elif spared or NUMBER in (one.speaks, other.speaks):
            break
        else:
            spared = True
            skipped = _skipped(mine, theirs)
            if skipped is None:
                break
            mine, theirs = skipped
    return points


def _skipped(mine: Sequence[Token], theirs: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token]] | None:
    """Both behind a word of one or each of them that the other has not; None where they tell two things."""
    one, other = mine[0], theirs[0]
    slight = one.speaks == other.speaks <= SHORT
    first, second = sorted((one.printed, other.printed))  # the ratio is not the same both ways
    if slight or (one.printed and SequenceMatcher(None, first, second).ratio() >= ALIKE):
        return mine[1:], theirs[1:]
    if mine[1:2] and mine[1].text == other.text:
        return mine[1:], theirs
    return (mine, theirs[1:]) if theirs[1:2] and theirs[1].text == one.text else None
