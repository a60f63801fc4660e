"""One table, printed in two documents, of which one cell differs."""

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from checks.lib.columns.twins import Same, pairs
from checks.lib.columns.views import View, near, views_of
from checks.lib.findings import severity
from checks.lib.findings.slips import slip
from checks.lib.findings.words import apart, listed
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.naming import COLUMN
from checks.lib.labels.properties import of_properties
from checks.lib.labels.slots import Sheet, Slot
from checks.lib.language import regions
from checks.lib.language.tokens import coded, names, roots, tokens, versions
from checks.lib.statements.index import by
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Table
from schemas.finding import Finding, Skip
from schemas.months import UNMISTAKABLE

CODE = "same-table"
NEAR = 20  # tables that one is held against
TELLING = 100  # tables that share a label; it tells nothing when more do
MOST = 10  # tables that are shown beside the one that differs
PRODUCTS = 2  # columns; a data sheet of so many is of the one product that its title names
_WHEN = re.compile(
    rf"\b(?:(?:19|20)\d\d|Q[1-4]|H[12]|{'|'.join(UNMISTAKABLE)})\b",
    re.IGNORECASE,
)
_MAY = re.compile(r"\bMay\b(?= \d)|(?<=\d )May\b")
_PLACE = re.compile(r"\b(?:in|for|on|at|from)\s+(?:the\s+)?([A-Z][\w-]*(?:\s[A-Z][\w-]*)*)")


@check(CODE, version=1, severity="high", since="0.1.0")
def same_table(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A table that two documents print has the same cells in both.

    Why:
        Prices, limits and scores stand on a product page and in the documentation. One of them is updated, or typed
        again with a slip. All the rest of the two tables agrees, so the reader takes the cell for granted.

    Flags:
        A cell whose row and column two documents print alike, where the other shared rows of its column and the other
        shared cells of its row agree ("Output: $0.79" of "Llama 3.3 70B" against "Price per 1M output: $0.99" of
        "llama-3.3-70b"). High where it is one digit or one unit that differs, else medium; low below 5 %.

    Passes:
        Rounded and cut-off values, other units of the same size; rows and columns in another order, or exchanged.

    Does not judge:
        Tables that share less than three values, or of which more than a quarter of the shared cells differ; rows
        whose labels differ; tables of other versions or of two products; documents or tables of different dates
        (skipped); two tables of one document.
    """
    index = index_of(corpus)
    views = views_of(corpus, index)
    tables = {(one.document_id, table.name): table for one in corpus.documents for table in one.tables}
    sheets = {name for name, table in tables.items() if _of_one_product(table, corpus)}
    differing: list[Differing] = []
    copies = by(views, _copy)
    for left, right in near([some[0] for some in copies.values()], NEAR, TELLING):
        both = left.told.sheet, right.told.sheet
        if _of_two_things(*both, any((one.document.document_id, one.name) in sheets for one in both), index):
            continue
        found = pairs(left, right)
        odd = [one for one in found if not one.agree and _beside(one, found) and not _other_key(one)]
        if odd and (_apart(*both) or index.of_two_editions(both[0].document, both[1].document)):
            yield Skip(CODE, _key(odd[0]), "not comparable, because the tables are of different dates")
            continue
        agreed = sum(one.agree for one in found)
        more = len(copies[_copy(left)]) - len(copies[_copy(right)])
        differing += (Differing(one, agreed, len(found), more) for one in odd)
    yield from (_finding(some, index) for some in _causes(differing))


@dataclass(frozen=True, slots=True)
class Differing:
    """A cell that differs, and how many of the cells agree that its two tables share.

    `more` is how many more documents print the left table, letter for letter, than the right one.
    """

    same: Same
    agreed: int
    shared: int
    more: int


def _copy(view: View) -> Hashable:
    return view.print, view.told.sheet.about


def _causes(every: Iterable[Differing]) -> list[list[Differing]]:
    """The pairs by the cell that they have in common: one wrong cell differs from each of its twins."""
    groups: dict[tuple[str, int], list[Differing]] = defaultdict(list)
    found = list(every)
    often = Counter(_cell(slot) for one in found for slot in (one.same.left, one.same.right))
    for one in found:
        groups[max(map(_cell, (one.same.left, one.same.right)), key=lambda cell: (often[cell], cell))].append(one)
    return list(groups.values())


def _cell(slot: Slot) -> tuple[str, int]:
    return slot.sheet.document.document_id, slot.start


def _of_one_product(table: Table, corpus: Corpus) -> bool:
    """Whether only its title can say what it is of: "Property | Value"."""
    return len(table.columns) <= PRODUCTS and of_properties(table, corpus.vocabulary)


def _of_two_things(one: Sheet, other: Sheet, sheets: bool, index: Index) -> bool:
    """Whether titles name other versions or codes, or, over data sheets of one product, something unknown there."""
    for mine, theirs in ((one, other), (other, one)):
        known = index.words[theirs.document.document_id]
        if sheets and names(mine.head, title=True) - known:
            return True
        for name, numbers in versions(mine.head).items():
            if numbers.isdisjoint(versions(theirs.head).get(name, numbers)):
                return True
    left, right = (coded(each.head) | _places(each) for each in (one, other))
    return bool(left - right and right - left)


def _places(sheet: Sheet) -> frozenset[str]:
    """What a table is said to hold for: "Prices in Frankfurt", "for Business customers", "eu-central-1"."""
    found = (*_PLACE.findall(sheet.head), *regions.CODED.findall(sheet.about))
    return frozenset(each.root for text in found for each in tokens(text))


def _apart(one: Sheet, other: Sheet) -> bool:
    """Whether the tables say of themselves that they are of other times."""
    pairs_of = zip(_when(one.about), _when(other.about), strict=True)
    return any(mine and theirs and not mine & theirs for mine, theirs in pairs_of)


def _when(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The years, and the months and quarters, that a text says."""
    found = frozenset(map(str.lower, (*_WHEN.findall(text), *_MAY.findall(text))))
    years = frozenset(one for one in found if one.isdigit())
    return years, found - years


def _other_key(one: Same) -> bool:
    """Whether a column that both tables have says another thing of the row: the T4 under GPT-3 and under Llama."""
    mine, theirs = (
        {kind: roots(tokens(text)) for kind, text in slot.labels if kind != COLUMN} for slot in (one.left, one.right)
    )
    return any(words.isdisjoint(theirs[kind]) for kind, words in mine.items() if words and theirs.get(kind))


def _beside(one: Same, found: Sequence[Same]) -> bool:
    """Whether the other cells of its row, or where it has none those of its column, agree for the most part."""
    row = [other.agree for other in found if other.at[0] == one.at[0] and other is not one]
    column = [other.agree for other in found if other.at[1] == one.at[1] and other is not one]
    return sum(row) * 2 >= len(row) if row else sum(column) > 2


def _key(one: Same) -> tuple[str, ...]:
    return one.left.sheet.document.name, one.right.sheet.document.name, one.row, one.column


def _finding(some: Sequence[Differing], index: Index) -> Finding:
    first = some[0].same
    slots = {_cell(slot): slot for each in some for slot in (each.same.left, each.same.right)}
    often = Counter(_cell(slot) for each in some for slot in (each.same.left, each.same.right))
    ordered = sorted(slots.values(), key=lambda slot: -often[_cell(slot)]) if len(some) > 1 else list(slots.values())
    if len(some) == 1 and some[0].more > 0:
        ordered.reverse()  # the one that fewer print comes first
    cells = [index.places.printed(slot.sheet.document, slot.start, slot.end) for slot in ordered]
    alone = len(some) > 1 or some[0].more != 0
    left, right = cells[:2]
    allowed = [slot.amount.readings.rounded for slot in ordered[:2]]
    gap = allowed[0].distance(allowed[1])
    why = slip(left.quote, right.quote)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_slip(gap, why),
        message=f"{first.row}, {first.column}: {left.quote} in {left.document} against {right.quote} in "
        f"{listed((one.document for one in cells[1:]), most=MOST)}; {some[0].agreed} of {some[0].shared} cells that "
        "the tables share agree" + (f"; {why}" if why else ""),
        arithmetic=f"In base units {left.quote} allows {allowed[0]}, {right.quote} allows {allowed[1]}: {apart(gap)}.",
        comparison=_key(first),
        evidence=(*cells[: MOST + 1],),
        likely_wrong=left.statement_id if alone else "",
        likely_wrong_why="the other tables agree" if alone else "as many tables print one as the other",
    )
