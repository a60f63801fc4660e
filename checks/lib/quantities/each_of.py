"""Of what each has a quantity, by the grammar of "each" and "per" alone: "819 GB/s per stack", "a sled carries 4"."""

import re
from collections.abc import Sequence

from checks.lib.language.tokens import root
from checks.lib.quantities.counts import singular
from schemas.number_words import ANY_NUMBER

REACH = 110  # characters from "each card" to what each does
_TIME = frozenset(
    map(
        root,
        """
        s sec h hr min ms second minute hour day week month year quarter night time one run evening morning weekend
        monday tuesday wednesday thursday friday saturday sunday
        """.split(),
    )
)
_BEHIND = re.compile(
    r"(?:\s(?!(?:and|or|but|while|at|is|are|was)\b)[A-Za-z][\w.-]*){0,3}?"
    r"(?:\s?/\s?|\s(?:per|(?:for|to|in|on) (?:a|an|one)|"
    r"(?:for|in|on|at|to|from|by|with|into|onto|out of|along|inside|within|behind|under|of) (?:each|every|any)"
    rf"(?: one of| of)?(?: the| its| our| these)?(?: (?:\d[\d,]*|{ANY_NUMBER}))?)\s)"
    r"(?P<np>[A-Za-z][\w-]*(?:\s[a-z][\w-]*)?)",
    re.IGNORECASE,
)
_APIECE = re.compile(
    r"\s(?:each|apiece)(?=\s[a-z]{2,}\b)|"
    r"(?:\s[\w-]+){0,4}?\s(?:each|apiece)(?=\W*(?:$|[.,;:)]|(?:and|in|on|from|while|with|to|are|for|at)\b))",
    re.IGNORECASE,
)
# "256 chips on a two-dimensional torus": what they are laid out in is no part that has so many, and others of it.
_LAID = re.compile(
    r"(?:[\w-]+\s){0,2}(?:tor(?:us|i)|mesh|ring|fabric|network|topology|grid|lattice|hypercube)\b", re.IGNORECASE
)
LAID_AHEAD = 24  # characters behind a noun phrase of two words
_PRONOUN = re.compile(r"(?:them|these|those|which)\b", re.IGNORECASE)
_EACH = re.compile(
    r"\b(?:each|every|any one)\b(?!\s(?:and|or|but|while)\b)(?:\s(?:one|single))?"
    rf"(?P<of>\sof\s(?:the|its|our|these|those|them)(?:\s(?:\d[\d,]*|{ANY_NUMBER})(?=\s[a-z]))?)?"
    r"(?:\s(?P<np>(?!of\b)[A-Za-z][\w-]*(?:\.\w+)*(?:\s\d[\w.]*(?=\s[a-z]))?(?:\s[a-z][\w-]*)?))?",
    re.IGNORECASE,
)
_ONE = re.compile(
    r"(?:^|[,;:]\s(?:and\s|while\s|where\s|so\s|thus\s|hence\s)?|\band\s|\.\s)(?:a|an|one|any)\s"
    r"(?P<np>(?:[A-Za-z][\w-]*\s){1,3}?)(?:[a-z]+(?:s|es)|can|has|will)\s",
    re.IGNORECASE,
)
_HAS = re.compile(
    r"(?:^|[.;]\s)(?:The|An?|One|Our)\s(?:[A-Z][\w-]*\s){0,3}?(?P<code>[A-Z][\w-]*\d[\w-]*)\s"
    r"(?:(?:GPU|chip|card|module|accelerator|processor|device)\s)?"
    r"(?:has|offers|carries|holds|brings|provides|delivers|comes with|is built with)\s(?![^.;]*[.;]\s[A-Z])"
)
_COUNTED = re.compile(
    r"(?P<noun>[A-Za-z][\w-]*)(?:\s?[@×]\s?|\s(?:of|at|x)\s(?:up to\s|only\s)?|,\s(?=[\d.,]+\s?\w+\seach))$"
)
# "24 bays filled with the 30.72 TB drive": each of them, or all of them together.
_HOLDING = re.compile(r"(?P<noun>[A-Za-z][\w-]*)\s(?:[a-z]+(?:ed|ing)\s)?with\s(?:the\s|an?\s)?$")
_PLURAL = re.compile(r"\b(?P<noun>[a-z][a-z-]+(?<![su])s)(?:\s\([^()]*\))?,\s$")
_WITH = re.compile(r"(?:^|[.;]\s)With\s$")  # "With every card at its limit, set aside 7 kW": of all, on that condition
# What the sentence goes on with, behind what stands between commas.
_GOES_ON = re.compile(r",\s(?:[a-z]{3,}s?|can\s[a-z]+)\s(?:(?:up to|a total of|in total|about|only|[a-z]+)\s)?$")
_BROKEN = re.compile(
    r"[;]\s|[.!?]\s+(?=[A-Z])|,\s(?:so|thus|hence|therefore|which|giving|making|in total|together|altogether|that is)\b"
)


def each_of(text: str, start: int, end: int, counted: Sequence[tuple[int, str]]) -> frozenset[str]:
    """The roots of what each of has the quantity at text[start:end]; none where it is said of the whole.

    `counted` is what is counted before it, with where its count ends: "each" alone is each of the last of those.
    """
    behind = _BEHIND.match(text, end)
    if behind and _PRONOUN.match(behind["np"]):
        return _last(counted, start)  # "24 strings, and 18 modules in each of them"
    if found := named_behind(text, end):
        return found
    if _APIECE.match(text, end):
        return _last(counted, start) or _named_subject(text[:start])
    direct = _COUNTED.search(text[:start])
    if direct and root(singular(direct["noun"]) or "x") in _last(counted, start):
        return _last(counted, start)
    return _subject(text, start, counted)


def _named_subject(ahead: str) -> frozenset[str]:
    """The code that a sentence is about, where it counts nothing: "The H200 has 141 GB with 4.8 TB/s each"."""
    found = list(_HAS.finditer(ahead))
    return frozenset({root(found[-1]["code"])}) if found else frozenset()


def named_behind(text: str, end: int) -> frozenset[str]:
    """The roots of what each has the quantity that ends there, where that stands behind it: "72 GPUs of every rack"."""
    behind = _BEHIND.match(text, end)
    laid = behind and _LAID.match(text[behind.start("np") : behind.end("np") + LAID_AHEAD])
    return _noun(behind["np"]) if behind and not laid else frozenset()


def held_by(text: str, start: int, counted: Sequence[tuple[int, str]]) -> frozenset[str]:
    """The root of what was counted right before a quantity that it comes with: one of them may have it, or all."""
    match = _HOLDING.search(text[:start])
    return _last(counted, start) & {root(singular(match["noun"]) or "x")} if match else frozenset()


def _last(counted: Sequence[tuple[int, str]], before: int) -> frozenset[str]:
    return frozenset([noun for at, noun in counted if at <= before][-1:])


def _subject(text: str, start: int, counted: Sequence[tuple[int, str]]) -> frozenset[str]:
    every = list(_EACH.finditer(text, max(0, start - REACH), start))
    single = [one for one in _ONE.finditer(text, max(0, start - REACH), start)
              if not re.search(r"\d|,", text[one.end() : start])]  # fmt: skip
    found = [one for one in (*every, *single) if not _BROKEN.search(text, one.end(), start)]
    found = [one for one in found if text[one.end()] not in ",;)"]  # "64 GB each, that makes 768 GB"
    found = [one for one in found if not _WITH.search(text[: one.start()]) or "," not in text[one.end() : start]]
    found = [one for one in found if not _is_beside(text, one, start) and not _is_whole(text, one, start)]
    if not found:
        return frozenset()
    last = max(found, key=lambda one: one.start())
    words = last["np"] or ""
    if last in single:
        return _noun(words)
    noun = _noun(words) if words and (last.groupdict().get("of") or not _is_verb(words)) else frozenset[str]()
    noun |= {root(one.partition(".")[0]) for one in words.split()[:1] if "." in one}  # the Kite of a "kite.48xlarge"
    timed = words and not noun and root(words.split()[0]) in _TIME
    return noun if noun or timed else _last(counted, last.start()) or _ahead_of(text, last.start())


def _ahead_of(text: str, at: int) -> frozenset[str]:
    """The root of the plural right before ", each": "built from X2 chips, each with 96 GB", which nobody counts."""
    match = _PLURAL.search(text[:at])
    return _noun(match["noun"]) if match else frozenset()


def _is_whole(text: str, each: re.Match[str], start: int) -> bool:
    """Whether a number counts what "each" is of: of "each of the 16 sockets" no socket has sixteen."""
    between = text[each.end() : start]
    return between == " of " or bool(each.groupdict().get("of") and not each["np"] and not between.strip())


def _is_beside(text: str, each: re.Match[str], start: int) -> bool:
    """Whether "each with" only adds to the subject: "eight nodes, each with 12 drives, provide 1 PB"."""
    with_ = re.match(r"\s?(?:with|of|having|holding)\b", text[each.end() - len(each["np"] or "") - 1 :])
    return bool(with_ and _GOES_ON.search(text, each.end(), start))


def _is_verb(words: str) -> bool:
    """Whether what follows "each" is no noun: "Each takes 3 pictures", "each runs at"."""
    first, *rest = words.lower().split()
    if rest and rest[0] in ("a", "an", "the", "its", "about", "around", "only"):
        return True  # "each one read a steady 12 GB/s"
    if rest and first.endswith("ed") and rest[0] in ("over", "on", "across", "with", "by", "in", "to", "at", "into"):
        return True  # "six replicas, each sharded over four cards"
    return (first.endswith("s") and not first.endswith(("ss", "us", "is"))) or first in (
        "can",
        "has",
        "with",
        "at",
        "in",
        "rated",
        "limited",
        "capped",
        "drawing",
        "using",
        "running",
        "clocked",
        "holding",
        "carrying",
    )


def _noun(words: str) -> frozenset[str]:
    """The roots of a noun phrase's words, without a verb behind them."""
    every: list[str] = []
    for word in words.split():
        if word.lower() in _STOPS:
            break
        if word[0].isdigit():
            continue  # "each Falke 3 card" is a card
        every.append(root(singular(word) or word))
    return frozenset(one for one in every[:2] if one not in _TIME)


_STOPS = frozenset(
    """of the is are was were has have with and at in to for on can will runs takes holds carries moves has its that
    which from by or over under into through across as than then while when it""".split()
)
