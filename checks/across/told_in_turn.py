"""Values that a sentence tells "respectively" of several things, against the table that prints the most of them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.quantities.plain_numbers import Plain, allowed, plain_numbers
from checks.lib.statements.passages import Passage, passages, quoted
from checks.lib.statements.rows import cell
from checks.lib.statements.table_lines import Slot, slots
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip

CODE = "told-in-turn"
FURTHEST = 3  # times the cell; beyond it the value is of something else
FEW = 2  # digits of the one value that must tie two of them to a table
Placed = tuple[Slot, list[tuple[int, int]]]
_IN_TURN = re.compile(r",?\s?\brespectively\b|\bin (?:that|this) order\b", re.IGNORECASE)
_JOIN = re.compile(r"[^\d.;:]{0,14}?(?:,|,?\s(?:and|or|vs\.?|versus|&))\s+(?:[a-z~≈]{1,7}\s)?[$€£]?|[^\d.;:,]{0,8}/\s?")


@dataclass(frozen=True, slots=True)
class _Told:
    """A list of values of a sentence with "respectively"."""

    passage: Passage
    values: tuple[Plain, ...]
    lead: str  # the words ahead of the list


@check(CODE, version=1, severity="low", since="0.1.0")
def told_in_turn(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Values told "respectively" are those of the table that prints the others of them for the same things.

    Why:
        "A and B have 693 and 565 lines, respectively" is two statements in one, and who copies the values by hand
        swaps two digits of one of them, or the two values.

    Flags:
        Low: a sentence whose "respectively" gives so many values to as many rows, columns or tables that it names in
        that order, of which all but one stand in one column, row or cell of them as printed and one does not; or all
        of them do in another order.

    Passes:
        Values that any table of the page prints so, rounded as the sentence rounds.

    Does not judge:
        Names that no table has (a document that tells values of such things alone is skipped); one value of two that
        has fewer than two digits; values more than three times off.
    """
    for document in corpus.documents:
        every = slots(document) if document.tables else ()
        told = [one for passage in passages(document) for one in _lists(passage)] if every else []
        placed = [(one, _placed(one, every)) for one in told]
        if told and not any(lists for _, lists in placed):
            reason = 'not applicable, because no table names the things that it tells values of "respectively"'
            yield Skip(CODE, (document.name,), reason)
        for one, lists in placed:
            yield from _judge(document, one, lists)


def _lists(passage: Passage) -> Iterator[_Told]:
    text = passage.words
    for match in _IN_TURN.finditer(text):
        found = [one for one in plain_numbers(text) if one.end <= match.start()]
        run: list[Plain] = []
        for one in reversed(found):
            if run and not _JOIN.fullmatch(text, one.end, run[0].start):
                break
            run.insert(0, one)
        if len(run) > 1:
            yield _Told(passage, tuple(run), text[: run[0].start])


def _placed(told: _Told, every: Sequence[Slot]) -> list[Placed]:
    """The slots of which a sentence names as many things as it tells values, with their places in its order."""
    return [(slot, ordered) for slot in every if len(ordered := slot.named(told.lead)) == len(told.values)]


def _judge(document: Document, told: _Told, lists: Sequence[Placed]) -> Iterator[Finding]:
    wrong: list[tuple[Slot, list[tuple[int, int]], tuple[int, ...]]] = []
    for slot, places in lists:
        hits = [_has(one, slot, place) for one, place in zip(told.values, places, strict=True)]
        if all(hits):
            return
        if sum(hits) == len(hits) - 1 and _tied(told, hits):
            at = hits.index(False)
            if _near(told.values[at], slot, places[at]):
                # A total is said rather than its one part that prints the same: the last row comes first.
                wrong.insert(0, (slot, places, (at,)))
        elif _exchanged(told, slot, places):
            wrong.append((slot, places, (0, 1)))
    if wrong:
        yield _finding(document, told, *wrong[0])


def _has(one: Plain, slot: Slot, place: tuple[int, int]) -> bool:
    value = slot.value(place)
    return value is not None and allowed(one, value)


def _tied(told: _Told, hits: Sequence[bool]) -> bool:
    """Whether what is right is more than chance: two values, or one of two digits."""
    right = [one for one, hit in zip(told.values, hits, strict=True) if hit]
    return len(right) > 1 or (len(right) == 1 and right[0].figures >= FEW)


def _near(one: Plain, slot: Slot, place: tuple[int, int]) -> bool:
    value = slot.value(place)
    return value is not None and value > 0 and Decimal(1) / FURTHEST <= one.value / value <= FURTHEST


def _exchanged(told: _Told, slot: Slot, places: Sequence[tuple[int, int]]) -> bool:
    """Whether each of two values stands where the other one should."""
    if len(places) != len({slot.value(place) for place in places}) or len(places) != 2:
        return False
    crossed = zip(told.values, reversed(places), strict=True)
    return all(one.figures >= FEW and _has(one, slot, place) for one, place in crossed)


def _finding(
    document: Document, told: _Told, slot: Slot, places: Sequence[tuple[int, int]], wrong: tuple[int, ...]
) -> Finding:
    start, values = told.passage.start, told.values
    said = quoted(document, start + values[0].start, start + values[-1].end)
    cells = [cell(document, slot.tables[at], row + 1, slot.columns[at]) for at, row in places]
    printed = f"{slot.tables[places[0][0]].name} prints {' and '.join(one.quote for one in cells)}"
    names = " and ".join(slot.labels[at] for at, _ in places)
    odd = [cells[at] for at in wrong]
    rest = [one for one in cells if one not in odd]
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name} says {said.quote!r} of {names}, respectively; {printed}",
        arithmetic=f"{' and '.join(one.quote for one in odd)} is not what the sentence says in its place.",
        comparison=(document.name, names, slot.name),
        evidence=(said, *odd, *rest),
        likely_wrong_why="the list of the sentence, or the cell",
    )
