"""Words of a document that are no statement: its sentences, and evidence made of a stretch of text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from checks.lib.statements.kept import by_document
from schemas.document import Document, Part, PartRole
from schemas.finding import Evidence, Role

_END = re.compile(
    r"(?<!\bi\.e)(?<!\be\.g)(?<!\bvs)(?<!\bca)(?<!\bapprox)(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\s\.\.)(?<!\.\.\.)[.!?…][\"'”’)\]*_]*"
    # A footnote's mark behind the full stop would glue the next sentence on, whose first word then looks like a name.
    r"(?:[¹²³⁴⁵⁶⁷⁸⁹⁰†‡§]+|(?:\[\^?[\w-]{1,8}\])+)?"
    # "By 1.7x. (Figure C)": what the sentence before sends to.
    r"\s+(?!\((?:see\s+)?(?:[Ff]ig(?:ure|\.)?|[Tt]able|[Cc]hart|[Aa]ppendix|[Ss]ection)\s[\w.]{1,5}\))"
    r"(?=[\"'“‘(\[]?[^\Wa-z]|\^\w{1,3}\s[^\Wa-z])|\n\s*\n"  # "^2 Single server": the next note
)


# "Random read ..... 2.3 M IOPS": a line of a sheet, which ends where it ends.
_LABELLED = re.compile(r"[ \t]*[^\W\d][^\n]{0,60}?[ \t](?:\.[ \t]?){3,}[^\n]{1,80}")
_LINE = re.compile(r"[^\n]+")
# "H100 SXM: batch size 8", "Llama 2 70B | 2,048 in | FP8": notes that are set one to a line, without full stops.
_SET = re.compile(r"[ \t]*(?:[-*•][ \t]+)?(?:[A-Z0-9][^\n.;:|]{1,60}:[ \t]\S|[^\n|]+\S[ \t]\|[ \t]\S)[^\n]*")
NARROW = 60  # characters that a line of running text has at least, before it is wrapped
SHEET = 2  # lines with a label that make a sheet of a paragraph

SAID: frozenset[PartRole] = frozenset({"headline", "title", "note"})  # parts of a chart that are sentences


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of running text or a heading; offsets index the document's text."""

    document: Document
    start: int
    end: int
    words: str


@by_document
def passages(document: Document) -> Iterator[Passage]:
    """The sentences of every block that is neither code nor part of a table, in text order; then those of charts."""
    for block in document.blocks:
        if block.kind != "code":
            yield from _sentences(document, block.start, block.end)
    # Titles and notes that several charts share are a part of each.
    parts = dict.fromkeys((one.start, one.end) for chart in document.charts for one in chart.parts if one.role in SAID)
    for start, end in sorted(parts):
        yield from _sentences(document, start, end)


def _sentences(document: Document, start: int, end: int) -> Iterator[Passage]:
    for first, last in _lines(document.text, start, end):
        begin = first
        for match in _END.finditer(document.text, first, last):
            yield from _passage(document, begin, match.end())
            begin = match.end()
        yield from _passage(document, begin, last)


def _lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The stretch, or its lines where most of them lead to a value with dots: sentences would run on through them."""
    lines = [match.span() for match in _LINE.finditer(text, start, end)]
    labelled = sum(bool(_LABELLED.fullmatch(text, *span)) for span in lines)
    if labelled >= SHEET and labelled * 2 > len(lines):
        return lines
    known = [bool(_SET.fullmatch(text, *span)) for span in lines]
    return _noted(text, lines, known) if sum(known) >= SHEET else [(start, end)]


def _noted(text: str, lines: list[tuple[int, int]], known: list[bool]) -> list[tuple[int, int]]:
    """The lines of notes: where one ends although the next word had room, the next one is another note.

    Read on, the batch of the last line would be said of all that the line below it speaks of.
    """
    longest = max(NARROW, *(last - first for first, last in lines))
    found = [lines[0]]
    for at, (first, last) in enumerate(lines[1:], 1):
        before = lines[at - 1]
        room = before[1] - before[0] + 1 + len(text[first:last].split(" ", 1)[0]) <= longest
        apart = (known[at] or known[at - 1]) and not text[first].islower() and (room or (known[at] and known[at - 1]))
        found = [*found, (first, last)] if apart else [*found[:-1], (found[-1][0], last)]
    return found


def _passage(document: Document, start: int, end: int) -> Iterator[Passage]:
    words = document.text[start:end]
    left = start + len(words) - len(words.lstrip())
    words = words.strip()
    if words:
        yield Passage(document, left, left + len(words), words)


def quoted(document: Document, start: int, end: int, role: Role = "disputed") -> Evidence:
    """Evidence that is a stretch of text: a note, a legend, a phrase."""
    return Evidence(
        document_id=document.document_id,
        document=document.name,
        start=start,
        end=end,
        quote=document.text[start:end],
        role=role,
        context=document.text[start:end],
        context_start=start,
        box=document.box(start, end),
    )


def part(document: Document, one: Part, role: Role = "disputed") -> Evidence:
    """Evidence that is a piece of a chart."""
    return quoted(document, one.start, one.end, role)


def phrase(passage: Passage, match: re.Match[str], role: Role = "disputed") -> Evidence:
    """Evidence that is a match in a sentence, with the sentence as its context."""
    found = quoted(passage.document, passage.start + match.start(), passage.start + match.end(), role)
    return replace(found, context=passage.words, context_start=passage.start)
