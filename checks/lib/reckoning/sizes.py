"""The number that a label is called by: "22 TB", "8,192 tokens", "70B"."""

import re
from decimal import Decimal

_SIZED = re.compile(r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)\s?([kKmMbBtTgG](?:i?[bB])?)?(?![\w])")
_POWERS = {"k": 3, "m": 6, "g": 9, "b": 9, "t": 12}


def size_of(label: str) -> Decimal | None:
    """The first number of a label with its power: 16 of "16 TB drive" by its bytes; None without one."""
    match = _SIZED.search(label)
    if not match:
        return None
    return Decimal(match[1].replace(",", "")) * Decimal(10) ** _POWERS.get((match[2] or "")[:1].lower(), 0)
