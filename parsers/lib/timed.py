"""Whether a time that a sentence prints was measured: a run's, never a period, a date or what people attend."""

import re

from parsers.lib.numbers import ARROW, qualifier
from parsers.lib.scene import Scene, about_performance, says

_DOES = re.compile(
    r"\b(?:in|takes?|took|taking|from|than|within|under|train\w*|run\w*|ran|complet\w+|finish\w*|measur\w+|got|latenc\w+|"
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
    r"\b(?:arriv\w+|appear\w*|respond\w*|answer\w*|return\w*|complet\w+|finish\w*|is\s(?:in|up|back|live)|ready|empty|flat|died|converg\w+)\b"
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


def measured(scene: Scene, start: int, end: int, unit: str) -> str:
    """Whether a time there was measured: "yes", "weak" (only beside another time), or "" for a period or a date."""
    before, words = scene.before(start), scene.sentence
    if _MATERIAL.match(scene.after(end)) or says(_EVENT, words):
        return ""
    if _EVERY.search(before) and not says(_INSTEAD, words):
        return ""
    if by_arrow(scene, start, end) or _USED_TO.search(before) or _fell(scene, start, end, unit):
        return "yes"
    lasts = (
        before.endswith(("last ", "lasts ")) and not before.endswith("the last ") and says(_BESIDE, words)
    )  # "last 4 seconds rather than 15"
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
    labelled = "." in scene.text[start:end] and _LABELLED.search(scene.before(start, 60))
    return "yes" if labelled or says(does, words) or qualifier(before, "") != "exact" else beside


# "Backups that used to run for nine hours"
_USED_TO = re.compile(r"\bused\s+to\s+(?:run|take|last|need)\s+(?:for\s+)?(?:about\s+|nearly\s+|over\s+)?$")
_SHORTER_THAN = {
    "minutes": r"seconds?|s|ms",
    "hours": r"minutes?|min|seconds?|s|ms",
    "days": r"hours?|h|minutes?|min|seconds?|s",
    "weeks": r"days?|hours?|h|minutes?|min",
    "months": r"weeks?|days?|hours?|h|minutes?",
}
_LONGER_THAN = {
    "s": "minutes?|hours?|days?",
    "minutes": "hours?|days?|weeks?",
    "hours": "days?|weeks?|months?",
    "days": "weeks?|months?",
}
_HEDGES = r"(?:(?:about|around|only|just|under|over|nearly|less\sthan|a|an|\w+)\s){0,2}"


def _fell(scene: Scene, start: int, end: int, unit: str) -> bool:
    """Whether a time is an end of one that got shorter: "from 10 days to 36 hours" is no range."""
    shorter, longer = _SHORTER_THAN.get(unit), _LONGER_THAN.get(unit)
    if re.search(rf"\b[Ff]rom\s{_HEDGES}$", scene.before(start)) and shorter:
        return bool(re.match(rf"\sto\s{_HEDGES}[\d.,]*\s?(?:{shorter})\b", scene.after(end)))
    led = rf"\b[Ff]rom\s{_HEDGES}[\d.,]*\s?(?:{longer})\sto\s{_HEDGES}$"
    return bool(longer and re.search(led, scene.before(start, 60)))


# "`crate build`: 8.2 s", "Proxy: 3.70 h and 3.41 h": nobody sets a time to its tenths.
_LABELLED = re.compile(r":\s(?:\d+\.\d+\s?[a-z]{1,7}(?:,\s|,?\sand\s|\s/\s)){0,3}[~≈<>]?\s?$")


# "1.2 s -> 340 ms": a time on either side of an arrow was measured; "14m → 2m" is a length unless something says so.
_LEADS = re.compile(rf"\s*{ARROW}\s*[~≈<>]?\s?\d")
_LED_TO = re.compile(rf"\d\s?[a-zA-Zµμ]{{0,7}}\s*{ARROW}\s*[~≈<>]?\s?$")


def by_arrow(scene: Scene, start: int, end: int) -> bool:
    """Whether a figure there stands on one side of an arrow, and another number on the other."""
    return bool(_LEADS.match(scene.after(end)) or _LED_TO.search(scene.before(start)))


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
    r"\b(?:paus|stall|block|freez|halt)\w*\s+(?:\S+\s+){0,2}?for\s+$|\baccount(?:s|ed)?\s+for\s+(?:\w+\s+)?$"
)
# "lasts 31 hours on a charge", "flies for 40 minutes per charge": what a battery reached.
_CHARGED = re.compile(
    r"\s+of\s+(?:web\s+browsing|browsing|(?:video\s+)?(?:playback|streaming)|gaming|talk\s+time|continuous)\b|"
    r"\s+(?:\w+\s+){0,4}(?:on|per|between)\s+(?:(?:a|one|a\s+single|each|every|full)\s+)?(?:charges?|battery)\b"
)
_BATTERY = re.compile(r"\bbatter(?:y|ies)\b(?!\s+pack)[^.;]{0,30}\blasts?\b|\b(?:video\s+)?playback\s+lasts\b")
