"""A figure of a sentence that no sum over the table beside it gives which its words ask for."""

import re
from collections.abc import Iterator, Sequence

from checks.lib.findings.words import apart, come_to, listed
from checks.lib.labels.about import Index, index_of
from checks.lib.reckoning.figures import Figure, figures
from checks.lib.reckoning.grid import Grid, grid
from checks.lib.reckoning.of_grid import of_grid
from checks.lib.reckoning.unmet import Unmet, judged
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
        if (found := grid(one))
    }
    if not grids:
        return
    for document in corpus.documents:
        for sentence in index.sentences(document):
            every = figures(sentence)
            beside = [one for one in _grids(index, sentence, grids) if of_grid(sentence, every, one)] if every else []
            told = [_judged(one, every, beside) for one in every] if beside else []
            left = [one for one, each in zip(told, every, strict=False) if one is not True and (one or each.kind != "count")]
            # A slip is one figure among others that are right; two that nothing explains are of something else.
            if len(left) == 1 and isinstance(left[0], Unmet) and not _again(left[0].figure, index, corpus):
                yield _finding(left[0], index)


def _judged(figure: Figure, every: Sequence[Figure], beside: Sequence[Grid]) -> Unmet | bool:
    found = [judged(figure, every, one) for one in beside]
    if True in found:
        return True
    return max((one for one in found if isinstance(one, Unmet)), key=lambda one: one.points, default=False)


def _again(figure: Figure, index: Index, corpus: Corpus) -> bool:
    """Whether a figure is printed at another place, too: it has another source than the table."""
    document = figure.sentence.passage.document
    start = figure.sentence.passage.start + figure.start
    digits = re.search(r"\d[\d.,]*\d|\d{2}", figure.text)
    if not digits:
        return False
    places = (
        (one, match.start())
        for one in corpus.documents
        for match in re.finditer(rf"(?<![\d.,]){re.escape(digits.group())}(?![\d]|[.,]\d)", one.text)
    )
    return any(one is not document or not start - 4 <= at < start + len(figure.text) for one, at in places)


def _grids(index, sentence, grids) -> list[Grid]:
    told = index.about(sentence)
    return [
        found
        for one in told
        if one.sheet.document is sentence.passage.document
        and (found := grids.get((one.sheet.document.document_id, one.sheet.name))) is not None
    ]


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
