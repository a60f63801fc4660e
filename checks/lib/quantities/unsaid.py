"""Values whose unit the sentence says once: "reaches 1.83 million IOPS, where 4.0 managed 1.16 million"."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from checks.lib.quantities.amounts import Amount
from checks.lib.statements.factors import times_apart
from schemas.interval import readings as readings_of
from schemas.interval import ulp
from schemas.number_words import POWERS, either

FAR = 20  # times apart: another thing than the value with the unit
_BARE = re.compile(
    rf"(?<![\w.,–/$€£-])(?P<n>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+\.\d+|\d{{2,}})(?:\s(?P<si>{either(POWERS)})\b)?"
    r"(?:\s(?:an?|per|each|every)\s(?:second|minute|hour|day|week|month|year)\b)?"
    r"(?=\s*(?:$|[;:)]|[.,](?:\s|$)|—|–)|\s(?:in|with|on|for|before|under|when|while|and|but|to|at|there|here)\b)"
)
# What leads to a value; a number behind a noun ("level 19", "batch 64") is a setting.
_LED = re.compile(
    r"(?:\b(?:at|to|from|of|against|than|versus|vs\.?|was|is|were|had|did|does|took|ran|got|held|gave|made|saw|reach\w*|"
    r"needs?|for|where|only|just|about|around|some|nearly)|\b[a-z]{3,}ed)\s+$"
)
_SETTING = re.compile(r"\s*(?:at|for|with|on|in|of|under)\s+(?:[a-z]+\s+)?")
_YEAR = re.compile(r"(?:19|20)\d\d")


def unsaid(words: str, known: Sequence[Amount], releases: Collection[str]) -> Iterator[Amount]:
    """The numbers of a sentence that can only be of the kind and unit of an amount which it prints in full."""
    full = [one for one in known if one.kind != "count" and one.readings.rounded.bounded]
    for match in _BARE.finditer(words) if full else ():
        start, end = match.span()
        inside = any(one.start < end and start < one.end for one in known)
        # "21 ms at 32": the setting of the value before it.
        set_ = any(_SETTING.fullmatch(words, one.end, start) for one in known if one.end < start)
        if inside or set_ or match["n"] in releases or _YEAR.fullmatch(match["n"]) or not _LED.search(words[:start]):
            continue
        for one in sorted(full, key=lambda each: abs(each.start - start)):
            found = _like(match, one)
            if times_apart(found.readings.rounded, one.readings.rounded) < FAR:
                yield found
                break


def _like(match: re.Match[str], one: Amount) -> Amount:
    """A number with the unit of an amount: 41 beside "65 MiB/s" is 41 MiB/s."""
    digits = match["n"].replace(",", "")
    exponent = POWERS[match["si"].lower()] if match["si"] else 0
    value = readings_of(Decimal(digits).scaleb(exponent), ulp(digits, exponent), "exact").scaled(one.unit)
    return replace(one, start=match.start("n"), end=match.end(), readings=value, qualifier="exact")
