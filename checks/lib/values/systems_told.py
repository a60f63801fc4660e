"""How large the machine was that a result was had with: "30,000 tokens/s in a single server", "one rack: 8 servers".

Read in clauses and in the cells of rows, however they are worded: numbers before nouns of machines, or before a code.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from checks.lib.labels.about import Told
from checks.lib.labels.slots import COLUMN, Slot
from checks.lib.language.tokens import every_root
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence
from schemas.document import Cell, Document
from schemas.number_words import either, in_words

KINDS = frozenset("time rate bandwidth compute power price".split())
DIGITS = 3  # of a value that two runs hardly share; of fewer two values must be shared
TWO = 2
LONGEST = 80  # characters of a cell that says what a result was had with
_WORDS = in_words(*range(1, 17), 32, 64) | {"a single": 1, "single": 1, "just one": 1}
_LEVELS = {
    "device": "card cards gpu gpus accelerator accelerators device devices module modules board boards",
    "chip": "chip chips processor processors soc socs asic asics die dies",
    "server": "server servers node nodes host hosts machine machines box boxes system systems appliance appliances",
    "rack": "rack racks pod pods cabinet cabinets",
}
_LEVEL = {word: level for level, words in _LEVELS.items() for word in words.split()}
_COUNT = re.compile(
    rf"(?<![\w.,$€£/-])(?P<n>{either(_WORDS)}|\d{{1,3}}(?:,\d{{3}})+|\d{{1,5}})(?P<x>\s?[x×])?[\s-]"
    rf"(?:(?P<ahead>(?:(?!(?:and|or|to|the|of|for|in|on|with|per|each)\b)[\w.-]+\s){{0,4}}?)(?P<noun>{either(_LEVEL)})\b(?!-)"
    r"|(?P<code>(?:[A-Z][\w-]*\s){0,2}[A-Z][A-Za-z]*-?\d[\w-]*s?\b))",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"\b(?:in|on|from|with|using|by|per|across|over|takes?|needs?|fits?)\s(?:just\s|only\s|as few as\s)?$"
)
_PER = re.compile(
    r"^\s*(?:per|each|/|an?)\s?(?:card|gpu|chip|server|node|accelerator|device|system|rack)", re.IGNORECASE
)
_EACH = re.compile(
    r"\b(?:per|each)\s(?:card|gpu|chip|server|node|accelerator|device|system|rack)\b|/\s?(?:card|gpu|chip|node)\b"
)
_BREAK = re.compile(r"[;:](?=\s)|,(?=\s)|\s(?:and|while|whereas|but)\s(?=.*\d)")
_FIGURES = re.compile(r"\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class System:
    """So many machines of a level, at [start, end) of a document."""

    document: Document
    level: str
    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Had:
    """The values of one clause that say together with which machine they were had."""

    sentence: Sentence
    clause: str
    values: tuple[Asserted, ...]
    system: System


def had_in(sentence: Sentence) -> Iterator[Had]:
    """The clauses of a sentence with results and the one machine behind them."""
    text = sentence.passage.words
    if not sentence.asserted or sentence.past:
        return
    edges = [0, *(match.end() for match in _BREAK.finditer(text)), len(text)]
    kinds = [one.amount.kind for one in sentence.amounts if _is_result(one, text)]
    # "Runs at 969 tokens/s, with 240 ms to the first token, on one system": nothing else is told.
    whole = len(set(kinds)) == len(kinds) and len(list(systems(text, sentence.passage.document, 0))) == 1
    for start, end in [(0, len(text))] if whole else pairwise(edges):
        values = tuple(one for one in sentence.amounts if start <= one.amount.start < end and _is_result(one, text))
        said = [one for one in systems(text[start:end], sentence.passage.document, sentence.passage.start + start)
                if _LEADS.search(text[start : one.start - sentence.passage.start])]  # fmt: skip
        if values and len(said) == 1 and not _EACH.search(text[start:end]):
            yield Had(sentence, text[start:end], values, said[0])


def _is_result(one: Asserted, text: str) -> bool:
    exact = (
        one.amount.kind in KINDS and one.amount.qualifier in ("exact", "about") and one.amount.readings.rounded.bounded
    )
    return exact and not _PER.match(text[one.amount.end :])


def systems(text: str, document: Document, start: int) -> Iterator[System]:
    """The machines that a text counts; "8x H100" counts devices."""
    for match in _COUNT.finditer(text):
        n = match["n"].lower().replace(",", "")
        code = match["code"] and (match["code"][0].isupper() or match["x"])
        if match["noun"] or code:
            level = _LEVEL[match["noun"].lower()] if match["noun"] else "device"
            yield System(document, level, _WORDS.get(n) or int(n), start + match.start(), start + match.end())


def had_otherwise(one: Had, told: Told) -> Iterator[tuple[Sequence[tuple[Asserted, Slot]], System]]:
    """The rows that print the values of a clause to the digit, and another number of its machines."""
    rows: dict[tuple[str, ...], list[Slot]] = defaultdict(list)
    for slot in told.slots:
        rows[tuple(label for kind, label in slot.labels if kind != COLUMN)].append(slot)
    here = every_root(one.clause)
    for labels, slots in rows.items():
        pairs = [(value, slot) for value in one.values for slot in slots if _one_value(value, slot)]
        cells = _cells(told, slots[0])
        if not _known(pairs) or not _named(labels, rows, here) or any(_EACH.search(cell.text) for _, cell in cells):
            continue
        found = [each for head, cell in cells if len(cell.text) < LONGEST for each in _in_cell(head, cell, told)]
        mine = [each for each in found if each.level == one.system.level]
        if mine and one.system.number not in _able(mine, found):
            yield pairs, mine[0]


def _one_value(value: Asserted, slot: Slot) -> bool:
    mine, theirs = value.amount.readings.rounded, slot.amount.readings.rounded
    return alike(value.amount, slot.amount) and mine.bounded and mine.lower + mine.upper == theirs.lower + theirs.upper


def _known(pairs: Sequence[tuple[Asserted, Slot]]) -> bool:
    """Whether the values tell one run: two of them, or one of three digits."""
    digits = [_digits(value.document.text[value.start : value.end]) for value, _ in pairs]
    return len({value.start for value, _ in pairs}) >= TWO or max(digits, default=0) >= DIGITS


def _digits(text: str) -> int:
    match = _FIGURES.search(text)
    return len(match.group().replace(",", "").replace(".", "").strip("0")) if match else 0


def _named(labels: tuple[str, ...], rows: Mapping[tuple[str, ...], object], here: frozenset[str]) -> bool:
    """Whether a clause says a word of a row's labels that the other rows have not, or the table has one row."""
    every = [every_root(" ".join(one)) for one in rows]
    shared = frozenset.intersection(*every)
    return len(rows) == 1 or bool((every_root(" ".join(labels)) - shared) & here)


def _cells(told: Told, slot: Slot) -> list[tuple[str, Cell]]:
    """The cells of a value's row, each with its header."""
    for table in told.sheet.document.tables:
        for row in table.rows if table.start <= slot.start < table.end else ():
            if any(cell.start <= slot.start < max(cell.end, cell.start + 1) for cell in row):
                return [(head.text, cell) for head, cell in zip(table.columns, row, strict=False)]
    return []


def _in_cell(head: str, cell: Cell, told: Told) -> Iterator[System]:
    """The machines that a cell counts, also as a number under a header that names them: "8" under "Servers"."""
    yield from systems(cell.text, told.sheet.document, cell.start)
    level = _LEVEL.get(head.strip().lower().split(" ")[-1])
    plain = cell.text.strip().replace(",", "")
    if level and plain.isdigit():
        yield System(told.sheet.document, level, int(plain), cell.start, cell.end)


def _able(mine: Sequence[System], found: Sequence[System]) -> set[int]:
    """How many there may be: the numbers of the level, and what two of a row come to, "4 nodes, 8 cards each"."""
    pairs = ((left, right) for left, right in combinations(found, 2) if left.level != right.level)
    return {*(one.number for one in mine), *(left.number * right.number for left, right in pairs)}
