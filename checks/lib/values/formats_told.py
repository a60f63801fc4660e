"""The number format that a value was measured with, as its sentence, its row or the note of its row says."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from checks.lib.language.conditions import FORMAT, conditions
from checks.lib.telling.facts import Fact
from schemas.document import Document, Table

WHOLE = 16  # bits of what is not quantised
NEAR = 40  # characters between "weights" and their format
# "Without any quantization", "nothing is quantized", "at full precision".
_PLAIN = re.compile(
    r"\b(?:without (?:any |further )?quanti[sz]ation|no quanti[sz]ation|un-?quanti[sz]ed|"
    r"(?:not|never|nothing (?:is|was|has been)) quanti[sz]ed|(?:full|original|half)[ -]precision)\b",
    re.IGNORECASE,
)
# "The original FP8 weights" of a model that is published so are quantised by nobody.
_NATIVE = re.compile(r"\b(?:native\w*|original\w*|as (?:published|released|trained)|trained in)\b", re.IGNORECASE)
_WEIGHTS = re.compile(r"\bweights?\b", re.IGNORECASE)
_BITS = re.compile(r"\d+")
_MARK = re.compile(r"(?:(?<=[\w)/])\s?(?P<raised>[¹²³⁴⁵⁶⁷⁸⁹*†‡§]+)|[\[(](?P<set>[a-z]|\d)[\])]|^(?P<alone>[a-z]|\d))$")
_NOTE = re.compile(
    r"(?m)^[ \t]*(?:[-*•][ \t]+)?(?:[\[(](?P<set>[a-z]|\d)[\])]|(?P<bare>[a-z]|\d)[.:)]|(?P<raised>[¹²³⁴⁵⁶⁷⁸⁹*†‡§]+))"
    r"[:.]?[ \t]*(?P<text>\S[^\n]{2,300})$"
)


@dataclass(frozen=True, slots=True)
class Format:
    """Of how many bits a value's weights were, as [start, end) of a document says; 0 for what is not quantised."""

    document: Document
    bits: int
    start: int
    end: int
    native: bool

    def unlike(self, other: "Format") -> bool:
        """Whether both cannot be; what is not quantised may be of any width that its model is published in."""
        if self.bits and other.bits:
            return self.bits != other.bits
        bits = max(self.bits, other.bits)
        return 0 < bits < WHOLE and not (self.native or other.native)


def format_of(one: Fact, notes: Mapping[str, tuple[int, int]]) -> Format | None:
    """The only format that is told of a value."""
    document = one.document
    for table in document.tables:
        if table.start <= one.start < table.end:
            return _of_row(one, table, notes)
    if one.sentence is None:
        start = document.text.rfind("\n", 0, one.start) + 1
        return format_in(document, start, _end(document, one.end))
    passage = one.sentence.passage
    return format_in(document, passage.start, passage.start + len(passage.words))


def _of_row(one: Fact, table: Table, notes: Mapping[str, tuple[int, int]]) -> Format | None:
    row = next((each for each in table.rows if each and each[0].start <= one.start <= each[-1].end), None)
    for cell in row or ():
        if found := format_in(one.document, cell.start, cell.end):
            return found
    heads = table.columns if row is None else [head for head, cell in zip(table.columns, row, strict=False)
                                               if cell.start <= one.start < cell.end]  # fmt: skip
    marks = [match for each in (*heads, *(row or ())) if (match := _MARK.search(each.text))]
    spans = [notes[name] for match in marks if (name := match["raised"] or match["set"] or match["alone"]) in notes]
    noted = [each for span in spans if (each := format_in(one.document, *span))]
    return noted[0] if len(noted) == 1 else None


def notes_of(document: Document) -> dict[str, tuple[int, int]]:
    """The notes below tables, by their marks; of a mark that leads two lines, none."""
    inside = [(one.start, one.end) for one in document.tables]
    found: dict[str, list[tuple[int, int]]] = {}
    for match in _NOTE.finditer(document.text):
        if not any(start <= match.start() < end for start, end in inside):
            mark = match["set"] or match["bare"] or match["raised"]
            found.setdefault(mark, []).append(match.span("text"))
    return {mark: spans[0] for mark, spans in found.items() if len(spans) == 1}


def _end(document: Document, at: int) -> int:
    end = document.text.find("\n", at)
    return end if end >= 0 else len(document.text)


def format_in(document: Document, start: int, end: int) -> Format | None:
    """The format that a text says; of several, that of the weights."""
    text = document.text[start:end]
    native = bool(_NATIVE.search(text))
    every = list(_bits(text))
    weights = [one for one in every if any(_beside(one, each, text) for each in _WEIGHTS.finditer(text))]
    some = every if len({bits for bits, *_ in every}) == 1 else weights
    if len({bits for bits, *_ in some}) == 1:
        bits, left, right = some[0]
        return Format(document, bits, start + left, start + right, native)
    plain = None if every else _PLAIN.search(text)
    return Format(document, 0, start + plain.start(), start + plain.end(), native) if plain else None


def _bits(text: str) -> Iterator[tuple[int, int, int]]:
    for one in conditions(text):
        if one.coded and FORMAT in one.of and (found := _BITS.search(one.value)):
            yield int(found.group()), one.start, one.end


def _beside(one: tuple[int, int, int], weights: re.Match[str], text: str) -> bool:
    """Whether nothing but plain words stands between a format and the word for weights."""
    first, last = min(one[2], weights.end()), max(one[1], weights.start())
    between = text[first:last]
    return len(between) < NEAR and not re.search(r"[,;:.]|\d", between)
