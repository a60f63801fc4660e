"""A value of a sentence against the row of a table that the sentence names."""

from collections.abc import Iterator, Sequence

from checks.lib.findings import severity
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.statements.withdrawn import withdrawn_of
from checks.lib.sums.pools import related
from checks.lib.telling.value_sites import Site, bare_sites, number, reached, sites
from checks.lib.values.cells_meant import Known, Meant, meant, prints
from checks.lib.values.rows_told import tables
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip

CODE = "row-in-words"
FEW = 100  # counts below it are of too many things


@check(CODE, version=8, severity="medium", since="0.1.0")
def row_in_words(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a sentence tells of one row of a table stands in that row.

    Why:
        "Well W-14 yields 3.6 litres a second from 112 m" names a line of the log as surely as its number would, and
        copies the depth rightly. Whoever relies on it digs ten wells too many.

    Flags:
        A value of a sentence that says the labels of one row, where the row's cell of that kind prints another one: a
        slip makes the one of the other (two digits swapped, one of three, a power of ten, another unit), or they are
        near one another and the sentence says what the column is of. That it tells other values of the row rightly
        speaks for it as well, or the next row's of the column, or two of its numbers in another unit; what only one
        row prints ("in 3.92 minutes") names that row; an "up to" of a row that is named is what the row prints. What
        is to the digit the value of the row's next column, where the sentence names the one and not the next ("31,742
        in the Server scenario", which stands below "Offline"). Rates
        that count by two nouns
        ("images", "samples") only where a slip explains them: low.

    Passes:
        A value that any other cell prints, or the other document anywhere; a sentence that prints the cell's
        value or number too; what the values of the row give: a multiple by a number told with either, a share, a sum, a
        difference.

    Does not judge:
        Rows that another one is named as much as; goals, what was before, differences; another case, release or
        setting; small counts; documents of different dates (skipped).
    """
    index = index_of(corpus)
    withdrawn = withdrawn_of(corpus)
    every = {one.document_id: sites(one, index, corpus.vocabulary) for one in corpus.documents}
    rows = {one.document_id: list(tables(one, every[one.document_id], corpus.vocabulary)) for one in corpus.documents}
    near = related(corpus, index)
    for document in corpus.documents:
        name = document.document_id
        for one in _told(document, every[name], index, corpus):
            for some in (each for there in near.get(name, ()) for each in rows[there]):
                found = None if withdrawn.has(name, one.quote) else meant(one, some, every)
                if found and _fails(found, every, index, corpus):
                    yield from _said(found, index)


def _told(document: Document, every: Sequence[Site], index: Index, corpus: Corpus) -> Iterator[Site]:
    """The values of sentences, and the numbers without a unit, that their own part of the sentence asserts."""
    plain = (one for each in index.sentences(document) for one in bare_sites(each, corpus.vocabulary))
    for one in (*(reached(each, corpus.vocabulary) for each in every), *plain):
        spelled = one.value.counted and number(one) is None
        if one.sentence and one.allowed.bounded and one.allowed.lower > 0 and one.holds_here and not spelled:
            yield one


def _fails(found: Meant, every: Known, index: Index, corpus: Corpus) -> bool:
    one, cell = found.one, found.cell
    small = one.value.counted and one.allowed.upper < FEW
    if found.told <= 0 and (small or not one.holds):
        return False
    own = one.document is cell.document
    if (_printed(one, cell, every) and not found.column) or (not own and _printed(cell, one, every)):
        return False
    return found.enough() and not found.apart(index, corpus.vocabulary) and not found.made()


def _printed(one: Site, other: Site, every: Known) -> bool:
    """Whether the other one's document prints a value too."""
    some = every[other.document.document_id]
    return any(
        each.alike(one) and prints(each, one) for each in some if each.start != one.start and each.allowed.bounded
    )


def _said(found: Meant, index: Index) -> Iterator[Finding | Skip]:
    one, cell = found.one, found.cell
    key = (one.document.name, cell.document.name, cell.row, cell.column)
    if index.of_two_editions(one.document, cell.document):
        yield Skip(CODE, key, OTHER_EDITION)
        return
    first, second = (index.places.printed(each.document, each.start, each.end) for each in (one, cell))
    gap = one.allowed.distance(cell.allowed)
    yield Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("medium" if found.sure else "low", severity.of_gap(gap)),
        message=f"{first.document} says {first.quote} of what {second.document} prints in the row "
        f"{found.row.label!r}, below {cell.column!r}: {second.quote}",
        arithmetic=f"In base units {first.quote} allows {one.allowed}, {second.quote} allows {cell.allowed}: "
        f"{apart(gap)}.",
        comparison=key,
        evidence=(first, second),
        likely_wrong_why=found.slip or "one is told as often as the other",
    )
