"""Words by which a text calls one of two the old one, and the other the new one."""

import re

NEW = re.compile(
    r"\b(?:new(?:er|est)?|current|latest|modern|now|today[’']?s?|this (?:release|version|year|generation)|after|"
    r"rewrit\w+|rework\w*|redesign\w*|refresh\w*|our|present|recent|successors?|replacements?|upgrade[ds]?|becam?es?)\b",
    re.IGNORECASE,
)
OLD = re.compile(
    r"\b(?:old(?:er|est)?|previous|predecessors?|forerunners?|before|former(?:ly)?|outgoing|last(?: year| release| "
    r"generation)?|earlier|used to|replace[ds]|prior|past|original\w*|legacy|classic\w*|than it|until now)\b",
    re.IGNORECASE,
)
