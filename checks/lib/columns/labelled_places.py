"""Places that print values by label, whatever they are: tables either way round, lists, prose.

A place found in prose prints its values under the labels of another place: "Scout" there is "Llama 4 Scout" here.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from checks.lib.statements.beside import based
from checks.lib.statements.cell_parts import number, parts
from checks.lib.statements.cells import Column, Number, summary
from checks.lib.statements.counted import exactly
from checks.lib.statements.passages import quoted
from checks.lib.statements.turned import View, views
from schemas.document import Block, Document, Table
from schemas.finding import Evidence, Role
from schemas.names import Vocabulary

FEWEST = 3  # labels that a place has, and that two share
MOST_ROWS, MOST_COLUMNS = 120, 10
MOST_TURNED = 30  # rows of a table that are metrics, where it is turned round
TABLES = 40  # of a document
LONGEST_ITEM = 80  # characters of an item that is a label and a value
LONGEST_GRAM = 6  # words of a label that a text repeats
BEHIND = 48  # characters between a label and its value
_WORD = re.compile(r"[^\W\d_]+\d*(?![\d.]*\d)|\d+(?:\.\d+)*[A-Za-z]*|[^\W_]+")
_VALUE = re.compile(
    r"(?<![\w.,/-])(?<!\d\s)(?P<n>[$€£]?\d[\d,]*(?:\.\d+)?)(?P<unit>\s?(?:%|[x×](?!\w)|[munµμ]?s\b|min\b|h\b|[kMGTP]i?B(?:/s)?\b|"
    r"[kM]?Wh?\b|[kM]?J\b|[KMB]\b|[A-Za-z]{2,12}/(?:s|sec)\b|(?:milli|micro)?seconds?\b|minutes?\b|hours?\b))?(?![\w]|[.,]\d|-\w|:\d)"
)
_ITEM = re.compile(
    r"(?P<label>\S.{1,70}?)(?:\s*[:=–—]|\s-|\s?\.{2,})?\s+(?P<value>[~≈]?[$€£]?\d[\d,]*(?:\.\d+)?\s?"
    r"(?:[A-Za-zµμ%×/]{1,12})?)[\s.;*]*"
)
_PLAIN_WORDS = frozenset(
    "the and for with from model models total average mean base large small mini pro max ultra plus new old one two "
    "gpu gpus cpu cpus node nodes tokens token input output read write batch size version turbo instant".split()
)
_STOP = re.compile(r"[.;]\s")
_FOR = re.compile(r"\s(?:[a-z]+\s){0,2}(?:for|on|with|from|in)\s(?:(?:the|our|an?)\s)?", re.IGNORECASE)
Gram = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Values by row: `labels` name the rows, each column its values; `about` is what is said over and in it."""

    document: Document
    name: str  # of the table, "" for none
    about: str
    labels: dict[int, str]
    columns: tuple[Column, ...]
    spans: dict[tuple[int, int], tuple[int, int]]  # of values that are no cells, by row and column
    view: View | None = None
    rows: dict[int, int] | None = None  # its own, by those of the place that it is joined to

    def evidence(self, row: int, column: int, role: Role = "disputed") -> Evidence:
        """A value where it is printed."""
        row = row if self.rows is None else self.rows[row]
        if self.view:
            return self.view.cell(self.document, row, column, role)
        return quoted(self.document, *self.spans[row, column], role)

    def under(self, rows: dict[int, int]) -> "Place":
        """The same with its rows numbered as those of another place: `rows` has its own by the other's."""
        columns = tuple(
            replace(each, numbers={at: each.numbers[row] for at, row in rows.items() if row in each.numbers})
            for each in self.columns
        )
        return replace(self, rows=rows, columns=tuple(one for one in columns if len(one.numbers) >= FEWEST))


def words_of(text: str) -> Gram:
    """The words of a label: "llama-3.1-8b" and "Llama 3.1 8B" have the same."""
    return tuple(_singular(match.group().lower()) for match in _WORD.finditer(text))


def _singular(word: str) -> str:
    return word[:-1] if len(word) > FEWEST and word.endswith("s") and not word.endswith("ss") else word


def places(document: Document, vocabulary: Vocabulary) -> Iterator[Place]:
    """The tables and the lists that print values of three labels or more."""
    every = [one for table in document.tables[:TABLES] for view in views(table) for one in _of_view(document, view)]
    every += [one for run in _runs(document) for one in _list(document, run)]
    for one in every:
        columns = tuple(based(exactly(each), vocabulary) for each in one.columns)
        yield replace(one, columns=columns)


def _of_view(document: Document, view: View) -> Iterator[Place]:
    table = view.table
    if len(table.rows) > MOST_ROWS or (view.turned and len(table.columns) > MOST_TURNED):
        return
    texts, keys = _keyed(table)
    labels = _labels(texts)
    some = [one for one in parts(table) if one.index >= keys][:MOST_COLUMNS]
    columns = tuple(one for each in some if len((one := _only(each, labels)).numbers) >= FEWEST)
    if columns and len(labels) >= FEWEST:
        headers = " ".join(one.text for one in table.columns)
        about = " | ".join((*table.headings[-2:], table.title, headers))
        yield Place(document, table.name, about, labels, columns, {}, view)


def _keyed(table: Table) -> tuple[dict[int, str], int]:
    """What the rows are called, and by how many columns: "8 GPUs" below "GPUs", "A 32" where "A" has many rows."""
    first = {row: _key(table, row, 0) for row in range(len(table.rows))}
    if len(set(first.values())) * 2 > len(first) or len(table.columns) < FEWEST:
        return first, 1
    return {row: f"{one} {_key(table, row, 1)}" for row, one in first.items()}, 2


def _key(table: Table, row: int, index: int) -> str:
    text, header = table.rows[row][index].text, table.columns[index].text
    # "8" alone names nothing, and would be the "8" of a table of batches.
    return text if any(map(str.isalpha, text)) or not text else f"{text} {header}"


def _labels(texts: dict[int, str]) -> dict[int, str]:
    """The rows that a label of letters tells from all others; totals and means are of all rows."""
    often = Counter(words_of(one) for one in texts.values())
    return {
        row: one
        for row, one in texts.items()
        if often[words_of(one)] == 1 and any(map(str.isalpha, one)) and not summary(one)
    }


def _only(column: Column, labels: dict[int, str]) -> Column:
    return replace(column, numbers={row: one for row, one in column.numbers.items() if row in labels})


def _runs(document: Document) -> Iterator[list[Block]]:
    """The lists: items that follow one another."""
    for kind, run in groupby(document.blocks, key=lambda one: one.kind):
        found = list(run)
        if kind == "list_item" and len(found) >= FEWEST:
            yield found


def _list(document: Document, run: Sequence[Block]) -> Iterator[Place]:
    """Items that are a label and a value."""
    found = {at: match for at, one in enumerate(run) if (match := _item(document, one))}
    if len(found) < FEWEST:
        return
    labels = _labels({at: match["label"] for at, match in found.items()})
    numbers = {at: one for at in labels if (one := number(found[at]["value"]))}
    of_unit: dict[str, dict[int, Number]] = defaultdict(dict)
    for at, one in numbers.items():
        of_unit[one.unit][at] = one
    spans = {
        (at, 1): (run[at].start + found[at].start("value"), run[at].start + found[at].end("value")) for at in labels
    }
    above = _above(document, run[0])
    columns = tuple(Column(1, above, some) for some in of_unit.values() if len(some) >= FEWEST)
    if columns:
        yield Place(document, "", above, labels, columns, spans)


def _item(document: Document, block: Block) -> re.Match[str] | None:
    return _ITEM.fullmatch(document.text[block.start : block.end]) if block.end - block.start < LONGEST_ITEM else None


def _above(document: Document, block: Block) -> str:
    """The heading of a block and the paragraph that leads to it."""
    before = [one for one in document.blocks if one.end <= block.start][-6:]
    at = max((at for at, one in enumerate(before) if one.kind == "heading"), default=len(before) - 1)
    return " | ".join(document.text[one.start : one.end] for one in before[max(at, 0) :])


class Names:
    """The labels of a place, and what a text may shorten them to: words that stand in one of them only."""

    def __init__(self, labels: dict[int, str]) -> None:
        self._rows: dict[Gram, set[int]] = defaultdict(set)
        self._whole = {words_of(text): row for row, text in labels.items()}
        for row, text in labels.items():
            words = words_of(text)
            for at in range(len(words)):
                for end in range(at + 1, min(len(words), at + LONGEST_GRAM) + 1):
                    self._rows[words[at:end]].add(row)

    @property
    def words(self) -> frozenset[str]:
        """All words of the labels."""
        return frozenset(word for gram in self._rows if len(gram) == 1 for word in gram)

    def row(self, words: Gram) -> int | None:
        """The row that these words name, None where they name none or several."""
        if words in self._whole:
            return self._whole[words]
        rows = self._rows.get(words, set())
        return next(iter(rows)) if len(rows) == 1 and _telling(words) else None

    def known(self, words: Gram) -> bool:
        """Whether words stand in some label."""
        return words in self._rows

    def said(self, text: str) -> Iterator[tuple[int | None, int, int]]:
        """The rows that a text names, and where; None where it says words of several."""
        found = list(_WORD.finditer(text))
        lower = tuple(_singular(match.group().lower()) for match in found)
        at = 0
        while at < len(found):
            longest = min(LONGEST_GRAM, len(found) - at)
            size = next((n for n in range(longest, 0, -1) if self.known(lower[at : at + n])), 0)
            gram = lower[at : at + size]
            if size and (
                gram in self._whole or text[found[at].start()].isupper() or any(map(str.isdigit, "".join(gram)))
            ):
                yield self.row(gram), found[at].start(), found[at + size - 1].end()
            at += max(size, 1)


def _telling(words: Gram) -> bool:
    """Whether some words of a label can stand for it: a name, no size and no word that all use."""
    return any(one not in _PLAIN_WORDS and len(one) > 2 and one[0].isalpha() for one in words)


def told_in(document: Document, blocks: Sequence[Block], names: Names, vocabulary: Vocabulary) -> Iterator[Place]:
    """What a stretch of prose or a list says of the rows of another place: one place for each unit."""
    found: dict[str, dict[int, list[tuple[Number, int, int]]]] = defaultdict(lambda: defaultdict(list))
    for block in blocks:
        for row, one, start, end in _said_in(document.text[block.start : block.end], names):
            entry = vocabulary.resolve("units", one.unit) if one.unit else None
            kind = (entry.text("dimension") if entry else "") or one.unit  # "900 µs" and "1.2 ms" are of one list
            found[kind][row].append((one, block.start + start, block.start + end))
    for some in found.values():
        single = {row: each[0] for row, each in some.items() if len(each) == 1}
        if len(single) >= FEWEST:
            numbers = {row: one for row, (one, _, _) in single.items()}
            spans = {(row, 1): (start, end) for row, (_, start, end) in single.items()}
            about = " | ".join((_above(document, blocks[0]), *(document.text[one.start : one.end] for one in blocks)))
            labels = dict.fromkeys(numbers, "")
            yield Place(document, "", about, labels, (based(Column(1, "", numbers), vocabulary),), spans)


def _said_in(text: str, names: Names) -> Iterator[tuple[int, Number, int, int]]:
    """The values of the labels of a text: those behind them, or, where it says so, those in front ("3 ms for A")."""
    mentions = list(names.said(text))
    before = [_in_front(text, start) for _, start, _ in mentions]
    fronted = sum(one is not None for one in before) > 1
    for at, (row, _, end) in enumerate(mentions):
        stop = mentions[at + 1][1] if at + 1 < len(mentions) else len(text)
        match = before[at] if fronted else _VALUE.search(text, end, min(stop, end + BEHIND))
        if row is None or match is None or (not fronted and _STOP.search(text, end, match.start())):
            continue
        currency = match["n"][0] if match["n"][0] in "$€£" else ""
        if one := number(match["n"].lstrip("$€£") + (match["unit"] or "")) or number(match["n"]):
            yield row, replace(one, unit=currency or one.unit), match.start(), match.end()


def _in_front(text: str, at: int) -> re.Match[str] | None:
    """The value that a preposition ties to the label at a place."""
    found = list(_VALUE.finditer(text, max(0, at - BEHIND), at))
    return found[-1] if found and _FOR.fullmatch(text, found[-1].end(), at) else None
