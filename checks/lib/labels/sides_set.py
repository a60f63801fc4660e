"""What documents print of one setting for two sides: "A ran in FP8, B in BF16", two lines, cells of a table."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise

from checks.lib.labels.chart_tables import tables_of
from checks.lib.language.conditions import Condition, conditions
from checks.lib.language.held_equal import of_all
from checks.lib.language.tokens import coded, inner_capitals, lettered, root, roots, tokens
from checks.lib.statements.cells import summary
from checks.lib.statements.kept import of_document
from checks.lib.statements.passages import Passage, passages
from schemas.document import Cell, Document, Table
from schemas.names import Vocabulary

NEAR = 160  # characters between the beginnings of two lines that are of one list
FEW = 4  # values that a setting takes in a table
CELLS = 4000  # of more a table is data, and no overview of sides
LONGEST = 60  # characters of a cell that is no sentence
ROWS = 100  # of a table; of more, rows are records
_MARKS = re.compile(r"[\s*†‡§¹²³⁴⁵]+$|\s?\[\w\]$|\s?\(\w\)$")
_BREAK = re.compile(
    r"[;:,]\s|\n|(?<=\w)\.\s(?=v\d)|\s[–—-]\s|\s(?:and|while|whereas|against|versus|vs\.?|but|compared (?:with|to))\s",
    re.IGNORECASE,
)
_CASES = frozenset(
    map(root, "model workload benchmark network task test dataset case".split())
)  # a corner that heads them
_NO_SIDES = ("workloads", "datasets", "metrics")
# "PostgreSQL 16 was driven by": the number is of a name, and with it of a side.
_NAMED = re.compile(r"[A-Z][\w+-]*\s$")
# What turns to another side, also behind a label.
_TURNS = re.compile(r"(?:;|\n|\b(?:while|whereas|against|versus|vs\.?|but|compared (?:with|to)))\s$", re.IGNORECASE)
# "the GPU was measured in", "Redis with", "Cluster B ran": a thing and a word that leads to its setting.
_SIDE = re.compile(
    r"\W*(?P<the>(?:the|our|their|its|an?)\s)?(?P<who>\w.*?)\s(?:in|with|on|at|by|to|of|for|under|using|[a-z]+ed|was|were|is|"
    r"are|has|had|have|ran|runs|uses|got|gets)\s",
    re.IGNORECASE,
)

# "8 for each worker", "256 on every GPU": how much each part of a side has.
_OF_PARTS = re.compile(r"(?:\s[a-z-]+)?\s(?:for|on|in|per|to|of|by)?\s?(?:each|every)\s[A-Za-z]+", re.IGNORECASE)

# "Decoding speed (tokens/s)" was measured, and set by nobody.
_RESULT = re.compile(r"\w\s?/\s?s(?:ec(?:ond)?)?\b|\bper second\b|\b(?:FPS|QPS|TFLOPS|GB/s|ms)\b")

# What stands for a side, whoever it is: "Baseline figures were taken on".
_ROLES = frozenset(
    map(root, "baseline baselines comparison comparator competitor competitors rival predecessor".split())
)


@dataclass(frozen=True, slots=True)
class OfSide:
    """A setting's value at [start, end) of its document, and the words of the side that it is of."""

    document: Document
    who: frozenset[str]  # all words of the side
    names: frozenset[str]  # those of them that are printed as names
    condition: Condition
    start: int
    end: int
    listed: bool = False  # whether only the label of its list names the side, and its own part other things
    headed: bool = False  # whether the heading over it names the side
    column: tuple[Condition, ...] = ()  # of a cell, the settings of its column

    @property
    def is_role(self) -> bool:
        """Whether it is called by what it is in a comparison: then every comparison has it."""
        return bool(self.who & _ROLES)


@dataclass(frozen=True, slots=True)
class Unlike:
    """One setting of two sides with two values; `text` is all that is said of both."""

    sides: tuple[OfSide, OfSide]
    text: str
    tabled: int = 0  # cells of the row or column, where they are of a table

    @property
    def start(self) -> int:
        """Where the first of the two stands."""
        return self.sides[0].start

    @property
    def names(self) -> frozenset[str]:
        """The names that one side has and the other has not."""
        return self.sides[0].names ^ self.sides[1].names


def unlike_sides(document: Document, vocabulary: Vocabulary) -> Iterator[Unlike]:
    """Every setting that a document prints for two sides with two values: in sentences, in lines, in tables."""
    every = list(passages(document))
    for one in every:
        yield from _pairs(list(of_sides(one, vocabulary)), one.words)
    for one, other in pairwise(every):
        if other.start - one.start < NEAR + len(one.words):
            left, right = list(of_sides(one, vocabulary)), list(of_sides(other, vocabulary))
            if _one_side(left) and _one_side(right):
                yield from _across(left, right, f"{one.words} {other.words}")
    for table in tables_of(document):
        yield from _in_table(document, table)


def _one_side(found: Sequence[OfSide]) -> bool:
    """Whether all settings of a sentence are of one side, which its label and what stands behind it may name."""
    return bool(found) and all(one.who <= found[-1].who for one in found)


def _pairs(found: Sequence[OfSide], text: str) -> Iterator[Unlike]:
    for at, one in enumerate(found):
        yield from _across([one], found[at + 1 :], text)


def _across(left: Sequence[OfSide], right: Sequence[OfSide], text: str) -> Iterator[Unlike]:
    for one in left:
        for other in right:
            if one.condition.unlike(other.condition) and one.who - other.who and other.who - one.who:
                yield Unlike((one, other), text)


def of_sides(said: Passage, vocabulary: Vocabulary) -> Iterator[OfSide]:
    """The settings of a sentence, each with the side that its part names, or the last part before it that names one."""
    found = [one for one in conditions(said.words) if not _of_all(said.words, one)]
    if not found:
        return
    numbers = [one for one in found if one.named or not _NAMED.search(said.words[: one.start])]
    blank = _blank(said, numbers, vocabulary)
    who, labelled, sure, kept = "", False, False, False
    for start, end in _parts(said.words):
        first = next((one for one in numbers if start <= one.start < end), None)
        ahead = blank[start : first.start if first else end]
        own = first.of if first else frozenset()
        label = said.words[:end].rstrip().endswith(":")
        if labelled and _names(ahead) and not any(start <= one.start < end for one in found):
            who += ahead  # "System 1: the A90, 16 hosts"
        elif start and not label and sure and not _TURNS.search(said.words[:start]):
            # "[2] Xeon 8592+: 2 sockets, Extension for PyTorch 2.1, batch 16": a part of the list names no other side
            kept = kept or _sets_side(ahead, own)
        elif not start or label or _sets_side(ahead, own):
            who, sure, kept = ahead, label and (bool(coded(ahead)) or _heads_row(ahead, said.document)), False
        labelled = label
        for one in found if roots(tokens(who)) else ():
            if start <= one.start < end and one.value not in _names(who):  # "release 4.0 was tested": the side itself
                at = said.start + one.start, said.start + one.end
                every = roots(tokens(who))
                # "pdqsort: GCC 11": a label is a name, however it is written.
                named = _names(who) or (every if who.rstrip().endswith(":") else frozenset())
                yield OfSide(said.document, every, named, one, *at, listed=kept)


def _of_all(text: str, one: Condition) -> bool:
    """Whether a setting is said of all sides; "a queue depth of 8 for each worker" is of all parts of one side."""
    parts = _OF_PARTS.match(text, one.end)
    plain = text[: one.end] + " " * len(parts[0]) + text[parts.end() :] if parts else text
    return of_all(plain, one.start, one.end)


def _sets_side(ahead: str, own: frozenset[str]) -> bool:
    """Whether a part names a side ahead of its setting: "the GPU was measured in"; not "a batch size of"."""
    match = _SIDE.match(ahead)
    return bool(match and ((match["the"] and roots(tokens(match["who"])) - own) or _names(match["who"])))


def _blank(said: Passage, settings: Sequence[Condition], vocabulary: Vocabulary) -> str:
    """A text without settings and workloads: of the rest every name is one of a side, and so is what heads a row."""
    text, rows = said.words, _row_labels(said.document)
    models = vocabulary.find(text, *_NO_SIDES)
    spans = [(one.start, one.end) for one in models if text[one.start : one.end].casefold() not in rows]
    for start, end in (*((one.start, one.end) for one in settings), *spans):
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _heads_row(label: str, document: Document) -> bool:
    """Whether a label is that of a row: "* Mixtral 8x7B:" below the table."""
    return label.strip(" *†‡:").casefold() in _row_labels(document)


@of_document
def _row_labels(document: Document) -> frozenset[str]:
    """What heads the rows of a document's tables, without the marks of notes: "Mixtral 8x7B *"."""
    labels = (row[0].text for table in document.tables for row in table.rows[:ROWS] if row)
    return frozenset(_MARKS.sub("", one).casefold() for one in labels)


def _names(text: str) -> frozenset[str]:
    return (
        coded(text)
        | lettered(text)
        | inner_capitals(text)
        | frozenset(one.root for one in tokens(text) if one.name or one.capital or "." in one.root)
    )


def _parts(text: str) -> Iterator[tuple[int, int]]:
    edges = [0, *(match.end() for match in _BREAK.finditer(text)), len(text)]
    yield from pairwise(edges)


def _in_table(document: Document, table: Table) -> Iterator[Unlike]:
    """Cells of a column of settings, each of its row's side; cells of a row, each of its column's."""
    rows = [row for row in table.rows if not summary(row[0].text)]
    # Where two columns are the sides ("Step time v4", "Step time v5p"), rows are cases: each has a batch of its own.
    for at, head in enumerate(table.columns[1:] if not _sides_across(table) else (), 1):
        yield from _of_cells(document, head, [(row[0], row[at]) for row in rows if len(row) > at])
    for row in rows:
        yield from _of_cells(document, row[0], list(zip(table.columns[1:], row[1:], strict=False)))


def of_rows(document: Document) -> Iterator[OfSide]:
    """The settings in columns of few values, each of the side that its row names; and of rows, of columns' sides."""
    for table in tables_of(document):
        rows = [row for row in table.rows if not summary(row[0].text)]
        if len(rows) * len(table.columns) > CELLS:
            continue
        words = [[coded(one.text) if n else _names(one.text) for n, one in enumerate(row)] for row in rows]
        for at, head in enumerate(table.columns):
            column = [
                (row[at], partial(_but, each, at)) for row, each in zip(rows, words, strict=True) if len(row) > at
            ]
            yield from _of_column(document, head, column)
        heads = [partial(_names, one.text) for one in table.columns]
        for row in rows:
            yield from _of_column(document, row[0], list(zip(row, heads, strict=False))[1:])


def _but(words: Sequence[frozenset[str]], at: int) -> frozenset[str]:
    """What a row names: by its first cell whatever it is, by the others what has a digit: no workload, no company."""
    return frozenset().union(*words[:at], *words[at + 1 :])


def _of_column(
    document: Document, head: Cell, cells: Sequence[tuple[Cell, Callable[[], frozenset[str]]]]
) -> Iterator[OfSide]:
    texts = {one.text for one, _ in cells}
    if not 1 < len(texts) <= FEW or any(len(one) > LONGEST for one in texts):
        return
    lead = f"{head.text} "
    set_by = {text: conditions(lead + text) for text in texts}
    sides = [(cell, names()) for cell, names in cells if set_by[cell.text]]
    found = [(cell, named, each) for cell, named in sides if named for each in set_by[cell.text]]
    column = tuple(dict.fromkeys(each for _, _, each in found))
    for cell, named, each in found:
        start, end = (cell.start + one - len(lead) for one in (each.start, each.end))
        if start >= cell.start:
            yield OfSide(document, named, named, each, start, end, column=column)


def _sides_across(table: Table) -> bool:
    """Whether the corner says that rows are cases, and two heads differ in the name of a side alone."""
    if not roots(tokens(table.columns[0].text)) & _CASES:
        return False
    heads = [one.text.split() for one in table.columns[1:]]
    return any(_one_apart(one, other) for one, other in combinations(heads, 2))


def _one_apart(one: Sequence[str], other: Sequence[str]) -> bool:
    apart = [two for two in zip(one, other, strict=False) if two[0] != two[1]]
    return len(one) == len(other) > 1 and len(apart) == 1 and all(any(map(str.isdigit, each)) for each in apart[0])


def _of_cells(document: Document, label: Cell, cells: Sequence[tuple[Cell, Cell]]) -> Iterator[Unlike]:
    # What is paid is no setting.
    printed = [(who, one) for who, one in cells if one.text and len(one.text) < LONGEST and one.text[0] not in "$€£"]
    if not 1 < len({one.text for _, one in printed}) <= FEW:
        return
    if _RESULT.search(label.text) or lettered(label.text):
        return  # "Provider A" is who was measured: what stands in its row was set by nobody
    of = roots(tokens(re.sub(r"\(.*?\)", "", label.text)))
    found = [_of_side(document, who, one, _of_cell(one.text, of)) for who, one in printed]
    first = next((each for each in found[1:] if each.condition.value != found[0].condition.value), None)
    if first and all(one.who for one in (found[0], first)):
        text = " | ".join(one.text for _, one in printed)
        yield Unlike((found[0], first), text, tabled=len(printed))
        yield from _within(document, printed, text)


def _within(document: Document, printed: Sequence[tuple[Cell, Cell]], text: str) -> Iterator[Unlike]:
    """What the first of the cells and each other one say otherwise of one setting: "3 x m6id.4xlarge (16 vCPU)"."""
    (who, first), *others = printed
    for mine in conditions(first.text):
        for other, cell in others:
            unlike = (each for each in conditions(cell.text) if mine.unlike(each))
            if (theirs := next(unlike, None)) and (mine.value, theirs.value) != (first.text, cell.text):
                sides = _of_side(document, who, first, mine), _of_side(document, other, cell, theirs)
                yield Unlike(sides, text, tabled=len(printed))
                break


def _of_side(document: Document, who: Cell, cell: Cell, one: Condition) -> OfSide:
    """A cell's setting, where it stands in the cell; a cell whose print has marks inside is quoted whole."""
    start, end = cell.start + one.start, cell.start + one.end
    if document.text[start:end] != cell.text[one.start : one.end]:
        start, end = cell.start, cell.end
    return OfSide(document, roots(tokens(who.text)), _names(who.text), one, start, end)


def _of_cell(text: str, of: frozenset[str]) -> Condition:
    """A cell as a setting: of its label, or of what its own form says ("FP16" under "Weights")."""
    code = next((one for one in conditions(text) if one.coded and one.end - one.start == len(text)), None)
    return code or Condition(of, text, 0, len(text))
