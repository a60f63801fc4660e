"""Lines that an editor broke at a margin, put together again: a sentence is no line.

A run of lines without a blank one between is wrapped when some margin explains every break: no line is longer, and
the first word of the next would not have fitted. Cells and list items, one a line, break earlier than they must.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from parsers.lib.text_lines import Line

NARROWEST, WIDEST = 50, 132  # characters; margins of editors and mail programs
RAGGED = 14  # characters that somebody who breaks lines by hand leaves free, in paragraphs of three lines or more
HEADING = 40  # characters of a line that may head an indented paragraph
ENDS = '.!?:;”"'


def paragraphs(every: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines that belong together; most stand alone. Blank lines and page starts part them."""
    run: list[Line] = []
    for line in every:
        apart = run and (not line.words or line.page_start or line.number != run[-1].number + 1)
        if apart or (run and _heads(run[-1], line)):
            yield from _parted(run)
            run = []
        if line.words:
            run.append(line)
    yield from _parted(run)


def _heads(line: Line, after: Line) -> bool:
    """Whether a short line heads what is indented below it: "Performance", and a paragraph."""
    return after.indent > line.indent and len(line.words) < HEADING and line.words[:1].isalpha()


def _parted(run: list[Line]) -> Iterator[list[Line]]:
    """The run as one paragraph when it is wrapped, else line by line."""
    if len(run) > 1 and _wrapped(run):
        yield run
    else:
        yield from _broken(run)


def _broken(run: list[Line]) -> Iterator[list[Line]]:
    """The lines of a run that no margin explains: one by one, but for those that break off within a sentence."""
    joined: list[Line] = []
    for line in run:
        if joined and not _breaks_off(joined[-1], line):
            yield joined
            joined = []
        joined.append(line)
    if joined:
        yield joined


def _breaks_off(line: Line, after: Line) -> bool:
    """Whether a long line ends within a sentence that the next one goes on with, in small letters."""
    return len(line.words) >= NARROWEST and line.words[-1] not in ENDS and after.words[0].islower()


def _wrapped(run: list[Line]) -> bool:
    longest = max(len(line.words) for line in run)
    needed = min(len(line.words) + 1 + len(after.words.split(" ", 1)[0]) for line, after in pairwise(run))
    by_hand = len(run) > 2 and needed + RAGGED > longest and _unfinished(run) * 2 >= len(run) - 1
    if not NARROWEST <= longest <= WIDEST or not (needed > longest or by_hand):
        return False
    # A heading above a paragraph, or two lines that each say something, are explained by a margin too.
    return any(line.words[-1] not in ENDS and _goes_on(line.words, after.words) for line, after in pairwise(run))


def _unfinished(run: Sequence[Line]) -> int:
    """How many lines end within a sentence."""
    return sum(line.words[-1] not in ENDS for line in run[:-1])


def _goes_on(line: str, after: str) -> bool:
    """Whether a line goes on in the next: "... as many queries as" and "Umbra 1." are one sentence, however short."""
    ends = after[-1] in ".!?" and line.rsplit(" ", 1)[-1].islower()
    return after[0].islower() or len(after.split()) > 2 or ends
