"""The properties of one product, in a row or column of one document and in a list of another, of which one differs."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.columns.held_for import elsewhere, revised
from checks.lib.columns.slices import LEAST, SHORT, Property, Slice, left_over, matched, slices
from checks.lib.columns.twins import pairs
from checks.lib.columns.views import views_of
from checks.lib.findings import severity
from checks.lib.findings.slips import slip
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.settings import opposed
from checks.lib.linking.one_thing import one_thing
from checks.lib.quantities.amounts import alike
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import judge

CODE = "same-property"
NEAR = 12  # tables that one is held against
TELLING = 100  # tables with a property of one name; it tells nothing when more have it
AGREE = 2  # different values that must agree before the rest is expected to
ODD = 3  # so many must agree for each that differs, where several do
# A value with one of these, of which the other says nothing, is another value.
_BOUND = re.compile(
    r"\b(?:typ(?:ical(?:ly)?)?|max(?:imum)?|min(?:imum)?|peak|up to|average|avg|mean|median|idle|sustained|burst|turbo|"
    r"boost|nominal|rated|per|each|total|system|combined|aggregate|both|with(?:out)?|at|when|from|p\d\d)\b|[@<>≤≥~]|\d",
    re.IGNORECASE,
)


@check(CODE, version=1, severity="high", since="0.1.0")
def same_property(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A product has the same properties in its data sheet and in the row or column of a table that is of it.

    Why:
        A product page has one row a model or a size, the data sheet a list of one, or the sizes across. The two are
        typed by different people; a reader looks one property up in one of them and finds the rest to agree.

    Flags:
        A value of one product or size in two documents that cannot both be true, where two other properties of it at
        least agree, and three for each that differs where several do. Properties are one by their words, shortened or
        not ("Rand write (IOPS)", "Random write 4K QD256" where the other document says 4K and QD256); units are
        converted. High where it is one digit or one unit that differs, else medium; low below 5 %.

    Passes:
        Rounded and cut-off values; typical against maximum; one of a card against one of a system; values with
        a condition of which the other says nothing.

    Does not judge:
        Tables that same-table holds against each other; a product that only one of the documents names, or with another
        suffix; documents of different dates or revisions (skipped), firmware, temperatures or queue depths.
    """
    index = index_of(corpus)
    views = views_of(corpus, index)
    found: list[Differing] = []
    every = [list(slices(view)) for view in views]
    printed = _printed(one for some in every for one in some)
    for left, right in _near(every):
        odd = [one for one in _odd(left, right, index) if _settled(one, printed)]
        documents = [some[0].view.told.sheet.document for some in (left, right)]
        if odd and (index.of_two_editions(*documents) or revised(*documents)):
            yield Skip(CODE, _key(odd[0]), "not comparable, because the documents are of different dates or revisions")
            continue
        found += odd
    yield from (_finding(one, index) for one in _each_once(found))


@dataclass(frozen=True, slots=True)
class Differing:
    """A property that differs between two slices, and how many of the properties that they share agree."""

    left: Slice
    right: Slice
    one: Property
    other: Property
    agreed: int
    shared: int


Printed = dict[tuple[str, frozenset[str], frozenset[str]], list[Property]]


def _printed(every: Iterable[Slice]) -> Printed:
    """The values of each property of each thing of a document, in whichever of its tables."""
    found: Printed = defaultdict(list)
    for one in every:
        for each in one.properties:
            found[each.slot.sheet.document.document_id, one.names or one.said, each.words].append(each)
    return found


def _settled(one: Differing, printed: Printed) -> bool:
    """Whether each document prints one value of it: of a product's five benchmarks each table has another."""
    sides = (one.left, one.one), (one.right, one.other)
    return all(
        _agree(each, other)
        for some, each in sides
        for other in printed[each.slot.sheet.document.document_id, some.names or some.said, each.words]
        if other.slot.amount.kind == each.slot.amount.kind
    )


def _near(every: Sequence[list[Slice]]) -> Iterator[tuple[list[Slice], list[Slice]]]:
    """Tables of two documents with words of properties in common, each with those that share the most."""
    words = [
        frozenset(word[:SHORT] for each in some for one in each.properties for word in one.words) for some in every
    ]
    by_word: dict[str, list[int]] = defaultdict(list)
    for number, said in enumerate(words):
        for word in said:
            by_word[word].append(number)
    documents = [some[0].view.told.sheet.document.document_id if some else "" for some in every]
    seen: set[tuple[int, int]] = set()
    for number, said in enumerate(words):
        shared = Counter(other for word in said for other in by_word[word][:TELLING])
        others = [one for one in shared.items() if documents[one[0]] != documents[number]]
        for other, _ in sorted(others, key=lambda one: (-one[1], one[0]))[:NEAR]:
            pair = min(number, other), max(number, other)
            if pair not in seen:
                seen.add(pair)
                yield every[pair[0]], every[pair[1]]


def _odd(left: Sequence[Slice], right: Sequence[Slice], index: Index) -> Iterator[Differing]:
    """The properties that differ between two tables, where the rest of what they share agrees."""
    both = [(one, other) for one, other in _called_alike(left, right) if one_thing(one, other, index)]
    held = [(one, other, list(matched(one.properties, other.properties))) for one, other in both]
    held = [(one, other, found) for one, other, found in held if len(found) >= LEAST]
    if not held or elsewhere(left[0].view, right[0].view):
        return
    judged = {(each.left.start, each.right.start) for each in pairs(left[0].view, right[0].view)}
    for one, other, found in held:
        # A name of which another is more ("4080", "4080 Super"), or the same, does not say which it is.
        if any((_rival(one, a) and other is b) or (_rival(other, b) and one is a) for a, b, _ in held):
            continue
        unlike = [(a, b) for a, b in found if not _agree(a, b)]
        agreed = {a.slot.amount.readings for a, b in found if _agree(a, b) and _telling(a)}
        if len(agreed) >= (AGREE if len(unlike) == 1 else ODD * len(unlike)):
            for a, b in unlike:
                if (a.slot.start, b.slot.start) not in judged and _comparable(a, b, index) and _comparable(b, a, index):
                    yield Differing(one, other, a, b, len(found) - len(unlike), len(found))


def _called_alike(left: Sequence[Slice], right: Sequence[Slice]) -> Iterator[tuple[Slice, Slice]]:
    """The slices of which the first word of the right one stands over the left one: of thousands of rows, a few."""
    by_word: dict[str, list[Slice]] = defaultdict(list)
    for other in right:
        by_word[min(other.names, default="")].append(other)
    for one in left:
        yield from ((one, other) for word in sorted(one.said | {""}) for other in by_word.get(word, ()))


def _telling(one: Property) -> bool:
    """Whether an equal value shows anything: the reference of each table of factors is 1."""
    return Decimal(1) not in one.slot.amount.readings.rounded


def _rival(one: Slice, other: Slice) -> bool:
    return one is not other and one.names <= other.names


def _agree(one: Property, other: Property) -> bool:
    mine, theirs = one.slot.amount, other.slot.amount
    return mine.readings == theirs.readings or judge(mine.readings, theirs.readings) != "inconsistent"


def _comparable(one: Property, other: Property, index: Index) -> bool:
    """Whether a label and its cell say nothing of which the other says nothing, but for settings its document says."""
    mine, theirs = one.slot.amount, other.slot.amount
    if mine.qualifier not in ("exact", "about") or not alike(mine, theirs) or any(opposed([one.label], [other.label])):
        return False
    known = index.words[other.slot.sheet.document.document_id]
    more, _ = left_over(one.words, other.words)
    if any(word not in known or not (len(word) <= 2 or any(map(str.isdigit, word))) for word in more):
        return False
    said = f"{other.label} {other.beside}".lower()
    return all(match.group().lower() in said for match in _BOUND.finditer(f"{one.beside} {_held(one.label)}"))


def _held(label: str) -> str:
    """The words of a label without its numbers, which are compared as words."""
    return re.sub(r"\d\S*", " ", label)


def _each_once(every: Iterable[Differing]) -> Iterator[Differing]:
    """Each cell in its first finding: two tables can be held against each other in two ways."""
    seen: set[tuple[str, int]] = set()
    for one in sorted(every, key=lambda each: -each.agreed):
        places = [(each.slot.sheet.document.document_id, each.slot.start) for each in (one.one, one.other)]
        if not seen.intersection(places):
            yield one
        seen.update(places)


def _key(one: Differing) -> tuple[str, ...]:
    documents = (each.slot.sheet.document.name for each in (one.one, one.other))
    return *documents, one.left.thing or one.right.thing, one.one.label


def _finding(found: Differing, index: Index) -> Finding:
    slots = found.one.slot, found.other.slot
    left, right = (index.places.printed(each.sheet.document, each.start, each.end) for each in slots)
    allowed = [each.amount.readings.rounded for each in slots]
    gap = allowed[0].distance(allowed[1])
    why = slip(left.quote, right.quote)
    thing = next((each.thing for each in (found.left, found.right) if each.names), "")
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_slip(gap, why),
        message=f"{thing or slots[0].sheet.document.title}, {found.one.label}: {left.quote} in {left.document} against "
        f"{right.quote} in {right.document}; {found.agreed} of {found.shared} properties that both print of it agree"
        + (f"; {why}" if why else ""),
        arithmetic=f"In base units {left.quote} allows {allowed[0]}, {right.quote} allows {allowed[1]}: {apart(gap)}.",
        comparison=_key(found),
        evidence=(left, right),
        likely_wrong_why="as many documents print one as the other",
    )
