"""What is said to have risen, fallen or got better, in words that a small table does not use, against its values."""

from collections.abc import Iterator, Sequence

from checks.lib.findings.words import listed
from checks.lib.labels.about import Index, index_of
from checks.lib.linking.reach import asserted
from checks.lib.quantities.asserted import Sentence
from checks.lib.reckoning.beside import grids_of
from checks.lib.reckoning.changes_told import Change, changes
from checks.lib.reckoning.grid import Grid
from checks.lib.reckoning.views import views
from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "change-beside-table"
SHOWN = 2  # rows that a finding quotes


@check(CODE, version=1, severity="low", since="0.1.0")
def change_beside_table(corpus: Corpus) -> Iterator[Finding | Skip]:
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
    near = grids_of(corpus, index)
    for document in corpus.documents if near else ():
        for sentence in index.sentences(document):
            if not sentence.past and "?" not in sentence.passage.words:
                yield from _check(sentence, near.beside(sentence), index)


def _check(sentence: Sentence, beside: Sequence[tuple[Grid, str]], index: Index) -> Iterator[Finding | Skip]:
    text = sentence.passage.words
    found = [one for grid, about in beside for view in views(grid, about) for one in changes(text, view)]
    if found and all(one.wrong for one in found) and asserted(sentence, found[0].start, found[0].end):
        yield _finding(sentence, found[0], index)


def _finding(sentence: Sentence, one: Change, index: Index) -> Finding:
    passage, grid = sentence.passage, one.view.grid
    said = quoted(passage.document, passage.start + one.start, passage.start + one.end)
    lines = one.against[:SHOWN]
    entries = [line.entries[at] for line in lines for at in (one.old, one.new)]
    cells = [index.places.printed(grid.document, each.start, each.end) for each in entries]
    printed = [f"{line.label} {old.quote}, then {new.quote}" for line, old, new in zip(lines, cells[::2], cells[1::2], strict=True)]
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{passage.document.name} says '{said.quote}'; {grid.name} of {grid.document.name} prints "
        f"{listed(printed)} ({one.view.items[one.old]}, {one.view.items[one.new]})",
        arithmetic=f"{len(one.against)} of {len(one.lines)} did not go that way.",
        comparison=(passage.document.name, grid.document.name, grid.name, said.quote),
        evidence=(said, *cells),
        likely_wrong_why="the words sum up the values, the table prints them",
    )
