"""Shares of a period that something was there, how long it was not, and the periods that the texts speak of."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from checks.lib.language.spans_said import DAY, Span, spans
from checks.lib.linking.reach import asserted, clause
from checks.lib.quantities.asserted import Sentence
from schemas.document import Document
from schemas.interval import Interval, ulp
from schemas.months import MONTHS

HUNDRED = Decimal(100)
ROUGH = Decimal("0.03")  # of what is computed: months of 30 and of 31 days
FEW = 8  # times that something was not there, of which every sum is tried
_SHARE = re.compile(r"(?<![\w.,–-])(?P<n>\d{2}(?:\.\d+)?)\s?(?:%|per ?cent\b)")
# "99.99 % of all requests" are no time.
_OF_OTHERS = re.compile(
    r"\sof\s(?:(?:the|all|our|its|this|that|a|every|last|past|whole|entire|calendar)\s){0,3}+"
    r"(?!time|year|quarter|month|period|week|day|hour|minute|night|season|trial|term|20\d\d|19\d\d|\d|[A-Z])[a-z]+",
)
_THERE = re.compile(
    r"\b(?:availab\w+|uptime|up[- ]time|reachab\w+|in service|on ?line|operational|operable|ready|up and running|"
    r"was up|were up|stayed up|been up|readiness|reliab\w+|working order|responding|ran|running|service level)\b",
    re.IGNORECASE,
)
_NOT_THERE = re.compile(
    r"\b(?:unavailab\w+|downtime|down[- ]time|"
    r"(?:was|were|been|went|is|are|stayed|stood|lay) (?:\w+ )?(?:down|out|still|idle|dark|off)|"
    r"outages?|off[- ]?line|out of (?:service|action|order|reach)|unreachab\w+|interrupt\w+|not (?:\w+ )?"
    r"(?:availab\w+|reachab\w+|there)|incidents?|disruption\w*|standstill|stoppages?|failures?|lost|dark|"
    r"without (?:service|power|a signal))\b",
    re.IGNORECASE,
)
_PROMISED = re.compile(
    r"\b(?:promis\w+|guarante\w+|contract\w*|SLA|commit\w+|target\w*|goal|objective|aim\w*|credit\w*|at least|would|"
    r"must|should|if|below|under|allow\w*|budget|durab\w+|planned|scheduled|maintenance|excluding|not counted|"
    r"without counting|each|per|worst|longest|average|mean|median|typical\w*|region|zone)\b",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"\b(?:total\w*|in all|altogether|combined|together|sum\w*|all|overall|adds? up|came to|whole)\b", re.IGNORECASE
)
_MONTH_NAMES = "|".join(one.capitalize() for one in MONTHS)
_PERIODS = (
    (
        re.compile(r"\b(?:year|annual\w*|twelve months|12 months)\b|(?<![\d.,-])(?:19|20)\d\d(?![\d-])", re.IGNORECASE),
        (365, 366),
    ),
    (re.compile(r"\b(?:half[- ]?year|six months|6 months|H[12])\b", re.IGNORECASE), (181, 182, 183, 184)),
    (re.compile(r"\b(?:quarter(?:ly)?|Q[1-4]|three months)\b", re.IGNORECASE), (90, 91, 92)),
    (re.compile(rf"\bmonth(?:ly)?\b|\b(?:{_MONTH_NAMES})\b", re.IGNORECASE), (28, 29, 30, 31)),
    (re.compile(r"\b(?:week|weekly)\b", re.IGNORECASE), (7,)),
    (re.compile(r"\b(?:day|daily|24 hours)\b", re.IGNORECASE), (1,)),
)
LEAST_PERIOD = DAY / 2


@dataclass(frozen=True, slots=True)
class There:
    """A share of a period that something was there: at words[start:end] of its sentence."""

    sentence: Sentence
    start: int
    end: int
    missing: Interval  # the share that it was not

    @property
    def document(self) -> Document:
        """The document that prints it."""
        return self.sentence.passage.document


@dataclass(frozen=True, slots=True)
class Gone:
    """How long something was not there."""

    sentence: Sentence
    span: Span
    total: bool

    @property
    def document(self) -> Document:
        """The document that prints it."""
        return self.sentence.passage.document


def shares(sentence: Sentence) -> Iterator[There]:
    """The shares of a period that a sentence says something was there."""
    text = sentence.passage.words
    found = [one for one in _SHARE.finditer(text) if not _OF_OTHERS.match(text, one.end())]
    for match in found:
        mine = text if len(found) == 1 else clause(text, match.start(), match.end())
        if not _THERE.search(mine) or _PROMISED.search(mine) or not asserted(sentence, match.start(), match.end()):
            continue
        half = ulp(match["n"]) / 2
        there = Interval(Decimal(match["n"]) - half, min(HUNDRED, Decimal(match["n"]) + half))
        missing = Interval((HUNDRED - there.upper) / HUNDRED, (HUNDRED - there.lower) / HUNDRED)
        if Decimal(match["n"]) > HUNDRED / 2:
            yield There(sentence, match.start(), match.end(), missing)


def gone(sentence: Sentence) -> Iterator[Gone]:
    """The lengths of time that a sentence says something was not there."""
    text = sentence.passage.words
    found = list(spans(text))
    for span in found:
        # "Over the 30 days it ran 97 % of the time; it was out of action for 52 hours": the days are the period.
        mine = text if len(found) == 1 else clause(text, span.start, span.end)
        if _NOT_THERE.search(mine) and not _PROMISED.search(mine) and asserted(sentence, span.start, span.end):
            yield Gone(sentence, span, bool(_TOTAL.search(text) or len(found) == 1))


def periods(texts: Sequence[str]) -> list[Decimal]:
    """The lengths of the periods that texts speak of, in seconds."""
    days = {many for text in texts for pattern, some in _PERIODS if pattern.search(text) for many in some}
    said = {span.seconds for text in texts for span in spans(text, every=True) if span.seconds >= LEAST_PERIOD}
    return sorted({*(DAY * many for many in days), *said})


def fits(share: There, seconds: Interval, some: Sequence[Decimal]) -> bool:
    """Whether a length is the missing share of any period."""
    return any(expected(share, period).meets(seconds) for period in some)


def expected(share: There, period: Decimal) -> Interval:
    """How long something was not there in a period, by the share that it was."""
    return Interval(share.missing.lower * period * (1 - ROUGH), share.missing.upper * period * (1 + ROUGH))


def sums(found: Sequence[Gone]) -> Iterator[Interval]:
    """What some of the lengths come to together."""
    values = [one.span.allowed for one in found if one.span.allowed.bounded][:FEW]
    for many in range(1, len(values) + 1):
        for some in combinations(values, many):
            yield Interval(sum((one.lower for one in some), Decimal(0)), sum((one.upper for one in some), Decimal(0)))
