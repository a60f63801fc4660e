"""Which labelled measurement a sentence tells: what tells a cell from its neighbours is said by the sentence.

No wording is asked for; a token of one class that stands in both with another value tells them apart.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from checks.lib.labels.about import Index
from checks.lib.labels.known import of_others
from checks.lib.labels.sections import of_section, settled
from checks.lib.labels.slots import COLUMN
from checks.lib.language.otherwise import otherwise, section
from checks.lib.language.tokens import every_root, names, one_release, tokens
from checks.lib.language.told_beside import is_set
from checks.lib.language.two_products import led_apart, of_sisters
from checks.lib.linking.clashes import modifiers_clash, places_clash
from checks.lib.linking.rivals import ENOUGH, Rivals, evidence
from checks.lib.linking.same_value import FEW, agrees, is_whole, multiple, of_kind, settings_apart, too_far
from checks.lib.linking.scenes import two_cases
from checks.lib.quantities.amounts import alike, amounts
from checks.lib.quantities.percentiles import unranked
from checks.lib.telling.grids import Cell, Grid, Labels, is_counted
from checks.lib.telling.holds import around_said, is_code
from checks.lib.telling.measured import NUMBER, SHARE, Said, content, metric_words
from checks.lib.telling.told import VERBS
from checks.lib.telling.whose import releases
from schemas.names import Vocabulary

_WITHOUT = re.compile(r"\bwithout\s(?:an?\s|the\s|any\s)?[\w-]+", re.IGNORECASE)
# A name with another one in brackets, which is no unit: those begin small or have a slash.
_TWO_NAMES = re.compile(r"([^()]*[A-Za-z][^()]*)\s\(([A-Z][\w -]*)\)")
HALF = 0.5  # share of what tells a row from the others that a sentence must say
THIRD = 0.3  # and of a column
WHOLE = 100  # per cent
UNLABELLED = 2.0  # what must speak for a cell of whose label a sentence says nothing
FEW_COLUMNS = 4  # of which a sentence says none
FEW_LINES = 12  # of a list that is of one thing
SHARED = 3  # words that a sentence and a cell share, labels, headings and titles taken together


@dataclass(frozen=True, slots=True)
class Met:
    """A cell that a sentence can only mean, with the words that they share and why it may be of another case."""

    cell: Cell
    shared: frozenset[str]
    case: str = ""
    loose: bool = False  # linked by nothing but that no other value can be meant


def cell_of(one: Said, grid: Grid, index: Index, vocabulary: Vocabulary, rivals: Rivals) -> Met | None:
    """The cell of a grid that a sentence's measurement can only be, None where several or none can be."""
    here = [each for each in _of_kind(one, grid, index) if not _itself(one, each) and not _is_setting(one, each)]
    found = _named(one, here, grid) or _alone(one, here, grid, rivals) if here else None
    if found is None or not _settled(one, found, grid, rivals) or _apart(one, found.cell, grid, index, vocabulary):
        return None
    synonym = found.cell.slot.amount.kind == "rate" and not alike(one.amount, found.cell.slot.amount)
    case = _case(one, found.cell, grid)
    return replace(found, case=case, loose=found.loose or synonym)


def _named(one: Said, here: Sequence[Cell], grid: Grid) -> Met | None:
    """The cell whose row and column a sentence says."""
    rows = _best({each.row for each in here}, grid.rows, one, HALF)
    here = [each for each in here if each.row in rows]
    labels = {each.column for each in here}
    columns = _best(labels, Labels.of(labels), one, THIRD) if labels else set()
    found = [each for each in here if each.column in columns]
    found = found or _none_of(one, here, labels)
    if len({each.slot.start for each in found}) != 1:
        return None
    shared = _shared(one, found[0], grid)
    label = content(f"{found[0].row} | {found[0].column}") or content(found[0].label)
    said = label & (one.words | one.over | content(one.document.title))
    unit = content(one.document.text[one.asserted.start : one.asserted.end])
    enough = len(shared - unit) >= SHARED - bool(shared & unit) and said and _metric(one, found[0], grid)
    return Met(found[0], shared, loose=not columns) if enough else None


def _none_of(one: Said, here: Sequence[Cell], labels: Collection[str]) -> list[Cell]:
    """The nearest cell of the row that a sentence says, where none of its few columns is said and none prints it."""
    rows = {each.row for each in here}
    if (
        len(rows) != 1
        or not 1 < len(labels) <= FEW_COLUMNS
        or any(agrees(one.amount, each.slot.amount) for each in here)
    ):
        return []
    row = content(next(iter(rows)))
    mine = one.amount.readings.rounded
    nearest = min(here, key=lambda each: mine.distance(each.slot.amount.readings.rounded))
    return [nearest] if row and row <= one.words else []


def _alone(one: Said, here: Sequence[Cell], grid: Grid, rivals: Rivals) -> Met | None:
    """The cell that is the only value of its kind in its document, where a sentence's is that of its own."""
    theirs, mine = grid.document.document_id, one.document.document_id
    cell = here[0]
    if theirs == mine or not (rivals.only(one.amount, theirs) and rivals.only(cell.slot.amount, mine)):
        return None
    label, over = content(cell.label), content(f"{grid.about} | {grid.document.title}")
    around = " | ".join(section(grid.document, cell.slot.start, mine, one.asserted.start))
    beside = over | content(around) | (frozenset() if cell.slot.sheet.table else _lines(grid))
    numbers = content(one.sentence.passage.words[one.amount.start : one.amount.end])
    shared = (label | beside) & (one.words | one.over) - VERBS - numbers
    strong = evidence(one, label, beside, sorted(numbers))
    enough = strong >= (ENOUGH if label & (one.words | one.over) - numbers else UNLABELLED)
    return Met(cell, shared, loose=True) if enough and metric_words(shared) else None


def _lines(grid: Grid) -> frozenset[str]:
    """What the labels of a list say together: of one thing, where they are few."""
    few = grid.cells if len(grid.cells) <= FEW_LINES else ()
    return content(" | ".join(f"{cell.row} {cell.line}" for cell in few))


def _is_setting(one: Said, cell: Cell) -> bool:
    """Whether a cell prints a setting that the sentence says: "five shots" beside the column "Shots"."""
    number = cell.slot.sheet.document.text[cell.slot.start : cell.slot.end].strip()
    said = one.sentence.passage.words[one.amount.start : one.amount.end]
    return number.isdigit() and number != said and number in one.words and bool(content(cell.column) & one.words)


def _settled(one: Said, found: Met, grid: Grid, rivals: Rivals) -> bool:
    """Whether nothing else of the sentence's own document can be meant: no other table, no value of another section."""
    document, start = grid.document, found.cell.slot.start
    if document.document_id != one.document.document_id:
        return True
    if rivals.crowded(document.document_id) and (
        found.loose or not of_section(document, one.asserted.start, start, one.words)
    ):
        return False
    rows = [label for kind, label in found.cell.slot.labels if kind != COLUMN]
    return settled(document, one.asserted.start, start, rows)


def _of_kind(one: Said, grid: Grid, index: Index) -> list[Cell]:
    """The cells that are of an amount's kind. But for bare numbers, cells of one kind and noun are so all or none."""
    if one.amount.kind in (NUMBER, SHARE):
        return [each for each in grid.cells if _of_cell(one, each, grid, index)]
    known: dict[object, bool] = {}
    found: list[Cell] = []
    for each in grid.cells:
        other = each.slot.amount
        key = each.kind, other.kind, other.of, other.per
        if key not in known:
            known[key] = _of_cell(one, each, grid, index)
        if known[key]:
            found.append(each)
    return found


def _of_cell(one: Said, cell: Cell, grid: Grid, index: Index) -> bool:
    """Whether a cell is of an amount's kind; a bare number's nouns may be any word of its labels."""
    amount, other = one.amount, cell.slot.amount
    if amount.kind == other.kind == "rate" and not alike(amount, other):
        # "2,310 photographs each second" beside "2,130 images/s": neither document speaks of the other's.
        known = index.words[grid.document.document_id], index.words[one.document.document_id]
        return not (amount.of & known[0] or other.of & known[1])
    if {amount.kind, cell.kind} == {SHARE, NUMBER} and not (amount.of if amount.kind == NUMBER else is_counted(cell)):
        return other.readings.rounded.upper <= WHOLE  # "9.3%" beside 11.3 under "word error rate"
    if cell.kind == NUMBER and (amount.readings.rounded.upper < FEW and amount.unit == 1 and is_whole(amount)):
        return False  # "10 of", "64 bits": too many small numbers are printed
    if amount.kind == cell.kind == NUMBER and amount.of:
        return bool(amount.of & (cell.slot.amount.of | content(f"{cell.row} | {cell.column}")))
    return of_kind(amount, cell.kind, cell.slot.amount)


def _itself(one: Said, cell: Cell) -> bool:
    same = cell.slot.sheet.document.document_id == one.document.document_id
    passage = one.sentence.passage
    return same and cell.slot.start < passage.end and passage.start < cell.slot.end


def _best(labels: set[str], every: Labels, one: Said, least: float) -> set[str]:
    """The label of which a sentence says most of what the others lack; all of one label alone."""
    words, common = every.words, every.common
    if len(words) == 1:
        return labels
    plain = {label for label in words if words[label] and words[label] == common}
    if len(plain) == 1 and common <= one.words | one.over:  # "Vireo E" beside "Vireo E Long Range"
        more = frozenset().union(*words.values()) - common
        return set() if more & one.words else plain & labels
    said = one.words | one.over | one.own
    # Rows of other kinds are told by other values of the sentence: "1.5 TB of HBM3 and 10.5 PFLOPS of FP16 compute".
    shares = {
        label: max(_said_share(called, one) for called in (own, *_called(label, common)))
        for label, own in every.own.items()
        if label in labels and not own.isdisjoint(said)
    }
    most = max(shares.values(), default=0.0)
    if most < least:  # of most labels of most tables a sentence says nothing
        return set()
    found = {label for label, share in shares.items() if share == most}
    beside = {label for label in found if _numbered(label, one)}
    if len(beside) == 1 < len(found):  # "Level 6 ... on one thread" is of no level 1
        return beside & labels
    if len(found) != 1:
        return set()
    # "17% goes to parity, spares and metadata" is of none of the three rows.
    mine = words[next(iter(found))] | common
    rivalled = any((words[label] - mine) & one.own - VERBS for label in labels - found)
    return set() if rivalled else found & labels


def _called(label: str, common: frozenset[str]) -> list[frozenset[str]]:
    """The two names of a label that has one in brackets: "v6e (Trillium)" is said by either."""
    match = _TWO_NAMES.fullmatch(label.strip())
    both = (content(each) - common for each in match.groups()) if match else ()
    return [each for each in both if each]


def _numbered(label: str, one: Said) -> bool:
    """Whether a label is a number with its noun, which the sentence says side by side: "level 6" of "6 level"."""
    said, text = ([each.root for each in tokens(words)] for words in (label, one.sentence.passage.words))
    numbers = sum(each.isdigit() for each in said)
    return numbers == 1 < len(said) and any(set(said) == set(pair) for pair in pairwise(text))


def _said_share(words: frozenset[str], one: Said) -> float:
    """How much of a label the sentence says, its own clause before what stands over it."""
    if not words:
        return 0.0
    numbers = frozenset(word for word in words if any(map(str.isdigit, word)))
    if numbers - one.words - one.over:
        return 0.0
    near, here = len(words & one.own), len(words & (one.words | one.over))
    return here / len(words) + near / len(words) / 10 + len(words & one.words) / 100


def _shared(one: Said, cell: Cell, grid: Grid) -> frozenset[str]:
    if grid.document.document_id == one.document.document_id:  # both stand under its title
        return (content(f"{cell.label} | {grid.head}") & one.words) - VERBS
    printed = content(" | ".join((cell.label, grid.about, grid.document.title)))
    return (printed & (one.words | one.over | content(one.document.title))) - VERBS


def _metric(one: Said, cell: Cell, grid: Grid) -> bool:
    """Whether a word of what is measured is said: of the labels in the sentence, or of what stands over the table."""
    labels = content(cell.label)
    over = content(" | ".join((grid.about, grid.document.title)))
    said = one.words - names(one.sentence.passage.words) - VERBS
    if one.amount.kind in (NUMBER, SHARE):  # of what, only words tell
        return bool(metric_words(labels) & one.own - VERBS) and _is_number(cell, grid)
    whole = content(cell.row) and content(cell.row) <= one.words and not alike(one.amount, cell.slot.amount)
    return bool(whole or metric_words(labels | over) & said)


def _is_number(cell: Cell, grid: Grid) -> bool:
    """Whether a cell prints a number and no words: "tested - node 22 only" is no measurement."""
    return grid.document.text[cell.slot.start : cell.slot.start + 2].lstrip("~<>")[:1].isdigit()


def _apart(one: Said, cell: Cell, grid: Grid, index: Index, vocabulary: Vocabulary) -> bool:
    words = one.text
    printed = [cell.label, _about(one, grid), grid.document.title]
    missing = names(unranked(words)) - index.words[grid.document.document_id]
    other = index.other_version(one.sentence, grid.document) and not _numbered(cell.row, one)
    titled = of_sisters(one.document, words, grid.document, cell.label)
    led = not one.release and led_apart(one.document, words, grid.document, " | ".join(printed))
    if other or any(map(is_code, missing)) or titled or led:
        return True
    if one.release and not _of_release(one.release, " | ".join(printed)):
        return True
    beside = [
        *printed,
        " | ".join(section(grid.document, cell.slot.start, one.document.document_id, one.asserted.start)),
    ]
    return (
        bool(two_cases(around_said(one), beside))
        or (
            one.amount.kind == "time"
            and is_set(one.sentence.passage.words, one.amount.start, one.amount.end, " | ".join(printed))
        )
        or multiple(one, cell.slot.amount, grid.document, index)
        or settings_apart(one.others, list(amounts(" | ".join(printed), vocabulary)))
        or of_others(words, " | ".join(printed), vocabulary)
        or bool(
            modifiers_clash(
                _plain(one), f"{cell.row} | {cell.column}", one.words | one.over, every_root(" ".join(beside))
            )
        )
        or bool(places_clash(around_said(one), (" | ".join(printed),)))
        or too_far(one.amount, cell.slot.amount)
    )


def _plain(one: Said) -> str:
    """The words that name what it is of, without the figure: "images/s" is no other kind of "Samples/s"."""
    return one.text.replace(one.sentence.passage.words[one.amount.start : one.amount.end], " | ")


def _about(one: Said, grid: Grid) -> str:
    """What is said of a grid, without the sentence itself, which may lead to it and knows no more of it than others."""
    return grid.about.replace(one.sentence.passage.words, " ")


def _of_release(release: str, printed: str) -> bool:
    """Whether what stands at a cell, or over it, is of a release, or of none that it says."""
    theirs = releases(printed)
    return not theirs or one_release({release}, theirs)


def _case(one: Said, cell: Cell, grid: Grid) -> str:
    around = section(grid.document, cell.slot.start, one.document.document_id, one.asserted.start)
    printed = (cell.label, _about(one, grid), grid.document.title, *around, *one.sentence.scope[-2:])
    without = _WITHOUT.search(one.sentence.passage.words)
    if without and not _WITHOUT.search(" | ".join(printed)):
        return without.group()
    return otherwise(one.sentence.passage.words, one.amount.start, one.amount.end, printed)
