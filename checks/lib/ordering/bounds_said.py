"""Bounds that a clause sets for so many values: "none above 12 W", "only Corvid under 2 ms", "five of six"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.columns.boards import Board, Field
from checks.lib.language.quantifiers import Quantifier, plain, quantifier
from checks.lib.language.tokens import coded, every_root, root, roots, tokens
from checks.lib.ordering.clauses import Part, nearest
from checks.lib.ordering.rows_chosen import chosen
from checks.lib.ordering.standing import Reading, cells_of, counts, deciding, headed, is_partly, judged, named, within
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted
from checks.lib.quantities.numbers_said import PERCENT, Number, numbers

_UNDER = (
    r"(?:less|fewer|lower|shorter|smaller|cheaper|sooner|quicker|faster|lighter) than|under|below|within|beneath|"
    r"at most|(?:no|not|never) (?:more|longer|higher|larger|later) than|inside|fits? (?:easily )?(?:in|into|on|"
    r"within)|up to|(?:short|shy|south) of"
)
_OVER = (
    r"(?:more|longer|higher|larger|greater|heavier|bigger) than|over|above|at least|(?:no|not|never) (?:less|"
    r"fewer|lower|shorter) than|"
    r"[a-z]+er than|beyond|exceed(?:s|ed|ing)?|past|north of|in excess of|pass(?:es|ed)?|top(?:s|ped)?|"
    r"upwards of|reach(?:es|"
    r"ed)?|surpass(?:es|ed)?|cross(?:es|ed)?"
)
_AHEAD = re.compile(rf"\b(?:(?P<under>{_UNDER})|(?P<over>{_OVER}))\s(?:(?:the|an?|about)\s)?[$€£]?$", re.IGNORECASE)
_BEHIND = re.compile(
    r"[^,;.]{0,24}?\s(?:or\s(?:(?P<under>less|fewer|under|below|faster|quicker|sooner|lower|better still)|"
    r"(?P<over>more|above|higher|longer|over|greater|beyond))\b|(?P<most>at (?:the )?most)\b|"
    r"(?P<least>at (?:the )?least)\b)(?! [$€£]?\d)",
    re.IGNORECASE,
)
_WORST = re.compile(r"\b(?:max\w*|peak|longest|worst|highest|slowest|largest|p100)\b", re.IGNORECASE)
_OTHER = re.compile(r"\b(?:other|else|others)\b", re.IGNORECASE)
TWO = 2  # rows of which all, none or the only one is said
_UNIT = re.compile(r"[(\[,]\s?([A-Za-z]{1,3})\s?[)\]]?$")


@dataclass(frozen=True, slots=True)
class Bound:
    """So many values are said to be under a bound, or over it."""

    part: Part
    number: Number
    under: bool
    quantifier: Quantifier

    @property
    def rest(self) -> str:
        """What its clause says besides."""
        return self.part.blank()

    def _at_setting(self, board: Board) -> bool:
        """Whether the clause says another amount, of which nothing over a board speaks: "at 20,000 messages/s"."""
        others = [
            each for each in numbers(self.part.sentence) if self.part.has(each.amount.start) and each != self.number
        ]
        # What leads to a table may be the very sentence, which knows nothing of it.
        mine = " ".join(self.part.sentence.passage.words.split())
        known = roots(tokens(" ".join(board.about.split()).replace(mine, " ")))
        return any(not roots(tokens(_print(each))) <= known for each in others if not each.bare)

    @property
    def _of_worst(self) -> bool:
        """Whether it speaks of the largest of each: "nobody waited longer than", "all within"."""
        return self.quantifier.mode == ("all" if self.under else "none")

    def _unnamed(self, text: str) -> str:
        """A text without what the clause counts: "no roof" is of no column that counts roofs."""
        counted = self.part.whole[self.quantifier.start : self.quantifier.end]
        return text.replace(counted, " ") if self.quantifier.noun else text

    def _fields(self, board: Board) -> list[Field]:
        """The fields that a number can be of.

        Read by its columns a table prints sizes and scores side by side: a percentage is of none of these.
        """
        alike_ = [each for each in board.fields if _alike(self.number, each, self.part.whole)]
        mixed = self.number.amount.kind == PERCENT and board.table and not board.noun
        return [each for each in alike_ if each.sample.kind == PERCENT] if mixed else alike_

    def _of_some(self, board: Board) -> bool:
        """Whether a code that is said stands in the labels of some rows: "otter-v1 holds 96 %" is of no newt-v2."""
        codes = coded(self._unnamed(self.part.whole))
        rows = {key for field in board.fields for key in field.places}
        return bool(codes) and 0 < sum(bool(codes & every_root(each)) for each in rows) < len(rows)

    def readings(self, board: Board) -> Iterator[Reading]:
        """What each field that it can be of says."""
        one = self.quantifier
        text = self.part.whole
        if self._at_setting(board):
            return
        fields = self._fields(board)
        at = self.number.amount.start - self.part.start + len(text) - len(self.part.text)
        names = (
            frozenset(named(board.who, text[one.names_at : max(at, one.names_at)] if one.names_at < at else one.names))
            if one.names
            else frozenset()
        )
        if one.one:
            names = nearest(board, text[: one.start], self.part) or frozenset(named(board.who, text))
        said = frozenset(named(board.who, text))
        if (
            (one.names and not names)
            or (not names and self._of_some(board))
            or (said and not said <= names and not one.one)
        ):
            return
        worst = [each for each in fields if _WORST.search(each.label)] if self._of_worst else []
        texts = map(self._unnamed, (text, self.part.sentence.passage.words))
        for field, evidence in headed(board, worst or fields, *texts):
            # Among the rows of a table read by its columns, none is meant that the sentence does not name.
            if not board.noun and board.table and not evidence and len(fields) > 1:
                continue
            rows = chosen(board, field, text[one.start : one.end])
            if len(rows) < TWO or not counts(one, board, len(rows)) or (names and not names <= set(rows)):
                continue
            value = whole_value(self.number)
            truths = {key: within(field.places[key].value, value, under=self.under) for key in rows}
            only = not evidence and len(fields) == 1 and not self.number.bare
            found = self._reading(board, field, truths, names, evidence or int(only))
            yield replace(found, sure=bool(evidence))

    def _reading(
        self, board: Board, field: Field, truths: dict[str, bool | None], names: frozenset[str], evidence: int
    ) -> Reading:
        one = self.quantifier
        spared = False
        if _OTHER.search(self.part.whole[one.start : one.end]) and one.mode == "none":
            mine = nearest(board, self.part.whole[: one.start], self.part) & truths.keys()
            truths = {key: each for key, each in truths.items() if key not in mine}
            spared = not mine
        spared = spared or (one.one and not names)
        wrong = judged(
            one, truths, names, spared=spared, partly=is_partly(board, field, self.part.sentence.passage.words)
        )
        keys = deciding(replace(one, mode="none") if spared else one, truths, names)
        many = sum(each is True for each in truths.values())
        told = f"{many} of {len(truths)} are {'below' if self.under else 'above'} it"
        return Reading(board, field, wrong, cells_of(field, keys), told, evidence)


def bound(number: Number, part: Part) -> bool | None:
    """Whether a number is a bound from above (True) or below; None where it is none."""
    match = _ahead(number, part)
    if match:
        return bool(match["under"])
    match = _BEHIND.match(part.text[number.amount.end - part.start :])
    return bool(match["under"] or match["most"]) if match else None


def counting(one: Quantifier, number: Number, part: Part) -> Quantifier:
    """A quantifier without the negation that a bound has in itself: "never lower than 5" is always 5 or more."""
    match = _ahead(number, part)
    if match is None or one.mode != "none":
        return one
    shift = len(part.whole) - len(part.text)
    inside = one.start < shift + match.end() and shift + match.start() < one.end
    return replace(one, mode="all") if inside else one


def _ahead(number: Number, part: Part) -> re.Match[str] | None:
    return _AHEAD.search(part.text[: number.amount.start - part.start])


def whole_value(number: Number) -> Decimal:
    """What a number bounds, in base units."""
    allowed = number.amount.readings.rounded
    if number.amount.qualifier in ("under", "up_to"):  # its lower end is where nothing is: zero
        return allowed.upper
    return (allowed.lower + allowed.upper) / 2 if allowed.bounded else allowed.lower


def _alike(number: Number, field: Field, text: str) -> bool:
    mine, theirs = number.amount, field.sample
    if number.bare or mine.kind == PERCENT != theirs.kind:
        return theirs.kind in ("count", PERCENT) and bool(roots(tokens(field.label)) & roots(tokens(text)))
    if mine.kind == "count":
        known = theirs.of | roots(tokens(field.label))
        return theirs.kind == "count" and (
            bool(mine.of & known) or any(_short(one, field.label) for one in mine.of) or _degrees(mine.of, field)
        )
    return mine.kind == theirs.kind and alike(mine, theirs)


def _print(number: Number) -> str:
    return number.sentence.passage.words[number.amount.start : number.amount.end]


def _degrees(of: frozenset[str], field: Field) -> bool:
    return root("degrees") in of and "°" in field.label


def _short(noun: str, header: str) -> bool:
    """Whether a header's unit is short for a noun: "(l)" for litres."""
    units = _UNIT.findall(header)
    return any(re.match(".*".join(map(re.escape, unit.lower())), noun) for unit in units)


def of_several(asserted: Asserted) -> bool:
    """Whether an amount is a bound for some of several: "only the kernel in less than 100 s" is none of its."""
    one = quantifier(plain(asserted.passage.words))
    return (
        asserted.amount.qualifier in ("under", "over")
        and one is not None
        and one.mode in ("only", "but", "count", "most")
    )
