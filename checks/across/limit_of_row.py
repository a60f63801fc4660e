"""A limit that a clause sets for one row of a table, against the cells of that row."""

from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.ordering.row_limits import Crossed, crossed
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "limit-of-row"


@check(CODE, version=1, severity="low", since="0.1.0")
def limit_of_row(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a clause says to be under a limit, or over it, is so in the row that it names.

    Why:
        "The 30B run finishes in less than 30 days" is rounder than the table and easier to quote. The run grew, the
        table was updated, and the limit stayed.

    Flags:
        Low: "less than", "under", "within", "more than", "over" and the like before an amount, where the clause names
        one row or column of a table, by a word with a digit or by half of the words that the others have not, and all
        its cells of that kind lie on the other side, by more than 3 % and less than four times.

    Passes:
        Limits that any cell of the row keeps.

    Does not judge:
        Conditions, goals, negations; differences ("3 W less than"); settings that the row has not ("on 512 GPUs");
        clauses that name two rows or none; documents of two dates (skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        for sentence in index.sentences(document):
            for one in crossed(sentence, index):
                other = one.slots[0].document
                if index.of_two_editions(document, other):
                    yield Skip(CODE, (document.name, other.name, one.row), OTHER_EDITION)
                else:
                    yield _finding(one, index)


def _finding(one: Crossed, index: Index) -> Finding:
    document = one.one.document
    words = index.places.printed(document, one.one.start, one.one.end)
    cells = [index.places.printed(slot.document, slot.start, slot.end) for slot in one.slots]
    printed = listed(each.quote for each in cells)
    way = "under" if one.under else "over"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name} says {way} {words.quote}; the row {one.row!r} of {one.slots[0].sheet.name} of "
        f"{cells[0].document} prints {printed}",
        arithmetic=f"{printed} is {one.off:.2f} times beyond {words.quote}.",
        comparison=(document.name, cells[0].document, one.row, one.one.amount.kind, way),
        evidence=(words, *cells),
        likely_wrong_why="the limit, which is of an earlier run, or the cell",
    )
