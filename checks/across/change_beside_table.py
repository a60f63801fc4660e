"""What is said to have risen, fallen or got better, in words that a small table does not use, against its values."""

from collections.abc import Iterator, Sequence

from checks.lib.findings.words import listed
from checks.lib.labels.about import Index, index_of
from checks.lib.linking.reach import asserted
from checks.lib.quantities.asserted import Sentence
from checks.lib.reckoning.beside import BORNE_OUT, grids_of
from checks.lib.reckoning.changes_told import Change, changes, moves
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
    """What is said to have risen, fallen or got better did so in the small table beside, in so many of its rows.

    Why:
        "Trims the start-up" over a row in which it grew is seen by nobody who checks figures: the sentence has none.

    Flags:
        A verb of change of so many of the rows ("shortens three of the six", "all but one improve"), or of the one row
        that the sentence names, between two columns or rows: the old and the new one by their releases or by such
        words; of a count either of two may be the new one. Low, as words alone tie the two.

    Passes:
        Values that rounding may put on either side.

    Does not judge:
        By how much; conditions and plans; "better" where no header tells the good end; more than one verb of change in
        a sentence; what another table that can be meant bears out (skipped).
    """
    index = index_of(corpus)
    near = grids_of(corpus, index)
    for document in corpus.documents if near else ():
        for sentence in index.sentences(document):
            text = sentence.passage.words
            if not sentence.past and "?" not in text and moves(text):
                yield from _check(sentence, near.beside(sentence), index)


def _check(sentence: Sentence, beside: Sequence[tuple[Grid, str]], index: Index) -> Iterator[Finding | Skip]:
    text = sentence.passage.words
    found = [one for grid, about in beside for view in views(grid, about) for one in changes(text, view)]
    if not any(one.wrong for one in found) or not asserted(sentence, found[0].start, found[0].end):
        return
    if all(one.wrong for one in found):
        yield _finding(sentence, found[0], index)
    else:
        yield Skip(CODE, _key(sentence, found[0]), BORNE_OUT)


def _key(sentence: Sentence, one: Change) -> tuple[str, ...]:
    grid, said = one.view.grid, sentence.passage.words[one.start : one.end]
    return sentence.passage.document.name, grid.document.name, grid.name, said


def _finding(sentence: Sentence, one: Change, index: Index) -> Finding:
    passage, grid = sentence.passage, one.view.grid
    said = quoted(passage.document, passage.start + one.start, passage.start + one.end)
    lines = one.against[:SHOWN]
    entries = [line.entries[at] for line in lines for at in (one.old, one.new)]
    cells = [index.places.printed(grid.document, each.start, each.end) for each in entries]
    printed = [
        f"{line.label} {old.quote}, then {new.quote}"
        for line, old, new in zip(lines, cells[::2], cells[1::2], strict=True)
    ]
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{passage.document.name} says '{said.quote}'; {grid.name} of {grid.document.name} prints "
        f"{listed(printed)} ({one.view.items[one.old]}, {one.view.items[one.new]})",
        arithmetic=f"{len(one.against)} of {len(one.lines)} did not go that way.",
        comparison=_key(sentence, one),
        evidence=(said, *cells),
        likely_wrong_why="the words sum up the values, the table prints them",
    )
