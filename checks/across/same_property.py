"""The properties of one product, in a row or column of one document and in a list of another, of which one differs."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from checks.lib import severity
from checks.lib.about import Index, index_of
from checks.lib.amounts import alike
from checks.lib.settings import opposed
from checks.lib.slices import LEAST, Property, Slice, left_over, matched, slices, things
from checks.lib.slips import slip
from checks.lib.tokens import coded, names, roots, tokens, versions
from checks.lib.twins import pairs
from checks.lib.views import View
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Severity, Skip
from schemas.interval import judge

CODE = "same-property"
NEAR = 12  # tables that one is held against
TELLING = 100  # tables with a property of one name; it tells nothing when more have it
AGREE = 2  # different values that must agree before the rest is expected to
ODD = 3  # so many must agree for each that differs, where several do
NOTE = 400  # characters behind a table in which a note may say what it holds for
_LEVELS: tuple[Severity, ...] = ("high", "medium", "low", "info")
# A value with one of these, of which the other says nothing, is another value.
_BOUND = re.compile(
    r"\b(?:typ(?:ical(?:ly)?)?|max(?:imum)?|min(?:imum)?|peak|up to|average|avg|mean|median|idle|sustained|burst|turbo|"
    r"boost|nominal|rated|per|each|total|system|combined|aggregate|both|with(?:out)?|at|when|from|p\d\d)\b|[@<>≤≥~]|\d",
    re.IGNORECASE,
)
_CONDITIONS = tuple(
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for words in (
        r"fresh|out[- ]of[- ](?:the[- ])?box|fob|empty|steady|sustained|preconditioned|full drive",
        r"typical(?:ly)?|maximum|max|minimum|worst|nominal|peak",
        r"per (?:card|chip|device|gpu|socket|drive|module|board|node)|per (?:system|server|chassis|rack|cluster)",
        r"preliminary|estimated|projected|simulated|measured",
    )
)
_AT = re.compile(
    r"\b(QD|TDP|batch|fw|firmware|driver|bios)[\s=:-]*v?(\d[\w.]*)|(?P<n>-?\d+)\s?(?P<deg>°\s?[CF])", re.IGNORECASE
)
_REVISION = re.compile(
    r"\b(?:rev(?:ision)?|stepping|version|edition|issue)\b\.?\s*([A-Z]\d?|\d[\w.]*)\b", re.IGNORECASE
)
_MONTH = re.compile(r"\b[A-Z][a-z]{2,8}\.? (?:19|20)\d\d\b|\b(?:19|20)\d\d-\d\d\b")


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
    views = [
        View.of(told, table, corpus.vocabulary)
        for document in corpus.documents
        for table in document.tables
        for told in index.of(document)
        if told.sheet.table and told.sheet.name == table.name
    ]
    found: list[Differing] = []
    for left, right in _near([list(slices(view)) for view in views]):
        odd = list(_odd(left, right, index))
        documents = [some[0].view.told.sheet.document for some in (left, right)]
        if odd and (index.of_two_dates(*documents) or _revised(*documents)):
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


def _near(every: Sequence[list[Slice]]) -> Iterator[tuple[list[Slice], list[Slice]]]:
    """Tables of two documents with words of properties in common, each with those that share the most."""
    words = [
        frozenset(word[:LEAST] for each in some for one in each.properties for word in one.words) for some in every
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
    both = [(one, other) for one in left for other in right if _one_thing(one, other, index)]
    held = [(one, other, list(matched(one.properties, other.properties))) for one, other in both]
    held = [(one, other, found) for one, other, found in held if len(found) >= LEAST]
    if not held or _elsewhere(left[0].view, right[0].view):
        return
    judged = {(each.left.start, each.right.start) for each in pairs(left[0].view, right[0].view)}
    for one, other, found in held:
        # A name of which another is more ("4080", "4080 Super"), or the same, does not say which it is.
        if any((_rival(one, a) and other is b) or (_rival(other, b) and one is a) for a, b, _ in held):
            continue
        unlike = [(a, b) for a, b in found if not _agree(a, b)]
        agreed = {a.slot.amount.readings for a, b in found if _agree(a, b)}
        if len(agreed) >= (AGREE if len(unlike) == 1 else ODD * len(unlike)):
            for a, b in unlike:
                if (a.slot.start, b.slot.start) not in judged and _comparable(a, b, index) and _comparable(b, a, index):
                    yield Differing(one, other, a, b, len(found) - len(unlike), len(found))


def _rival(one: Slice, other: Slice) -> bool:
    return one is not other and one.names <= other.names


def _agree(one: Property, other: Property) -> bool:
    mine, theirs = one.slot.amount, other.slot.amount
    return mine.readings == theirs.readings or judge(mine.readings, theirs.readings) != "inconsistent"


def _one_thing(one: Slice, other: Slice, index: Index) -> bool:
    """Whether two slices are of one product or size: each is called what the other, or what is over it, says."""
    if not (one.names <= other.said and other.names <= one.said):
        return False
    return _known(one, other, index) and _known(other, one, index) and bool(_shared_name(one, other))


def _known(one: Slice, other: Slice, index: Index) -> bool:
    """Whether the other document says each name over a slice that its titles alone name; of others, the codes."""
    if not _plain(one):
        return True
    head, theirs = one.view.told.sheet.head, other.view.told.sheet.document
    if not one.names and not _plain(other):
        # A maker before it need not be said again: "Stratus 7564-E" is their "7564-E", "7564-E Pro" is not.
        head = " | ".join(_from(part, _codes(other.thing)) for part in head.split(" | "))
    told = names(head, title=True) if not one.names else coded(head)
    missing = {word for word in told - index.words[theirs.document_id] if things(word)}
    return not missing and not _codes(head) - _codes(theirs.text)


def _from(title: str, codes: frozenset[str]) -> str:
    """A title from the first of some codes on; all of it where it says none."""
    found = [at for code in codes if (at := title.lower().find(code)) >= 0]
    return title[min(found, default=0) :]


def _plain(one: Slice) -> bool:
    """Whether its name is no product's: "", "2 TB", "Base"."""
    return not _codes(one.thing)


def _codes(text: str) -> frozenset[str]:
    """Names with digits, in one piece: "7564-e", "p7", not sizes."""
    return frozenset(one for one in things(text) if re.search(r"[a-z]", one) and re.search(r"\d", one)) - frozenset(
        one for one in things(text) if re.fullmatch(r"[\d.,]+(?:[kmgtp]i?b|k?w|mw|[gm]hz|gb/s|gbps|mm|in)", one)
    )


def _shared_name(one: Slice, other: Slice) -> frozenset[str]:
    """The names that both say of what they are of."""
    mine, theirs = (
        names(f"{each.view.told.sheet.head} | {each.thing}", title=True) | _codes(each.thing) for each in (one, other)
    )
    return frozenset(
        word
        for word in (mine & theirs)
        | (one.names & _codes(other.view.told.sheet.head))
        | (other.names & _codes(one.view.told.sheet.head))
        if things(word)
    )


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


def _elsewhere(one: View, other: View) -> bool:
    """Whether the tables are said to hold for other conditions, versions or firmware."""
    mine, theirs = _notes(one), _notes(other)
    if any(opposed([mine], [theirs])) or any(
        _apart(words.findall(mine), words.findall(theirs)) for words in _CONDITIONS
    ):
        return True
    left, right = (_settings(each.told.sheet.document) for each in (one, other))
    if any(kind in right and not numbers & right[kind] for kind, numbers in left.items()):
        return True
    heads = [versions(each.told.sheet.head) for each in (one, other)]
    return any(name in heads[1] and not numbers & heads[1][name] for name, numbers in heads[0].items())


def _apart(one: Iterable[str], other: Iterable[str]) -> bool:
    mine, theirs = (roots(tokens(" ".join(some))) for some in (one, other))
    return bool(mine and theirs and not mine & theirs)


def _notes(view: View) -> str:
    """What is said over a table and right behind it."""
    document = view.told.sheet.document
    last = max(slot.end for slot in view.slots.values())
    table = next((one for one in document.tables if one.name == view.told.sheet.name), None)
    end = max(last, table.end if table else 0)
    return f"{view.told.sheet.about} | {document.text[end : end + NOTE]}"


def _settings(document: Document) -> dict[str, frozenset[str]]:
    """The numbers of queue depths, temperatures and firmware that a document prints."""
    found: dict[str, set[str]] = defaultdict(set)
    for match in _AT.finditer(document.text):
        kind = "firmware" if (match[1] or "").lower() == "fw" else (match[1] or match["deg"]).lower().replace(" ", "")
        found[kind].add((match[2] or match["n"]).lower().rstrip("."))
    return {kind: frozenset(numbers) for kind, numbers in found.items()}


def _revised(one: Document, other: Document) -> bool:
    """Whether two documents say other revisions of themselves, and no month that both are of."""
    mine, theirs = (frozenset(_REVISION.findall(each.text)) for each in (one, other))
    months = [frozenset(_MONTH.findall(each.text)) for each in (one, other)]
    return bool(mine and theirs and not mine & theirs and not months[0] & months[1])


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
    why, level = slip(left.quote, right.quote), severity.of_gap(gap)
    thing = found.left.thing if found.left.names else found.right.thing
    return Finding(
        check=CODE,
        check_version=1,
        verdict="inconsistent",
        severity="high" if why and gap >= severity.MEDIUM else max("medium", level, key=_LEVELS.index),
        message=f"{thing or slots[0].sheet.document.title}, {found.one.label}: {left.quote} in {left.document} against "
        f"{right.quote} in {right.document}; {found.agreed} of {found.shared} properties that both print of it agree"
        + (f"; {why}" if why else ""),
        arithmetic=f"In base units {left.quote} allows {allowed[0]}, {right.quote} allows {allowed[1]}: they do not "
        f"meet, a gap of {gap * 100:.0f} %.",
        comparison=_key(found),
        evidence=(left, right),
        likely_wrong="",
        likely_wrong_why="as many documents print one as the other",
    )
