"""Units that tables print: in a header ("Latency (ms)", "Kops/s", "$/hour"), or behind a cell's number."""

import re
from functools import lru_cache

from parsers.lib.units import rate_unit
from schemas.names import Vocabulary
from schemas.number_words import UP_TO_BILLION

CURRENCY = {"$": "USD", "US$": "USD", "€": "EUR", "£": "GBP", "USD": "USD", "EUR": "EUR", "GBP": "GBP"}
POWERS = {"k": 3, "K": 3, "M": 6, "mn": 6, "G": 9, "B": 9, "bn": 9, "T": 12, **UP_TO_BILLION}
HEDGE = "~≈≃∼<>≤≥"  # signs before a cell's number that say how it is meant
LONGEST = 60  # characters of a cell that is a figure
ASIDES = 2  # that follow a cell's figure: "12.1 ms ± 1% (2.1x)"
# A bracket is closed within 200 characters: of many open ones each would be read to the end.
PRINTED_UNIT = re.compile(
    r"[\[(]([^\])]{1,200})[\])]|,\s*([\w/%µ]+)$|\bin\s+([a-zµ]+)$|\s([A-Za-z]+/[A-Za-z/]+)$|\s(%)$"
)
_COUNT = rf"(?:(?:[kKMB]|{'|'.join(UP_TO_BILLION)})\s(?=[a-zA-Z]))?"
_WITH_UNIT = re.compile(
    rf"[{HEDGE}+−-]?\s?[$€£]?\s?[\d.,' \u202f]+\+?\s?{_COUNT}(?P<unit>[a-zA-Zµμ%×/][\w/%µμ]{{,40}})\W*"
)
# "96 GB HBM3", "14 W typical": a figure that words follow, no second one.
_LED = re.compile(rf"[{HEDGE}+−-]?\s?\d[\d.,]*\s?(?P<unit>[a-zA-Zµμ%×][a-zA-Z/%µμ]{{,20}})[\s,;](?![^\d]{{0,60}}\d+\s)")
# "8x H100, TensorRT-LLM" counts machines and is no factor.
_COUNTS = re.compile(r"\d{1,5}\s?[x×]\s+(?:[A-Z]\w{0,20}\s)?(?:[A-Z][A-Za-z-]{0,20}\d|[A-Z]{2})")
_ASIDE = re.compile(
    r"\s*(?:[(\[][^()\[\]]{1,60}[)\]]|(?:±|\+/-)\s{0,4}[\d.,]{1,20}|(?<=[a-zA-Zµ])\s{0,4}(?:±|\+/-)\s{0,4}[\d.,]{1,20}\s?%|(?<=\s)[/|]\s.{1,40}|(?<=[^±-]\s)\d[\d.]{,9}\s?%)$"
)
_ERROR = re.compile(r"\s{0,4}(?:±|\+/-)\s{0,4}[\d.,]{1,20}")
_BESIDE = frozenset("([±+/|%")  # one of these stands in every cell that has something beside its figure
_MONEY = re.compile(r"\s*(?:(?P<sign>(?:US|C|A)?[$€£])|(?P<code>USD|EUR|GBP)\b)")
HEDGED = re.compile(
    r"(?:up to|from|about|around|approx\.?|ca\.|max\.?|at least|over|under|only)\s+(?=[\d$€£])", re.IGNORECASE
)
_LASTS = re.compile(
    r"\d+\s?(?:d|days?|h|hrs?|hours?|m|mins?|minutes?)\s?\d{1,2}(?:\.\d{1,9})?\s?(?:h|m|mins?|s|secs?|seconds?)\b.*|\d{1,3}(?::\d\d){1,2}(?:\s?(?:h|hrs|hours|min))?"
)
_BOUNDS = frozenset("min max avg".split())  # a header of that word alone is the least, not minutes
_RATES = frozenset(("throughput", "bandwidth", "compute"))
_SHORT = frozenset(("ms", "us", "ns"))  # times that nothing else is called by
_PREFIXED = re.compile(
    r"(?P<power>[kKMG])\s?(?P<rest>(?:IOPS|QPS|RPS|TPS|(?:ops?|reqs?|txns?|msgs?|messages|rows|keys|records|events|items|"
    r"samples|tok|toks|tokens|images|imgs?|queries|lookups|inserts|reads|writes|points|pixels|packets)/s(?:ec)?))"
)
# "thousand ops/s", "million tokens/s", "k rps", "M packets/s".
_COUNTED = re.compile(rf"(?P<power>{'|'.join(UP_TO_BILLION)}|[kKMG](?=\s))s?\s(?:of\s)?(?P<rest>\S.*)")
# "tokens/s/GPU", "fps per watt": a rate by the thing that shares it.
_SHARED = re.compile(
    r"(?P<unit>\S+/\w+|fps|FPS|QPS|IOPS|[GTP]?FLOPS|TOPS|\w+ per second)(?:\s?/\s?|\s(?:per|and|an?)\s)"
    r"(?P<of>W|[Ww]att|user|GPU|card|chip|node|core|socket|device|accelerator|server|thread)"
)
# "ns/B", "ms per token": the time of one; of an operation, a call or a request it is its time and nothing else.
_OF_ONE = re.compile(
    r"(?P<time>ns|[uµμ]s|ms|s|sec|seconds|min)(?:\s?/\s?|\sper\s)(?:(?P<op>op|operation|call|iter|iteration|it|request|req|"
    r"query|frame|step|run|epoch|transaction|message|msg)|(?P<item>B|byte|token|tok|row|key|element|elem|image|img|pixel|"
    r"event|item|record|sample|point))"
)
# "Days per trillion tokens", "GPU-hours per run", "Hours to WER 5.8%": a time, whatever it is of.
_LEADS = re.compile(
    r"(?P<time>(?:(?:micro|milli|nano)?seconds|minutes|(?:[A-Za-z]{3,}-)?hours|days|weeks))\s(?:per|to|until)\s"
    r"(?!second|minute|hour|day)\S.*",
    re.IGNORECASE,
)
_BOUGHT = re.compile(r"(?:.*\s)?(?P<noun>[A-Za-z]{2,20})\sfor\s(?P<money>[$€])1")
_PER_MONEY = re.compile(
    r"(?P<noun>[A-Za-z]{2,20}(?:/s(?:ec)?)?)(?:\s?/\s?|\sper\s)(?P<money>dollars?|\$|USD|euros?|€|EUR)"
)


def unit_in(header: str, vocabulary: Vocabulary) -> tuple[str, str, int]:
    """Unit, implied metric and power of ten of a header; ("", "", 0) when it prints no unit."""
    for words in _brackets(header):
        if money := _MONEY.match(words):
            return CURRENCY.get(money["sign"] or money["code"], "USD"), "price", 0
        if (found := powered(words, vocabulary))[0]:
            return found
    if money := re.search(r"(?<!per )(?<!/)([$€£])\s?(?:/|per\b)|(?<! per)(?<!/)\s([$€£])$", header):
        return CURRENCY[money[1] or money[2]], "price", 0
    if header.strip().lower() not in _BOUNDS and (found := powered(header, vocabulary))[0]:
        return found
    if (whole := whole_unit(header, vocabulary))[0]:
        return (*whole, 0)
    return _among(header.split(), vocabulary)


def whole_unit(header: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """Unit and metric of a header that is a quantity by itself: "Output tokens for $1", "Days per trillion tokens"."""
    if bought := _BOUGHT.fullmatch(header):
        return f"{bought['noun'].lower()}/{CURRENCY[bought['money']]}", "price_performance"
    led = _LEADS.fullmatch(header)
    found = unit_of(led["time"], vocabulary) if led else ("", "")
    return found if found[1] == "time_to_result" else ("", "")


def _brackets(header: str) -> list[str]:
    """What a header prints where units stand: "ms" of "Latency (p99) (ms)", "fps" of "Speed (fps, more is better)"."""
    found = []
    for match in PRINTED_UNIT.finditer(header):
        printed = next((part for part in match.groups() if part), "")
        found += [printed, *(part for part in re.split(r"[,;]\s|\s[↑↓]", printed) if part != printed)]
    return [re.sub(r"^in\s+|\s*[↑↓]$", "", words).strip() for words in found]


def _among(words: list[str], vocabulary: Vocabulary) -> tuple[str, str, int]:
    """A unit among a header's words: at its end, or a rate anywhere ("QPS achieved", "Images/s INT8").

    A last word counts only when nothing but a metric is called so ("A100 8 h" ends in a size of the machine), or
    behind the name of what it measures: "TDP W", "Memory GB".
    """
    for at, word in sorted(enumerate(words), key=lambda one: one[0] != len(words) - 1):
        last = at == len(words) - 1
        unit, implied, power = powered(word.rstrip(",;"), vocabulary)
        if power == 0 and at and (counted := powered(f"{words[at - 1]} {word}", vocabulary))[2]:
            unit, implied, power = counted  # "Random read, thousand IOPS before"
        behind = not words[at - 1][-1:].isdigit() or _PERCENTILE.fullmatch(words[at - 1]) if at else False
        set_at = at and not last and re.fullmatch(r"\d[\d.,]*[kKM]?", words[at - 1])  # "50 MB/s Kestrel" is not in MB/s
        known = unit and not set_at and len(words) > 1 and (implied in _RATES or (last and unit in _SHORT and behind))
        if known and (last or "/" in word or word.rstrip(",;").isupper()):
            return unit, implied, power
        if unit and last and at and _is_of(" ".join(words[:at]), implied, vocabulary):
            return unit, implied, power
    return "", "", 0


_PERCENTILE = re.compile(r"p\d{2}(?:\.\d+)?")


def _is_of(words: str, implied: str, vocabulary: Vocabulary) -> bool:
    """Whether a header's words are the name of a metric that a unit belongs to: "TDP" and W, "Encode time" and s."""
    entry = vocabulary.resolve("headers", words)
    named = entry.text("metric") if entry else next((m.name for m in vocabulary.find(words, "metrics")), "")
    metric = vocabulary.get("metrics", named)
    timed = metric is not None and metric.flag("timed") and implied == "time_to_result"
    return bool(implied) and (timed or named == implied or (named, implied) == ("memory", "size"))


def powered(printed: str, vocabulary: Vocabulary) -> tuple[str, str, int]:
    """Canonical unit, implied metric and power of ten: "Kops/s" is operations/s by a thousand."""
    match = _PREFIXED.fullmatch(printed) or _COUNTED.fullmatch(printed)
    if match and not vocabulary.resolve("units", printed):
        unit, implied = unit_of(match["rest"], vocabulary)
        if implied == "throughput":
            return unit, implied, POWERS[match["power"]]
    return (*unit_of(printed, vocabulary), 0)


@lru_cache(maxsize=4096)
def unit_of(printed: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """Canonical unit and the metric it implies, of "items/sec", "ms", "mins"; ("", "") when it is no unit."""
    if printed.lower() in ("x", "×"):
        return "x", ""
    if printed in ("/s", "/sec", "/second"):
        return "1/s", "throughput"  # of what, the header may say
    if (shared := _SHARED.fullmatch(printed)) and (base := unit_of(shared["unit"], vocabulary))[0]:
        watt = shared["of"].lower() in ("w", "watt")
        return f"{base[0]}/{'W' if watt else shared['of']}", "energy_efficiency" if watt else base[1]
    if bought := _PER_MONEY.fullmatch(printed):
        return f"{bought['noun'].lower()}/{'EUR' if bought['money'][0] in 'e€E' else 'USD'}", "price_performance"
    if (one := _OF_ONE.fullmatch(printed)) and (entry := vocabulary.resolve("units", one["time"])):
        return (f"{entry.name}/{one['item']}" if one["item"] else entry.name), "time_to_result"
    rate = rate_unit(vocabulary, printed)
    if rate:
        return rate
    entry = vocabulary.resolve("units", printed) or vocabulary.resolve("units", printed.lower())
    if entry is None:
        scaled = re.fullmatch(r"([kKMG])\s(\S+)", printed)
        unit, implied = unit_of(scaled[2], vocabulary) if scaled else ("", "")
        return (f"{scaled[1]} {unit}", implied) if scaled and unit else ("", "")
    implied = {"time": "time_to_result", "size": "size"}.get(entry.text("dimension"), "")
    return entry.name, entry.text("metric") or implied


def main_of(text: str) -> str:
    """A cell's figure without what is printed beside it: "590 ms (2.1x)", "11.9 / 15.2", "9.8 µs ± 2%"."""
    if len(text) > 2 * LONGEST or _BESIDE.isdisjoint(text):
        return text  # nearly every cell
    for _ in range(ASIDES):
        shorter = _ASIDE.sub("", text).rstrip()
        if not any(map(str.isdigit, shorter)):
            break
        text = shorter
    return text


def cell_unit(text: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """Canonical unit and implied metric that a cell prints; ("", "") when it prints none."""
    if len(text) > LONGEST or _COUNTS.match(text):
        return "", ""
    if text[:1].isalpha():
        text = HEDGED.sub("", text, count=1)
    if money := _MONEY.match(text):
        return CURRENCY.get(money["sign"] or money["code"], "USD"), "price"
    if _LASTS.fullmatch(text):
        return "s", "time_to_result"
    main = _ERROR.sub("", main_of(text))
    match = _WITH_UNIT.fullmatch(main)
    if match:
        return unit_of(match["unit"], vocabulary)
    led = _LED.match(main)
    return unit_of(led["unit"], vocabulary) if led else ("", "")
