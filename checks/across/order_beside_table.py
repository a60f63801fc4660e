"""Who is said to be first, last or ahead of another, in words that a small table does not use, against its values."""

from collections.abc import Iterator, Sequence

from checks.lib.findings.words import listed
from checks.lib.labels.about import Index, index_of
from checks.lib.language.held_back import unaddressed
from checks.lib.linking.reach import asserted
from checks.lib.quantities.asserted import Sentence
from checks.lib.reckoning.beside import BORNE_OUT, grids_of
from checks.lib.reckoning.grid import Grid
from checks.lib.reckoning.orders_told import Told, orders, told
from checks.lib.reckoning.views import views
from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "order-beside-table"


@check(CODE, version=1, severity="low", since="0.1.0")
def order_beside_table(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Who is said to be first, last or ahead of another is so in the small table beside, whatever it calls them.

    Why:
        "The Arm machines are also the slowest" stands over "g5r (Arm)" and "Relative web throughput": nobody who
        searches for the words of the table finds the sentence, and it is the sentence that readers remember.

    Flags:
        Superlatives ("draws the least", "second cheapest"), places ("answers first", "brings up the rear", "trails the
        field"), comparisons ("wakes sooner than", "nothing is cheaper than", "the faster of the two") of an item of a
        table of the page, against the line of values of which the clause says most. Items and lines are found by their
        words, by words of the field that mean the same ("the tail" of a p99), by their numbers, by "the smallest
        model", and as the old and the new one. Always low, as words alone tie the two.

    Passes:
        Ties, and values that rounding may put on either side.

    Does not judge:
        Hedged, negated and conditional clauses; gains and differences; averages and quotients ("the best value", "per
        watt"); superlatives among some ("the fastest open one") or of another number of items; adjectives of which
        no header tells the good end; words that another line or table that can be meant bears out (skipped).
    """
    index = index_of(corpus)
    near = grids_of(corpus, index)
    for document in corpus.documents if near else ():
        for sentence in index.sentences(document):
            text = sentence.passage.words
            if not sentence.past and "?" not in text and orders(text):
                yield from _check(sentence, near.beside(sentence), index)


def _check(sentence: Sentence, beside: Sequence[tuple[Grid, str]], index: Index) -> Iterator[Finding | Skip]:
    text = unaddressed(sentence.passage.words)
    by_place: dict[int, list[list[Told]]] = {}
    for grid, about in beside:
        for view in views(grid, about):
            for some in told(text, view):
                by_place.setdefault(some[0].end, []).append(some)
    for place, every in sorted(by_place.items()):
        # Of the views and tables that can be meant, those whose words stand nearest to what is said.
        most = max(some[0].points for some in every)
        meant = [one for some in every if some[0].points == most for one in some]
        if not any(one.wrong for one in meant) or not asserted(sentence, meant[0].start, place):
            continue
        if all(one.wrong for one in meant):
            yield _finding(sentence, meant[0], index)
        else:
            yield Skip(CODE, _key(sentence, meant[0]), BORNE_OUT)


def _key(sentence: Sentence, one: Told) -> tuple[str, ...]:
    grid, said = one.view.grid, sentence.passage.words[one.start : one.end]
    return sentence.passage.document.name, grid.document.name, grid.name, one.line.label, said


def _finding(sentence: Sentence, one: Told, index: Index) -> Finding:
    passage, grid = sentence.passage, one.view.grid
    said = quoted(passage.document, passage.start + one.start, passage.start + one.end)
    items = [one.mine, *one.against]
    entries = [one.line.entries[at] for at in items]
    cells = [index.places.printed(grid.document, each.start, each.end) for each in entries]
    values = listed(f"{one.view.items[at]} {cell.quote}" for at, cell in zip(items, cells, strict=True))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{passage.document.name} says '{said.quote}' of {one.view.items[one.mine]}; {grid.name} of "
        f"{grid.document.name} prints {values} ({one.line.label or grid.name})",
        arithmetic=f"{len(one.ahead)} of {len(one.line.entries)} lie before {cells[0].quote}.",
        comparison=_key(sentence, one),
        evidence=(said, *cells),
        likely_wrong_why="the words sum up the values, the table prints them",
    )
