"""Which rows and columns of a grid a sentence speaks of: by its words, its numbers, "the largest" and "the new one"."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.language.tokens import every_root, roots, tokens
from checks.lib.language.concepts import concepts
from checks.lib.reckoning.figures import Figure
from checks.lib.reckoning.grid import Grid
from checks.lib.reckoning.sums import Sum
from schemas.multiples import printed_multiples

SAME, ROLE, NUMBER, ANCHOR = 1, 1, 2, 3  # points for a word, an old or new one, a number, a value of the row
_MOST = re.compile(
    r"\b(?:largest|biggest|heaviest|highest|most|busiest|longest|top|widest|full(?:est)?|maximum|peak)\b", re.IGNORECASE
)
_LEAST = re.compile(r"\b(?:smallest|lightest|lowest|least|fewest|shortest|tiniest|narrowest|minimum)\b", re.IGNORECASE)
_NEW = re.compile(
    r"\b(?:new(?:er|est)?|current|latest|now|today|this (?:release|version|year)|after|rewrite|our|present|successor|upgrade[ds]?)\b",
    re.IGNORECASE,
)
_OLD = re.compile(
    r"\b(?:old(?:er)?|previous|predecessor|before|former(?:ly)?|last|earlier|used to|replac\w+|prior|original\w*|classic\w*|was|were|than it|until now)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
_SCALE = {"k": 3, "m": 6, "b": 9, "t": 12, "kb": 3, "mb": 6, "gb": 9, "tb": 12, "kib": 3, "mib": 6, "gib": 9, "tib": 12}
_SIZED = re.compile(r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)\s?([kKmMbBtTgG]i?[bB]?)?\b")
HUNDRED = Decimal(100)


@dataclass(frozen=True, slots=True)
class Chosen:
    """Points of each row and column of a grid, by what a sentence says of them."""

    grid: Grid
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    topic: int  # words that the sentence shares with what stands over the table

    def points(self, one: Sum) -> int:
        """How much of a sum's rows and columns the sentence says."""
        return self._axis(self.rows, one.rows) + self._axis(self.columns, one.columns)

    def _axis(self, points: Sequence[int], some: frozenset[int]) -> int:
        """The points of a row, or those of two that are both said; what many have counts for nothing."""
        mine = [points[one] for one in sorted(some)]
        if len(mine) == 1:
            return mine[0]
        if len(mine) == 2 and (min(mine) > 0 or len(points) <= 3):
            return sum(mine)
        return 0


def chosen(grid: Grid, figure: Figure, every: Sequence[Figure]) -> Chosen:
    """The points of a grid's rows and columns for a figure's sentence."""
    words = figure.sentence.passage.words
    rest = f"{words[: figure.start]} | {words[figure.end :]}"
    said, numbers = concepts(rest), _numbers(rest)
    rows = _points(grid.rows, said, numbers)
    columns = _points(grid.columns, said, numbers)
    _superlatives(grid.rows, rest, rows)
    _superlatives(grid.columns, rest, columns)
    for number, points in enumerate(_roles(grid.columns, rest)):
        columns[number] += points
    for number, points in enumerate(_roles(grid.rows, rest)):
        rows[number] += points
    for other in every:
        _anchor(grid, figure, other, rows)
    topic = len((said & concepts(f"{grid.about} {grid.corner}")) - {"#"})
    return Chosen(grid, tuple(rows), tuple(columns), topic)


def _points(labels: Sequence[str], said: frozenset[str], numbers: frozenset[Decimal]) -> list[int]:
    words = [concepts(label) for label in labels]
    shared = Counter(word for some in words for word in some)
    common = {word for word, many in shared.items() if many == len(labels) > 1}
    points = []
    for label, some in zip(labels, words, strict=True):
        # A word and the thing that it means are one.
        plain = sum(SAME for word in (some & said) - common if not word.startswith("#") and not word[0].isdigit())
        meant = sum(SAME for word in (some & said) - common if word.startswith("#"))
        told = {each for each in _numbers(label) if each in numbers or (0 < each < 1 and each * HUNDRED in numbers)}
        points.append(max(plain, min(meant, plain + 1)) + NUMBER * bool(told))
    return points


def _numbers(text: str) -> frozenset[Decimal]:
    found = {Decimal(match.group().replace(",", "")).normalize() for match in _NUMBER.finditer(text)}
    found |= {(one.value * HUNDRED).normalize() for one in printed_multiples(text) if one.told == "part"}
    return frozenset(found)


def _superlatives(labels: Sequence[str], text: str, points: list[int]) -> None:
    """ "On the largest drives": the row whose label has the greatest number."""
    sized = {at: size for at, label in enumerate(labels) if (size := _size(label)) is not None}
    if len(sized) < 2 or len(set(sized.values())) < len(sized):
        return
    for cue, pick in ((_MOST, max), (_LEAST, min)):
        if cue.search(text):
            points[pick(sized, key=lambda at: sized[at])] += NUMBER


def _size(label: str) -> Decimal | None:
    match = _SIZED.search(label)
    if not match:
        return None
    return Decimal(match[1].replace(",", "")) * Decimal(10) ** _SCALE.get((match[2] or "").lower(), 0)


def _roles(labels: Sequence[str], text: str) -> list[int]:
    """Points for the old and the new one of two labels that are alike but for a number, or of two columns of values."""
    points = [0] * len(labels)
    known = [
        (at, label) for at, label in enumerate(labels) if re.search(r"\d|old|new|before|after", label, re.IGNORECASE)
    ]
    stems = {re.sub(r"[\d.]+", "#", label) for _, label in known}
    if len(known) == 2 and len(stems) == 1:
        old, new = (at for at, _ in known)
        points[new] += ROLE * bool(_NEW.search(text))
        points[old] += ROLE * bool(_OLD.search(text))
    return points


def _anchor(grid: Grid, figure: Figure, other: Figure, rows: list[int]) -> None:
    """A value of the sentence that one row of the table prints: the figure is of that row."""
    if other.amount is None or other is figure:
        return
    value = other.ways[0]
    found = {one.row for one in grid.entries if one.amount.kind == other.amount.kind and one.value.meets(value)}
    if len(found) == 1:
        rows[found.pop()] += ANCHOR
