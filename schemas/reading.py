"""A file read past its markup: what a person sees of it rendered, and where in the file each stretch of that stands.

The text layer of a Markdown file is the file itself, so "**5**x" is split there. Claims are read from the reading,
where it says "5x", and point back at the file.
"""

import bisect
from dataclasses import dataclass
from typing import NamedTuple


class Run(NamedTuple):
    """reading[start:end] stands for file[source:source_end]: a copy when as long, else as a whole ("&times;")."""

    start: int
    end: int
    source: int
    source_end: int

    @property
    def copied(self) -> bool:
        """Whether the two agree character for character."""
        return self.end - self.start == self.source_end - self.source


@dataclass(frozen=True, slots=True)
class Reading:
    """`runs` ascend on both sides; what lies between them in `text` (gaps between blocks) stands nowhere."""

    text: str
    runs: tuple[Run, ...]

    def source(self, start: int, end: int) -> tuple[int, int]:
        """The span of the file that text[start:end] was read from; not for empty stretches or gaps."""
        first, last = self._run(start), self._run(end - 1)
        return (
            first.source + (start - first.start if first.copied else 0),
            last.source + (end - last.start) if last.copied else last.source_end,
        )

    def span(self, source: int, source_end: int) -> tuple[int, int]:
        """The stretch of `text` that was read from file[source:source_end]; empty where all of it is markup."""
        first = bisect.bisect_right(self.runs, source, key=lambda run: run.source_end)
        last = bisect.bisect_left(self.runs, source_end, key=lambda run: run.source) - 1
        if first > last:
            at = self.runs[first].start if first < len(self.runs) else len(self.text)
            return at, at
        run, stop = self.runs[first], self.runs[last]
        start = run.start + max(source - run.source, 0) if run.copied else run.start
        return start, stop.end - max(stop.source_end - source_end, 0) if stop.copied else stop.end

    def over(self, start: int, end: int) -> tuple[Run, ...]:
        """The runs that text[start:end] is of."""
        first = bisect.bisect_right(self.runs, start, key=lambda run: run.end)
        return self.runs[first : bisect.bisect_left(self.runs, end, key=lambda run: run.start)]

    def _run(self, at: int) -> Run:
        return self.runs[bisect.bisect_right(self.runs, at, key=lambda run: run.start) - 1]


def whole(text: str) -> Reading:
    """A text layer that is read as it is."""
    return Reading(text, (Run(0, len(text), 0, len(text)),))


class ReadingWriter:
    """Writes a reading from left to right."""

    def __init__(self) -> None:
        self.length = 0
        self._pieces: list[str] = []
        self._runs: list[Run] = []

    def copy(self, text: str, source: int) -> None:
        """Add what the file prints, letter by letter, from `source` on."""
        self.put(text, source, source + len(text))

    def put(self, text: str, source: int, source_end: int) -> None:
        """Add `text`, which stands for file[source:source_end]."""
        if not text:
            return
        run = Run(self.length, self.length + len(text), source, source_end)
        last = self._runs[-1] if self._runs else None
        if last and last.copied and run.copied and (last.end, last.source_end) == (run.start, source):
            self._runs[-1] = Run(last.start, run.end, last.source, source_end)
        else:
            self._runs.append(run)
        self._add(text)

    def gap(self) -> None:
        """Part two blocks."""
        if self.length:
            self._add("\n\n")

    def _add(self, text: str) -> None:
        self._pieces.append(text)
        self.length += len(text)

    def reading(self) -> Reading:
        """What was written."""
        return Reading("".join(self._pieces), tuple(self._runs))
