"""What a benchmark tool prints of one run: its mean, its range, its interval."""

import re
from collections.abc import Iterator
from itertools import pairwise

from checks.lib.findings.places import Places
from checks.lib.quantities.output_values import Printed, value_at, values
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip

CODE = "output-statistics"
BEFORE = 200  # characters before a mean
NEAR = 3  # lines behind a mean in which its range is printed
THREE = 3  # values of an interval, and of a line of statistics: two words with a colon are prose
# "time:   [7.9582 ms 8.0932 ms 8.2541 ms]", "thrpt: [..]"; a JSON list of latencies has commas.
_INTERVAL = re.compile(
    r"\b(?P<name>time|thrpt|throughput|slope|mean|median|change|std\. dev\.):?[ \t]+\[(?P<in>[^\]\n,;]{8,90})\]",
    re.IGNORECASE,
)
_MEAN = re.compile(
    r"^[^\n\d]{0,40}?\b(?:mean|avg|average)\b[^\n\d:=]{0,20}[:=][ \t]*(?=\d)", re.IGNORECASE | re.MULTILINE
)
_RANGE = re.compile(
    r"\bmin(?:imum)?\b[^\n\w]{1,6}max(?:imum)?\b[^\n\d:=]{0,8}[:=][ \t]*(?P<in>\d[^\n(]{2,60})", re.IGNORECASE
)
# "rtt min/avg/max/mdev = 0.1/0.2/0.3/0.04 ms": the names in one order with their values.
_SLASHED = re.compile(
    r"\b(?P<names>min/(?:avg|mean)/max)(?:/\w+)*\s*[=:]\s*(?P<a>\d+(?:\.\d+)?)/(?P<b>\d+(?:\.\d+)?)/(?P<c>\d+(?:\.\d+)?)",
    re.IGNORECASE,
)
_KEYED = re.compile(
    r"(?<![\w.-])(?P<name>min(?:imum)?|fastest|max(?:imum)?|slowest|avg|average|mean|med(?:ian)?|"
    r"p\(?(?P<p>\d{2}(?:\.\d+)?)\)?)\s?[=:][ \t]{0,20}(?=\d)",
    re.IGNORECASE,
)
_FIRST, _LAST, _AVERAGE = ("min", "fast"), ("max", "slow"), ("avg", "aver", "mean")


@check(CODE, version=1, severity="medium", since="0.1.0")
def output_statistics(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What one run's output prints of one quantity stands in order: minimum, mean and maximum; low, estimate and high.

    Why:
        A tool computes them of one sample, so no run prints a mean outside its range. Output that has been pasted
        is edited by hand: digits change places, or a line of an older run stays.

    Flags:
        Medium: a mean outside the range that the next lines print ("Time (mean ± σ): 58.1 ms", "Range (min … max):
        81.2 ms … 89.9 ms"); an interval that does not rise ("time: [7.95 ms 9.08 ms 8.25 ms]"); "min/avg/max = 1/5/3";
        "min=3, avg=12, max=9" of one line that names three or more.

    Passes:
        Values that are equal as printed, in whatever units; a mean above the median.

    Does not judge:
        Tables (percentile-order); values without a common unit; percentiles that stand on lines of their own.
    """
    places = Places(corpus)
    for document in corpus.documents:
        if not any((*_intervals(document.text), *_means(document.text), *_keyed(document.text))):
            yield Skip(CODE, (document.name,), "not applicable, because no output prints a range")
        for name, low, high in _turned(document):
            yield _finding(document, places, name, low, high)


def _turned(document: Document) -> Iterator[tuple[str, Printed, Printed]]:
    """Pairs of values of which the first should not be above the second, and is."""
    for name, rising in (*_intervals(document.text), *_means(document.text), *_keyed(document.text)):
        falls = [
            (low, high)
            for low, high in pairwise(rising)
            if low.unit == high.unit and low.allowed.lower > high.allowed.upper
        ]
        if falls:
            yield name, *falls[0]


def _intervals(text: str) -> Iterator[tuple[str, list[Printed]]]:
    for match in _INTERVAL.finditer(text):
        found = list(values(text, *match.span("in")))
        # "mean: [0.485 0.456 0.406]" is of three channels.
        named = found and (found[0].unit or match["name"].lower() in ("time", "thrpt", "slope"))
        if named and len(found) == THREE and len({one.unit for one in found}) == 1:
            yield match["name"], found
    for match in _SLASHED.finditer(text):
        yield match["names"], [next(values(text, *match.span(name))) for name in "abc"]


def _means(text: str) -> Iterator[tuple[str, list[Printed]]]:
    """A mean, and the range in the lines behind it."""
    for match in _MEAN.finditer(text):
        lines = text[match.end() : match.end() + 400].split("\n")[: NEAR + 1]
        end = match.end() + len("\n".join(lines))
        mean = next(values(text, match.end(), match.end() + len(lines[0])), None)
        extent = _RANGE.search(text, match.end(), end)
        ends = list(values(text, *extent.span("in")))[:2] if extent else []
        # Some tools print the range first: then the one behind is of the next run.
        before = _RANGE.search(text, max(0, match.start() - BEFORE), match.start())
        if mean and mean.unit and not before and len(ends) == len("lo"):
            yield "mean and range", [ends[0], mean, ends[1]]


def _keyed(text: str) -> Iterator[tuple[str, list[Printed]]]:
    """Lines that print minimum, mean and maximum by name: "min=3, max=9, avg=12"."""
    for line in re.finditer(r"[^\n]+", text):
        names = list(_KEYED.finditer(text, *line.span())) if line[0].count("=") + line[0].count(":") > 1 else []
        found = {_kind(one["name"]): value_at(text, one.end()) for one in names}
        # A line that prints one name twice is about two samples.
        rising = [one for kind in ("min", "mean", "max") if (one := found.get(kind))]
        if len(names) == len(found) >= THREE and len(rising) > 1:
            yield "values of one line", rising


def _kind(name: str) -> str:
    low = name.lower()
    kinds = (("min", _FIRST), ("max", _LAST), ("mean", _AVERAGE))
    return next((kind for kind, words in kinds if low.startswith(words)), low)


def _finding(document: Document, places: Places, name: str, low: Printed, high: Printed) -> Finding:
    first, second = (places.printed(document, one.start, one.end) for one in (low, high))
    above, below = (document.text[one.start : one.end] for one in (low, high))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium",
        message=f"{name} of one run: {above} is above {below}, which it should not exceed",
        arithmetic=f"{above} allows {low.allowed} {low.unit}, {below} allows {high.allowed} {high.unit}.",
        comparison=(document.name, "output", name),
        evidence=(first, second),
        likely_wrong_why="one of the two values of the run",
    )
