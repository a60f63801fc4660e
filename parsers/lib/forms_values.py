"""Forms of values: prices, durations, rates, quantities with a unit, scores."""

import re
from decimal import Decimal

from parsers.lib.numbers import EDGE, ERROR, NUMBER, TO, WORD_NUMBER, qualifier
from parsers.lib.scene import Form, Found, Scene, about_performance, found, unitless
from parsers.lib.units import rate_unit, unit_entry
from schemas.interval import ulp
from schemas.statement import Figure

_DOES = re.compile(
    r"\b(?:in|takes?|took|taking|from|than|within|under|train\w*|run\w*|ran|complet\w+|finish\w*|measur\w+|latenc\w+|"
    r"time\w*|compil\w*|build\w*|execut\w+|respond\w*|load\w*|boot\w*|process\w*|quer\w+|only|just|reduc\w+)\b",
    re.IGNORECASE,
)


_CURRENCY = {"$": "USD", "€": "EUR", "£": "GBP", "dollars": "USD", "usd": "USD", "euros": "EUR", "eur": "EUR"}
_PRICED = re.compile(
    r"\b(?:pric\w+|cost\w*|cheap\w*|expens\w+|charg\w+|bill\w*|pay\w*|sells?|sold\s+for|msrp)\b|"
    r"\d\s?(?:/|per\s|an?\s)(?:hour|hr|h|month|year|million|GB|query|image)\b",
    re.IGNORECASE,
)


def _price(scene: Scene, match: re.Match[str]) -> Found | None:
    if re.search(r"(?:million|billion|trillion|bn|B|M)$", match["a"]) or not _PRICED.search(scene.sentence):
        return None  # turnover and market sizes, not the price of anything
    unit = _CURRENCY[(match.groupdict().get("sign") or match.groupdict().get("word") or "$").lower()]
    per = re.match(
        r"\s?(?:/|per|an?)\s?(hour|hr|h|month|year|million tokens|1M tokens|GB|query|image)\b", scene.after(match.end())
    )
    unit += f"/{per[1]}".replace("/hr", "/hour") if per else ""
    return found(scene, match, "price", unit, "price")


_MATERIAL = re.compile(
    r"\s*(?:,?\s?of\s+(?:speech|audio|video|footage|music|work|data|recordings?|training\s+data)|ago\b|a\s+(?:day|week|year|month)\b"
    r"|per\s+(?:day|week)|walk\b|drive\b|read\b|ride\b|old\b|later\b|each\s+day|from\s+now|of\s+battery)",
    re.IGNORECASE,
)
_PERIOD = re.compile(
    r"\b(?:last|past|next|each|coming|recent|first|for(?:\s+the)?|after|warm-?\s?up\s+(?:of|for)|wait(?:s|ing)?|"
    r"time-?outs?\s+(?:of|is|after|to)|interval\s+of|window\s+of|retention\s+of|ttl\s+of|default\s+of|sleep(?:s|ing)?)\s+$",
    re.IGNORECASE,
)
# What takes hours may be anything ("sold out in 48 hours"): only a run of something is a measurement.
_RUNS = re.compile(
    r"\b(?:train\w*|run\w*|ran|complet\w+|finish\w*|measur\w+|compil\w*|build\w*|execut\w+|process\w*|render\w*|takes?|took|"
    r"needs?|needed|simulat\w+|migrat\w+|restor\w+|scan\w*|index\w*|import\w*|load\w*|queries)\b",
    re.IGNORECASE,
)
_LONG = ("days", "weeks", "months")


def _duration(scene: Scene, match: re.Match[str]) -> Found | None:
    unit = unit_entry(scene.vocabulary, match["unit"])
    if unit is None or unit.text("dimension") != "time" or match["unit"] == "m":
        return None
    if _MATERIAL.match(scene.after(match.end())) or _PERIOD.search(scene.before(match.start())):
        return None
    does = _RUNS if unit.name == "hours" else _DOES
    # "Less than 3 hours." says nothing but a bound, and bounds are claimed of results.
    said = does.search(scene.sentence) or qualifier(scene.before(match.start()), "") != "exact"
    if not (about_performance(scene) or (unit.name not in _LONG and said)):
        return None
    return found(scene, match, "duration", unit.name)


def _compound(scene: Scene, match: re.Match[str]) -> Found | None:
    seconds = [Decimal(match[part] or 0) * scale for part, scale in (("h", 3600), ("m", 60), ("s", 1))]
    last = Decimal(1) if match["s"] else Decimal(60)
    if match["s"] and "." in match["s"]:
        last = ulp(match["s"])
    hedge = qualifier(scene.before(match.start()), scene.after(match.end(), 24))
    figure = Figure(*match.span(), match.group(), "duration", sum(seconds, Decimal(0)), "s", hedge, last)
    return Found(figure)


def _rate(scene: Scene, match: re.Match[str]) -> Found | None:
    unit = rate_unit(scene.vocabulary, match["unit"])
    if unit is None or re.search(
        r"\b(?:limit\w*|exceed|quota|throttl\w+|at\s+most)\b", scene.before(match.start(), 24)
    ):
        return None
    return found(scene, match, "absolute", unit[0], unit[1])


_SIZES = ("memory", "size", "bandwidth")
_OCCUPIES = re.compile(
    r"\b(?:takes?|took|us(?:es|ed|ing)|occup\w+|consum\w+|weigh\w*|shr[aiu]nk\w*|overhead|rather\s+than|instead\s+of|smaller|"
    r"larger|gzipped|compressed|footprint|heap|resident|rss|binar(?:y|ies)|index\w*|grew|drop\w*|fell|down|reduc\w+|saves?)\b",
    re.IGNORECASE,
)
_EQUIPPED = re.compile(
    r"\b(?:ships?\s+with|default|you(?:’ll|'ll)?\s+need|ssds?|disk|drive|equipped|comes?\s+with|configured|maximum\s+is|volume|"
    r"of\s+(?:ram|memory|vram|storage)|gpu\s+memory|up\s+to\s+\S+\s+of|data\s?set|corpus|parameters?)\b",
    re.IGNORECASE,
)


def _size_metric(scene: Scene, match: re.Match[str]) -> str:
    near = scene.before(match.start(), 60) + " " + scene.after(match.end(), 32)
    named = next((m.name for m in scene.vocabulary.find(near, "metrics") if m.name in _SIZES), "")
    occupies = _OCCUPIES.search(near)
    if _EQUIPPED.search(scene.sentence) and not occupies:
        return ""
    return named or ("size" if occupies else "")


def _quantity(scene: Scene, match: re.Match[str]) -> Found | None:
    unit = unit_entry(scene.vocabulary, match["unit"])
    if unit is None or unit.text("dimension") in ("time", "share", ""):
        return None
    metric = unit.text("metric")
    if unit.text("dimension") == "size":
        metric = _size_metric(scene, match)
    return found(scene, match, "absolute", unit.name, metric) if metric else None


def _flow(scene: Scene, match: re.Match[str]) -> Found | None:
    unit = unit_entry(scene.vocabulary, match["unit"])
    return found(scene, match, "absolute", f"{unit.name}/s", "throughput") if unit else None


def _score(scene: Scene, match: re.Match[str]) -> Found | None:
    """A bare number that its own metric introduces ("recall of 0.96", "scores 28.4"), or that counts points."""
    before, after = scene.before(match.start(), 60), scene.after(match.end(), 24)
    before = re.split(r"[.;:!?](?:\s|$)|,\s", before)[-1]
    metric = unitless(scene, before, "")
    pointed = re.match(r"\s(?:points?|SPEC\w+|marks?)\b", after)
    led = re.search(r"\b(?:scor\w+|of|is|was|at|to|from)\s+(?:only\s+|just\s+)?$", before)
    if pointed and (_SCORE.search(scene.sentence) or metric):
        return found(scene, match, "absolute", "points", metric or "score")
    if not led or not metric or re.match(r"\s?(?:[A-Za-z%µ]|[-–:]\d)", after.replace(" on ", "").replace(" to ", "")):
        return None
    return found(scene, match, "absolute", "", metric)


_SCORE = re.compile(r"\b(?:scor\w+|benchmark\w*|measur\w+|record\w*|SPEC\w*)\b")


_UNIT = r"(?P<unit>[A-Za-zµμ%][\w/µμ-]*)"
_RATED = (
    r"(?P<unit>(?:[A-Za-z][\w-]*(?: [a-z][\w-]*)?\s?(?:/|per |a )\s?(?:s|secs?|seconds?|ms|min|minutes?|hours?|days?)"
    r"(?:/user| per user)?|t/s/u|[QTRq][Pp][Ss]|FPS|fps|IOPS|iops|GBps|MBps|Gbps))(?![\w/])"
)

VALUES: tuple[Form, ...] = (
    Form(re.compile(rf"(?P<sign>[$€£])\s?(?P<a>{NUMBER})(?:{TO}[$€£]?(?P<b>{NUMBER}))?"), _price),
    Form(re.compile(rf"{EDGE}(?P<a>{NUMBER})\s(?P<word>dollars|USD|euros|EUR)\b", re.IGNORECASE), _price),
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
            r"(?:(?<=\bin )|(?<=takes )|(?<=took ))(?P<h>)(?P<m>\d{1,3}):(?P<s>[0-5]\d(?:\.\d+)?)"
            r"(?!\s?[:\d]|\s?[ap]\.?m|\s?(?:UTC|GMT|CET|EST))"
        ),
        _compound,
    ),
    Form(re.compile(r"(?<![\w:.])(?P<h>\d{1,3}):(?P<m>[0-5]\d):(?P<s>[0-5]\d(?:\.\d+)?)(?![\w:])"), _compound),
    Form(re.compile(rf"{EDGE}(?P<a>{NUMBER})(?:\s?\w{{1,4}})??{ERROR}(?:{TO}(?P<b>{NUMBER}))?\+?\s?{_RATED}"), _rate),
    Form(
        re.compile(
            rf"{EDGE}(?P<a>{NUMBER}|(?i:\b(?:{WORD_NUMBER})\b))(?:\s?[a-zµμ]{{1,3}}(?=\s?±))?{ERROR}(?:{TO}(?P<b>{NUMBER}))?\+?[\s-]?(?P<unit>[a-zµμA-Z]+)(?![^\W_]|/)"
        ),
        _duration,
    ),
    Form(re.compile(rf"{EDGE}(?P<a>{NUMBER}){ERROR}(?:{TO}(?P<b>{NUMBER}))?\+?[\s-]?{_UNIT}(?![^\W_])"), _quantity),
    Form(
        re.compile(
            rf"{EDGE}(?P<a>{NUMBER})\s?(?P<unit>gigabytes|megabytes|terabytes|GB|MB|TB)"
            r"\s+of\s+[\w ]{2,16}\s+per\s+second"
        ),
        _flow,
    ),
    Form(re.compile(rf"{EDGE}(?P<a>{NUMBER})(?![^\W_]|%|[.,]\d)"), _score),
)
