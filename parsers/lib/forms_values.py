"""Forms of values: prices, rates, quantities with a unit, scores."""

import re
from dataclasses import replace

from parsers.lib.forms_times import PLAIN, TIMES, by_arrow
from parsers.lib.numbers import EDGE, ERROR, JOIN, NUMBER, SMALL, STOP, TO
from parsers.lib.scene import Form, Found, Scene, found, make, says, unitless
from parsers.lib.units import rate_unit, unit_entry

_CURRENCY = {"$": "USD", "€": "EUR", "£": "GBP", "dollars": "USD", "usd": "USD", "euros": "EUR", "eur": "EUR"}
_PRICED = re.compile(
    r"\b(?:pric\w+|cost\w*|cheap\w*|expens\w+|charg\w+|bill\w*|pay\w*|sells?|sold\s+for|listed\s+at|retails?|msrp|fees?|spend\w*|spent|sav(?:es?|ed|ings?)|"
    r"(?:finish\w*|train\w*|runs?|complet\w+)\b[^.;]{0,80}?\bfor\s+(?:\w+\s+)?[$€£]|comes?\s+to|came\s+to|down\s+from|instead\s+of|starts?\s+at)\b|"
    r"\d\s?(?:/|per\s|an?\s)(?!(?:person|seat|head|user|month|year)\b)[\d\w]+\b",
    re.IGNORECASE,
)
# Prices of what people attend, join or give: never of what is benchmarked.
_NO_PRODUCT = re.compile(
    r"\b(?:tickets?|conferences?|workshops?|courses?|webinars?|books?|subscri\w+|donat\w+|prizes?|fund(?:s|ed|ing)?|salar\w+|"
    r"rais(?:ed|es)|valu(?:ed|ation)|invest\w*|grants?|credits?|plans?|seats?|licen[cs]es?|revenues?|turnover|shipping|coupons?|deliver(?:y|ies)|"
    r"editions?|tiers?|overages?|included|registration|parking|postage|tuition|vouchers?|accommodation|meals?|fares?|expenses|batter(?:y|ies)|spare\s+parts?)\b",
    re.IGNORECASE,
)


# "$1,200 a year" is what a seat costs; "saving $900 a month" is a result.
_PER_SEAT = re.compile(r"\s?(?:/|per|an?|each)\s?(?:seat|user|person|member|year|month)\b")
_SPENT = re.compile(r"\b(?:sav(?:es?|ed|ings?)|bills?|spen[dt]s?|pays?|paid|down\s+from)\b")
# A subscription of tokens or GPU hours pays for computing all the same.
_COMPUTES = re.compile(
    r"\b[GCT]PU[ -]hours?\b|"
    r"\b(?:per|an?)\s(?:\w+\s){0,2}(?:hour|tokens?|quer(?:y|ies)|requests?|inferences?|images?|transactions?|[GT]B)\b"
)


_HOURLY = re.compile(r"\b(?:[GCT]PU|core|node|instance)[ -]hour\b")


def _price(scene: Scene, match: re.Match[str]) -> Found | None:
    if re.search(r"(?:million|billion|trillion|bn|B|M)$", match["a"]) or not (
        says(_PRICED, scene.sentence) or _HOURLY.search(scene.sentence)
    ):
        return None  # turnover and market sizes, not the price of anything
    if _PER_SEAT.match(scene.after(match.end())) and not (
        _COMPUTES.search(scene.sentence) or says(_SPENT, scene.sentence)
    ):
        return None
    if says(_NO_PRODUCT, scene.sentence) and not _COMPUTES.search(scene.sentence):
        return None
    unit = _CURRENCY[(match.groupdict().get("sign") or match.groupdict().get("word") or "$").lower()]
    per = re.match(
        r"\s?(?:/|per|an?)\s?(hour|hr|h|month|year|(?:million|1M|billion)\s(?:\w+\s)?tokens|GB|TB|query|image|transaction|request)\b",
        scene.after(match.end()),
    )
    unit += f"/{per[1]}".replace("/hr", "/hour") if per else ""
    return found(scene, match, "price", unit, "price")


def _cents(scene: Scene, match: re.Match[str]) -> Found | None:
    if says(_NO_PRODUCT, scene.sentence) and not _COMPUTES.search(scene.sentence):
        return None
    per = re.match(r"\s(?:per|an?)\s", scene.after(match.end()))
    return found(scene, match, "price", "cents", "price") if per or _PRICED.search(scene.sentence) else None


_CLOCKS = ("MT/s", "GT/s")  # how fast a bus ticks


def _rate(scene: Scene, match: re.Match[str]) -> Found | None:
    unit = rate_unit(scene.vocabulary, match["unit"])
    if (
        unit is None
        or match["unit"] in _CLOCKS
        or re.search(
            r"\b(?:limited|(?:you|users?|clients?|that|who|which|must\s+not)\s+exceed|throttl\w+|at\s+most)\b",
            scene.before(match.start(), 24),
        )
    ):
        return None
    return _per(found(scene, match, "absolute", unit[0], unit[1]), scene)


_PER = re.compile(r"\s?(?:/|per)\s?(?P<per>W|watts?|J|joules?|kWh|\$|dollar)(?!\w)")
_EFFICIENT = {"$": "price_performance", "d": "price_performance"}


def _per(one: Found, scene: Scene) -> Found:
    """A rate or a sum of operations for each watt or dollar ("62.8 GFLOPS/W"): another unit and another metric."""
    match = _PER.match(scene.text, one.figure.end, scene.end)
    if match is None or one.metric not in ("throughput", "compute", "bandwidth"):
        return one
    per = {"w": "W", "j": "J", "d": "$"}.get(match["per"][0].lower(), match["per"])
    figure = replace(one.figure, end=match.end(), unit=f"{one.figure.unit}/{per}")
    return replace(one, figure=figure, metric=_EFFICIENT.get(match["per"][0], "energy_efficiency"))


def _ahead(scene: Scene, match: re.Match[str]) -> Found | None:
    """A rate whose unit stands before it: "QPS rose from 1,200", "Requests per second: 45k"."""
    unit = rate_unit(scene.vocabulary, match["unit"][0].lower() + match["unit"][1:]) or rate_unit(
        scene.vocabulary, match["unit"]
    )
    if unit is None or re.search(r"\d[\w.,]*\s*$", scene.before(match.start("unit"), 16)):
        return None
    return Found(make(scene, match.span("a"), match["a"], "absolute", unit[0]), unit[1])


_SIZES = ("memory", "size", "bandwidth")
_OCCUPIES = re.compile(
    r"\b(?:takes?|took|us(?:es|ed|ing)|occup\w+|consum\w+|weigh\w*|shr[aiu]nk\w*|overhead|rather\s+than|instead\s+of|smaller|costs?\s+of|"
    r"larger|gzipped|compress(?:es|ed)|footprint|heap|resident|rss|binar(?:y|ies)|index\w*|grew|drop\w*|fell|down|reduc\w+|saves?)\b",
    re.IGNORECASE,
)
_EQUIPPED = re.compile(
    r"\b(?:ships?\s+with|default|you(?:’ll|'ll)?\s+need|ssds?|disk|drive|equipped|comes?\s+with|configured|maximum\s+is|volume|"
    r"of\s+(?:ram|memory|vram|storage)|gpu\s+memory|up\s+to\s+\S+\s+of|data\s?set|corpus|parameters?)\b",
    re.IGNORECASE,
)


# "needs 5.6 GB of memory, whereas fp16 needs 16.1 GB": held against another; alone it is what one should have.
_NEEDS = re.compile(r"\b(?<!you )(?<!You )needs?(?:ed)?\s+(?:(?:only|just|about|under|around|over)\s+)?$")
_SIZED = re.compile(r"\d\s?[KMGT]i?B\b")
_BREAK = re.compile(r"[;:,]\s|\sand\s")
_AT_PEAK = re.compile(r"\s?(?:of\s+)?\w+\s+(?:at\s+(?:\w+\s+)?peak|in\s+use|used)\b")


def _named_size(scene: Scene, words: str) -> str:
    return next((m.name for m in scene.vocabulary.find(words, "metrics") if m.name in _SIZES), "")


# "files over 1 MB", "large payloads (1MB+)": what was given, unless somebody made it.
_GIVEN = re.compile(
    r"\b(?:files?|payloads?|inputs?|documents?|messages?|objects?|requests?|responses?|bod(?:y|ies)|strings?|uploads?|blobs?|"
    r"attachments?|packets?|blocks?|chunks?)\s*(?:\(\s*|(?:of|over|above|under|below|larger\s+than|bigger\s+than|smaller\s+than|"
    r"up\s+to|beyond)\s+)[>≥<≤~]?\s?$",
    re.IGNORECASE,
)
_MADE = re.compile(
    r"\b(?:produc|creat|generat|writ|output|result|compress|shr[aiu]nk|smaller\s+files|instead|rather|takes?\b|from\b|to\b.{0,20}$)",
    re.IGNORECASE,
)


def _size_metric(scene: Scene, match: re.Match[str]) -> str:
    before, after = scene.before(match.start(), 60), scene.after(match.end(), 32)
    if _GIVEN.search(before) and not says(_MADE, scene.sentence):
        return ""
    near = f"{before} {after}"
    # Its own clause first: "memory is down to 5.8 GB and the binary is 38 KiB smaller".
    named = _named_size(scene, f"{_BREAK.split(before)[-1]} {after}") or _named_size(scene, near)
    occupies = (
        _OCCUPIES.search(near)
        or by_arrow(scene, match.start(), match.end())
        or (_NEEDS.search(before) and len(_SIZED.findall(scene.sentence)) > 1)
    )
    if says(_EQUIPPED, scene.sentence) and not occupies and not _AT_PEAK.match(after):
        return ""
    return named or ("size" if occupies else "")


def _quantity(scene: Scene, match: re.Match[str]) -> Found | None:
    unit = unit_entry(scene.vocabulary, match["unit"])
    if unit is None or unit.text("dimension") in ("time", "share", ""):
        return None
    metric = unit.text("metric")
    if unit.text("dimension") == "size":
        metric = _size_metric(scene, match)
    return _per(found(scene, match, "absolute", unit.name, metric), scene) if metric else None


def _flow(scene: Scene, match: re.Match[str]) -> Found | None:
    unit = unit_entry(scene.vocabulary, match["unit"])
    return found(scene, match, "absolute", f"{unit.name}/s", "throughput") if unit else None


_STORED = re.compile(r"\b(?:compress\w*|stor\w+|needs?|takes?|us(?:es?|ing)|encod\w+|occup\w+|costs?|shr[aiu]nk\w*)\b")


def _density(scene: Scene, match: re.Match[str]) -> Found | None:
    """How small something gets: "1.4 bytes per point"."""
    if not _STORED.search(scene.before(match.start(), 80)):
        return None
    return found(scene, match, "absolute", f"{match['unit'].rstrip('s')}s/{match['noun']}", "size")


def _score(scene: Scene, match: re.Match[str]) -> Found | None:
    """A bare number that its own metric introduces ("recall of 0.96", "scores 28.4"), or that counts points."""
    before, after = scene.before(match.start(), 60), scene.after(match.end(), 24)
    before = re.split(r"[.;:!?](?:\s|$)|,\s", before)[-1]
    pointed, led = _POINTED.match(after), _LED.search(before)
    if _OUT_OF.match(after) or _OF_ALL.search(before):
        return None  # "7.5 out of 10" rates something, nobody measured it
    if (unit := _named_unit(scene, match) or _called(scene, match)) is not None:
        return unit
    if not pointed and (not led or _COUNTS.match(after)):
        return None  # most numbers: before the words around are looked through for metrics
    metric = unitless(scene, before, "")
    named = any(name.kind == "workloads" for name in scene.names)
    if metric in _SHARES and not match["a"].startswith(("0", ".")):
        return None  # "scaling from 8 to 64 nodes"
    if pointed and (named or metric or _SCORE.search(scene.sentence)):
        return found(scene, match, "absolute", "points", metric or "score")
    if not led or not metric or _COUNTS.match(after):
        return None
    return found(scene, match, "absolute", "", metric)


# What something held out is a result; "with 50 concurrent users" is the load, "allows 5" a licence.
_HOLDS = re.compile(
    r"\b(?:handl\w+|serv(?:es?|ed)|sustain\w*|carr(?:y|ies|ied)|withst\w+|keeps?\s+up\s+with|coped?\s+with|copes\s+with|"
    r"scal(?:es|ed)\s+to|error-free(?:\s+up)?\s+to|stable(?:\s+up)?\s+(?:to|at)|without\s+errors\s+(?:up\s+)?to)\s+"
    r"(?:(?:over|more\s+than|about|up\s+to|nearly|around|at\s+least)\s+)?$",
    re.IGNORECASE,
)


def _at_once(scene: Scene, match: re.Match[str]) -> Found | None:
    """How many something served at once: "handles 22,000 concurrent users"."""
    if not _HOLDS.search(scene.before(match.start())):
        return None
    return found(scene, match, "absolute", match["unit"].split()[-1], "throughput")


_POINTED = re.compile(r"\s(?:[a-z]+(?:-core)?\s)?(?:points?|SPEC\w+|marks?)\b")
_LED = re.compile(r"\b(?:scor\w+|of|is|was|at|to|from)\s+(?:only\s+|just\s+)?$")
_OUT_OF = re.compile(r"\s(?:out\s)?of\s(?:\d+|ten|five)\b")
_OF_ALL = re.compile(r"(?:\d\s|\bout\s)of\s$")


def _named_unit(scene: Scene, match: re.Match[str]) -> Found | None:
    """A number whose metric stands behind it as its unit: "54.7 mAP", "28.4 BLEU", "46 Elo"."""
    words = scene.after(match.end(), 16).split()
    raw = words[0].rstrip(".,;:)") if words and scene.text[match.end() : match.end() + 1] == " " else ""
    entry = scene.vocabulary.resolve("metrics", raw) if raw != raw.lower() else None
    if entry is None or not entry.flag("unitless") or not _REACHES.search(scene.before(match.start())):
        return None
    return Found(make(scene, (match.start(), match.end() + 1 + len(raw)), match["a"], "absolute", raw), entry.name)


_HELD_AT = re.compile(r"\bat\s(?:an?\s|the\s)?(?:[\w@-]+\s)?$", re.IGNORECASE)


def _called(scene: Scene, match: re.Match[str]) -> Found | None:
    """A number right behind its metric: "F1 score 0.9987 on HG002", "Ratio on the Silesia corpus: 2.31"."""
    if "." not in match["a"]:
        return None
    before = scene.text[max(scene.start, match.start() - 60) : match.start()]
    words = before.rsplit(": ", 1)[0].split(" on ")[0] if before.endswith(": ") else before
    last = words.split()[-2:]
    for raw in dict.fromkeys((" ".join(last), "".join(last[-1:]))):
        entry = scene.vocabulary.resolve("metrics", raw) if raw else None
        # "At recall 0.95, ...": what was held still.
        if entry and entry.flag("unitless") and not _HELD_AT.search(words.rstrip()[: -len(raw)]):
            return Found(make(scene, match.span("a"), match["a"], "absolute", ""), entry.name)
    return None


_REACHES = re.compile(
    r"\b(?:gets?|got|reach\w*|achiev\w+|gain\w*|los(?:es?|t)|scor\w+|hits?|has|had|posts?|posted|of|at|to|worth|from|by|"
    r"adds?|delivers?|obtain\w*|attain\w*|yields?|is|was|and|with|than)\s+(?:\w+\s+){0,2}$"
)


# A word behind a bare number says what it counts, unless it leads on: "a score of 1,204 on ...".
_COUNTS = re.compile(
    r"(?!\s(?:on|in|to|for|at|with|and|from|versus|vs|over|against|when|while|after|but)\b)\s?(?:[A-Za-z%µ]|[-–:]\d)"
)
_SHARES = ("scaling", "utilization", "cpu_usage")
_SCORE = re.compile(r"\b(?:[Bb]ench|scor\w+|benchmark\w*|measur\w+|record\w*|SPEC\w*)\b")


_UNIT = r"(?P<unit>[GCT]PU[ -]hours?|[A-Za-zµμ%][\w/µμ-]*)"
_RATED = (
    r"(?P<unit>(?:[A-Za-z][\w-]*(?: [a-z][\w-]*)?\s?(?:/|per |a |(?<=s )an )\s?"
    r"(?:s|secs?|seconds?|ms|min|minutes?|h|hrs?|hours?|days?)"
    r"(?:/user| per user)?|t/s/u|[QTRqtr][Pp][Ss]|FPS|fps|IOPS|iops|GBps|MBps|Gbps)"
    r"(?:/(?:core|node|thread|GPU|chip|socket)\b)?)(?!\w|/(?!(?:W|J|kWh|watt|\$)))"
)

# "508 INT8 TOPS": in which number format.
_FORMAT = r"(?:(?:(?:INT|FP|BF|TF|MXFP)\s?\d{1,2}|dense|sparse)\s(?=[A-Z]))?"

# "3.1 million random read IOPS": which operations.
_KINDS = r"(?:(?:(?:random|sequential|mixed|reads?|writes?|concurrent|peak|[48](?:k|K|KB|KiB)|16K)\s){1,4}(?=[A-Z]))?"

VALUES: tuple[Form, ...] = (
    Form(re.compile(rf"(?P<sign>[$€£])\s?(?P<a>{NUMBER})(?:{TO}[$€£]?(?P<b>{NUMBER}))?"), _price, ("$", "€", "£")),
    Form(re.compile(rf"{EDGE}(?P<a>{NUMBER})\s?(?P<word>cents|¢)(?!\w)"), _cents, ("cents", "¢")),
    Form(
        re.compile(rf"{EDGE}(?P<a>{NUMBER})\s(?P<word>dollars|USD|euros|EUR)\b", re.IGNORECASE),
        _price,
        ("dollars", "usd", "eur"),
    ),
    *TIMES,
    Form(
        re.compile(rf"{EDGE}(?P<a>{NUMBER})(?:\s?\w{{1,4}})??{ERROR}(?:{JOIN}(?P<b>{NUMBER}))?\+?\s?{_KINDS}{_RATED}"),
        _rate,
    ),
    Form(
        re.compile(rf"\b(?P<a>(?i:(?:an?|{'|'.join(SMALL)})\s(?:thousand|million|billion)))\s{_KINDS}{_RATED}"),
        _rate,
        ("thousand", "million", "billion"),
    ),
    Form(
        re.compile(
            rf"\b{_RATED}(?::\s|\s(?:[a-z]+\s){{0,3}}?(?:from|of|is|was|reach(?:es|ed)|hits?|to)\s(?:(?:about|over|nearly|only|just|around)\s)?)"
            rf"{EDGE}(?P<a>{NUMBER}){STOP}"
        ),
        _ahead,
        ("/", " per ", "ps ", "ps:"),
    ),
    *PLAIN,
    Form(
        re.compile(rf"{EDGE}(?P<a>{NUMBER}){ERROR}(?:{JOIN}(?P<b>{NUMBER}))?\+?[\s-]?{_FORMAT}{_UNIT}(?![^\W_])"),
        _quantity,
    ),
    Form(
        re.compile(rf"{EDGE}(?P<a>{NUMBER})\s(?P<unit>bytes?|bits?)(?:\sper\s|/)(?P<noun>[a-z]{{2,}})"),
        _density,
        ("byte", "bit"),
    ),
    Form(
        re.compile(
            rf"{EDGE}(?P<a>{NUMBER})\s?(?P<unit>gigabytes|megabytes|terabytes|GB|MB|TB)"
            r"\s+of\s+[\w ]{2,16}\s+per\s+second"
        ),
        _flow,
        ("per second",),
    ),
    Form(
        re.compile(
            rf"{EDGE}(?P<a>{NUMBER})\s(?P<unit>(?:concurrent|simultaneous)\s(?:users|connections|sessions|streams|players|viewers|calls|"
            r"requests|clients|queries|jobs))\b"
        ),
        _at_once,
        ("concurrent", "simultaneous"),
    ),
    Form(re.compile(rf"{EDGE}(?P<a>{NUMBER})(?![^\W_]|%|[.,]\d)"), _score),
)
