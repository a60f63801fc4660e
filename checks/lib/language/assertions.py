"""Whether a text says what holds: no goal, no condition, no correction, and none of what others claim."""

import re

from schemas.goals import TARGET
from schemas.number_words import ANY_NUMBER
from schemas.remembered import remembered

# Whatever such a sentence prints is corrected, quoted, or holds under a condition.
_NOT_SAID = re.compile(
    r"\b(?:projected|projections?(?= (?:for|of|show|says?)\b)|simulations? projects?|(?<!error )corrections?|"
    r"corrected|withdrawn|retract\w*|claim(?:s|ed)|(?<!\beven )if|hypothetical\w*|"
    r"earlier versions?|wrong(?:ly)?(?! [a-z]+s\b)|mistake\w*|typo|(?<!\bby )estimat\w+)\b"
    # "Constraint: p99 TTFT of 2 s" is what was to be kept.
    r"|^\W*(?:constraints?|requirements?|limits?)\b[^.:]{0,20}:(?=\s)",
    re.IGNORECASE,
)
# What is wished or planned is so in its own clause: "in 12.2 hours, with the same target as all others" is said.
_WISHED = re.compile(
    rf"\b(?:goals?|aim(?:s|ed)?|{TARGET}|plan(?:s|ned)? (?:to|for)|planned|(?<!as )expect\w*|"
    r"would|could(?!\s*(?:[.,;)]|$))|should|might|rivals?|competit(?:ors?|ion)(?!:)|"
    r"theoretical\w*|hope\w*)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;](?=\s)|\s(?:and|but|while|whereas)\s")
COUNTED = re.compile(
    rf"\d|\b(?:{ANY_NUMBER}|half|halv\w+|twice|thrice|doubl\w+|tripl\w+|thirds?|quarters?|fifths?|tenths?|dozens?|"
    r"hundreds?|thousands?|millions?)\b",
    re.IGNORECASE,
)
_OWN = r"(?:for|in|on|with|at) our\b|our own\b|for us\b"
# A customer's words are of the customer's own load: "For our own tours Rook was 5x faster," says Ida Brandt.
_OWN_USE = re.compile(
    rf"[\"“][^\"”]*\b(?:{_OWN}|we (?:saw|see|got|found)\b)[^\"”]*[\"”]?,?[\"”]?\s+"
    r"(?:[A-Z][\w.-]+\s){0,3}(?:said|says|reports?|told|writes|wrote)\b"
    rf"|\b(?:says|said|reports|told|writes)\b[^\"“]{{0,80}}[\"“][^\"”]*\b(?:{_OWN})"
    # "In our internal search service" is another load than that of the tables; "in our internal tests" is theirs.
    r"|\b(?:in|on|for) our (?:own |in-house )?(?:internal|production|in-house) "
    r"(?!(?:\w+ )?(?:tests?|testing|labs?|laborator\w+|bench\w*|measure\w+|runs?|results?|evaluations?|compar\w+|"
    r"traces?|replays?)\b)",
    re.IGNORECASE,
)


@remembered
def is_said(text: str) -> bool:
    """Whether a text asserts what it says: it is no goal, no correction, and none of what others claim."""
    if _NOT_SAID.search(text) or _OWN_USE.search(text):
        return False
    wished = (one for one in _CLAUSE.split(text) if _WISHED.search(one)) if _WISHED.search(text) else ()
    return not any(COUNTED.search(one) for one in wished)
