"""Limits that a clause sets for the one row that it names: "the 30B run finishes in less than 30 days".

No word of the column is asked for: the unit says which cells of the row a limit can be of, and all of these must lie on
its other side.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.labels.about import Index, Told
from checks.lib.labels.slots import COLUMN, Slot
from checks.lib.language.held_back import held_back
from checks.lib.language.tokens import every_root
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence, is_difference

KINDS = frozenset("time power energy price rate size bandwidth compute".split())
NEAR = Decimal("1.03")  # times beyond a limit that a hair of rounding is
FAR = Decimal(4)  # times beyond it: of another thing
_UNDER = re.compile(
    r"\b(?:less than|under|below|within|at most|no more than|not more than|inside|fewer than)\s(?:about\s)?[$€£]?$",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"\b(?:more than|over|above|at least|no less than|beyond|exceed(?:s|ed)|pass(?:es|ed)|tops|topped|in excess of)\s"
    r"(?:about\s)?[$€£]?$",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:not|never|no|none|nothing|without|hardly|next|future|successor|than)\b|n[’']t\b", re.IGNORECASE
)
_BREAK = re.compile(r"[;:](?=\s)|,\s(?=(?:and|but|while|whereas)\s)|\s(?:while|whereas|but)\s")
# "An hour less than", "by more than 3 W": what lies between two.
_BY = re.compile(r"\b(?:by|of|for|every|each|saves?|after|before|between)\s(?:\w+\s){0,2}$", re.IGNORECASE)
_CODE = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Crossed:
    """A limit of a sentence, and the cells of the row that it names, all of which lie on the other side."""

    one: Asserted
    under: bool
    row: str
    slots: tuple[Slot, ...]

    @property
    def off(self) -> Decimal:
        """How many times the nearest of the cells is beyond the limit."""
        return min(_beyond(self.one, slot, under=self.under) for slot in self.slots)


def crossed(sentence: Sentence, index: Index) -> Iterator[Crossed]:
    """The limits of a sentence that the row which their clause names does not keep."""
    for one in sentence.amounts if sentence.asserted and not sentence.past else ():
        under = _way(sentence.passage.words, one)
        if under is None or one.amount.kind not in KINDS:
            continue
        clause = _clause(sentence.passage.words, one)
        if held_back(clause) or _NOT.search(_without_limit(clause)):
            continue
        sheets = [told for told in index.about(sentence) if told.sheet.table]
        found = [hit for told in sheets for hit in _rows(one, under, clause, told)]
        if any(hit is None for hit in found):
            continue
        yield from (hit for hit in found if hit and not _unlike(hit, sentence, index))


def _way(words: str, one: Asserted) -> bool | None:
    """Whether a limit is one from above (True) or from below; None where the amount is no limit."""
    ahead, behind = words[: one.amount.start], words[one.amount.end :]
    for pattern, under in ((_UNDER, True), (_OVER, False)):
        if (match := pattern.search(ahead)) and not _BY.search(ahead[: match.start()]) and not is_difference(behind):
            return under
    return None


def _clause(words: str, one: Asserted) -> str:
    start = max((each.end() for each in _BREAK.finditer(words, 0, one.amount.start)), default=0)
    end = next((each.start() for each in _BREAK.finditer(words, one.amount.end)), len(words))
    return f"{words[start : one.amount.start]}| {words[one.amount.end : end]}"


def _without_limit(clause: str) -> str:
    ahead, _, behind = clause.partition("|")
    return f"{_OVER.sub('', _UNDER.sub('', ahead))}|{behind}"


def _rows(one: Asserted, under: bool, clause: str, told: Told) -> Iterator[Crossed | None]:
    """The row that a clause names, where its cells of a limit's kind are all beyond it; None where one keeps it."""
    for rows in _axes(one, told):
        row = _named(clause, rows)
        if row is None:
            continue
        off = [_beyond(one, slot, under=under) for slot in rows[row]]
        if all(NEAR < each < FAR for each in off):
            yield Crossed(one, under, row, tuple(rows[row]))
        elif any(each <= NEAR for each in off):
            yield None


def _axes(one: Asserted, told: Told) -> Iterator[Mapping[str, list[Slot]]]:
    """The cells of an amount's kind by the row, and by the column, that they are of."""
    down, across = defaultdict(list), defaultdict(list)
    for slot in told.slots:
        if alike(slot.amount, one.amount) and slot.amount.readings.rounded.bounded:
            down[" ".join(label for kind, label in slot.labels if kind != COLUMN)].append(slot)
            across[slot.column].append(slot)
    yield from (some for some in (down, across) if len(some) > 1)


def _named(clause: str, rows: Mapping[str, list[Slot]]) -> str | None:
    """The one row of which a clause says a word that has a digit, or half of the words that the others have not."""
    words = {row: every_root(row) for row in rows}
    shared = frozenset.intersection(*words.values())
    here = every_root(clause)
    said = {row: (mine - shared) & here for row, mine in words.items()}
    most = max(map(len, said.values()))
    found = [row for row, some in said.items() if some and len(some) == most]
    if len(found) != 1:
        return None
    mine = words[found[0]] - shared
    sure = any(_CODE.search(word) and not word.isdigit() for word in said[found[0]])
    return found[0] if sure or len(said[found[0]]) * 2 >= len(mine) else None


def _beyond(one: Asserted, slot: Slot, *, under: bool) -> Decimal:
    """How many times a cell is beyond a limit; one or less where it keeps it."""
    mine, theirs = one.amount.readings.widened, slot.amount.readings.rounded
    limit = mine.upper if under else mine.lower
    if limit <= 0 or theirs.lower <= 0 or theirs.upper <= 0:
        return Decimal(0)
    return theirs.lower / limit if under else limit / theirs.upper


def _unlike(hit: Crossed, sentence: Sentence, index: Index) -> bool:
    """Whether the clause is of another setting than the row."""
    slot = hit.slots[0]
    labels = [*(label for _, label in slot.labels), *(f"{text} {kind}" for kind, text in slot.settings)]
    return index.unlike(hit.one, sentence, [*labels, slot.sheet.about], slot.document)
