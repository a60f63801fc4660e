"""Two values of one thing that two documents print the other way round."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from checks.lib.columns.held_for import elsewhere, revised
from checks.lib.columns.slices import SHORT, Property, Slice, matched, slices
from checks.lib.columns.views import View, views_of
from checks.lib.findings import severity
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.linking.one_thing import one_thing
from checks.lib.quantities.amounts import alike
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import judge

CODE = "swapped-values"
TWO = 2  # properties: those that are swapped
DIGITS = 2  # that tell one value from others: 30 and 70 are anybody's
NEAR = 12  # tables that one is held against
TELLING = 100  # tables with a property of one name; it tells nothing when more have it
# Whose table it is decides what these mean: a rival's page prints "ours" and "theirs" the other way round.
_VIEW = re.compile(
    r"\b(?:ours?|us|we|theirs?|them|others?|rivals?|competit\w+|this|that|local|remote|here|there|before|after|sent|"
    r"received|tx|rx|in|out|ingress|egress|inbound|outbound|home|away|wins?|loss(?:es)?|lost|won|left|right|source|"
    r"target|destination)\b",
    re.IGNORECASE,
)
_WITHOUT = re.compile(r"\b(?:without|off|disabled|no)\b", re.IGNORECASE)
Printed = Mapping[int, frozenset[object]]  # by the id of a slice: read once, not for each two tables
SET = ("share", "percent", "factor")  # what a run is set to as often as what it came to


@check(CODE, version=1, severity="high", since="0.1.0")
def swapped_values(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Two values of one thing stand under the same labels in both documents that print them.

    Why:
        Reads and writes, encoding and decoding, two regions: a column or a line is taken for its neighbour when a table
        is typed again. Each number is right, so whoever looks for it in the other document finds it.

    Flags:
        Two values of one row or column, of one kind, that another document prints of the same thing under each other's
        labels, whatever order the rows and columns are in.

    Passes:
        Columns or rows in another order with their labels; values that agree where they stand.

    Does not judge:
        Shares and factors; values of one digit; labels that turn with whose table it is ("ours"); tables of other
        conditions, settings or versions; documents of different dates or revisions (skipped); sentences.
    """
    index = index_of(corpus)
    every = [_slices(view) for view in views_of(corpus, index)]
    printed = {id(one): _values(one) for some in every for one in some}
    seen: set[tuple[str, int]] = set()
    for left, right in _near(every):
        for found in _swapped(left, right, printed, index):
            documents = [one.slot.sheet.document for one in found.one]
            if index.of_two_editions(*documents) or revised(*documents):
                yield Skip(CODE, _key(found), OTHER_EDITION)
                continue
            cells = {(one.slot.sheet.document.document_id, one.slot.start) for one in found.cells}
            if not seen & cells:  # rows and columns can both be read as one thing
                yield _finding(found, index)
            seen |= cells


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two properties of one thing, each with the value in the other document that has its label."""

    thing: str
    one: tuple[Property, Property]
    other: tuple[Property, Property]

    @property
    def cells(self) -> tuple[Property, ...]:
        """The four cells."""
        return (*self.one, *self.other)


def _slices(view: View) -> list[Slice]:
    """The rows and columns of a table, and each column as all that the table is of."""
    found = list(slices(view, TWO))
    # "Ops/s" and "Operations per second" are one column; its unit says so, not its name.
    return [*found, *(replace(one, names=frozenset()) for one in found if one.names)]


def _near(every: Sequence[list[Slice]]) -> Iterator[tuple[list[Slice], list[Slice]]]:
    """Tables of two documents with words of two properties in common, each with those that share the most."""
    words = [
        frozenset(word[:SHORT] for one in some for each in one.properties for word in each.words) for some in every
    ]
    by_word: dict[str, list[int]] = defaultdict(list)
    for number, said in enumerate(words):
        for word in sorted(said):
            by_word[word].append(number)
    documents = [some[0].view.told.sheet.document.document_id if some else "" for some in every]
    for number, said in enumerate(words):
        shared = Counter(other for word in sorted(said) for other in by_word[word][:TELLING] if other > number)
        others = [one for one in shared.items() if documents[one[0]] != documents[number] and one[1] >= TWO]
        for other, _ in sorted(others, key=lambda one: (-one[1], one[0]))[:NEAR]:
            yield every[number], every[other]


def _swapped(left: Sequence[Slice], right: Sequence[Slice], printed: Printed, index: Index) -> Iterator[Swapped]:
    held = None
    for one, other in _crosswise(left, right, printed):
        if bool(one.names) != bool(other.names) or not one_thing(one, other, index):
            continue
        for first, second in combinations(matched(one.properties, other.properties), 2):
            if _cross(first, second):
                held = elsewhere(one.view, other.view) or _negated(one, other) if held is None else held
                if not held:
                    yield Swapped(one.thing or other.thing, first, second)


def _negated(one: Slice, other: Slice) -> bool:
    """Whether one table is of a run without something: "measured without compression"."""
    return len({bool(_WITHOUT.search(each.view.told.sheet.about)) for each in (one, other)}) > 1


def _crosswise(left: Sequence[Slice], right: Sequence[Slice], printed: Printed) -> Iterator[tuple[Slice, Slice]]:
    """The slices that print two values in common: of thousands of rows, a few."""
    by_value: dict[object, list[Slice]] = defaultdict(list)
    for other in right:
        for each in printed[id(other)]:
            by_value[each].append(other)
    for one in left:
        shared = Counter(id(other) for each in printed[id(one)] for other in by_value.get(each, ()))
        yield from ((one, other) for other in right if shared[id(other)] >= TWO)


def _values(one: Slice) -> frozenset[object]:
    """What a slice prints, as digits: 412K is 412,000."""
    return frozenset(_digits(each) for each in one.properties)


def _digits(one: Property) -> tuple[int, ...]:
    allowed = one.slot.amount.readings.rounded
    return (allowed.lower + allowed.upper).normalize().as_tuple().digits if allowed.bounded else ()


def _cross(first: tuple[Property, Property], second: tuple[Property, Property]) -> bool:
    """Whether each of two labels has the other one's value in the other document, and neither its own."""
    (a, b), (c, d) = first, second
    if (
        any(_VIEW.search(one.label) for one in (a, b, c, d))
        or not alike(a.slot.amount, c.slot.amount)
        or a.slot.amount.kind in SET
    ):
        return False
    if any(len(_digits(one)) < DIGITS or one.slot.amount.qualifier not in ("exact", "about") for one in (a, b, c, d)):
        return False
    return _agree(a, d) and _agree(c, b) and not _agree(a, b) and not _agree(c, d)


def _agree(one: Property, other: Property) -> bool:
    return judge(one.slot.amount.readings, other.slot.amount.readings) != "inconsistent"


def _key(found: Swapped) -> tuple[str, ...]:
    documents = (one.slot.sheet.document.name for one in found.one)
    return *documents, found.thing, *sorted((found.one[0].label, found.other[0].label))


def _finding(found: Swapped, index: Index) -> Finding:
    cells = [
        index.places.printed(each.slot.sheet.document, each.slot.start, each.slot.end)
        for each in (found.one[0], found.other[0], found.one[1], found.other[1])
    ]
    (a, b), (c, _) = found.one, found.other
    gap = a.slot.amount.readings.rounded.distance(b.slot.amount.readings.rounded)
    labels = f"{a.label} and {c.label}"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{found.thing or a.slot.sheet.document.title}, {labels}: {cells[0].quote} and {cells[1].quote} in "
        f"{cells[0].document}, {cells[2].quote} and {cells[3].quote} in {cells[2].document}: the two are swapped",
        arithmetic=f"In base units {a.label} allows {a.slot.amount.readings.rounded} in {cells[0].document} and "
        f"{b.slot.amount.readings.rounded} in {cells[2].document}: {apart(gap)}.",
        comparison=_key(found),
        evidence=tuple(cells),
        likely_wrong_why="as many documents print one as the other",
    )
