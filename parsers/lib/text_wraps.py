"""Lines that an editor broke at a margin, put together again: a sentence is no line.

A run of lines without a blank one between is wrapped when some margin explains every break: no line is longer, and
the first word of the next would not have fitted. Cells and list items, one a line, break earlier than they must.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from parsers.lib.text_lines import Line

NARROWEST, WIDEST = 50, 132  # characters; margins of editors and mail programs
ENDS = '.!?:;”"'


def paragraphs(every: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines that belong together; most stand alone. Blank lines and page starts part them."""
    run: list[Line] = []
    for line in every:
        if run and (not line.words or line.page_start or line.number != run[-1].number + 1):
            yield from _parted(run)
            run = []
        if line.words:
            run.append(line)
    yield from _parted(run)


def _parted(run: list[Line]) -> Iterator[list[Line]]:
    """The run as one paragraph when it is wrapped, else line by line."""
    if len(run) > 1 and _wrapped(run):
        yield run
    else:
        yield from ([line] for line in run)


def _wrapped(run: list[Line]) -> bool:
    longest = max(len(line.words) for line in run)
    needed = min(len(line.words) + 1 + len(after.words.split(" ", 1)[0]) for line, after in pairwise(run))
    if not NARROWEST <= longest <= WIDEST or needed <= longest:
        return False
    # A heading above a paragraph, or two lines that each say something, are explained by a margin too.
    return any(line.words[-1] not in ENDS and _goes_on(line.words, after.words) for line, after in pairwise(run))


def _goes_on(line: str, after: str) -> bool:
    """Whether a line goes on in the next: "... as many queries as" and "Umbra 1." are one sentence, however short."""
    ends = after[-1] in ".!?" and line.rsplit(" ", 1)[-1].islower()
    return after[0].islower() or len(after.split()) > 2 or ends
