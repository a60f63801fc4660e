"""Shares of another row's value, or of a peak that only the text prints: "keeps 99.3% of the dense model's F1".

The phrase behind "of" names the whole: a row and perhaps its column, or a peak. What stands before the share names the
part. Both axes of a table may hold the sides: models in rows, or FP16 and INT8 in columns.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.labels.about import Told
from checks.lib.labels.slots import COLUMN, Slot
from checks.lib.language.assertions import is_said
from checks.lib.language.concepts import concepts
from checks.lib.language.tokens import every_root, root
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.dimensions import dims_of_kind
from checks.lib.telling.facts import Fact
from schemas.interval import Interval, ulp

HUNDRED = Decimal(100)
MOST = Decimal(3)  # times the whole
SURE = 2  # of a part that the clause of a share names, or that nothing but the whole stands beside
FINE = Decimal("0.003")  # of the whole: what a hair of rounding is
_SHARE = re.compile(
    r"(?<![\w.,–-])(?P<n>\d{1,3}(?:\.\d+)?)\s?(?:%|per ?cent)\s(?:of|as\s(?:much|many|fast|high|good)\sas)\s"
    r"(?P<of>[^\d\s.;:,()][^.;:,()]*|\w[^.;:,()]*)",
    re.IGNORECASE,
)
# What ends the phrase that names the whole: another clause, or the case that both are of.
_END = re.compile(
    r"\s(?:and|but|while|whereas|with|at|for|when|if|by|so|because|where|which|that\s(?:is|are)|in\s(?:a|the)\s\w+\srun)\s"
)
# A change, a bound, a rate of success: no share of one of two values that are printed.
_NOT = re.compile(
    r"\b(?:by|up|down|another|extra|saves?|saved|cuts?|grew|rose|fell|top|under|over|least|most|than|nearly|almost|"
    r"up to|if|would|could|should|may|must|target\w*|goal|aims?|expect\w*|plan\w*)\s(?:\w+\s)?$",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"(?:\b(?:about|around|roughly|some|approximately)\s|~)$", re.IGNORECASE)
_OWNER = re.compile(r"[’']s?\b")  # else the "s" of "model's" is that of "seq/s"
_COUNTED = re.compile(
    r"(?:all|the|these|our)?\s?(?:requests|queries|users|customers|cases|reads|writes|traffic|time)\b"
)
_PEAK = frozenset(map(root, "peak ceiling roofline maximum theoretical limit nominal rated".split()))
_BREAK = re.compile(r"[;:(](?=\s|\w)|,\s|\s(?:and|but|while|whereas)\s")

_LEFT = re.compile(
    r"\b(?:unused|idle|left|free|spare|remain\w*|sav\w+|less|lost|unfilled|empty|wast\w+|cut|off|below|short)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Said:
    """A share that a sentence prints of what `whole` says; `before` are texts that may name its part, near first."""

    sentence: Sentence
    match: re.Match[str]
    whole: str
    before: tuple[str, ...]

    @property
    def allowed(self) -> Interval:
        """What its print leaves open."""
        half = ulp(self.match["n"]) / HUNDRED / 2
        if _ABOUT.search(self.sentence.passage.words[: self.match.start()]):
            half += Decimal("0.02")
        value = Decimal(self.match["n"]) / HUNDRED
        return Interval(value - half - FINE, value + half + FINE)


@dataclass(frozen=True, slots=True)
class Given:
    """The cell that a share is of, what it is a share of, and what the two come to."""

    part: Slot
    whole: Slot | Fact
    value: Interval


def shares_said(sentence: Sentence) -> Iterator[Said]:
    """The shares of a sentence that say of what they are."""
    text = sentence.passage.words
    said = is_said(text.replace("theoretical", "")) and not sentence.past
    for match in _SHARE.finditer(text) if said else ():
        if _NOT.search(text[: match.start()]) or _COUNTED.match(match["of"]):
            continue
        whole = _OWNER.sub(" ", _END.split(match["of"])[0])
        rest = text[match.start("of") + len(_END.split(match["of"])[0]) :]
        yield Said(sentence, match, whole, _before(text[: match.start()], rest))


def _before(ahead: str, rest: str) -> tuple[str, ...]:
    """The clause of a share, then what leads to it, then what follows: each may name its part."""
    last = max((one.end() for one in _BREAK.finditer(ahead)), default=0)
    near = ahead[last:] + (rest if rest.startswith((" with", " at", " for", " when")) else "")
    return near, ahead, rest


def of_rows(said: Said, told: Told) -> tuple[list[Given], bool]:
    """What the cells give for the row and the column that a share is said of, and whether any cell may bear it out.

    A share that only the next row has is the slip that is looked for, where its own clause names the part.
    """
    every = [one for lines in _axes(told) for one in _of_axis(said, lines)]
    surest = max((sure for _, sure in every), default=0)
    meant = [given for given, sure in every if sure == surest > 0]
    able = meant if surest == SURE else [given for given, _ in every]
    return meant, any(_bears_out(one.value, said) for one in able)


def _bears_out(share: Interval, said: Said) -> bool:
    """Whether a share, or what it leaves, is the one that is said: "58% of its reservation unused" of 105 of 250."""
    rest = Interval(1 - share.upper, 1 - share.lower)
    return share.meets(said.allowed) or bool(_LEFT.search(said.sentence.passage.words) and rest.meets(said.allowed))


Lines = Mapping[str, Mapping[str, Slot]]


def _axes(told: Told) -> Iterator[Lines]:
    """The cells by what they measure and by whose they are: columns of rows, and rows of columns."""
    down: dict[str, dict[str, Slot]] = defaultdict(dict)
    across: dict[str, dict[str, Slot]] = defaultdict(dict)
    for slot in told.slots:
        row = " ".join(label for kind, label in slot.labels if kind != COLUMN)
        down[slot.column].setdefault(row, slot)
        across[row].setdefault(slot.column, slot)
    yield down
    if told.sheet.table:
        yield across


def _of_axis(said: Said, lines: Lines) -> Iterator[tuple[Given, int]]:
    """Each share that a line of values gives of the whole that is named; and how surely it is what is meant."""
    able = {name: some for name, some in lines.items() if len({one.amount.kind for one in some.values()}) == 1}
    able = {name: some for name, some in able.items() if len(some) > 1}
    named = _lines_named(said, able)
    for name, some in able.items():
        whole = _side(said.whole, some)
        if whole is None:
            continue
        part, sure = _part(said, some, whole)
        for side, slot in some.items():
            if side != whole and (value := _share(slot, some[whole].amount.readings.rounded)):
                yield Given(slot, some[whole], value), sure if side == part and name in named else 0


def _lines_named(said: Said, lines: Lines) -> list[str]:
    """The lines whose label the whole says, else the sentence; all, where there is but one."""
    if len(lines) == 1:
        return list(lines)
    for text in (said.whole, *said.before):
        words = concepts(text)
        points = {name: len(concepts(name) & words) for name in lines}
        best = [name for name, many in points.items() if many and many == max(points.values())]
        if best:
            return best if len(best) == 1 else []
    return []


def _side(text: str, some: Mapping[str, Slot]) -> str | None:
    """The one side that a text names best, by the words that not all sides have."""
    words = {side: every_root(side) for side in some}
    shared = frozenset.intersection(*words.values())
    here = every_root(text)
    points = {side: len((mine - shared) & here) for side, mine in words.items()}
    best = [side for side, many in points.items() if many and many == max(points.values())]
    return best[0] if len(best) == 1 else None


def _part(said: Said, some: Mapping[str, Slot], whole: str) -> tuple[str | None, int]:
    """The side that the share is of: the one named beside it, else the only other one; and how surely it is."""
    others = {side: slot for side, slot in some.items() if side != whole}
    if len(others) == 1:
        return next(iter(others)), SURE
    known = every_root(whole)
    found = [_side(_without(text, known), others) for text in said.before]
    return (found[0], SURE) if found[0] else (next((one for one in found if one), None), 1)


def _without(text: str, known: frozenset[str]) -> str:
    """A text without the words of the whole, which it may say before: "12x faster than the dense one"."""
    return " ".join(word for word in text.split() if not every_root(word) <= known)


def _share(slot: Slot, whole: Interval) -> Interval | None:
    part = slot.amount.readings.rounded
    if not (part.bounded and whole.bounded and part.lower > 0 and whole.lower > 0):
        return None
    value = part / whole
    return value if value.upper < MOST else None


def of_peak(said: Said, told: Told, facts: Sequence[Fact]) -> tuple[list[Given], bool]:
    """The same of a peak that the text around a table prints once: "the ceiling is about 2,000 GB/s"."""
    meant, borne = list[Given](), False
    if not every_root(said.whole) & _PEAK:
        return meant, borne
    for some in next(_axes(told)).values():
        peaks = _peaks(some, facts)
        part, _ = _part(said, {**some, "": next(iter(some.values()))}, "")
        for peak in peaks:
            for side, slot in some.items():
                if value := _share(slot, Interval(peak.middle, peak.middle)):
                    borne = borne or value.meets(said.allowed)
                    meant += [Given(slot, peak, value)] if side == part and len(peaks) == 1 else []
    return meant, borne


def _peaks(some: Mapping[str, Slot], facts: Sequence[Fact]) -> list[Fact]:
    """The values of the text of a column's kind that are above all of it, each once."""
    kind = {one.amount.kind for one in some.values()}
    if len(kind) != 1 or not kind & {"bandwidth", "compute", "power"}:
        return []
    most = max(one.amount.readings.rounded.lower for one in some.values())
    dims = dims_of_kind(kind.pop())
    cells = {one.start for one in some.values()}
    others = (one for one in facts if one.dims == dims and one.start not in cells and not one.entity)
    above = {one.middle: one for one in others if one.middle >= most}
    return list(above.values())
