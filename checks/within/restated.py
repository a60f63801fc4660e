"""A value restated in brackets behind itself."""

import itertools
import re
from collections.abc import Iterator
from decimal import Decimal

from checks.lib.findings.words import apart, said
from checks.lib.quantities.reckoned_from import numbers_in
from checks.lib.statements.absolutes import VALUES, based, same_dimension
from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Readings, judge, short
from schemas.names import Vocabulary
from schemas.statement import Claim, Parsed

CODE = "restated"
SIXTY = 60
_SMALLER = {"h": "m", "m": "s"}
_UNIT = r"(?:min(?:ute)?s?|m|h(?:ours?|rs?)?)"
_START = r"(?<![\w.,:])"
_DECIMAL = rf"(?P<n>\d{{1,4}})\.(?P<d>\d{{1,2}})\s?(?:(?P<unit>{_UNIT})\b)"
_CLOCK = (
    rf"(?P<a>\d{{1,4}})\s?(?P<of>{_UNIT})[\s,]{{0,2}}(?:and )?"
    r"(?P<b>\d{1,2})\s?(?P<rest>sec(?:ond)?s?|s|min(?:ute)?s?|m)\b"
)
_CLOCKS = (
    re.compile(rf"{_START}{_DECIMAL}?\s?[(\[*_]{{1,3}}[~≈]?\s?{_CLOCK}", re.IGNORECASE),
    re.compile(rf"{_START}{_CLOCK}\s?[(\[][~≈]?\s?{_DECIMAL}", re.IGNORECASE),
)


@check(CODE, version=4, severity="medium", since="0.1.0")
def restated(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A value and the same value in another unit, in brackets behind it, are one value.

    Why:
        Authors convert by hand for their readers, and correct one of the two later.

    Flags:
        "3.5 hours (150 minutes)"; "1,200 pages per minute (50 pages per second)". Low, medium where a unit is printed:
        "~7.41 (7 min 41 sec)" and "1.20 h (1 h 20 min)", in which the seconds or minutes were read as decimals.

    Passes:
        "90 s (1.5 minutes)"; a conversion that is rounded; "210 servers at 480 W (100.8 kW)": so many times the value,
        where the sentence says how many.

    Does not judge:
        Brackets that hold a value of another dimension (skipped), or one in the same unit: another case's; brackets
        that print a share or a price.
    """
    for parsed in corpus.parsed:
        for first, second in _pairs(parsed):
            key = (parsed.document.name, first.metric, first.quote)
            if not same_dimension(first.figure, second.figure, corpus.vocabulary):
                yield Skip(CODE, key, "not applicable, because the value in brackets is of another dimension")
            elif finding := _compare(key, first, second, corpus.vocabulary):
                yield finding
        yield from _clocks(parsed.document)


def _clocks(document: Document) -> Iterator[Finding]:
    """Decimals beside the minutes and seconds that they should be of."""
    for one in (found for pattern in _CLOCKS for found in pattern.finditer(document.text)):
        whole, decimals, low = int(one["n"]), one["d"], int(one["b"])
        smaller = _SMALLER.get(one["of"][0].lower())
        fits_unit = not one["unit"] or one["unit"][0].lower() == one["of"][0].lower()
        # Of another whole number the decimals are another value, as of a mean beside a best.
        if one["rest"][0].lower() != smaller or not fits_unit or whole != int(one["a"]) or low >= SIXTY:
            continue
        last = Decimal(1).scaleb(-len(decimals))
        printed, meant = Decimal(f"{whole}.{decimals}"), whole + Decimal(low) / SIXTY
        if abs(printed - meant) > last:
            yield _not_decimals(document, one, meant)


def _not_decimals(document: Document, one: re.Match[str], meant: Decimal) -> Finding:
    places = [(one.start("n"), one.end("d")), (one.start("a"), one.end("rest"))]
    first, second = (document.text[start:end] for start, end in places)
    value = short(round(meant, len(one["d"])))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium" if one["unit"] else "low",
        message=f"{first} stands beside {second}, which is {value}",
        arithmetic=f"{one['a']} + {one['b']} / 60 = {value}, printed is {first}.",
        comparison=(document.name, first, second),
        evidence=tuple(quoted(document, start, end) for start, end in places),
        likely_wrong_why="the decimals: they repeat the smaller unit"
        if int(one["d"]) == int(one["b"])
        else "either value",
    )


_SAYS_WHAT = re.compile(r"\bin (?:round |square )?(?:brackets|parenthes[ei]s)\b", re.IGNORECASE)


def _pairs(parsed: Parsed) -> Iterator[tuple[Claim, Claim]]:
    if _SAYS_WHAT.search(parsed.document.text):
        return  # "KM-4 (KM-3 in brackets)": another thing's values
    values = [claim for claim in parsed.claims if claim.figure.kind in VALUES]
    for first, second in itertools.pairwise(values):
        between = parsed.document.text[first.figure.end : second.figure.start]
        restates = between.strip(" ") == "(" and first.figure.unit != second.figure.unit
        if restates and parsed.document.text[second.figure.end : second.figure.end + 1] == ")":
            yield first, second


def _of_several(first: Claim, left: Readings, right: Readings) -> bool:
    """Whether one value is so many of the other as the sentence says there are: "210 servers at 480 W (100.8 kW)"."""
    several = [one for one in numbers_in([first.context]) if one > 1]
    return any(judge(a.scaled(one), b) != "inconsistent" for one in several for a, b in ((left, right), (right, left)))


def _compare(key: tuple[str, ...], first: Claim, second: Claim, vocabulary: Vocabulary) -> Finding | None:
    left, right = based(first.figure, vocabulary), based(second.figure, vocabulary)
    if judge(left, right) != "inconsistent" or _of_several(first, left, right):
        return None
    gap = left.rounded.distance(right.rounded)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium",
        message=f"{said(first.figure)} is restated as {said(second.figure)}, which is another value",
        arithmetic=f"In base units {said(first.figure)} allows {left.rounded}, {said(second.figure)} {right.rounded}: "
        f"{apart(gap)}.",
        comparison=key,
        evidence=(Evidence.of(first), Evidence.of(second)),
        likely_wrong_why="either value may be the wrong one",
    )
