"""Result logs of the MLPerf benchmarks: one training run a file, in lines of `:::MLLOG {json}`.

Published with every round in the results repositories (results/<system>/<benchmark>/result_0.txt ...). Quirks:

- the lines stand among other output and may carry a rank before them ("0: :::MLLOG {...}");
- a run ends with `run_stop`, whose metadata say "success" or "aborted"; a run that was killed has none;
- the time to train is printed nowhere: it is the time of `run_stop` less that of `run_start`, in milliseconds. Its
  cell therefore holds the difference and points at the time that ends it.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from parsers.lib.charset import utf8
from parsers.lib.registry import Raw, parser
from schemas.document import Cell, Document, Rejected, Table
from schemas.errors import DocumentError

MARK = ":::MLLOG"
STATUS = "Status"
TIME = "Time to Train (ms)"
KEYS = {
    "Benchmark": "submission_benchmark",
    "System": "submission_platform",
    "Submitter": "submission_org",
    "Division": "submission_division",
    "Batch Size": "global_batch_size",
}
MAX_MS = 10**15  # a longer time is junk, and the difference of two could have more digits than Python prints
_LINE = re.compile(rf"{MARK}[ \t]*(\{{[^\n]*)")


def accepts(data: bytes) -> int:
    """Text with marked lines: a better fit than a text capture, which takes any text."""
    return 5 if MARK.encode() + b" {" in data and b"\0" not in data[:4096] else 0


@dataclass(frozen=True, slots=True)
class Event:
    """A marked line: text[start:end] is its JSON."""

    key: str
    value: object
    time_ms: int
    status: str
    start: int
    end: int


@parser("mlperf_log", version=1, suffixes=(".log", ".txt"), media_type="text/plain", accepts=accepts)
def parse(raw: Raw) -> Document:
    """The log as a table with one row a run: benchmark, system, status, time to train in milliseconds.

    Raises:
        DocumentError: the bytes are not UTF-8, or no run is started in them.
    """
    text = utf8(raw.name, raw.data)
    found = list(_events(text))
    events = [one for one in found if isinstance(one, Event)]
    if not any(event.key == "run_start" for event in events):
        raise DocumentError(raw.name, "whole file", f"no run_start among {len(events)} {MARK} lines")
    table = _table(text, events)
    return Document(
        text=text,
        title=table.title,
        publisher=next((one.text for one in table.rows[0][2:3]), ""),
        tables=(table,),
        rejected=tuple(one for one in found if isinstance(one, Rejected)),
    )


def _events(text: str) -> Iterator[Event | Rejected]:
    for number, match in enumerate(_LINE.finditer(text), 1):
        printed = match[1].rstrip(" \t\r")
        start, end = match.start(1), match.start(1) + len(printed)
        try:
            yield _event(printed, start, end)
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
            reason = f"not an event: {' '.join(str(error).split())}"
            yield Rejected(f"{MARK} line {number}", reason, (printed,), start, end)


def _event(printed: str, start: int, end: int) -> Event:
    fields: dict[str, Any] = json.loads(printed)
    metadata = fields.get("metadata") or {}
    status = str(metadata.get("status", "")) if isinstance(metadata, dict) else ""
    time_ms = int(fields["time_ms"])
    if abs(time_ms) >= MAX_MS:
        raise ValueError("time_ms is no time")
    return Event(str(fields["key"]), fields.get("value"), time_ms, status, start, end)


def _table(text: str, events: Sequence[Event]) -> Table:
    starts = [index for index, event in enumerate(events) if event.key == "run_start"]
    bounds = [*starts[1:], len(events)]
    facts = [_fact(text, events, key) for key in KEYS.values()]
    rows = tuple((*facts, *_run(text, events[a:b])) for a, b in zip(starts, bounds, strict=True))
    first, last = events[0], events[-1]
    columns = tuple(Cell(name, first.start, first.start) for name in (*KEYS, STATUS, TIME))
    title = f"{facts[0].text} training run" if facts[0].text else "Training run"
    return Table("T1", title, columns, rows, first.start, last.end, headings=(title,))


def _fact(text: str, events: Sequence[Event], key: str) -> Cell:
    """The value of a key as printed, blank when the log does not have it; the first one counts."""
    event = next((one for one in events if one.key == key and one.value is not None), None)
    if event is None:
        return Cell("", events[0].start, events[0].start)
    return _printed(text, event, "value", str(event.value))


def _printed(text: str, event: Event, field: str, words: str) -> Cell:
    match = re.compile(rf'"{field}"\s*:\s*"?').search(text, event.start, event.end)
    at = match.end() if match else event.start
    return Cell(words, at, at + len(words)) if text.startswith(words, at) else Cell(words, event.start, event.end)


def _run(text: str, events: Sequence[Event]) -> tuple[Cell, Cell]:
    """Status and time of the run that the first event starts."""
    begin = events[0]
    stop = next((event for event in events if event.key == "run_stop"), None)
    if stop is None:
        return Cell("unfinished", begin.start, begin.end), Cell("", begin.end, begin.end)
    at = _printed(text, stop, "time_ms", str(stop.time_ms))
    status = _printed(text, stop, "status", stop.status) if stop.status else Cell("", stop.end, stop.end)
    return status, Cell(str(stop.time_ms - begin.time_ms), at.start, at.end)
