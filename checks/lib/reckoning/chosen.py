"""Which rows and columns of a grid a sentence speaks of: by its words, its numbers, "the largest" and "the new one"."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.language.concepts import concepts
from checks.lib.reckoning.figures import Figure
from checks.lib.reckoning.grid import Grid
from checks.lib.reckoning.sums import Sum
from schemas.interval import Interval
from schemas.multiples import printed_multiples, shares
from schemas.number_words import ANY_NUMBER, SETS, either, spelled

WORD, ROLE, NUMBER, ANCHOR, COUNTED, ONLY = 1, 1, 2, 3, 2, 1  # points
NEAR = Decimal("0.03")  # "some eight thousand tokens", of 8,192
FEW = 2  # rows, or columns, of which two need no word to be held against each other
TITLE = 2  # points for words of what stands over the table
_MOST = re.compile(
    r"\b(?:largest|biggest|heaviest|highest|most|busiest|longest|top|widest|roomiest|newest|latest|giant|flagship|maximum|full(?:est)?|flat out)\b",
    re.IGNORECASE,
)
_LEAST = re.compile(r"\b(?:smallest|lightest|lowest|least|fewest|shortest|tiniest|narrowest|oldest|minimum|baby)\b", re.IGNORECASE)
_NEW = re.compile(
    r"\b(?:new(?:er|est)?|current|latest|now|today|this (?:release|version|year)|after|rewrite|rework\w*|our|present|successor|"
    r"replacement|upgrade[ds]?|most recent|became|becomes?)\b",
    re.IGNORECASE,
)
_OLD = re.compile(
    r"\b(?:old(?:er)?|previous|predecessor|forerunner|before|former(?:ly)?|last|earlier|used to|replaced|prior|original\w*|classic\w*|"
    r"than it|until now)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_LATEST = re.compile(r"\b(?:newest|latest|most recent|youngest)\b", re.IGNORECASE)
_FIRST = re.compile(r"\b(?:oldest|earliest|first)\b", re.IGNORECASE)
_PAIRED = re.compile(r"\b(?:old|new|before|after|previous|current|baseline|optimi[sz]ed|off|on|without|with|today|last|this)\b|[\d.]+", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
_SPELLED = re.compile(rf"(?<![\w-])(?P<n>{either(SETS)}|{ANY_NUMBER}(?: (?:hundred|thousand|million))?)\b", re.IGNORECASE)
_SCALE = {"k": 3, "m": 6, "b": 9, "t": 12, "kb": 3, "mb": 6, "gb": 9, "tb": 12, "kib": 3, "mib": 6, "gib": 9, "tib": 12}
_SIZED = re.compile(r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)\s?([kKmMbBtTgG]i?[bB]?)?\b")
HUNDRED = Decimal(100)


@dataclass(frozen=True, slots=True)
class Chosen:
    """Points of each row and column of a grid, by what a sentence says of them."""

    grid: Grid
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    topic: int  # words that the sentence shares with what stands over the table, at most TITLE
    counts: frozenset[Decimal]  # numbers that it says

    def points(self, one: Sum) -> int:
        """How much of a sum's rows and columns the sentence says."""
        counted = COUNTED if one.many and Decimal(one.many) in self.counts else 0
        return self._axis(self.rows, one.rows, one) + self._axis(self.columns, one.columns, one) + counted

    def _axis(self, points: Sequence[int], some: frozenset[int], one: Sum) -> int:
        """The points of a row, or those of two that are both said; two of many of which one is not said are not meant."""
        mine = [points[at] for at in sorted(some)]
        if one.op in ("per", "product"):
            return max(mine, default=0)
        if len(mine) < FEW or min(mine) > 0 or one.only:
            return sum(mine)
        return -1


def chosen(grid: Grid, figure: Figure, every: Sequence[Figure]) -> Chosen:
    """The points of a grid's rows and columns for a figure's sentence."""
    words = figure.sentence.passage.words
    rest = f"{words[: figure.start]} | {words[figure.end :]}"
    said, numbers = concepts(f"{rest} | {_unit(figure)}"), _numbers(rest)
    axes = []
    for labels in (grid.rows, grid.columns):
        points = _points(labels, said, numbers, grid.corner)
        _superlatives(labels, rest, points)
        _roles(labels, rest, points)
        axes.append(points)
    _multiplied(grid.rows, rest, axes[0])
    _counted(grid, numbers, axes[0])
    _newest(grid, rest, axes[0])
    for other in every:
        _anchor(grid, figure, other, axes[0])
    _only(grid, figure, axes[1])
    over = concepts(f"{grid.about} | {grid.corner}")
    topic = sum(not word.startswith("#") and not word[0].isdigit() for word in said & over)
    return Chosen(grid, tuple(axes[0]), tuple(axes[1]), min(topic, TITLE), numbers)


def _unit(figure: Figure) -> str:
    """The words of a value behind its number: "searches a second"."""
    return figure.text.partition(" ")[2] if figure.amount else ""


def _points(labels: Sequence[str], said: frozenset[str], numbers: frozenset[Decimal], corner: str) -> list[int]:
    words = [concepts(label) for label in labels]
    told = [some for label, some in zip(labels, words, strict=True) if label != corner]
    shared = Counter(word for some in told for word in some)
    common = {word for word, many in shared.items() if many == len(told) > 1}
    points = []
    for label, some in zip(labels, words, strict=True):
        told = (some & said) - common
        plain = sum(not word.startswith("#") and not word[0].isdigit() for word in told)
        meant = sum(word.startswith("#") for word in told)  # a word and the thing that it means count once
        points.append(WORD * max(plain, min(meant, plain + 1)) + NUMBER * _numbered(label, numbers))
    return points


def _numbered(label: str, numbers: frozenset[Decimal]) -> bool:
    """Whether a sentence says a number of a label: "8,192" as eight thousand, "0.99" as 99 of every 100."""
    mine = [Decimal(match.group().replace(",", "")) for match in _NUMBER.finditer(label)]
    mine += [Decimal(number) for match in _SPELLED.finditer(label) if (number := _worth(match["n"]))]
    return any(abs(one - said) <= NEAR * one or one * HUNDRED == said for one in mine if one for said in numbers)


def _numbers(text: str) -> frozenset[Decimal]:
    found = {Decimal(match.group().replace(",", "")) for match in _NUMBER.finditer(text)}
    found |= {Decimal(number) for match in _SPELLED.finditer(text) if (number := _worth(match["n"]))}
    for _, _, share in shares(text):
        found.add(round((share.lower + share.upper) / 2 * HUNDRED, 1))
    return frozenset(found)


def _worth(word: str) -> int | None:
    return SETS.get(word.lower()) or spelled(word)


def _superlatives(labels: Sequence[str], text: str, points: list[int]) -> None:
    """"On the largest drives": the row whose label has the greatest number."""
    sized = {at: size for at, label in enumerate(labels) if (size := size_of(label)) is not None}
    if len(sized) < FEW or len(set(sized.values())) < len(sized):
        return
    for cue, pick in ((_MOST, max), (_LEAST, min)):
        if cue.search(text):
            points[pick(sized, key=lambda at: sized[at])] += NUMBER


def _counted(grid: Grid, numbers: frozenset[Decimal], points: list[int]) -> None:
    """"The 48-core part": the one row that prints such a count."""
    for number in numbers:
        found = {one.row for one in grid.entries if one.amount.kind == "count" and number > 1 and number in one.value}
        if len(found) == 1:
            points[found.pop()] += NUMBER


def _newest(grid: Grid, text: str, points: list[int]) -> None:
    """The row with the latest, or the first, year."""
    years = [one for one in grid.entries if _YEAR.fullmatch(grid.document.text[one.start : one.end])]
    for cue, pick in ((_LATEST, max), (_FIRST, min)):
        if years and cue.search(text):
            points[pick(years, key=lambda one: one.value.lower).row] += NUMBER


def _multiplied(labels: Sequence[str], text: str, points: list[int]) -> None:
    """"Quadrupling the smallest cluster": the row of four times as many as the one that is said."""
    sized = {at: size for at, label in enumerate(labels) if (size := size_of(label))}
    said = [at for at in sized if points[at] >= NUMBER]
    if len(said) == 1:
        times = [one for factor in printed_multiples(text) if factor.told == "times" for one in factor.ways]
        found = {at for at in sized for one in times if at != said[0] and sized[at] / sized[said[0]] in one}
        for at in found:
            points[at] += NUMBER


def size_of(label: str) -> Decimal | None:
    """The first number of a label: "22 TB", "8,192"; None without one."""
    match = _SIZED.search(label)
    if not match:
        return None
    return Decimal(match[1].replace(",", "")) * Decimal(10) ** _SCALE.get((match[2] or "").lower(), 0)


def _roles(labels: Sequence[str], text: str, points: list[int]) -> None:
    """Points for the old and the new one of two labels that are alike but for that."""
    stems = [_PAIRED.sub("#", label.lower()) for label in labels]
    pairs = [at for at, stem in enumerate(stems) if "#" in stem and stems.count(stem) == FEW]
    if len(pairs) == FEW:
        old, new = pairs
        points[new] += ROLE * bool(_NEW.search(text))
        points[old] += ROLE * bool(_OLD.search(text))


def _anchor(grid: Grid, figure: Figure, other: Figure, rows: list[int]) -> None:
    """A value of the sentence that one row of the table prints: the figure is of that row."""
    if other.amount is None or other is figure:
        return
    value = other.ways[0]
    found = {one.row for one in grid.entries if one.amount.kind == other.amount.kind and _near(one.value, value)}
    if len(found) == 1:
        rows[found.pop()] += ANCHOR


def _near(one: Interval, other: Interval) -> bool:
    return one.lower * (1 - NEAR) <= other.upper and other.lower <= one.upper * (1 + NEAR)


def _only(grid: Grid, figure: Figure, columns: list[int]) -> None:
    """The one column that has values of the figure's kind."""
    if figure.amount:
        found = {one.column for one in grid.entries if one.amount.kind == figure.amount.kind}
        if len(found) == 1:
            columns[found.pop()] += ONLY
