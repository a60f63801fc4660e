"""A figure of a sentence that no sum over a table gives which its words ask for."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.findings.words import come_to, listed
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.quantities.asserted import Sentence
from checks.lib.reckoning.beside import Grids, grids_of
from checks.lib.reckoning.figures import FACTOR, Figure, figures
from checks.lib.reckoning.grid import Grid
from checks.lib.reckoning.of_grid import of_grid
from checks.lib.reckoning.own_sums import own_sums
from checks.lib.reckoning.unmet import Unmet, judged
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip

CODE = "underivable-from-table"
ELSEWHERE = 3  # points of words that tie a figure to the table of another document
HUNDRED = Decimal(100)
_DIGITS = re.compile(r"\d[\d.,]*\d|\d{2}")
_AFTER = re.compile(r"[\d.,\s]*\d\s?")  # a number, before its unit
_SHARES = ("share", "scaling")


@check(CODE, version=2, severity="low", since="0.1.0")
def underivable_from_table(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A figure beside a small table comes out of it by the sum that the words ask for.

    Why:
        Sentences seldom call things as their table does: "searches" of a column "QPS", "with the largest drive" of the
        row "22 TB", "after the upgrade" of the column "3.12". An auditor finds the cells all the same, does the sum
        that the words ask for, and sees the slip.

    Flags:
        Low: one figure of a sentence (a value, factor, percentage, share, difference, average, total, product, "up to",
        "at least", what a dollar buys, scaling) that is off what the cells give that its words, its numbers, "the
        largest", "the new one" or another value of the sentence choose.

    Passes:
        What any cell or sum gives that is said about as clearly; loose speech; factors of what rows are called by
        ("quadrupling the cluster"); figures that are printed at another place, too; sentences that do a sum of their
        own, or have two figures that the table does not give: these are of something else.

    Does not judge:
        Tables of more than 60 numbers; sentences with a condition, a goal or a rival, with a name that the table beside
        them has not, or with a number of things that it has not; figures more than 3.5 times off; several cells that
        can be meant equally well; documents of two editions (skipped).
    """
    index = index_of(corpus)
    grids = grids_of(corpus, index)
    for document in corpus.documents if grids else ():
        for sentence in index.sentences(document):
            slip = _slip(sentence, grids, index)
            if slip and index.of_two_editions(document, slip.grid.document):
                yield Skip(CODE, (document.name, slip.grid.document.name, slip.grid.name), OTHER_EDITION)
            elif slip and not _again(slip.figure, corpus.documents):
                yield _finding(slip, index)


def _slip(sentence: Sentence, grids: Grids, index: Index) -> Unmet | None:
    """The one figure of a sentence that its table does not give, among others that are right."""
    every = figures(sentence)
    if not every or own_sums(every):
        return None
    told = (grids.named(one.sheet.document.document_id, one.sheet.name) for one in index.about(sentence))
    beside = [one for one in told if one and of_grid(sentence, every, one)]
    results = [(one, _judged(one, every, beside)) for one in every] if beside else []
    left = [found for one, found in results if found is not True and (found or one.kind != "count")]
    return left[0] if len(left) == 1 and isinstance(left[0], Unmet) else None


def _judged(figure: Figure, every: Sequence[Figure], beside: Sequence[Grid]) -> Unmet | bool:
    found = [judged(figure, every, one) for one in beside]
    if True in found:
        return True
    able = (one for one in found if isinstance(one, Unmet) and _tied(one))
    return max(able, key=lambda one: one.points, default=False)


def _tied(one: Unmet) -> bool:
    """Whether words tie a figure to a table of another document more than they must to one beside it."""
    return one.grid.document is one.figure.sentence.passage.document or one.points >= ELSEWHERE


def _again(figure: Figure, documents: Sequence[Document]) -> bool:
    """Whether a figure is printed at another place, too: it has another source than the table."""
    passage = figure.sentence.passage
    start, end = passage.start + figure.start, passage.start + figure.end
    digits = _DIGITS.search(figure.text)
    if not digits:
        return False
    same = re.compile(rf"(?<![\d.,]){re.escape(digits.group())}(?!\d|[.,]\d)")
    places = ((one, match.start()) for one in documents for match in same.finditer(one.text))
    return any(one is not passage.document or not start <= at < end for one, at in places)


def _finding(one: Unmet, index: Index) -> Finding:
    figure, document = one.figure, one.figure.sentence.passage.document
    start = figure.sentence.passage.start
    said = index.places.printed(document, start + figure.start, start + figure.end)
    cells = [index.places.printed(one.grid.document, each.start, each.end) for each in one.sum.entries]
    printed, given = listed(each.quote for each in cells), _given(one)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{said.document} says {said.quote}; {printed} of {one.grid.name} in {one.grid.document.name} "
        f"{one.sum.told} {given}",
        arithmetic=f"{printed} {one.sum.told} {given}, in base units {one.sum.value}; "
        f"{said.quote} is {one.off:.2f} times off.",
        comparison=(said.document, one.grid.document.name, one.grid.name, one.sum.op, *(each.quote for each in cells)),
        evidence=(said, *cells),
        likely_wrong_why="the figure of the sentence, or a cell; which of them it cannot be told",
    )


def _given(one: Unmet) -> str:
    """What the sum comes to, in the unit that the sentence prints."""
    figure, value = one.figure, one.sum.value
    if one.sum.op in _SHARES:
        return f"{come_to(value.scaled(HUNDRED))} %"
    if figure.amount is None:
        return f"{come_to(value)}x" if one.sum.entries[0].amount.kind not in (FACTOR, "percent") else come_to(value)
    if one.sum.op == "per":
        left, right = (each.value.scaled(1 / each.amount.unit) for each in one.sum.entries)
        return f"{come_to(left / right)}, as printed"
    unit = _AFTER.sub("", figure.text, count=1) if _AFTER.match(figure.text) else ""
    return f"{come_to(value.scaled(1 / figure.amount.unit))} {unit}".strip()
