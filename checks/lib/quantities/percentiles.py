"""Percentiles that sentences and labels name: 50 for the median, 0 and 100 for the ends."""

import re
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.language.tokens import root, roots, tokens
from checks.lib.quantities.asserted import is_past
from schemas.interval import ulp
from schemas.number_words import ONES, TENS, either, spelled
from schemas.statement import Claim, Parsed

LABEL = (
    r"(?:[pP](?P<{0}p>1|5|10|25|50|75|90|95|98|99(?:\.\d+)?)|(?P<{0}n>\d{{1,2}}(?:\.\d+)?)(?:st|nd|rd|"
    r"th)?[ -]percentile|"
    r"(?P<{0}m>median|minimum|maximum|worst[ -]case|best[ -]case))(?:\s\([pP]\d\d?\))?"
)
_WORDS = {"median": 50, "minimum": 0, "best-case": 0, "maximum": 100, "worst-case": 100}
_QUANTITY = (
    r"(?:\s+(?:\w+\s+)?(?:latenc(?:y|ies)|response\s+times?|delay|times?|lag|TTFT|TPOT))?"
    r"(?:\s+of\s+(?:the\s+|our\s+|its\s+)?[a-z-]+(?:\s[a-z-]+)?(?=\s+(?:is|was|at)\b))?"
)
_LEADS = r"\s*(?:of|is|was|at|:|=|to|in|stays?\s+at|(?:only|just|about|under|below|around))*\s*"
_AHEAD = re.compile(LABEL.format("a") + _QUANTITY + _LEADS + r"$", re.IGNORECASE)
_BEHIND = re.compile(
    r"\s*(?:at\s+(?:the\s+)?|\(|for\s+(?:the\s+)?|as\s+(?:the\s+)?)?" + LABEL.format("b") + r"\b", re.IGNORECASE
)
# "99% of the requests to Lima got their first byte within 84 ms": the 99th percentile is no longer than that.
_SHARE = (
    r"(?:(?P<n>[5-9]\d(?:\.\d+)?)\s?(?:%|percent\b|per cent\b)|(?P<of>[5-9]\d) (?:of|in|out of) (?:every )?100\b|"
    rf"(?P<words>(?:{either(TENS)})(?:[- ](?:{either(ONES)}))?)\s(?:percent|per cent)\b|"
    r"(?P<nine>nine|9) (?:of|in|out of) (?:every )?(?:ten|10)\b|(?P<half>half)\b)"
)
_CASES = (
    r"\s+(?:of\s+)?(?:(?:all|the|our|its|these|those)\s+)*"
    r"(?P<cases>[^,;:.()%]{0,60}?\b(?:requests?|queries|calls?|lookups?|"
    r"reads?|writes?|inserts?|gets?|puts?|transactions?|responses?|messages?|operations?|ops|pages?|page loads?|"
    r"frames?|packets?|jobs?|sessions?|hits?|misses|searches|invocations?|starts?|handshakes?|probes?|users?|visits?|customers?|"
    r"events?|updates?|clicks?|scans?|fetches|[a-z]{3,}(?<!s)s))\b"
)
_SOME = re.compile(rf"(?<![\w.,]){_SHARE}{_CASES}", re.IGNORECASE)
_WITHIN = re.compile(
    rf"(?<![\w.,]){_SHARE}(?:{_CASES})?(?P<what>[^;:()%\d]{{0,80}}?)\s(?:within|in under|in less than|in at most|in|"
    r"under|below|faster than|inside|sooner than)\s(?:just |only )?$",
    re.IGNORECASE,
)
# Or the other way round: only 1% of requests wait longer than so much.
_BEYOND = re.compile(
    rf"(?<![\w.,])(?P<n>\d(?:\.\d+)?)\s?(?:%|percent\b|per cent\b){_CASES}(?P<what>[^;:()%\d]{{0,60}}?)\s"
    r"(?:longer than|more than|over|above|beyond)\s$",
    re.IGNORECASE,
)
# Half of them took more than so long: the median is no less.
_MORE = re.compile(
    rf"(?<![\w.,]){_SHARE}(?:{_CASES})?(?P<what>[^;:()%\d]{{0,60}}?)\s"
    r"(?:longer than|more than|over|above|beyond|at least|exceed(?:s|ed)?)\s(?:an? )?$",
    re.IGNORECASE,
)
_SHARED = re.compile(re.sub(r"\?P<\w+>", "?:", _SHARE), re.IGNORECASE)
# Of a table's header or a chart's category.
_NAMED = re.compile(
    r"\bp(?P<p>50|75|90|95|98|99(?:\.\d+)?)\b|\b(?P<n>\d{2}(?:\.\d+)?)(?:th)?[ -]percentile|\b(?P<m>median)\b",
    re.IGNORECASE,
)


# What a column or row of percentiles may be of, besides requests.
CASES = frozenset(map(root, "read write insert get put update delete scan search miss query lookup".split()))
# What becomes of a case: no word by which another thing is meant.
_DONE = frozenset(
    map(
        root,
        """requests request queries calls operations ops cases get gets got getting see sees saw seen receive receives
        received are is was were be been answered answers answer served serves serve completes complete completed finish
        finishes finished return returns returned respond responds responded done processed handled handles arrives
        arrived took takes take come came back end ends ended their its a an the all every to of in on from within our
        came wait waits waited now have has had less than under""".split(),
    )
)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A value that is called a percentile: 50 for the median, 0 and 100 for the ends.

    One of `cases` is what so many of those stay within ("of the probe requests"): the percentile is no more than that.
    """

    rank: Decimal
    claim: Claim
    cases: str | None = None
    lead: int = -1  # where the words begin that say so many of which

    @property
    def bound(self) -> bool:
        """Whether the percentile may be less than the value."""
        return self.cases is not None

    @property
    def of(self) -> frozenset[str]:
        """What tells its cases from any others: "cached" of "the cached requests"; nothing for a plain percentile."""
        return roots(tokens(self.cases or "")) - _DONE


def ranked(parsed: Parsed) -> list[Ranked]:
    """The percentiles of time that the text of a document prints, in its order."""
    timed = [claim for claim in parsed.claims if claim.figure.kind == "duration" and not claim.chart]
    alone = Counter(claim.context_start for claim in timed)
    found = [(claim, _rank(parsed.document.text, claim)) for claim in timed]
    found = [
        (claim, _only(claim) if rank is None and alone[claim.context_start] == 1 else rank) for claim, rank in found
    ]
    return [Ranked(rank, claim) for claim, rank in found if rank is not None]


def within(parsed: Parsed) -> list[Ranked]:
    """The times that a share of all cases is said to stay within, in the order of the text."""
    timed = [claim for claim in parsed.claims if claim.figure.kind == "duration" and not claim.chart]
    found = (
        (claim, pattern, pattern.search(parsed.document.text[claim.context_start : claim.figure.start]))
        for claim in timed
        for pattern in (_WITHIN, _BEYOND)
    )
    return [
        Ranked(_share(match, rest=pattern is _BEYOND), claim, _cases(match), claim.context_start + match.start())
        for claim, pattern, match in found
        # "And 99% within 60 ms" is of what was said before; "rose by 60% in 3 minutes" is no share of anything.
        if match and (match["cases"] or _SOME.search(match.string, 0, match.start()))
    ]


def exceeded(parsed: Parsed) -> list[Ranked]:
    """The times that a share of all cases is said to take longer than: half of them more than 212 ms is p50."""
    timed = [claim for claim in parsed.claims if claim.figure.kind == "duration" and not claim.chart]
    found = ((claim, _MORE.search(parsed.document.text[claim.context_start : claim.figure.start])) for claim in timed)
    return [Ranked(100 - _share(match, rest=False), claim) for claim, match in found if match and match["cases"]]


def _share(match: re.Match[str], *, rest: bool) -> Decimal:
    """The rank that a share stands for; what is beyond leaves the rest, less what its own rounding may hide."""
    if rest:
        return 100 - Decimal(match["n"]) - ulp(match["n"]) / 2
    if match["words"]:
        return Decimal(spelled(match["words"]) or 0)
    return Decimal(match["n"] or match["of"] or (90 if match["nine"] else 50))


def _cases(match: re.Match[str]) -> str:
    """What so many of are meant, with what is done to them."""
    return f"{match['cases'] or ''} {match['what']}"


def _rank(text: str, claim: Claim) -> Decimal | None:
    ahead = _AHEAD.search(text[claim.context_start : claim.figure.start])
    behind = _BEHIND.match(text, claim.figure.end, claim.context_start + len(claim.context))
    match, group = (ahead, "a") if ahead else (behind, "b")
    if match is None:
        return None
    printed = match[f"{group}p"] or match[f"{group}n"]
    word = (match[f"{group}m"] or "").lower().replace(" ", "-")
    return Decimal(printed) if printed else Decimal(_WORDS[word])


def _only(claim: Claim) -> Decimal | None:
    """The one percentile that a sentence with one time names: "the p99 at 50,000 requests/s now sits at 7 ms"."""
    found = {rank_of(match.group()) for match in _NAMED.finditer(claim.context)}
    one = next(iter(found), None) if len(found) == 1 else None
    return one[0] if one and not is_past(claim.context) else None


def rank_of(label: str) -> tuple[Decimal, str] | None:
    """The percentile that a label names, and what is left of it; None where it names none."""
    match = _NAMED.search(label)
    if match is None:
        return None
    printed = match["p"] or match["n"] or "50"
    return Decimal(printed), " ".join(_NAMED.sub(" ", label).split())


def unranked(text: str) -> str:
    """A text of the same length without the percentiles that it names."""
    plain = _NAMED.sub(lambda match: " " * len(match.group()), text)
    return _SHARED.sub(lambda match: " " * len(match.group()), plain)
