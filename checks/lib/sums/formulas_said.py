"""Formulas that a text prints in words: "TB written = capacity x DWPD x 365 x 5", "column four is two by three".

The names are those of columns, by the words of their headers; what larger units make of it two rows must show alike.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import prod

from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.scanned import content
from checks.lib.statements.cells import Column, Number
from schemas.interval import Interval
from schemas.number_words import ANY_NUMBER, spelled

ENOUGH = 2  # rows that follow it
SLACK = Decimal("0.002")
POWERS = range(-15, 16)  # of ten, between units
_BY = re.compile(r"\s(?:[x×*·]|times|multiplied by)\s|\s?[×·*]\s?", re.IGNORECASE)
_SAID = re.compile(
    r"(?:^|[:;,(]\s|\b(?:[Tt]he|where|that|so|and)\s)(?P<whole>[A-Za-z][\w /-]{0,40}?)\s(?:=|is|are|equals?)\s"
    # "Of the whole system, that is batch x t/s/u": what it is of, before how it is had.
    r"(?:[^=;:.,]{1,60},\s(?:that is|i\.e\.|namely|which is|meaning|in other words|computed as|had as),?\s)?"
    r"(?P<terms>(?:(?!\s(?:is|are|equals?)\s)[^=;:])+?)(?=[,.;:)](?:\s|$)|\swhere\b|$)"
)
_OVER = re.compile(r"\s(?:divided by|over)\s|\s[/÷]\s", re.IGNORECASE)
_NTH = re.compile(rf"^column (?P<n>\d{{1,2}}|{ANY_NUMBER})$", re.IGNORECASE)
_PRODUCT = re.compile(r"^(?:the )?product of (?P<one>.+?) and (?P<other>.+)$", re.IGNORECASE)
_NUMBER = re.compile(r"\$?(?P<n>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?:\s[A-Za-z ]+)?")
_LEAD = re.compile(r"^(?:(?:and|or|the|its|number of|a|an)\s)+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Formula:
    """`whole` is the product of `parts` and of `number` over that of `by`, as a sentence says at `match`."""

    whole: Column
    parts: tuple[Column, ...]
    by: tuple[Column, ...]
    number: Decimal
    sentence: Sentence
    match: re.Match[str]

    def allowed(self, row: int) -> Interval:
        """What it gives for a row, in the units of its columns."""
        values, by = ([_plainly(one.numbers[row]) for one in some] for some in (self.parts, self.by))
        whole = prod(values[1:], start=values[0]).scaled(self.number)
        return whole / prod(by[1:], start=by[0]) if by else whole


def formulas_said(sentences: Sequence[Sentence], columns: Sequence[Column]) -> Iterator[Formula]:
    """The products of a table's columns that sentences print."""
    able = [one for one in columns if len({each.unit for each in one.numbers.values()}) == 1]
    for sentence in sentences:
        for match in _SAID.finditer(sentence.passage.words) if sentence.asserted else ():
            product, *over = _OVER.split(match["terms"])
            terms, divisors = _terms(product), [_LEAD.sub("", each.strip()) for each in over]
            numbers = [found for each in terms if (found := _NUMBER.fullmatch(each))]
            names = [each for each in terms if not _NUMBER.fullmatch(each)]
            whole, *parts = (_named(each, able) for each in (_LEAD.sub("", match["whole"]), *names, *divisors))
            known = tuple(each for each in parts if each)
            several = len(terms) + len(divisors) > 1 and bool(names)
            if whole and several and known and len(known) == len(parts) and whole not in known:
                number = prod((Decimal(each["n"].replace(",", "")) for each in numbers), start=Decimal(1))
                yield Formula(whole, known[: len(names)], known[len(names) :], number, sentence, match)


def _terms(text: str) -> list[str]:
    """What is multiplied: "a x b", "the product of a and b"."""
    return [_LEAD.sub("", one.strip()) for one in _BY.split(_PRODUCT.sub(r"\g<one> x \g<other>", text))]


def _named(name: str, columns: Sequence[Column]) -> Column | None:
    """The column by whose very header a name ends ("t/s" has no words), else the only one that shares words with it.

    Of several the one with fewest other words in its header, which has all of the name's, or nothing but some of them.
    """
    if nth := _NTH.match(name):
        at = int(nth["n"]) if nth["n"].isdigit() else int(spelled(nth["n"]) or 0)
        return next((one for one in columns if one.index == at - 1), None)
    ends = [one for one in columns if one.header and f" {name}".lower().endswith(f" {one.header.strip().lower()}")]
    if ends:
        longest = max(len(one.header) for one in ends)
        whole = [one for one in ends if len(one.header) == longest]
        return whole[0] if len(whole) == 1 else None
    words = content(name)
    found = [one for one in columns if words and (head := content(one.header)) and (words <= head or head <= words)]
    extra = {one.index: len(content(one.header) ^ words) for one in found}
    least = [one for one in found if extra[one.index] == min(extra.values())]
    return least[0] if len(least) == 1 else None


def missed(one: Formula) -> tuple[Decimal, dict[int, Interval]]:
    """The power of ten between its units, and what it allows for the rows that it does not give; none where few do."""
    rows = [row for row in one.whole.numbers if all(row in each.numbers for each in (*one.parts, *one.by))]
    rows = [row for row in rows if all(_plainly(each.numbers[row]).lower > 0 for each in one.by)]
    fits = {row: power for row in rows if (power := _power(one, row)) is not None}
    power, many = max(Counter(fits.values()).items(), key=lambda each: each[1], default=(0, 0))
    failing = [row for row in rows if fits.get(row) != power]
    if many < ENOUGH or len(failing) >= many:
        return Decimal(1), {}
    by = Decimal(10) ** power
    return by, {row: one.allowed(row).scaled(by) for row in failing}


def _plainly(one: Number) -> Interval:
    """A whole number as it is, else one drive write a day would be anything from a half to one and a half."""
    whole = one.value == one.value.to_integral_value()
    return Interval(one.value, one.value) if whole else one.readings.rounded


def _power(one: Formula, row: int) -> int | None:
    given, printed = one.allowed(row), one.whole.numbers[row].readings.widened.positive()
    if given.lower <= 0 or not printed.bounded:
        return None
    fits = (power for power in POWERS if _meet(given.scaled(Decimal(10) ** power), printed))
    return next(fits, None)


def _meet(given: Interval, printed: Interval) -> bool:
    return given.lower * (1 - SLACK) <= printed.upper and printed.lower <= given.upper * (1 + SLACK)
