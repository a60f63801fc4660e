"""Printed numbers: how they are written, what they are worth, and how they are hedged."""

import re
from decimal import Decimal
from functools import lru_cache

from parsers.lib.search import holds
from schemas.interval import Qualifier, ulp
from schemas.number_words import POWERS, either, spelled

# A number must not be the tail of a name, a code, a version or another number.
EDGE = r"(?<![\w#±])(?<![^\W_][-–./:_])(?<!\d,)(?<!± )(?<!\+/- )"
# Fifteen digits at most: a longer run is an id, and no double can hold it.
_GROUPED = r"\d{1,3}(?:[,'’\u2009\u202f\u00a0]\d{3})+(?!\d)|\d{1,3}(?: \d{3})++(?![\d ]*\d)"
_DECIMALS = r"\.\d{1,15}(?!\d)"
DIGITS = rf"(?:{_GROUPED}|\d{{1,15}}(?!\d))(?:{_DECIMALS})?|{_DECIMALS}"
SI = rf"(?:(?:k|K|M|B|G|T|bn)(?![^\W_])| [kKM](?=\s[a-z]+(?:/|\sper\s))| ?(?:{either(POWERS)})\b)"
_RAISED = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"
TEN = rf"(?:[eE][+-]?\d{{1,2}}(?!\d)| ?[×x] ?10(?:\^?[-−]?\d{{1,2}}(?!\d)|[{_RAISED}]{{1,3}}))"
NUMBER = rf"(?:(?:{DIGITS})(?:{TEN}|{SI})?)"
TO = r"\s?(?:-|–|—|to)\s?"
JOIN = rf"(?:{TO}|\s(?:and|or)\s)"  # "and" makes a range behind "between" only
ARROW = r"(?:-{1,2}>|={1,2}>|[—–]>|[→➜➔➞⟶⇒])"  # "12 ms -> 4 ms"
ERROR = r"(?:\s?(?:±|\+/-|\+-)\s?(?P<error>[\d.,]+)\s?)?"
_DECIMAL_COMMA = re.compile(r"(\d{1,15}),(\d{1,2}|\d{4,15})")  # three digits behind it may be thousands
_LOWERED = str.maketrans(_RAISED, "-0123456789")
# What ends a bare number: a pause, or a word that leads on. A noun behind it says that it counts something else.
STOP = (
    r"(?![\w%]|\.\d|,\d)(?=\s*$|[.,;:)!?…—–]|\s[—–]|\s(?:at|for|on|in|with|per|and|to|when|while|after|before|by|today|now|last|over|under|"
    r"using|without|earlier|respectively|but|as|from|previously|because|thanks|once|if|since|within|across|than|against|"
    r"compared|versus|overall|relative|through|altogether|throughout|during|between|among)\b)"
)
_EXPONENT = {"k": 3, "K": 3, "M": 6, "B": 9, "G": 9, "bn": 9, "T": 12, **POWERS}


@lru_cache(maxsize=4096)
def number(literal: str) -> tuple[Decimal, Decimal]:
    """Value and unit of the last digit of a printed number: "22k" -> (22000, 1000), "1.50" -> (1.50, 0.01)."""
    small = spelled(literal)
    if small is not None:
        # "a million" is a round number: nobody counted it to the last.
        return Decimal(small), Decimal(10**5 if small % (5 * 10**5) == 0 else 1)
    comma = _DECIMAL_COMMA.fullmatch(literal.strip())
    printed = f"{comma[1]}.{comma[2]}" if comma else literal.strip()
    match = re.fullmatch(rf"({DIGITS})(?:({TEN})|\s?([a-zA-Z]+))?", printed)
    if not match:
        raise ValueError(f"not a number: {literal!r}")
    digits = re.sub(r"[,'’\s]", "", match[1])
    exponent = _EXPONENT.get(match[3] or "", 0)
    if match[2]:
        power = match[2].translate(_LOWERED)
        exponent = int(re.sub(r"^(?:[eE]\+?|\s?[×x]\s?10\^?)", "", power).replace("−", "-"))
    return Decimal(digits).scaleb(exponent), ulp(digits, exponent)


# In the order tried: "just over" and "no more than" before "over". A space stands for any white space.
_HEDGES: dict[Qualifier, tuple[str, ...]] = {
    "just_over": ("(?:just|slightly|a little|marginally) (?:over|above|more than)", "a bit (?:over|above|more than)"),
    "nearly": ("nearly", "almost", "close to",
               "(?:just|slightly|a little|a bit|marginally) (?:under|below|less than|shy of)", "approaching"),
    "at_least": ("at least", "≥", ">=", "a minimum of", "no (?:less|fewer) than", "as little as"),
    "up_to": ("up\\s*to", "as (?:much|high|many|fast) as", "(?:never|not|n['’]t|without) exceed(?:s|ed|ing)?", "≤",
              "<=", "a max(?:imum)? of", "at most", "maximum of", "no(?:t)? (?:more|greater) than"),
    "over": ("(?:far |well )?(?:more|greater|better) than", "(?:well )?over", "(?<![-–—=])>", "above",
             "exceed(?:s|ing|ed)?", "upwards? of", "in excess of", "beyond", "surpass(?:es|ing|ed)?", "topp(?:ed|ing)",
             "tops", "north of"),
    "under": ("(?:less|fewer) than", "under", "below", "<", "sub-"),
    "about": ("about", "around", "approximately", "approx\\.?", "roughly", "~", "≈", "some", "circa", "ca\\.",
              "on the order of", "an estimated", "something like", "in the region of"),
}  # fmt: skip


def _leading(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?:^|(?<=[^\w]))(?:{words})\s*(?:an?\s+)?[$€£(]?\s*$".replace(" ", r"\s+"), re.IGNORECASE)


_QUALIFIERS = tuple((name, _leading("|".join(words))) for name, words in _HEDGES.items())
_ANY = _leading("|".join(word for words in _HEDGES.values() for word in words))
_AFTER = re.compile(
    r"\s*(?:\+(?!\d)|plus\b|or\s+(?:more|greater|better|higher|faster)\b|and\s+(?:more|up)\b)", re.IGNORECASE
)


def qualifier(before: str, after: str) -> Qualifier:
    """How a figure is hedged, from the words that touch it."""
    for name, pattern in _QUALIFIERS if holds(_ANY, before) else ():
        if pattern.search(before):
            return name
    return "at_least" if _AFTER.match(after) else "exact"
