"""Of how many parts a printed value is: "a single card", "eight GPUs", "per chip", "4x CS-3", "2P"."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from schemas.number_words import ANY_NUMBER, count, either, spelled

ONE, PART, HOST = 1, "part", "processor"
SHORT = 24  # characters from "eight cards" to what each of them has
REACH = 120  # characters before a value in which the sentence says of how many it is
MODEL = 3  # digits of a number that names a product by itself
# What computes: a text calls one thing by several of these. Boxes are told apart by their own names.
_PARTS = """
chip gpu card accelerator device npu tpu ipu lpu dpu xpu vpu hpu rdu module board aipu apu asic fpga die
""".split()
# Of the "2P" servers with eight cards each count is of its own kind.
_HOSTS = ("processor", "cpu", "socket")
_SYSTEMS = "server node system box appliance machine host chassis instance blade cabinet rack pod cluster drive".split()
_KIND = {**dict.fromkeys(_PARTS, PART), **dict.fromkeys(_HOSTS, HOST), **{one: one for one in _SYSTEMS}}
_NOUN = rf"(?:{either(_KIND)})"
# Words between a number and its noun; a preposition or a verb ends what the number counts.
_BETWEEN = (
    r"(?:(?!(?:of|in|on|at|to|for|with|by|from|per|and|or|is|are|was|were|the|each|every|its|their|one|single)\b)"
    r"[A-Za-z\d][\w.+-]*\s){0,4}?"
)
_SINGLE = re.compile(
    rf"(?:\b(?:(?:a|one|just one|only one|any)\ssingle|just one|only one|any one|one|single|each|every|per|"
    rf"each of the (?:\d+|{ANY_NUMBER}))[ -]|(?<=\w)\s?/\s?){_BETWEEN}(?P<noun>{_NOUN})\b(?!s|\sof\s(?:\d|many))",
    re.IGNORECASE,
)
_MANY = re.compile(
    rf"(?<![\w.,$€£/-])(?<!\band )(?<!\bto )(?<!\bor )(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d{{1,6}}|{ANY_NUMBER})"
    rf"(?P<by>\s?[x×]\s?|[ -]){_BETWEEN}"
    rf"(?P<noun>{_NOUN})(?P<s>s?)\b",
    re.IGNORECASE,
)
_NAME = (
    r"(?P<name>(?:[A-Z][\w.-]*\s){0,3}?(?:[A-Z][A-Za-z]*-?\d[\w-]*|[A-Z][A-Za-z]+\s\d[\w-]*))(?![\w-])(?!\s(?:"
    + either(_SYSTEMS)
    + r"))"
)
_NAMED = re.compile(
    rf"(?<![\w.,])(?P<n>\d{{1,5}})\s?[x×]\s?{_NAME}|(?<![\w.,])(?P<p>[1248])[PS]\s{_NAME.replace('name', 'of')}"
)
_NAMES = re.compile(
    rf"\b(?P<n>(?i:{ANY_NUMBER}|one|a single|single|each|every|per|just one|only one))\s(?:\d+-[a-z]+\s)?{_NAME}"
)
_SOCKETS = re.compile(
    r"(?<![\w.])(?P<n>[1248])[PS]\b(?!/)|\b(?P<word>single|dual|two|quad|four)-(?:socket|processor)\b"
)
_WORD = {"single": 1, "dual": 2, "two": 2, "quad": 4, "four": 4}
_EACH = re.compile(r"[^,.;:]{0,40}?\b(?:each|apiece)\b(?!\s(?:of|other))", re.IGNORECASE)
# What stands between a value and the parts that it is of: nothing, or words that end with one of these.
_IN = re.compile(r"\s*$|.*\b(?:in|on|of|from|for|with|over|across|using|by)\s(?:the\s|all\s|its\s|a\s)*$", re.DOTALL)
# "Eight Cloud AI 100 Pro cards": a number behind a capital in mid-sentence is of the name.
_IN_NAME = re.compile(r"[a-z\d,] (?:[A-Z][\w-]*\s)+$")
_SHORT = re.compile(r"(?:\b(?:of|at|rated|with|x|×)|@)\s(?:up to\s|about\s)?$")
_TURN = re.compile(
    r";\s|,\s(?:and|but|where|with|so|or|that is|which)\s|\.\s|,?\s(?:while|whereas|against|versus|vs\.?|than)\s"
)


@dataclass(frozen=True, slots=True)
class Scope:
    """A count of parts or systems at text[start:end]; `kind` is what they are counted as."""

    number: int
    kind: str
    start: int
    end: int


@lru_cache(maxsize=8192)  # of a sentence, for each of its values
def scopes(text: str) -> tuple[Scope, ...]:
    """Every count of parts that a text says, left to right."""
    found: dict[int, Scope] = {}
    for one in (*_singles(text), *_counts(text)):
        found.setdefault(one.end, one)
    return tuple(sorted(found.values(), key=lambda one: one.start))


def _singles(text: str) -> Iterator[Scope]:
    for match in _SINGLE.finditer(text):
        yield Scope(ONE, _kind(match["noun"]), match.start(), match.end())


def _counts(text: str) -> Iterator[Scope]:
    for match in _MANY.finditer(text):
        number = _number(match["n"])
        if _IN_NAME.search(text[: match.start()]):
            continue
        joined, kind = bool(match["by"].strip()), _kind(match["noun"])
        # Of "8x H100 server" and "8-GPU server" there is one.
        if (number == ONE or match["s"] or joined) and not (joined and kind not in (PART, HOST)):
            yield Scope(number, kind, match.start(), match.end())
    for match in _NAMED.finditer(text):
        yield Scope(int(match["n"] or match["p"]), _named(match["name"] or match["of"]), match.start(), match.end())
    for match in _NAMES.finditer(text):
        yield Scope(spelled(match["n"]) or ONE, _named(match["name"]), match.start(), match.end())
    for match in _SOCKETS.finditer(text):
        yield Scope(int(match["n"] or _WORD[match["word"].lower()]), HOST, match.start(), match.end())


def _number(printed: str) -> int:
    """A count; of "one eight-GPU server" the eight."""
    first, _, rest = printed.lower().partition(" ")
    return count(rest if rest and first == "one" and spelled(rest) in range(2, 100) else printed)


def _named(name: str) -> str:
    """A product by what tells it from its maker's others: "9754" of AMD EPYC 9754, "gaudi 3"."""
    *ahead, last = name.lower().split()
    return f"{ahead[-1]} {last}" if ahead and last.isdigit() and len(last) < MODEL else last


def _kind(noun: str) -> str:
    return _KIND[noun.lower()]


def scope_of(text: str, start: int, end: int, others: Sequence[tuple[int, int]]) -> Mapping[str, int]:
    """By kind, of how many of them the value at text[start:end] is; `others` are the values of its kind beside it."""
    every = scopes(text)
    low = max((stop for _, stop in others if stop <= start), default=0)
    high = min((at for at, _ in others if at >= end), default=len(text))
    low = max([low, start - REACH, *(match.end() for match in _TURN.finditer(text, low, start))])
    high = min([high, *(match.start() for match in _TURN.finditer(text, end, high))])
    ahead = [one for one in every if low <= one.start and one.end <= start]
    behind = [one for one in every if end <= one.start and one.end <= high]
    if _EACH.match(text, end, high) and ahead:
        return {ahead[-1].kind: ONE}
    if (
        ahead
        and ahead[-1].number > ONE
        and _SHORT.search(text[ahead[-1].end : start])
        and start - ahead[-1].end < SHORT
    ):
        return {}  # "eight cards of 2.4 PFLOPS": each of them
    held = [one for one in behind if _IN.match(text[end : one.start])]
    return _agreed([*held, *(one for one in ahead if not any(one.kind == each.kind for each in held))])


def _agreed(some: Sequence[Scope]) -> Mapping[str, int]:
    """The kinds that are counted in one way only."""
    kinds = {one.kind for one in some}
    numbers = {kind: {one.number for one in some if one.kind == kind} for kind in kinds}
    return {kind: min(every) for kind, every in numbers.items() if len(every) == 1}
