"""Whether two measurements can be of one thing by their values: their kind, their size, what one makes of the other."""

import re
from collections.abc import Sequence

from checks.lib.labels.about import Index
from checks.lib.quantities.amounts import Amount, alike
from checks.lib.statements.factors import times_apart
from checks.lib.telling.measured import NUMBER, SHARE, Said
from schemas.document import Document
from schemas.interval import Interval, Readings, judge

FEW = 100  # whole numbers below it are of too many things
SHORT = 3  # characters of a number that many texts print by chance
MANY = 10_000  # parts of one thing
WHOLE = 100  # percent
FAR = 60  # times apart: two things
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")


def of_kind(amount: Amount, kind: str, other: Amount) -> bool:
    """Whether two measurements are of one kind: of one dimension, both shares, or both without a unit."""
    if amount.kind == kind == NUMBER and amount.of and other.of:
        return bool(amount.of & other.of)
    if NUMBER in (amount.kind, kind) or SHARE in (amount.kind, kind):
        whole = kind == SHARE and other.readings.rounded.lower > WHOLE  # 440 networks are no share
        return amount.kind == kind and not whole
    return alike(amount, other)


def is_whole(amount: Amount) -> bool:
    """Whether an amount is printed as a whole number."""
    allowed = amount.readings.rounded
    return allowed.bounded and allowed.upper - allowed.lower >= 1


def agrees(one: Amount, other: Amount) -> bool:
    """Whether both can be true."""
    return judge(one.readings, other.readings) != "inconsistent"


def same(one: Amount, other: Amount) -> bool:
    """Whether one value is what the other prints, and not just beside it: 0.97 is no 0.98."""
    left, right = one.readings.rounded, other.readings.rounded
    low, high = max(left.lower, right.lower), min(left.upper, right.upper)
    return low < high or (low == high and left.lower == left.upper == right.lower)


def too_far(one: Amount, other: Amount) -> bool:
    """Whether two values are of two things by their size; the same digits with another unit may be a slip of that."""
    left, right = one.readings.rounded, other.readings.rounded
    if not (left.bounded and right.bounded) or times_apart(left, right) <= FAR:
        return False
    digits = {
        f"{(each.readings.rounded.lower + each.readings.rounded.upper) / 2 / (each.unit or 1):.6g}".replace(
            ".", ""
        ).strip("0")
        for each in (one, other)
    }
    return len(digits) > 1


def known_to(one: Said, document: Document, printed: str) -> bool:
    """Whether either of two documents prints the value of the other too: then it tells two things, and knows it."""
    if one.document.document_id == document.document_id:
        return False
    own = one.document.text[one.asserted.start : one.asserted.end]
    return prints(one.document, printed) or prints(document, own)


def prints(document: Document, value: str) -> bool:
    """Whether a document prints the number of a value, anywhere; a short one with its unit."""
    number = _DIGITS.search(value)
    known = number.group() if number and len(number.group()) > SHORT else value
    return bool(re.search(rf"(?<![\w.,]){re.escape(known)}(?!\w|[.,]\d)", document.text))


def multiple(one: Said, other: Amount, document: Document, index: Index) -> bool:
    """Whether one value is so many times the other as a number around them says: a chassis of eight devices."""
    left, right = one.amount.readings.rounded, other.readings.rounded
    if not (left.bounded and right.bounded and left.lower > 0 and right.lower > 0):
        return False
    quotient = max(left / right, right / left, key=lambda each: each.upper)
    mine, theirs = one.document.document_id, document.document_id
    # The 3 of "Lantern Transcribe 3", which both speak of, counts nothing.
    named = (some & index.versions[theirs].get(name, set()) for name, some in index.versions[mine].items())
    numbers = (index.words[mine] | index.words[theirs]) - frozenset().union(*named)
    whole = (number for number in numbers if number.isdecimal() and 1 < int(number) < MANY)
    return any(quotient.lower <= int(number) <= quotient.upper for number in whole)


def settings_apart(mine: Sequence[Amount], theirs: Sequence[Amount]) -> bool:
    """Whether both say amounts of one kind of how it was measured, and none of them agree: 64 and 1,518 bytes."""
    for kind in {one.kind for one in mine} & {one.kind for one in theirs} - {NUMBER}:
        left, right = ([each for each in some if each.kind == kind] for some in (mine, theirs))
        if not any(judge(_plain(one), _plain(other)) != "inconsistent" for one in left for other in right):
            return True
    return False


def _plain(one: Amount) -> Readings:
    """A bound as the value that it prints: "over 1 TB of logs" are no 10 TB."""
    allowed = one.readings.rounded
    ends = [end for end in (allowed.lower, allowed.upper) if end.is_finite() and end > 0]
    return (
        one.readings if (allowed.bounded and allowed.lower > 0) or not ends else Readings.of(Interval(ends[0], ends[0]))
    )
