"""Forms of durations: 48 hours, 14.5 min, 23h 43m, 1:32:10, half an hour, a quarter of a second, a day."""

import re
from dataclasses import replace
from decimal import Decimal

from parsers.lib.numbers import ARROW, EDGE, ERROR, JOIN, NUMBER, SMALL, WORD_NUMBER, number, qualifier
from parsers.lib.scene import Form, Found, Scene, about_performance, found, says
from parsers.lib.units import unit_entry
from schemas.interval import ulp
from schemas.statement import Figure

_DOES = re.compile(
    r"\b(?:in|takes?|took|taking|from|than|within|under|train\w*|run\w*|ran|complet\w+|finish\w*|measur\w+|latenc\w+|"
    r"time\w*|compil\w*|build\w*|execut\w+|respond\w*|load\w*|boot\w*|process\w*|quer\w+|only|just|reduc\w+|instead|"
    r"rather|versus|vs|against|compared|down|mere|average|median|sooner|shorter|sav(?:es?|ed|ing)|less|faster|arriv\w+|beats?|needs?|needed|requires?|required)\b",
    re.IGNORECASE,
)
_MATERIAL = re.compile(
    r"\s*(?:,?\s?of\s+(?:speech|audio|video(?!\s+(?:playback|streaming|calls?))|footage|music|work|data|recordings?|training\s+data)|ago\b|a\s+(?:day|week|year|month)\b(?!\s+(?:ago|earlier|before))"
    r"|per\s+(?:day|week)|walk\b|drive\b|read\b|ride\b|old\b|later\b|long\b|each\s+day|from\s+now|to\s+(?:read|watch|listen|walk|fill|drive|cook|eat)\b|business\b|before\s+the\b)",
    re.IGNORECASE,
)
_PERIOD = re.compile(
    r"\b(?:last|past|next|each|coming|recent|first|for(?:\s+the)?|after|warm-?\s?up\s+(?:of|for)|wait(?:s|ing)?|lasts|"
    r"time-?outs?\s+(?:of|is|after|to)|interval\s+of|steps?\s+of|(?:resolution|granularity|precision)\s+of|windows?\s+of|retention\s+of|ttl\s+of|default\s+(?:\w+\s+)?(?:of|is)|"
    r"sleep(?:s|ing)?|read(?:ing)?\s+time:?|ages?|expires?\s+(?:after|in))\s+$",
    re.IGNORECASE,
)
_EVERY = re.compile(r"\bevery\s+$", re.IGNORECASE)
_AFTER = re.compile(r"\bafter\s+$", re.IGNORECASE)
_INSTEAD = re.compile(r"\b(?:instead|rather|down|versus|from every|where|previous\w*)\b")
# "First audio arrives after 180 ms": what comes after a delay; any other "after" starts or ends a period.
_ARRIVES = re.compile(
    r"\b(?:arriv\w+|appear\w*|respond\w*|answer\w*|return\w*|complet\w+|finish\w*|ready|converg\w+)\b"
)
# What people attend or wait for takes its time, and nobody measures it.
_EVENT = re.compile(
    r"\b(?:participants?|annotators?|volunteers?|candidates?|workshops?|courses?|webinars?|talks?|keynotes?|lectures?|lessons?|tutorials?|free\s+trials?|trial\s+(?:periods?|versions?)|deliver(?:y|ies)\s+takes?|shipping|"
    r"meetings?|tickets?|conferences?|concerts?|flights?(?!\s+(?:times?|controllers?))|exams?|bake|stir|pre-?heat)\b",
    re.IGNORECASE,
)
# What takes hours may be anything ("sold out in 48 hours"): only a run of something is a measurement.
_RUNS = re.compile(
    r"\b(?:train\w*|run\w*|ran|complet\w+|finish\w*|measur\w+|compil\w*|build\w*|execut\w+|process\w*|render\w*|takes?|took|"
    r"needs?|needed|battery\s+life|stand-?by|playback|talk\s+time|simulat\w+|migrat\w+|restor\w+|scan\w*|index\w*|import\w*|load\w*|queries|"
    r"[GCT]PUs?|nodes?|cores?|clusters?|laptops?|servers?|machines?|chips?|accelerators?)\b",
    re.IGNORECASE,
)
_LONG_RUNS = re.compile(r"\b(?:train\w*|simulat\w+|sequenc\w+|render\w*|converg\w+)\b", re.IGNORECASE)
_SPENT = re.compile(
    r"\b(?:takes?|took|taking|in|within|needs?|needed|requires?|required|lasted|down\s+to|from)\s+(?:\w+\s+){0,2}$",
    re.IGNORECASE,
)
_SHORT = ("ms", "us", "ns")
_LONG = ("days", "weeks", "months")
_BESIDE = re.compile(
    r"\b(?:instead|rather|versus|vs|compared|against|used\s+to|down|from|while|previous\w*|old|now)\b|;"
)


def _duration(scene: Scene, match: re.Match[str]) -> Found | None:
    minutes = match["unit"] == "m" and _in_minutes(scene, match)
    unit = unit_entry(scene.vocabulary, "min" if minutes else match["unit"])
    if unit is None or unit.text("dimension") != "time" or (match["unit"] == "m" and not minutes):
        return None
    # What takes a part of a second is a machine's, whatever it is called.
    name = "ms" if unit.name == "s" and re.match(r"0?\.", match["a"]) else unit.name
    said = _said(scene, match.start(), match.end(), name)
    if match["a"].lower() == "one" and not _ONE.search(scene.before(match.start())):
        return None  # "simulating one nanosecond"
    return replace(found(scene, match, "duration", unit.name), weak=said == "weak") if said else None


def _said(scene: Scene, start: int, end: int, unit: str) -> str:
    """Whether a time there was measured: "yes", "weak" (only beside another time), or "" for a period or a date."""
    before, words = scene.before(start), scene.sentence
    if _MATERIAL.match(scene.after(end)) or says(_EVENT, words):
        return ""
    if _EVERY.search(before) and not says(_INSTEAD, words):
        return ""
    if by_arrow(scene, start, end):
        return "yes"
    lasts = before.endswith(("last ", "lasts ")) and says(_BESIDE, words)  # "last 4 seconds rather than 15"
    if _PERIOD.search(before) and not lasts and not _delay(scene, before, end):
        return ""
    if lasts or unit in _SHORT or _HALTS.search(before) or about_performance(scene) or _APART.match(scene.after(end)):
        return "yes"
    # "pelt 0.9 s, pip-tools 14.2 s": a list is measured as a whole.
    if _CHARGED.match(scene.text, end, scene.end) or (unit == "s" and says(_PART_OF_ONE, words)):
        return "yes"
    beside = "weak" if says(_BESIDE, words) else ""
    if unit in _LONG:
        return "yes" if says(_LONG_RUNS, words) and _SPENT.search(before) else beside
    # "Less than 3 hours." says nothing but a bound, and bounds are claimed of results.
    does = _RUNS if unit == "hours" else _DOES
    return "yes" if says(does, words) or qualifier(before, "") != "exact" else beside


# "1.2 s -> 340 ms": a time on either side of an arrow was measured; "14m → 2m" is a length unless something says so.
_LEADS = re.compile(rf"\s*{ARROW}\s*[~≈<>]?\s?\d")
_LED_TO = re.compile(rf"\d\s?[a-zA-Zµμ]{{0,7}}\s*{ARROW}\s*[~≈<>]?\s?$")
_TIMED = re.compile(
    rf"\d\s?(?:ms|s|secs?|h|hrs?|hours?|mins?|minutes?)\s*{ARROW}|{ARROW}\s*[~≈<>]?\s?\d[\d.]*\s?(?:ms|s|secs?|h|hrs?|hours?|mins?|minutes?)\b|"
    rf"\dh\s?\d+m\b|\b(?:builds?|tests?|suite|CI|pipeline|jobs?|deploy\w*|runs?|runtime|time|duration|compil\w+|train\w*|queries|query|"
    r"import\w*|export\w*|index\w*|migrat\w*|backups?|restore\w*|install\w*|lint\w*)\b",
    re.IGNORECASE,
)


def by_arrow(scene: Scene, start: int, end: int) -> bool:
    """Whether a figure there stands on one side of an arrow, and another number on the other."""
    return bool(_LEADS.match(scene.after(end)) or _LED_TO.search(scene.before(start)))


def _in_minutes(scene: Scene, match: re.Match[str]) -> bool:
    """Whether the "m" of an arrow's side means minutes."""
    return by_arrow(scene, match.start(), match.end()) and says(_TIMED, scene.sentence)


_APART = re.compile(r"\s+(?:(?:less|more|longer|shorter|faster|sooner|quicker)\s+than|earlier|sooner|quicker|faster)\b")


def _delay(scene: Scene, before: str, end: int) -> bool:
    """Whether a time behind "after" or "wait" is one that something took: "arrives after 180 ms", "wait 2 s less"."""
    if _AFTER.search(before):
        return bool(_ARRIVES.search(scene.sentence))
    if re.match(r"\s+(?:less|more|longer|shorter)\b", scene.after(end)) or _HALTS.search(before):
        return True
    return bool(_CHARGED.match(scene.text, end, scene.end) or says(_BATTERY, scene.sentence))


_PART_OF_ONE = re.compile(r"(?<![\d.])0?\.\d+\s?s\b")
# "Without it, you wait 71 s": somebody waits for what takes that long.
_HALTS = re.compile(
    r"\b(?:you|we|they|users|customers|engineers|developers|everyone|teams)\s+(?:(?:had|used)\s+to\s+|would\s+)?wait(?:ed)?\s+(?:\w+\s+)?$|"
    r"\b(?:paus|stall|block|freez|halt)\w*\s+(?:\w+\s+)?for\s+$"
)
# "lasts 31 hours on a charge", "flies for 40 minutes per charge": what a battery reached.
_CHARGED = re.compile(
    r"\s+of\s+(?:web\s+browsing|browsing|(?:video\s+)?(?:playback|streaming)|gaming|talk\s+time|continuous)\b|"
    r"\s+(?:\w+\s+){0,4}(?:on|per|between)\s+(?:(?:a|one|a\s+single|each|every|full)\s+)?(?:charges?|battery)\b"
)
_BATTERY = re.compile(r"\bbatter(?:y|ies)\b(?!\s+pack)[^.;]{0,30}\blasts?\b|\b(?:video\s+)?playback\s+lasts\b")


def _compound(scene: Scene, match: re.Match[str]) -> Found | None:
    seconds = [Decimal(match[part] or 0) * scale for part, scale in (("h", 3600), ("m", 60), ("s", 1))]
    last = Decimal(1) if match["s"] else Decimal(60)
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


_PARTS = {"half": "0.5", "quarter": "0.25", "third": "0.333333", "tenth": "0.1"}
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
    whole = Decimal(SMALL.get((match["whole"] or "").lower(), 0))
    part = next(
        (Decimal(value) for word, value in _PARTS.items() if match["part"] and word in match["part"].lower()), None
    )
    times = Decimal(SMALL.get(match["part"].split()[0].lower(), 1)) if match["part"] else Decimal(1)
    value = whole + times * part if part is not None else Decimal(1)
    hedge = qualifier(scene.before(match.start()), scene.after(match.end(), 24))
    said = _said(scene, match.start(), match.end(), unit.name)
    if part is None and (hedge == "exact" and not _ONE.search(scene.before(match.start()))):
        return None  # "twice a second", "an hour of music": one of them is rarely a figure
    figure = Figure(*match.span(), match.group(), "duration", value, unit.name, hedge, _last(value))
    return Found(figure, weak=said == "weak") if said else None


def _and_half(scene: Scene, match: re.Match[str]) -> Found | None:
    """Whole ones and a part of one behind the unit: "two hours and a half"."""
    unit = unit_entry(scene.vocabulary, match["unit"])
    said = _said(scene, match.start(), match.end(), unit.name) if unit else ""
    if unit is None or not said:
        return None
    value = number(match["a"].lower())[0] + Decimal(_PARTS[match["part"].lower()])
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
            rf"(?:(?P<whole>{'|'.join(SMALL)})\s+and\s+)?"
            r"(?P<part>(?:an?\s+)?half|(?:an?|one|three)[ -](?:quarters?|third|tenth))"
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
