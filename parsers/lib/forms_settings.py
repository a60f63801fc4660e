"""Forms of settings and counts: batch sizes, releases, precisions, sequence lengths, numbers of machines."""

import re
from decimal import Decimal

from parsers.lib.numbers import DIGITS, EDGE, number
from parsers.lib.scene import Form, Found, Scene
from schemas.interval import Qualifier
from schemas.statement import Figure

_LIST = r"\d{1,5}(?:\s?,\s?\d{1,5})+"


def _batch(scene: Scene, match: re.Match[str]) -> Found | None:
    printed = match["a"]
    numbers = [Decimal(part) for part in re.findall(r"\d+", printed)]
    if re.fullmatch(_LIST, printed) and not re.fullmatch(r"\d{1,3}(?:,\d{3})+", printed):
        return _setting(scene, match, numbers, "batch_size", "samples")
    numbers = [number(part)[0] for part in re.findall(DIGITS, printed)]
    return _setting(scene, match, numbers, "batch_size", "samples")


def _setting(scene: Scene, match: re.Match[str], values: list[Decimal], metric: str, unit: str) -> Found:
    hedge: Qualifier = "at_least" if scene.after(match.end("a"), 1) == "+" else "exact"
    high = max(values) if len(values) > 1 and hedge == "exact" else None
    start, end = match.span("a")
    figure = Figure(start, end, match["a"], "config", min(values), unit, hedge, Decimal(0), high)
    return Found(figure, metric)


_RELEASED = re.compile(r"\b(?:SDK|driver|toolkit|software|stack|runtime|firmware)\s+(?:version\s+)?$", re.IGNORECASE)


def _version(scene: Scene, match: re.Match[str]) -> Found | None:
    of_framework = any(m.kind == "frameworks" and 0 <= match.start() - m.end <= 1 for m in scene.names)
    if not of_framework and not _RELEASED.search(scene.before(match.start())):
        return None
    pieces = match["a"].split(".")
    return _setting(scene, match, [Decimal(".".join(pieces[:2]))], "sdk_version", "version")


def _precision(scene: Scene, match: re.Match[str]) -> Found | None:
    digits = re.search(r"\d+(?:\.\d+)?", match["a"])
    return _setting(scene, match, [Decimal(digits.group())], "precision", "bits") if digits else None


def _sequence(scene: Scene, match: re.Match[str]) -> Found | None:
    return _setting(scene, match, [number(match["a"])[0]], "sequence_length", "tokens")


_VENDOR = re.compile(r"(?!(?:[KMGT]i?[Bb]|[GM]Hz|k?W|[GTP]FLOPS|TOPS)\b)(?:[A-Z][\w-]*\s){1,2}")
_HOURS = re.compile(r"[ -]hours?\b", re.IGNORECASE)
_EARLIER = re.compile(r"(?:its|the|their|our|previous|prior|last)\b", re.IGNORECASE)


def _count(scene: Scene, match: re.Match[str]) -> Found | None:
    following = next((name for name in scene.names if 0 <= name.start - match.end() <= 1), None)
    vendor = _VENDOR.match(scene.after(match.end()))
    if following is None and vendor:
        following = next((name for name in scene.names if name.start == match.end() + vendor.end()), None)
    if following is None or following.kind != "platforms" or (following.entry.flag("unnamed") and not match["x"]):
        return None
    if _HOURS.match(scene.after(following.end, 6)):
        return None  # "143 GPU-hours" is a time of machines
    if _EARLIER.match(following.raw):
        return None  # "8x its predecessor" is a factor
    return _setting(scene, match, [number(match["a"])[0]], "system_count", "systems")


SETTINGS: tuple[Form, ...] = (
    Form(
        re.compile(
            rf"\b(?:batch(?:[ -]?size)?s?|BS)(?:\s+of)?\s*[:=]?\s*(?P<a>{_LIST}(?![.\d])|(?:{DIGITS})"
            rf"(?:\s?(?:through|to|-|–)\s?(?:{DIGITS}))?)",
            re.IGNORECASE,
        ),
        _batch,
        ("batch", "bs"),
    ),
    Form(
        re.compile(r"(?<![\w.])v?(?P<a>\d+(?:\.\d+)+)(?![\w.]*\d)(?!\s?[%x×])", re.IGNORECASE),
        _version,
    ),
    Form(
        re.compile(r"\b(?P<a>(?:FP|BF|TF)\s?\d+(?:\.\d+)?|INT\s?\d+|(?:\d+)-bit)\b"),
        _precision,
        ("fp", "bf", "tf", "int", "-bit"),
    ),
    Form(
        re.compile(rf"\b(?:SL|seq(?:uence)?[ _-]?len(?:gth)?s?)(?:\s+of)?\s?[=:]?\s?(?P<a>{DIGITS})", re.IGNORECASE),
        _sequence,
        ("sl", "seq"),
    ),
    Form(re.compile(rf"{EDGE}(?P<a>\d{{1,3}}(?:,\d{{3}})*)(?P<x>\s?[x×])?\s?(?=[A-Z\d])"), _count),
    Form(re.compile(rf"{EDGE}(?P<a>\d{{1,3}}(?:,\d{{3}})*)(?P<x>\s?[x×])\s?(?=[a-z])"), _count),
)
