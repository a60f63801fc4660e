"""A number that one cell alone prints, in a sentence that says another row, column or setting of it."""

from collections.abc import Iterator

from checks.lib.labels.about import Index, index_of
from checks.lib.statements.passages import quoted
from checks.lib.sums.pools import related
from checks.lib.values.known_by_value import Misplaced, known_cells, misplaced
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "cell-of-another"


@check(CODE, version=1, severity="low", since="0.1.0")
def cell_of_another(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a sentence says of a value, its row and column in the table that prints it say too.

    Why:
        A headline takes the number of one row and the condition of the next: "71,150 samples/s at the 99.9 percent
        target", where the table has it in the row for 99 percent; "2,908 with release 2025.2", which is the column of
        2025.1; "a single machine answers at 450", in a row of four.

    Flags:
        A number of three digits or more, in the unit of a table near it or of a related document, that no other cell
        prints, in a sentence that names its row and a setting which the row prints otherwise and another row so; or
        the number in the label of a column or row whose label differs from its own in nothing else. Always low.

    Passes:
        Sentences that print the other cell's value too, or the own label's number; what was so before, or is compared
        with; values for each of what a sentence has one of.

    Does not judge:
        Numbers that two cells print; labels that differ in a word; tables of more than forty rows; documents of
        different dates.
    """
    index = index_of(corpus)
    near = related(corpus, index)
    for document in corpus.documents:
        among = [one for one in corpus.documents if one.document_id in near[document.document_id]]
        if not any(one.tables for one in among):
            yield Skip(CODE, (document.name,), "not applicable, because neither it nor a related document has tables")
            continue
        known = known_cells(among)
        for sentence in index.sentences(document):
            yield from (_finding(one, index) for one in misplaced(sentence, known, index))


def _finding(one: Misplaced, index: Index) -> Finding:
    passage, at = one.sentence.passage, one.at
    said = index.places.printed(passage.document, one.start, one.end)
    own = at.table.rows[at.row][at.column]
    cells = (index.places.printed(at.document, each.start, each.end) for each in (own, one.meant))
    heads = (at.table.rows[at.row][0], at.table.columns[at.column])
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{passage.document.name} says {said.quote} of {one.said!r}; table {at.table.name} of "
        f"{at.document.name} prints it for {at.label!r} with {one.own!r}",
        arithmetic=f"{one.said} is not {one.own}.",
        comparison=(passage.document.name, at.document.name, at.table.name, at.label, one.said, one.own),
        evidence=(said, *cells, *(quoted(at.document, each.start, each.end, "context") for each in heads if each.text)),
        likely_wrong_why="the value of another row or column",
    )
