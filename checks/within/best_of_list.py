"""An "up to" that leads to a list, and an item of the list that goes beyond it."""

from collections.abc import Iterator, Sequence

from checks.lib.statements.passages import quoted
from checks.lib.telling.multiples_told import Multiple, multiples
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Block, Document
from schemas.finding import Finding, Skip

CODE = "best-of-list"
ITEMS = 30  # of a list that are read
LEAST = 2  # items with factors: one alone may be an aside


@check(CODE, version=1, severity="low", since="0.1.0")
def best_of_list(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The "up to" of the paragraph that a list specifies is reached by the list's best item, and passed by none.

    Why:
        "Cuts latency by up to 6x. More specifically:" is written over a list to which the next release adds "up to 9x".

    Flags:
        A paragraph that ends with a colon, with one "up to" factor, and an item of the list right under it that prints
        a larger one of the same kind, or of none that it says.

    Passes:
        Items below the "up to", also all of them; items of another kind ("3x less memory" under a speedup).

    Does not judge:
        Paragraphs of several factors; lists of fewer than two factors (skipped); factors without an "up to".
    """
    for document in corpus.documents:
        every = multiples(document)
        for lead, items in _lists(document):
            mine = [one for one in every if lead.start <= one.start < lead.end]
            if len(mine) == 1 and mine[0].bound == "up":
                end = items[-1].end
                yield from _judged(mine[0], [one for one in every if items[0].start <= one.start < end])


def _lists(document: Document) -> Iterator[tuple[Block, Sequence[Block]]]:
    """The paragraphs that lead to a list, each with the items of it."""
    blocks = document.blocks
    for at, one in enumerate(blocks):
        if one.kind == "paragraph" and document.text[one.start : one.end].rstrip(" *_").endswith(":"):
            items = []
            for each in blocks[at + 1 : at + 1 + ITEMS]:
                if each.kind != "list_item":
                    break
                items.append(each)
            if items:
                yield one, items


def _judged(lead: Multiple, items: Sequence[Multiple]) -> Iterator[Finding | Skip]:
    alike = [one for one in items if not one.kinds or not lead.kinds or one.kinds & lead.kinds]
    beyond = [one for one in alike if one.high > lead.high and one.bound != "over"]
    if len(items) < LEAST:
        yield Skip(CODE, (lead.document.name, lead.quote), "unchecked, because its list prints fewer than two factors")
        return
    if not beyond:
        return
    best = max(beyond, key=lambda one: one.high)
    document = lead.document
    first, second = (quoted(document, each.start, each.end) for each in (lead, best))
    yield Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name} says up to {first.quote} of what an item of its list says {second.quote}",
        arithmetic=f"{best.high} is above {lead.high}.",
        comparison=(document.name, first.quote, second.quote),
        evidence=(first, second),
        likely_wrong_why="the line over the list: items were added later",
    )
