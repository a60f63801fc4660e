"""A change of time told in words: "from weeks to days"."""

import re
from collections.abc import Iterator
from decimal import Decimal

from checks.lib.findings.words import listed
from checks.lib.statements.passages import Passage, passages, phrase, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import short

CODE = "span-in-words"
_NAMES = ("milliseconds", "seconds", "minutes", "hours", "days", "weeks", "months", "years")
_SECONDS = tuple(map(Decimal, ("0.001", "1", "60", "3600", "86400", "604800", "2629800", "31557600")))
_UNIT = "|".join(_NAMES)
_SPAN = re.compile(
    rf"\bfrom\s+(?P<old>{_UNIT})\s+(?:down\s+)?to\s+(?:just\s+|mere\s+|only\s+)?(?P<new>{_UNIT})\b", re.IGNORECASE
)
_NUMBER = re.compile(
    rf"\d\s?(?:-|–)?\s?(?:{_UNIT}|{'|'.join(name[:-1] for name in _NAMES)}|ms|min|h|hr|hrs|s)\b(?!\s+of\b)",
    re.IGNORECASE,
)
# "Retention can be set from days to hours" is a range, no gain.
_GAINED = re.compile(
    r"\b(?:reduc|cut|shr[aiu]nk|went|goes|go|drop|f[ae]ll|slash|br(?:ing|ought)|accelerat|speed|sped|short|lower|improv|"
    r"compress|t[oa]ok|tak(?:e|ing)|turn|sav|down|decreas|collaps|trim|faster)\w*",
    re.IGNORECASE,
)
LEAST = 2  # of anything that stands in the plural
Found = list[tuple[Passage, re.Match[str]]]


@check(CODE, version=2, severity="low", since="0.1.0")
def span_in_words(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A time that fell from one unit to a shorter one is printed in numbers.

    Why:
        "From weeks to days" is quoted like a factor. It is one between 2 and 15, on a machine and against a way of
        working that nobody names.

    Flags:
        "From weeks to days" and its like in a sentence without a number of these units; all of a document are one
        finding, with the factors that the words allow.

    Passes:
        "From two weeks (14 days) to 3 days"; a growing span ("from seconds to hours of audio"); a range
        without a word of gain ("can be set from days to hours").

    Does not judge:
        Spans in documents that print no figure at all (skipped).
    """
    for parsed in corpus.parsed:
        found = [
            (passage, match)
            for passage in passages(parsed.document)
            for match in _SPAN.finditer(passage.words)
            if _order(match["old"]) > _order(match["new"])
            and _GAINED.search(passage.words)
            and not _NUMBER.search(passage.words)
        ]
        if found and not parsed.claims and not parsed.measurements:
            yield Skip(CODE, (parsed.document.name,), "not applicable, because the document prints no figures")
        elif found:
            yield _finding(found)


def _order(name: str) -> int:
    return _NAMES.index(name.lower())


def _factors(old: str, new: str) -> tuple[Decimal, Decimal]:
    """The least and the largest factor of plural units, each of which ends where the next longer one begins."""
    first, second = _order(old), _order(new)
    until = [*_SECONDS[1:], _SECONDS[-1] * LEAST]
    least = max(_SECONDS[first] * LEAST / until[second], Decimal(1))
    return least, until[first] / (_SECONDS[second] * LEAST)


def _finding(found: Found) -> Finding:
    document = found[0][0].document
    words = listed(repr(" ".join(match.group().split())) for _, match in found)
    allowed = [_factors(match["old"], match["new"]) for _, match in found]
    sums = "; ".join(f"between {short(round(least, 1))}x and {short(round(most, 0))}x" for least, most in allowed)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"a gain in time is told without a number: {words}",
        arithmetic=f"The words allow any factor {sums}.",
        comparison=(document.name, *sorted(match.group().lower() for _, match in found)),
        evidence=(
            *(phrase(passage, match) for passage, match in found),
            *(quoted(passage.document, passage.start, passage.end, "context") for passage, _ in found),
        ),
        likely_wrong_why="nothing is wrong as printed; the two times are missing",
    )
