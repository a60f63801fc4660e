"""Ratios that have a name of their own: a PUE, the efficiency on HPL, the use of a peak, each with its two roles.

The name says of which two quantities it is the quotient, so that no word of the sentence needs to lead to them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.language.held_back import held_back
from checks.lib.linking.reach import asserted, clause
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.dimensions import KINDS, Dims
from checks.lib.telling.facts import Fact
from schemas.interval import Interval, ulp

HUNDRED = Decimal(100)
WIDE = Decimal("0.005")  # what the two values were rounded by before they were divided
_PUE = re.compile(
    r"\bPUE\b(?!\s?(?:target|goal|limit))[^.;:\d]{0,32}?(?P<n>[12]\.\d{1,3})(?!\d|\.\d|\s?%)|"
    r"(?<![\d.])(?P<m>[12]\.\d{1,3}) PUE\b|"
    r"\bpower usage effectiveness[^.;:\d]{0,32}?(?P<o>[12]\.\d{1,3})(?!\d|\.\d|\s?%)"
)
_OF_PEAK = re.compile(
    r"\b(?:(?:HPL|HPCG|LINPACK|Linpack|STREAM|Rmax/Rpeak)(?:[ -]\w+){0,2} efficiency|"
    r"efficiency (?:on|of|in|under|at|with) (?:the )?(?:HPL|HPCG|LINPACK|Linpack|STREAM)|"
    r"(?:compute|bandwidth|FLOPS?|FLOPs|link) (?:efficiency|utili[sz]ation)|\bMFU|\bHFU)\b"
    r"[^.;:\d]{0,32}?(?P<n>\d{1,2}(?:\.\d+)?)\s?(?:%|per ?cent\b)|"
    r"(?<![\d.,])(?P<m>\d{1,2}(?:\.\d+)?)\s?(?:%|per ?cent) "
    r"(?:(?:HPL|HPCG|LINPACK|Linpack|STREAM) efficiency|MFU|HFU)\b"
)

_HEDGED = re.compile(r"\b(?:under|below|over|above|than|up to|about|around|least|most|nearly|almost)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Named:
    """A kind of ratio: how its name leads to its value, and how the labels of its two quantities are told."""

    name: str
    said: re.Pattern[str]
    upper: re.Pattern[str]
    lower: re.Pattern[str]
    kinds: tuple[Dims, ...]
    scale: Decimal = Decimal(1)


NAMED = (
    Named(
        "power usage effectiveness",
        _PUE,
        upper=re.compile(
            r"\b(?:facility|facilities|building|data ?cent(?:er|re)|site|hall|overall|total|all|meter)\b", re.IGNORECASE
        ),
        lower=re.compile(r"\bIT\b|\b(?i:comput\w+|servers?|racks?|cluster|supercomputer|machines?|nodes?)\b"),
        kinds=(KINDS["power"], KINDS["energy"]),
    ),
    Named(
        "share of the peak",
        _OF_PEAK,
        upper=re.compile(
            r"\b(?:Rmax|measured|sustained|achieved|delivered|reached|triad|HPL|HPCG|linpack|stream)\b", re.IGNORECASE
        ),
        lower=re.compile(r"\b(?:Rpeak|theoretical|peak|nominal)\b", re.IGNORECASE),
        kinds=(KINDS["compute"], KINDS["bandwidth"]),
        scale=HUNDRED,
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Said:
    """The value of a named ratio at [start, end) of its sentence."""

    named: Named
    sentence: Sentence
    start: int
    end: int
    printed: str

    @property
    def value(self) -> Interval:
        """What its print allows."""
        half = ulp(self.printed) / 2
        return Interval(Decimal(self.printed) - half, Decimal(self.printed) + half)

    def gives(self, upper: Decimal, lower: Decimal) -> bool:
        """Whether two quantities come to it."""
        given = upper / lower * self.named.scale
        return self.value.distance(Interval(given, given)) < WIDE


def ratios_said(sentences: Sequence[Sentence]) -> Iterator[Said]:
    """The named ratios that sentences say of what is so: neither a goal nor a bound."""
    for sentence in sentences:
        text = sentence.passage.words
        for named in NAMED:
            for match in named.said.finditer(text):
                group = next(name for name, each in match.groupdict().items() if each)
                told = clause(text, match.start(), match.end())
                if asserted(sentence, *match.span(group)) and not held_back(told) and not _HEDGED.search(match.group()):
                    yield Said(named, sentence, *match.span(group), match[group])


@dataclass(frozen=True, slots=True)
class Roles:
    """The two quantities of a named ratio."""

    upper: Fact
    lower: Fact


def roles(named: Named, pool: Sequence[Fact]) -> list[Roles]:
    """Every two values that can be those of a ratio: of one list, column or sentence, by what is said there."""
    able = [one for one in pool if one.dims in named.kinds]
    uppers = [one for one in able if named.upper.search(_label(one)) and not named.lower.search(_label(one))]
    lowers = [one for one in able if named.lower.search(_label(one))]  # "HPL Rpeak" is no result of HPL
    pairs = [Roles(one, other) for one in uppers for other in lowers if _of_one(one, other)]
    return [one for one in pairs if (one.upper.middle > one.lower.middle) == (named.scale == 1)]


def _label(one: Fact) -> str:
    """What is said of a value: its label, or its clause."""
    if one.sentence is None:
        return one.text.rpartition(":")[0] or one.text
    return clause(one.text, one.at, one.at + len(one.quote))


def _of_one(one: Fact, other: Fact) -> bool:
    mine, theirs = ((each.document.document_id, each.entity, each.per, each.sentence) for each in (one, other))
    return one.dims == other.dims and mine == theirs
