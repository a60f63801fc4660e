"""Whether words join two values into one contrast: "from 9 to 4", "12, against 20", "5 (was 9)", "8, not 20"."""

import re
from functools import lru_cache

from checks.lib.quantities.asserted import is_difference

# What may stand between a connector and its value: "against only about the $40", "turned into one of 2 hours".
LEADS = (
    r"(?:(?:(?:about|around|roughly|some|nearly|almost|just|only|barely|merely|under|over|below|above|well|up|down|"
    r"(?:no )?(?:less|more|fewer) than|as (?:little|much|few|many|low|high) as|the|its|their|our|an?|one of|that of|"
    r"those of|an? [a-z]+|taking|using|needing|paying|being|[\w-]+['’]s?)\s){1,3})?[~≈<>]?[$€£]?"
)
_MOVED = (
    r"(?:(?:has|have|had)\s)?(?:(?:is|are) now|becomes?|became|become|turn(?:s|ed)? into|shr[aiu]nks? (?:down )?to|"
    r"shrunk to|"
    r"(?:drop|f[ae]ll|grew|grow|rose|rise|went|go|cut|reduced|lowered|raised|climb|jump)(?:s|p?ed|es)? (?:up |down )?"
    r"to)"
)
_INSTEAD = (
    r"(?:against|versus|vs\.?|(?:as )?(?:compared|opposed) (?:to|with)|instead of|in place of|rather than|"
    r"(?:down|up) from|compares? (?:to|with)|beats?|outpaces?|(?:times|twice|half) as [a-z]+ as|"
    r"where (?:formerly |previously |before |once )?(?:it|they|we|one) (?:[a-z]+\s)?[a-z]+|"
    r"(?!rather|other|whether)[a-z]{2,}er than)"
)
_WAS = (
    r"(?:(?:it |that |they )?(?:was|were|had been|used to be|has been)|previously|formerly|before|earlier|originally|"
    r"old|once|then|from|not|now|today|since|after)"
)
_ARROW = re.compile(r"\s*(?:→|⟶|->|=>|–>)\s*")
_FROM = re.compile(rf"\bfrom\s(?:[a-z][\w-]*\s){{0,5}}?{LEADS}$", re.IGNORECASE)
_TO = re.compile(rf"[^;:]{{0,60}}?\sto\s{LEADS}")
# "Down to 45 ms from 130 ms", "shrank images of 1.9 GB to 700 MB".
_DOWN_TO = re.compile(
    rf"\b(?:down|up|drops?|dropped|falls?|fell|rises?|rose|grew|cut|improved?) to\s{LEADS}$", re.IGNORECASE
)
_FROM_BEHIND = re.compile(rf"[^;:,]{{0,40}}?,?\sfrom\s{LEADS}")
_MOVES = re.compile(
    r"\b(?:shr[aiu]nks?|shrunk|cuts?|reduc(?:e|es|ed|ing)|lower(?:s|ed|ing)?|brings?|brought|trim(?:s|med)?|"
    r"rais(?:es?|ed|ing)|shorten(?:s|ed)?|turn(?:s|ed)|took|takes?|compress(?:es|ed)?|improv(?:es?|ed))\b[^,;:.]{0,60}$",
    re.IGNORECASE,
)
_UP_TO, _RIGHT_FROM = re.compile(rf"\bto\s{LEADS}$"), re.compile(rf"\s(?:now |today )?from\s{LEADS}")
_THERE = re.compile(rf"\s(?:down |up )?to\s{LEADS}")
_BECAME = re.compile(rf"(?:\s[^;.:]{{0,60}})?\s{_MOVED}\s{LEADS}")
_AGAINST = re.compile(rf"[^;:]{{0,60}}?[\s,(]{_INSTEAD}:?\s{LEADS}", re.IGNORECASE)
_NOT = re.compile(rf"[^;:]{{0,60}}?(?:,|,? and|,? but|\s?[—–-])?\snot\s{LEADS}", re.IGNORECASE)
_ASIDE = re.compile(rf"[^;:()]{{0,40}}?[(\[]\s?(?:{_WAS}|{_INSTEAD})(?:(?: [a-z]+){{1,4}}:|:?)\s{LEADS}", re.IGNORECASE)
# "Startup: 1.4 s, was 3.9 s", "shrank to 310 MB, having been at 900 MB", "down to 18 W, from 31 W".
_FORMERLY = re.compile(
    rf"[^;:()]{{0,60}}?(?:,|\s[—–-])\s(?:and\s)?(?:was|were|from|having (?:been|started|begun)(?: at| from| with)?|"
    rf"once|previously|formerly|originally|"
    rf"(?:it |they )?used to be)\s{LEADS}",
    re.IGNORECASE,
)
_FRONTED = re.compile(
    rf"(?:^|[,;:(—–-]\s?)(?:set |measured |held )?(?:against|versus|(?:as )?(?:compared|opposed) (?:to|with)|"
    rf"instead of|in place of|rather than|(?:down|up) from|unlike)\s{LEADS}$",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)  # each of two readers asks
def joined(ahead: str, between: str) -> bool:
    """Whether two values are joined by the words ahead of the first and between them."""
    if is_difference(between):
        return False  # "3 ms less than the 12 ms" tells one time and how much less another is
    if _FRONTED.search(ahead) or (_FROM.search(ahead) and _TO.fullmatch(between)):
        return True
    two_parts = ((_DOWN_TO, _FROM_BEHIND), (_UP_TO, _RIGHT_FROM), (_MOVES, _THERE))
    if any(first.search(ahead) and second.fullmatch(between) for first, second in two_parts):
        return True
    return any(form.fullmatch(between) for form in (_ARROW, _BECAME, _AGAINST, _NOT, _ASIDE, _FORMERLY))
