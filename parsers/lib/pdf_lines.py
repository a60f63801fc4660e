"""Glyphs in any order -> lines of words, as a reader sees them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from parsers.lib.pdf_page import Line, Print

WORD_GAP = 0.18  # of the type size: narrower gaps are kerning
PIECE_GAP = 0.75  # of the type size: wider gaps part two texts that share a line
SAME_BASELINE = 0.3
STRETCHED = 1.6  # of the type size: justified lines have no wider gaps between words
EVEN = 0.12  # of the type size: by how much the gaps of a justified line differ
FEWEST_WORDS, MANY_WORDS = 4, 6  # of a justified stretch; of many, names may be most
RAISED = "0123456789*†‡§,"
UPPER = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Glyph:
    """A printed character: `box` as displayed; `size` in points; `angle` in degrees, 90 reads upwards."""

    text: str
    box: tuple[float, float, float, float]
    size: float
    angle: int
    font: str
    along: float  # where it begins on its base line
    end: float
    base: float  # distance of its base line from the origin


def text_lines(glyphs: Iterable[Glyph]) -> Iterator[Line]:
    """Glyphs in any order -> lines, parted where a gap is wider than between words."""
    by_angle: dict[int, list[Glyph]] = {}
    for glyph in glyphs:
        by_angle.setdefault(glyph.angle, []).append(glyph)
    for angle in sorted(by_angle):
        for row in _rows(by_angle[angle]):
            yield from _pieces(row)


def _rows(glyphs: list[Glyph]) -> Iterator[list[Glyph]]:
    row: list[Glyph] = []
    for glyph in sorted(glyphs, key=lambda glyph: glyph.base):
        if row and glyph.base - row[0].base > SAME_BASELINE * min(glyph.size, row[0].size):
            yield row
            row = []
        row.append(glyph)
    if row:
        yield row


def _pieces(row: list[Glyph]) -> Iterator[Line]:
    words = list(_words(row))
    gaps = [_gap(before, after[0]) for before, after in pairwise(words)]
    spacing = _tracking(row)
    start = 0
    for at, (gap, size) in enumerate(gaps):
        if gap > PIECE_GAP * size + spacing and not _stretched(words, gaps, at):
            yield _line(words[start : at + 1])
            start = at + 1
    if words:
        yield _line(words[start:])


def _words(row: list[Glyph]) -> Iterator[list[Glyph]]:
    row.sort(key=lambda glyph: glyph.along)
    row[:] = [glyph for before, glyph in zip([None, *row], row, strict=False) if not _again(before, glyph)]
    spacing = _tracking(row)
    word: list[Glyph] = []
    for glyph in row:
        blank = glyph.text.isspace()
        gap, size = _gap(word, glyph) if word and not blank else (0.0, 0.0)
        if word and (blank or gap > WORD_GAP * size + spacing or _steps(word[-1], glyph)):
            yield word
            word = []
        word += [] if blank else [glyph]
    if word:
        yield word


def _stretched(words: list[list[Glyph]], gaps: list[tuple[float, float]], at: int) -> bool:
    """Whether a wide gap is one of a justified line: others beside it are as wide, between words in small letters.

    Ticks and names of columns may stand as evenly.
    """
    gap, size = gaps[at]
    low, high = at, at + 1
    while low and abs(gaps[low - 1][0] - gap) <= EVEN * size:
        low -= 1
    while high < len(gaps) and abs(gaps[high][0] - gap) <= EVEN * size:
        high += 1
    said = {"".join(glyph.text for glyph in word) for word in words[low : high + 1]}
    small = sum(text[:1].islower() for text in said)
    told = 2 * small >= len(said) >= FEWEST_WORDS or (len(said) >= MANY_WORDS and small > 1)
    return gap <= STRETCHED * size and told


def _gap(word: list[Glyph], glyph: Glyph) -> tuple[float, float]:
    """Space between a word and the glyph behind it, and the type size to hold it against."""
    last = word[-1]
    return glyph.along - last.end, min(glyph.size, last.size)


def _steps(last: Glyph, glyph: Glyph) -> bool:
    """Whether a small raised digit follows a number, or the number goes on behind it: fused, 4.5 would read 4.52."""
    small, large = sorted((last, glyph), key=lambda one: one.size)
    return small.size < 0.86 * large.size and large.base - small.base > 0.08 * large.size and small.text[:1] in RAISED


def _again(before: Glyph | None, glyph: Glyph) -> bool:
    """Whether a glyph is its neighbour drawn once more to look bold."""
    return before is not None and before.text == glyph.text and glyph.along - before.along < 0.1 * glyph.size


def _tracking(row: list[Glyph]) -> float:
    """Extra space that a spaced-out line has between all its letters, in points."""
    gaps = sorted(b.along - a.end for a, b in pairwise(row) if not (a.text.isspace() or b.text.isspace()))
    usual = gaps[len(gaps) // 2] if len(gaps) >= 4 else 0.0
    # A row of single digits far apart (axis ticks) is not one spaced-out word.
    return usual if 0 < usual < 0.5 * row[0].size else 0.0


def _line(words: list[list[Glyph]]) -> Line:
    tallest = max((glyph for word in words for glyph in word), key=lambda glyph: glyph.size)
    prints = tuple(
        Print(
            "".join(glyph.text for glyph in word).translate(UPPER if _steps(tallest, word[0]) else {}),
            min(glyph.box[0] for glyph in word),
            min(glyph.box[1] for glyph in word),
            max(glyph.box[2] for glyph in word),
            max(glyph.box[3] for glyph in word),
        )
        for word in words
    )
    return Line(prints, tallest.size, tallest.angle, _font(words, tallest))


def _font(words: list[list[Glyph]], tallest: Glyph) -> str:
    """The font of most of a line: by its first word, a paragraph that begins in bold would be a heading and be torn."""
    fonts = Counter(glyph.font for word in words for glyph in word if not _steps(tallest, glyph))
    return max(fonts, key=lambda font: (fonts[font], font == tallest.font), default=tallest.font)
