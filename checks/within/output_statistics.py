"""What a benchmark tool prints of one run: its mean, its range, its interval."""

import re
from collections.abc import Iterator
from decimal import Decimal
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
# "  99%      3.7 ms", "p99: 3.7", "99.00th percentile = 3.7ms", and fio's " | 99.00th=[ 26], 99.50th=[ 31]".
_PLACE = re.compile(
    r"^[ \t|>-]{0,20}(?:(?:p|pct|perc)[_ ]?)?"
    r"(?P<rank>\d{1,3}(?:\.\d{1,6})?)(?:\s?%|th|st|nd|rd)?"
    r"(?:[ -]?(?:percentile|pctl?|%ile))?"
    r"(?:[ \t]?\(?(?:m|u|µ|n)?s\)?(?=[ \t]*[:=]))?[ \t]*(?:[:=|][ \t]*|<=[ \t]*|[ \t](?=[ \t]*\d))(?=\d)",
    re.IGNORECASE | re.MULTILINE,
)
_PLACE_IN = re.compile(r"(?<![\w.])(?P<rank>\d{1,2}\.\d{2})th=\[ *(?=\d)")
_RANKED = re.compile(
    r"\b(?:latenc\w+|percent\w*|pctl|response times?|distribution|served within|quantiles?)\b", re.IGNORECASE
)
_TAIL = 90  # one of them is at least that
HEAD = 3  # lines above percentiles that say what they are
FOUR = 4  # lines of percentiles; fewer tell no rise from a fall
_FIRST, _LAST, _AVERAGE = ("min", "fast"), ("max", "slow"), ("avg", "aver", "mean")


@check(CODE, version=2, severity="medium", since="0.1.0")
def output_statistics(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What one run's output prints of one quantity stands in order: minimum, mean and maximum, percentiles.

    Why:
        A tool computes them of one sample, so no run prints a mean outside its range. Output that has been pasted
        is edited by hand: digits change places, or a line of an older run stays.

    Flags:
        Medium: a mean outside the range that the next lines print ("Time (mean ± σ): 58.1 ms", "Range (min … max):
        81.2 ms … 89.9 ms"); an interval that does not rise ("time: [7.95 ms 9.08 ms 8.25 ms]"); "min/avg/max = 1/5/3";
        "min=3, avg=12, max=9" of one line that names three or more; lines of percentiles ("98%  3.7 ms", "p99: 2.6 ms",
        "99.00th=[ 26]") of which one breaks the rise of the others.

    Passes:
        Values that are equal as printed, in whatever units; a mean above the median.

    Does not judge:
        Tables (percentile-order); values without a common unit; lines of percentiles under nothing that says so, or
        of which several fall.
    """
    places = Places(corpus)
    for document in corpus.documents:
        if not any(_rising(document.text)):
            yield Skip(CODE, (document.name,), "not applicable, because no output prints a range")
        for name, low, high in _turned(document):
            yield _finding(document, places, name, low, high)


def _turned(document: Document) -> Iterator[tuple[str, Printed, Printed]]:
    """Pairs of values of which the first should not be above the second, and is."""
    for name, rising in _rising(document.text):
        falls = [
            (low, high)
            for low, high in pairwise(rising)
            if low.unit == high.unit and low.allowed.lower > high.allowed.upper
        ]
        if falls:
            yield name, *falls[0]


def _rising(text: str) -> Iterator[tuple[str, list[Printed]]]:
    yield from _intervals(text)
    yield from _means(text)
    yield from _keyed(text)
    yield from _places(text)


def _places(text: str) -> Iterator[tuple[str, list[Printed]]]:
    """The values of lines that name percentiles, by rank, where no more than one breaks the rise."""
    for run in (*_runs(text, _PLACE, r"[^\n]*\n"), *_runs(text, _PLACE_IN, r"\d+\][,\s|]*")):
        ranks = [Decimal(match["rank"]) for match in run]
        found = [one for match in run if (one := value_at(text, match.end()))]
        above = " ".join(text[max(0, run[0].start() - BEFORE) : run[0].start()].splitlines()[-HEAD:])
        head = f"{above} {run[0][0]}"
        told = max(ranks) >= _TAIL and len(set(ranks)) == len(run) == len(found) >= FOUR and max(ranks) <= 100
        if told and {one.unit for one in found} in ({""}, {"s"}) and _RANKED.search(head):
            rising = [one for _, one in sorted(zip(ranks, found, strict=True), key=lambda each: each[0])]
            if _but_one_rises(rising):
                yield "percentiles", rising


def _runs(text: str, pattern: re.Pattern[str], between: str) -> list[list[re.Match[str]]]:
    """The matches that follow one another with nothing else between."""
    runs: list[list[re.Match[str]]] = []
    link = re.compile(between)
    for match in pattern.finditer(text):
        if runs and link.fullmatch(text, runs[-1][-1].end(), match.start()):
            runs[-1].append(match)
        else:
            runs.append([match])
    return runs


def _but_one_rises(some: list[Printed]) -> bool:
    """Whether values never fall, or do not once one of them is left out: of a list that falls the places are none."""
    without = [some, *([*some[:at], *some[at + 1 :]] for at in range(len(some)))]
    return any(all(a.middle <= b.middle for a, b in pairwise(each)) for each in without)


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
