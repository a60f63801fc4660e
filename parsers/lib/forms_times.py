"""Forms of durations: 48 hours, 14.5 min, 23h 43m, 1:32:10, half an hour, a quarter of a second, a day."""

import re
from dataclasses import replace
from decimal import Decimal

from parsers.lib.numbers import ARROW, EDGE, ERROR, JOIN, NUMBER, number, qualifier
from parsers.lib.scene import Form, Found, Scene, found, says
from parsers.lib.timed import by_arrow, measured
from parsers.lib.units import unit_entry
from schemas.interval import ulp
from schemas.number_words import ONES, WORD_NUMBER, either, in_words, part_of
from schemas.statement import Figure


def _duration(scene: Scene, match: re.Match[str]) -> Found | None:
    minutes = match["unit"] == "m" and _in_minutes(scene, match)
    unit = unit_entry(scene.vocabulary, "min" if minutes else match["unit"])
    if unit is None or unit.text("dimension") != "time" or (match["unit"] == "m" and not minutes):
        return None
    # What takes a part of a second is a machine's, whatever it is called.
    name = "ms" if unit.name == "s" and re.match(r"0?\.", match["a"]) else unit.name
    said = measured(scene, match.start(), match.end(), name)
    if match["a"].lower() == "one" and not _ONE.search(scene.before(match.start())):
        return None  # "simulating one nanosecond"
    return replace(found(scene, match, "duration", unit.name), weak=said == "weak") if said else None


_TIMED = re.compile(
    rf"\d\s?(?:ms|s|secs?|h|hrs?|hours?|mins?|minutes?)\s*{ARROW}|{ARROW}\s*[~≈<>]?\s?\d[\d.]*\s?(?:ms|s|secs?|h|hrs?|hours?|mins?|minutes?)\b|"
    rf"\dh\s?\d+m\b|\b(?:builds?|tests?|suite|CI|pipeline|jobs?|deploy\w*|runs?|runtime|time|duration|compil\w+|train\w*|queries|query|"
    r"import\w*|export\w*|index\w*|migrat\w*|backups?|restore\w*|install\w*|lint\w*)\b",
    re.IGNORECASE,
)


def _in_minutes(scene: Scene, match: re.Match[str]) -> bool:
    """Whether the "m" of an arrow's side means minutes."""
    return by_arrow(scene, match.start(), match.end()) and says(_TIMED, scene.sentence)


def _compound(scene: Scene, match: re.Match[str]) -> Found | None:
    parts = (("d", 86400), ("h", 3600), ("m", 60), ("s", 1))
    seconds = [Decimal(match[part] or 0) * scale for part, scale in parts if part in match.re.groupindex]
    last = Decimal(1) if match["s"] else Decimal(60) if match["m"] else Decimal(3600)
    if match["s"] and "." in match["s"]:
        last = ulp(match["s"])
    hedge = qualifier(scene.before(match.start()), scene.after(match.end(), 24))
    figure = Figure(*match.span(), match.group(), "duration", sum(seconds, Decimal(0)), "s", hedge, last)
    return Found(figure)


_HOURS = re.compile(r"\d{1,3}:[0-5]\d:[0-5]\d")


def _beside_clock(scene: Scene, match: re.Match[str]) -> Found | None:
    return _compound(scene, match) if says(_HOURS, scene.sentence) else None


# "[14:02:11] worker started", "2024-05-01 12:33:07", "At 10:15:30 the ...": when it was, not how long it took.
_STAMPED = re.compile(r"(?:\[|\d{4}[-/.]\d\d[-/.]\d\d[T ,]\s?|(?:^|[,;(]\s*)[Aa]t\s|\b(?:since|until)\s)$")
_LOGGED = re.compile(r"[.,]?\d*\]?\s+(?:[A-Z]{4,}\b|\[|-\s|UTC\b|GMT\b|CES?T\b)|\s?[AaPp]\.?[Mm]\b|[+-]\d\d:?\d\d|Z\b")


def _hours(scene: Scene, match: re.Match[str]) -> Found | None:
    stamped = _STAMPED.search(scene.before(match.start())) or _LOGGED.match(scene.after(match.end()))
    return None if stamped and Decimal(match["h"]) < 24 else _compound(scene, match)


_ONE = re.compile(
    r"\b(?:(?:finish|complet|run|start|return|answer|load|build|compil|render|boot)\w*\s+(?:\w+\s+)?in|within|takes?|took|needs?|needed|requires?|required|from)\s+(?:[A-Z][\w.-]*\s+){0,2}$",
    re.IGNORECASE,
)
# "takes a second parameter", "needs a second pass": the one after the first.
_ORDINAL = re.compile(
    r"\s+(?!(?:to|on|per|for|in|with|when|while|and|or|at|of|from|instead|less|more|faster|slower|longer|later|sooner|each|than|now|"
    r"after|before|if|because|by|compared|rather|but|as|is|was|were|under|over|without|using|every|versus|vs|down|up|even|"
    r"only|just|thanks|through|across|until|so|that|which|where|since|here|there|today|average|total|flat)\b)[A-Za-z]"
)


def _worded(scene: Scene, match: re.Match[str]) -> Found | None:
    """A time without a digit: "half an hour", "two and a half minutes", "three quarters of a second", "a day"."""
    unit = unit_entry(scene.vocabulary, match["unit"])
    if unit is None or (unit.name == "s" and match["part"] is None and _ORDINAL.match(scene.after(match.end()))):
        return None
    whole = Decimal(ONES.get((match["whole"] or "").lower(), 0))
    part = part_of(re.split(r"[\s-]+", match["part"].lower())[-1]) if match["part"] else None
    times = Decimal(ONES.get(match["part"].split()[0].lower(), 1)) if match["part"] else Decimal(1)
    value = whole + times * part if part is not None else Decimal(1)
    hedge = qualifier(scene.before(match.start()), scene.after(match.end(), 24))
    said = measured(scene, match.start(), match.end(), unit.name)
    if part is None and (hedge == "exact" and not _ONE.search(scene.before(match.start()))):
        return None  # "twice a second", "an hour of music": one of them is rarely a figure
    figure = Figure(*match.span(), match.group(), "duration", value, unit.name, hedge, _last(value))
    return Found(figure, weak=said == "weak") if said else None


def _and_half(scene: Scene, match: re.Match[str]) -> Found | None:
    """Whole ones and a part of one behind the unit: "two hours and a half"."""
    unit = unit_entry(scene.vocabulary, match["unit"])
    said = measured(scene, match.start(), match.end(), unit.name) if unit else ""
    if unit is None or not said:
        return None
    value = number(match["a"].lower())[0] + part_of(match["part"].lower())
    hedge = qualifier(scene.before(match.start()), scene.after(match.end(), 24))
    figure = Figure(*match.span(), match.group(), "duration", value, unit.name, hedge, _last(value))
    return Found(figure, weak=said == "weak")


def _below_one(scene: Scene, match: re.Match[str]) -> Found | None:
    """Less than one of a unit: "sub-millisecond latency", "sub-second queries"."""
    unit = unit_entry(scene.vocabulary, match["unit"])
    if unit is None:
        return None
    return Found(Figure(*match.span(), match.group(), "duration", Decimal(1), unit.name, "under", Decimal(1)))


def _last(value: Decimal) -> Decimal:
    # Words are round: "half an hour" is 25 to 35 minutes at most, "a day" anything that rounds to it.
    return Decimal("0.1") if value < 1 else Decimal("0.5") if value % 1 else Decimal(1)


_UNITS = r"(?P<unit>(?:milli|micro|nano)?seconds?|minutes?|hours?|days?|weeks?)\b"
WORDED: tuple[Form, ...] = (
    Form(
        re.compile(
            rf"{EDGE}(?P<a>\d+|{WORD_NUMBER})\s+{_UNITS}\s+and\s+an?\s+(?P<part>half|quarter)\b(?! of)", re.IGNORECASE
        ),
        _and_half,
        ("and a half", "and a quarter"),
    ),
    Form(
        re.compile(
            r"\b[Ss]ub-?(?P<unit>(?:milli|micro|nano)?second|minute|hour)\b(?!\s+(?:resolution|precision|accuracy|granularity|intervals?))"
        ),
        _below_one,
        ("sub",),
    ),
    Form(
        re.compile(
            r"\b(?:an?\s(?<!half a\s)(?<!half an\s)(?<!of a\s)(?<!of an\s)|"
            rf"(?:(?P<whole>{either(ONES)})\s+and\s+)?"
            rf"(?P<part>(?:an?\s+)?half|(?:an?|{either(in_words(1, 3))})[ -](?:quarters?|third|tenth))"
            rf"(?:[ -](?:of\s+)?(?:an?|the)\s|[ -](?=[hms])|\s)){_UNITS}",
            re.IGNORECASE,
        ),
        _worded,
        ("second", "minute", "hour", "day", "week"),
    ),
)
# A clock time is a time of day unless something takes it, or another time of the sentence prints hours too.
_CLOCK = r"(?P<m>\d{1,3}):(?P<s>[0-5]\d(?:\.\d+)?)(?!\s?[:\d]|\s?[ap]\.?m|\s?(?:UTC|GMT|CET|EST|h\b))"
TIMES: tuple[Form, ...] = (
    Form(
        re.compile(
            r"(?<![\w.])(?P<d>\d+)\s?d(?:ays?)?,?\s?(?:and\s)?(?P<h>\d+)\s?h(?:ours?|rs?)?\b"
            r"(?:,?\s?(?:and\s)?(?P<m>\d+)\s?m(?:in(?:ute)?s?)?\b)?(?P<s>)"
        ),
        _compound,
    ),
    Form(
        re.compile(r"(?<![\w:.])(?P<h>\d{1,3}):(?P<m>[0-5]\d)(?P<s>)\s?h(?:rs?|ours?)?\b"),
        _compound,
        ("h",),
    ),
    Form(
        re.compile(
            r"(?<![\w.])(?P<h>\d+)\s?h(?:ours?|rs?)?,?\s?(?:and\s)?(?P<m>\d+)\s?m(?:in(?:ute)?s?)?\b"
            r"(?:,?\s?(?:and\s)?(?P<s>\d+(?:\.\d+)?)\s?s(?:ec(?:ond)?s?)?\b)?"
        ),
        _compound,
    ),
    Form(
        re.compile(
            r"(?<![\w.])(?P<h>)(?P<m>\d+)\s?m(?:in(?:ute)?s?)?,?\s?(?:and\s)?(?P<s>\d+(?:\.\d+)?)\s?s(?:ec(?:ond)?s?)?\b"
        ),
        _compound,
    ),
    Form(
        re.compile(
            r"(?:(?<=\bin )|(?<=takes )|(?<=took )|(?<=needs )|(?<=needed )|(?<=requires )|(?<=required ))(?P<h>)"
            + _CLOCK
        ),
        _compound,
        (":",),
    ),
    Form(
        re.compile(
            r"(?:(?<=\bto )|(?<=from )|(?<=after )|(?<=against )|(?<=versus )|(?<=vs )|(?<=than ))(?P<h>)" + _CLOCK
        ),
        _beside_clock,
        (":",),
    ),
    Form(re.compile(r"(?<![\w:.])(?P<h>\d{1,3}):(?P<m>[0-5]\d):(?P<s>[0-5]\d(?:\.\d+)?)(?![\w:])"), _hours),
)
PLAIN: tuple[Form, ...] = (
    Form(
        re.compile(
            rf"{EDGE}(?P<a>{NUMBER}|(?i:\b(?:{WORD_NUMBER})\b))(?:\s?[a-zµμ]{{1,3}}(?=\s?±))?{ERROR}"
            rf"(?:{JOIN}(?P<b>{NUMBER}|(?i:{WORD_NUMBER})))?"
            r"\+?[\s-]?(?P<unit>[a-zµμA-Z]+)(?:/(?:op|query|token|request|image|step|call|frame|iteration|sample|batch)\b)?(?![^\W_]|/)"
        ),
        _duration,
    ),
)
