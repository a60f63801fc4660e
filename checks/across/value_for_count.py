"""One value that two places give to different numbers of parts: a single card here, all eight there."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.labels.about import Index, index_of
from checks.lib.labels.slots import Sheet
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.machines.scopes import ONE, PART, scope_of, scopes
from checks.lib.quantities.amounts import Amount
from checks.lib.quantities.asserted import Sentence
from checks.lib.telling.cell_scopes import cell_scopes
from checks.lib.telling.grids import Grid, grids
from checks.lib.telling.measured import NUMBER, bare_amounts
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import short

CODE = "value-for-count"
# What adds up over parts: each of eight cards has the latency, the memory and the price of a card.
_ADDS = ("rate", "compute", "bandwidth", NUMBER)
DIGITS = 2  # that a value has, but for zeros behind it: "400" is printed of too many things
# "Throughput is the total of all eight cards": said of whatever the page prints of it.
_TOTAL = re.compile(
    r"\b(?:throughputs?|results?|figures?|performance|numbers|scores?|rates?|values|bars)\b[^.;:]*?\b(?:totals?|together|combined|"
    r"aggregated?|sums?|summed)\b",
    re.IGNORECASE,
)
_SHARED = re.compile(r"\b(?:per|each|apiece|a)\s[a-z]|/\s?[a-z]{3}", re.IGNORECASE)
NEAR = Decimal("1.02")  # times apart that two prints of one value are at most
BEHIND = 40  # characters behind a value that say of each of what it is
MOST = 40  # places of one value that are held against each other
LARGE = 1000  # units; of such a value one digit is enough


@dataclass(frozen=True, slots=True)
class _Given:
    """A printed value and of how many of each kind of part its place says it is."""

    document: Document
    amount: Amount
    start: int
    end: int
    scope: Mapping[str, int]
    sheet: Sheet | None = None

    @property
    def value(self) -> Decimal:
        """The number as printed, in base units; 0 for none."""
        return _value(self.amount) or Decimal(0)

    def prints(self, other: "_Given") -> bool:
        """Whether both print one number, to the digit or, with a point, as the rougher of the two has it."""
        mine, theirs = self.amount.readings.rounded, other.amount.readings.rounded
        if self.value == other.value:
            return True
        pointed = all("." in one.document.text[one.start : one.end] for one in (self, other))
        return pointed and mine.bounded and theirs.bounded and mine.meets(theirs)

    def counts_alike(self, other: "_Given") -> bool:
        """Whether nothing says that two things are counted; "ops" are operations."""
        mine, theirs = self.amount.of, other.amount.of
        return not (mine and theirs) or any(a.startswith(b) or b.startswith(a) for a in mine for b in theirs)


@check(CODE, version=1, severity="medium", since="0.1.0")
def value_for_count(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A value is of one number of parts: what a single card does is not what all eight of them do.

    Why:
        A results page gives the throughput of a server with eight accelerators; the press release prints it as what one
        accelerator does. Each text is right by itself.

    Flags:
        One value, to the digit, that one place gives to a single card (each, per, one) and another to eight, or one to
        four systems and another to eight.

    Passes:
        Places that count parts of other kinds (one server, its eight cards); "eight cards of 2.4 PFLOPS"; a count that
        the other place's table gives the value to as well, of another product.

    Does not judge:
        Latencies, sizes, prices and power, which each part has as all of them do; values of one digit; powers of two
        without a unit; two cells of one table; places that count parts of one kind in two ways; documents of other
        dates (skipped).
    """
    index = index_of(corpus)
    every: dict[str, list[_Given]] = defaultdict(list)
    for document in corpus.documents:
        sentences = index.sentences(document)
        told = list(_told(sentences))
        for one in (*told, *_printed(grids(document, index, corpus.vocabulary)), *_totals(sentences, told)):
            if one.amount.kind in _ADDS and one.value and one.scope:
                every[one.amount.kind].append(one)
    for some in every.values():
        yield from _held(sorted(some, key=lambda one: (one.value, one.document.document_id, one.start)), index)


def _told(sentences: Sequence[Sentence]) -> Iterator[_Given]:
    for sentence in sentences:
        passage, words = sentence.passage, sentence.passage.words
        known = [one.amount for one in sentence.amounts]
        every = [one for one in (*known, *bare_amounts(words, known)) if not _is_count(words, one)]
        for one in every:
            if _plain(words[one.start : one.end], one):
                beside = [(x.start, x.end) for x in every if x is not one and x.kind == one.kind != NUMBER]
                scope = scope_of(words, one.start, one.end, beside)
                yield _Given(passage.document, one, passage.start + one.start, passage.start + one.end, scope)


def _totals(sentences: Sequence[Sentence], told: Sequence[_Given]) -> Iterator[_Given]:
    """What a page prints of one part, given once more to all parts where a note calls its results their total."""
    for note in sentences:
        said = _TOTAL.search(note.passage.words)
        every = {one.kind: one for one in scopes(note.passage.words)[::-1] if one.number > ONE} if said else {}
        for one in told if len(every) == 1 else ():
            ((kind, scope),) = every.items()
            # What each does was reckoned from the total.
            each = _SHARED.search(one.document.text, one.end, one.end + BEHIND)
            if one.scope.get(kind) == ONE and not each and not note.passage.start <= one.start < note.passage.end:
                at = note.passage.start
                yield replace(one, start=at + scope.start, end=at + scope.end, scope={kind: scope.number})


def _is_count(words: str, amount: Amount) -> bool:
    """Whether an amount is itself a count of parts, or stands in the name of one."""
    return any(one.start < amount.end and amount.start < one.end for one in scopes(words))


def _printed(every: Sequence[Grid]) -> Iterator[_Given]:
    for grid in every:
        for cell, scope in cell_scopes(grid):
            slot = cell.slot
            if _plain(grid.document.text[slot.start : slot.end], slot.amount):
                yield _Given(grid.document, slot.amount, slot.start, slot.end, scope, slot.sheet)


def _plain(printed: str, amount: Amount) -> bool:
    """Whether a value is hardly printed twice by chance."""
    digits = re.sub(r"\D", "", re.split(r"[A-Za-z]", printed.strip())[0]).strip("0")
    bare, value = amount.kind == NUMBER, _value(amount) or Decimal(0)
    if bare and value == int(value) and not int(value) & (int(value) - 1):
        return False  # batches and lengths are powers of two
    return len(digits) >= DIGITS + bare or (not bare and value >= LARGE * amount.unit)


def _value(amount: Amount) -> Decimal | None:
    """The number as printed, in base units."""
    allowed = amount.readings.rounded
    if allowed.bounded:
        return (allowed.lower + allowed.upper) / 2
    return next((one for one in (allowed.upper, allowed.lower) if one.is_finite() and one > 0), None)


def _held(some: Sequence[_Given], index: Index) -> Iterator[Finding | Skip]:
    for one, other, near in _alike(some):
        kind = _apart(one, other)
        if not kind or _known(one, other, kind, near) or _known(other, one, kind, near):
            continue
        fewer, more = sorted((one, other), key=lambda each: each.scope[kind])
        if index.of_two_editions(one.document, other.document):
            yield Skip(CODE, (fewer.document.name, more.document.name, kind), OTHER_EDITION)
        else:
            yield _finding(fewer, more, kind, index)


def _alike(some: Sequence[_Given]) -> Iterator[tuple[_Given, _Given, Sequence[_Given]]]:
    """The pairs of one value, of places sorted by it, with the places around both."""
    for at, one in enumerate(some):
        for other in some[at + 1 : at + MOST]:
            if other.value > one.value * NEAR:
                break
            if one.prints(other):
                yield one, other, some[max(0, at - MOST) : at + MOST]


def _apart(one: _Given, other: _Given) -> str:
    """The kind of part of which two places of one value count two numbers; "" for none."""
    of_one_table = one.sheet is not None and one.sheet is other.sheet
    if of_one_table or not one.counts_alike(other):
        return ""
    shared = sorted(one.scope.keys() & other.scope.keys())
    return next((kind for kind in shared if one.scope[kind] != other.scope[kind]), "")


def _known(one: _Given, other: _Given, kind: str, some: Sequence[_Given]) -> bool:
    """Whether the other's table gives the value to the one's number of parts as well, of another product."""
    return other.sheet is not None and any(
        each.sheet is other.sheet and each.scope.get(kind) == one.scope[kind] and each.prints(one) for each in some
    )


def _finding(fewer: _Given, more: _Given, kind: str, index: Index) -> Finding:
    first, second = (index.places.printed(each.document, each.start, each.end) for each in (fewer, more))
    few, many = fewer.scope[kind], more.scope[kind]
    noun = "chip or card" if kind == PART else kind
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium",
        message=f"{first.document} gives {first.quote} to {few} x {noun}, {second.document} gives it to {many}",
        arithmetic=f"{first.quote} over {few} is {short(Decimal(many) / few)} times as much as over {many}.",
        comparison=(fewer.document.name, more.document.name, kind),
        evidence=(first, second),
        likely_wrong_why="one may be the total of all, or one of the counts is of another run",
    )
