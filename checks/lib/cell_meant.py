"""Which labelled measurement a sentence tells: what tells a cell from its neighbours is said by the sentence.

No wording is asked for; a token of one class that stands in both with another value tells them apart.
"""

from dataclasses import dataclass

from checks.lib.about import Index
from checks.lib.amounts import Amount, amounts
from checks.lib.clashes import modifiers_clash, places_clash
from checks.lib.grids import Cell, Grid
from checks.lib.holds import around, is_code
from checks.lib.known import of_others
from checks.lib.measured import NUMBER, SHARE, Said, content, metric_words
from checks.lib.otherwise import otherwise, section
from checks.lib.same_value import FEW, is_whole, multiple, of_kind, settings_apart, too_far
from checks.lib.scenes import two_cases
from checks.lib.sections import settled
from checks.lib.slots import COLUMN
from checks.lib.tokens import every_root, names
from checks.lib.told import VERBS
from checks.lib.told_beside import is_set
from schemas.names import Vocabulary

HALF = 0.5  # share of what tells a row from the others that a sentence must say
THIRD = 0.3  # and of a column
SHARED = 3  # words that a sentence and a cell share, labels, headings and titles taken together


@dataclass(frozen=True, slots=True)
class Met:
    """A cell that a sentence can only mean, with the words that they share and why it may be of another case."""

    cell: Cell
    shared: frozenset[str]
    case: str = ""


def cell_of(one: Said, grid: Grid, index: Index, vocabulary: Vocabulary) -> Met | None:
    """The cell of a grid that a sentence's measurement can only be, None where several or none can be."""
    here = [each for each in grid.cells if _of_cell(one.amount, each) and not _itself(one, each)]
    if not here:
        return None
    rows = _best({each.row for each in here}, {each.row for each in grid.cells}, one, HALF)
    columns = _best({each.column for each in here}, {each.column for each in here}, one, THIRD)
    found = [each for each in here if each.row in rows and each.column in columns]
    if len({each.slot.start for each in found}) != 1:
        return None
    cell = found[0]
    shared = _shared(one, cell, grid)
    if (
        not _settled(one, cell, grid)
        or len(shared) < SHARED
        or not _metric(one, cell, grid)
        or _apart(one, cell, grid, index, vocabulary)
    ):
        return None
    return Met(cell, shared, _case(one, cell, grid))


def _settled(one: Said, cell: Cell, grid: Grid) -> bool:
    """Whether no other table of the sentence's own document can be meant."""
    if grid.document.document_id != one.document.document_id:
        return True
    rows = [label for kind, label in cell.slot.labels if kind != COLUMN]
    return settled(grid.document, one.asserted.start, cell.slot.start, rows)


def _of_cell(amount: Amount, cell: Cell) -> bool:
    """Whether a cell is of an amount's kind; a bare number's nouns may be any word of its labels."""
    if cell.kind == NUMBER and (amount.readings.rounded.upper < FEW and amount.unit == 1 and is_whole(amount)):
        return False  # "10 of", "64 bits": too many small numbers are printed
    if amount.kind == cell.kind == NUMBER and amount.of:
        return bool(amount.of & (cell.slot.amount.of | content(f"{cell.row} | {cell.column}")))
    return of_kind(amount, cell.kind, cell.slot.amount)


def _itself(one: Said, cell: Cell) -> bool:
    same = cell.slot.sheet.document.document_id == one.document.document_id
    passage = one.sentence.passage
    return same and cell.slot.start < passage.end and passage.start < cell.slot.end


def _best(labels: set[str], every: set[str], one: Said, least: float) -> set[str]:
    """The label of which a sentence says most of what the others lack; all of one label alone."""
    if len(every) == 1:
        return labels
    words = {label: content(label) for label in every}
    common = frozenset.intersection(*words.values())
    shares = {label: _said_share(words[label] - common, one) for label in every}
    most = max(shares.values())
    found = {label for label, share in shares.items() if share == most}
    if most < least or len(found) != 1:
        return set()
    # "17% goes to parity, spares and metadata" is of none of the three rows.
    mine = words[next(iter(found))] | common
    rivalled = any((words[label] - mine) & one.own - VERBS for label in every - found)
    return set() if rivalled else found & labels


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
    return bool(metric_words(labels | over) & said)


def _is_number(cell: Cell, grid: Grid) -> bool:
    """Whether a cell prints a number and no words: "tested - node 22 only" is no measurement."""
    return grid.document.text[cell.slot.start : cell.slot.start + 2].lstrip("~<>")[:1].isdigit()


def _apart(one: Said, cell: Cell, grid: Grid, index: Index, vocabulary: Vocabulary) -> bool:
    words = one.sentence.passage.words
    printed = [cell.label, grid.about, grid.document.title]
    missing = names(words) - index.words[grid.document.document_id]
    if any(map(is_code, missing)) or index.other_version(one.sentence, grid.document):
        return True
    beside = [
        *printed,
        " | ".join(section(grid.document, cell.slot.start, one.document.document_id, one.asserted.start)),
    ]
    return (
        bool(two_cases(around(one.asserted), beside))
        or (one.amount.kind == "time" and is_set(words, one.amount.start, one.amount.end, " | ".join(printed)))
        or multiple(one, cell.slot.amount, grid.document, index)
        or settings_apart(one.others, list(amounts(" | ".join(printed), vocabulary)))
        or of_others(words, " | ".join(printed), vocabulary)
        or bool(
            modifiers_clash(words, f"{cell.row} | {cell.column}", one.words | one.over, every_root(" ".join(beside)))
        )
        or bool(places_clash(around(one.asserted), (" | ".join(printed),)))
        or too_far(one.amount, cell.slot.amount)
    )


def _case(one: Said, cell: Cell, grid: Grid) -> str:
    around = section(grid.document, cell.slot.start, one.document.document_id, one.asserted.start)
    printed = (cell.label, grid.about, grid.document.title, *around, *one.sentence.scope[-2:])
    return otherwise(one.sentence.passage.words, one.amount.start, one.amount.end, printed)
