"""What keeps a sentence from saying that something is so now and always: conditions, wishes, limits that are set."""

import re

# A pattern; "as long as it" is a condition, "twice as long as it" none.
HELD_BACK = (
    r"\b(?:if|when|whenever|unless|(?<!times )(?<!twice )(?<!half )"
    r"(?:as|so) long as (?:no|not|it|they|there|you|we)\b|(?<=,\s)(?:as|so) long as|provided|until|"
    r"almost|nearly|tied?|ties|(?-i:may)|might|could|would|should|one of (?:the|our|its|"
    r"these|those) (?:\w+est|best|most|least|few|first|top|better)|among the (?:few|most|top|best)|"
    r"used to|once(?! (?:more|again)\b)|so far|ever|yet|to date|expect\w*|previous\w*|"
    r"last (?:year|month|week|time|round|season)|"
    r"aims?|goals?|targets?|designed|guarantee\w*|budget\w*|limits?|allow\w*|must)\b"
)
_SET = re.compile(
    r"\b(?:if|unless|provided|until|till|almost|nearly|(?-i:may)|might|could|would|should|shall|used to|so far|"
    r"to date|expect\w*|previous\w*|last [a-z]+|aims?|goals?|targets?|guarantee\w*|budget\w*|alarm|allow\w*|must|"
    r"ha(?:s|ve) to|(?:leav|set)(?:e|es|ing)\b[^.;]*\b(?:out|aside))\b",
    re.IGNORECASE,
)


# "If energy is your worry" chooses who reads on, and no rows.
_OF_READER = re.compile(r"\b(?:if|when|whenever|where|once|should)\b[^,;:|.]*\b(?:you|your)\b[^,;:|.]*", re.IGNORECASE)


def unaddressed(text: str) -> str:
    """A text without its conditions on who reads it; of the same length."""
    return _OF_READER.sub(lambda match: " " * len(match.group()), text)


def held_back(text: str) -> bool:
    """Whether a clause sets a limit, or says it on a condition, of former times or of some."""
    return bool(_SET.search(unaddressed(text)))
