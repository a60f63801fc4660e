"""How one slip may have made one printed value of another: another unit, one digit, two swapped ones."""

from decimal import Decimal

from checks.lib.cells import parsed as number_of


def slip(left: str, right: str) -> str:
    """What may have happened between two cells, where it is one slip; "" where it is none."""
    one, other = number_of(left), number_of(right)
    if one is None or other is None:
        return ""
    if one.value == other.value:
        return "the number is the same, the unit is not" if one.unit != other.unit else ""
    digits = [str(abs(each.value)) for each in (one, other)]
    if one.unit != other.unit or len(digits[0]) != len(digits[1]):
        return "a power of ten apart" if _shifted(one.value, other.value) and one.unit == other.unit else ""
    unlike = [at for at, (a, b) in enumerate(zip(*digits, strict=True)) if a != b]
    swapped = len(unlike) == 2 and sorted(digits[0]) == sorted(digits[1])
    return "one digit differs" if len(unlike) == 1 else "two digits are swapped" if swapped else ""


def _shifted(one: Decimal, other: Decimal) -> bool:
    return one.normalize().as_tuple().digits == other.normalize().as_tuple().digits
