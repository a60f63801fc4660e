"""Columns of total times that are a wait and so many of something at a rate: TTFT plus 256 tokens at 54 tokens/s.

How many there are stands in the header of the total, over the table or in a note. That it is so the other rows show.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain, product

from checks.lib.labels.about import Index, Told
from checks.lib.labels.slots import COLUMN, Slot
from checks.lib.language.tokens import root
from checks.lib.statements.passages import Passage
from schemas.interval import Interval

ENOUGH = 2  # rows that show it
SHARP = Decimal("0.06")  # of a total: what a row's print may leave open
SLACK = Decimal("0.004")
MANY = 6  # numbers of one noun that a page prints
_NUMBER = re.compile(r"(?<![\w.,$€£-])(?P<n>\d{1,3}(?:,\d{3})+|\d{2,7})[ -](?:[a-z]+[ -])?(?P<noun>[a-z]{3,}?)s?\b")
_EACH = re.compile(r"\b(?:TPOT|ITL|inter-token)\b|(?:\bper|/)\s?(?:output )?(?P<noun>[a-z]{3,})\b", re.IGNORECASE)
Rows = Mapping[str, Mapping[str, Slot]]


@dataclass(frozen=True, slots=True)
class Many:
    """So many of a noun, at [start, end) of a document; in a passage, or in the header of the total."""

    number: Decimal
    noun: str
    passage: Passage | None = None
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Timed:
    """`whole` is the sum of `wait` and of `many` at a pace in the rows of `fitting`, and not of `failing`."""

    whole: str
    wait: str
    pace: str
    many: Many
    fitting: Mapping[str, Interval]
    failing: Mapping[str, Interval]
    rows: Rows

    def cells(self, row: str) -> list[Slot]:
        """The cells of a row that it is of."""
        return [self.rows[row][name] for name in (self.wait, self.pace, self.whole) if name]


def timed(told: Told, index: Index) -> Iterator[Timed | None]:
    """The columns of a table that a wait and a pace give in most rows, and not in all.

    None for a column whose header says how many it is of, and that no wait and pace give.
    """
    rows = _rows(told)
    columns = {name: kind for some in rows.values() for name, kind in _kinds(some).items()}
    times = [name for name, kind in columns.items() if kind == "time" and not _EACH.search(name)]
    paces = [name for name, kind in columns.items() if kind == "rate" or (kind == "time" and _EACH.search(name))]
    said = _said(told, index) if times and paces and len(rows) > ENOUGH else []
    for whole in times if paces else ():
        waits = ["", *(name for name in times if name != whole)]
        headed = list(_headed(whole))
        able = [*headed, *said]
        found = [_held(rows, whole, *two, many) for two in product(waits, paces) for many in able]
        best = max((one for one in found if one), key=lambda one: len(one.fitting), default=None)
        if (best and best.failing) or (headed and best is None):
            yield best


def _rows(told: Told) -> Rows:
    found: dict[str, dict[str, Slot]] = defaultdict(dict)
    for slot in told.slots:
        found[" | ".join(label for kind, label in slot.labels if kind != COLUMN)].setdefault(slot.column, slot)
    return found


def _kinds(some: Mapping[str, Slot]) -> dict[str, str]:
    return {name: slot.amount.kind for name, slot in some.items() if name}


def _headed(whole: str) -> Iterator[Many]:
    """How many the header of a total says: "Total for 256 tokens", "E2E (s), 512 output tokens"."""
    for match in _NUMBER.finditer(whole):
        yield Many(_number(match), root(match["noun"]))


def _said(told: Told, index: Index) -> list[Many]:
    """How many the title over a table and the sentences of its page say, each number once."""
    passages = [one.passage for one in index.sentences(told.sheet.document)]
    found: dict[tuple[Decimal, str], Many] = {}
    for passage in passages:
        for match in _NUMBER.finditer(passage.words):
            one = Many(_number(match), root(match["noun"]), passage, *match.span())
            found.setdefault((one.number, one.noun), one)
    heads = (Many(_number(match), root(match["noun"])) for match in _NUMBER.finditer(told.sheet.about))
    for one in heads:
        found.setdefault((one.number, one.noun), one)
    return list(found.values())


def _number(match: re.Match[str]) -> Decimal:
    return Decimal(match["n"].replace(",", ""))


def _held(rows: Rows, whole: str, wait: str, pace: str, many: Many) -> Timed | None:
    if wait == pace:
        return None
    fitting, failing = dict[str, Interval](), dict[str, Interval]()
    for label, some in rows.items():
        if not all(name in some for name in (whole, pace, *filter(None, (wait,)))):
            continue
        given = _given(some, wait, pace, many)
        printed = some[whole].amount.readings.rounded
        if given is None or not printed.bounded or given.upper - given.lower > SHARP * given.upper:
            return None
        meets = given.lower * (1 - SLACK) <= printed.upper and printed.lower <= given.upper * (1 + SLACK)
        (fitting if meets else failing)[label] = given
    distinct = {some.lower for some in fitting.values()}
    enough = len(distinct) >= ENOUGH and len(failing) * 2 <= len(fitting)
    return Timed(whole, wait, pace, many, fitting, failing, rows) if enough else None


def _given(some: Mapping[str, Slot], wait: str, pace: str, many: Many) -> Interval | None:
    slot = some[pace]
    mine = slot.amount.readings.rounded
    nouns = slot.amount.of | {root(one["noun"]) for one in _EACH.finditer(pace) if one["noun"]}
    if not mine.bounded or mine.lower <= 0 or (nouns and many.noun not in nouns):
        return None
    number = Interval(many.number, many.number)
    run = number / mine if slot.amount.kind == "rate" else Interval(many.number - 1, many.number) * mine
    before = some[wait].amount.readings.rounded if wait else Interval(Decimal(0), Decimal(0))
    return Interval(run.lower + before.lower, run.upper + before.upper) if before.bounded else None


def said_again(one: Timed, index: Index) -> Many | None:
    """Where a sentence says of how many the total is, if its header alone was read: the note that a reader checks."""
    if one.many.passage:
        return one.many
    document = next(iter(chain.from_iterable(some.values() for some in one.rows.values()))).document
    notes: Sequence[Passage] = [each.passage for each in index.sentences(document)]
    found = (
        Many(one.many.number, one.many.noun, passage, *match.span())
        for passage in notes
        for match in _NUMBER.finditer(passage.words)
        if _number(match) == one.many.number and root(match["noun"]) == one.many.noun
    )
    return next(found, None)
