"""What ties a factor to two printed values by words alone: those of labels, of sentences, of what stands over them.

Looser than `tied`: no metric, no field and no phrase is asked for. So what is found by it says low.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.labels.couples import Couple
from checks.lib.labels.loose_said import ALONE, BOTH, ONE, Loose, Said
from checks.lib.labels.other_setting import other_number
from checks.lib.labels.slots import COLUMN, Sheet, Slot
from checks.lib.labels.spoken_kinds import SPEED
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import coded, every_root, names, root, roots, tokens
from checks.lib.quantities.asserted import Asserted
from checks.lib.ratios.of_couple import of_measures, ordered, over
from schemas.interval import Interval

MOST = 3  # words of the thing that count
NARROW = 2  # kinds that "less memory" and "less power" speak of
BROAD = Decimal("1.2")  # times the highest factor of two values over the lowest
VAGUE = Decimal(2)
SAME = Decimal("1.03")  # values that are no further apart are not compared
_PLACED = re.compile(r"(?:of|from|since|to)\b", re.IGNORECASE)
_LOOSE = re.compile(r"(?:of|as|what|times|from|since|to)\b", re.IGNORECASE)
_WHOLE = re.compile(r"\d[\d,]*")
_DETAIL = re.compile(r"[,(\[]")
_PER = re.compile(r"\bper (?!(?:second|minute|hour|day|week|month|year)\b)([a-z]{3,})")
_RELEASE = re.compile(r"(?:[A-Za-z][\w-]*\s)?v?\d+(?:\.\d+)+")
# The other of the two that a sheet compares: "than its predecessor", "the two are 5x apart".
_TWO = re.compile(
    r"\b(?:(?:than|over|versus|against|of|with|to) (?:its|their|the|our) (?:direct |immediate )?(?:predecessors?|"
    r"(?:previous|prior|last|former|older) (?:generation|version|release|one)s?)|the two (?:are|differ))\b",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"[\d.]+")


@dataclass(frozen=True, slots=True)
class Held:
    """A sheet with its couples and words, read once for all factors."""

    sheet: Sheet
    couples: tuple[Couple, ...]
    labels: frozenset[str]
    texts: str  # all of its labels
    numbers: frozenset[str]  # labels that are mere numbers: "512" of samples
    common: frozenset[str]  # words that all of its rows have
    rows: int
    columns: frozenset[str]  # the labels of its columns

    @classmethod
    def of(cls, slots: Sequence[Slot], some: tuple[Couple, ...]) -> "Held":
        """The sheet with what is asked of it again and again."""
        texts = {text for one in some for slot in (one.left, one.right) for _, text in slot.labels}
        text = " | ".join(sorted(texts))
        numbers = frozenset(root(text) for one in slots for _, text in one.labels if _WHOLE.fullmatch(text))
        rows = {one.of for one in some}
        return cls(
            slots[0].sheet,
            some,
            every_root(text),
            text,
            numbers,
            frozenset.intersection(*rows) if len(rows) > 1 else frozenset(),
            len(rows),
            frozenset(text for one in slots for name, text in one.labels if name == COLUMN),
        )


def of_couple(said: Said, one: Couple, held: Held) -> Loose | None:
    """The tie to two labelled values; None where the factor is of something else, or nothing speaks for it."""
    if not _can_be(said, one, held):
        return None
    own = said.document is held.sheet.document
    sides, thing, full = _sides(said, one), _thing(said, one, held, own=own), _full(said, one, held)
    thing = max(thing, int(full or _over(said, one) or _only_of_kind(said, one, held)))
    above = min(2, len(_words(said) & roots(tokens(held.sheet.about))))
    kind = one.left.amount.kind
    if kind == "price" and not said.kinds and sides < BOTH:
        return None
    # "14 % lower p95 in Europe": a change is from the one that is called before to the one called after.
    implied = full and thing > 1 and ordered(one)
    if not (sides > ALONE or implied or (sides and full and not own)) or not (
        thing or sides == BOTH or (held.rows == 1 and above) or (one.alone and kind in (said.kinds or SPEED))
    ):
        return None
    # "The north gate sees 2.2 times the footfall of March": March is what it is held against, the gate is the row.
    base = any(side.said(text) for side in one.sides for text in _bases(said.clause))
    told, near = _told(said.clause, one), sum(_told(said.piece, one))
    points = 2 * sides + 2 * thing + above + full + (kind in said.kinds) + 2 * base + 2 * sum(told)
    points += near + 2 * _against(said, one)
    places = (one.left.start, one.left.end), (one.right.start, one.right.end)
    labels = frozenset(side.label for side in one.sides)
    both = _around(said, one)
    factor, sure = one.factor.rounded, both or (full and one.alone and sides > ALONE)
    crossed = () if both or compares(said.clause, one) else tuple(_crossed(said, one, held))
    shown = held.sheet.document, places, factor, points, sides, thing, kind, own, labels, sure, crossed
    return Loose(*shown, turned=ordered(one), couple=one)


def _crossed(said: Said, one: Couple, held: Held) -> Iterator[Interval]:
    """What either value gives along the other axis: "82% less on A, and less on B" names rows, and is of columns."""
    starts, words = {one.left.start, one.right.start}, every_root(said.clause)
    for each in held.couples:
        if each.kind != one.kind and each.row <= words and not starts.isdisjoint((each.left.start, each.right.start)):
            yield each.factor.rounded


def _can_be(said: Said, one: Couple, held: Held) -> bool:
    kind = one.left.amount.kind
    if one.factor.rounded.upper < SAME or of_measures(one) or (said.kinds and kind not in said.kinds | {"count"}):
        return False
    # "$8.40, half of what ...": one of its two values is printed beside it.
    mine = [each for each in said.own if each.amount.kind == kind != "count"]
    if mine and not any(_meets(each, slot) for each in mine for slot in (one.left, one.right)):
        return False
    if any(any(opposed([said.clause], [side.label])) for side in one.sides) and not _contrasts(one, held):
        return False  # "read latency is cut by half" is of no write
    if _of_one_release(said, one, held):
        return False
    labels = " | ".join(text for slot in (one.left, one.right) for _, text in slot.labels)
    if other_number(said.clause, labels) or _per_another(said, one, labels):
        return False
    # "2.5x as fast as the A60" is of no two values of a sheet that knows no A60.
    known = held.labels | every_root(f"{held.sheet.about} | {held.sheet.document.title}")
    if any(coded(text) - known for text in over(said.clause) if not _PLACED.match(text)):
        return False
    # "Cuts cold start by 54%, and it trims RSS": what comes behind may be another row, if one is named before.
    text = said.led if names(said.led) & held.labels else said.clause
    named = names(text) & held.labels | every_root(text) & held.numbers
    return not named - every_root(labels)  # it says a row that is not theirs


def _only_of_kind(said: Said, one: Couple, held: Held) -> bool:
    """Whether a clause speaks of a kind of which a sheet has one property: "costs 60% less" beside one of prices."""
    kind = one.left.amount.kind
    alike = {each.of for each in held.couples if each.kind == one.kind and each.left.amount.kind == kind}
    return kind in said.kinds and len(said.kinds) <= NARROW and len(alike) == 1


def _contrasts(one: Couple, held: Held) -> bool:
    """Whether a sheet compares two settings and nothing else: its rows "spot" and "on demand", of one column each."""
    both = [one.left.start, one.right.start]
    others = (each for each in held.couples if each.kind != one.kind)
    return one.alone and not any(each.left.start in both or each.right.start in both for each in others)


def _per_another(said: Said, one: Couple, labels: str) -> bool:
    """Whether a factor is of what each of something does, of which two values know nothing: "power per terabyte"."""
    known = every_root(labels) | one.left.amount.per | one.left.amount.of | one.of
    return any(root(word) not in known for word in _PER.findall(_SPELLED.sub(" ", said.piece)))


_SPELLED = re.compile(r"\([^()]*\)")  # "TPOT (time per output token)"


def _of_one_release(said: Said, one: Couple, held: Held) -> bool:
    """Whether two values are of the one release that a clause says, where another one stands in the same sheet.

    "v0.8.0 brings 2.4x" is over v0.7.3, and compares no two rows of v0.8.0.
    """
    both = {text for _, text in one.left.labels} & {text for _, text in one.right.labels}
    mine = [text for text in both if _RELEASE.fullmatch(text) and _prints(said.clause, text)]
    return bool(mine) and any(text not in mine and _RELEASE.fullmatch(text) for text in held.texts.split(" | "))


def _meets(mine: Asserted, slot: Slot) -> bool:
    return mine.amount.readings.rounded.meets(slot.amount.readings.rounded)


def _words(said: Said) -> frozenset[str]:
    """The words that may tell the thing; where its clause prints a value, the other parts are of that."""
    return roots(tokens(said.piece if said.own else said.clause))


def _of(one: Couple, held: Held) -> frozenset[str]:
    return (one.of | one.left.amount.of) - held.common


def _thing(said: Said, one: Couple, held: Held, *, own: bool) -> int:
    told = len(_words(said) & _of(one, held))
    # "Stowaway 1" and "Stowaway 2" under the title "Stowaway 2": the page's own thing.
    return min(MOST, max(told, int(own and releases(one) and bool(one.of & every_root(said.above)))))


def _full(said: Said, one: Couple, held: Held) -> bool:
    """Whether a clause says all of the label that both share."""
    rest = [text for name, text in one.left.labels if name != one.kind and text]
    # Of "Nightly compaction, 640 GB" what follows the comma says how it was done, and hardly a sentence repeats it.
    heads = [head.lower() for text in rest if " " in (head := _DETAIL.split(text)[0].strip())]
    if any(_prints(said.clause, text) for text in rest) or any(_prints(said.clause.lower(), one) for one in heads):
        return True
    return bool(_of(one, held)) and _of(one, held) <= _words(said)


def _prints(text: str, label: str) -> bool:
    return bool(re.search(rf"(?<![\w-]){re.escape(label)}(?![\w-])", text))


def _told(text: str, one: Couple) -> list[bool]:
    """Which of two sides a text says; "graph" beside "graph + PQ" by being said without the "PQ"."""
    told = [side.said(text) for side in one.sides]
    bare = [not any(side.ways) for side in one.sides]
    words = every_root(text)
    return [
        told[at] or (bare[at] and not told[1 - at] and every_root(side.label) <= words)
        for at, side in enumerate(one.sides)
    ]


def _half_told(text: str, one: Couple) -> list[bool]:
    """Which of two sides a text says, or a word of: a label often says more than prose ("int4, group 64")."""
    return [whole or side.partly(text) for whole, side in zip(_told(text, one), one.sides, strict=True)]


def _around(said: Said, one: Couple) -> bool:
    """Whether a clause says one side ahead of its factor, and the other behind it."""
    at = said.clause.find(said.quote)
    return set_around(said.clause[: max(0, at)], said.clause[max(0, at) + len(said.quote) :], one)


def compares(clause: str, one: Couple) -> bool:
    """Whether a clause holds one side against the other: "with io_uring as with sync", not "on A, and less on B"."""
    texts = (text for text in over(clause) if not _PLACED.match(text))
    return any(sum(side.said(text) for side in one.sides) == 1 for text in texts)


def set_around(ahead: str, behind: str, one: Couple) -> bool:
    """Whether one side is said in the one text, and the other in the other one."""
    before, after = _half_told(ahead, one), _half_told(behind, one)
    return any(before[each] and after[1 - each] and not before[1 - each] for each in (0, 1))


def _against(said: Said, one: Couple) -> bool:
    """Whether a factor is said to be over one side by more than an "of", which also leads to rows."""
    return any(every_root(side.label) <= every_root(text) for side in one.sides for text in firmly(said.clause))


def firmly(clause: str) -> tuple[str, ...]:
    """What a clause compares with by more than an "of" or a "from"."""
    return tuple(text for text in over(clause) if not _LOOSE.match(text))


def _bases(clause: str) -> tuple[str, ...]:
    """What a clause holds its thing against: what "than" leads to, else what an "of" may lead to."""
    return firmly(clause) or over(clause)


def _over(said: Said, one: Couple) -> bool:
    """Whether a side is what a factor of its very kind is said to be over: "less memory than the plain graph"."""
    narrow = one.left.amount.kind in said.kinds and len(said.kinds) <= NARROW
    return narrow and any(
        every_root(side.label) <= every_root(text) for side in one.sides for text in over(said.clause)
    )


def _sides(said: Said, one: Couple) -> int:
    told = _told(said.clause, one)
    partly = [side.partly(said.clause) for side in one.sides]
    if all(told) or all(partly):
        return BOTH
    if any(told):
        other = told.index(False)
        ends = one.alone or (ordered(one) and (one.first or one.last))
        return BOTH if partly[other] or one.sides[other].said(said.above) else ONE if ends or _over(said, one) else 0
    if releases(one) and _of_its_row(said, one):
        return ONE
    # "The move to Hollin" is of the column "Hollin 2.1" of two, and of no "Old tool".
    if one.alone and _TWO.search(said.clause):
        return ONE
    if one.alone and sum(bool(names(f"the {side.label}") & names(said.clause)) for side in one.sides) == 1:
        return ONE
    return (ONE if ordered(one) else ALONE) if one.alone else 0


def _of_its_row(said: Said, one: Couple) -> bool:
    """Whether a clause, or what stands over it, is of the row of two releases; two numbers ask for all of its words."""
    numbered = all(side.label.isdigit() for side in one.sides)
    if numbered:
        return one.of <= every_root(said.clause)
    return bool(one.of & every_root(f"{said.clause} | {said.above}"))


def releases(one: Couple) -> bool:
    """Whether two labels differ in a number only: an older and a newer release."""
    left, right = (_DIGITS.sub("", side.label).strip() for side in one.sides)
    return left == right and (ordered(one) or not all(map(_DIGITS.search, (side.label for side in one.sides))))


def vague(factor: Interval) -> bool:
    """Whether a quotient is too rough to contradict anything: that of "1 TB" and "256 GB" allows 2 to 6."""
    return factor.upper >= VAGUE * factor.lower


def broad(factor: Interval) -> bool:
    """Whether a quotient is too rough to acquit: "1 KB" and "3" allow 1.7 to 7, and so nearly every factor."""
    return factor.upper >= BROAD * factor.lower
