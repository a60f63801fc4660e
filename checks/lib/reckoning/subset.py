"""Which items of a view a limit is of: all, those that are named, those up to a number or from one on."""

import re
from collections.abc import Mapping
from decimal import Decimal

from checks.lib.reckoning.meant import Mention, shares_of, values_of
from checks.lib.reckoning.sizes import size_of
from checks.lib.reckoning.views import View

_UP_TO = re.compile(
    (
        r"\b(?:up to|until|as far as|as long as|through|no more than|at most|below|under|"
        r"before)\s(?:the |a |an |some |about )?$"
    ),
    re.IGNORECASE,
)
_FROM = re.compile(
    (
        r"\b(?:from|beyond|above|past|over|starting (?:at|with|from)|at least|more than|"
        r"once)\s(?:the |a |an |some |about )?$"
    ),
    re.IGNORECASE,
)
_STRICT = re.compile(
    r"\b(?:beyond|above|past|over|more than|below|under|before)\s(?:the |a |an |some |about )?$", re.IGNORECASE
)
_RATED = re.compile(r"\bk\b", re.IGNORECASE)
NEAR = Decimal("1.05")  # "a thousand" of 1,024
THOUSAND = Decimal(1000)


def subset(view: View, named: list[Mention], text: str, but: tuple[int, int]) -> tuple[int, ...] | None:
    """The items that a text means besides its number at `but`; None where it chooses them nobody knows how."""
    found = _ranged(view, text, but)
    if found is not None:
        return found
    here = [one for one in named if not (one.start < but[1] and but[0] < one.end)]
    strong = dict.fromkeys(one.which for one in here if one.points > 1)
    return tuple(strong or dict.fromkeys(one.which for one in here)) or tuple(view.items)


def _ranged(view: View, text: str, but: tuple[int, int]) -> tuple[int, ...] | None:
    sizes = sizes_of(view.items, view.noun)
    if not sizes:
        return None
    kept, bound = set(sizes), False
    shared = any("%" in label for label in view.items.values())
    for value, start, end in (*(shares_of(text) if shared else ()), *values_of(text)):
        if start < but[1] and but[0] < end:
            continue
        up, down = _UP_TO.search(text[:start]), _FROM.search(text[:start])
        at = [each for each, one in sizes.items() if one / NEAR <= value <= one * NEAR]
        if (not up and not down) or not at:
            continue
        strict, mine, bound = bool(_STRICT.search(text[:start])), sizes[at[0]], True
        kept &= {
            each for each, one in sizes.items() if (one < mine if up else one > mine) or (one == mine and not strict)
        }
    return tuple(sorted(kept)) if bound else None


def sizes_of(labels: Mapping[int, str], noun: str) -> dict[int, Decimal]:
    """The numbers of labels that all have one, in the powers that their header says."""
    power = THOUSAND if _RATED.search(noun) else Decimal(1)
    sizes = {at: one * power for at, label in labels.items() if (one := size_of(label)) is not None}
    return sizes if len(sizes) == len(labels) == len(set(sizes.values())) else {}
