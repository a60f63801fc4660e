"""How one slip may have made one printed value of another: another unit, one digit, two swapped ones."""

import re
from decimal import ROUND_HALF_UP, Context, Decimal
from itertools import pairwise

from checks.lib.language.printed import DIGITS
from checks.lib.statements.cells import Number
from checks.lib.statements.cells import parsed as number_of
from schemas.interval import Interval
from schemas.number_words import either, in_words

SWAPPED = "two digits are swapped"
OTHER_UNIT = "the number is the same, the unit is not"
TELLING = 3  # digits of a number of which one may differ: of two-digit numbers every fifth does by chance
_NUMBER = re.compile(DIGITS)
_WORDS = in_words(*range(10, 100))  # smaller ones count and rank as often as they measure
_SPELLED = re.compile(rf"\b(?:{either(_WORDS)})\b", re.IGNORECASE)
FAR = 5  # times that the lower must grow by


def slip(left: str, right: str) -> str:
    """What may have happened between two cells, where it is one slip; "" where it is none."""
    one, other = number_of(left), number_of(right)
    if one is None or other is None:
        return ""
    if one.value == other.value:
        return OTHER_UNIT if one.unit != other.unit else ""
    digits = [str(abs(each.value)) for each in (one, other)]
    if one.unit != other.unit or len(digits[0]) != len(digits[1]):
        return "a power of ten apart" if _shifted(one.value, other.value) and one.unit == other.unit else ""
    return _of_digits(*digits)


def slip_told(left: str, right: str) -> str:
    """The same for two values of one dimension as sentences or cells print them, stricter, since less links them."""
    one, other = map(_told, (left, right))
    if not (one and other):
        return ""
    if one == other or _rounds(one, other) or _rounds(other, one):
        return OTHER_UNIT
    if _shifted(one, other) or _shifted(*_alike_long(one, other)):
        return "a power of ten apart"
    why = _of_digits(str(one), str(other))
    return "" if why == "one digit differs" and len(one.as_tuple().digits) < TELLING else why


def _told(text: str) -> Decimal:
    """The first number of a text, in digits or, from ten on, in words; 0 for none."""
    if match := _NUMBER.search(text):
        return Decimal(match.group().replace(",", ""))
    word = _SPELLED.search(text)
    return Decimal(_WORDS[word.group().lower()] if word else 0)


def _rounds(one: Decimal, other: Decimal) -> bool:
    """Whether a number of two digits or more is another one rounded: "27 minutes" of "27.4 h"."""
    coarse, fine = int(one.as_tuple().exponent), int(other.as_tuple().exponent)  # both are read from digits
    if len(one.as_tuple().digits) < 2 or fine >= coarse:
        return False
    return other.quantize(Decimal(1).scaleb(coarse), ROUND_HALF_UP) == one


def _alike_long(one: Decimal, other: Decimal) -> tuple[Decimal, Decimal]:
    """Two numbers, the longer one rounded to the digits of the other: "2.26 million" is 225,792 ten times over."""
    longs = [len(each.normalize().as_tuple().digits) for each in (one, other)]
    if min(longs) < TELLING or longs[0] == longs[1]:
        return one, other
    least = Context(prec=min(longs), rounding=ROUND_HALF_UP)
    return least.plus(one), least.plus(other)


def one_slip_from(number: Number, allowed: Interval) -> bool:
    """Whether two digits next to each other that are swapped back, or a power of ten, make a value that is allowed.

    So does one digit of four or more: of fewer, one digit reaches anything near.
    """
    printed = str(abs(number.value))
    digits = [at for at, one in enumerate(printed) if one.isdigit()]
    near = {_exchanged(printed, *two) for two in pairwise(digits)}
    if len(digits) > TELLING:
        near |= {printed[:at] + one + printed[at + 1 :] for at in digits for one in "0123456789"}
    values = [Decimal(one) for one in near]
    values += [Decimal(printed).scaleb(power) for power in (-1, 1)]
    half = (number.readings.rounded.upper - number.readings.rounded.lower) / 2  # "$99,000" is rounded to thousands
    return any(Interval(one - half, one + half).meets(allowed) for one in values)


def _exchanged(text: str, at: int, other: int) -> str:
    return text[:at] + text[other] + text[at + 1 : other] + text[at] + text[other + 1 :]


def too_far(gap: Decimal, left: str, right: str) -> bool:
    """Whether two prints are so far apart that no slip of one of them makes the other: they are of two things."""
    return gap > FAR and not slip_told(left, right)


def _of_digits(left: str, right: str) -> str:
    if len(left) != len(right):
        return ""
    unlike = [at for at, (a, b) in enumerate(zip(left, right, strict=True)) if a != b]
    swapped = len(unlike) == 2 and sorted(left) == sorted(right)
    return "one digit differs" if len(unlike) == 1 else SWAPPED if swapped else ""


def _shifted(one: Decimal, other: Decimal) -> bool:
    return one.normalize().as_tuple().digits == other.normalize().as_tuple().digits
