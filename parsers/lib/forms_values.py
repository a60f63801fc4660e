"""Forms of values: rates, and quantities with a unit; then all forms of figures but factors, in the order tried."""

import re
from dataclasses import replace

from parsers.lib.forms_prices import PRICES
from parsers.lib.forms_scores import SCORES
from parsers.lib.forms_times import PLAIN, TIMES
from parsers.lib.given import AT_PEAK
from parsers.lib.numbers import EDGE, ERROR, JOIN, NUMBER, STOP
from parsers.lib.scene import Form, Found, Scene, found, make, says
from parsers.lib.table_units import powered
from parsers.lib.timed import by_arrow
from parsers.lib.units import rate_unit, unit_entry
from schemas.number_words import ONES, UP_TO_BILLION, either

_CLOCKS = ("MT/s", "GT/s")  # how fast a bus ticks


def _rate(scene: Scene, match: re.Match[str]) -> Found | None:
    unit = rate_unit(scene.vocabulary, match["unit"])
    if match.groupdict().get("b") and _OTHER_UNIT.match(scene.text, match.end("a"), match.start("b")):
        return None  # "2.9 million IOPS at 0.4 ms and 100 GB/s": two values
    if (
        unit is None
        or match["unit"] in _CLOCKS
        or re.search(
            r"\b(?:limited|(?:you|users?|clients?|that|who|which|must\s+not)\s+exceed|throttl\w+|at\s+most)\b",
            scene.before(match.start(), 24),
        )
    ):
        return None
    return _per(_scaled(found(scene, match, "absolute", *unit), match["unit"], scene), scene)


_OTHER_UNIT = re.compile(r"\s?(?:[nmµu]?s|min|h|[kM]?W|m?J|%)\s(?:and|or)\s")


def _scaled(one: Found, printed: str, scene: Scene) -> Found:
    """A rate whose unit holds a power of ten: "5.6 Mops/s" is no count of mops."""
    unit, metric, power = powered(printed, scene.vocabulary)
    if not power:
        return one
    high = one.figure.value_hi
    value, last = one.figure.value.scaleb(power), one.figure.last_digit.scaleb(power)
    figure = replace(one.figure, value=value, last_digit=last, value_hi=high and high.scaleb(power), unit=unit)
    return replace(one, figure=figure, metric=metric)


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
    printed = re.sub(r"^(?:the|its|our|their)\s", "", match["unit"])
    unit = rate_unit(scene.vocabulary, printed[0].lower() + printed[1:]) or rate_unit(scene.vocabulary, printed)
    # "3.6x the documents per day: 9 billion": a factor is no number of them.
    if unit is None or re.search(r"\d(?![\d.,]*[xX×])[\w.,]*\s*$", scene.before(match.start("unit"), 16)):
        return None
    if _OF_ANOTHER.search(scene.text[match.start("unit") : match.start("a")]) and _TIMES_THE.search(
        scene.before(match.start("unit"), 16)
    ):
        return None  # "1.5x the requests per second of 1.37": that release's
    return Found(make(scene, match.span("a"), match["a"], "absolute", unit[0]), unit[1])


_OF_ANOTHER = re.compile(r"\sof\s$")
_TIMES_THE = re.compile(r"(?:[xX×]|times|twice)\s(?:the\s)?$")


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
    if says(_EQUIPPED, scene.sentence) and not occupies and not AT_PEAK.match(after):
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


def _each(scene: Scene, match: re.Match[str]) -> Found | None:
    """How many of what the sentence speaks of: "creates went up from 38,000 to 210,000 per second"."""
    one = found(scene, match, "absolute", f"/{match['per'][0]}", "throughput")
    return one if one.figure.value >= 100 else None


def _energy_of(scene: Scene, match: re.Match[str]) -> Found:
    """A value whose unit its name is: "Joules per token dropped from 3.9 to 0.31"."""
    unit = {"j": "J", "w": "Wh", "k": "kWh"}[match["unit"][0].lower()]
    return Found(make(scene, match.span("a"), match["a"], "absolute", unit), "energy")


def _for_energy(scene: Scene, match: re.Match[str]) -> Found:
    """How much is done for a joule, a watt or a dollar: "20 tokens per joule"."""
    per = {"w": "W", "j": "J", "d": "$", "k": "kWh"}.get(match["per"][0].lower(), match["per"])
    metric = _EFFICIENT.get(match["per"][0], "energy_efficiency")
    return found(scene, match, "absolute", f"{match['noun'].lower()}/{per}", metric)


_STORED = re.compile(r"\b(?:compress\w*|stor\w+|needs?|takes?|us(?:es?|ing)|encod\w+|occup\w+|costs?|shr[aiu]nk\w*)\b")


def _density(scene: Scene, match: re.Match[str]) -> Found | None:
    """How small something gets: "1.4 bytes per point"."""
    if not _STORED.search(scene.before(match.start(), 80)):
        return None
    return found(scene, match, "absolute", f"{match['unit'].rstrip('s')}s/{match['noun']}", "size")


_UNIT = r"(?P<unit>[GCT]PU[ -]hours?|[A-Za-zµμ%][\w/µμ-]*)"
_RATED = (
    r"(?P<unit>(?<![a-jl-z])(?!for\b)(?:[A-Za-z][\w-]*(?: [a-z][\w-]*)?\s?(?:/|per |a |each |every |(?<=[sB] )an )\s?"
    r"(?:s|secs?|seconds?|ms|min|minutes?|h|hrs?|hours?|days?)"
    r"(?:/user| per user)?|t/s/u|[QTRqtr][Pp][Ss]|FPS|fps|IOPS|iops|GBps|MBps|Gbps)"
    r"(?:/(?:core|node|thread|GPU|chip|socket)\b)?)(?!\w|/(?!(?:W|J|kWh|watt|\$)))"
)
# "508 INT8 TOPS": in which number format.
_FORMAT = r"(?:(?:(?:INT|FP|BF|TF|MXFP)\s?\d{1,2}|dense|sparse)\s(?=[A-Z]))?"
# "3.1 million random read IOPS": which operations.
_KINDS = r"(?:(?:(?:random|sequential|mixed|reads?|writes?|concurrent|peak|[48](?:k|K|KB|KiB)|16K)\s){1,4}(?=[A-Z]))?"
VALUES: tuple[Form, ...] = (
    *PRICES,
    *TIMES,
    Form(
        re.compile(
            rf"{EDGE}(?P<a>{NUMBER})\s?(?P<unit>gigabytes|megabytes|terabytes|GB|MB|TB)"
            r"\s+of\s+[\w ]{2,16}\s+per\s+second"
        ),
        _flow,
        ("per second",),
    ),
    Form(
        re.compile(rf"{EDGE}(?P<a>{NUMBER})(?:\s?\w{{1,4}})??{ERROR}(?:{JOIN}(?P<b>{NUMBER}))?\+?\s?{_KINDS}{_RATED}"),
        _rate,
    ),
    Form(
        re.compile(
            rf"\b(?P<a>(?i:(?:half\sa|an?(?<!\bhalf\sa)|{either(ONES)})\s(?:{either(UP_TO_BILLION)})))\s{_KINDS}{_RATED}"
        ),
        _rate,
        tuple(UP_TO_BILLION),
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
        re.compile(
            rf"{EDGE}(?P<a>{NUMBER})(?:{JOIN}(?P<b>{NUMBER}))?\s(?:(?:input|output)\s)?"
            r"(?P<noun>tokens|images|samples|inferences|queries|requests|frames|operations|transactions|sequences|jobs)"
            r"(?:\sper\s|/|\sa\s)(?P<per>[Jj]oule|J|[Ww]att(?!-)|W|kWh|dollar|\$)(?![\w-])"
        ),
        _for_energy,
        ("joule", "/j", "watt", "/w", "kwh", "dollar", "/$"),
    ),
    Form(re.compile(rf"{EDGE}(?P<a>{NUMBER})\sper\s(?P<per>second)(?![\w-])"), _each, (" per second",)),
    Form(
        re.compile(
            rf"\b(?P<unit>[Jj]oules|[Ww]att-hours|kWh)\sper\s[a-z]+(?::\s|\s(?:[a-z]+\s){{0,3}}?(?:from|of|is|was|to)\s)"
            rf"{EDGE}(?P<a>{NUMBER}){STOP}"
        ),
        _energy_of,
        ("oules per", "att-hours per", "kwh per"),
    ),
    Form(
        re.compile(rf"{EDGE}(?P<a>{NUMBER})\s(?P<unit>bytes?|bits?)(?:\sper\s|/)(?P<noun>[a-z]{{2,}})"),
        _density,
        ("byte", "bit"),
    ),
    *SCORES,
)
