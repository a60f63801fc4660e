"""A change from one value to another that a document tells in two places."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.findings import severity
from checks.lib.findings.places import Places
from checks.lib.findings.words import apart
from checks.lib.language.tokens import GENERIC, roots, tokens
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence, sentences
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import judge

CODE = "change-told-twice"
_TO = re.compile(r"\s*(?:→|->|=>|⟶|➝|(?:down |up |cut |reduced )?to(?: (?:just|only|about|under))?)\s*")
_THEN = re.compile(
    r"\b(?:used to|took|was|were|needed|had|kept|before|previous\w*|formerly|earlier|from|old|once|instead of)\b",
    re.IGNORECASE,
)
_SHARE = 0.6  # of the words of the one that the other must say too
_LEAST = 2
_KINDS = frozenset({"time", "size", "power", "energy", "rate", "bandwidth"})


@dataclass(frozen=True, slots=True)
class _Change:
    """The only two amounts of one kind in a block, the old one first."""

    start: int
    text: str
    old: Asserted
    new: Asserted

    @property
    def words(self) -> frozenset[str]:
        """What it says besides its two values."""
        spans = sorted(((one.start - self.start, one.end - self.start) for one in (self.old, self.new)), reverse=True)
        text = self.text
        for start, end in spans:
            text = f"{text[:start]} {text[end:]}"
        return frozenset(one for one in roots(tokens(text)) if one not in GENERIC)

    @property
    def direct(self) -> bool:
        """Whether nothing but an arrow or "to" stands between its values."""
        return bool(_TO.fullmatch(self.text[self.old.end - self.start : self.new.start - self.start]))


@check(CODE, version=1, severity="high", since="0.1.0")
def change_told_twice(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A change that a document tells twice, from the same old value, ends at the same new value.

    Why:
        The tile of a slide says "40 h → 5 h", the customer's words below it 40 hours and 8 hours: the tile was made for
        another draft.

    Flags:
        "From A to B" in one block, and another block that prints A as what it was before, another value than B as what
        it is now, and most of the same words.

    Passes:
        New values that agree within their rounding, in any unit.

    Does not judge:
        Blocks with more than two values of the kind; those with few words in common, or with other numbers (skipped).
    """
    places = Places(corpus)
    for document in corpus.documents:
        changes = list(_changes(document, list(sentences(document, corpus.vocabulary))))
        for one in changes:
            for other in changes:
                if one.direct and other.start != one.start and (not other.direct or other.start > one.start):
                    yield from _check(one, other, document, places)


def _changes(document: Document, every: Sequence[Sentence]) -> Iterator[_Change]:
    for block in document.blocks:
        if block.kind == "code":
            continue
        said = [one for one in every if block.start <= one.passage.start < block.end and one.asserted]
        found = [one for sentence in said for one in sentence.amounts if one.amount.kind in _KINDS]
        for kind in {one.amount.kind for one in found}:
            pair = [one for one in found if one.amount.kind == kind]
            if len(pair) == 2 and alike(pair[0].amount, pair[1].amount):
                yield _Change(block.start, document.text[block.start : block.end], *pair)


def _check(one: _Change, other: _Change, document: Document, places: Places) -> Iterator[Finding | Skip]:
    if not alike(one.old.amount, other.old.amount) or one.old.amount.readings.rounded.distance(
        other.old.amount.readings.rounded
    ):
        return
    if not other.direct and not _THEN.search(other.text):
        return
    if judge(one.new.amount.readings, other.new.amount.readings) != "inconsistent":
        return
    shared = one.words & other.words
    numbers = {word for word in one.words if word[0].isdigit()} - shared
    if len(shared) < _LEAST or len(shared) < _SHARE * min(len(one.words), len(other.words)) or numbers:
        yield Skip(CODE, (document.name, *sorted(shared)), "not applicable, because they share too few words")
        return
    yield _finding(one, other, shared, document, places)


def _finding(one: _Change, other: _Change, shared: frozenset[str], document: Document, places: Places) -> Finding:
    cells = [places.printed(document, value.start, value.end) for value in (one.old, one.new, other.old, other.new)]
    left, right = (change.new.amount.readings.rounded for change in (one, other))
    gap = left.distance(right)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"from {cells[0].quote} to {cells[1].quote} in one place, from {cells[2].quote} to {cells[3].quote} "
        "in another",
        arithmetic=f"In base units {cells[1].quote} allows {left}, {cells[3].quote} {right}: {apart(gap)}.",
        comparison=(document.name, one.old.amount.kind, *sorted(shared)),
        evidence=tuple(cells),
        likely_wrong_why="one of the two new values, it cannot be told which",
    )
