"""How long something took, against the times or dates at which it began and ended."""

import re
from collections.abc import Iterator

from checks.lib.findings import severity
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.spans_said import DAY
from checks.lib.quantities.moments import Moment
from checks.lib.quantities.timed_rows import Timed, wrong_rows
from checks.lib.statements.passages import quoted
from checks.lib.sums.pools import FEW
from checks.lib.times.from_moments import Couple, couples, moments_of
from checks.lib.times.lasted import SURE, Tied, derivable, said_in, tied
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Severity, Skip
from schemas.interval import Interval, short

CODE = "duration-of-times"
_UNITS = ((DAY, "days"), (3600, "h"), (60, "min"))


@check(CODE, version=5, severity="high", since="0.1.0")
def duration_of_times(corpus: Corpus) -> Iterator[Finding | Skip]:
    """How long something is said to have lasted is how long it is from the time or date it began to that it ended.

    Why:
        "Eleven minutes from pick-up to loss" is written from memory, and the log says 04:12 and 04:21. Hours and weeks
        are not subtracted like numbers, and few readers do.

    Flags:
        A length of time that does not fit the two times of a range, line or row, the only two of a section, the two
        lines of a log that say its words or that it names by what each alone says ("from epoch 1 to epoch 16"), or the
        only beginning and end of another document on the same thing, where no other two times printed give it. It says
        low where little more than the size of the two ties them.

    Passes:
        Lengths within rounding, over midnight, between two time zones that are known, days with the first and the last
        or without; lengths that some other two times give, or that differ by a pause that is printed beside them.

    Does not judge:
        What is planned, usual or said per day; adjectives of what the times are not of ("a 6-month basis"); working
        days; times in zones that nobody knows; documents with more than 400 times; documents of different dates
        (skipped).
    """
    for document in corpus.documents:
        yield from (_of_row(one) for one in wrong_rows(document))
    index = index_of(corpus)
    found = {one.document_id: moments_of(one) for one in corpus.documents}
    every = {one.document_id: list(couples(one, found[one.document_id], index)) for one in corpus.documents}
    if not any(every.values()):
        return
    few = list(corpus.documents) if len(every) <= FEW else []
    for document in corpus.documents:
        near = few or [document]
        able = [each for other in near for each in every[other.document_id]]
        for one in (each for sentence in index.sentences(document) for each in said_in(sentence)):
            best = tied(one, able)
            if best:
                yield from _check(best, [found[other.document_id] for other in near], able, index)


# "The twelve months that ended on April 30" began where nobody says.
_ENDED = re.compile(r"\s(?:that\s|which\s)?(?:ended|ending|ends|up to|until|before)\b", re.IGNORECASE)


def _check(one: Tied, found: list[list[Moment]], every: list[Couple], index: Index) -> Iterator[Finding | Skip]:
    if derivable(one, found, every, index) or _ENDED.match(one.said.document.text, one.said.end):
        return
    if index.of_two_editions(one.said.document, one.couple.document):
        yield Skip(CODE, (one.said.document.name, one.couple.document.name), OTHER_EDITION)
    else:
        yield _finding(one)


def _finding(one: Tied) -> Finding:
    said = quoted(one.said.document, one.said.start, one.said.end)
    times = [quoted(one.couple.document, each.start, each.end) for each in (one.couple.first, one.couple.last)]
    both = f"from {times[0].quote} to {times[1].quote}"
    middle = (one.given.lower + one.given.upper) / 2
    gap = one.said.span.allowed.distance(Interval(middle, middle))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=_severity(one, severity.of_gap(gap)),
        message=f"{said.document} says {said.quote}; {both} ({times[0].document}) it is {_told(one.given)}",
        arithmetic=f"{both} it is {_told(one.given)}, {said.quote} allows {_told(one.said.span.allowed)}: "
        f"{apart(gap)}.",
        comparison=(said.document, times[0].document, times[0].quote, times[1].quote),
        evidence=(said, *times),
        likely_wrong_why="the length, or one of the two times",
    )


def _of_row(one: Timed) -> Finding:
    cells = [quoted(one.document, each.start, each.end) for each in (one.first, one.last, one.length)]
    gap = one.allowed.distance(one.given)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{one.head!r} prints {cells[2].quote}; from {cells[0].quote} to {cells[1].quote} of the same row "
        f"it is {_told(one.given)}",
        arithmetic=f"from {cells[0].quote} to {cells[1].quote} it is {_told(one.given)}, {cells[2].quote} allows "
        f"{_told(one.allowed)}: {apart(gap)}.",
        comparison=(one.document.name, one.head, cells[0].quote, cells[1].quote),
        evidence=tuple(cells),
        likely_wrong_why="one of the three cells, it cannot be told which",
    )


def _severity(one: Tied, level: Severity) -> Severity:
    return level if one.points >= SURE else severity.at_most("low", level)


def _told(one: Interval) -> str:
    """A length in the largest unit that it has two of."""
    size, name = next((each for each in _UNITS if one.lower >= 2 * each[0]), (1, "s"))
    ends = list(dict.fromkeys(short(each / size) for each in (one.lower, one.upper) if each.is_finite()))
    return f"{' to '.join(ends)} {name}"
