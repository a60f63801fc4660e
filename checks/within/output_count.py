"""A load test's output: how many requests were answered, at what rate, in what time."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from checks.lib.findings.places import Places
from checks.lib.quantities.output_values import Printed, values
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip

CODE = "output-count"
FEW = 10
ROOM = 0.12  # threads that begin late and end late; warming up that is left out
_THINGS = r"(?:requests?|reqs?|transactions?|queries|operations?|ops|events)"
# Another run begins where a tool is called: what follows is held against its own time.
_BEGINS = re.compile(r"^[ \t]*(?:[$❯➜]\s*\S.*|Running .*|Benchmark\b.*|transaction type:.*|=+ .*)$", re.MULTILINE)
_COUNTS = (
    re.compile(r"\b2xx\s*[-:=]\s*(?P<value>\d[\d,]*)\b"),
    re.compile(
        rf"^[ \t]*(?:number of |total |complete |all )?{_THINGS}(?: actually)?(?: processed| completed)?\s*:\s*"
        r"(?P<value>\d[\d,]*)\b(?!\.)",
        re.IGNORECASE | re.MULTILINE,
    ),
    re.compile(rf"^[ \t]*(?P<value>\d[\d,]*) {_THINGS} (?:completed )?in ", re.IGNORECASE | re.MULTILINE),
)
_SPANS = (
    re.compile(rf"\d {_THINGS} (?:completed )?in (?P<value>\d[\d.]*\s?(?:m?s(?:ec\w*)?|m(?:in\w*)?)\b)", re.IGNORECASE),
    re.compile(
        r"^[ \t]*(?:time taken for tests|total time|duration|elapsed(?: time)?|total)\s*:\s*"
        r"(?P<value>\d[\d.]*\s?m?s(?:ec\w*)?)\b",
        re.IGNORECASE | re.MULTILINE,
    ),
    re.compile(r"^[ \t]*[$❯➜].*\s(?:-d|-z|-T|--duration|--time)[ =]?(?P<value>\d+(?:s|m(?:in))?)(?=\s)", re.MULTILINE),
)
_RATES = (
    # The line of all threads; wrk prints above it what one of them does, "Req/Sec   24.61k".
    re.compile(
        rf"^[ \t]*{_THINGS}(?:/s(?:ec(?:ond)?)?| per second)[ \t]{{0,20}}[:=][ \t]{{0,40}}"
        r"(?P<value>\d[\d,]*(?:\.\d+)?)(?![\w.])",
        re.IGNORECASE | re.MULTILINE,
    ),
    re.compile(
        rf"\b{_THINGS}(?:/s(?:ec(?:ond)?)?| per second)[ \t]{{0,20}}[:=]?[ \t]{{1,40}}(?P<value>\d[\d,]*(?:\.\d+)?)",
        re.IGNORECASE,
    ),
    re.compile(r"\b(?:tps|qps|rps)\s*[:=]\s*(?P<value>\d[\d,]*(?:\.\d+)?)", re.IGNORECASE),
    re.compile(rf"(?<![\w.])(?P<value>\d[\d,]*\.\d+) {_THINGS}(?: per second|/s)", re.IGNORECASE),
)


@dataclass(frozen=True, slots=True)
class Load:
    """What the output of one run prints; `seconds` is how long the printed time is."""

    count: Printed
    span: Printed
    rate: Printed
    seconds: float

    @property
    def times(self) -> float:
        """The count over what rate and time come to."""
        return float(self.count.middle) / (float(self.rate.middle) * self.seconds)


@check(CODE, version=2, severity="low", since="0.1.0")
def output_count(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The requests that a load test's output counts are its rate times its time.

    Why:
        The tool computes the rate from the two others. In output that was pasted and edited by hand, one of the three
        is of another run.

    Flags:
        Low: "385,059" answers at 58,297 per second in a run "-d 10s", which come to 583,000; "transactions actually
        processed" over "duration" against "tps".

    Passes:
        Counts that are off by an eighth: connections begin late and end late.

    Does not judge:
        Output that lacks one of the three, or prints one of them twice with different values before the next run
        begins; answers that failed beside a 2xx count.
    """
    places = Places(corpus)
    for document in corpus.documents:
        for block in document.blocks:
            if block.kind == "code":
                for start, end in _stretches(document.text, block.start, block.end):
                    one = _load(document.text, start, end)
                    if one is None:
                        key = (document.name, str(start))
                        yield Skip(CODE, key, "not applicable, because count, rate or time is not printed once")
                    elif not 1 - ROOM <= one.times <= 1 + ROOM:
                        yield _finding(document, places, one)


def _stretches(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a block by run."""
    begins = [match.start() for match in _BEGINS.finditer(text, start, end)]
    # "Running 10s test" right behind the call that it belongs to begins no second run.
    cuts = [
        at
        for before, at in zip([start, *begins], begins, strict=False)
        if _COUNTS[0].search(text, before, at) or _of(text, before, at, _RATES)
    ]
    every = [start, *cuts, end]
    yield from pairwise(every)


def _load(text: str, start: int, end: int) -> Load | None:
    count, span, rate = (_of(text, start, end, patterns) for patterns in (_COUNTS, _SPANS, _RATES))
    if not (count and span and rate) or _failed(text, start, end):
        return None
    # A count of ten is no load: its rate is rounded to nothing.
    able = count.middle > FEW and rate.middle > 0 and span.middle > 0
    return Load(count, span, rate, float(span.middle)) if able else None


def _of(text: str, start: int, end: int, patterns: tuple[re.Pattern[str], ...]) -> Printed | None:
    """The one value of a kind in a stretch; None where it prints several."""
    found: dict[Decimal, Printed] = {}
    for pattern in patterns:
        for match in pattern.finditer(text, start, end):
            for one in values(text, *match.span("value")):
                found.setdefault(one.middle, one)
        if found:
            break
    return next(iter(found.values())) if len(found) == 1 else None


def _failed(text: str, start: int, end: int) -> bool:
    return any(one["value"].strip("0") for one in re.finditer(r"\b[1345]xx\s*[-:=]\s*(?P<value>\d+)", text[start:end]))


def _finding(document: Document, places: Places, one: Load) -> Finding:
    count, span, rate = (document.text[each.start : each.end] for each in (one.count, one.span, one.rate))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name} counts {count} at {rate} per second in {span}",
        arithmetic=f"{rate} x {span} = {float(one.rate.middle) * one.seconds:,.0f}, {one.times:.2f} of it is counted.",
        comparison=(document.name, "output", "count", span),
        evidence=tuple(places.printed(document, each.start, each.end) for each in (one.count, one.rate, one.span)),
        likely_wrong_why="count, rate or time of the run",
    )
