"""Changes whose two numbers print no unit: "35% more requests per second, up from 84,000 to 97,000".

What the numbers count is said once, at the factor or before the verb. Neither is a claim, so that nothing would divide
them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.language.printed import DIGITS, HEDGES
from checks.lib.statements.factors import ONE
from checks.lib.statements.passages import Passage
from schemas.interval import Interval, Qualifier, Readings, readings, ulp
from schemas.number_words import POWERS, either
from schemas.statement import Claim

FURTHEST = 300  # times apart: two things
_SCALES = {"k": 3, "K": 3, "M": 6, **POWERS}
_MOVING = r"(?:up|down|going|rising|falling|dropping|growing|climbing|improving|shrinking)"
_MOVED = (  # fmt: skip
    r"(?:went|goes|go|rose|rises?|fell|falls?|grew|grows?|dropped|drops?|climbed|climbs?|shrank|shrinks?|declined|"
    r"jumped)"
)
# What may follow a number that prints no unit.
_NO_UNIT = r"(?=\s*(?:[,.;:)\]—–]|$)|\s+(?:in|on|at|with|for|per|this|last|under|between|by|today|now|after|and|but)\b)"
_LINKS = r"and|but|while|whereas|when|if|once|because|although|since|after|before|where|which|who|thanks|due|on average"


def _number(group: str) -> str:
    hedges = re.sub(r"\?P<\w+>", "?:", HEDGES)  # twice in one pattern: no names
    return (
        rf"(?P<{group}_hedge>(?:{hedges})\s*)?(?<![\w.,$€£-])(?P<{group}>{DIGITS})"
        rf"(?P<{group}_scale>[kKM]\b|\s(?:{either(POWERS)})\b)?(?!\s?[%°x×]|[\w-]|[.,:/]\d)"
    )


_CHANGE = re.compile(rf"\bfrom\s+{_number('old')}\s+to\s+{_number('new')}{_NO_UNIT}")
_ARROW = re.compile(rf"\(\s*{_number('old')}\s*(?:-{{1,2}}>|[→➜➔⟶⇒])\s*{_number('new')}(?=\s*[),;])")
# From a factor to its change: "35% | more requests per second than 2.6, up | from", "by a third|, | from".
_LEADS = re.compile(
    rf"(?:\s+(?!(?:{_LINKS})\b)[\w'’./+-]+){{0,9}}\s*(?:[,(—–:]|--?|$)\s*(?:(?:it|they)\s+)?"
    rf"(?P<moved>(?:{_MOVING}|{_MOVED})\s+)?"
)
_WENT = re.compile(rf"\b{_MOVED}\s+(?:(?:up|down|steadily|sharply|further)\s+)?$", re.IGNORECASE)
# "Rose from 84,000 to 97,000, an increase of 35%".
_ENDS = re.compile(
    r"(?:\s[\w\s-]{0,40}?)?\s*[,(—–:]\s*(?:(?:or|i\.e\.|that is|which is|so)\s+)?(?:(?:an?|the)\s+)?(?:[\w-]+\s)?"
    r"(?:(?:increase|rise|drop|fall|reduction|decrease|growth|decline|jump)\s+of|(?:up|down)(?:\s+by)?)\s+"
    r"(?:(?:about|around|roughly|nearly|almost|more than|over)\s+)?"
)
_AGAIN = re.compile(r"\s+(?:as\s+(?:many|much)\s+)?again\b", re.IGNORECASE)
_MORE = re.compile(r"\s+(?:more|higher|greater|larger|bigger|faster)\b", re.IGNORECASE)
# What is set, not measured: "from 32 to 128" of the batch.
_SET = re.compile(
    r"\b(?:batch(?:es)?|threads?|cores?|clients?|workers?|nodes?|gpus?|cards?|shards?|partitions?|replicas?|limits?|"
    r"sizes?|lengths?|settings?|defaults?|thresholds?|concurren\w+|parallel\w*|version|release)\b",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[*_`]+")  # of Markdown: "**35% more**, up from"
_LARGE = 1000  # from here on two numbers are no range of sizes ("for 10 to 100 rows")
_CLAUSE = re.compile(r"[,;:(]\s")
_YEARS = range(1950, 2101)


@dataclass(frozen=True, slots=True)
class Bare:
    """A factor, and the two numbers of its change at offsets into the text."""

    claim: Claim
    old: tuple[int, int]
    new: tuple[int, int]
    given: Readings  # the larger over the smaller
    points: Decimal | None  # how far two shares of a hundred are apart

    @property
    def able(self) -> list[Readings]:
        """Every quotient that the factor may be of: in either direction, and of what two shares leave."""
        return [self.given, ONE / self.given]


def bare_changes(passage: Passage, factors: Sequence[Claim]) -> Iterator[Bare]:
    """The changes without a unit in a sentence, each with every factor that is said of it."""
    plain = replace(passage, words=_MARKS.sub(lambda mark: " " * len(mark.group()), passage.words))
    for match in (*_CHANGE.finditer(plain.words), *_ARROW.finditer(plain.words)):
        given = None if _counts_no_amount(match, passage) else _larger_over_smaller(match)
        for claim in factors if given else ():
            if given and _by(claim, match, plain):
                old, new = ((passage.start + match.start(one), passage.start + _end(match, one)) for one in _BOTH)
                yield Bare(claim, old, new, given, _points(match))


_BOTH = ("old", "new")


def _end(match: re.Match[str], group: str) -> int:
    return max(match.end(group), match.end(f"{group}_scale"))


def _counts_no_amount(match: re.Match[str], passage: Passage) -> bool:
    """Whether the two numbers are years or releases."""
    both = [match[one] for one in _BOTH]
    if all(one.isdecimal() and int(one) in _YEARS for one in both):
        return True
    named = (
        rf"(?:\bv|\b[Vv]ersions?\s|\b[Rr]eleases?\s|\b[A-Z][a-z]+\s){re.escape(one)}(?![\w,]|\.\d)" for one in both
    )
    small = all("." in one or int(one.replace(",", "")) < 100 for one in both)
    return small and any(re.search(one, passage.document.text) for one in named)


def _larger_over_smaller(match: re.Match[str]) -> Readings | None:
    smaller, larger = sorted((_value(match, one) for one in _BOTH), key=lambda one: one.rounded.upper)
    if min(smaller.rounded.lower, smaller.widened.lower, smaller.truncated.lower) <= 0:
        return None
    given = larger / smaller
    return given if given.rounded.lower < FURTHEST else None


def _value(match: re.Match[str], group: str) -> Readings:
    plain = match[group].replace(",", "")
    exponent = _SCALES[match[f"{group}_scale"].strip()] if match[f"{group}_scale"] else 0
    qualifier: Qualifier = "about" if match[f"{group}_hedge"] else "exact"
    return readings(Decimal(plain).scaleb(exponent), ulp(plain, exponent), qualifier)


def _points(match: re.Match[str]) -> Decimal | None:
    old, new = (Decimal(match[one].replace(",", "")) for one in _BOTH)
    return abs(new - old) if max(old, new) <= 100 else None


def _by(claim: Claim, match: re.Match[str], passage: Passage) -> bool:
    """Whether a factor leads to the change or sums it up, with nothing else said between the two."""
    words, first, last = passage.words, claim.figure.start - passage.start, claim.figure.end - passage.start
    if not 0 <= first < last <= len(words) or _AGAIN.match(words, last):
        return False  # "half as many again"
    if last <= match.start():
        lead = _LEADS.fullmatch(words, last, match.start())
        if lead is None or _SET.search(lead.group()):
            return False
        # "2x faster for small inputs, from 10 to 100": over which it is so.
        large = all(Decimal(match[one].replace(",", "")) >= _LARGE or match[f"{one}_scale"] for one in _BOTH)
        return bool(lead["moved"]) or large or match.re is _ARROW or not lead.group().strip(" ,(:—–-")
    before = words[: match.start()]
    subject = _CLAUSE.split(before)[-1]
    return bool(_WENT.search(before) and not _SET.search(subject) and _ENDS.fullmatch(words, match.end(), first))


def fits(one: Bare, allowed: Sequence[Readings]) -> bool:
    """Whether a factor, which allows this, can be that of its change."""
    figure = one.claim.figure
    if figure.kind == "percent_change" and one.points is not None and one.points in figure.readings.widened:
        return True  # "accuracy rose by 9 %, from 81 to 90": percent points
    added = figure.kind == "ratio" and _MORE.match(one.claim.behind)
    plus = [figure.readings.each(lambda each: Interval(each.lower + 1, each.upper + 1))] if added else []
    return any(
        a.meets(b) for each in (*allowed, *plus) for of in one.able for a, b in zip(each.every, of.every, strict=True)
    )
