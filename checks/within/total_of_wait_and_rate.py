"""A column of total times against the wait before and so many of something at a rate."""

from collections.abc import Iterator

from checks.lib.findings import severity
from checks.lib.findings.words import apart, listed
from checks.lib.labels.about import Index, index_of
from checks.lib.statements.passages import quoted
from checks.lib.sums.wait_and_rate import Timed, said_again, timed
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip

CODE = "total-of-wait-and-rate"


@check(CODE, version=1, severity="medium", since="0.1.0")
def total_of_wait_and_rate(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A total time is the wait for the first, and the time that all of them take at the printed pace, in every row.

    Why:
        "TTFT", "tokens/s" and "Total for 256 tokens" stand in three columns; nobody adds a quotient in the head, so
        that a total which was typed or is of another run stays.

    Flags:
        A cell of a column of times that is not another column of times, or none, with so many of a thing at the pace of
        a third one (tokens/s, time per token), where two rows at least are, and twice as many as are not. How many
        stands in the header of the total (medium at most), in the title over the table or in a sentence of the page
        (low).

    Passes:
        Rows within rounding; the first of so many is in the wait or is not.

    Does not judge:
        Tables in which no two rows follow, and paces that are printed too roughly to tell (both skipped where the
        header of the total says how many it is of).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        for told in index.of(document):
            every = list(timed(told, index)) if told.sheet.table else []
            yield from (_finding(document, told.sheet.name, one, index) for one in every if one)
            if None in every:
                reason = "not comparable, because no wait and pace of the table give its total in most rows"
                yield Skip(CODE, (document.name, told.sheet.name), reason)


def _finding(document: Document, table: str, one: Timed, index: Index) -> Finding:
    cells = [index.places.printed(document, slot.start, slot.end) for row in one.failing for slot in one.cells(row)]
    note = said_again(one, index)
    notes = (
        [quoted(document, note.passage.start + note.start, note.passage.start + note.end)]
        if note and note.passage
        else []
    )
    gaps = {row: given.distance(one.rows[row][one.whole].amount.readings.rounded) for row, given in one.failing.items()}
    parts = " + ".join(filter(None, (repr(one.wait) if one.wait else "", f"{one.many.number} at {one.pace!r}")))
    sums = "; ".join(f"{row}: {given} s" for row, given in one.failing.items())
    level = severity.of_gap(max(gaps.values()))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("low" if one.many.passage else "medium", level),
        message=f"table {table} of {document.name}: {one.whole!r} is {parts} in {len(one.fitting)} rows and not in "
        f"{listed(one.failing)}",
        arithmetic=f"{sums}; a gap of {apart(max(gaps.values()))}.",
        comparison=(document.name, table, one.whole, one.wait, one.pace),
        evidence=(*cells, *notes),
        likely_wrong_why="the total, or one of the cells that it is made of: the other rows come out",
    )
