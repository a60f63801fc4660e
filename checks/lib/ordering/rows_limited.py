"""The columns and lists whose rows a limit can be of, and on which side of it each row lies."""

import re
from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.columns.boards import Board, Field
from checks.lib.labels.sections import in_section
from checks.lib.language.quantifiers import holds
from checks.lib.language.tokens import GENERIC, root, roots, tokens
from checks.lib.ordering.limits_said import Limit
from checks.lib.ordering.rows_picked import TABLE, about, digits_said, of_mean, picked
from checks.lib.ordering.standing import CASES, deciding, named, within
from checks.lib.quantities.numbers_said import PERCENT
from checks.lib.quantities.scanned import content

LEAST = 2  # rows of which all or none is said
FAR = Decimal(3)  # times the largest or a third of the smallest: a limit of something else

_OTHER = re.compile(r"\b(?:other|else|others)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Side:
    """A limit held against the rows of one column: which of them are below it, and how well the two are tied."""

    limit: Limit
    board: Board
    field: Field
    truths: dict[str, bool | None]  # whether each row is below
    names: frozenset[str]

    @property
    def wrong(self) -> bool:
        """Whether what is said comes out in no direction that the limit can have."""
        return not any(holds(self.limit.quantifier, self.on(under), self.names) for under in self._ways)

    @property
    def _ways(self) -> list[bool]:
        return [True, False] if self.limit.under is None else [self.limit.under]

    def on(self, under: bool) -> dict[str, bool | None]:
        """Whether each row is on that side."""
        return {key: one if under or one is None else not one for key, one in self.truths.items()}

    @property
    def against(self) -> list[str]:
        """The rows that speak against it, the fewest of the ways."""
        some = [deciding(self.limit.quantifier, self.on(under), self.names) for under in self._ways]
        return min(some, key=len)

    @property
    def split(self) -> bool:
        """Whether there are rows on both sides."""
        return {True, False} <= set(self.truths.values())

    @property
    def ranges(self) -> bool:
        """Whether what is counted is what the rows are called, as many as they are, or said to be in the table."""
        one = self.limit.quantifier
        noun = roots(tokens(one.noun)) & (roots(tokens(self.board.noun)) | CASES)
        return bool(noun) or one.m == len(self.truths) or bool(roots(tokens(self.limit.part.whole)) & TABLE)

    @property
    def _spares(self) -> bool:
        one = self.limit.quantifier
        return bool(_OTHER.search(self.limit.part.whole[one.start : one.end]))

    @property
    def headed(self) -> bool:
        """Whether the clause says a word of the column's header, or of what stands over the only one."""
        return bool(content(self.limit.part.whole) & (content(self.field.label) or content(self._about)))

    @property
    def _about(self) -> str:
        return about(self.limit, self.board)

    @property
    def told(self) -> bool:
        """Whether the sentence names all the rows that speak against it: then it makes an exception of them."""
        said = named(self.board.who, self.limit.part.sentence.passage.words)
        return self.limit.quantifier.mode in ("all", "none") and set(self.against) <= set(said)

    @property
    def points(self) -> int:
        """Words of the clause and its sentence that head the column and what stands over it."""
        words, here = content(self.limit.part.sentence.passage.words), content(self.limit.part.whole)
        own = content(self.field.label) - self.board.shared
        return 3 * min(len(own & here), 2) + min(len(own & words), 1) + 2 * self.ranges + self._near

    @property
    def _near(self) -> int:
        start, document = self.limit.number.start, self.limit.number.sentence.passage.document
        same = self.board.document.document_id == document.document_id
        return int(same) + int(same and in_section(document, start, [self.board.start])[0])

    @property
    def tied(self) -> bool:
        """Whether the number can only be a limit: by its grammar, or as one that is rounder than what it limits."""
        mode = self.limit.quantifier.mode
        bounded = self.limit.bounded
        if mode in ("count", "but", "most"):
            return (self.ranges or self._spares) and (bounded or self.limit.round)
        few = 2 * len(self.against) - len(self.truths)
        return few <= 0 and (few < 0 or self.headed) and (bounded or (mode != "all" and self.limit.round))


def sides(limit: Limit, boards: Sequence[Board]) -> Iterator[Side]:
    """Every column that a limit can be of, with the sides of its rows."""
    digits = digits_said(limit)  # "up to 150,000 requests a second" is of the rows as far as that
    for board in boards:
        names = named(board.who, limit.part.whole)
        for field in board.fields:
            if len(field.places) >= LEAST and _near(limit, field) and _alike(limit, field, board):
                one = _side(limit, board, field, names, digits)
                if one:
                    yield one


def _near(limit: Limit, field: Field) -> bool:
    least, most = field.ends
    return least / FAR <= limit.value <= most * FAR


def _alike(limit: Limit, field: Field, board: Board) -> bool:
    mine, theirs = limit.number.amount, field.sample
    if theirs.kind == "temperature" and root("degrees") in mine.of:
        return True
    if theirs.kind not in ("count", PERCENT):
        return mine.kind == theirs.kind
    if mine.kind not in ("count", PERCENT):
        return False
    said = roots(tokens(f"{field.label} | {about(limit, board)}"))
    here = roots(tokens(limit.part.whole)) - GENERIC
    if PERCENT in (mine.kind, theirs.kind):
        return mine.kind == theirs.kind or "%" in f"{field.label} | {about(limit, board)}"
    if not mine.of or limit.number.bare:
        return bool(here & (said | TABLE))
    return (
        bool(content(limit.part.whole) & content(field.label))
        or bool(mine.of & (said | theirs.of))
        or any(_short(one, each) for one in mine.of for each in theirs.of | said)
    )


def _short(one: str, other: str) -> bool:
    """Whether one noun is short for the other: "kn" of "knots"."""
    small, large = sorted((one, other), key=len)
    return len(small) > 1 and large.startswith(small)


def _side(limit: Limit, board: Board, field: Field, names: Collection[str], digits: Set[str]) -> Side | None:
    """A limit against one column; None where it is not of each of its rows, or of names that it has not.

    `names` are the labels of the board, and `digits` the other numbers, that its clause says.
    """
    truths = {key: within(one.value, limit.value, under=True) for key, one in field.places.items()}
    said = frozenset(names) & truths.keys()
    one = limit.quantifier
    by_name = one.mode in ("only", "but") and not one.n
    if by_name and one.names and not said:
        return None
    if one.m not in (0, len(truths)) or of_mean(limit, board, field):
        return None
    if not by_name and (said or not digits.isdisjoint(field.digits) or picked(limit, board, field)):
        return None
    return Side(_spared(limit, said), board, field, truths, said if by_name else frozenset())


def _spared(limit: Limit, said: frozenset[str]) -> Limit:
    """A limit that no other passes, or only one that nobody names, as one that one of them passes."""
    one = limit.quantifier
    other = one.mode == "none" and _OTHER.search(limit.part.whole[one.start : one.end])
    alone = one.mode == "only" and one.one and not said
    return replace(limit, quantifier=replace(one, mode="count", n=1)) if other or alone else limit
