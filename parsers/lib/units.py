"""Printed units: canonical names and the metrics they imply, by the vocabulary and by one rule for rates."""

import re
from functools import lru_cache

from schemas.names import Entry, Vocabulary
from schemas.number_words import spelled


@lru_cache(maxsize=4096)
def unit_entry(vocabulary: Vocabulary, printed: str) -> Entry | None:
    """The entry of a printed unit; None when it is not known."""
    exact = vocabulary.resolve("units", printed)
    if exact or len(printed) < 3:
        return exact  # "MB" and "Mb" differ: no second try for short ones
    return vocabulary.resolve("units", printed.lower())


_RATE = re.compile(
    # "1,350 TFLOPS over a minute" is no rate of anything by the minute.
    r"(?P<noun>(?!for\b)[A-Za-z][\w-]*(?: (?!(?:over|within|for|in|after|during|under|with|on|until)\b)[a-z][\w-]*)?)"
    r"(?:\s?(?:/|p/)\s?|\s(?:per|an?|each|every)\s)"
    r"(?P<per>s|secs?|seconds?|ms|mins?|minutes?|h|hrs?|hours?|days?|user)\.?",
)
_PER = {"sec": "s", "secs": "s", "second": "s", "seconds": "s", "min": "minute", "mins": "minute", "minutes": "minute",
        "hours": "hour", "h": "hour", "hr": "hour", "hrs": "hour", "days": "day"}  # fmt: skip


@lru_cache(maxsize=4096)
def rate_unit(vocabulary: Vocabulary, printed: str) -> tuple[str, str] | None:
    """Canonical unit and metric of "images per second", "GB/s", "items/sec"; None when it is no rate."""
    known = unit_entry(vocabulary, " ".join(printed.split()).rstrip("."))
    if known and known.text("metric"):
        return known.name, known.text("metric")
    match = _RATE.fullmatch(re.sub(r"(?<=[a-z])/(?:core|node|thread|GPU|chip|socket)$", "", printed.strip()))
    if not match or spelled(match["noun"]) is not None or match["noun"] in ("times", "time"):
        return None  # "11 times a day"
    per = _PER.get(match["per"], match["per"])
    size = vocabulary.resolve("units", match["noun"])
    if size and size.text("dimension") == "size":
        return f"{size.name}/{per}", "bandwidth"  # "94 TB/hr": a small tb would be another unit
    return f"{match['noun'].lower()}/{per}", "throughput"
