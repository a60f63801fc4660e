"""Three numbers of a sentence side by side: how many there are, what each has, and what all have.

"80 users at 120 each, for 9,600", "eight cards for $125,000, or $15,625 per card". Which of them is of each is said by
"each", "apiece" or "per" and a noun; that all three belong together by their standing next to one another, with no
fourth number between them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise, permutations

from checks.lib.language.of_parts import same_parts
from checks.lib.language.tokens import root
from checks.lib.quantities.asserted import Sentence
from checks.lib.sums.parts_named import Figure, figures
from schemas.interval import Interval

REACH = 90  # characters between two of them
LARGE = 1000  # below it a whole number is exact
_PREFIX = {"k": 3, "K": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_POWER = re.compile(r"\s?(?:(?P<word>thousand|million|billion|trillion)\b|(?P<si>[kKMBT])(?![\w/]))")
_POWERS = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12, "k": 3, "K": 3, "M": 6, "B": 9, "T": 12}
_TIMED = r"(?:\s?(?:/\s?(?:s|h|hr|sec|second|hour)|per (?:s|second|hour|day|minute|month|year))\b)?"
_STOPS = frozenset(
    "a an the per each every apiece for from at in on to of or and with is are was were by as than that which while "
    "x times so i.e when if but".split()
)
_UNITS_OF = re.compile(
    r"(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|million|thousand|watts?|dollars?|tokens?|time|s|h|ms|"
    r"percent|cents?|one|average|gpu-hour|hundred)$",
    re.IGNORECASE,
)
_OF_EACH = (
    r"(?:per|for each|for every|on each|in each|to each|each|an?)\s(?P<noun>[A-Za-z][\w-]*)|(?P<alone>each|apiece)\b"
)
_WORD = r"(?:\s(?!(?:for|of|in|on|to|with|from|at|by|as)\b)[a-z-]+)?"
_EACH_OF = re.compile(rf"\s?[A-Za-zµ%][\w²/.]*{_TIMED}{_WORD}\s(?:{_OF_EACH})")
_EACH_BARE = re.compile(rf"\s(?:{_OF_EACH})")
_EACH_AHEAD = re.compile(r"\b(?:each|every)\b(?:\sof\s(?:which|whom|them|these))?[^\d,;:.()]{1,30}[a-z] [$€£]?$")
_OF_EVERY = re.compile(r"[^\d,;.()]{0,40}\b(?:each|every|per (?!s\b|second|hour|day|month|year|minute))")
_SOME = r"(?!(?:of|and|or|in|per|for|the|to|at|is|are|on|from|by|with|that|each|a)\b)[A-Za-z][\w.-]*\s(?:\d{1,4}\s)?"
_COUNT = re.compile(
    rf"[ -](?:of\s)?(?:{_SOME}){{0,3}}?(?P<noun>[a-z][a-z-]*[^s\W\d]s|[A-Z]{{2,6}}s?(?!\s[a-z]+s\b)|[A-Z][a-z]+s)\b"
)


@dataclass(frozen=True, slots=True)
class Triple:
    """`many` things, what `each` has and what `all` are said to have."""

    many: Figure
    each: Figure
    all: Figure
    power: int  # of ten, between the units of the two values

    @property
    def given(self) -> Interval:
        """What all must come to, in the unit that is printed for them."""
        return (_allowed(self.many) * _allowed(self.each)).scaled(Decimal(1).scaleb(self.power))

    @property
    def printed(self) -> Interval:
        """What is printed for all: rounded, or cut off."""
        return _around(self.all)


def triples(sentence: Sentence) -> Iterator[Triple]:
    """The triples of a sentence."""
    every = _without_names(figures(sentence))
    for at in range(len(every) - 2):
        three = every[at : at + 3]
        if all(b.start - a.end <= REACH for a, b in pairwise(three)):
            yield from _of(three)


def _without_names(every: Sequence[Figure]) -> list[Figure]:
    """The numbers but for those of a name in what another counts: the 3 of "eight Atlas 3 cards"."""
    text = every[0].sentence.passage.words if every else ""
    phrases = [match.span() for one in every if (match := _COUNT.match(text, one.end))]
    return [one for one in every if not any(start < one.start < end for start, end in phrases)]


def _of(three: Sequence[Figure]) -> Iterator[Triple]:
    for many, each, all_ in permutations(three):
        if not (each.text[-1].isdigit() and all_.text[-1].isdigit()):
            continue  # "seven of eight, three each": words are small
        noun = counted(many)
        of = "" if _side_by_side(many, each) else _each(each)
        if not noun or of is None or not _all_alike(each, all_, many):
            continue
        if _side_by_side(many, all_) or _each(all_) is not None or _of_every(all_):
            continue
        named = bool(of) and bool(same_parts(frozenset({root(of)}), frozenset({noun})))
        if named or (not of and many.start < each.start and _whole(many)):
            yield Triple(many, each, all_, _units(each, all_))


def _of_every(one: Figure) -> bool:
    return bool(_OF_EVERY.match(one.sentence.passage.words, one.end))


def _side_by_side(many: Figure, other: Figure) -> bool:
    """Whether nothing but "of" stands between what is counted and a value: "24 drives of 30.72 TB"."""
    text = many.sentence.passage.words
    match = _COUNT.match(text, many.end)
    return match is not None and bool(re.fullmatch(r"\s(?:of|at|x|×|@)\s", text[match.end() : other.start]))


def _whole(one: Figure) -> bool:
    return not one.last and one.value > 1


def counted(one: Figure) -> str:
    """The root of the noun of what a number counts, "" where it counts nothing."""
    text = one.sentence.passage.words
    match = _COUNT.match(text, one.end)
    if match is None or one.text[0] in "$€£":
        return ""
    return root(match["noun"])


def _each(one: Figure) -> str | None:
    """The noun that a number is of each of, "" of what stands before it, None where it is of no each."""
    text = one.sentence.passage.words
    power = _POWER.match(text, one.end)
    end = power.end() if power else one.end
    match = _EACH_BARE.match(text, end) or (_EACH_OF.match(text, end) if one.unit.lower() not in _STOPS else None)
    if match:
        return None if match["noun"] and _UNITS_OF.match(match["noun"]) else match["noun"] or ""
    return "" if _EACH_AHEAD.search(text[: one.start]) else None


def unit(one: Figure) -> str:
    """The sign or the word of its unit, "" where it has none."""
    if one.text[0] in "$€£":
        return one.text[0]
    word = one.unit
    return "" if word.lower() in _STOPS or word in _POWERS or word.lower() in _POWERS else word


def _all_alike(each: Figure, all_: Figure, many: Figure) -> bool:
    """Whether two values may be of one quantity: of like units, or one of them is bare; and the larger is of all."""
    mine, other = unit(each), unit(all_)
    if (mine in "$€£") != (other in "$€£") and mine and other:
        return False
    alike = not mine or not other or mine.lower() == other.lower() or _stem(mine) == _stem(other) != ""
    bare = not mine and not other
    return alike and not (bare and min(len(each.text), len(all_.text)) == 1) and counted(all_) != counted(many)


def _stem(word: str) -> str:
    """A unit without its prefix: "FLOPS" of "TFLOPS"."""
    return word[1:] if word[1:] and word[0] in _PREFIX and word[1:2].isupper() else ""


def _units(each: Figure, all_: Figure) -> int:
    mine, other = unit(each), unit(all_)
    if mine and other and mine != other and _stem(mine) and _stem(mine) == _stem(other):
        return _PREFIX[mine[0]] - _PREFIX[other[0]]
    return 0


def _power(one: Figure) -> int:
    match = _POWER.match(one.sentence.passage.words, one.end)
    return _POWERS[match["word"] or match["si"]] if match else 0


def _allowed(one: Figure) -> Interval:
    """What it may be before it was rounded; a whole number is that many, or ten thousand and more of its last digit."""
    half = one.last / 2 or _zeros(one) / 2
    return Interval(one.value - half, one.value + half).scaled(Decimal(1).scaleb(_power(one)))


def _around(one: Figure) -> Interval:
    last = one.last or max(_zeros(one), Decimal(1) if one.value >= LARGE else Decimal(0))
    return Interval(one.value - last, one.value + last).scaled(Decimal(1).scaleb(_power(one)))


def _zeros(one: Figure) -> Decimal:
    """The last digit that is no zero of a large round number, which may be rounded to it."""
    digits = one.text.lstrip("$€£").replace(",", "")
    if not digits.isdigit() or one.value < LARGE:
        return Decimal(0)
    return min(Decimal(10) ** (len(digits) - len(digits.rstrip("0"))), one.value / 20)
