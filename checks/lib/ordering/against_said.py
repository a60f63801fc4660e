"""One that a clause sets before or behind another, before all others, or so many that it sets before one."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from checks.lib.columns.boards import Board, Field
from checks.lib.language.averaged import averaged
from checks.lib.language.orders import Versus, changed
from checks.lib.language.quantifiers import EXCEPT, Quantifier
from checks.lib.language.tokens import roots, tokens
from checks.lib.ordering.clauses import FRONTED, OBJECT, Part, nearest, pronoun
from checks.lib.ordering.standing import (
    Reading,
    Truths,
    able,
    before,
    cells_of,
    compared,
    counts,
    deciding,
    directions,
    headed,
    judged,
    named,
    named_cases,
    of_label,
    ranks,
)

LEAST = 3  # that have a first one
TWO = 2
_BETTER = roots(tokens("than result results value values score scores number numbers figure figures"))
_NEXT = re.compile(r"\s(?:and|or|but)\s(?=(?:about\s)?\d|[\w-]+\s(?:than)\b)")
_IT = re.compile(r"\s*(?:it|ours|this one|us)\b", re.IGNORECASE)
_REST = re.compile(
    r"\s*(?:(?:any|every|all|both|each)(?: of)?(?: the)? (?:other|others|rivals?|competit\w+|contenders?)|"
    r"the (?:others?|rest|other (?:\w+ )?\w+)|"
    r"any(?:one|body|thing)(?: else)?|all (?:of )?(?:the )?(?:other|its|our)|everything else|everyone else|"
    r"everybody else)\b|\s*(?:both|all(?: of them)?|everyone|everybody)(?=\s(?:in|on|at|for|across)\b|\W*$)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Against:
    """One is set before or behind another, before all others, or so many are set before one."""

    part: Part
    at: Versus
    quantifier: Quantifier | None

    @property
    def rest(self) -> str:
        """What its clause says besides."""
        return self.part.blank((self.at.start, self.at.end))

    def readings(self, board: Board) -> Iterator[Reading]:
        """What each field that it can be of says."""
        text = self.part.text
        left_text, right_text = self._sides()
        if changed(text, board.words) or _of_another(self.at, text, board):
            return
        rest = _REST.match(right_text)
        right = named(board.who, right_text)
        # "Each query ran faster with Corvid than with Brant"
        left = named(board.who, text[self.at.start : self.at.end]) or named(board.who, left_text)
        fields = headed(board, able(board, text, self.at.order.kinds), f"{self.part.whole} {self.at.order.called}")
        one = self.quantifier
        if one and not rest and self._of_several(one, set(left) - set(named(board.who, one.names))):
            # "Only A and B scored higher": than whom the sentence before speaks of.
            open_ = not right and (self.at.alone or _IT.match(right_text))
            whom = sorted(nearest(board, "", self.part, frozenset(left))) if open_ else right
            if len(whom) == 1:
                yield from self._of_entities(board, fields, one, whom[0], left_text)
                return
        right = right or self._other(board, left)
        mine = left[-1:] or sorted(pronoun(board, left_text, self.part, frozenset(right)))
        if mine and rest:
            match = EXCEPT.search(right_text)
            spared = frozenset(named(board.who, match["names"])) if match else frozenset()
            if one and one.mode in ("count", "all", "but") and not match:
                yield from self._of_cases(board, fields, mine[0], [])
            elif spared or not match:
                yield from self._first(board, fields, mine[0], spared)
        elif right and not set(mine[:1]) & set(right):
            yield from self._pairs(board, fields, mine[0], right) if mine else self._unnamed(board, fields, right)

    def _sides(self) -> tuple[str, str]:
        """What is said of whom it sets before another, and of whom it sets behind: "against that it is ahead"."""
        text = self.part.text
        left, right = OBJECT.sub(" ", text[: self.at.start]), _NEXT.split(text[self.at.end :])[0]
        fronted = FRONTED.match(left)
        return (left[fronted.end() :], f"{fronted['whom']} {right}") if fronted else (left, right)

    def _unnamed(self, board: Board, fields: Sequence[tuple[Field, int]], right: Sequence[str]) -> Iterator[Reading]:
        """Of two columns the one that nobody names: "our store is ahead of Burrow" over "Burrow" and "Ours"."""
        mine = self._other(board, right, alone=True)
        if mine and self.quantifier and self.quantifier.mode == "all":
            yield from (replace(each, sure=False) for each in self._pairs(board, fields, mine[0], right))

    def _other(self, board: Board, left: Sequence[str], *, alone: bool = False) -> list[str]:
        """The other one of two, where nobody is said behind the comparison, or before it."""
        both = [label for label in board.who.words if label in board.labels]
        known = (alone or self.at.alone) and len(both) == len(left) + 1 == TWO
        return [label for label in both if label not in left] if known else []

    def _of_several(self, one: Quantifier, others: set[str]) -> bool:
        """Whether it says of how many that they are before one."""
        return one.mode in ("none", "only") and one.start < self.at.start and not others

    def _of_entities(
        self, board: Board, fields: Sequence[tuple[Field, int]], one: Quantifier, who: str, left: str
    ) -> Iterator[Reading]:
        names = frozenset(named(board.who, left)) if one.names or one.mode == "only" else frozenset()
        if one.mode == "only" and not names:
            return
        for field, evidence in fields:
            if who not in field.places or not names <= field.places.keys():
                continue
            found = []
            for way in directions(self.at.order, field, board):
                truths = {
                    key: before(each.value, field.places[who].value, smallest=way)
                    for key, each in field.places.items()
                    if key != who
                }
                found.append((judged(one, truths, names), deciding(one, truths, names)))
            told = f"{who} is {len(found[0][1])} places off"
            yield Reading(
                board, field, all(wrong for wrong, _ in found), cells_of(field, [who, *found[0][1]]), told, evidence
            )

    def _first(
        self, board: Board, fields: Sequence[tuple[Field, int]], who: str, spared: frozenset[str]
    ) -> Iterator[Reading]:
        for field, evidence in fields:
            if who in field.places and len(field.places) >= LEAST and spared <= field.places.keys():
                found = [ranks(field, who, smallest=way)[1] for way in directions(self.at.order, field, board)]
                wrong = all(set(each) - spared for each in found)
                yield Reading(
                    board,
                    field,
                    wrong,
                    cells_of(field, [who, *found[0]]),
                    f"{len(found[0])} are ahead of {who}",
                    evidence,
                )

    def _pairs(
        self, board: Board, fields: Sequence[tuple[Field, int]], who: str, others: Sequence[str]
    ) -> Iterator[Reading]:
        if self.quantifier and self.quantifier.mode != "only":
            yield from self._of_cases(board, fields, who, others)
            return
        able_ = [(field, n) for field, n in fields if who in field.places and set(others) <= field.places.keys()]
        for field, evidence in able_:
            ways = directions(self.at.order, field, board)
            wrong = any(all(each is False for each in compared(field, who, other, ways)) for other in others)
            yield Reading(board, field, wrong, cells_of(field, [who, *others]), "it is the other way round", evidence)

    def _of_cases(
        self, board: Board, fields: Sequence[tuple[Field, int]], who: str, others: Sequence[str]
    ) -> Iterator[Reading]:
        """Of how many fields it is said that one is before some others, or before all of them (none)."""
        one = self.quantifier
        needed = {who, *others}
        kinds = {field.sample.kind for field, _ in fields if needed <= field.places.keys()}
        every = [each for each in board.fields if needed <= each.places.keys() and each.sample.kind in kinds]
        whom = others or [each for each in (every[0].places if every else ()) if each != who]
        every = [each for each in every if set(whom) <= each.places.keys()]
        many = len(kinds) == 1 and len(every) > 1
        if one and whom and many and counts(one, board, len(every)) and not averaged(self.part.whole):
            yield from self._cases(board, every, one, who, whom)

    def _cases(
        self, board: Board, fields: Sequence[Field], one: Quantifier, who: str, others: Sequence[str]
    ) -> Iterator[Reading]:
        ways = {
            field.label: list(_before_all(field, who, others, directions(self.at.order, field, board)))
            for field in fields
        }
        one = of_label(one, fields)
        names = named_cases(one, fields)
        if one.names and not names:
            return
        # Where nothing says which end is better, "ahead in every row" is wrong when it is so of neither end.
        found: list[Truths] = [
            {key: some[at % len(some)] for key, some in ways.items()} for at in range(max(map(len, ways.values())))
        ]
        truths = min(found, key=lambda each: len(deciding(one, each, names)))
        keys = deciding(one, truths, names)
        cells = tuple(
            (f"{field.label}: {label}", field.places[label])
            for field in fields
            if field.label in keys
            for label in (who, *others)
        )
        told = f"it is so in {sum(each is True for each in truths.values())} of {len(truths)}"
        shown = next((each for each in fields if each.label in keys), fields[0])
        yield Reading(
            board, shown, all(judged(one, each, names) for each in found), cells, told, 1, sure=len(found) == 1
        )


def _before_all(field: Field, who: str, others: Sequence[str], ways: Sequence[bool]) -> Iterator[bool | None]:
    """Whether one value comes before all of some others, for each way in which that can be meant."""
    for found in zip(*(compared(field, who, other, ways) for other in others), strict=True):
        yield False if False in found else None if None in found else True


def _of_another(at: Versus, text: str, board: Board) -> bool:
    """Whether what is better is nothing that a board prints: "better price/performance"."""
    said = (
        frozenset()
        if at.order.word not in text.lower()
        else roots(tokens(text[at.start : at.end])) - roots(tokens(at.order.word)) - _BETTER
    )
    return at.order.end in ("good", "bad") and not said <= board.words
