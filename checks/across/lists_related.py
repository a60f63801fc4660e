"""Columns of two places, joined by the labels of their rows, that most rows relate to the digit and one does not."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby

from checks.lib.columns.labelled_places import FEWEST, Names, Place, places, told_in, words_of
from checks.lib.sums.relations_joined import Found, Given, related
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Block, Document
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary

CODE = "lists-related"
MOST_PAIRS = 40  # places that are held against each other: those that share most labels
SAID_BY = 30  # places that say a label; a word of more of them tells nothing
STRETCHES = 400  # of a document's prose that are looked through
SHOWN = 2  # rows that follow
_Two = tuple[Place, Place]


@check(CODE, version=1, severity="low", since="0.1.0")
def lists_related(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What most labels show to the digit of values in two places is so for all labels that both print.

    Why:
        The table of models prints tokens per second, a guide the milliseconds between two tokens; the price list
        prints input and output, the announcement what both come to at 3:1. Nobody recomputes the second list when
        one of its values is typed.

    Flags:
        A label whose values in two places (tables either way round, lists, cells set one a block, sentences that name
        the labels) have not the relation that the others have by their digits: one over the other, a constant
        quotient or product (by the hour and by the month, for a GPU and for a node), a mean at whole weights
        that are said or usual, a sum, a difference, a factor, a change in percent, a product of two.

    Passes:
        Values within the rounding of what they print; relations that labels so few, or of digits so few, show by luck.

    Does not judge:
        Places that share fewer than three labels (skipped); values that two places print alike, which others judge.
    """
    told: set[tuple[str, int, int]] = set()
    pairs = list(_pairs(corpus))
    if not pairs:
        yield Skip(CODE, (), "not applicable, because no two places print values of the same three labels")
    for one, other in pairs:
        for found in related(Given(one.columns, one.about), Given(other.columns, other.about)):
            evidence = tuple(_evidence(found, (one, other)))
            mine = {(each.document_id, each.start, each.end) for each in evidence if each.role == "disputed"}
            if told.isdisjoint(mine):
                told |= mine
                yield _finding(found, (one, other), evidence)


def _pairs(corpus: Corpus) -> Iterator[_Two]:
    """Places joined by label: the rows of the second are those of the first."""
    documents = sorted(corpus.documents, key=lambda one: (one.name, one.document_id))  # in whatever order they came
    every = [one for document in documents for one in places(document, corpus.vocabulary)]
    names = [Names(one.labels) for one in every]
    by_word: dict[str, list[int]] = defaultdict(list)
    for at, named in enumerate(names):
        for word in sorted(named.words):
            by_word[word].append(at)
    found: list[tuple[int, _Two]] = []
    for at, one in enumerate(every):
        for other in _sharing({word for text in one.labels.values() for word in words_of(text)}, by_word):
            two = _joined(one, every[other], names[at], names[other]) if other > at else None
            found += [two] if two and _apart(one, every[other]) else []
    for document in documents:
        found += _with_prose(document, every, names, by_word, corpus.vocabulary)
    yield from (two for _, two in sorted(found, key=lambda each: -each[0])[:MOST_PAIRS])


def _sharing(words: set[str], by_word: dict[str, list[int]]) -> list[int]:
    counts = Counter(at for word in sorted(words) for at in by_word.get(word, ())[:SAID_BY])
    return sorted(at for at, number in counts.items() if number >= FEWEST)


def _apart(one: Place, other: Place) -> bool:
    """Whether two places are not one and the same: a table stands beside itself turned round."""
    same = one.document.document_id == other.document.document_id
    return not (same and one.name and one.name == other.name)


def _joined(one: Place, other: Place, mine: Names, theirs: Names) -> tuple[int, _Two] | None:
    rows = {row: mine.row(words_of(text)) for row, text in other.labels.items()}
    back = {theirs.row(words_of(text)): row for row, text in one.labels.items()}
    # "Scout" there is "Llama 4 Scout" here, or the other way round.
    rows |= {row: back[row] for row, at in rows.items() if at is None and row in back}
    often = Counter(rows.values())
    single = {at: row for row, at in rows.items() if at is not None and often[at] == 1}
    return (len(single), (one, other.under(single))) if len(single) >= FEWEST else None


def _with_prose(
    document: Document,
    every: Sequence[Place],
    names: Sequence[Names],
    by_word: dict[str, list[int]],
    vocabulary: Vocabulary,
) -> Iterator[tuple[int, _Two]]:
    for blocks in list(_stretches(document))[:STRETCHES]:
        text = document.text[blocks[0].start : blocks[-1].end]
        for at in _sharing(set(words_of(text)), by_word)[:4]:
            one = every[at]
            for told in told_in(document, blocks, names[at], vocabulary):
                own = one.document.document_id == document.document_id
                inside = (
                    own
                    and not one.name
                    and any(span[0] in range(blocks[0].start, blocks[-1].end) for span in one.spans.values())
                )
                if not inside:
                    yield len(told.labels), (one, told)


def _stretches(document: Document) -> Iterator[list[Block]]:
    """Lists whole, paragraphs and captions one by one."""
    for kind, run in groupby(document.blocks, key=lambda one: one.kind):
        found = list(run)
        if kind == "list_item" and len(found) <= SAID_BY:
            yield found
        elif kind in ("paragraph", "caption"):
            yield from ([one] for one in found if any(map(str.isdigit, document.text[one.start : one.end])))


def _evidence(found: Found, two: _Two) -> Iterator[Evidence]:
    relation = found.relation
    columns = list(zip((relation.whole, *relation.others), found.at, strict=True))
    for row in relation.failing:
        for column, at in columns:
            yield two[at].evidence(row, column.index)
    first = min(relation.failing)
    for row in sorted(relation.fitting, key=lambda each: abs(each - first))[:SHOWN]:
        for column, at in columns:
            yield two[at].evidence(row, column.index, "supporting")


def _finding(found: Found, two: _Two, evidence: tuple[Evidence, ...]) -> Finding:
    relation, labels = found.relation, two[0].labels
    disputed = [each for each in evidence if each.role == "disputed"]
    count = len(found.at)
    sums = (
        f"{labels[row]}: {', '.join(each.quote for each in disputed[at * count + 1 : (at + 1) * count])} allow "
        f"{allowed}, printed is {disputed[at * count].quote}"
        for at, (row, allowed) in enumerate(relation.failing.items())
    )
    failing = ", ".join(labels[row] for row in relation.failing)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"values of two places: one is {relation.words} for {len(relation.fitting)} labels and not "
        f"for {failing}",
        arithmetic="; ".join(sums) + ".",
        comparison=(*dict.fromkeys(each.document.name for each in two), relation.words, failing),
        evidence=evidence,
        likely_wrong_why="one of the values of the label, it cannot be told which: the others follow the relation",
    )
