"""Percentiles that sentences and labels name: 50 for the median, 0 and 100 for the ends."""

import re
from dataclasses import dataclass
from decimal import Decimal

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
# Of a table's header or a chart's category.
_NAMED = re.compile(
    r"\bp(?P<p>50|75|90|95|98|99(?:\.\d+)?)\b|\b(?P<n>\d{2}(?:\.\d+)?)(?:th)?[ -]percentile|\b(?P<m>median)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A value that is called a percentile: 50 for the median, 0 and 100 for the ends."""

    rank: Decimal
    claim: Claim


def ranked(parsed: Parsed) -> list[Ranked]:
    """The percentiles of time that the text of a document prints, in its order."""
    timed = [claim for claim in parsed.claims if claim.figure.kind == "duration" and not claim.chart]
    found = [(claim, _rank(parsed.document.text, claim)) for claim in timed]
    return [Ranked(rank, claim) for claim, rank in found if rank is not None]


def _rank(text: str, claim: Claim) -> Decimal | None:
    ahead = _AHEAD.search(text[claim.context_start : claim.figure.start])
    behind = _BEHIND.match(text, claim.figure.end, claim.context_start + len(claim.context))
    match, group = (ahead, "a") if ahead else (behind, "b")
    if match is None:
        return None
    printed = match[f"{group}p"] or match[f"{group}n"]
    word = (match[f"{group}m"] or "").lower().replace(" ", "-")
    return Decimal(printed) if printed else Decimal(_WORDS[word])


def rank_of(label: str) -> tuple[Decimal, str] | None:
    """The percentile that a label names, and what is left of it; None where it names none."""
    match = _NAMED.search(label)
    if match is None:
        return None
    printed = match["p"] or match["n"] or "50"
    return Decimal(printed), " ".join(_NAMED.sub(" ", label).split())


def unranked(text: str) -> str:
    """A text of the same length without the percentiles that it names."""
    return _NAMED.sub(lambda match: " " * len(match.group()), text)
