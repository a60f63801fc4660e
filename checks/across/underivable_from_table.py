"""A figure of a sentence that no sum over the table beside it gives which its words ask for."""

from collections.abc import Iterator

from checks.lib.findings.words import apart, come_to, listed
from checks.lib.labels.about import Index, index_of
from checks.lib.reckoning.figures import figures
from checks.lib.reckoning.grid import Grid, grid
from checks.lib.reckoning.unmet import Unmet, unmet
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "underivable-from-table"


@check(CODE, version=1, severity="low", since="0.1.0")
def underivable_from_table(corpus: Corpus) -> Iterator[Finding | Skip]:
    """x.

    Why:
        x

    Flags:
        x

    Passes:
        x

    Does not judge:
        x
    """
    index = index_of(corpus)
    grids = {
        (one.sheet.document.document_id, one.sheet.name): found
        for document in corpus.documents
        for one in index.of(document)
        if (found := grid(one, index.words[document.document_id]))
    }
    if not grids:
        return
    for document in corpus.documents:
        for sentence in index.sentences(document):
            every = list(figures(sentence))
            if not every:
                continue
            beside = _grids(index, sentence, grids)
            for figure in every:
                found = [each for one in beside if (each := unmet(figure, every, one))]
                if found and len(found) == len(beside):
                    yield _finding(max(found, key=lambda one: one.points), index)


def _grids(index, sentence, grids) -> list[Grid]:
    told = index.about(sentence)
    return [found for one in told if (found := grids.get((one.sheet.document.document_id, one.sheet.name))) is not None]


def _finding(one: Unmet, index: Index) -> Finding:
    document, figure = one.figure.sentence.passage.document, one.figure
    start = figure.sentence.passage.start
    said = index.places.printed(document, start + figure.start, start + figure.end)
    cells = [index.places.printed(one.grid.document, each.start, each.end) for each in one.sum.entries]
    printed = listed(each.quote for each in cells)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{said.document} says {said.quote}; {printed} of {one.grid.name} in {one.grid.document.name} "
        f"{one.sum.told} {come_to(one.sum.value)}",
        arithmetic=f"{printed} allow {one.sum.value}: {one.off:.2f} times apart.",
        comparison=(said.document, one.grid.document.name, one.grid.name, one.sum.op, *(each.quote for each in cells)),
        evidence=(said, *cells),
        likely_wrong_why="the sentence or a cell",
    )
