"""Sums that a text prints with their result: "39 x 64 = 2,496", "$2.40 + $0.90 = $3.30", "18 GB (3 x 6 GB)".

Read without a list of units: numbers, the signs between them, and at most a few words behind each number. What is no
such chain (an interval, a setting "k=3", a second number beside one of its terms) is left alone.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from schemas.interval import Interval

BEHIND, BEFORE = 5, 3  # words behind a number ("tokens per second at most"), and before one ("image 3")
LONGEST = 160  # tokens of a sum in brackets; without an end, each of a line of "(((" would read all that follows
POWERS = {"k": 3, "K": 3, "M": 6, "B": 9, "T": 12, "thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_TOKEN = re.compile(
    r"(?P<space>[ \t]+|\*\*|__|`)|(?P<eq>(?<![=!<>:])[=≈](?![=>]))|"
    r"(?P<op>(?<=[\w\s%)])(?:(?<![A-Za-z])x|[×*·])(?=\s?[\d$€£])|(?<=\s)[/÷+−–-](?=\s)|(?<=\d)[/+÷](?=[\d$€£]))|"
    r"(?P<n>[$€£]?(?<![\d.,])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\d|[.,:]\d|e-?\d))|"
    r"(?P<word>[A-Za-zµ%°](?:[\w%µ°²/'-]|\.(?=\w))*)|(?P<other>.)"
)

_ENDS = (")", "]", "^")  # of a factor, a root or a power that is left out: what follows would pass for the whole sum


@dataclass(frozen=True, slots=True)
class Term:
    """A number at [start, end) of a text, with the words behind it."""

    start: int
    end: int
    number: str
    words: tuple[str, ...]

    @property
    def value(self) -> Decimal:
        """What it prints, its power of ten included."""
        return Decimal(self.number.lstrip("$€£").replace(",", "")).scaleb(self._power)

    @property
    def unit(self) -> str:
        """The sign before it or the first word behind it, "" where it has none."""
        sign = self.number[0] if self.number[0] in "$€£" else ""
        return sign or next((one.rstrip(".").rstrip("s") for one in self.words if one not in POWERS), "")

    @property
    def scaled(self) -> bool:
        """Whether it is in millions, thousands or hundredths."""
        return bool(self._power) or self.words[:1] == ("%",)

    @property
    def _power(self) -> int:
        return POWERS.get(self.words[0], 0) if self.words else 0

    @property
    def _last(self) -> Decimal:
        digits = self.number.partition(".")[2]
        return Decimal(1).scaleb(self._power - len(digits)) if digits else Decimal(0)

    @property
    def allowed(self) -> Interval:
        """What it may be before it was rounded; a whole number is that many."""
        return Interval(self.value - self._last / 2, self.value + self._last / 2)

    @property
    def rounded(self) -> Interval:
        """What a result may be that prints so: cut off, or rounded to its last digit that is no zero."""
        number = self.number.lstrip("$€£").replace(",", "")
        zeros = 0 if "." in number else len(number) - len(number.rstrip("0"))
        unit = self._last or Decimal(1).scaleb(self._power + zeros)
        unit = min(unit, max(self.value / 20, Decimal(1).scaleb(self._power))) if not self._last else unit
        return Interval(self.value - unit, self.value + unit)


@dataclass(frozen=True, slots=True)
class Equation:
    """Terms and the signs between them, and the result that is printed for them; `led` by "=", else by brackets."""

    terms: tuple[Term, ...]
    signs: tuple[str, ...]
    result: Term
    led: bool

    @property
    def whole(self) -> bool:
        """Whether it is of whole numbers that are multiplied and added, and its result neither rounded nor scaled."""
        some = (*self.terms, self.result)
        plain = not any("." in one.number or one.scaled for one in some) and not set(self.signs) & set("/÷")
        return plain and not self.result.number.endswith("00")

    @property
    def converted(self) -> bool:
        """Whether its units may hide a number: watts by hours make kilowatt-hours, millions by cents dollars."""
        units = {one.unit for one in self.terms if one.unit}
        alike = not self.result.unit or self.result.unit in units or not units
        return any(one.scaled for one in (*self.terms, self.result)) or not alike or len(units) > 1

    @property
    def bare(self) -> bool:
        """Whether its result has a unit and no term has: "8 / 1,200 = 6.67 ms" leaves out that it is in seconds."""
        return bool(self.result.words) and not any(one.unit for one in self.terms)

    def comes_to(self, terms: Sequence[Interval]) -> Interval | None:
        """What its signs make of these values: products and quotients first."""
        sums: list[Interval] = []
        value = terms[0]
        for sign, term in zip(self.signs, terms[1:], strict=True):
            if sign in "x×*·":
                value = value * term
            elif sign in "/÷":
                if Decimal(0) in term:
                    return None
                value = value / term
            else:
                sums.append(value)
                value = term if sign == "+" else -term
        sums.append(value)
        return Interval(sum((one.lower for one in sums), Decimal(0)), sum((one.upper for one in sums), Decimal(0)))


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int


def equations(text: str) -> Iterator[Equation]:
    """The sums of a line with their printed results."""
    tokens = [
        _Token(match.lastgroup or "", match.group(), match.start(), match.end())
        for match in _TOKEN.finditer(text)
        if match.lastgroup != "space"
    ]
    for at, one in enumerate(tokens):
        if one.kind == "eq":
            yield from _around(tokens, at)
        elif one.text == "(":
            yield from _in_brackets(tokens, at)


def _around(tokens: Sequence[_Token], at: int) -> Iterator[Equation]:
    """What is led to by a sign, or split up behind it: "= 2,496", "2,496 = 39 x 64"."""
    left, right = _before(tokens[:at]), _behind(tokens[at + 1 :])
    if left is None or right is None:
        return
    if len(left[0]) > 1 and len(right[0]) == 1:
        yield Equation(*left, right[0][0], led=True)
    elif len(left[0]) == 1 and len(right[0]) > 1:
        yield Equation(*right, left[0][0], led=True)


def _in_brackets(tokens: Sequence[_Token], at: int) -> Iterator[Equation]:
    """A sum in brackets right behind its result: "1,536 GB (8 x 192 GB)"."""
    close = next((to for to in range(at, min(len(tokens), at + LONGEST)) if tokens[to].text == ")"), at)
    inside, before = tokens[at + 1 : close], [one for one in tokens[:at] if one.text not in "\"'“”’"]
    result, sum_ = _before(before), _before(inside)
    plain = not any(one.kind in ("other", "eq") for one in inside) and not _signed(before)
    if result and sum_ and plain and len(result[0]) == 1 and len(sum_[0]) > 1:
        yield Equation(*sum_, result[0][0], led=False)


def _signed(tokens: Sequence[_Token]) -> bool:
    """Whether a sign ends these tokens: the 2 of "2 x (1 + 3)" is a factor of what is in brackets, not its result."""
    apart = len(tokens) > 1 and tokens[-1].text == "x" and tokens[-1].start > tokens[-2].end  # "3.5x (7 / 2)" is one
    return apart or bool(tokens and tokens[-1].kind == "op")


_Chain = tuple[tuple[Term, ...], tuple[str, ...]]


def _before(tokens: Sequence[_Token]) -> _Chain | None:
    """The chain that ends where these tokens end; None where more of the sum may stand before its first term."""
    whole, tokens = tokens, _last_stretch(tokens)
    if _goes_on(whole[: len(whole) - len(tokens)], tokens):
        return None
    parts = _parts(tokens)
    terms: list[Term] = []
    signs: list[str] = []
    for part in reversed(parts):
        term = _term(part)
        if term is None:
            return None
        terms.insert(0, term)
        if len([one for one in part if one.kind == "n"]) > 1 or part is parts[0]:
            break
        sign = next(one.text for one in reversed(tokens) if one.kind == "op" and one.end <= part[0].start)
        signs.insert(0, sign)
    return (tuple(terms), tuple(signs)) if terms else None


def _last_stretch(tokens: Sequence[_Token]) -> Sequence[_Token]:
    """What stands behind the last comma, bracket or other sign."""
    cut = max((at + 1 for at, one in enumerate(tokens) if one.kind in ("other", "eq")), default=0)
    return tokens[cut:]


def _goes_on(before: Sequence[_Token], stretch: Sequence[_Token]) -> bool:
    """Whether a stretch is the tail of a longer sum: "x 2 x 4" of "(3 + 5) x 2 x 4", "3 + 5" of "-3 + 5"."""
    if not before:
        return False  # a sign that a line begins with is the bullet of an item
    last = before[-1]
    if not stretch or stretch[0].kind == "op" or last.text in _ENDS:
        return True
    return last.text in "-–−√" and last.end == stretch[0].start


def _parts(tokens: Sequence[_Token]) -> list[list[_Token]]:
    """The tokens between signs; one that is missing (" x 3") leaves none of the chain."""
    runs = [(is_sign, list(run)) for is_sign, run in groupby(tokens, key=lambda one: one.kind == "op")]
    return [run for is_sign, run in runs if not is_sign]


def _term(part: Sequence[_Token]) -> Term | None:
    """The last number of a part with the words behind it; None where another stands close before it."""
    numbers = [at for at, one in enumerate(part) if one.kind == "n"]
    if not numbers or len(part) - numbers[-1] - 1 > BEHIND:
        return None
    at = numbers[-1]
    if len(numbers) > 1 and at - numbers[-2] <= BEFORE:
        return None  # "64 of 72 GPUs x 39": which of the two is meant?
    one = part[at]
    return Term(one.start, one.end, one.text, tuple(each.text for each in part[at + 1 :]))


def _behind(tokens: Sequence[_Token]) -> _Chain | None:
    """The chain that begins where these tokens begin; of its last term the number and what stands right behind it."""
    cut = next((at for at, one in enumerate(tokens) if one.kind in ("other", "eq")), len(tokens))
    if not cut or tokens[0].kind == "op" or (cut < len(tokens) and tokens[cut].text in "-–—^"):
        return None  # "112–128" is a range, "10^6" a power
    parts = _parts(tokens[:cut])
    terms = [term for at, part in enumerate(parts) if (term := _first(part, last=at == len(parts) - 1))]
    signs = tuple(one.text for one in tokens[:cut] if one.kind == "op")
    whole = len(terms) == len(parts) == len(signs) + 1
    return (tuple(terms), signs) if whole else None


def _first(part: Sequence[_Token], *, last: bool) -> Term | None:
    """The first number of a part, the only one but in the last, behind which a sentence may go on."""
    numbers = [at for at, one in enumerate(part) if one.kind == "n"]
    if not numbers or numbers[0] > BEFORE or (not last and len(numbers) > 1):
        return None
    one, rest = part[numbers[0]], part[numbers[0] + 1 : numbers[1] if len(numbers) > 1 else None]
    words = tuple(each.text for each in rest[:BEHIND])
    return Term(one.start, one.end, one.text, words) if last or len(rest) <= BEHIND else None
