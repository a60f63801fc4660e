"""What tells that a factor is of another setting than two values: another base release, count or place."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise, product

from checks.lib.labels.spoken_kinds import kinds_of
from checks.lib.language.codes import UNIT
from checks.lib.language.contrast_words import content
from checks.lib.language.tokens import GENERIC, every_root, roots, tokens
from checks.lib.quantities.asserted import Sentence
from schemas.document import Document
from schemas.statement import Claim

_MILLIONS = re.compile(
    r"\b(?P<n>\d[\d,.]*|one|two|three|five|ten|a|hundred) (?P<si>thousand|million|billion) (?P<noun>[a-z]{3,})",
    re.IGNORECASE,
)
# "Compared with firmware 6": a release of what has no capital, no baseline that extraction names.
_RELEASE_OVER = re.compile(
    rf"\b(?:than|over|versus|against|compared (?:to|with))\s(?:(?:in|on|with|by|the|what)\s)*[a-z]{{3,}}\s"
    rf"(\d{{1,4}}(?:\.\d+)*)(?![\d.]*{UNIT})\b"
)


def other_base(claim: Claim, known: frozenset[str]) -> bool:
    """Whether the baseline of a factor has a number that a text lacks: "compared with firmware 6"."""
    numbers = re.findall(r"\d+(?:\.\d+)*", claim.baseline.raw) + _RELEASE_OVER.findall(claim.context)
    every = " ".join(sorted(known))
    return any(not re.search(rf"(?<![\d.]){re.escape(number)}(?!\d|\.\d)", every) for number in numbers)


def unlike_many(text: str, others: Iterable[str]) -> bool:
    """Whether a text counts millions of what the others count otherwise: "one million rows", "10,000 rows"."""
    theirs: Sequence[str] = tuple(others)
    for match in _MILLIONS.finditer(text):
        noun = re.escape(match["noun"])
        if any(re.search(rf"\d\s+{noun}\b", one) and match[0].lower() not in one.lower() for one in theirs):
            return True
    return False


def other_number(text: str, labels: str) -> bool:
    """Whether a text says another number of a noun than labels do: "at batch 1" beside "tokens/s, batch 8"."""
    mine, theirs = _numbered(text), _numbered(labels)
    both = (product(mine[noun], theirs[noun]) for noun in mine.keys() & theirs.keys())
    return not all(any(f"{a}.".startswith(f"{b}.") or f"{b}.".startswith(f"{a}.") for a, b in some) for some in both)


@lru_cache(maxsize=8192)  # each clause is held against many labels, and each label against many clauses
def _numbered(text: str) -> dict[tuple[str, bool], set[str]]:
    """The numbers of each noun, those ahead of it and those behind it apart: "the BR-300 trains" trains no 300."""
    found: dict[tuple[str, bool], set[str]] = {}
    for one, other in pairwise(tokens(text)):
        noun, number = (one, other) if other.number else (other, one)
        if number.number and noun.root.isalpha() and len(noun.root) > 2 and noun.root not in GENERIC:
            found.setdefault((noun.root, noun is one), set()).add(number.root)
    return found


_PLACE = re.compile(r"^\W*(?P<at>On|In|For|At)\s(?:(?:an?|the|our|their|its)\s)?(?P<what>[\w.-]+(?:\s[\w.-]+)?)")


def other_place(text: str, others: Iterable[str]) -> bool:
    """Whether a text begins with a place or setting and another with another one: "On a phone", "On the desktop"."""
    mine = _PLACE.match(text)
    what = content(mine["what"]) if mine else frozenset[str]()
    for other in others:
        match = _PLACE.match(other)
        theirs = content(match["what"]) if match and mine and match["at"] == mine["at"] else frozenset[str]()
        if what and theirs and not what & every_root(other) and not theirs & every_root(text):
            return True
    return False


# "In standby the D27 ...", "Per package, ...", "Uncompressed, ...": a setting ahead of the subject.
_AHEAD = re.compile(
    r"^\W*(?:(?:In|On|With|At|Under|Per|Including|Without|During|Excluding)\s(?:(?:an?|the|its|their)\s)?"
    r"(?P<what>[^\s,]+(?:\s[^\s,]+)?)|(?P<how>[A-Z][a-z]+ed)(?=,\s))"
)
_NO_SETTING = re.compile(
    r"(?:average|mean|median|geometric|new|this|these|our|other|short|fact|total|all|practice|addition|most|tests?|benchmarks?|same|us|it|version|"
    r"release|contrast|comparison|particular|19\d\d|20\d\d|compared|released|updated|based)\b",
    re.IGNORECASE,
)
SAID = 2  # words of a setting that are looked for


def setting_unsaid(sentence: Sentence, document: Document, *, part: bool = False) -> bool:
    """Whether a sentence begins with a setting ("In standby ...") that the document of the values says nowhere else.

    With `part` one of its words is enough to say it: labels may be said by it.
    """
    words = sentence.passage.words
    match = _AHEAD.match(words)
    what = (match["what"] or match["how"]) if match else ""
    if not what or _NO_SETTING.match(what):
        return False
    rest = document.text
    if document.document_id == sentence.passage.document.document_id:
        rest = rest[: sentence.passage.start] + rest[sentence.passage.end :]
    asked = {one.root for one in tokens(what.lower())[:SAID]}
    said = asked & every_root(rest)
    return bool(asked) and (not said if part else said < asked)


# "2.2 times the processor cores", "40% more tables": what there is more of.
_MORE_OF = re.compile(r"\s*(?:times\s)?(?:the|as\smany|as\smuch|more|fewer|less)\s+(?P<what>(?:[\w-]+\s+){0,2}[\w-]+)")
_NOUNLESS = frozenset(roots(tokens("time throughput latency speed performance rate duration cost price than")))


def of_other_noun(claim: Claim, values: str) -> bool:
    """Whether a factor is of a noun that the values do not say: "2.2 times the processor cores"."""
    match = _MORE_OF.match(claim.behind)
    what = roots(tokens(match["what"])) if match else frozenset[str]()
    if match and kinds_of(match["what"]) != kinds_of(""):
        return False  # "half the bitrate": of that kind the values are anyway
    return bool(what) and not what & (_NOUNLESS | every_root(values))
